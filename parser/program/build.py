"""Text to tree for programs: `parse_program`, and the nodes of what only programs have.

Statements are in `build_statements.py`; what expressions share with the command line is in
`..build`.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable
from functools import cache

from .. import nodes
from ..build import Builder
from ..collecting import no_collection
from ..errors import LanguageError
from ..lalr import Parser, UnexpectedTokenError
from ..limits import DEFAULT_LIMITS, Limits
from ..literals import read_number, unescape
from ..nodes import Node
from ..spans import Source, Span
from ..tables import load
from .fstrings import FString, Replacement
from .indent import Lines
from .nodes import (
    Clause,
    DictDisplay,
    Formatted,
    Joined,
    Pair,
    Parameter,
    ProgramLambda,
    Spread,
    Walrus,
    Yield,
)
from .signatures import signature
from .statements import StatementBuilder
from .syntax import explain


@cache
def program_parser() -> tuple[Parser, Lines]:
    """Return the parser of programs and its line structure, made once a process."""
    parser = Parser(load("program"))
    return parser, Lines(parser)


def parse_program(
    text: str, limits: Limits = DEFAULT_LIMITS, name: str = "<program>"
) -> nodes.Block:
    """Parse a program.

    Raises: LanguageError of kind SyntaxError or LimitError.
    """
    text = text.removeprefix("\ufeff").replace("\r\n", "\n").replace("\r", "\n")
    source = Source(name, text)
    if len(text) > limits.text_length:
        message = (
            f"the program has {len(text)} characters, more than the limit of {limits.text_length}"
        )
        raise LanguageError("LimitError", message, source)
    if is_blank(text):
        return nodes.Block(0, 0, source, [])
    builder = ProgramBuilder(source, limits)
    with no_collection():
        return builder.read(program_parser()[1].program(source))


def is_blank(text: str) -> bool:
    """Whether a program has nothing but blank lines and comments."""
    return all(line.lstrip()[:1] in ("", "#") for line in text.split("\n"))


class ProgramBuilder(StatementBuilder, Builder):
    """A method for each rule of `program.lark` that `grammar.lark` has not."""

    def __init__(self, source: Source, limits: Limits) -> None:
        super().__init__(source, limits)
        self.parser, self.lines = program_parser()
        self.reductions = self.parser.reductions(self)

    def read(self, tokens: Iterable) -> nodes.Block:
        """Parse tokens of the source.  Raises: LanguageError."""
        try:
            return self.parser.parse(self.source.text, self, tokens, self.reductions)
        except UnexpectedTokenError as error:
            raise explain(error, self.source) from None

    # operators and functions

    def bit_xor(self, start: int, end: int, left: Node, right: Node) -> Node:
        return nodes.Binary(start, end, "^", left, right)

    def power(self, start: int, end: int, left: Node, right: Node) -> Node:
        return nodes.Binary(start, end, "**", left, right)

    def parenthesized(self, start: int, end: int, value: Node) -> Node:
        return value

    def walrus(self, start: int, end: int, name: str, value: Node) -> Node:
        return Walrus(start, end, self._name(start, name), value)

    def lambda_(self, start: int, end: int, *children: Node) -> Node:
        *parameters, body = children
        made = [p for p in parameters if isinstance(p, Parameter)]
        whole = signature(start, end, made, self._fault)
        return ProgramLambda(start, end, [], body, whole)

    def yield_(self, start: int, end: int, *values: Node) -> Node:
        return Yield(start, end, values[0] if values else None, False)

    def yield_from(self, start: int, end: int, value: Node) -> Node:
        return Yield(start, end, value, True)

    # parameters

    def plain(self, start: int, end: int, name: str, *rest: Node) -> Node:
        defaults = [node for node in rest if not isinstance(node, Clause)]
        return Parameter(
            start, end, "plain", self._name(start, name), defaults[0] if defaults else None
        )

    def rest(self, start: int, end: int, name: str, *annotation: Node) -> Node:
        return Parameter(start, end, "rest", self._name(start, name), None)

    def named_rest(self, start: int, end: int, name: str, *annotation: Node) -> Node:
        return Parameter(start, end, "named_rest", self._name(start, name), None)

    def keyword_mark(self, start: int, end: int) -> Node:
        return Parameter(start, end, "keyword_mark", "*", None)

    def positional_mark(self, start: int, end: int) -> Node:
        return Parameter(start, end, "positional_mark", "/", None)

    # calls and displays

    def call(self, start: int, end: int, function: Node, *arguments: Node) -> Node:
        seen: set[str] = set()
        for argument in arguments:
            if isinstance(argument, nodes.Keyword):
                if argument.name in seen:
                    message = f"keyword argument repeated: {argument.name}"
                    raise self._fault(message, argument)
                seen.add(argument.name)
            elif isinstance(argument, Spread):
                seen.add("**")
            elif not isinstance(argument, nodes.Starred) and seen:
                raise self._fault("positional argument follows keyword argument", argument)
            elif "**" in seen:
                message = "iterable argument unpacking follows keyword argument unpacking"
                raise self._fault(message, argument)
        return nodes.Call(start, end, function, list(arguments))

    def spread(self, start: int, end: int, value: Node) -> Node:
        return Spread(start, end, value)

    def pair(self, start: int, end: int, key: Node, value: Node) -> Node:
        return Pair(start, end, key, value)

    def dict(self, start: int, end: int, *entries: Pair | Spread) -> Node:
        return DictDisplay(start, end, list(entries))

    def set(self, start: int, end: int, *items: Node) -> Node:
        return nodes.Sequence(start, end, "set", list(items))

    def dict_comprehension(
        self, start: int, end: int, element: Node, *clauses: nodes.ForClause | nodes.IfClause
    ) -> Node:
        return nodes.Comprehension(start, end, "dict", element, list(clauses))

    def set_comprehension(
        self, start: int, end: int, element: Node, *clauses: nodes.ForClause | nodes.IfClause
    ) -> Node:
        return nodes.Comprehension(start, end, "set", element, list(clauses))

    # literals

    def number(self, start: int, end: int, text: str) -> Node:
        digits = text.replace("_", "").lower()
        if digits.startswith(("0x", "0o", "0b")):
            return nodes.Literal(start, end, int(digits, 0))
        if digits.endswith("j"):
            return nodes.Literal(start, end, complex(0.0, float(digits[:-1])))
        value = read_number(text, start, self.source, self.limits)
        return nodes.Literal(start, end, value)

    def string(self, start: int, end: int, *texts: str | FString) -> Node:
        if all(isinstance(text, str) for text in texts):
            values = [self._text(text, Span(start, end)) for text in texts]  # type: ignore[arg-type]
            if len({type(value) for value in values}) > 1:
                place = Span(start, end)
                raise self._fault(
                    "cannot mix bytes and nonbytes literals", nodes.Literal(*place, None)
                )
            joined = values[0][:0].join(values)  # type: ignore[arg-type]
            return nodes.Literal(start, end, joined)
        parts: list[Node] = []
        for text in texts:
            if isinstance(text, FString):
                parts += self._parts(text.parts, text.raw, Span(text.start, text.end))
            else:
                parts.append(nodes.Literal(start, end, self._text(text, Span(start, end))))
        return Joined(start, end, parts)

    def _text(self, text: str, span: Span) -> str | bytes:
        """Read one string with its prefix and quotes."""
        quote = min(place for place in (text.find("'"), text.find('"')) if place >= 0)
        prefix = text[:quote].lower()
        size = 3 if text[quote : quote + 3] == text[quote] * 3 and len(text) - quote >= 6 else 1
        inside = text[quote + size : -size]
        if "b" in prefix and not inside.isascii():
            message = "bytes can only contain ASCII literal characters"
            raise self._fault(message, nodes.Literal(*span, None))
        value = inside if "r" in prefix else unescape(inside, span, self.source)
        return value.encode("latin-1") if "b" in prefix else value

    def _parts(self, parts: list[str | Replacement], raw: bool, span: Span) -> list[Node]:
        """Turn what an f-string holds into nodes."""
        made: list[Node] = []
        for part in parts:
            if isinstance(part, str):
                text = part if raw else unescape(part, span, self.source)
                made.append(nodes.Literal(*span, text))
                continue
            conversion, spec = part.conversion, None
            if part.shown:
                made.append(nodes.Literal(*part.span, part.shown))
                conversion = conversion or ("" if part.spec is not None else "r")
            if part.spec is not None:
                spec = Joined(*part.span, self._parts(part.spec, raw, part.span))
            value = self._embedded(part.expression)
            made.append(Formatted(*part.span, value, conversion, spec))
        return made

    def _embedded(self, span: Span) -> Node:
        """Parse an expression inside an f-string, in its place."""
        block = self.read(self.lines.expression(self.source, span))
        if len(block.statements) != 1:
            raise self._fault("f-string: invalid syntax", nodes.Literal(*span, None))
        return self.expression_of(block.statements[0])

    def _name(self, start: int, name: str) -> str:
        known = self.names.get(name)
        if known is None:
            super()._name(start, name)  # refuses reserved words
            known = self.names[name] = unicodedata.normalize("NFKC", name)
        return known
