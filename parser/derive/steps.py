"""The steps of a derivative: each operation with its derivative and the rule that gave it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from ...engine.derivation import Choice
from ...engine.symbol import Symbol, among
from ..unparse import unparse
from .differentiate import Differentiator
from .formulas import derivative
from .spelling import spelled

MOST_STEPS = 200


def steps_of(differentiator: Differentiator) -> list[str]:
    """A line for each operation that depends on a variable, innermost first."""
    lines = []
    for symbol in operations(differentiator.value):
        if len(lines) >= MOST_STEPS:
            lines.append("…")
            break
        text = unparse(spelled(differentiator.tidied(symbol)))
        for name in differentiator.wrt:
            found = differentiator.derivative(symbol, name)
            if found is not None:
                slope = unparse(spelled(differentiator.tidied(found)))
                lines.append(f"d({text})/d{name} = {slope}    [{rule_of(symbol)}]")
    return lines


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
