"""An expression as it was understood: with all its parentheses, then as a tree.

Only the text is read: no variable needs a value. A chain such as a + b + c is one branch with
its operands in order, and what lies deeper than the limit is counted, so that the size of the
answer grows with that of the text.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from ...parser import nodes
from ...parser.nodes import Node
from ...parser.unparse import unparse

DEEPEST = 100
LONGEST = 4000


class Branch(NamedTuple):
    """A line of the tree: its label, what hangs on it, and what it is called there."""

    label: str
    parts: list[tuple[str, Node]]


def as_tree(block: nodes.Block, depth: int | None) -> str:
    """The statements of a text one after the other."""
    most = DEEPEST if depth is None else depth
    lines: list[str] = []
    for statement in block.statements:
        lines += [bracketed(statement), *drawn(statement, most)]
    return "\n".join(line for line in lines if line) + "\n"


def drawn(root: Node, most: int) -> Iterator[str]:
    """The lines of a tree; depth first, from an explicit list."""
    todo = [(root, "", "", "", 0)]
    while todo:
        node, role, lead, below, level = todo.pop()
        branch = branch_of(node)
        label = f"{role}: {branch.label}" if role else branch.label
        if level >= most and branch.parts:
            yield f"{lead}{label} … {size(node) - 1} more"
            continue
        yield lead + label
        last = len(branch.parts) - 1
        for k in range(last, -1, -1):
            name, part = branch.parts[k]
            corner, edge = ("└── ", "    ") if k == last else ("├── ", "│   ")
            todo.append((part, name, below + corner, below + edge, level + 1))


def branch_of(node: Node) -> Branch:
    """What a node is called, and its parts."""
    match node:
        case nodes.Literal() | nodes.Name():
            return Branch(unparse(node), [])
        case nodes.Binary():
            return chain(node)
        case nodes.Unary():
            return Branch(node.operator, [("", node.operand)])
        case nodes.Logical():
            return Branch(node.operator, [("", node.left), ("", node.right)])
        case nodes.Comparison():
            return Branch(" ".join(node.operators), [("", part) for part in node.operands])
        case nodes.Conditional():
            return Branch(
                "if", [("test", node.test), ("then", node.body), ("else", node.otherwise)]
            )
        case nodes.Call():
            return call(node)
        case nodes.Keyword():
            return Branch(f"{node.name}=", [("", node.value)])
        case nodes.Index():
            return Branch("[]", [("of", node.value), ("at", node.index)])
        case nodes.Attribute():
            return Branch(f".{node.name}", [("", node.value)])
        case nodes.Sequence():
            return Branch(node.kind, [("", item) for item in node.items])
        case nodes.Starred():
            return Branch("*", [("", node.value)])
        case nodes.Slice():
            parts = {"from": node.lower, "to": node.upper, "step": node.step}
            return Branch("slice", [(name, part) for name, part in parts.items() if part])
    return definition(node)


def definition(node: Node) -> Branch:
    """A statement, a function or a comprehension."""
    match node:
        case nodes.Assign():
            names = " = ".join(map(unparse, node.targets))
            return Branch(f"{names} =", [("", node.value)])
        case nodes.Define():
            parameters = ", ".join(map(unparse, node.parameters))
            return Branch(f"{node.name}({parameters}) =", [("", node.body)])
        case nodes.Lambda():
            return Branch(f"lambda {', '.join(map(unparse, node.parameters))}", [("", node.body)])
        case nodes.Comprehension():
            clauses = [("", clause) for clause in node.clauses]
            return Branch(f"each ({node.kind})", [("", node.element), *clauses])
        case nodes.ForClause():
            return Branch(f"for {unparse(node.target)} in", [("", node.iterable)])
        case nodes.IfClause():
            return Branch("if", [("", node.test)])
    return Branch(unparse(node), [])


def chain(node: nodes.Binary) -> Branch:
    """An operator with its operands: all of a + b + c, for the order of those is no question."""
    operands = [node.right]
    left = node.left
    while node.operator in "+*" and isinstance(left, nodes.Binary):
        if left.operator != node.operator:
            break
        operands.append(left.right)
        left = left.left
    return Branch(node.operator, [("", part) for part in (left, *reversed(operands))])


def call(node: nodes.Call) -> Branch:
    """A call by its name, or by the expression that gives the function."""
    arguments = [("", part) for part in node.arguments]
    if isinstance(node.function, nodes.Name | nodes.Attribute) and is_path(node.function):
        return Branch(f"{unparse(node.function)}()", arguments)
    if isinstance(node.function, nodes.Attribute):
        return Branch(f".{node.function.name}()", [("of", node.function.value), *arguments])
    return Branch("call", [("function", node.function), *arguments])


def is_path(node: Node) -> bool:
    """Whether a node is a dotted name."""
    while isinstance(node, nodes.Attribute):
        node = node.value
    return isinstance(node, nodes.Name)


def size(node: Node) -> int:
    """How many lines the tree of a node has."""
    count, todo = 0, [node]
    while todo:
        count += 1
        todo += [part for _, part in branch_of(todo.pop()).parts]
    return count


def bracketed(node: Node) -> str:
    """The text of a statement with parentheses around every operation in another; '' if long."""
    if node.end - node.start > LONGEST:
        return ""
    written: list[str] = []
    todo: list = [node]
    while todo:
        item = todo.pop()
        if isinstance(item, str):
            written.append(item)
        else:
            todo += reversed(pieces(item))
    return "".join(written)


def pieces(node: Node) -> list:
    """A node as text and the nodes between."""
    match node:
        case nodes.Binary():
            return [*inside(node.left), f" {node.operator} ", *inside(node.right)]
        case nodes.Unary():
            gap = " " if node.operator == "not" else ""
            return [node.operator + gap, *inside(node.operand)]
        case nodes.Logical():
            return [*inside(node.left), f" {node.operator} ", *inside(node.right)]
        case nodes.Call():
            parts = [p for a in node.arguments for p in (", ", a)][1:]
            return [*inside(node.function), "(", *parts, ")"]
        case nodes.Assign():
            names = [p for target in node.targets for p in (unparse(target), " = ")]
            return [*names, node.value]
        case nodes.Define():
            parameters = ", ".join(map(unparse, node.parameters))
            return [f"{node.name}({parameters}) = ", node.body]
    return [unparse(node)]


def inside(node: Node) -> list:
    """A part of an operation: an operation itself in parentheses."""
    operations = nodes.Binary | nodes.Unary | nodes.Logical | nodes.Comparison | nodes.Conditional
    if isinstance(node, operations | nodes.Lambda):
        return ["(", node, ")"]
    return [node]
