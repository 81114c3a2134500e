"""The nodes of statements: a method for each rule of `program.lark` from `block` to `decorator`.

Refuses what the grammar lets through: targets that nothing can be assigned to.
"""

from __future__ import annotations

from collections.abc import Callable

from .. import nodes
from ..nodes import Node
from .nodes import (
    Annotated,
    Assert,
    Augmented,
    Break,
    ClassDefinition,
    Clause,
    Continue,
    Declaration,
    Delete,
    For,
    FunctionDefinition,
    Handler,
    If,
    Import,
    Imported,
    ImportFrom,
    Manager,
    Parameter,
    Pass,
    Raise,
    Return,
    Statement,
    Suite,
    Try,
    While,
    With,
)
from .signatures import signature

SIMPLE = (nodes.Name, nodes.Attribute, nodes.Index)


class StatementBuilder:
    """Part of the builder of programs."""

    _fault: Callable[..., Exception]
    _name: Callable[[int, str], str]

    # simple statements

    def expression_statement(self, start: int, end: int, value: Node) -> Node:
        if isinstance(value, nodes.Starred):
            raise self._fault("can't use starred expression here", value)
        return value

    def expression_of(self, statement: Node) -> Node:
        """Return a statement that must be an expression."""
        if isinstance(statement, (Statement, nodes.Assign)):
            raise self._fault("an expression is expected here", statement)
        return statement

    def assignment(self, start: int, end: int, *sides: Node) -> Node:
        *targets, value = sides
        return nodes.Assign(start, end, [self._target(t) for t in targets], value)

    def augmented(self, start: int, end: int, target: Node, operator: str, value: Node) -> Node:
        if not isinstance(target, SIMPLE):
            message = f"'{_kind(target)}' is an illegal expression for augmented assignment"
            raise self._fault(message, target)
        return Augmented(start, end, target, operator[:-1], value)

    def annotated(self, start: int, end: int, target: Node, *parts: Node) -> Node:
        if not isinstance(target, SIMPLE):
            raise self._fault("only single target (not tuple) can be annotated", target)
        values = [p for p in parts if not isinstance(p, Clause)]
        return Annotated(start, end, target, values[0] if values else None)

    def annotation(self, start: int, end: int, value: Node) -> Node:
        return Clause(start, end, "annotation", value, [])

    def return_(self, start: int, end: int, *values: Node) -> Node:
        return Return(start, end, values[0] if values else None)

    def raise_(self, start: int, end: int, *parts: Node) -> Node:
        causes = [p.test for p in parts if isinstance(p, Clause)]
        return Raise(start, end, parts[0] if parts else None, causes[0] if causes else None)

    def cause(self, start: int, end: int, value: Node) -> Node:
        return Clause(start, end, "cause", value, [])

    def assert_(self, start: int, end: int, test: Node, message: Node | None = None) -> Node:
        return Assert(start, end, test, message)

    def delete(self, start: int, end: int, target: Node) -> Node:
        targets: list[Node] = []
        pending = [target]
        while pending:
            item = pending.pop()
            if isinstance(item, nodes.Sequence) and item.kind != "set":
                pending += reversed(item.items)
            elif isinstance(item, SIMPLE):
                targets.append(item)
            else:
                raise self._fault(f"cannot delete {_kind(item)}", item)
        return Delete(start, end, targets)

    def pass_(self, start: int, end: int) -> Node:
        return Pass(start, end)

    def break_(self, start: int, end: int) -> Node:
        return Break(start, end)

    def continue_(self, start: int, end: int) -> Node:
        return Continue(start, end)

    def global_(self, start: int, end: int, *names: str) -> Node:
        return Declaration(start, end, "global", [self._name(start, n) for n in names])

    def nonlocal_(self, start: int, end: int, *names: str) -> Node:
        return Declaration(start, end, "nonlocal", [self._name(start, n) for n in names])

    # imports

    def import_(self, start: int, end: int, *modules: Imported) -> Node:
        return Import(start, end, list(modules))

    def import_from(self, start: int, end: int, path: str, *names: Imported) -> Node:
        return ImportFrom(start, end, path, list(names))

    def import_all(self, start: int, end: int, path: str) -> Node:
        return ImportFrom(start, end, path, [])

    def module(self, start: int, end: int, path: str, name: str | None = None) -> Node:
        return Imported(start, end, path, name)

    def path(self, start: int, end: int, *names: str) -> str:
        return ".".join(names)

    def imported(self, start: int, end: int, path: str, name: str | None = None) -> Node:
        return Imported(start, end, path, name)

    # compound statements

    def suite(self, start: int, end: int, *statements: Node) -> Suite:
        return Suite(start, end, list(statements))

    def if_(self, start: int, end: int, test: Node, body: Suite, *clauses: Clause) -> Node:
        branches = [(test, body.statements)]
        branches += [(c.test, c.body) for c in clauses if c.test is not None]
        return If(start, end, branches, _body_of("else", clauses))

    def elif_(self, start: int, end: int, test: Node, body: Suite) -> Node:
        return Clause(start, end, "elif", test, body.statements)

    def else_(self, start: int, end: int, body: Suite) -> Node:
        return Clause(start, end, "else", None, body.statements)

    def finally_(self, start: int, end: int, body: Suite) -> Node:
        return Clause(start, end, "finally", None, body.statements)

    def while_(self, start: int, end: int, test: Node, body: Suite, *clauses: Clause) -> Node:
        return While(start, end, test, body.statements, _body_of("else", clauses))

    def for_(
        self, start: int, end: int, target: Node, iterable: Node, body: Suite, *clauses: Clause
    ) -> Node:
        return For(start, end, target, iterable, body.statements, _body_of("else", clauses))

    def targets(self, start: int, end: int, *parts: Node | str) -> Node:
        items = [part for part in parts if isinstance(part, Node)]
        if len(parts) == 1:
            return self._target(items[0])
        return self._target(nodes.Sequence(items[0].start, items[-1].end, "tuple", items))

    def try_(self, start: int, end: int, body: Suite, *clauses: Handler | Clause) -> Node:
        handlers = [c for c in clauses if isinstance(c, Handler)]
        for handler in handlers[:-1]:
            if handler.kind is None:
                raise self._fault("default 'except:' must be last", handler)
        return Try(
            start, end, body.statements, handlers,
            _body_of("else", clauses), _body_of("finally", clauses),
        )  # fmt: skip

    def handler(self, start: int, end: int, *parts: Node | str) -> Node:
        *head, body = parts
        assert isinstance(body, Suite)
        kind = head[0] if head else None
        name = head[1] if len(head) > 1 else None
        assert kind is None or isinstance(kind, Node)
        assert name is None or isinstance(name, str)
        return Handler(start, end, kind, name, body.statements)

    def with_(self, start: int, end: int, *parts: Node) -> Node:
        *managers, body = parts
        assert isinstance(body, Suite)
        return With(start, end, [m for p in managers for m in _managers(p)], body.statements)

    def manager(self, start: int, end: int, context: Node, target: Node | None = None) -> Node:
        return Manager(start, end, context, None if target is None else self._target(target))

    def function(self, start: int, end: int, name: str, *parts: Node) -> Node:
        *rest, body = parts
        assert isinstance(body, Suite)
        parameters = [p for p in rest if isinstance(p, Parameter)]
        whole = signature(start, end, parameters, self._fault)
        return FunctionDefinition(start, end, self._name(start, name), whole, body.statements, [])

    def returns(self, start: int, end: int, value: Node) -> Node:
        return Clause(start, end, "returns", value, [])

    def class_(self, start: int, end: int, name: str, *parts: Node) -> Node:
        *arguments, body = parts
        assert isinstance(body, Suite)
        return ClassDefinition(start, end, self._name(start, name), arguments, body.statements, [])

    def decorator(self, start: int, end: int, value: Node) -> Node:
        return value

    def decorated(self, start: int, end: int, *parts: Node) -> Node:
        *decorators, definition = parts
        assert isinstance(definition, (FunctionDefinition, ClassDefinition))
        definition.decorators = decorators
        return definition

    def _target(self, node: Node) -> Node:
        """Check what is assigned to, without recursion since it may be nested deep."""
        if isinstance(node, nodes.Starred):
            raise self._fault("starred assignment target must be in a list or tuple", node)
        pending = [node]
        while pending:
            target = pending.pop()
            if isinstance(target, nodes.Sequence) and target.kind != "set":
                stars = [i for i in target.items if isinstance(i, nodes.Starred)]
                if len(stars) > 1:
                    raise self._fault("multiple starred expressions in assignment", stars[1])
                pending += (i.value if isinstance(i, nodes.Starred) else i for i in target.items)
            elif not isinstance(target, SIMPLE):
                raise self._fault(
                    f"cannot assign to {_kind(target)}", target, "", "to compare, write =="
                )
        return node


KINDS = {
    "Call": "function call",
    "Literal": "literal",
    "Binary": "expression",
    "Unary": "expression",
    "Comparison": "comparison",
    "Lambda": "lambda",
    "ProgramLambda": "lambda",
    "Conditional": "conditional expression",
    "Joined": "f-string expression",
    "DictDisplay": "dict literal",
    "Walrus": "named expression",
    "Yield": "yield expression",
}


def _kind(node: Node) -> str:
    if isinstance(node, nodes.Literal) and (node.value is None or isinstance(node.value, bool)):
        return str(node.value)
    if isinstance(node, nodes.Sequence):
        return "set display" if node.kind == "set" else node.kind
    return KINDS.get(type(node).__name__, "expression")


def _body_of(kind: str, clauses: tuple) -> list[Node]:
    return next((c.body for c in clauses if isinstance(c, Clause) and c.kind == kind), [])


def _managers(part: Node) -> list[Manager]:
    """Take apart `with (a, b):`, which Python reads as two managers and not as a tuple."""
    assert isinstance(part, Manager)
    context = part.context
    if part.target is None and isinstance(context, nodes.Sequence) and context.kind == "tuple":
        return [Manager(item.start, item.end, item, None) for item in context.items]
    return [part]
