"""Runs the instructions of a program: frames, errors on their way to a handler, limits.

The same flat instructions as for expressions, on a machine that knows frames of their own stack
(a generator keeps its frame between runs) and blocks: what is to be done when a frame is left
early. Neither a deep program nor a deep call recurses here; only natives that call back do.
"""

from __future__ import annotations

from collections.abc import Callable
from enum import IntEnum
from typing import TYPE_CHECKING, NamedTuple

from ..limits import Limits
from ..scope import Scope
from ..steps import ENTER, LEAVE
from .functions import Function, ProgramCode, bind
from .problems import Stop, as_plain, entries_of, note

if TYPE_CHECKING:
    from .generators import Generator
    from .namespaces import Namespace

SUSPEND = -3
MOST_FRAMES = 1000  # Python's own limit, which programs can observe


class BlockKind(IntEnum):
    """What leaving a block early means."""

    TRY = 0  # errors go to its handlers
    FINALLY = 1  # everything runs its end first: errors, return, break, continue
    HANDLER = 2  # an error is being handled; its name ends with the block


class Block(NamedTuple):
    """A block of a frame: where its end begins, and how high the stack is there."""

    kind: BlockKind
    place: int
    height: int
    clear: tuple | None = None


class Frame:
    """One running code: where it is, its scope, its values and its blocks."""

    __slots__ = ("blocks", "code", "done", "place", "scope", "stack")

    def __init__(self, code: ProgramCode, scope: Scope, stack: list) -> None:
        self.code = code
        self.scope = scope
        self.stack = stack
        self.blocks: list[Block] = []
        self.place = 0
        self.done = False


class Machine:
    """One run of a program."""

    def __init__(self, limits: Limits, write: Callable[[str], object]) -> None:
        # Not above: a program that is not of the language never loads numpy.
        from ...engine import Tensor
        from ...engine.addresses import address, number
        from ...engine.surface import members
        from . import attributes
        from .natives import native_names

        self.limits = limits
        self.write = write
        self.builtins = native_names(self)
        self.modules: dict[str, Namespace] = {}
        self.globals: dict[str, object] = {"__name__": "__main__", "__doc__": None}
        self.tensor_type = Tensor
        self.members = members
        self.attributes = attributes
        self.address = address
        self.number = number
        self.frames: list[Frame] = []
        self.stack: list = []
        self.scope = Scope(self.globals, None)
        self.handled: list[BaseException] = []
        self.steps_left = limits.steps

    def run(self, frame: Frame, error: BaseException | None = None) -> object:
        """Run a frame until it returns or yields; `error` is raised where it stands, if given."""
        # One loop in one function: a call for each instruction would be most of the time it takes.
        frames = self.frames
        floor = len(frames)
        if floor >= MOST_FRAMES:
            raise RecursionError("maximum recursion depth exceeded")
        frames.append(frame)
        self.stack, self.scope = frame.stack, frame.scope
        instructions, place = frame.code.instructions, frame.place
        while True:
            if error is None:
                try:
                    while True:
                        step, argument, span = instructions[place]
                        place += 1
                        target = step(self, argument, span)
                        if target is None:
                            continue
                        if target >= 0:
                            place = target
                            continue
                        if target == ENTER:
                            frames[-2].place = place
                            frame = frames[-1]
                            instructions, place = frame.code.instructions, 0
                            self.stack, self.scope = frame.stack, frame.scope
                            continue
                        value = frame.stack.pop()
                        frame.place = place
                        frame.done = target == LEAVE
                        frames.pop()
                        if len(frames) == floor:
                            self.resume()
                            return value
                        frame = frames[-1]
                        instructions, place = frame.code.instructions, frame.place
                        self.stack, self.scope = frame.stack, frame.scope
                        self.stack.append(value)
                except BaseException as problem:  # a program may handle any; recover tells which
                    frames[-1].place = place
                    error = problem
            frame = self.recover(error, floor)
            error = None
            instructions, place = frame.code.instructions, frame.place

    def recover(self, problem: BaseException, floor: int) -> Frame:
        """Find who handles an error in the frames above a floor; raise it where nobody does."""
        error = as_plain(problem, self.members.error_type)
        error.__traceback__ = None  # it would keep the frames, and with them tensors, alive
        if not entries_of(error):  # new here; a context from inside a native is none of a program's
            error.__context__ = self.handled[-1] if self.handled else None
        frames = self.frames
        while len(frames) > floor:
            frame = frames[-1]
            note(error, frame)
            while frame.blocks:
                block = frame.blocks.pop()
                if block.kind is BlockKind.HANDLER:
                    self.leave_handler(block, frame)
                elif not isinstance(error, Stop):
                    del frame.stack[block.height :]
                    frame.stack.append(error)
                    frame.place = block.place
                    self.resume()
                    return frame
            frame.done = True
            frames.pop()
        self.resume()
        raise error

    def leave_handler(self, block: Block, frame: Frame) -> None:
        """End the handling of an error: forget it, and the name it had."""
        del self.handled[block.height :]
        if block.clear is not None:
            step, argument, span = block.clear
            scope = self.scope
            self.scope = frame.scope
            step(self, argument, span)
            self.scope = scope

    def resume(self) -> None:
        """Go back to the frame on top."""
        if self.frames:
            frame = self.frames[-1]
            self.stack, self.scope = frame.stack, frame.scope

    def call_from_outside(self, function: Function, arguments: tuple, keywords: dict) -> object:
        """Call a function of the program from a native one."""
        frame = self.frame_of(function, arguments, keywords)
        if frame.code.is_generator:
            return self.generator(frame)
        return self.run(frame)

    def frame_of(self, function: Function, arguments: tuple | list, keywords: dict | None) -> Frame:
        """Return a frame ready to run a call."""
        self.spend(function.code)
        return Frame(function.code, Scope(bind(function, arguments, keywords), function.scope), [])

    def generator(self, frame: Frame) -> Generator:
        """Return what iterates by running a frame."""
        from .generators import Generator

        return Generator(self, frame)

    def spend(self, code: ProgramCode) -> None:
        """Count a call or an iteration against the limit of steps, by the length of its code."""
        self.count(len(code.instructions))

    def count(self, steps: int) -> None:
        """Count so many steps against the limit."""
        self.steps_left -= steps
        if self.steps_left < 0:
            raise Stop(f"the program takes more than {self.limits.steps} steps")

    def take(self, count: int) -> list:
        """Take some values off the stack, in the order they were put there."""
        stack = self.stack
        values = stack[len(stack) - count :]
        del stack[len(stack) - count :]
        return values
