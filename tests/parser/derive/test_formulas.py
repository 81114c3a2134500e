"""The derivatives that `functions` shows: every row has one, and formulas give the gradient."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest

from gradcalc.engine import Tensor, default_dtype, door, float64, registry
from gradcalc.engine.backward import gradients
from gradcalc.engine.row import Row
from gradcalc.parser.build import parse_expression
from gradcalc.parser.compile import compile_expression
from gradcalc.parser.derive.formulas import MISSING, WORDS, derivative
from gradcalc.parser.evaluate import evaluate

from ...engine.row_cases import key_of, samples_of
from ...sampling import Sample, draw

PUBLIC = [r for r in registry.all_rows() if not r.name.rpartition(".")[2].startswith("_")]
DIFFERENTIABLE = [r for r in PUBLIC if r.kind in ("elementwise", "linear", "structural", "zero")]


def formulas() -> Iterator[Any]:
    """Each formula with its row and the name of the input."""
    for row in DIFFERENTIABLE:
        found = derivative(row)
        if row.kind != "zero" and isinstance(found, dict):
            for name, text in found.items():
                if text != MISSING:
                    yield pytest.param(row, name, text, id=f"{key_of(row)}-{name}")


@pytest.mark.parametrize("row", DIFFERENTIABLE, ids=key_of)
def test_every_differentiable_function_says_its_derivative(row: Row) -> None:
    assert derivative(row)
    assert derivative(row) not in WORDS.values()


@pytest.mark.parametrize(("row", "name", "text"), list(formulas()))
def test_a_formula_gives_the_gradient(row: Row, name: str, text: str) -> None:
    checked = 0
    for call in calls_of(row):
        place = [p.name for p in row.params].index(name)
        leaves = call.canonical[place]
        leaves = leaves if isinstance(leaves, list) else [leaves]
        if not all(isinstance(leaf, Tensor) and leaf.requires_grad for leaf in leaves):
            continue
        code = compile_expression(parse_expression(text))
        with default_dtype(float64):
            found = evaluate(code, call.names()).value
        for expected, part in zip(call.gradients(leaves), as_list(found), strict=True):
            if expected is not None:
                np.testing.assert_allclose(
                    summed(part, expected.shape, call), expected.array(), rtol=1e-8, atol=1e-10
                )
                checked += 1
    assert checked


class Call:
    """One call of a row on leaves, with cotangents for its results."""

    def __init__(self, row: Row, canonical: list, results: list) -> None:
        self.row = row
        self.canonical = canonical
        self.results = results
        self.cotangents = [
            None if not tracked(r) else Tensor(drawn(r.shape, f"c{k}"))
            for k, r in enumerate(results)
        ]

    def names(self) -> dict[str, Any]:
        """What the words of a formula mean here."""
        found = {p.name: v for p, v in zip(self.row.params, self.canonical, strict=True)}
        outputs = self.row.outputs
        if outputs is None:
            found |= {"result": self.results[0], "g": self.cotangents[0]}
        elif outputs == "list":
            found["gs"] = self.cotangents
        else:
            found |= dict(zip(outputs, self.results, strict=True))
            found |= {f"g_{n}": g for n, g in zip(outputs, self.cotangents, strict=True)}
        return {name: detached(value) for name, value in found.items()}

    def gradients(self, leaves: list) -> list:
        """The gradients by the rules."""
        pairs = [
            (r, g) for r, g in zip(self.results, self.cotangents, strict=True) if g is not None
        ]
        return gradients([r for r, _ in pairs], leaves, [g for _, g in pairs], retain_graph=True)


def calls_of(row: Row) -> Iterator[Call]:
    """The row called on its samples, but on those that a formula does not speak of: with
    something left out, or words and switches that are not the default."""
    for sample in samples_of(row):
        if any(isinstance(a, np.ndarray) and not a.size for a in flat(sample.args)):
            continue
        canonical = canonical_arguments(row, sample)
        if canonical is None:
            continue
        with np.errstate(all="ignore"), default_dtype(float64):
            results = as_list(registry.operation(row)(*canonical))
        if any(tracked(r) for r in results):
            yield Call(row, canonical, results)


def canonical_arguments(row: Row, sample: Sample) -> list | None:
    args = [wrapped(a) for a in sample.args]
    for k, prepare in enumerate(sample.prepare):
        args[k] = args[k] if prepare is None else prepare(args[k])
    with default_dtype(float64):
        _, canonical = door.choose([row], args, {k: wrapped(v) for k, v in sample.kwargs.items()})
    for param, value in zip(row.params, canonical, strict=True):
        if param.kind in ("str", "bool") and param.default not in (None, value):
            return None
        if param.kind in ("Array", "Number", "Scalar") and value is None:
            return None
    return canonical


def wrapped(value: Any) -> Any:
    if isinstance(value, list | tuple) and any(isinstance(v, np.ndarray) for v in value):
        return [wrapped(v) for v in value]
    if not isinstance(value, np.ndarray):
        return value
    scalar = value.dtype == np.float64 and not value.ndim
    return Tensor(float(value) if scalar else value, value.dtype.kind == "f")


def flat(value: Any) -> Iterator[Any]:
    for part in value:
        if isinstance(part, list | tuple):
            yield from flat(part)
        else:
            yield part


def as_list(value: Any) -> list:
    return list(value) if isinstance(value, tuple | list) else [value]


def tracked(value: Any) -> bool:
    return isinstance(value, Tensor) and value.requires_grad


def drawn(shape: tuple[int, ...], key: str) -> Any:
    return draw(*shape, key=key) if shape else float(draw(key=key))


def detached(value: Any) -> Any:
    if isinstance(value, list):
        return [detached(v) for v in value]
    return value.detach() if isinstance(value, Tensor) else value


def summed(value: Any, shape: tuple[int, ...], call: Call) -> np.ndarray:
    """A formula's value summed over the axes that were broadcast."""
    array = value.array() if isinstance(value, Tensor) else np.asarray(value)
    if call.row.kind == "elementwise":
        array = np.broadcast_to(array, call.results[0].shape)
    array = array.sum(tuple(range(array.ndim - len(shape))))
    axes = tuple(k for k, (n, m) in enumerate(zip(shape, array.shape, strict=True)) if n == 1 < m)
    return array.sum(axes, keepdims=True) if axes else array


GRID = [-2.5, -1.5, -1.0, -0.5, 0.0, 0.5, 1.0, 1.5, 2.5]


@pytest.mark.parametrize("row", [r for r in PUBLIC if r.defined], ids=key_of)
def test_where_a_function_is_defined_it_is_finite_and_elsewhere_not(row: Row) -> None:
    names = [p.name for p in row.params if p.required]
    points = dict(zip(names, map(np.ravel, np.meshgrid(*[GRID] * len(names))), strict=True))
    code = compile_expression(parse_expression(row.defined))
    expected = evaluate(code, {n: Tensor(v) for n, v in points.items()}).value
    with np.errstate(all="ignore"):
        found = row.forward(*points.values(), *(p.default for p in row.params if not p.required))
    np.testing.assert_array_equal(np.isfinite(found), expected.array())
