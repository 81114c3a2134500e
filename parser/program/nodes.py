"""The tree of a program: its statements, and the expressions that only programs have.

What an expression of the command line has too is in `..nodes`. An expression that stands alone as
a statement is just that node.
"""

from __future__ import annotations

from dataclasses import dataclass

from ..nodes import Lambda, Node

# ---------------------------------------------------------------- expressions


@dataclass(slots=True, eq=False, repr=False)
class Parameter(Node):
    """A parameter of a function.

    kind: 'plain', 'rest' (`*name`), 'named_rest' (`**name`), and the bare marks 'keyword_mark'
    (`*`) and 'positional_mark' (`/`), which have no name.
    """

    kind: str
    name: str
    default: Node | None


@dataclass(slots=True, eq=False, repr=False)
class ProgramLambda(Lambda):
    """A function without a name, with any kind of parameter."""

    signature: Signature


@dataclass(slots=True, eq=False, repr=False)
class Signature(Node):
    """The parameters of a function by kind, in order; defaults stand in the parameters."""

    positional: list[Parameter]
    positional_only: int
    rest: str | None
    keyword_only: list[Parameter]
    named_rest: str | None

    def names(self) -> list[str]:
        """Return every name that a call binds."""
        rests = [name for name in (self.rest, self.named_rest) if name is not None]
        return [p.name for p in (*self.positional, *self.keyword_only)] + rests


@dataclass(slots=True, eq=False, repr=False)
class Walrus(Node):
    """`(name := value)`."""

    name: str
    value: Node


@dataclass(slots=True, eq=False, repr=False)
class Spread(Node):
    """`**mapping` in a call or a dict display."""

    value: Node


@dataclass(slots=True, eq=False, repr=False)
class Pair(Node):
    """`key: value` in a dict."""

    key: Node
    value: Node


@dataclass(slots=True, eq=False, repr=False)
class DictDisplay(Node):
    """A dict written out."""

    entries: list[Pair | Spread]


@dataclass(slots=True, eq=False, repr=False)
class Joined(Node):
    """An f-string, alone or between other strings: texts and values."""

    parts: list[Node]


@dataclass(slots=True, eq=False, repr=False)
class Formatted(Node):
    """`{value!conversion:spec}` of an f-string; the spec may hold values itself."""

    value: Node
    conversion: str
    spec: Node | None


@dataclass(slots=True, eq=False, repr=False)
class Yield(Node):
    """`yield value`, or `yield from value`."""

    value: Node | None
    delegates: bool


# ---------------------------------------------------------- simple statements


@dataclass(slots=True, eq=False, repr=False)
class Statement(Node):
    """What only stands as a line of its own."""


@dataclass(slots=True, eq=False, repr=False)
class Suite(Node):
    """The statements of a block; never met by the compiler."""

    statements: list[Node]


@dataclass(slots=True, eq=False, repr=False)
class Augmented(Statement):
    """`target += value`; the operator stands without its equals sign."""

    target: Node
    operator: str
    value: Node


@dataclass(slots=True, eq=False, repr=False)
class Annotated(Statement):
    """`target: annotation = value`; annotations are not evaluated."""

    target: Node
    value: Node | None


@dataclass(slots=True, eq=False, repr=False)
class Return(Statement):
    """`return value`."""

    value: Node | None


@dataclass(slots=True, eq=False, repr=False)
class Raise(Statement):
    """`raise value from cause`."""

    value: Node | None
    cause: Node | None


@dataclass(slots=True, eq=False, repr=False)
class Assert(Statement):
    """`assert test, message`."""

    test: Node
    message: Node | None


@dataclass(slots=True, eq=False, repr=False)
class Delete(Statement):
    """`del a, b[0]`."""

    targets: list[Node]


@dataclass(slots=True, eq=False, repr=False)
class Pass(Statement):
    """`pass`, which does nothing."""


@dataclass(slots=True, eq=False, repr=False)
class Break(Statement):
    """`break`."""


@dataclass(slots=True, eq=False, repr=False)
class Continue(Statement):
    """`continue`."""


@dataclass(slots=True, eq=False, repr=False)
class Declaration(Statement):
    """`global a, b` and `nonlocal a, b`."""

    kind: str
    names: list[str]


@dataclass(slots=True, eq=False, repr=False)
class Imported(Node):
    """`a.b as c` in an import, or a name in a `from` import."""

    path: str
    name: str | None


@dataclass(slots=True, eq=False, repr=False)
class Import(Statement):
    """`import a, b.c as d`."""

    modules: list[Imported]


@dataclass(slots=True, eq=False, repr=False)
class ImportFrom(Statement):
    """`from module import a, b as c`; no names stands for `*`."""

    module: str
    names: list[Imported]


# -------------------------------------------------------- compound statements


@dataclass(slots=True, eq=False, repr=False)
class If(Statement):
    """An if with all its elifs; a branch is a test and its body."""

    branches: list[tuple[Node, list[Node]]]
    otherwise: list[Node]


@dataclass(slots=True, eq=False, repr=False)
class While(Statement):
    """`while test: body`, with its else."""

    test: Node
    body: list[Node]
    otherwise: list[Node]


@dataclass(slots=True, eq=False, repr=False)
class For(Statement):
    """`for target in iterable: body`, with its else."""

    target: Node
    iterable: Node
    body: list[Node]
    otherwise: list[Node]


@dataclass(slots=True, eq=False, repr=False)
class Handler(Node):
    """`except kind as name: body`."""

    kind: Node | None
    name: str | None
    body: list[Node]


@dataclass(slots=True, eq=False, repr=False)
class Try(Statement):
    """`try: body`, with its handlers, else and finally."""

    body: list[Node]
    handlers: list[Handler]
    otherwise: list[Node]
    final: list[Node]


@dataclass(slots=True, eq=False, repr=False)
class Manager(Node):
    """`context as target` of a with statement."""

    context: Node
    target: Node | None


@dataclass(slots=True, eq=False, repr=False)
class With(Statement):
    """`with a as b, c: body`."""

    managers: list[Manager]
    body: list[Node]


@dataclass(slots=True, eq=False, repr=False)
class FunctionDefinition(Statement):
    """`def name(signature): body`."""

    name: str
    signature: Signature
    body: list[Node]
    decorators: list[Node]


@dataclass(slots=True, eq=False, repr=False)
class ClassDefinition(Statement):
    """`class name(arguments): body`."""

    name: str
    arguments: list[Node]
    body: list[Node]
    decorators: list[Node]


@dataclass(slots=True, eq=False, repr=False)
class Clause(Node):
    """Part of a compound statement while it is being read: elif, else, finally."""

    kind: str
    test: Node | None
    body: list[Node]
