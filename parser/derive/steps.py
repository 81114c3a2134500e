"""The steps of a derivative: each operation with its derivative and the rule that gave it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from ...engine.derivation import Choice
from ...engine.symbol import Symbol, among
from ..unparse import unparse
from .differentiate import Differentiator
from .formulas import derivative
from .slopes import everything
from .spelling import spelled

MOST_STEPS = 200


def steps_of(differentiator: Differentiator) -> list[str]:
    """What names are taken for, and a line for each operation that depends on a variable,
    innermost first."""
    lines = []
    if differentiator.of_unknown_shape:
        lines = [f"{name} is taken for a {kind}" for name, kind in differentiator.assumed.items()]
    texts: dict[int, str] = {}
    for symbol in operations(differentiator.value):
        if len(lines) >= MOST_STEPS:
            lines.append("…")
            break
        text = texts[id(symbol)] = unparse(spelled(differentiator.value_term(symbol)))
        moved = any(texts.get(id(a), a.name) == text for a in among(symbol.args))
        if symbol.row.kind != "plain" and not moved:
            lines += _lines_for(differentiator, symbol, text)
    return lines


def _lines_for(differentiator: Differentiator, symbol: Symbol, text: str) -> Iterator[str]:
    """The derivatives of one operation; without a formula where it has more axes than a matrix."""
    rule = rule_of(symbol)
    for name in differentiator.wrt:
        if differentiator.has_formula(symbol, name):
            found = differentiator.derivative(symbol, name)
            if found is not None:
                slope = unparse(spelled(differentiator.tidied(found)))
                yield f"d({text})/d{name} = {slope}    [{rule}]"
        elif depends_on(symbol, differentiator.symbols[name]):
            yield f"d({text})/d{name}    [{rule}]"


def depends_on(symbol: Symbol, variable: Symbol) -> bool:
    """Whether an operation has a variable in it."""
    return any(part is variable for part in everything(symbol))


def rule_of(symbol: Symbol) -> str:
    """The name of an operation and its derivative."""
    found = derivative(symbol.row)
    if isinstance(found, dict):
        found = ", ".join(f"{name}: {formula}" for name, formula in found.items())
    return f"{symbol.row.name}: {found}"


def operations(value: Any) -> Iterator[Symbol]:
    """The operations that a value is made of, each after those it is made from."""
    done: set[int] = set()
    todo = list(_symbols(value))[::-1]
    while todo:
        item = todo[-1]
        waiting = [] if id(item) in done else [a for a in among(item.args) if id(a) not in done]
        if waiting:
            todo += reversed(waiting)
            continue
        todo.pop()
        if id(item) not in done:
            done.add(id(item))
            if not item.name:
                yield item


def _symbols(value: Any) -> Iterator[Symbol]:
    if isinstance(value, Choice):
        for part in value:
            yield from _symbols(part)
    else:
        yield from among([value])
