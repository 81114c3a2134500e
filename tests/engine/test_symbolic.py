"""The reverse pass over expressions gives the derivatives of the reverse pass over tensors."""

from __future__ import annotations

import numpy as np
import pytest

from gradcalc.engine import Tensor, default_dtype, float64, namespace, registry
from gradcalc.engine.backward import gradients
from gradcalc.engine.errors import NotDifferentiable
from gradcalc.engine.row import Row
from gradcalc.engine.symbol import Symbol
from gradcalc.engine.symbolic import cotangents

from ..sampling import draw
from .row_cases import key_of

POINTS = (0.3, 0.7, 1.4)


def function(name: str):
    return namespace.lookup(name)


EXPRESSIONS = {
    "product": lambda x, y: x**2 * function("sin")(y),
    "quotient": lambda x, y: x / (x + y),
    "used twice": lambda x, y: function("exp")(x * y) * x + function("exp")(x * y),
    "power": lambda x, y: x**y + 2**x,
    "chosen": lambda x, y: function("where")(x > y, x, y * y),
    "two results": lambda x, y: function("max")(function("stack")([x, y]), 0).values,
    "norm": lambda x, y: function("norm")(function("stack")([x, y, x * y])),
    "determinant": lambda x, y: function("det")(
        function("reshape")(function("stack")([x, y, y, x]), (2, 2))
    ),
}


@pytest.mark.parametrize("name", EXPRESSIONS)
def test_an_expression_has_the_gradient_of_tensors(name: str) -> None:
    made = EXPRESSIONS[name]
    with default_dtype(float64):
        symbols = [Symbol("x", 0.8), Symbol("y", 0.6)]
        leaves = [Tensor(0.8, True), Tensor(0.6, True)]
        found = cotangents(made(*symbols), symbols)
        expected = gradients([made(*leaves)], leaves)
    for f, e in zip(found, expected, strict=True):
        assert (f if isinstance(f, float) else f.example) == pytest.approx(e.item())


SCALAR_ROWS = [
    row
    for row in registry.all_rows()
    if row.kind == "elementwise"
    and all(p.kind == "Array" or not p.required for p in row.params)
    and not row.name.startswith("_")
    and None not in row.rules
    and not row.name.startswith("clamp")
]


@pytest.mark.parametrize("row", SCALAR_ROWS, ids=key_of)
def test_the_rule_of_a_row_gives_its_derivative(row: Row) -> None:
    places = [i for i in row.inputs if row.rules[row.inputs.index(i)] is not None]
    domains = row.domain or (-2.0, 2.0)
    if not isinstance(domains[0], tuple):
        domains = (domains,) * len(row.params)
    arrays = {
        i: float(draw(low=low, high=high, key=f"{row.name}{i}"))
        for i, (low, high) in zip(row.inputs, domains, strict=False)
    }
    settings = [p.default for p in row.params]
    symbols = [Symbol(row.params[i].name, v) for i, v in arrays.items()]
    leaves = [Tensor(v, k in places) for k, v in arrays.items()]
    wanted = [k for k, i in enumerate(arrays) if i in places]
    found = cotangents(_called(row, settings, arrays, symbols), [symbols[k] for k in wanted])
    out = _called(row, settings, arrays, leaves)
    expected = gradients([out], [leaves[k] for k in wanted])
    for f, e in zip(found, expected, strict=True):
        value = f if isinstance(f, float) else f.example
        np.testing.assert_allclose(value, e.array(), rtol=1e-6, atol=1e-9)


def _called(row: Row, settings: list, arrays: dict, values: list) -> object:
    arguments = list(settings)
    for i, value in zip(arrays, values, strict=True):
        arguments[i] = value
    with np.errstate(all="ignore"):
        return registry.operation(row)(*arguments)


def test_what_is_not_reached_has_no_cotangent() -> None:
    x, y = Symbol("x", 1.0), Symbol("y", 1.0)
    assert cotangents(x * 2, [x, y])[1] is None
    assert cotangents(function("floor")(x) + y, [x, y]) == [None, 1.0]
    assert cotangents(function("where")(x)[0], [x]) == [None]


def test_a_missing_rule_is_an_error() -> None:
    x = Symbol("x", 1.5)
    with pytest.raises(NotDifferentiable):
        cotangents(function("special.zeta")(x, 2.0), [x])


def test_a_long_sum_takes_no_recursion() -> None:
    x = Symbol("x", 1.0)
    total = x
    for _ in range(20_000):
        total = total + x
    assert cotangents(total, [x]) == [20_001.0]
