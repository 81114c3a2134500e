"""What Python's types do when a program calls them: only that, and nothing too large."""

from __future__ import annotations

import itertools
from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING, Any

from .formatting import text_of
from .sets import FrozenSet, Set

if TYPE_CHECKING:
    from .machine import Machine


def _collect(kind: type) -> Callable[..., Any]:
    """A container of the items of an iterable."""

    def make(machine: Machine, *arguments: Any, **keywords: Any) -> Any:
        return kind(*(bounded(machine, a) for a in arguments), **keywords)

    return make


# Iterators that hand out another's items: who goes through them counts, for there may be 10**18.
LAZY = frozenset(
    [
        map, filter, zip, enumerate, reversed, type(iter(range(1))), type(iter(range(1 << 70))),
        *(getattr(itertools, name) for name in (
            "accumulate", "chain", "compress", "dropwhile", "filterfalse", "groupby", "islice",
            "pairwise", "starmap", "takewhile", "zip_longest",
        )),
    ]
)  # fmt: skip


def bounded(machine: Machine, value: Any) -> Any:
    """Return what is about to be gone through in one step, unless it is too long."""
    if value.__class__ is range and len(value) > machine.limits.sequence_length:
        raise MemoryError("the sequence would be too long")
    return counted(machine, value)


def counted(machine: Machine, value: Any) -> Any:
    """Return what a native goes through by itself, with each item counted as a step.

    What has all its items already, and the program's own generators, which count, stay as they are.
    """
    if value.__class__ not in LAZY and value.__class__ is not range:
        return value
    if value.__class__ is range and len(value) <= machine.limits.sequence_length:
        return value

    def passed(item: Any) -> Any:
        machine.count(1)
        return item

    return map(passed, value)


def _integer(machine: Machine, *arguments: Any, **keywords: Any) -> int:
    return int(*arguments, **keywords)


def _bytes(machine: Machine, *arguments: Any) -> bytes:
    if arguments and isinstance(arguments[0], int):
        bounded(machine, range(arguments[0]))
    return bytes(*arguments)


def _str(machine: Machine, *arguments: Any, **keywords: Any) -> str:
    if len(arguments) == 1 and not keywords:
        return text_of(arguments[0])
    return str(*arguments, **keywords)


def _map(machine: Machine, function: Any, *items: Any) -> Any:
    return map(guarded(machine, function), *items)


def _filter(machine: Machine, function: Any, items: Any) -> Any:
    return filter(guarded(machine, function), items)


GUARDS: dict[type, Callable[..., Any]] = {
    list: _collect(list),
    tuple: _collect(tuple),
    Set: _collect(Set),
    FrozenSet: _collect(FrozenSet),
    bytes: _bytes,
    str: _str,
    map: _map,
    filter: _filter,
}


def guarded(machine: Machine, function: Any) -> Any:
    """Return a function for a native to call, with the guard of a type kept."""
    if not isinstance(function, type) or function not in GUARDS:
        return function
    return Guarded(machine, function)


class Guarded:
    """A type for a native to call, which looks like that type."""

    __slots__ = ("kind", "make")

    def __init__(self, machine: Machine, kind: type) -> None:
        self.kind = kind
        self.make = partial(GUARDS[kind], machine)

    def __call__(self, *arguments: Any, **keywords: Any) -> Any:
        return self.make(*arguments, **keywords)

    def __deepcopy__(self, memo: object) -> Guarded:
        return self

    def __repr__(self) -> str:
        return repr(self.kind)
