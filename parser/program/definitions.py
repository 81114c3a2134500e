"""Definitions of functions and classes to instructions."""

from __future__ import annotations

from .. import nodes
from ..nodes import Node
from . import flow, invoke
from .compile import NOTHING, Context, ProgramCompiler
from .dunders import check_class_name
from .functions import ProgramCode
from .nodes import ClassDefinition, FunctionDefinition
from .symbols import Region


class Definitions(ProgramCompiler):
    """Part of the compiler of statements."""

    def body(self, statements: list[Node]) -> list:
        raise NotImplementedError

    def function_definition(self, node: FunctionDefinition) -> None:
        doc, statements = docstring(node.body)
        plan = [*self.body(statements), NOTHING, (flow.return_, None, None)]
        made = self.function(node.name, node.signature, node.body, plan, node.span)
        self.pending[-1][0].code.doc = doc
        self.plan(*self.decorated(node, made))

    def decorated(self, node: FunctionDefinition | ClassDefinition, made: list) -> list:
        calls = [(invoke.call, 1, decorator.span) for decorator in reversed(node.decorators)]
        store = self.name_step("store", node.name, node.span)
        return [*node.decorators, *made, *calls, store]

    def class_(self, node: ClassDefinition) -> None:
        doc, statements = docstring(node.body)
        qualname = self.qualified(node.name)
        code = ProgramCode(self.source, "class", node.name, node.span, qualname=qualname, doc=doc)
        cell = Region("cell", self.here.region, ("__class__",))
        region = Region("class", cell)
        self.check_nonlocal(region, region.collect(node.body))
        for name in sorted(region.names):
            check_class_name(name, node, self.source)
        finish = [(invoke.finish_class, None, node.span), (flow.return_, None, None)]
        context = Context(code, region, node.name)
        self.pending.append((context, [*self.body(statements), *finish]))
        named = [a for a in node.arguments if isinstance(a, nodes.Keyword)]
        bases = [a for a in node.arguments if not isinstance(a, nodes.Keyword)]
        argument = (code, len(bases), tuple(a.name for a in named))
        begin = (invoke.begin_class, argument, node.span)
        self.plan(*self.decorated(node, [*bases, *(a.value for a in named), begin]))


def docstring(body: list[Node]) -> tuple[str | None, list[Node]]:
    """Return the docstring of a body and the statements after it."""
    first = body[0]
    if isinstance(first, nodes.Literal) and isinstance(first.value, str):
        return first.value, body[1:]
    return None, body
