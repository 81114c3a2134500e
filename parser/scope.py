"""Where names live while a text runs: environments, and functions with the environment they close
over."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from .compile import Code


class Scope:
    """The names of a text or of one call, and the scope around it."""

    __slots__ = ("names", "parent")

    def __init__(self, names: dict[str, object], parent: Scope | None) -> None:
        self.names = names
        self.parent = parent


UNSET = object()


def find(scope: Scope | None, name: str) -> object:
    """Return the value of a name here or in a scope around, or UNSET."""
    while scope is not None:
        if name in scope.names:
            return scope.names[name]
        scope = scope.parent
    return UNSET


class Frame:
    """One running code: where it is, its scope, and the place it was called from."""

    __slots__ = ("code", "place", "scope", "span")

    def __init__(self, code: Code, scope: Scope, span: object) -> None:
        self.code = code
        self.scope = scope
        self.span = span
        self.place = 0


@dataclass(slots=True, eq=False)
class Function:
    """A function of the user's. The machine enters it without recursion; natives may call it
    too."""

    code: Code
    defaults: list[object]
    scope: Scope
    call: Callable[[Function, tuple], object]

    def __call__(self, *arguments: object) -> object:
        return self.call(self, arguments)


class ArgumentError(TypeError):
    """A call of a user's function with arguments that do not fit its parameters."""


def bind(function: Function, arguments: tuple, keywords: dict[str, object]) -> dict[str, object]:
    """Return the names a call starts with.

    Raises: ArgumentError.
    """
    code = function.code
    names = code.parameters
    if len(arguments) > len(names) and code.rest is None:
        raise ArgumentError(_count_message(function, len(arguments)))
    bound: dict[str, object] = dict(zip(names, arguments, strict=False))
    if code.rest is not None:
        bound[code.rest] = tuple(arguments[len(names) :])
    for name, value in keywords.items():
        if name not in names:
            raise ArgumentError(f"{code.name}() has no parameter '{name}'")
        if name in bound:
            raise ArgumentError(f"{code.name}() got two values for '{name}'")
        bound[name] = value
    if len(bound) < len(names) + (code.rest is not None):
        first_default = len(names) - len(function.defaults)
        for i, name in enumerate(names):
            if name not in bound:
                if i < first_default:
                    raise ArgumentError(_missing_message(function, bound, len(arguments)))
                bound[name] = function.defaults[i - first_default]
    return bound


def _count_message(function: Function, given: int) -> str:
    most = len(function.code.parameters)
    least = most - len(function.defaults)
    takes = f"{least} to {most}" if least < most else str(most)
    plural = "" if takes == "1" else "s"
    return f"{function.code.name}() takes {takes} argument{plural}, but {given} were given"


def _missing_message(function: Function, bound: dict[str, object], given: int) -> str:
    required = function.code.parameters[: len(function.code.parameters) - len(function.defaults)]
    missing = " and ".join(f"'{name}'" for name in required if name not in bound)
    return f"{function.code.name}() needs a value for {missing}"
