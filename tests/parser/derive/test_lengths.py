"""Derivatives of 225 expressions, kept: right, and about as short as an algebra system's.

tests/golden/derivatives.json holds each expression with its derivative by x and with the length of
what sympy 1.14 makes of it, `str(simplify(diff(expression, x)))` written in the language.
"""

from __future__ import annotations

import json
from pathlib import Path
from statistics import median
from typing import Any

import numpy as np
import pytest

from gradcalc.engine import Tensor, default_dtype, float64
from gradcalc.engine.functional import hessian, jacobian
from gradcalc.parser.build import parse_expression
from gradcalc.parser.compile import compile_expression
from gradcalc.parser.derive.differentiate import Differentiator
from gradcalc.parser.evaluate import evaluate

KEPT = json.loads((Path(__file__).parents[2] / "golden" / "derivatives.json").read_text())
POINT = {
    "x": 0.3714, "y": 0.6123, "z": 0.7731, "a": 0.8312, "b": 0.5517, "c": 0.4421, "d": 0.9134,
    "m": 1.3156, "n": 2.2671, "s": 0.6418, "w": 1.7123,
}  # fmt: skip
LONGEST = 1.5


def value(text: str, x: Any) -> Any:
    code = compile_expression(parse_expression(text))
    with default_dtype(float64):
        found = evaluate(code, {**{n: Tensor(v) for n, v in POINT.items()}, "x": x}).value
    return found if isinstance(found, Tensor) else Tensor(float(found))


@pytest.mark.parametrize("kept", KEPT, ids=lambda kept: f"{kept['expression']}-{kept['order']}")
def test_a_derivative_is_what_is_kept(kept: dict[str, Any]) -> None:
    found = Differentiator(kept["expression"], ["x"]).derivatives(kept["order"])
    assert found.text(("x",) * kept["order"]) == kept["derivative"]


@pytest.mark.parametrize("kept", KEPT, ids=lambda kept: f"{kept['expression']}-{kept['order']}")
def test_what_is_kept_agrees_with_grad(kept: dict[str, Any]) -> None:
    x = Tensor(POINT["x"])
    with default_dtype(float64):
        found = value(kept["derivative"], x)
        if kept["order"] == 1:
            expected = jacobian(lambda x: value(kept["expression"], x), x)[0]
        else:
            expected = hessian(lambda x: value(kept["expression"], x), x)[0][0]
    assert expected is not None
    np.testing.assert_allclose(found.item(), expected.item(), rtol=1e-9, atol=1e-12)


def test_derivatives_are_about_as_short_as_those_of_an_algebra_system() -> None:
    ratios = sorted(len(kept["derivative"]) / kept["reference_length"] for kept in KEPT)
    assert len(ratios) >= 200
    assert median(ratios) <= LONGEST
    assert ratios[len(ratios) * 9 // 10] <= LONGEST
