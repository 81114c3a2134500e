"""Operations on symbols: they write down what they would compute."""

from __future__ import annotations

import numpy as np
import pytest

from gradcalc.engine import Tensor, namespace, registry
from gradcalc.engine.symbol import Symbol, Undecided, deciding


def written(value: object) -> str:
    """A symbol as nested calls."""
    if not isinstance(value, Symbol):
        return repr(value)
    if value.name:
        return value.name
    return f"{value.row.name}({', '.join(map(written, value.args))})"


def symbols(*names: str) -> list[Symbol]:
    return [Symbol(name) for name in names]


@pytest.mark.parametrize(
    ("expected", "made"),
    [
        ("add(x, y)", lambda x, y: x + y),
        ("mul(x, 2)", lambda x, y: 2 * x),
        ("pow(x, 3)", lambda x, y: x**3),
        ("pow(2, x)", lambda x, y: 2**x),
        ("rsub(x, 1)", lambda x, y: 1 - x),
        ("bitwise_and(lt(x, y), ne(y, 0))", lambda x, y: (x < y) & (y != 0)),
        ("eq(x, y)", lambda x, y: x == y),
        ("neg(abs(x))", lambda x, y: -abs(x)),
    ],
)
def test_operators_write_their_operation(expected: str, made) -> None:
    assert expected == written(made(*symbols("x", "y")))


@pytest.mark.parametrize(
    ("expected", "name", "args"),
    [
        ("sin(x)", "sin", "x"),
        ("atan2(x, y)", "atan2", "xy"),
        ("where(x, y, 0.0)", "where", ["x", "y", 0.0]),
        ("clamp(x, 0, None)", "clamp", ["x", 0]),
        ("pow(x, 2)", "square", "x"),
    ],
)
def test_functions_of_the_language_take_symbols(expected: str, name: str, args) -> None:
    given = [Symbol(a) if isinstance(a, str) else a for a in args]
    assert expected == written(namespace.lookup(name)(*given))


def test_a_tensor_beside_a_symbol_is_a_constant() -> None:
    (x,) = symbols("x")
    t = Tensor(np.ones(2), requires_grad=True)
    for made in (x * t, t * x, t / x, namespace.lookup("atan2")(t, x)):
        assert made.__class__ is Symbol
        assert any(a is t for a in made.args)


def test_a_rule_on_symbols_is_its_formula() -> None:
    (row,) = (r for r in registry.lookup("atan") if not r.overload)
    g, self = symbols("g", "self")
    assert "div(g, add(mul(self, self), 1))" == written(row.rules[0].function(g, self))


def test_a_symbol_with_an_example_knows_its_shape() -> None:
    x = Symbol("x", np.ones((2, 3)))
    y = namespace.lookup("sum")(x, dim=0)
    assert ((3,), 1, "float64") == (y.shape, y.ndim, y.dtype.name)
    assert (2, 2) == (x @ Symbol("y", np.ones((3, 2)))).shape


def test_several_results_are_symbols_of_their_names() -> None:
    found = namespace.lookup("max")(Symbol("x", np.ones((2, 3))), 1)
    assert ("max", 0, 1) == (found.values.row.name, found.values.number, found.indices.number)
    assert (2,) == found.values.shape


@pytest.mark.parametrize(
    "question",
    [bool, lambda x: x.shape, lambda x: x.ndim, lambda x: x.dtype, lambda x: x if x > 0 else 0],
)
def test_a_question_that_needs_a_value_is_an_error(question) -> None:
    with pytest.raises(Undecided):
        question(Symbol("x"))


def test_who_listens_decides() -> None:
    asked = []

    def decide(symbol: Symbol) -> bool:
        asked.append(written(symbol))
        return True

    with deciding(decide):
        assert "yes" == ("yes" if Symbol("x") == 2 else "no")
    assert ["eq(x, 2)"] == asked
