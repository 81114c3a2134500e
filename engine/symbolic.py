"""The reverse pass over an expression: derivatives of symbols by the rules of their rows."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any

import numpy as np

from . import dtypes
from .apply import inputs_of
from .ops import lead
from .ops.place import Pieces
from .row import Rule
from .symbol import Symbol, Undecided, among, deciding, sibling
from .tensor import Tensor


def cotangents(output: Symbol, inputs: Sequence[Symbol], seed: Any = 1.0) -> list[Any]:
    """The cotangent of each input, a symbol or a number; None where no path leads there.

    seed: the cotangent of the output; it may have lead axes, which stay in front. Contributions
    add up in the order in which the parts of the expression stand, so that sums read from left to
    right. Raises: NotDifferentiable, and Undecided where a rule asks for what a symbol does not
    know.
    """
    count = len(lead.shape_of(seed)) - np.ndim(output.example) if isinstance(seed, Symbol) else 0
    arrived: dict[int, list] = {id(output): [seed]}
    for symbol in reversed(_from_inputs(output, inputs)):
        g = _total(arrived[id(symbol)]) if id(symbol) in arrived else None
        if g is None:
            continue
        arguments = inputs_of(symbol.row, symbol.args)
        parts = pulled(symbol, g, count)
        for argument, part in reversed(list(zip(arguments, parts, strict=True))):
            if argument.__class__ is Symbol and part is not None:
                whole = part.whole() if part.__class__ is Pieces else part
                arrived.setdefault(id(argument), []).append(whole)
    return [_total(arrived.get(id(x), ())) for x in inputs]


def _total(parts: Iterable[Any]) -> Any:
    """The sum of contributions, the last that arrived first."""
    total = None
    for part in reversed(list(parts)):
        total = part if total is None else total + part
    return total


def _from_inputs(output: Symbol, inputs: Sequence[Symbol]) -> list[Symbol]:
    """The operations that depend on the inputs, each after those it depends on."""
    depends = {id(x): True for x in inputs}
    order: list[Symbol] = []
    todo = [output]
    while todo:
        symbol = todo[-1]
        waiting = [] if id(symbol) in depends else [
            a for a in among(symbol.args) if id(a) not in depends
        ]  # fmt: skip
        if waiting:
            todo += reversed(waiting)
            continue
        todo.pop()
        if id(symbol) not in depends:
            depends[id(symbol)] = any(depends[id(a)] for a in among(symbol.args))
            if depends[id(symbol)]:
                order.append(symbol)
    return order


def pulled(symbol: Symbol, g: Any, count: int = 0) -> list:
    """The cotangents of the inputs of a symbol's operation from that of its result.

    count: how many lead axes they have. What a rule asks about values is answered by the
    examples, which stand for any others.
    """
    with deciding(_by_example):
        return _pulled(symbol, g, count)


def _by_example(symbol: Symbol) -> bool:
    if symbol.example is None:
        raise Undecided(symbol)
    return bool(np.all(symbol.example))


def _pulled(symbol: Symbol, g: Any, count: int) -> list:
    row = symbol.row
    if row.kind == "zero" or not row.inputs:
        return [None] * len(row.inputs)
    if not row.rules:
        found = _run(symbol, 0, row.vjp, g)
        return list(found) if isinstance(found, tuple | list) else [found]
    found = [
        _run(symbol, k, rule, g) if symbol.args[i].__class__ is Symbol else None
        for k, (i, rule) in enumerate(zip(row.inputs, row.rules, strict=True))
    ]
    shapes = [np.shape(_example(symbol.args[i])) for i in row.inputs]
    return [
        None if d is None else lead.sum_back(d, count, shape)
        for d, shape in zip(found, shapes, strict=True)
    ]


def _run(symbol: Symbol, number: int, rule: Rule | None, g: Any) -> Any:
    if rule is None:
        symbol.row.missing_rule(number)
    return rule.function(*[_named(symbol, name, g) for name in rule.names])


def _named(symbol: Symbol, name: str, g: Any) -> Any:
    """What a rule means by a name, for a symbol's operation."""
    row = symbol.row
    outputs = row.outputs if isinstance(row.outputs, tuple) else ()
    if name == "g":
        return g
    if name == "gs":
        return [g if k == symbol.number else None for k in range(symbol.count)]
    if name.startswith("g_") and name[2:] in outputs:
        return g if outputs.index(name[2:]) == symbol.number else None
    if name == "result":
        return symbol
    if name in outputs:
        return sibling(symbol, outputs.index(name))
    if name == "needs":
        return (True,) * len(inputs_of(row, symbol.args))
    arguments = dict(zip((p.name for p in row.params), symbol.args, strict=True))
    if name in arguments:
        return arguments[name]
    stem, _, what = name.rpartition("_")
    return _each(arguments[stem], _shape if what == "shape" else _dtype)


def _each(value: Any, fact: Callable) -> Any:
    """A fact of an argument, or of those of a list."""
    return [fact(v) for v in value] if value.__class__ is list else fact(value)


def _shape(value: Any) -> tuple[int, ...]:
    known = value.__class__ is not Symbol or value.example is not None
    return lead.shape_of(value) if known else ()


def _dtype(value: Any) -> dtypes.DType:
    return dtypes.of(_example(value))


def _example(value: Any) -> Any:
    """A raw value of the kind of an argument; a number where nothing is known."""
    if value.__class__ is Symbol:
        return 0.0 if value.example is None else value.example
    return value.data if value.__class__ is Tensor else value
