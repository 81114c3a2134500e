"""Values as terms over places: what readers of whole tensors pass around, and how axes move.

Places are counted from the end and negative, as the engine counts axes, so that lead axes do not
matter; an axis at no place of a value is one along which it is constant.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, NamedTuple

import numpy as np

from ...engine import Tensor
from ...engine.extent import Extent
from ...engine.symbol import Symbol
from .algebra import Term

Places = tuple[int, ...]


class Laid(NamedTuple):
    """A value: a term, and for each of its axes the place in the value, in order."""

    term: Term
    places: Places


def union(parts: Iterable[Places]) -> Places:
    """All places that are in one of several."""
    return tuple(sorted({place for places in parts for place in places}))


def with_axes(laid: Laid, count: int, dims: Sequence[int]) -> Laid:
    """A value with axes inserted at `dims`, of a result of `count` axes."""
    kept = [place for place in range(-count, 0) if place not in dims]
    return Laid(laid.term, tuple(kept[place] for place in laid.places))


def without_axes(laid: Laid, count: int, dims: Sequence[int]) -> Laid:
    """A value of `count` axes without those at `dims`, along which it is constant."""
    kept = [place for place in range(-count, 0) if place not in dims]
    return Laid(laid.term, tuple(kept.index(place) - len(kept) for place in laid.places))


def from_front(value: Any, ndim: int) -> Any:
    """Axes counted from the front, as people count them."""
    if isinstance(value, tuple):
        return tuple(v + ndim if v < 0 else v for v in value)
    return value + ndim if isinstance(value, int) and value < 0 else value


def raw_of(value: Any) -> Any:
    """An argument's value, or the example of it."""
    return value.example if value.__class__ is Symbol else value


def ndim_of(value: Any) -> int:
    """How many axes an argument has."""
    return np.ndim(raw_of(value)) if value.__class__ is not Tensor else value.ndim


def is_value(value: Any) -> bool:
    """Whether an argument is a number or tensor that a formula speaks of."""
    return value.__class__ in (Symbol, Tensor, np.ndarray) or isinstance(value, Extent)


def origins(value: Any) -> list[Symbol]:
    """The symbols that an argument is or is made of, those whose sizes it has included."""
    found: list[Symbol] = []
    todo = [value]
    while todo:
        part = todo.pop()
        if part.__class__ is Symbol:
            found.append(part)
        elif isinstance(part, Extent):
            found += [symbol for symbol, _ in part.factors]
        elif isinstance(part, list | tuple):
            todo += reversed(part)
    return found
