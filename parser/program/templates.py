"""Steps of f-strings."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..spans import Span
from .formatting import convert, format_value

if TYPE_CHECKING:
    from .machine import Machine


def make_text(machine: Machine, argument: tuple[str, bool], span: Span) -> None:
    """Format the value on the stack, by the spec above it if there is one."""
    conversion, has_spec = argument
    stack = machine.stack
    spec = stack.pop() if has_spec else ""
    stack[-1] = format_value(convert(stack[-1], conversion), spec)


def join_texts(machine: Machine, count: int, span: Span) -> None:
    """Replace the parts of an f-string by the text they make."""
    machine.stack.append("".join(machine.take(count)))
