"""What names without a value hold: numbers, vectors or matrices, by how a text uses them.

A name is taken for a tensor where it stands in a matrix product, in a function of matrices, or in
one that goes along axes: for a matrix if it begins with a capital letter, for a vector if not.
Everywhere else it is a number. What a text cannot mean, by the errors of its evaluation, is
corrected one name at a time; all sizes that are not known are taken to fit.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import fields
from itertools import product
from typing import Any

import numpy as np

from ...engine import registry
from ...engine.errors import EngineError
from ...engine.row import Row
from ...engine.symbol import Symbol
from .. import nodes
from ..names import CONSTANTS
from ..nodes import Node

Shape = tuple[int, ...]
Functions = dict[str, list[int]]
WORDS = ("number", "vector", "matrix")
MOST_GUESSES = 300
AXES = ("Dim", "Dims", "SomeDims")
NUMBER, ELEMENTS, MATRICES = range(3)  # what a place wants: a number, many elements, a matrix
OF_MATRICES = ("T", "mT", "H", "mH")
OF_ONE = ("max", "min")  # along axes if called with one argument, else of numbers
EXAMPLES = (0.618033988749895, 0.381966011250105)


def example(name: str, shape: Shape, world: int) -> Any:
    """A value of a shape, without symmetry; square matrices have an inverse.

    world: 0 or 1; two worlds differ in all values.
    """
    if not shape:
        return EXAMPLES[world]
    draw = random.Random(f"{name} {world}")
    values = np.array([draw.uniform(0.2, 0.9) for _ in range(int(np.prod(shape)))]).reshape(shape)
    if len(shape) == 2 and shape[0] == shape[1]:
        values[np.arange(shape[0]), np.arange(shape[0])] += shape[0]
    return values


def guesses(
    tree: Node, held: Mapping[str, Any], world: int, wanted: Sequence[str]
) -> Iterator[dict[str, Shape]]:
    """Shapes of the names without a value, the likeliest first.

    held: the values and examples that are known. world: 0 or 1, between which sizes differ where
    no value tells them. wanted: names to differentiate by, used or not.
    """
    places = used(tree)
    names = [n for n in dict.fromkeys([*wanted, *places]) if n not in held]
    orders = [_order(name, places.get(name, NUMBER)) for name in names]
    sizes = sorted(_sizes_in(tree, held))
    count = 0
    ways = sorted(product(*(range(len(o)) for o in orders)), key=lambda way: (sum(way), way))
    for way in ways:
        ranks = [order[k] for order, k in zip(orders, way, strict=True)]
        for shape in _sized(ranks, sizes or [3 + world]):
            if count >= MOST_GUESSES:
                return
            count += 1
            yield dict(zip(names, shape, strict=True))


def _sizes_in(tree: Node, held: Mapping[str, Any]) -> set[int]:
    """The sizes of what is known: of values, and of lists in the text."""
    found = {n for value in held.values() for n in np.shape(getattr(value, "data", value))}
    lists = (node for node in every(tree) if isinstance(node, nodes.Sequence))
    return {n for n in found | {len(node.items) for node in lists} if n > 1}


def _order(name: str, wants: int) -> tuple[int, ...]:
    """The ranks that a name may have, the likeliest first."""
    if wants == NUMBER:
        return 0, 1, 2
    return (2, 1) if name[0].isupper() else (1, 2)


def _sized(ranks: list[int], sizes: list[int]) -> Iterator[list[Shape]]:
    """Shapes of some ranks: all sizes equal first, then in every combination."""
    for size in sizes:
        yield [(size,) * rank for rank in ranks]
    if len(sizes) > 1:
        for chosen in product(sizes, repeat=sum(ranks)):
            left = list(chosen)
            yield [tuple(left.pop(0) for _ in range(rank)) for rank in ranks]


# -- where names stand


def used(tree: Node) -> dict[str, int]:
    """The free names of a text and the most that a place of theirs wants."""
    found: dict[str, int] = {}
    bound = {name for node in every(tree) for name in _bound_by(node)}
    assigned: dict[str, int] = {}
    statements = tree.statements if isinstance(tree, nodes.Block) else [tree]
    functions: Functions = {}
    for statement in statements:
        if isinstance(statement, nodes.Define):
            inside = dict.fromkeys((p.name for p in statement.parameters), NUMBER)
            for name, place in _walk(statement.body, NUMBER, functions):
                inside[name] = max(inside.get(name, NUMBER), place)
            functions[statement.name] = [inside[p.name] for p in statement.parameters]
    for statement in reversed(statements):
        wants = NUMBER
        if isinstance(statement, nodes.Assign):
            targets = [t.name for t in statement.targets if isinstance(t, nodes.Name)]
            wants = max((assigned.get(name, NUMBER) for name in targets), default=NUMBER)
            statement = statement.value
        for name, place in _walk(statement, wants, functions):
            table = assigned if name in bound else found
            table[name] = max(table.get(name, NUMBER), place)
    return {name: found[name] for name in names_in(tree) if name in found}


def every(tree: Node) -> Iterator[Node]:
    """A node and all inside it, as they stand in the text."""
    todo = [tree]
    while todo:
        node = todo.pop()
        yield node
        todo += reversed(list(_children(node)))


def called_in(tree: Node) -> set[str]:
    """The names that a text calls as functions."""
    calls = [node.function for node in every(tree) if isinstance(node, nodes.Call)]
    return {function.name for function in calls if isinstance(function, nodes.Name)}


def _children(node: Node) -> Iterator[Node]:
    for field in fields(node):
        value = getattr(node, field.name)
        for part in value if isinstance(value, list) else [value]:
            if isinstance(part, Node):
                yield part


def _bound_by(node: Node) -> list[str]:
    match node:
        case nodes.Assign(targets=targets):
            return [n.name for t in targets for n in every(t) if isinstance(n, nodes.Name)]
        case nodes.ForClause(target=target):
            return [n.name for n in every(target) if isinstance(n, nodes.Name)]
        case nodes.Define(name=name, parameters=parameters):
            return [name, *(p.name for p in parameters)]
        case nodes.Lambda(parameters=parameters):
            return [p.name for p in parameters]
    return []


def names_in(tree: Node) -> list[str]:
    """All names of a text, in the order in which they stand there."""
    return [node.name for node in every(tree) if isinstance(node, nodes.Name)]


def _walk(tree: Node, wants: int, functions: Functions) -> Iterator[tuple[str, int]]:
    """Every name that is no function, with what its place wants.

    functions: what those that the text defines want of their arguments.
    """
    todo = [(tree, wants)]
    while todo:
        node, wants = todo.pop()
        if isinstance(node, nodes.Name):
            if node.name not in CONSTANTS:
                yield node.name, wants
            continue
        if isinstance(node, nodes.Call) and _name_of(node.function) in functions:
            places = functions[_name_of(node.function)]
            todo += [(a, max(p, wants)) for a, p in zip(node.arguments, places, strict=False)]
            continue
        inside = INSIDE.get(type(node))
        todo += inside(node, wants) if inside else [(part, NUMBER) for part in _children(node)]


Wanted = list[tuple[Node, int]]


def _of_binary(node: nodes.Binary, wants: int) -> Wanted:
    left, right = node.left, node.right
    match node.operator:
        case "@":
            return [(left, MATRICES), (right, MATRICES)]
        case "^":
            return [(left, wants), (right, NUMBER)]
        case "*" | "/" if wants == MATRICES:
            # t*A @ x: before a tensor, a small letter is a number
            names = [n for n in every(left) if isinstance(n, nodes.Name)]
            small = node.operator == "*" and not any(n.name[0].isupper() for n in names)
            return [(left, NUMBER if small else wants), (right, wants if small else NUMBER)]
        case "+" | "-" if max(_axes_of(left), _axes_of(right)) > 0:
            wants = MATRICES
    return [(left, wants), (right, wants)]


def _axes_of(node: Node) -> int:
    """How many axes a matrix product has, by the first letters of its names; else 0."""
    if not isinstance(node, nodes.Binary) or node.operator != "@":
        return 0
    ends = [node.left, node.right]
    while isinstance(ends[0], nodes.Binary) and ends[0].operator == "@":
        ends[0] = ends[0].left
    names = [n.value if isinstance(n, nodes.Attribute) else n for n in ends]
    vectors = [isinstance(n, nodes.Name) and not n.name[0].isupper() for n in names]
    return 2 - sum(vectors)


def _of_unary(node: nodes.Unary, wants: int) -> Wanted:
    return [(node.operand, wants)]


def _of_comparison(node: nodes.Comparison, wants: int) -> Wanted:
    return [(operand, wants) for operand in node.operands]


def _of_conditional(node: nodes.Conditional, wants: int) -> Wanted:
    return [(node.test, NUMBER), (node.body, wants), (node.otherwise, wants)]


def _of_attribute(node: nodes.Attribute, wants: int) -> Wanted:
    return [(node.value, MATRICES if node.name in OF_MATRICES else wants)]


def _of_index(node: nodes.Index, wants: int) -> Wanted:
    return [(node.value, max(wants, ELEMENTS)), (node.index, NUMBER)]


def _of_call(node: nodes.Call, wants: int) -> Wanted:
    arguments = [a for a in node.arguments if not isinstance(a, nodes.Keyword)]
    if isinstance(node.function, nodes.Attribute) and not _is_prefix(node.function.value):
        arguments = [node.function.value, *arguments]
    inside = _wanted_by(_name_of(node.function), len(arguments), wants)
    return [(argument, inside) for argument in arguments]


def _is_prefix(node: Node) -> bool:
    """Whether what stands before a dot is a module: linalg.det."""
    name = _name_of(node)
    return name in ("torch", "F", "np", "nn", "linalg", "special", "nn.functional") or (
        name.startswith("torch.")
    )


def _name_of(node: Node) -> str:
    """The name of a function as the registry has it, or its last part."""
    match node:
        case nodes.Name(name=name):
            return name
        case nodes.Attribute(value=value, name=name):
            return f"{_name_of(value)}.{name}" if _is_prefix(value) else name
    return ""


def _wanted_by(name: str, count: int, wants: int) -> int:
    """What a function wants of its arguments."""
    rows = _rows_of(name)
    if not rows:
        return wants
    if any(p.kind in AXES or p.name == "reduction" for row in rows for p in row.params):
        return ELEMENTS if name not in OF_ONE or count == 1 else wants
    return wants if any(map(_takes_numbers, rows)) else MATRICES


def _rows_of(name: str) -> list[Row] | None:
    name = name.removeprefix("torch.").removeprefix("np.")
    for known in (name, f"linalg.{name}", f"nn.functional.{name}", f"special.{name}"):
        rows = registry.lookup(known)
        if rows:
            return rows
    return None


def _takes_numbers(row: Row) -> bool:
    """Whether an operation has a value for numbers."""
    if row.kind in ("elementwise", "zero"):
        return True
    try:
        registry.operation(row)(*(Symbol(p.name, 0.5) for p in row.params if p.required))
    except (ArithmeticError, AttributeError, LookupError, TypeError, ValueError, EngineError):
        return False
    return True


INSIDE = {
    nodes.Binary: _of_binary,
    nodes.Unary: _of_unary,
    nodes.Comparison: _of_comparison,
    nodes.Conditional: _of_conditional,
    nodes.Attribute: _of_attribute,
    nodes.Index: _of_index,
    nodes.Call: _of_call,
}
