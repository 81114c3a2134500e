"""The text of tensors against torch's, recorded."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest

from gradcalc.engine import Tensor, default_dtype, dtypes, float32
from gradcalc.engine.surface import printing

GOLDEN = Path(__file__).parent.parent.parent / "golden" / "printing.json"
TENSORS = json.loads(GOLDEN.read_text(encoding="utf-8"))["tensors"]


@pytest.fixture(autouse=True)
def _torchs_defaults() -> Iterator[None]:
    with default_dtype(float32), printing.printoptions():
        yield


@pytest.mark.parametrize("case", TENSORS)
def test_a_tensor_prints_as_in_torch(case: dict) -> None:
    dtype = dtypes.BY_NAME[case["dtype"]]
    values = np.array([float(v) if isinstance(v, str) else v for v in case["values"]], dtype.np)
    t = Tensor(values.reshape(case["shape"]), case["requires_grad"])
    assert printing.tensor_text(t) == case["text"]


def test_precision_and_notation_are_options() -> None:
    t = Tensor(np.array([1.5, 0.25], np.float32))
    printing.set_printoptions(precision=1, sci_mode=True)
    assert printing.tensor_text(t) == "tensor([1.5e+00, 2.5e-01])"
    printing.set_printoptions(profile="default")
    assert printing.tensor_text(t) == "tensor([1.5000, 0.2500])"


def test_options_return_after_the_block() -> None:
    before = printing.get_printoptions()
    with printing.printoptions(edgeitems=1):
        assert printing.get_printoptions()["edgeitems"] == 1
    assert printing.get_printoptions() == before
