"""Places in a text: a source, a span of it, and lines and columns for people.

Offsets count characters (code points) from 0; lines and columns count from 1. Nothing here knows
the language or a terminal: an excerpt is text and cells, and whoever prints decides about colour.
"""

from __future__ import annotations

import unicodedata
from dataclasses import dataclass
from typing import NamedTuple

ELLIPSIS = "…"


class Span(NamedTuple):
    """The characters of a source from `start` up to, not including, `end`."""

    start: int
    end: int


class Position(NamedTuple):
    """A place as people count: both from 1."""

    line: int
    column: int


@dataclass(frozen=True, slots=True)
class Excerpt:
    """One line of a source, cut to a width, and the cells a span covers in it."""

    line: int
    text: str
    indent: int
    width: int


@dataclass(frozen=True, slots=True, eq=False)
class Source:
    """A text and the name messages call it by, such as a file's or `<expression>`."""

    name: str
    text: str

    def position(self, offset: int) -> Position:
        """Return the line and column of an offset."""
        before = self.text.rfind("\n", 0, offset)
        return Position(self.text.count("\n", 0, offset) + 1, offset - before)

    def line_bounds(self, offset: int) -> Span:
        """Return the span of the line that holds an offset, without its line end."""
        start = self.text.rfind("\n", 0, offset) + 1
        end = self.text.find("\n", offset)
        return Span(start, len(self.text) if end < 0 else end)

    def excerpt(self, span: Span, width: int = 76) -> Excerpt:
        """Return the first line a span touches, cut around the span where it is too long.

        A span over several lines is marked up to the end of its first line. Tabs and other control
        characters become blanks, so that a caret line below fits whatever the terminal does.
        """
        bounds = self.line_bounds(span.start)
        end = min(max(span.end, span.start), bounds.end)
        start, stop = _window(bounds, Span(span.start, end), width)
        shown = _printable(self.text[start:stop])
        inside = min(end, stop) - start
        head = ELLIPSIS if start > bounds.start else ""
        tail = ELLIPSIS if stop < bounds.end else ""
        indent = len(head) + cells(shown[: span.start - start])
        marked = cells(shown[span.start - start : inside])
        line = self.position(span.start).line
        return Excerpt(line, head + shown + tail, indent, max(marked, 1))


def _window(bounds: Span, span: Span, width: int) -> Span:
    """Choose which part of a line to show: all of it, or a stretch with the span's start in it."""
    if bounds.end - bounds.start <= width:
        return bounds
    room = max(width - min(span.end - span.start, width // 2), 0) // 2
    start = min(max(span.start - room, bounds.start), bounds.end - width)
    return Span(start, start + width)


def _printable(text: str) -> str:
    return "".join(c if c.isprintable() or unicodedata.combining(c) else " " for c in text)


def cells(text: str) -> int:
    """Return how many terminal cells a text fills: wide characters two, combining marks none."""
    if text.isascii():
        return len(text)
    return sum(_character_cells(c) for c in text)


def _character_cells(character: str) -> int:
    if unicodedata.combining(character):
        return 0
    return 2 if unicodedata.east_asian_width(character) in "WF" else 1
