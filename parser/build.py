"""Text to tree: `parse_expression`, and the methods that make a node for each rule of the grammar.

The methods run bottom-up while the text is read, so a text of any depth needs no recursion. They
refuse what the grammar lets through in order to say it better: assignments to what is no name,
other bases.
"""

from __future__ import annotations

import keyword
import unicodedata
from functools import cache
from typing import Any

from . import nodes
from .collecting import no_collection
from .errors import LanguageError, fault
from .lalr import Parser, UnexpectedTokenError
from .limits import DEFAULT_LIMITS, Limits
from .literals import read_number, read_string
from .nodes import Node
from .spans import Source, Span
from .syntax import explain
from .tables import load

SUPERSCRIPTS = str.maketrans("⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻", "0123456789+-")
# What keyboards and pages write for the Greek letters, as in Julia.
LOOKALIKES = str.maketrans("µɛ", "με")
SAME_OPERATOR = {"≤": "<=", "≥": ">=", "≠": "!="}


@cache
def expression_parser() -> Parser:
    """Return the parser of the grammar, made once a process."""
    return Parser(load("grammar"))


def parse_expression(
    text: str, limits: Limits = DEFAULT_LIMITS, name: str = "<expression>"
) -> nodes.Block:
    """Parse a text of one or several statements.

    Raises: LanguageError of kind SyntaxError or LimitError.
    """
    source = Source(name, text.removeprefix("\ufeff"))
    if len(text) > limits.text_length:
        message = (
            f"the text has {len(text)} characters, more than the limit of {limits.text_length}"
        )
        raise LanguageError("LimitError", message, source)
    parser = expression_parser()
    with no_collection():
        try:
            block = parser.parse(source.text, Builder(source, limits))
        except UnexpectedTokenError as error:
            raise explain(error, source) from None
    assert isinstance(block, nodes.Block)
    return block


def normal_name(name: str) -> str:
    """Return the one spelling of a name that looks the same: composed accents, Greek letters."""
    if name.isascii():
        return name
    return unicodedata.normalize("NFC", name).translate(LOOKALIKES)


def read_name(text: str) -> str | None:
    """Return the name that a text is in the language, spelt as expressions spell it; else None."""
    if text.isascii():
        return text if text.isidentifier() else None
    try:
        statements = parse_expression(text).statements
    except LanguageError:
        return None
    only = statements[0] if len(statements) == 1 else None
    is_name = isinstance(only, nodes.Name) and only.span.end - only.span.start == len(text)
    return normal_name(text) if is_name else None


