"""Derivatives as expressions: recognisable, and equal to the numbers that grad gives."""

from __future__ import annotations

import random
from typing import Any

import numpy as np
import pytest

from gradcalc.engine import Tensor, default_dtype, float64, registry, tensor
from gradcalc.engine.backward import gradients
from gradcalc.engine.row import Row
from gradcalc.parser.build import parse_expression
from gradcalc.parser.compile import compile_expression
from gradcalc.parser.derive.differentiate import Differentiator
from gradcalc.parser.derive.reading import short_name
from gradcalc.parser.errors import LanguageError
from gradcalc.parser.evaluate import evaluate

from ...engine.row_cases import key_of
from ...sampling import draw


def derivative(text: str, *wrt: str, order: int = 1, **examples: Any) -> str:
    """The derivative by one variable, as often as asked."""
    with default_dtype(float64):
        known = {name: tensor(value) for name, value in examples.items()}
        found = Differentiator(text, wrt or None, examples=known).derivatives(order)
    assert len(found.parts) == 1
    return found.text(next(iter(found.parts)))


RECOGNISED = {
    "x^2*sin(x)": "2*x*sin(x) + x^2*cos(x)",
    "x^3 - 4x + 1": "3*x^2 - 4",
    "x/(x+1)": "1/(x + 1)^2",
    "sin(x)/cos(x)": "1/cos(x)^2",
    "x/sqrt(x^2+1)": "1/(x^2 + 1)^(3/2)",
    "sqrt(1 - x^2)": "-x/sqrt(1 - x^2)",
    "exp(-x^2)": "-2*x*exp(-x^2)",
    "log(x^2+1)": "2*x/(x^2 + 1)",
    "log(x)/x": "(1 - log(x))/x^2",
    "x*log(x) - x": "log(x)",
    "atan(x/2)": "2/(x^2 + 4)",
    "asin(x)": "1/sqrt(1 - x^2)",
    "acosh(x)": "1/sqrt(x^2 - 1)",
    "tanh(x)": "1/cosh(x)^2",
    "2^x": "2^x*log(2)",
    "e^x + pi*x": "exp(x) + pi",
    "x^n": "n*x^(n - 1)",
    "exp(x)*sin(x)": "exp(x)*(sin(x) + cos(x))",
    "sin(x)^2 + cos(x)^2": "0",
    "abs(x)": "sign(x)",
    "x*abs(x)": "2*abs(x)",
    "1/3*x^3": "x^2",
    "0.1*x^2": "0.2*x",
    "erf(x)": "2*exp(-x^2)/sqrt(pi)",
    "relu(x)": "where(x <= 0, 0, 1)",
    "where(x > 0, x^2, x)": "where(x > 0, 2*x, 1)",
    "x if x > 0 else -x": "1 if x > 0 else -1",
    "u = x*n; u^2": "2*x*n^2",
    "f(t) = t^2; f(x) + f(2x)": "10*x",
    "sum(x^i for i in range(4))": "2*x + 3*x^2 + 1",
    "norm([x, 2])": "x/sqrt(x^2 + 4)",
    "[x^2, 3x, 1]": "[2*x, 3, 0]",
    "softmax([x, 0], 0)[0]": "exp(x)/(exp(x) + 1)^2",
    "det([[x, 1], [2, x]])": "2*x",
    "[x, 1] @ [[1, 2], [3, 4]] @ [x, 1]": "2*x + 5",
    "3": "0",
}


@pytest.mark.parametrize("text", RECOGNISED)
def test_a_derivative_is_what_people_write(text: str) -> None:
    assert derivative(text, "x") == RECOGNISED[text]


@pytest.mark.parametrize(
    ("expected", "text", "order"),
    [
        ("60*x^2", "x^5", 3),
        ("-cos(x)", "sin(x)", 7),
        ("exp(-x^2/2)*(x^2 - 1)", "exp(-x^2/2)", 2),
        ("(2*log(x) - 3)/x^3", "log(x)/x", 2),
    ],
)
def test_higher_orders(expected: str, text: str, order: int) -> None:
    assert derivative(text, "x", order=order) == expected


def test_variables_may_be_tensors() -> None:
    assert derivative("x[0]^2*x[1]", "x", x=[1.0, 2.0]) == "[2*x[0]*x[1], x[0]^2]"
    assert derivative("x[0]*mean(x)", "x", x=[1.0, 2.0]) == "[x[0] + x[1]/2, x[0]/2]"


