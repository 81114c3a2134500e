"""Convolution, pooling, normalization, resizing, sampling, attention and transforms against torch.

`tests/golden/signals.json` holds what torch 2.13.0 answers to some 500 calls: shapes, dtypes,
nodes and errors, and of values and gradients a sum weighted by cosines.
"""

from __future__ import annotations

import json
import math
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from gradcalc.engine import Tensor, default_dtype, float64, lenient
from gradcalc.engine.backward import gradients
from gradcalc.parser.errors import LanguageError

from ...parser.running import value

RECORDED = json.loads((Path(__file__).parents[2] / "golden" / "signals.json").read_text("utf-8"))
CASES = RECORDED["cases"]


def inputs(case: dict) -> list[Tensor]:
    """The tensors of a case: sines of the multiples of a step that grows with their number."""
    made = []
    for k, (shape, dtype, tracked) in enumerate(case["tensors"], start=1):
        sines = 2 * np.sin(np.arange(1, math.prod(shape) + 1) * (1.7 + k * 0.3))
        made.append(Tensor(sines.astype(dtype).reshape(shape), requires_grad=tracked))
    return made


def weights(count: int) -> np.ndarray:
    """The weights under which values and gradients are summed."""
    return np.cos(np.arange(1, count + 1) * 0.9)


def digest(tensor: Tensor) -> Any:
    """The weighted sum, infinities and nan as texts."""
    flat = np.asarray(tensor.array(), np.float64).reshape(-1)
    total = float(np.sum(flat * weights(flat.size)))
    return total if math.isfinite(total) else repr(total)


def close(expected: Any, found: Any, dtype: str) -> bool:
    """Whether digests agree, as exactly as the dtype allows."""
    if isinstance(expected, str) or isinstance(found, str) or expected is None or found is None:
        return expected == found
    tolerance = 1e-4 if dtype == "float32" else 1e-9
    return math.isclose(expected, found, rel_tol=tolerance, abs_tol=tolerance)


@pytest.fixture(autouse=True)
def as_in_programs(monkeypatch: pytest.MonkeyPatch) -> None:
    """Leave dtypes to the caller: expressions would promote what torch refuses."""
    monkeypatch.setattr(lenient, "promoted", lambda *_: None)


@pytest.mark.parametrize("case", CASES, ids=lambda case: case["text"])
def test_a_call_gives_what_torch_gives(case: dict) -> None:
    tensors = inputs(case)
    named = {f"x{k}": t for k, t in enumerate(tensors, start=1)}
    with default_dtype(float64), np.errstate(all="ignore"):
        if "error" in case:
            with pytest.raises(LanguageError) as caught:
                value(case["text"], **named)
            assert case["error"][1] in str(caught.value)
            return
        found: Any = value(case["text"], **named)
        results = list(found) if isinstance(found, tuple) else [found]
        check_results(case, results)
        check_gradients(case, results, [t for t in tensors if t.requires_grad])


def check_results(case: dict, results: list[Tensor]) -> None:
    """Compare shapes, dtypes, nodes and digests."""
    assert len(results) == len(case["results"])
    for expected, result in zip(case["results"], results, strict=True):
        assert list(result.shape) == expected["shape"]
        assert result.dtype.name == expected["dtype"]
        assert (None if result.grad_fn is None else result.grad_fn.name()) == expected["node"]
        assert close(expected["digest"], digest(result), expected["dtype"])


def check_gradients(case: dict, results: list[Tensor], tracked: list[Tensor]) -> None:
    """Compare the digests of the gradients of the digests."""
    flowing = [r for r in results if r.requires_grad]
    assert bool(flowing) == ("gradients" in case)
    if not flowing:
        return
    cotangents = [Tensor(weights(r.numel()).reshape(r.shape).astype(r.dtype.np)) for r in flowing]
    for expected, g in zip(case["gradients"], gradients(flowing, tracked, cotangents), strict=True):
        dtype = "float64" if g is None else g.dtype.name
        assert close(expected, None if g is None else digest(g), dtype)
