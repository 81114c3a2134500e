"""Runs a program text: parse, compile, execute."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager, nullcontext
from typing import TYPE_CHECKING

from ..errors import Label, LanguageError
from ..limits import Limits
from ..scope import Scope
from .build import parse_program
from .functions import ProgramCode
from .lower import compile_program
from .problems import Stop, entries_of

if TYPE_CHECKING:
    from .machine import Machine

# A call that goes through natives takes several of Python's frames; MOST_FRAMES bounds the calls.
PYTHON_FRAMES = 10_000


class OutputError(Stop):
    """The output could not be written; `problem` says why."""

    def __init__(self, problem: Exception) -> None:
        super().__init__()
        self.problem = problem


def read_program(text: str, limits: Limits, name: str) -> ProgramCode:
    """Parse and compile a program.

    Raises: LanguageError.
    """
    return compile_program(parse_program(text, limits, name))


def run_program(
    code: ProgramCode,
    limits: Limits,
    write: Callable[[str], object],
    tensor_bytes: int = 4 << 30,
    observe: Callable[[Machine], AbstractContextManager[object]] | None = None,
) -> BaseException | None:
    """Run a program and return the error that ended it, if one did.

    `write` takes what it prints, piece by piece; what `write` raises ends the program. `observe`
    gives a context to run it in, and lets its operations know where they stand: for good.
    Raises: LanguageError where a limit was passed.
    """
    from ...engine.modes import fresh, implemented_only
    from .machine import Frame, Machine

    def tell(text: str) -> None:
        try:
            write(text)
        except Exception as problem:
            raise OutputError(problem) from None

    if observe is None:
        machine = Machine(limits, tell)
    else:
        from .places import TellingMachine, tell_places

        tell_places(code)
        machine = TellingMachine(limits, tell)
    try:
        watched = observe(machine) if observe else nullcontext()
        with fresh(tensor_bytes), implemented_only(), _deep_calls(), watched:
            machine.run(Frame(code, Scope(machine.globals, None), []))
    except OutputError as stop:
        raise stop.problem from None
    except Stop as stop:
        entries = entries_of(stop)
        labels = [Label(e.span) for e in entries[:1] if e.span is not None]
        raise LanguageError("LimitError", str(stop), code.source, labels) from None
    except KeyboardInterrupt:
        raise
    except BaseException as error:
        return error
    return None


@contextmanager
def _deep_calls() -> Iterator[None]:
    """Let Python's own stack be as deep as a program's calls through natives need it."""
    depth = sys.getrecursionlimit()
    sys.setrecursionlimit(PYTHON_FRAMES)
    try:
        yield
    finally:
        sys.setrecursionlimit(depth)
