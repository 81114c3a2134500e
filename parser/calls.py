"""Steps of functions: making one, calling it, and coming back from it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from .problems import RunError, describe
from .scope import Frame, Function, Scope, bind
from .spans import Span
from .steps import ENTER, LEAVE, build_list, spread

if TYPE_CHECKING:
    from .compile import Code
    from .evaluate import Machine


def make_function(machine: Machine, argument: tuple[Code, int], span: Span) -> None:
    """Replace the defaults of a function by the function, with the scope it closes over."""
    code, default_count = argument
    build_list(machine, default_count, span)
    defaults = machine.stack.pop()
    machine.stack.append(Function(code, defaults, machine.scope, machine.call_from_outside))


def call(machine: Machine, count: int, span: Span) -> int | None:
    """Call with positional arguments only."""
    stack = machine.stack
    base = len(stack) - count
    arguments = stack[base:]
    del stack[base:]
    return _call(machine, stack.pop(), arguments, {}, span)


def call_with_names(
    machine: Machine, argument: tuple[list[bool], list[str]], span: Span
) -> int | None:
    """Call with starred or named arguments; the named ones lie on top."""
    starred, names = argument
    build_list(machine, len(names), span)
    values = machine.stack.pop()
    build_list(machine, len(starred), span)
    arguments = spread(machine, machine.stack.pop(), starred)
    keywords = dict(zip(names, values, strict=True))
    return _call(machine, machine.stack.pop(), arguments, keywords, span)


def _call(
    machine: Machine, function: object, arguments: list, keywords: dict[str, object], span: Span
) -> int | None:
    if function.__class__ is Function:
        return enter(machine, function, tuple(arguments), keywords, span)  # type: ignore[arg-type]
    if not callable(function):
        raise RunError(
            "TypeError", f"{describe(function)} is not a function", "",
            ("to multiply, write *",),
        )  # fmt: skip
    machine.state.origin = span
    result = function(*arguments, **keywords)
    machine.stack.append(result)
    if machine.watch is not None:
        bound = getattr(function, "args", ())  # a method is a partial: what it is called on
        owners = [value for value in bound if machine.is_tensor(value)]
        machine.watch(span, result, (*owners, *arguments, *keywords.values()))
    return None


def enter(
    machine: Machine, function: Function, arguments: tuple, keywords: dict, span: Span
) -> int:
    """Begin a user's function: a frame more, no recursion."""
    if len(machine.frames) > machine.limits.call_depth:
        limit = machine.limits.call_depth
        raise RunError("LimitError", f"functions call each other more than {limit} deep")
    machine.spend(function.code)
    scope = Scope(bind(function, arguments, keywords), function.scope)
    machine.frames.append(Frame(function.code, scope, span))
    machine.scope = scope
    return ENTER


def finish(machine: Machine, argument: None, span: Span) -> int:
    """End the running code; its value stays on the stack."""
    machine.frames.pop()
    if machine.frames:
        machine.scope = machine.frames[-1].scope
    return LEAVE
