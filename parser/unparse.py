"""Tree to text: what `parse_expression` reads back as the same tree, with no needless parentheses.

Works off an explicit list of what is still to write, so that depth is no trouble. An item of it is
a finished piece of text, or a node with the precedence that its place asks for.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable

from . import nodes
from .nodes import Node

# The rules of the grammar, loosest first.
EXPRESSION, OR, AND, NOT, COMPARISON, BIT_OR, BIT_AND, SHIFT, SUM, PRODUCT = range(10)
UNARY, ROOT, POWER, POSTFIX = range(10, 14)

BINARY = {
    "|": BIT_OR, "&": BIT_AND, "<<": SHIFT, ">>": SHIFT, "+": SUM, "-": SUM,
    "*": PRODUCT, "/": PRODUCT, "//": PRODUCT, "%": PRODUCT, "@": PRODUCT, "^": POWER,
}  # fmt: skip
Piece = str | tuple[Node, int]


def unparse(node: Node) -> str:
    """Return the text of a block or of any expression in it."""
    written: list[str] = []
    todo: list[Piece] = [(node, EXPRESSION)]
    while todo:
        piece = todo.pop()
        if isinstance(piece, str):
            written.append(piece)
            continue
        part, wanted = piece
        pieces = WRITE[type(part)](part)
        if precedence(part) < wanted:
            pieces = ["(", *pieces, ")"]
        todo += reversed(pieces)
    return "".join(written)


def precedence(node: Node) -> int:
    match node:
        case nodes.Binary():
            return BINARY[node.operator]
        case nodes.Unary():
            return {"not": NOT, "√": ROOT}.get(node.operator, UNARY)
        case nodes.Logical():
            return OR if node.operator == "or" else AND
        case nodes.Comparison():
            return COMPARISON
        case nodes.Conditional() | nodes.Lambda():
            return EXPRESSION
    return POSTFIX


def _separated(nodes_: Iterable[Node], separator: str = ", ") -> list[Piece]:
    pieces: list[Piece] = []
    for node in nodes_:
        pieces += [separator, (node, EXPRESSION)] if pieces else [(node, EXPRESSION)]
    return pieces


def _block(node: nodes.Block) -> list[Piece]:
    return _separated(node.statements, "; ")


def _assign(node: nodes.Assign) -> list[Piece]:
    targets = [piece for target in node.targets for piece in (*_target(target), " = ")]
    return [*targets, (node.value, EXPRESSION)]


def _target(node: Node) -> list[Piece]:
    """Write what takes a value; the parentheses of a tuple may go at the outermost level."""
    match node:
        case nodes.Sequence(kind="tuple", items=[_, _, *_] as items):
            return _separated(items)
    return [(node, EXPRESSION)]


def _define(node: nodes.Define) -> list[Piece]:
    return [node.name, "(", *_separated(node.parameters), ") = ", (node.body, EXPRESSION)]


def _parameter(node: nodes.Parameter) -> list[Piece]:
    if node.default is not None:
        return [node.name, "=", (node.default, EXPRESSION)]
    return ["*" + node.name if node.rest else node.name]


def _literal(node: nodes.Literal) -> list[Piece]:
    if node.value is ...:
        return ["..."]
    if isinstance(node.value, float) and math.isinf(node.value):
        return ["1e999"]
    return [repr(node.value)]


def _name(node: nodes.Name) -> list[Piece]:
    return [node.name]


def _unary(node: nodes.Unary) -> list[Piece]:
    if node.operator == "not":
        return ["not ", (node.operand, NOT)]
    is_root = isinstance(node.operand, nodes.Unary) and node.operand.operator == "√"
    wanted = POWER if node.operator == "√" and not is_root else ROOT if is_root else UNARY
    return [node.operator, (node.operand, wanted)]


def _binary(node: nodes.Binary) -> list[Piece]:
    level = BINARY[node.operator]
    if node.operator == "^":
        return [(node.left, POSTFIX), "^", (node.right, UNARY)]
    is_tight = level == PRODUCT and node.operator != "@"
    sign = node.operator if is_tight else f" {node.operator} "
    return [(node.left, level), sign, (node.right, level + 1)]


def _logical(node: nodes.Logical) -> list[Piece]:
    level = OR if node.operator == "or" else AND
    return [(node.left, level), f" {node.operator} ", (node.right, level + 1)]


def _comparison(node: nodes.Comparison) -> list[Piece]:
    pieces: list[Piece] = [(node.operands[0], BIT_OR)]
    for sign, operand in zip(node.operators, node.operands[1:], strict=True):
        pieces += [f" {sign} ", (operand, BIT_OR)]
    return pieces


def _conditional(node: nodes.Conditional) -> list[Piece]:
    return [(node.body, OR), " if ", (node.test, OR), " else ", (node.otherwise, EXPRESSION)]


def _lambda(node: nodes.Lambda) -> list[Piece]:
    gap = " " if node.parameters else ""
    return ["lambda" + gap, *_separated(node.parameters), ": ", (node.body, EXPRESSION)]


def _starred(node: nodes.Starred) -> list[Piece]:
    return ["*", (node.value, EXPRESSION)]


def _keyword(node: nodes.Keyword) -> list[Piece]:
    return [node.name, "=", (node.value, EXPRESSION)]


def _callee(node: Node) -> list[Piece]:
    """Write what a call or an attribute hangs on: `2(x)` and `2.x` would be products."""
    if isinstance(node, nodes.Literal) and isinstance(node.value, (int, float)):
        return ["(", (node, EXPRESSION), ")"]
    return [(node, POSTFIX)]


def _call(node: nodes.Call) -> list[Piece]:
    match node.arguments:
        case [nodes.Comprehension(kind="generator") as only]:
            return [*_callee(node.function), *_comprehension(only)]
    return [*_callee(node.function), "(", *_separated(node.arguments), ")"]


def _index(node: nodes.Index) -> list[Piece]:
    inside: list[Piece] = [(node.index, EXPRESSION)]
    match node.index:
        case nodes.Sequence(kind="tuple", items=[_, *_] as items):
            if not any(map(_is_starred, items)):
                inside = [*_separated(items), "," if len(items) == 1 else ""]
    return [(node.value, POSTFIX), "[", *inside, "]"]


def _is_starred(node: Node) -> bool:
    return isinstance(node, nodes.Starred)


def _slice(node: nodes.Slice) -> list[Piece]:
    pieces: list[Piece] = [(node.lower, EXPRESSION)] if node.lower else []
    pieces += [":", (node.upper, EXPRESSION)] if node.upper else [":"]
    return [*pieces, ":", (node.step, EXPRESSION)] if node.step else pieces


def _attribute(node: nodes.Attribute) -> list[Piece]:
    return [*_callee(node.value), ".", node.name]


def _sequence(node: nodes.Sequence) -> list[Piece]:
    if node.kind == "list":
        return ["[", *_separated(node.items), "]"]
    return ["(", *_separated(node.items), "," if len(node.items) == 1 else "", ")"]


def _comprehension(node: nodes.Comprehension) -> list[Piece]:
    start, end = "[]" if node.kind == "list" else "()"
    return [start, (node.element, EXPRESSION), *((c, EXPRESSION) for c in node.clauses), end]


def _for_clause(node: nodes.ForClause) -> list[Piece]:
    return [" for ", *_target(node.target), " in ", (node.iterable, OR)]


def _if_clause(node: nodes.IfClause) -> list[Piece]:
    return [" if ", (node.test, OR)]


WRITE: dict[type[Node], Callable[..., list[Piece]]] = {
    nodes.Block: _block,
    nodes.Assign: _assign,
    nodes.Define: _define,
    nodes.Parameter: _parameter,
    nodes.Literal: _literal,
    nodes.Name: _name,
    nodes.Unary: _unary,
    nodes.Binary: _binary,
    nodes.Logical: _logical,
    nodes.Comparison: _comparison,
    nodes.Conditional: _conditional,
    nodes.Lambda: _lambda,
    nodes.Starred: _starred,
    nodes.Keyword: _keyword,
    nodes.Call: _call,
    nodes.Index: _index,
    nodes.Slice: _slice,
    nodes.Attribute: _attribute,
    nodes.Sequence: _sequence,
    nodes.Comprehension: _comprehension,
    nodes.ForClause: _for_clause,
    nodes.IfClause: _if_clause,
}
