"""Derivatives in vectors and matrices: recognisable, and equal to the numbers that grad gives."""

from __future__ import annotations

import random
from itertools import product
from string import Formatter
from typing import Any

import numpy as np
import pytest

from gradcalc.engine import Tensor, default_dtype, float64, tensor
from gradcalc.engine.functional import hessian, jacobian
from gradcalc.parser.build import parse_expression
from gradcalc.parser.compile import compile_expression
from gradcalc.parser.derive.differentiate import Derivatives, Differentiator
from gradcalc.parser.errors import LanguageError
from gradcalc.parser.evaluate import evaluate

from ...sampling import draw

RECOGNISED = {
    "x @ A @ x": {"x": "(A + A.T) @ x", "A": "outer(x, x)"},
    "x @ y": {"x": "y", "y": "x"},
    "dot(x, y)": {"x": "y"},
    "x.T @ x": {"x": "2*x"},
    "x @ A @ y": {"x": "A @ y", "y": "A.T @ x", "A": "outer(x, y)"},
    "A @ x": {"x": "A"},
    "A @ x + b": {"x": "A", "b": "eye(len(b))"},
    "sin(A @ x)": {"x": "diag(cos(A @ x)) @ A"},
    "norm(x)": {"x": "x/norm(x)"},
    "norm(A)": {"A": "A/norm(A)"},
    "norm(A @ x - b)": {"x": "A.T @ (A @ x - b)/norm(A @ x - b)"},
    "sum((A@x - b)^2)": {"x": "2*A.T @ (A @ x - b)", "A": "2*outer(A @ x - b, x)"},
    "mean((A@x - b)^2)": {"x": "2*A.T @ (A @ x - b)/len(b)"},
    "r = A@x - b; r @ r": {"x": "2*A.T @ (A @ x - b)"},
    "(x - m) @ inv(S) @ (x - m)": {"x": "(inv(S) + inv(S).T) @ (x - m)"},
    "logdet(A)": {"A": "inv(A).T"},
    "slogdet(A)[1]": {"A": "inv(A).T"},
    "det(A)": {"A": "det(A)*inv(A).T"},
    "trace(A)": {"A": "eye(len(A))"},
    "trace(A @ B)": {"A": "B.T", "B": "A.T"},
    "trace(A.T @ A)": {"A": "2*A"},
    "trace(inv(A) @ B)": {"A": "-inv(A).T @ B.T @ inv(A).T", "B": "inv(A).T"},
    "b @ solve(A, b)": {"A": "-outer(solve(A.T, b), solve(A, b))"},
    "sum(log(x))": {"x": "1/x"},
    "sum(x*log(x))": {"x": "log(x) + 1"},
    "sum(x)": {"x": "ones_like(x)"},
    "mean(x)": {"x": "ones_like(x)/len(x)"},
    "mean(A^2)": {"A": "2*A/numel(A)"},
    "sum(A @ x)": {"x": "sum(A, 0)", "A": "x*ones_like(A)"},
    "sum(sigmoid(A @ x))": {"x": "A.T @ (sigmoid(A @ x) - sigmoid(A @ x)^2)"},
    "logsumexp(x, 0)": {"x": "softmax(x, 0)"},
    "logsumexp(A @ x, 0)": {"x": "A.T @ softmax(A @ x, 0)"},
    "sum(softmax(x, 0)*y)": {"x": "softmax(x, 0)*(y - sum(y*softmax(x, 0)))"},
    "softmax(x, 0)": {"x": "diag(softmax(x, 0)) - outer(softmax(x, 0), softmax(x, 0))"},
    "exp(-x @ x/2)": {"x": "-x*exp(-x @ x/2)"},
    "sum(outer(x, y)*A)": {"x": "A @ y", "y": "A.T @ x", "A": "outer(x, y)"},
    "max(x)": {"x": "where(x == max(x), 1, 0)/sum(where(x == max(x), 1, 0))"},
    "logdet(A @ A.T)": {"A": "2*inv(A @ A.T) @ A"},
    "sum((x - mean(x))^2)/len(x)": {"x": "2*(x - mean(x))/len(x)"},
    "[x @ y, sum(y)]": {"x": "[y, zeros_like(x)]"},
    "x @ [1, 2, 3]": {"x": "[1, 2, 3]"},
    "len(x)*sum(x)": {"x": "len(x)*ones_like(x)"},
    "norm(A @ x - b)^2 + t*norm(x)^2": {"x": "2*A.T @ (A @ x - b) + 2*t*x"},
    "f(u) = u @ u; f(x - m)": {"x": "2*x - 2*m"},
    "y @ log(x) + (1-y) @ log(1-x)": {"x": "(y - x)/(x*(1 - x))"},
    "t^2*norm(x)": {"t": "2*t*norm(x)", "x": "t^2*x/norm(x)"},
}


