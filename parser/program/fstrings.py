"""F-strings in the text: where one ends, and what stands in and between its braces.

An expression in braces is not read here, only found; the builder parses it in its place, so that
errors and tracebacks point into the program.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from ..errors import LanguageError, fault
from ..lalr import CLOSING, OPENING
from ..spans import Source, Span

if TYPE_CHECKING:
    from .indent import Lines

MOST_NESTED = 20
ENDS = frozenset({"}", ":", "=", ":=", "!"})


@dataclass(slots=True, eq=False)
class Replacement:
    """`{expression=!conversion:spec}`: the place of the expression, and the rest."""

    span: Span
    expression: Span
    shown: str
    conversion: str
    spec: list[str | Replacement] | None


@dataclass(slots=True, eq=False)
class FString:
    """One f-string: raw texts (escapes not replaced yet) and replacements."""

    start: int
    end: int
    raw: bool
    parts: list[str | Replacement] = field(default_factory=list)


def read(lines: Lines, source: Source, start: int, stop: int) -> FString:
    """Read the f-string that begins at an offset.

    Raises: LanguageError.
    """
    return _Reader(lines, source, start, stop).read()


class _Reader:
    """Goes through the characters of one f-string."""

    def __init__(self, lines: Lines, source: Source, start: int, stop: int) -> None:
        self.lines = lines
        self.source = source
        self.text = source.text
        self.start = start
        self.stop = stop
        place = start
        while self.text[place] not in "'\"":
            place += 1
        self.raw = "r" in self.text[start:place].lower()
        quote = self.text[place]
        self.quote = quote * 3 if self.text.startswith(quote * 3, place) else quote
        self.place = place + len(self.quote)

    def read(self) -> FString:
        parts = self._parts(0)
        self.place += len(self.quote)
        return FString(self.start, self.place, self.raw, parts)

    def _parts(self, depth: int) -> list[str | Replacement]:
        """Read texts and replacements: all of the string, or a format spec up to its brace."""
        parts: list[str | Replacement] = []
        begin = self.place
        pieces: list[str] = []

        def flush() -> None:
            pieces.append(self.text[begin : self.place])
            if joined := "".join(pieces):
                parts.append(joined)
            pieces.clear()

        while True:
            if self.place >= self.stop:
                raise self._unclosed()
            character = self.text[self.place]
            if self.text.startswith(self.quote, self.place):
                if depth:
                    raise self._fault("expecting '}'", self.place)
                flush()
                return parts
            if character == "\\" and self.place + 1 < self.stop:
                self._skip_escape()
            elif character == "\n" and len(self.quote) == 1:
                raise self._unclosed()
            elif not depth and self.text.startswith(("{{", "}}"), self.place):
                pieces.append(self.text[begin : self.place + 1])
                self.place += 2
                begin = self.place
            elif character == "{":
                flush()
                parts.append(self._replacement(depth))
                begin = self.place
            elif character == "}":
                if not depth:
                    raise self._fault("f-string: single '}' is not allowed", self.place)
                flush()
                return parts
            else:
                self.place += 1

    def _skip_escape(self) -> None:
        """Go past a backslash and what it escapes; a brace after it is one of the f-string's."""
        self.place += 1 if self.text[self.place + 1] in "{}" else 2
        if self.text.startswith("N{", self.place - 1) and not self.raw:
            self.place = self.text.find("}", self.place) + 1 or self.stop

    def _here(self) -> str:
        return self.text[self.place : self.place + 1]

    def _replacement(self, depth: int) -> Replacement:
        if depth >= MOST_NESTED:
            raise self._fault("f-string: expressions nested too deeply", self.place)
        start = self.place
        self.place += 1
        expression = self._expression()
        shown = conversion = ""
        if self._here() == "=":
            self.place += 1
            while self._here().isspace():
                self.place += 1
            shown = self.text[start + 1 : self.place]
        if self._here() == "!":
            conversion = self.text[self.place + 1 : self.place + 2]
            self.place += 2
            if conversion not in ("r", "s", "a"):
                raise self._fault("f-string: invalid conversion character", self.place - 1)
        spec = None
        if self._here() == ":":
            self.place += 1
            spec = self._parts(depth + 1)
        if self._here() != "}":
            raise self._fault("f-string: expecting '}'", self.place)
        self.place += 1
        return Replacement(Span(start, self.place), expression, shown, conversion, spec)

    def _expression(self) -> Span:
        """Find the end of an expression: a brace, a colon, a bang or an equals sign outside
        brackets."""
        begin = end = self.place
        open_brackets = 0
        lines = self.lines
        while True:
            match = lines.match(self.text, self.place, self.stop)
            assert match is not None
            group = match.lastindex or 0
            value = match[group]
            self.place = match.start(group)
            if group == lines.end:
                raise self._unclosed()
            if not open_brackets and value in ENDS:
                break
            if group == lines.fstring:
                self.place = end = read(lines, self.source, self.place, self.stop).end
                continue
            if value in OPENING:
                open_brackets += 1
            elif value in CLOSING:
                open_brackets -= 1
            self.place = end = match.end(group)
        if end == begin:
            raise self._fault("f-string: empty expression not allowed", self.place)
        return Span(begin, end)

    def _unclosed(self) -> LanguageError:
        return fault(
            "SyntaxError", "the string is not closed", self.source,
            Span(self.start, self.start + 2), "it begins here",
        )  # fmt: skip

    def _fault(self, message: str, place: int) -> LanguageError:
        return fault("SyntaxError", message, self.source, Span(place, place + 1))
