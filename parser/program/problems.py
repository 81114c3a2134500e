"""Errors of a program: Python's exceptions, the way they took, and what no program catches."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, NamedTuple

from ..spans import Span

if TYPE_CHECKING:
    from .functions import ProgramCode
    from .machine import Frame

# Where an error keeps its way, and the names that were visible where one was missing.
ENTRIES = "way of the error"
VISIBLE = "visible names"
# Where an error of the reverse pass keeps what it has to do with: `engine.errors.Places`.
PLACES = "places of the error"
NOTED = frozenset({ENTRIES, VISIBLE, PLACES})
# Exceptions of these packages show themselves as the Python exception that they are.
INTERNAL = ("gradcalc.", "numpy")


class Stop(BaseException):
    """A limit was passed: the program ends, whatever it catches."""


class Entry(NamedTuple):
    """A line of a traceback: the code and the place in it; `frame` tells calls apart."""

    code: ProgramCode
    span: Span | None
    frame: int


def as_plain(error: BaseException, plain_type: Callable[[type], type]) -> BaseException:
    """Return an error as programs see it: one of Python's, torch's, or the program's own.

    `plain_type` says what Python or torch would raise where one of ours was raised.
    """
    if isinstance(error, Stop) or not type(error).__module__.startswith(INTERNAL):
        return error
    kind = plain_type(type(error))
    # numpy keeps what an array would have been, and makes the message of it
    plain = kind(str(error)) if kind is MemoryError else kind(*error.args)
    if isinstance(error, AttributeError) and isinstance(plain, AttributeError):
        plain.name, plain.obj = error.name, error.obj
    if (places := getattr(error, "places", None)) is not None:
        plain.__dict__[PLACES] = places
    return plain


def note(error: BaseException, frame: Frame) -> None:
    """Write down that an error passed through a frame."""
    entries = error.__dict__.setdefault(ENTRIES, [])
    if entries and entries[-1].frame == id(frame):
        return  # raised again where it was caught
    entries.append(Entry(frame.code, span_of(frame), id(frame)))


def span_of(frame: Frame) -> Span | None:
    """Return the place in the program where a frame is."""
    instructions = frame.code.instructions
    for place in range(frame.place - 1, -1, -1):
        if instructions[place][2] is not None:
            return instructions[place][2]
    return frame.code.span


def entries_of(error: BaseException) -> list[Entry]:
    """Return the way of an error, innermost first."""
    return error.__dict__.get(ENTRIES, [])


def places_of(error: BaseException) -> Any:
    """Return the `engine.errors.Places` of an error, or None."""
    return error.__dict__.get(PLACES)
