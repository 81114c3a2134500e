"""Derivatives of tensors as wholes: cotangents from a symbolic seed, and their terms.

A number is differentiated by any tensor; a vector by a vector or a number, all its elements at
once: the seed of the reverse pass is the identity, and its first axis stays in front.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from typing import Any, NamedTuple

import numpy as np

from ...engine.symbol import Symbol, among
from ...engine.symbolic import cotangents
from .algebra import Algebra, Term
from .arrays import Unwritable
from .wholes import WholeReader


class Slope(NamedTuple):
    """The derivative of a value by a variable.

    found: the cotangent of the variable, None without a path; seed: that of the value, or None.
    """

    value: Any
    variable: Symbol
    seed: Symbol | None
    found: Any

    @property
    def rank(self) -> int:
        """How many axes the derivative has."""
        value = self.value.example if self.value.__class__ is Symbol else self.value
        return np.ndim(value) + np.ndim(self.variable.example)


def slope(value: Any, variable: Symbol) -> Slope:
    """Differentiate a symbol or number.

    Raises: what the rules raise; Unwritable for more axes than a matrix has.
    """
    rank = np.ndim(value.example) if value.__class__ is Symbol else 0
    if rank + np.ndim(variable.example) > 2 or rank > 1:
        raise Unwritable("a tensor of more than two axes")
    seed = Symbol("g", 1.0 if not rank else np.eye(len(value.example)))
    found = cotangents(value, [variable], seed)[0] if value.__class__ is Symbol else None
    return Slope(value, variable, seed, found)


def no_slope(value: Any, variable: Symbol) -> Any:
    """The derivative of a value that does not depend on a variable; part by part of a list."""
    if isinstance(value, list | tuple):
        return [no_slope(part, variable) for part in value]
    return Slope(value, variable, None, None)


def read(algebra: Algebra, slope: Slope) -> Term:
    """The term of a derivative. Raises: Unwritable."""
    value, variable, seed, found = slope
    reader = WholeReader(algebra, undefined_in(value))
    if seed is not None and found is not None:
        reader.seed(seed, value)
    parts = [part for part in (value, variable) if part.__class__ is Symbol]
    return reader.whole(0 if found is None else found, parts)


def read_value(algebra: Algebra, value: Any) -> Term:
    """The term of a value itself. Raises: Unwritable."""
    return WholeReader(algebra, undefined_in(value)).whole(value)


def undefined_in(value: Any) -> set[int]:
    """The conditions, by identity, under which a value is made not a number on purpose."""
    return {
        id(symbol.args[0])
        for symbol in everything(value)
        if not symbol.name
        and len(symbol.args) == 3
        and symbol.row.name == "where"
        and is_nan(symbol.args[1])
    }


def is_nan(value: Any) -> bool:
    """Whether an argument is the number that is none."""
    return value.__class__ is float and math.isnan(value)


def everything(value: Any) -> Iterator[Symbol]:
    """The symbols that a value is made of, each once."""
    found: dict[int, Symbol] = {}
    todo = list(among([value]))
    while todo:
        symbol = todo.pop()
        if id(symbol) not in found:
            found[id(symbol)] = symbol
            todo += among(symbol.args)
    return iter(found.values())
