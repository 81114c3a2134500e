"""Which names a piece of a program binds, and where a name it reads lives: Python's rules.

Decided before anything runs, so that a call looks a name up in one place. Nothing here recurses:
bodies are walked with a list.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Iterable, Iterator
from enum import Enum
from functools import cache

from .. import nodes
from ..nodes import Comprehension, Node
from .nodes import (
    Annotated,
    Augmented,
    ClassDefinition,
    Declaration,
    Delete,
    For,
    FunctionDefinition,
    Handler,
    Import,
    ImportFrom,
    Manager,
    ProgramLambda,
    Walrus,
    Yield,
)


class Place(Enum):
    """Where a name lives, seen from the code that uses it."""

    LOCAL = "local"
    ENCLOSING = "enclosing"
    GLOBAL = "global"


class Region:
    """A scope as the compiler sees it.

    kind: 'module', 'function', 'comprehension', 'class' (the body of a class, which functions in it
    do not see) or 'cell' (around a class body: holds `__class__` for super()).
    """

    def __init__(self, kind: str, parent: Region | None, names: Iterable[str] = ()) -> None:
        self.kind = kind
        self.parent = parent
        self.names = set(names)
        self.globals: set[str] = set()
        self.yields = False

    def collect(self, body: Iterable[Node]) -> list[tuple[str, Declaration]]:
        """Add what a body binds; return the nonlocal names, for the compiler to check."""
        outer: list[tuple[str, Declaration]] = []
        bound: set[str] = set()
        for node in walk(body):
            if isinstance(node, Declaration):
                if node.kind == "global":
                    self.globals.update(node.names)
                else:
                    outer += ((name, node) for name in node.names)
            elif isinstance(node, Yield):
                self.yields = True
            else:
                bound.update(bindings(node))
        self.names |= bound - self.globals - {name for name, _ in outer}
        return outer

    def find(self, name: str) -> tuple[Place, int]:
        """Return where a name lives and how many scopes out."""
        if self.kind == "module" or name in self.globals:
            return Place.GLOBAL, 0
        if name in self.names:
            return Place.LOCAL, 0
        return self.outside(name)

    def outside(self, name: str) -> tuple[Place, int]:
        """Return where a name lives that is not this region's own."""
        hops, region = 1, self.parent
        while region is not None and region.kind != "module":
            if region.kind != "class":
                if name in region.globals:
                    break
                if name in region.names:
                    return Place.ENCLOSING, hops
                hops += 1
            region = region.parent
        return Place.GLOBAL, 0


def global_names(body: Iterable[Node]) -> set[str]:
    """Return what functions anywhere in a program declare global."""
    found: set[str] = set()
    pending = list(body)
    while pending:
        node = pending.pop()
        if isinstance(node, Declaration) and node.kind == "global":
            found.update(node.names)
        if isinstance(node, (FunctionDefinition, ClassDefinition)):
            pending += node.body
        else:
            pending += children(node)
    return found


def bindings(node: Node) -> Iterator[str]:
    """Return the names that a node binds itself, not what is inside it."""
    if isinstance(node, nodes.Assign):
        for target in node.targets:
            yield from target_names(target)
    elif isinstance(node, (Augmented, Annotated, For)):
        yield from target_names(node.target)
    elif isinstance(node, Manager):
        if node.target is not None:
            yield from target_names(node.target)
    elif isinstance(node, Delete):
        yield from (t.name for t in node.targets if isinstance(t, nodes.Name))
    elif isinstance(node, (FunctionDefinition, ClassDefinition, Walrus)):
        yield node.name
    elif isinstance(node, Handler):
        if node.name is not None:
            yield node.name
    elif isinstance(node, Import):
        yield from (m.name or m.path.partition(".")[0] for m in node.modules)
    elif isinstance(node, ImportFrom):
        yield from (n.name or n.path for n in node.names)


def target_names(target: Node) -> Iterator[str]:
    """Return the names in what is assigned to."""
    pending = [target]
    while pending:
        item = pending.pop()
        if isinstance(item, nodes.Name):
            yield item.name
        elif isinstance(item, nodes.Sequence):
            pending += item.items
        elif isinstance(item, nodes.Starred):
            pending.append(item.value)


def walk(body: Iterable[Node]) -> Iterator[Node]:
    """Go through a body in no particular order, leaving out functions and classes inside it."""
    pending = list(body)
    while pending:
        node = pending.pop()
        yield node
        pending += children(node)


def children(node: Node) -> Iterator[Node]:
    """Return the parts of a node that run in the same scope (of a comprehension: bind in it)."""
    if isinstance(node, FunctionDefinition):
        yield from node.decorators
        yield from signature_defaults(node)
        return
    if isinstance(node, ProgramLambda):
        yield from signature_defaults(node)
        return
    if isinstance(node, ClassDefinition):
        yield from node.decorators
        yield from node.arguments
        return
    for name in fields(type(node)):
        pending = [getattr(node, name)]
        while pending:
            value = pending.pop()
            if isinstance(value, Node):
                yield value
            elif isinstance(value, (list, tuple)):
                pending += value


def signature_defaults(node: FunctionDefinition | ProgramLambda) -> Iterator[Node]:
    """Return the defaults of a function, which its definition evaluates."""
    for parameter in (*node.signature.positional, *node.signature.keyword_only):
        if parameter.default is not None:
            yield parameter.default


def comprehension_names(node: Comprehension) -> set[str]:
    """Return the names that the loops of a comprehension bind."""
    targets = (c.target for c in node.clauses if isinstance(c, nodes.ForClause))
    return {name for target in targets for name in target_names(target)}


@cache
def fields(kind: type) -> tuple[str, ...]:
    """Return the fields of a kind of node that may hold nodes."""
    skipped = {"start", "end", "source"}
    return tuple(f.name for f in dataclasses.fields(kind) if f.name not in skipped)
