"""Python's words for a wrong call of what in torch is a function written in Python.

A form here is the text after `def` in a line of `forms.txt`: names, `=_` after those that
have a default, and `*` before those that go by name only. What follows an `@` says how anything
but a tensor is refused: `@size` by an attribute that it lacks, `@elu.input.1` by the function `elu`
below, whose first argument it becomes.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from ..errors import EngineAttributeError, EngineTypeError
from ..tensor import Tensor


def check(name: str, form: str, args: tuple, kwargs: Mapping[str, object]) -> None:
    """Raise Python's TypeError if a function of this form does not take the arguments."""
    before, _, after = form.partition("*, ")
    positional = [p.partition("=") for p in before.split(", ") if p]
    names = [p[0].partition("@")[0] for p in positional]
    by_name = [p.partition("=")[0] for p in after.split(", ") if p]
    for keyword in kwargs:
        if keyword in names[: len(args)]:
            raise EngineTypeError(f"{name}() got multiple values for argument '{keyword}'")
        if keyword not in names and keyword not in by_name:
            raise EngineTypeError(f"{name}() got an unexpected keyword argument '{keyword}'")
    if len(args) > len(names):
        least = sum(not default for _, default, _ in positional)
        raise EngineTypeError(_too_many(name, least, len(names), len(args)))
    needed = [n for n, (_, default, _) in zip(names, positional, strict=True) if not default]
    missing = [n for n in needed if n not in names[: len(args)] and n not in kwargs]
    if missing:
        plural = "s" if len(missing) > 1 else ""
        raise EngineTypeError(
            f"{name}() missing {len(missing)} required positional argument{plural}: "
            f"{_listed(missing)}"
        )


def check_tensors(form: str, args: tuple, kwargs: Mapping[str, object]) -> None:
    """Raise the TypeError or AttributeError that something else than a tensor meets."""
    for place, parameter in enumerate(form.split(", ")):
        name, _, refused = parameter.partition("@")
        value = args[place] if place < len(args) else kwargs.get(name)
        if refused and not isinstance(value, Tensor):
            function, _, rest = refused.partition(".")
            if not rest:
                kind = type(value).__name__
                raise EngineAttributeError(f"'{kind}' object has no attribute '{function}'")
            shown, _, number = rest.partition(".")
            raise EngineTypeError(
                f"{function}(): argument '{shown}' (position {number}) must be Tensor, not "
                f"{type(value).__name__}"
            )


def _too_many(name: str, least: int, most: int, count: int) -> str:
    takes = f"{most}" if least == most else f"from {least} to {most}"
    plural, verb = ("" if most == 1 else "s"), ("was" if count == 1 else "were")
    return f"{name}() takes {takes} positional argument{plural} but {count} {verb} given"


def _listed(names: Sequence[str]) -> str:
    quoted = [f"'{n}'" for n in names]
    if len(quoted) < 3:
        return " and ".join(quoted)
    return f"{', '.join(quoted[:-1])}, and {quoted[-1]}"
