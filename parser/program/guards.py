"""What Python's types do when a program calls them: only that, and nothing too large."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from .sets import FrozenSet, Set

if TYPE_CHECKING:
    from .machine import Machine


def _collect(kind: type) -> Callable[..., Any]:
    """A container of the items of an iterable."""

    def make(machine: Machine, *arguments: Any, **keywords: Any) -> Any:
        return kind(*(bounded(machine, a) for a in arguments), **keywords)

    return make


def bounded(machine: Machine, value: Any) -> Any:
    """Return what is about to be gone through in one step, unless it is too long."""
    if value.__class__ is range and len(value) > machine.limits.sequence_length:
        raise MemoryError("the sequence would be too long")
    return value


def _integer(machine: Machine, *arguments: Any, **keywords: Any) -> int:
    return int(*arguments, **keywords)


def _bytes(machine: Machine, *arguments: Any) -> bytes:
    if arguments and isinstance(arguments[0], int):
        bounded(machine, range(arguments[0]))
    return bytes(*arguments)


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
    map: _map,
    filter: _filter,
}


def guarded(machine: Machine, function: Any) -> Any:
    """Return a function for a native to call, with the guard of a type kept."""
    guard = GUARDS.get(function) if isinstance(function, type) else None
    if guard is None:
        return function
    return lambda *arguments, **keywords: guard(machine, *arguments, **keywords)
