"""The tree of an expression: one slotted dataclass a kind of node, each with its span.

Nodes say what was written, not how to compute it. They may be a million deep (a long sum leans to
the left), so nothing here recurses, comparison and repr included.
"""

from __future__ import annotations

from dataclasses import dataclass

from .spans import Source, Span


@dataclass(slots=True, eq=False, repr=False)
class Node:
    """The place of a node: offsets rather than a Span, for a long text has millions of them."""

    start: int
    end: int

    @property
    def span(self) -> Span:
        """The characters this node was read from, any parentheses around it left out."""
        return Span(self.start, self.end)

    def __repr__(self) -> str:
        return f"<{type(self).__name__} {self.start}:{self.end}>"


@dataclass(slots=True, eq=False, repr=False)
class Literal(Node):
    """A number, a string, None, True, False or the ellipsis."""

    value: object


@dataclass(slots=True, eq=False, repr=False)
class Name(Node):
    """A variable, a constant or a function, by name."""

    name: str


@dataclass(slots=True, eq=False, repr=False)
class Unary(Node):
    """`-x`, `+x`, `~x`, `not x` and `√x`."""

    operator: str
    operand: Node


@dataclass(slots=True, eq=False, repr=False)
class Binary(Node):
    """An arithmetic operator; `^` stands for both spellings of power, `*` also for `2x`."""

    operator: str
    left: Node
    right: Node


@dataclass(slots=True, eq=False, repr=False)
class Logical(Node):
    """`and` and `or`, which leave their right side alone when the left decides."""

    operator: str
    left: Node
    right: Node


@dataclass(slots=True, eq=False, repr=False)
class Comparison(Node):
    """A chain such as `a < b <= c`: an operator fewer than operands."""

    operators: list[str]
    operands: list[Node]


@dataclass(slots=True, eq=False, repr=False)
class Conditional(Node):
    """`body if test else otherwise`."""

    test: Node
    body: Node
    otherwise: Node


@dataclass(slots=True, eq=False, repr=False)
class Parameter(Node):
    """A parameter of a function: required, with a default, or `*name` for the rest."""

    name: str
    default: Node | None
    rest: bool


@dataclass(slots=True, eq=False, repr=False)
class Lambda(Node):
    """A function without a name."""

    parameters: list[Parameter]
    body: Node


@dataclass(slots=True, eq=False, repr=False)
class Starred(Node):
    """`*items` in a call or a display."""

    value: Node


@dataclass(slots=True, eq=False, repr=False)
class Keyword(Node):
    """`name=value` in a call."""

    name: str
    value: Node


@dataclass(slots=True, eq=False, repr=False)
class Call(Node):
    """A call; positional, starred and keyword arguments in the order written."""

    function: Node
    arguments: list[Node]


@dataclass(slots=True, eq=False, repr=False)
class Index(Node):
    """`value[index]`; several subscripts are a Sequence of kind tuple."""

    value: Node
    index: Node


@dataclass(slots=True, eq=False, repr=False)
class Slice(Node):
    """`lower:upper:step` inside an index."""

    lower: Node | None
    upper: Node | None
    step: Node | None


@dataclass(slots=True, eq=False, repr=False)
class Attribute(Node):
    """`value.name`."""

    value: Node
    name: str


@dataclass(slots=True, eq=False, repr=False)
class Sequence(Node):
    """A list or tuple written out."""

    kind: str
    items: list[Node]


@dataclass(slots=True, eq=False, repr=False)
class ForClause(Node):
    """`for target in iterable` of a comprehension."""

    target: Node
    iterable: Node


@dataclass(slots=True, eq=False, repr=False)
class IfClause(Node):
    """`if test` of a comprehension."""

    test: Node


@dataclass(slots=True, eq=False, repr=False)
class Comprehension(Node):
    """`[element for …]` (kind list) or a generator (kind generator)."""

    kind: str
    element: Node
    clauses: list[ForClause | IfClause]


@dataclass(slots=True, eq=False, repr=False)
class Assign(Node):
    """`a = value`, also `a, b = value` and `a = b = value`."""

    targets: list[Node]
    value: Node


@dataclass(slots=True, eq=False, repr=False)
class Define(Node):
    """`f(x, y=1) = body`."""

    name: str
    parameters: list[Parameter]
    body: Node


@dataclass(slots=True, eq=False, repr=False)
class Block(Node):
    """The statements of a text, in order."""

    source: Source
    statements: list[Node]