def found_for(text: str, *wrt: str, order: int = 1, **examples: Any) -> Derivatives:
    with default_dtype(float64):
        known = {name: tensor(value) for name, value in examples.items()}
        return Differentiator(text, wrt or None, examples=known).derivatives(order)


@pytest.mark.parametrize("text", RECOGNISED)
def test_a_derivative_is_what_people_write(text: str) -> None:
    expected = RECOGNISED[text]
    found = found_for(text, *expected)
    assert {name: found.text((name,)) for name in expected} == expected


SECOND = {
    "x @ A @ x": "A + A.T",
    "x @ x": "2*eye(len(x))",
    "sum((A@x - b)^2)": "2*A.T @ A",
    "sum(log(x))": "-diag(1/x^2)",
    "norm(x)": "eye(len(x))/norm(x) - outer(x, x)/norm(x)^3",
    "mean(x^2*sin(x))": "diag((4*x*cos(x) - x^2*sin(x) + 2*sin(x))/len(x))",
    "logsumexp(solve(A, x), 0)": (
        "solve(A.T, inv(A)*softmax(solve(A, x), 0)[:, None] "
        "- outer(softmax(solve(A, x), 0), inv(A).T @ softmax(solve(A, x), 0))).T"
    ),
    "logsumexp(x, 0)": "diag(softmax(x, 0)) - outer(softmax(x, 0), softmax(x, 0))",
}


@pytest.mark.parametrize("text", SECOND)
def test_a_second_derivative_is_the_hessian(text: str) -> None:
    assert found_for(text, "x", order=2).text(("x", "x")) == SECOND[text]


def test_what_does_not_vary_is_zero_in_all_its_elements() -> None:
    assert (
        found_for("x @ y", "x", order=2).text(("x", "x")) == "outer(zeros_like(y), zeros_like(x))"
    )
    assert found_for("[x @ y, 3]", "x").text(("x",)) == "[y, zeros_like(x)]"
    assert found_for("y @ y", "x", x=[1.0, 2.0]).text(("x",)) == "zeros_like(x)"


def test_examples_are_written_as_wholes_too() -> None:
    assert found_for("norm(x)", "x", x=[3.0, 4.0]).text(("x",)) == "x/norm(x)"
    assert found_for("mean(x^2)", "x", x=[1.0, 2.0]).text(("x",)) == "2*x/len(x)"


def test_element_by_element_where_there_is_no_form() -> None:
    assert found_for("x[0]^2*x[1]", "x", x=[1.0, 2.0]).text(("x",)) == "[2*x[0]*x[1], x[0]^2]"


def test_values_become_constants() -> None:
    with default_dtype(float64):
        given = {"A": tensor([[1.0, 2.0], [3.0, 4.0]])}
        found = Differentiator("x @ A @ x", ["x"], given).derivatives()
    assert found.text(("x",)) == "[[2, 5], [5, 8]] @ x"


@pytest.mark.parametrize(
    ("expected", "text"),
    [
        ({"x": "vector", "A": "matrix"}, "x @ A @ x"),
        ({"a": "matrix"}, "det(a)"),
        ({"A": "number", "x": "number"}, "A*sin(x)"),
        ({"t": "number", "x": "vector", "y": "vector"}, "t*x @ y"),
        ({"A": "matrix", "x": "vector", "b": "vector"}, "norm(A@x - b)"),
        ({"x": "vector", "n": "number"}, "sum(x^n)"),
        ({"x": "number"}, "norm([x, 2])"),
        ({"X": "matrix", "w": "vector", "y": "vector"}, "r = X@w - y; r @ r"),
        ({"u": "vector", "v": "vector", "c": "number"}, "u @ v + c"),
    ],
)
def test_what_names_hold_is_told_by_their_use(expected: dict[str, str], text: str) -> None:
    assert Differentiator(text).assumed == expected


@pytest.mark.parametrize(
    "text", ["x[0]^2*x[1]", "var(x)", "gradient(x)[0]", "inv(A)", "A @ x + det(x)"]
)
def test_where_shapes_are_missing_an_example_is_asked_for(text: str) -> None:
    with pytest.raises(LanguageError) as caught:
        Differentiator(text).derivatives()
    assert "an example of its value says what a name holds: x x='[1,2]'" in caught.value.helps


# -- against numbers


def drawn(name: str, shape: tuple[int, ...]) -> Any:
    """A value without symmetry; square matrices have an inverse."""
    if not shape:
        return float(draw(low=0.3, high=0.9, key=name))
    values = draw(*shape, low=0.2, high=0.9, key=name)
    return values + 2 * np.eye(shape[0]) if len(shape) == 2 and shape[0] == shape[1] else values


