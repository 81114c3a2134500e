"""A program under observation: its traces, and its first NaN or infinity."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from typing import IO, TYPE_CHECKING

from ..parser.errors import LanguageError
from ..parser.spans import Source
from .files import file_fault
from .program_faults import FirstBirth
from .report import render
from .status import Status
from .terminal import warn
from .trace.program import ProgramTrace

if TYPE_CHECKING:
    from ..parser.program.machine import Machine
    from .run import Tracing
    from .trace.appearance import Appearance

# what holds one picture, and not one after the other
SINGLE = ("mermaid", "svg", "html")


class Watch:
    """What is to be seen of one run, by its options.

    Raises: LanguageError for a file that cannot be written.
    """

    def __init__(
        self, source: Source, tracing: Tracing, appearance: Appearance, finite: bool
    ) -> None:
        self.birth = FirstBirth(source) if finite else None
        self.trace: ProgramTrace | None = None
        self.file: IO[str] | None = None
        self.problem: OSError | None = None
        if tracing.is_asked():
            if tracing.trace_to is not None:
                self.file = opened(tracing.trace_to)
            call = tracing.trace_call
            if call is None and appearance.format in SINGLE:
                call = 1
            self.trace = ProgramTrace(source, appearance, call, self.write)

    @contextmanager
    def observe(self, machine: Machine) -> Iterator[None]:
        """Watch what runs inside the block."""
        with ExitStack() as stack:
            for part in (self.trace, self.birth):
                if part is not None:
                    stack.enter_context(part.observe(machine))
            yield

    def write(self, text: str) -> None:
        """Write a trace; what goes wrong is no error of the program, and waits for its end."""
        if self.file is None:
            warn(text)
            return
        try:
            self.file.write(text)
        except OSError as problem:
            self.problem = problem

    def end(self) -> Status:
        """Close the file, report what was seen; return what it means for the exit status.

        Raises: LanguageError where the file could not be written.
        """
        if self.file is not None:
            try:
                self.file.close()
            except OSError as problem:
                self.problem = problem
            if self.problem is not None:
                raise unwritable(self.file.name, self.problem)
        if self.trace is not None and self.trace.passes < (self.trace.call or 1):
            warn(f"note: reverse passes that ran: {self.trace.passes}\n")
        if self.birth is None or self.birth.fault is None:
            return Status.FINE
        warn(render(self.birth.fault))
        return Status.NONFINITE


def opened(path: str) -> IO[str]:
    """A file to write traces to. Raises: LanguageError where it cannot be written."""
    try:
        return open(path, "w", encoding="utf-8", newline="\n")
    except OSError as problem:
        raise unwritable(path, problem) from None


def unwritable(path: str, problem: OSError) -> LanguageError:
    """Make the fault for a file that cannot be written."""
    return file_fault(path, problem.strerror or str(problem))
