"""Line structure: turns the tokens of a program into tokens with ends of lines and indentation.

Stands between the pattern of the tables and the parser. Brackets join lines, `\\` too (it is
blank space by then), and an f-string, of which the pattern knows the beginning, becomes one token.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from ..errors import fault
from ..lalr import CLOSING, OPENING, Parser
from ..spans import Source, Span
from .fstrings import FString, read

TAB = 8


@dataclass(slots=True, eq=False)
class Token:
    """Stands in for a match: a token that no pattern matched as it is."""

    string: str
    lastindex: int
    value: object
    start: int
    stop: int

    def __getitem__(self, group: int) -> object:
        return self.value

    def span(self, group: int) -> tuple[int, int]:
        return self.start, self.stop


class Lines:
    """The tokens of one grammar, by the groups of its pattern."""

    def __init__(self, parser: Parser) -> None:
        tables = parser.tables
        names = {tables.terminals[t]: group for group, t in enumerate(tables.groups) if t >= 0}
        self.newline = names["_NEWLINE"]
        self.indent = names["_INDENT"]
        self.dedent = names["_DEDENT"]
        self.fstring = names["FSTRING"]
        self.end = names["$END"]
        self.match = parser.compiled.match

    def program(self, source: Source) -> Iterator[Any]:
        """Go through the tokens of a whole text."""
        return _Reading(self, source).tokens()

    def expression(self, source: Source, span: Span) -> Iterator[Any]:
        """Go through the tokens of an expression inside an f-string, as a line of its own."""
        text, place = source.text, span.start
        while True:
            match = self.match(text, place, span.end)
            assert match is not None
            group = match.lastindex or 0
            if group == self.end:
                break
            place = match.end(group)
            if group == self.newline:
                continue
            if group == self.fstring:
                string = read(self, source, match.start(group), span.end)
                place = string.end
                yield Token(text, group, string, match.start(group), place)
            else:
                yield match
        yield Token(text, self.newline, "\n", span.end, span.end)
        yield Token(text, self.end, "", span.end, span.end)


class _Reading:
    """One pass over one text: how deep in brackets it is, and the widths of open blocks."""

    def __init__(self, lines: Lines, source: Source) -> None:
        self.lines = lines
        self.source = source
        self.depth = 0
        # each block's indentation with tabs as eight columns and as one: both must agree
        self.widths: list[tuple[int, int]] = [(0, 0)]

    def tokens(self) -> Iterator[Any]:
        lines, text = self.lines, self.source.text
        place = self._skip_blank_beginning()
        in_line = False
        while True:
            match = lines.match(text, place)
            assert match is not None
            group = match.lastindex or 0
            place = match.end(group)
            if group == lines.newline:
                if self.depth:
                    continue
                if in_line:
                    yield match
                in_line = False
                if place < len(text):
                    yield from self._blocks(match[group], place)
            elif group == lines.end:
                yield from self._close(in_line)
                yield match
                return
            elif group == lines.fstring:
                string: FString = read(lines, self.source, match.start(group), len(text))
                place = string.end
                in_line = True
                yield Token(text, group, string, match.start(group), place)
            else:
                in_line = True
                value = match[group]
                if value in OPENING:
                    self.depth += 1
                elif value in CLOSING:
                    self.depth = max(self.depth - 1, 0)
                yield match

    def _skip_blank_beginning(self) -> int:
        """Return where the first line with something on it begins; it must not be indented."""
        text = self.source.text
        place = 0
        while True:
            end = text.find("\n", place)
            line = text[place : len(text) if end < 0 else end]
            stripped = line.lstrip()
            if stripped and not stripped.startswith("#"):
                blank = line[: len(line) - len(stripped)]
                if _width(blank)[0]:
                    raise self._fault("unexpected indent", Span(place, place + len(blank)))
                return place
            if end < 0:
                return place
            place = end + 1

    def _blocks(self, newline: str, place: int) -> Iterator[Token]:
        """Compare a new line's indentation with the open blocks."""
        blank = newline[newline.rfind("\n") + 1 :]
        width = _width(blank)
        current = self.widths[-1]
        if width == current:
            return
        span = Span(place - len(blank), place)
        if (width[0] > current[0]) != (width[1] > current[1]) or width[0] == current[0]:
            raise fault(
                "SyntaxError", "inconsistent use of tabs and spaces in indentation",
                self.source, span,
            )  # fmt: skip
        if width[0] > current[0]:
            self.widths.append(width)
            yield Token(self.source.text, self.lines.indent, None, *span)
            return
        while self.widths[-1][0] > width[0]:
            self.widths.pop()
            yield Token(self.source.text, self.lines.dedent, None, place, place)
        if self.widths[-1] != width:
            raise self._fault("unindent does not match any outer indentation level", span)

    def _close(self, in_line: bool) -> Iterator[Token]:
        """End the last line and all blocks, unless a bracket is open: then the text just ends."""
        text = self.source.text
        end = len(text)
        if self.depth:
            return
        if in_line:
            yield Token(text, self.lines.newline, "\n", end, end)
        for _ in self.widths[1:]:
            yield Token(text, self.lines.dedent, None, end, end)

    def _fault(self, message: str, span: Span) -> Exception:
        return fault("SyntaxError", message, self.source, span)


def _width(blank: str) -> tuple[int, int]:
    """Measure indentation with tabs up to the next multiple of eight, and with tabs as one."""
    column = 0
    for character in blank:
        if character == "\t":
            column += TAB - column % TAB
        elif character == "\f":
            column = 0
        else:
            column += 1
    return column, len(blank.rpartition("\f")[2])