def test_all_variables_are_found_and_mixed_derivatives_named_once() -> None:
    found = Differentiator("x^2*y + z").derivatives(2)
    assert {names: found.text(names) for names in found.parts} == {
        ("x", "x"): "2*y", ("x", "y"): "2*x", ("x", "z"): "0",
        ("y", "y"): "0", ("y", "z"): "0", ("z", "z"): "0",
    }  # fmt: skip


def test_what_the_value_does_not_depend_on_is_told() -> None:
    assert Differentiator("x^2", ["x", "y"]).derivatives().no_path == ["y"]


@pytest.mark.parametrize(
    ("message", "text"),
    [
        ("no variable to differentiate by", "1 + 2"),
        ("unknown function 'foo'", "foo(x)"),
        ("the language has no name for", "special.airy_ai(x)"),
        ("a number is divided by 0", "x/0"),
        ("lists are nested deeper than 64", "[" * 3000 + "x" + "]" * 3000),
    ],
)
def test_what_cannot_be_differentiated_is_said(message: str, text: str) -> None:
    with pytest.raises(LanguageError) as caught:
        Differentiator(text).derivatives()
    assert message in caught.value.message


# -- against numbers


def value(text: str, points: dict[str, float], tracked: bool = False) -> Any:
    code = compile_expression(parse_expression(text))
    leaves = {name: Tensor(v, tracked) for name, v in points.items()}
    with default_dtype(float64), np.errstate(all="ignore"):
        found = evaluate(code, leaves).value
        if not tracked:
            return found.item() if isinstance(found, Tensor) else float(found)
        return [g.item() if g else 0.0 for g in gradients([found], list(leaves.values()))]


ROWS = [
    row
    for row in registry.all_rows()
    if row.kind == "elementwise"
    and not row.name.rpartition(".")[2].startswith("_")
    and all(p.kind == "Array" or not p.required for p in row.params)
    and len(row.inputs) == len([p for p in row.params if p.kind == "Array"])
    and None not in row.rules
    and row.name not in ("special.airy_ai", "clamp")
]


@pytest.mark.parametrize("row", ROWS, ids=key_of)
def test_every_elementwise_function_agrees_with_grad(row: Row) -> None:
    names = ["x", "y", "z"][: len(row.inputs)]
    domains = row.domain or (-2.0, 2.0)
    if not isinstance(domains[0], tuple):
        domains = (domains,) * len(names)
    text = f"{short_name(row.name)}({', '.join(names)})"
    formulas = Differentiator(text, names).derivatives()
    for k in range(3):
        points = {
            name: float(draw(low=low, high=high, key=f"{row.name}{name}{k}"))
            for name, (low, high) in zip(names, domains, strict=True)
        }
        expected = value(text, points, tracked=True)
        found = [value(formulas.text((name,)), points) for name in names]
        np.testing.assert_allclose(found, expected, rtol=1e-7, atol=1e-9)


SMOOTH = ["sin", "cos", "exp", "tanh", "atan", "sinh", "erf", "sigmoid", "softplus", "asinh"]


def made(rng: random.Random, depth: int) -> str:
    """A random expression without poles."""
    if depth == 0:
        return rng.choice(["x", "x", "y", str(rng.randint(1, 9)), f"{rng.uniform(0, 3):.2f}"])
    first, second = made(rng, depth - 1), made(rng, depth - rng.randint(1, depth))
    return rng.choice(
        [
            f"({first} + {second})",
            f"({first} - {second})",
            f"{first}*{second}",
            f"({first})*({second})",
            f"({first})/(({second})^2 + 1)",
            f"({first})^{rng.randint(2, 3)}",
            f"sqrt(({first})^2 + {rng.randint(1, 4)})",
            f"log(({first})^2 + 1)",
            f"{rng.choice(SMOOTH)}(({first})/4)",
        ]
    )


@pytest.mark.parametrize("seed", range(60))
def test_a_random_expression_agrees_with_grad(seed: int) -> None:
    rng = random.Random(seed)
    text = f"x*y + {made(rng, 3)}"
    points = {"x": 0.7371, "y": -0.4193}
    formulas = Differentiator(text, ["x", "y"]).derivatives()
    found = [value(formulas.text((name,)), points) for name in ("x", "y")]
    np.testing.assert_allclose(found, value(text, points, tracked=True), rtol=1e-9, atol=1e-11)


def test_a_long_sum_is_collected_into_one_term() -> None:
    text = " + ".join(f"{k}*x^2" for k in range(1, 20_001))
    assert derivative(text, "x") == "400020000*x"
