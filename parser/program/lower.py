"""Statements to instructions: what each leaves on the stack, and how each can be left early."""

from __future__ import annotations

from collections.abc import Callable

from .. import nodes, steps
from ..collecting import no_collection
from ..compile import Instruction, Label
from ..errors import LanguageError, fault
from ..nodes import Node
from ..spans import Span
from . import flow, invoke, operate
from .compile import DROP, NOTHING, Do, Loop, ProgramCompiler
from .definitions import Definitions
from .functions import ProgramCode
from .imports import Imports
from .machine import BlockKind
from .nodes import (
    Annotated,
    Assert,
    Augmented,
    Break,
    ClassDefinition,
    Continue,
    Declaration,
    Delete,
    For,
    FunctionDefinition,
    Handler,
    If,
    Import,
    ImportFrom,
    Pass,
    Raise,
    Return,
    Statement,
    Try,
    While,
    With,
)
from .symbols import global_names

DUPLICATE: Instruction = (steps.duplicate, None, None)


def compile_program(block: nodes.Block) -> ProgramCode:
    """Translate a program.

    Raises: LanguageError for what is not part of the language.
    """
    compiler = StatementCompiler(block.source)
    with no_collection():
        return compiler.program(block)


class StatementCompiler(Definitions, Imports, ProgramCompiler):
    """A method for each kind of statement."""

    def own_visits(self) -> dict[type, Callable]:
        kind = type(self)
        return super().own_visits() | {
            nodes.Assign: kind.assign, Annotated: kind.annotated, Augmented: kind.augmented,
            Delete: kind.delete, Return: kind.return_, Raise: kind.raise_, Assert: kind.assert_,
            Pass: kind.nothing, Declaration: kind.nothing, Break: kind.break_,
            Continue: kind.continue_, If: kind.if_, While: kind.while_, For: kind.for_,
            Try: kind.try_, With: kind.with_, FunctionDefinition: kind.function_definition,
            ClassDefinition: kind.class_, Import: kind.import_, ImportFrom: kind.import_from,
        }  # fmt: skip

    def program(self, block: nodes.Block) -> ProgramCode:
        code = self.here.code
        self.here.region.collect(block.statements)
        self.bound = self.here.region.names | global_names(block.statements)
        plan = [*self.body(block.statements), NOTHING, (flow.return_, None, None)]
        self.pending.append((self.here, plan))
        self.translate_all()
        return code

    def body(self, statements: list[Node]) -> list:
        """Plan statements; an expression among them leaves no value."""
        plan: list = []
        for statement in statements:
            plan.append(statement)
            if not isinstance(statement, (Statement, nodes.Assign)):
                plan.append(DROP)
        return plan

    def nothing(self, node: Node) -> None:
        """What only told the compiler something."""

    # assignments

    def assign(self, node: nodes.Assign) -> None:
        plan: list = [node.value]
        for target in node.targets:
            if target is not node.targets[-1]:
                plan.append(DUPLICATE)
            plan += self.store(target)
        self.plan(*plan)

    def annotated(self, node: Annotated) -> None:
        if self.here.code.kind == "class" and isinstance(node.target, nodes.Name):
            self.plan((invoke.annotate, self.private(node.target.name), node.span))
        if node.value is not None:
            self.plan(node.value, *self.store(node.target))

    def augmented(self, node: Augmented) -> None:
        target, step = node.target, (operate.augmented, node.operator, node.span)
        if isinstance(target, nodes.Name):
            store = self.name_step("store", target.name, target.span)
            self.plan(target, node.value, step, store)
        elif isinstance(target, nodes.Attribute):
            name = self.attribute_name(target)
            load = (operate.load_attribute, name, target.span)
            swap = (operate.rotate_two, None, None)
            store = (operate.store_attribute, name, node.span)
            self.plan(target.value, DUPLICATE, load, node.value, step, swap, store)
        else:
            assert isinstance(target, nodes.Index)
            twice = (operate.duplicate_two, None, None)
            load = (operate.load_item, None, target.span)
            under = (operate.rotate_three, None, None)
            store = (operate.store_item, None, node.span)
            self.plan(target.value, target.index, twice, load, node.value, step, under, store)

    def delete(self, node: Delete) -> None:
        plan: list = []
        for target in node.targets:
            if isinstance(target, nodes.Name):
                plan.append(self.name_step("delete", target.name, target.span))
            elif isinstance(target, nodes.Attribute):
                name = self.attribute_name(target)
                plan += (target.value, (operate.delete_attribute, name, target.span))
            else:
                assert isinstance(target, nodes.Index)
                step = (operate.delete_item, None, target.span)
                plan += (target.value, target.index, step)
        self.plan(*plan)

    # leaving

    def return_(self, node: Return) -> None:
        if self.here.code.kind != "function":
            raise self._fault("'return' outside function", node)
        value = node.value if node.value is not None else NOTHING
        step = flow.leave_function if self.here.depth else flow.return_
        self.plan(value, (step, None, node.span))

    def break_(self, node: Break) -> None:
        loop = self._loop(node, "'break' outside loop")
        self._jump_out(loop.done, loop, loop.height - loop.is_for, node.span)

    def continue_(self, node: Continue) -> None:
        loop = self._loop(node, "'continue' not properly in loop")
        self._jump_out(loop.again, loop, loop.height, node.span)

    def _loop(self, node: Node, message: str) -> Loop:
        if not self.here.loops:
            raise self._fault(message, node)
        return self.here.loops[-1]

    def _jump_out(self, label: Label, loop: Loop, height: int, span: Span) -> None:
        if self.here.depth == loop.depth:
            drops = [DROP] * (self.here.height - height)
            self.plan(*drops, (steps.jump, label, span))
        else:
            self.plan((flow.leave, (label, loop.depth, height), span))

    def raise_(self, node: Raise) -> None:
        if node.value is None:
            self.plan((flow.raise_handled, None, node.span))
            return
        cause = [] if node.cause is None else [node.cause]
        self.plan(node.value, *cause, (flow.raise_, bool(cause), node.span))

    def assert_(self, node: Assert) -> None:
        end = Label()
        message = [] if node.message is None else [node.message]
        fail = (flow.fail_assertion, bool(message), node.test.span)
        self.plan(node.test, (operate.jump_if_true, end, node.test.span), *message, fail, end)

    # branches and loops

    def if_(self, node: If) -> None:
        end = Label()
        plan: list = []
        for test, body in node.branches:
            otherwise = Label()
            plan += (test, (steps.jump_if_false, otherwise, test.span), *self.body(body))
            plan += ((steps.jump, end, None), otherwise)
        self.plan(*plan, *self.body(node.otherwise), end)

    def while_(self, node: While) -> None:
        loop = Loop(Label(), Label(), self.here.depth, self.here.height, False)
        otherwise = Label()
        self.plan(
            loop.again, (flow.begin_round, None, node.test.span),
            node.test, (steps.jump_if_false, otherwise, node.test.span),
            *self._inside(loop, node.body), (steps.jump, loop.again, None),
            otherwise, *self.body(node.otherwise), loop.done,
        )  # fmt: skip

    def for_(self, node: For) -> None:
        here = self.here
        loop = Loop(Label(), Label(), here.depth, here.height + 1, True)
        otherwise = Label()
        place = node.iterable.span
        body = self._inside(loop, node.body)
        self.plan(
            node.iterable, (flow.begin_items, None, place),
            loop.again, (flow.next_item, otherwise, place), *self.store(node.target),
            *self._raised(0, 1, body), (steps.jump, loop.again, None),
            otherwise, *self.body(node.otherwise), loop.done,
        )  # fmt: skip

    def _inside(self, loop: Loop, body: list[Node]) -> list:
        loops = self.here.loops
        return [Do(lambda: loops.append(loop)), *self.body(body), Do(loops.pop)]

    def _raised(self, depth: int, height: int, plan: list) -> list:
        """Plan something with that many blocks and values more than here."""
        here = self.here

        def change(sign: int) -> None:
            here.depth += sign * depth
            here.height += sign * height

        return [Do(lambda: change(1)), *plan, Do(lambda: change(-1))]

    # blocks

    def try_(self, node: Try) -> None:
        here = self.here
        if not node.final:
            self.plan(*self._handled(node, here.height))
            return
        inner: list = self.body(node.body)
        if node.handlers:
            inner = self._handled(node, here.height)
        final = Label()
        begin = (flow.begin_block, (BlockKind.FINALLY, final, here.height), None)
        self.plan(
            begin, *self._raised(1, 0, inner), (flow.end_block, None, None), NOTHING,
            final, (flow.begin_finally, None, None),
            *self._raised(1, 1, self.body(node.final)), (flow.end_finally, None, None),
        )  # fmt: skip

    def _handled(self, node: Try, height: int) -> list:
        """Plan a try with its handlers and its else."""
        handlers, end = Label(), Label()
        plan: list = [
            (flow.begin_block, (BlockKind.TRY, handlers, height), None),
            *self._raised(1, 0, self.body(node.body)),
            (flow.end_block, None, None),
            *self.body(node.otherwise),
            (steps.jump, end, None),
            handlers,
        ]
        for handler in node.handlers:
            plan += self._handler(handler, end)
        return [*plan, (flow.raise_again, None, None), end]

    def _handler(self, node: Handler, end: Label) -> list:
        otherwise = Label()
        plan: list = []
        clear = None
        if node.kind is not None:
            plan += (node.kind, (flow.match_error, otherwise, node.kind.span))
        if node.name is not None:
            plan += (DUPLICATE, self.name_step("store", node.name, node.span))
            clear = self.name_step("clear", node.name, node.span)
        plan.append((flow.begin_handler, clear, node.span))
        plan += self._raised(1, 0, self.body(node.body))
        return [*plan, (flow.end_handler, None, None), (steps.jump, end, None), otherwise]

    def with_(self, node: With) -> None:
        self.plan(*self._managed(node))

    def _managed(self, node: With) -> list:
        """Plan the managers of a with statement, and the body in them."""
        begun: list = []
        ended: list = []
        base = self.here.height
        for number, manager in enumerate(node.managers):
            handler = Label()
            span = manager.context.span
            store = [DROP] if manager.target is None else self.store(manager.target)
            enter = (flow.enter_context, (handler, base + number), span)
            begun += [manager.context, enter, self._shift(1, 1), *store]
            ended = [
                (flow.end_block, None, None), NOTHING, self._shift(-1, 0), handler,
                (flow.exit_context, None, span), self._shift(0, -1), *ended,
            ]  # fmt: skip
        return [*begun, *self.body(node.body), *ended]

    def _shift(self, depth: int, height: int) -> Do:
        here = self.here

        def change() -> None:
            here.depth += depth
            here.height += height

        return Do(change)

    def _fault(self, message: str, node: Node) -> LanguageError:
        return fault("SyntaxError", message, self.source, node.span)
