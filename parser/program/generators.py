"""Generators of a program: frames that hand out values and wait."""

from __future__ import annotations

from typing import TYPE_CHECKING, NoReturn

from .functions import ProgramCode

if TYPE_CHECKING:
    from .machine import Frame, Machine


class Generator:
    """Runs a frame up to its next value each time one is asked for."""

    __slots__ = ("__weakref__", "frame", "machine", "running", "started")

    def __new__(cls, machine: Machine, frame: Frame) -> Generator:
        if frame.code.__class__ is not ProgramCode:  # `type(g)(…)`, with a frame of the program's
            raise TypeError("cannot create 'generator' instances")
        return object.__new__(cls)

    def __init__(self, machine: Machine, frame: Frame) -> None:
        self.machine = machine
        self.frame = frame
        self.started = False
        self.running = False

    def __iter__(self) -> Generator:
        return self

    def __next__(self) -> object:
        return self.send(None)

    def send(self, value: object) -> object:
        """Go on, with `value` as the result of the yield that waits."""
        frame = self.frame
        if frame.done:
            raise StopIteration
        if self.started and not self.running:
            frame.stack.append(value)
        elif value is not None:
            raise TypeError("can't send non-None value to a just-started generator")
        return self._run(None)

    def throw(self, error: object, value: object = None, traceback: object = None) -> object:
        """Raise an error at the yield that waits."""
        problem = error() if isinstance(error, type) else error
        if isinstance(value, BaseException):
            problem = value
        if not isinstance(problem, BaseException):
            raise TypeError("exceptions must be classes or instances deriving from BaseException")
        if self.frame.done:
            raise problem
        return self._run(problem)

    def close(self) -> None:
        """Raise GeneratorExit at the yield that waits, so that what must run at the end does."""
        if self.frame.done or not self.started:
            self.frame.done = True
            return
        try:
            self.throw(GeneratorExit())
        except (GeneratorExit, StopIteration):
            return
        raise RuntimeError("generator ignored GeneratorExit")

    def _run(self, error: BaseException | None) -> object:
        if self.running:
            raise ValueError("generator already executing")
        self.started = self.running = True
        try:
            value = self.machine.run(self.frame, error)
        except StopIteration as problem:
            raise RuntimeError("generator raised StopIteration") from problem
        finally:
            self.running = False
        if self.frame.done:
            raise StopIteration(value)
        return value

    def __del__(self) -> None:
        if self.frame.blocks and not self.frame.done and not self.running:
            self.close()

    def __reduce__(self) -> NoReturn:
        raise TypeError("cannot pickle 'generator' object")  # as copy says; it asks here

    def __repr__(self) -> str:
        address = self.machine.address(self)
        return f"<generator object {self.frame.code.qualname} at {address}>"


Generator.__name__ = Generator.__qualname__ = "generator"
Generator.__module__ = "builtins"


def next_of(iterator: object, sent: object) -> tuple[bool, object]:
    """Ask an iterator for its next value; return whether it was over, and the value or result."""
    try:
        if sent is None:
            return False, next(iterator)  # type: ignore[call-overload]
        return False, iterator.send(sent)  # type: ignore[attr-defined]
    except StopIteration as end:
        return True, end.value
