"""Makes a program say where it is: every operation then knows the place in the text it stands at.

A program pays for this only when somebody wants to know: its instructions are wrapped, in place.
"""

from __future__ import annotations

from collections.abc import Iterator

from ...engine.modes import state
from ..compile import Code, Instruction
from ..spans import Span
from .machine import Frame, Machine


class TellingMachine(Machine):
    """A machine for instructions that tell their places."""

    def run(self, frame: Frame, error: BaseException | None = None) -> object:
        """Run a frame; a native that called back goes on at its own place."""
        before = state.origin
        try:
            return super().run(frame, error)
        finally:
            state.origin = before


def tell_places(code: Code) -> None:
    """Let every step of a code, and of the functions in it, set `modes.state.origin` first."""
    todo = [code]
    while todo:
        code = todo.pop()
        todo += codes_in(code)
        code.instructions[:] = [telling(instruction) for instruction in code.instructions]


def codes_in(code: Code) -> Iterator[Code]:
    """The codes of the functions, classes and comprehensions right inside one."""
    for _, argument, _ in code.instructions:
        for part in argument if isinstance(argument, tuple) else (argument,):
            if isinstance(part, Code):
                yield part


def telling(instruction: Instruction) -> Instruction:
    """An instruction that tells its place, if it has one."""
    step, argument, span = instruction
    if span is None:
        return instruction

    def told(machine: Machine, argument: object, span: Span) -> int | None:
        state.origin = span
        return step(machine, argument, span)

    return told, argument, span