def points_for(text: str, kinds: dict[str, str]) -> dict[str, Any]:
    """Values for names, of different sizes where the text allows; a trace wants a square."""
    ranks = {name: ("number", "vector", "matrix").index(kind) for name, kind in kinds.items()}
    choices = (3,) if "trace" in text or "[1, 2, 3]" in text else (2, 4)
    for sizes in sorted(product(choices, repeat=sum(ranks.values())), key=lambda s: -len(set(s))):
        left = list(sizes)
        shapes = {n: tuple(left.pop(0) for _ in range(rank)) for n, rank in ranks.items()}
        points = {name: drawn(name, shape) for name, shape in shapes.items()}
        try:
            value(text, points)
        except LanguageError:
            continue
        return points
    raise AssertionError(f"no shapes fit {text}")


def value(text: str, points: dict[str, Any]) -> Any:
    code = compile_expression(parse_expression(text))
    with default_dtype(float64), np.errstate(all="ignore"):
        variables = {n: p if isinstance(p, Tensor) else Tensor(p) for n, p in points.items()}
        found = evaluate(code, variables).value
    return found if isinstance(found, Tensor) else tensor(found, float64)


def check(text: str, *wrt: str, order: int = 1) -> None:
    """Every derivative of a text, evaluated, is what the engine computes."""
    differentiator = Differentiator(text, wrt or None)
    points = points_for(text, differentiator.assumed)
    derivatives = differentiator.derivatives(order)
    for names in derivatives.parts:

        def function(x: Tensor, name: str = names[0]) -> Any:
            return value(text, {**points, name: x})

        x = Tensor(points[names[0]])
        with default_dtype(float64), np.errstate(all="ignore"):
            expected = hessian(function, x)[0][0] if order == 2 else jacobian(function, x)[0]
        found = value(derivatives.text(names), points)
        assert expected is not None
        assert found.shape == expected.shape
        np.testing.assert_allclose(found.array(), expected.array(), rtol=1e-7, atol=1e-9)


@pytest.mark.parametrize("text", RECOGNISED)
def test_a_derivative_agrees_with_grad(text: str) -> None:
    check(text, *RECOGNISED[text])


@pytest.mark.parametrize("text", SECOND)
def test_a_second_derivative_agrees_with_the_hessian(text: str) -> None:
    check(text, "x", order=2)


SCALAR = [
    "{v} @ {w}",
    "sum({v})",
    "norm({v})",
    "logsumexp({v}, 0)",
    "mean({v}*{w})",
    "{v} @ {m} @ {w}",
    "trace({m})",
    "sum({m}*{n})",
    "logdet({m} @ {m}.T + {s}^2*eye(len({m})))",
    "norm({m})",
]
VECTOR = [
    "x",
    "y",
    "{m} @ {v}",
    "{v} + {w}",
    "{v} - 2*{w}",
    "{v}*{w}",
    "{s}*{v}",
    "sin({v})",
    "exp({v}/4)",
    "softmax({v}, 0)",
    "sigmoid({v})",
    "solve({m} @ {m}.T + 9*eye(len(x)), {v})",
    "({v})^2",
]
MATRIX = [
    "A",
    "B",
    "{m}.T",
    "{m} @ {n}",
    "{m} + {n}",
    "outer({v}, {w})",
    "tanh({m})",
    "{s}*{m}",
    "inv({m} @ {m}.T + 9*eye(len(A)))",
]
NUMBER = ["({v} @ {w})", "sum({v})", "2", "sum({m})"]
FORMS = {"s": NUMBER, "v": VECTOR, "w": VECTOR, "m": MATRIX, "n": MATRIX}
LEAVES = {"s": ["0.5", "3"], "v": ["x", "y"], "w": ["y", "x"], "m": ["A", "B"], "n": ["B", "A"]}


def made(rng: random.Random, form: str, depth: int) -> str:
    """A random expression of vectors and matrices of one size."""
    kinds = [kind for _, kind, _, _ in Formatter().parse(form) if kind]
    parts = {
        kind: f"({made(rng, rng.choice(FORMS[kind]), depth - 1)})"
        if depth
        else rng.choice(LEAVES[kind])
        for kind in kinds
    }
    return form.format(**parts)


@pytest.mark.parametrize("seed", range(60))
def test_a_random_expression_agrees_with_grad(seed: int) -> None:
    rng = random.Random(seed)
    text = "trace(A @ B) + x @ y + " + made(rng, rng.choice(SCALAR), 2)
    check(text, "x", "A")


@pytest.mark.parametrize("seed", range(40))
def test_a_random_hessian_agrees_with_numbers(seed: int) -> None:
    rng = random.Random(seed)
    check("trace(A @ B) + x @ x + " + made(rng, rng.choice(SCALAR), 1), "x", order=2)