class Builder:
    """A method for each rule of `grammar.lark`: (start, end, *children) to node."""

    def __init__(self, source: Source, limits: Limits) -> None:
        self.source = source
        self.limits = limits
        self.names: dict[str, str] = {}

    # statements

    def block(self, start: int, end: int, *statements: Node) -> nodes.Block:
        return nodes.Block(start, end, self.source, list(statements))

    def assignment(self, start: int, end: int, *sides: Node) -> Node:
        *targets, value = sides
        if len(targets) == 1 and isinstance(targets[0], nodes.Call):
            return self._definition(start, end, targets[0], value)
        return nodes.Assign(start, end, [self._target(t) for t in targets], value)

    def _definition(self, start: int, end: int, call: nodes.Call, body: Node) -> nodes.Define:
        if not isinstance(call.function, nodes.Name):
            raise self._fault(
                "only a name can be defined as a function", call.function, "",
                "write f(x) = …",
            )  # fmt: skip
        parameters = [self._as_parameter(argument) for argument in call.arguments]
        self._check_parameters(parameters)
        return nodes.Define(start, end, call.function.name, parameters, body)

    def _as_parameter(self, node: Node) -> nodes.Parameter:
        match node:
            case nodes.Name(name=name):
                return nodes.Parameter(node.start, node.end, name, None, False)
            case nodes.Keyword(name=name, value=value):
                return nodes.Parameter(node.start, node.end, name, value, False)
            case nodes.Starred(value=nodes.Name(name=name)):
                return nodes.Parameter(node.start, node.end, name, None, True)
        raise self._fault(
            "a parameter of a function must be a name", node, "not a name",
            "f(x) = … defines a function; to compare, write ==",
        )  # fmt: skip

    def _check_parameters(self, parameters: list[nodes.Parameter]) -> None:
        seen: set[str] = set()
        for before, parameter in zip([None, *parameters], parameters, strict=False):
            if parameter.name in seen:
                raise self._fault(f"two parameters are named '{parameter.name}'", parameter)
            seen.add(parameter.name)
            if before is not None and before.rest:
                raise self._fault("'*' must be the last parameter", before)
            has_default = before is not None and before.default is not None
            if has_default and parameter.default is None and not parameter.rest:
                raise self._fault(
                    "a parameter without a default follows one with a default", parameter
                )

    def _target(self, node: Node) -> Node:
        """Check what stands left of `=`, without recursion since it may be nested deep."""
        pending = [node]
        while pending:
            target = pending.pop()
            if isinstance(target, nodes.Sequence):
                pending += target.items
            elif not isinstance(target, nodes.Name):
                raise self._fault(
                    "only a name can be given a value", target, "not a name",
                    "to compare, write ==",
                )  # fmt: skip
        return node

    # expressions

    def conditional(self, start: int, end: int, body: Node, test: Node, other: Node) -> Node:
        return nodes.Conditional(start, end, test, body, other)

    def lambda_(self, start: int, end: int, *children: Node) -> Node:
        *parameters, body = children
        found = [p for p in parameters if isinstance(p, nodes.Parameter)]
        self._check_parameters(found)
        return nodes.Lambda(start, end, found, body)

    def required(self, start: int, end: int, name: str) -> Node:
        return nodes.Parameter(start, end, self._name(start, name), None, False)

    def optional(self, start: int, end: int, name: str, default: Node) -> Node:
        return nodes.Parameter(start, end, self._name(start, name), default, False)

    def rest(self, start: int, end: int, name: str) -> Node:
        return nodes.Parameter(start, end, self._name(end - len(name), name), None, True)

    def or_(self, start: int, end: int, left: Node, right: Node) -> Node:
        return nodes.Logical(start, end, "or", left, right)

    def and_(self, start: int, end: int, left: Node, right: Node) -> Node:
        return nodes.Logical(start, end, "and", left, right)

    def not_(self, start: int, end: int, operand: Node) -> Node:
        return nodes.Unary(start, end, "not", operand)

    def comparator(self, start: int, end: int, *words: str) -> str:
        operator = " ".join(words)
        return SAME_OPERATOR.get(operator, operator)

    def comparison(self, start: int, end: int, *parts: Any) -> Node:
        return nodes.Comparison(start, end, list(parts[1::2]), list(parts[::2]))

    def bit_or(self, start: int, end: int, left: Node, right: Node) -> Node:
        return nodes.Binary(start, end, "|", left, right)

    def bit_and(self, start: int, end: int, left: Node, right: Node) -> Node:
        return nodes.Binary(start, end, "&", left, right)

    def shift_left(self, start: int, end: int, left: Node, right: Node) -> Node:
        return nodes.Binary(start, end, "<<", left, right)

    def shift_right(self, start: int, end: int, left: Node, right: Node) -> Node:
        return nodes.Binary(start, end, ">>", left, right)

    def add(self, start: int, end: int, left: Node, right: Node) -> Node:
        return nodes.Binary(start, end, "+", left, right)

    def subtract(self, start: int, end: int, left: Node, right: Node) -> Node:
        return nodes.Binary(start, end, "-", left, right)

    def multiply(self, start: int, end: int, left: Node, right: Node) -> Node:
        return nodes.Binary(start, end, "*", left, right)

    def divide(self, start: int, end: int, left: Node, right: Node) -> Node:
        return nodes.Binary(start, end, "/", left, right)

    def floor_divide(self, start: int, end: int, left: Node, right: Node) -> Node:
        return nodes.Binary(start, end, "//", left, right)

    def remainder(self, start: int, end: int, left: Node, right: Node) -> Node:
        return nodes.Binary(start, end, "%", left, right)

    def matmul(self, start: int, end: int, left: Node, right: Node) -> Node:
        return nodes.Binary(start, end, "@", left, right)

    def power(self, start: int, end: int, left: Node, right: Node) -> Node:
        return nodes.Binary(start, end, "^", left, right)

    def superscript(self, start: int, end: int, base: Node, digits: str) -> Node:
        place = Span(end - len(digits), end)
        written = digits.translate(SUPERSCRIPTS)
        exponent: Node = nodes.Literal(
            *place, read_number(written.lstrip("+-"), place.start, self.source, self.limits)
        )
        if written.startswith("-"):
            exponent = nodes.Unary(*place, "-", exponent)
        return nodes.Binary(start, end, "^", base, exponent)

    def negative(self, start: int, end: int, operand: Node) -> Node:
        return nodes.Unary(start, end, "-", operand)

    def positive(self, start: int, end: int, operand: Node) -> Node:
        return nodes.Unary(start, end, "+", operand)

    def invert(self, start: int, end: int, operand: Node) -> Node:
        return nodes.Unary(start, end, "~", operand)

    def root(self, start: int, end: int, operand: Node) -> Node:
        return nodes.Unary(start, end, "√", operand)

    # postfix

    def call(self, start: int, end: int, function: Node, *arguments: Node) -> Node:
        named: set[str] = set()
        for argument in arguments:
            if isinstance(argument, nodes.Keyword):
                if argument.name in named:
                    raise self._fault(f"'{argument.name}' is given twice", argument)
                named.add(argument.name)
            elif named and not isinstance(argument, nodes.Starred):
                raise self._fault("a positional argument follows a named one", argument)
        return nodes.Call(start, end, function, list(arguments))

    def call_generator(self, start: int, end: int, function: Node, *parts: Any) -> Node:
        argument = self.generator(parts[0].start, end - 1, *parts)
        return nodes.Call(start, end, function, [argument])

    def keyword(self, start: int, end: int, name: str, value: Node) -> Node:
        return nodes.Keyword(start, end, self._name(start, name), value)

    def starred(self, start: int, end: int, value: Node) -> Node:
        return nodes.Starred(start, end, value)

    def index(self, start: int, end: int, value: Node, *subscripts: Node | str) -> Node:
        items = [s for s in subscripts if isinstance(s, Node)]
        index = items[0]
        if len(subscripts) > 1:
            index = nodes.Sequence(index.start, end - 1, "tuple", items)
        return nodes.Index(start, end, value, index)

    def slice(self, start: int, end: int, *parts: Node | str) -> Node:
        bounds: list[Node | None] = [None]
        for part in parts:
            if isinstance(part, Node):
                bounds[-1] = part
            else:
                bounds.append(None)
        lower, upper, step = (*bounds, None)[:3]
        return nodes.Slice(start, end, lower, upper, step)

    def attribute(self, start: int, end: int, value: Node, name: str) -> Node:
        return nodes.Attribute(start, end, value, self._name(end - len(name), name))

    # atoms

    def number(self, start: int, end: int, text: str) -> Node:
        return nodes.Literal(start, end, read_number(text, start, self.source, self.limits))

    def based_number(self, start: int, end: int, text: str) -> Node:
        bases = {"x": "hexadecimal", "o": "octal", "b": "binary"}
        kind = bases[text[1].lower()]
        raise fault(
            "SyntaxError", f"{kind} numbers are not part of the language",
            self.source, Span(start, end), "",
            f"to multiply by a name, write 0*{text[1:]}; otherwise write the number in decimal",
        )  # fmt: skip

    def string(self, start: int, end: int, *texts: str) -> Node:
        value = "".join(read_string(text, Span(start, end), self.source) for text in texts)
        return nodes.Literal(start, end, value)

    def name(self, start: int, end: int, name: str) -> Node:
        return nodes.Name(start, end, self._name(start, name))

    def infinity(self, start: int, end: int) -> Node:
        return nodes.Name(start, end, "∞")

    def none(self, start: int, end: int) -> Node:
        return nodes.Literal(start, end, None)

    def true(self, start: int, end: int) -> Node:
        return nodes.Literal(start, end, True)

    def false(self, start: int, end: int) -> Node:
        return nodes.Literal(start, end, False)

    def ellipsis(self, start: int, end: int) -> Node:
        return nodes.Literal(start, end, ...)

    def tuple(self, start: int, end: int, *items: Node) -> Node:
        return nodes.Sequence(start, end, "tuple", list(items))

    def list(self, start: int, end: int, *items: Node) -> Node:
        return nodes.Sequence(start, end, "list", list(items))

    def generator(
        self, start: int, end: int, element: Node, *clauses: nodes.ForClause | nodes.IfClause
    ) -> Node:
        return nodes.Comprehension(start, end, "generator", element, list(clauses))

    def comprehension(
        self, start: int, end: int, element: Node, *clauses: nodes.ForClause | nodes.IfClause
    ) -> Node:
        return nodes.Comprehension(start, end, "list", element, list(clauses))

    def for_clause(self, start: int, end: int, *parts: Node | str) -> Node:
        *targets, iterable = parts
        assert isinstance(iterable, Node)
        return nodes.ForClause(start, end, self.targets(start, end, *targets), iterable)

    def if_clause(self, start: int, end: int, test: Node) -> Node:
        return nodes.IfClause(start, end, test)

    def targets(self, start: int, end: int, *parts: Node | str) -> Node:
        items = [part for part in parts if isinstance(part, Node)]
        if len(parts) == 1:
            return items[0]
        return nodes.Sequence(items[0].start, items[-1].end, "tuple", items)

    def _name(self, start: int, name: str) -> str:
        known = self.names.get(name)
        if known is not None:
            return known
        if keyword.iskeyword(name):
            raise fault(
                "SyntaxError", f"'{name}' is a reserved word and cannot be a name",
                self.source, Span(start, start + len(name)), "",
                f"call it something else, such as {name}_",
            )  # fmt: skip
        self.names[name] = normal_name(name)
        return self.names[name]

    def _fault(self, message: str, node: Node, label: str = "", *helps: str) -> LanguageError:
        return fault("SyntaxError", message, self.source, node.span, label, *helps)
