"""Functions of a program, and how a call's arguments meet their parameters: Python's messages."""

from __future__ import annotations

from dataclasses import dataclass, field
from types import MethodType
from typing import TYPE_CHECKING

from ..compile import Code
from ..scope import Scope

if TYPE_CHECKING:
    from .machine import Machine


@dataclass(slots=True, eq=False)
class ProgramCode(Code):
    """What the machine runs for a program: its text, a function, a class or a comprehension."""

    qualname: str = ""
    doc: str | None = None
    positional_only: int = 0
    keyword_only: list[str] = field(default_factory=list)
    named_rest: str | None = None
    is_simple: bool = True
    is_generator: bool = False


class Function:
    """A function of a program. The machine enters it without recursion; natives call it too."""

    __slots__ = (
        "__dict__",
        "__weakref__",
        "code",
        "defaults",
        "keyword_defaults",
        "machine",
        "scope",
    )

    def __init__(
        self,
        code: ProgramCode,
        defaults: tuple,
        keyword_defaults: dict[str, object],
        scope: Scope,
        machine: Machine,
    ) -> None:
        if code.__class__ is not ProgramCode:  # `type(f)(…)`: a program would write the code itself
            raise TypeError("cannot create 'function' instances")
        self.code = code
        self.defaults = defaults
        self.keyword_defaults = keyword_defaults
        self.scope = scope
        self.machine = machine
        self.__name__ = code.name
        self.__qualname__ = code.qualname
        self.__doc__ = code.doc

    def __call__(self, *arguments: object, **keywords: object) -> object:
        return self.machine.call_from_outside(self, arguments, keywords)

    def __get__(self, instance: object, owner: type | None = None) -> object:
        return self if instance is None else MethodType(self, instance)

    def __copy__(self) -> Function:
        return self

    def __deepcopy__(self, memo: object) -> Function:
        return self

    def __repr__(self) -> str:
        return f"<function {self.__qualname__} at {self.machine.address(self)}>"


# Python's messages name the type of what they are about.
Function.__name__ = Function.__qualname__ = "function"
Function.__module__ = "builtins"


def bind(function: Function, arguments: tuple | list, keywords: dict | None) -> dict[str, object]:
    """Return the names a call starts with.

    Raises: TypeError, in Python's words.
    """
    code = function.code
    names = code.parameters
    if not keywords and code.is_simple and len(arguments) == len(names):
        return dict(zip(names, arguments, strict=True))
    count = len(names)
    bound = dict(zip(names, arguments, strict=False))
    if code.rest is not None:
        bound[code.rest] = tuple(arguments[count:])
    elif len(arguments) > count:
        raise TypeError(_too_many(function, len(arguments), keywords or {}))
    if keywords:
        _bind_keywords(function, bound, keywords)
    elif code.named_rest is not None:
        bound[code.named_rest] = {}
    _fill(function, bound)
    return bound


def _bind_keywords(function: Function, bound: dict[str, object], keywords: dict) -> None:
    code = function.code
    by_name = code.parameters[code.positional_only :]
    rest: dict[str, object] = {}
    only_positional = []
    for name, value in keywords.items():
        if name in by_name or name in code.keyword_only:
            if name in bound:
                raise TypeError(
                    f"{function.__qualname__}() got multiple values for argument '{name}'"
                )
            bound[name] = value
        elif code.named_rest is not None:
            rest[name] = value
        elif name in code.parameters:
            only_positional.append(name)
        else:
            raise TypeError(
                f"{function.__qualname__}() got an unexpected keyword argument '{name}'"
            )
    if only_positional:
        raise TypeError(
            f"{function.__qualname__}() got some positional-only arguments passed as keyword "
            f"arguments: '{', '.join(only_positional)}'"
        )
    if code.named_rest is not None:
        bound[code.named_rest] = rest


def _fill(function: Function, bound: dict[str, object]) -> None:
    """Give the parameters without argument their defaults."""
    code = function.code
    names, defaults = code.parameters, function.defaults
    first_default = len(names) - len(defaults)
    missing = []
    for i, name in enumerate(names):
        if name not in bound:
            if i < first_default:
                missing.append(name)
            else:
                bound[name] = defaults[i - first_default]
    if missing:
        raise TypeError(_missing(function, missing, "positional"))
    for name in code.keyword_only:
        if name not in bound:
            if name in function.keyword_defaults:
                bound[name] = function.keyword_defaults[name]
            else:
                missing.append(name)
    if missing:
        raise TypeError(_missing(function, missing, "keyword-only"))


def _too_many(function: Function, given: int, keywords: dict) -> str:
    code = function.code
    most = len(code.parameters)
    least = most - len(function.defaults)
    takes = f"from {least} to {most}" if least < most else str(most)
    plural = "" if most == 1 and least == most else "s"
    only = [name for name in code.keyword_only if name in keywords]
    extra = ""
    if only:
        plural_given = "" if given == 1 else "s"
        plural_only = "" if len(only) == 1 else "s"
        extra = (
            f" positional argument{plural_given} (and {len(only)} keyword-only "
            f"argument{plural_only})"
        )
    were = "was" if given == 1 and not only else "were"
    return (
        f"{function.__qualname__}() takes {takes} positional argument{plural} but "
        f"{given}{extra} {were} given"
    )


def _missing(function: Function, names: list[str], kind: str) -> str:
    quoted = [f"'{name}'" for name in names]
    if len(quoted) > 2:
        listed = f"{', '.join(quoted[:-1])}, and {quoted[-1]}"
    else:
        listed = " and ".join(quoted)
    plural = "" if len(quoted) == 1 else "s"
    return (
        f"{function.__qualname__}() missing {len(quoted)} required {kind} "
        f"argument{plural}: {listed}"
    )
