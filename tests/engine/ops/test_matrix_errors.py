"""What operations on matrices say when arguments do not fit, as torch 2.13.0 says it.

`tests/golden/matrix_errors.json` holds the calls: the operation (with `@` the equation of einsum,
with `*` one that takes its tensors as a list), tensors of ones by dtype and shape (`h2,3`: float32,
2 by 3; `i` int64, `b` bool, no letter float64, `-` for no axes), settings, error and message.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from gradcalc.engine import Tensor, errors
from gradcalc.engine.surface.namespace import lookup

GOLDEN = Path(__file__).parents[2] / "golden" / "matrix_errors.json"
CASES = json.loads(GOLDEN.read_text("utf-8"))["cases"]
KINDS = {"h": np.float32, "i": np.int64, "b": np.bool_}
TYPES: dict[str, type[Exception]] = {
    "RuntimeError": RuntimeError,
    "IndexError": IndexError,
    "NotImplementedError": NotImplementedError,
    "LinAlgError": errors.LinAlgError,
}


def ones(spec: str) -> Tensor:
    """The tensor of ones that a case names."""
    kind = KINDS.get(spec[0], np.float64)
    sizes = spec.lstrip("hib-")
    return Tensor(np.ones([int(n) for n in sizes.split(",")] if sizes else (), kind))


def setting(value: Any) -> Any:
    """A setting as calls have it: what JSON made a list is a tuple."""
    return tuple(value) if isinstance(value, list) else value


@pytest.mark.parametrize("case", CASES, ids=lambda case: f"{case['call']} {case['tensors']}")
def test_errors_are_those_of_torch(case: dict[str, Any]) -> None:
    tensors: list[Any] = [ones(spec) for spec in case["tensors"]]
    name, _, equation = case["call"].partition("@")
    if name.endswith("*"):
        name, tensors = name[:-1], [tensors]
    settings = [setting(value) for value in case["settings"]]
    with pytest.raises(TYPES[case["error"]]) as caught:
        lookup(name)(*([equation, *tensors] if equation else [*tensors, *settings]))
    assert str(caught.value) == case["message"]
