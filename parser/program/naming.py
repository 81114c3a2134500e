"""What a running program calls a value: a variable, or a place in what a variable holds."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from .classes import of_program

if TYPE_CHECKING:
    from .machine import Machine

MOST_PARTS = 1000
DEEPEST = 2


def scopes(machine: Machine) -> Iterator[dict[str, object]]:
    """The variables of the whole program, then of its calls, the outermost first."""
    yield machine.globals
    for frame in machine.frames[1:]:
        yield frame.scope.names


def variables(machine: Machine) -> dict[str, object]:
    """The variables by name, the outermost of each name."""
    found: dict[str, object] = {}
    for names in scopes(machine):
        found = {**names, **found}
    return found


def name_of(machine: Machine, value: object) -> str:
    """What a program would write for a value; '' where nothing leads to it."""
    return next((name for name, found in paths(machine) if found is value), "")


def paths(machine: Machine) -> Iterator[tuple[str, object]]:
    """The variables of each scope, then what is in their lists, dicts, objects and modules."""
    for names in scopes(machine):
        level = list(names.items())
        yield from level
        for _ in range(DEEPEST):
            level = [part for name, value in level for part in parts_of(name, value)]
            yield from level


def parts_of(name: str, value: object) -> Iterator[tuple[str, object]]:
    """What is in a value, by what a program would write for it."""
    if isinstance(value, (list, tuple)):
        for k, part in enumerate(value[:MOST_PARTS]):
            yield f"{name}[{k}]", part
    elif isinstance(value, dict):
        for key, part in list(value.items())[:MOST_PARTS]:
            yield f"{name}[{key!r}]", part
        return
    if hasattr(type(value), "named_parameters"):
        for path, part in value.named_parameters():  # type: ignore[attr-defined]
            yield f"{name}.{path}", part
    if of_program(type(value)):
        for key, part in list(getattr(value, "__dict__", {}).items())[:MOST_PARTS]:
            if not key.startswith("_"):
                yield f"{name}.{key}", part
