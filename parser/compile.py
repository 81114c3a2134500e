"""Tree to instructions: a flat list for a stack machine, and one more for each function inside.

Works off an explicit list of what is still to do, so that a tree a million deep is no trouble. An
item of that list is a node to translate, a finished instruction, or a label to set.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

from . import calls, nodes, steps
from .collecting import no_collection
from .errors import LanguageError
from .limits import DEFAULT_LIMITS, Limits
from .nodes import Node
from .operators import BINARY, COMPARISONS
from .spans import Source, Span

Instruction = tuple[Callable[..., int | None], object, Span | None]


@dataclass(slots=True, eq=False)
class Code:
    """What the machine runs: a text, the body of a function, or a comprehension."""

    source: Source
    kind: str
    name: str = ""
    span: Span | None = None
    parameters: list[str] = field(default_factory=list)
    rest: str | None = None
    instructions: list[Instruction] = field(default_factory=list)


@dataclass(slots=True, eq=False)
class Label:
    """A place in the instructions that is not known yet."""

    place: int = -1


def compile_expression(block: nodes.Block, limits: Limits = DEFAULT_LIMITS) -> Code:
    """Translate a text; its value will be that of its last expression.

    Raises: LanguageError if the text holds no expression.
    """
    values = [s for s in block.statements if not isinstance(s, (nodes.Assign, nodes.Define))]
    if not values:
        last = block.statements[-1]
        helps = ["end it with an expression, after a ; or on a new line"]
        if isinstance(last, nodes.Define):
            helps = [f"call it: {last.name}(…), after a ; or on a new line"]
        raise LanguageError("SyntaxError", "the text has no value", block.source, [], helps)
    code = Code(block.source, "text")
    compiler = Compiler(block.source)
    with no_collection():
        for statement in block.statements:
            todo: list = [statement]
            if statement is values[-1]:
                todo = [(steps.keep, None, None), statement]
            elif not isinstance(statement, (nodes.Assign, nodes.Define)):
                todo = [(steps.pop, None, None), statement]
            compiler.translate(todo, code)
        code.instructions.append((calls.finish, None, None))
        compiler.translate_functions()
    return code


class Compiler:
    """Translates nodes by a method a kind; functions met on the way wait in a list."""

    def __init__(self, source: Source) -> None:
        self.source = source
        self.waiting: list[tuple[Code, list]] = []
        self.out: list[Instruction] = []
        self.todo: list = []
        self.visits = VISIT

    def translate(self, todo: list, code: Code) -> None:
        """Append to a code what a to-do list says, its last item first."""
        self.todo, self.out = todo, code.instructions
        begin = len(self.out)
        out, visits = self.out, self.visits
        has_labels = False
        while todo:
            item = todo.pop()
            kind = item.__class__
            if kind is tuple:
                out.append(item)
            elif kind is Label:
                item.place = len(out)
                has_labels = True
            else:
                visits[kind](self, item)
        if has_labels:
            out[begin:] = [(step, _resolve(arg), span) for step, arg, span in out[begin:]]

    def translate_functions(self) -> None:
        while self.waiting:
            code, todo = self.waiting.pop()
            self.translate(todo, code)
            code.instructions.append((calls.finish, None, None))

    # statements

    def assign(self, node: nodes.Assign) -> None:
        for target in reversed(node.targets):
            self._store(target, steps.assign)
            if target is not node.targets[-1]:
                self.todo.append((steps.duplicate, None, None))
        self.todo.append(node.value)

    def define(self, node: nodes.Define) -> None:
        self.todo.append((steps.store, node.name, node.span))
        self._function(node.name, node.span, node.parameters, node.body)

    def _store(self, target: Node, step: Callable) -> None:
        """Plan to take the value on the stack apart into names."""
        plan: list[Instruction] = []
        pending = [target]
        while pending:
            item = pending.pop()
            if isinstance(item, nodes.Sequence):
                plan.append((steps.unpack, len(item.items), item.span))
                pending += reversed(item.items)
            else:
                assert isinstance(item, nodes.Name)
                plan.append((step, item.name, item.span))
        self.todo += reversed(plan)

    # expressions

    def literal(self, node: nodes.Literal) -> None:
        self.out.append((steps.push, node.value, None))

    def name(self, node: nodes.Name) -> None:
        self.out.append((steps.load, node.name, Span(node.start, node.end)))

    def unary(self, node: nodes.Unary) -> None:
        step = {"not": steps.negate, "√": steps.root}.get(node.operator, steps.unary)
        self.todo += ((step, node.operator, node.span), node.operand)

    def binary(self, node: nodes.Binary) -> None:
        instruction = (steps.binary, BINARY[node.operator], Span(node.start, node.end))
        self.todo += (instruction, node.right, node.left)

    def logical(self, node: nodes.Logical) -> None:
        end = Label()
        is_and = node.operator == "and"
        step = steps.jump_if_false_keeping if is_and else steps.jump_if_true_keeping
        self.todo += (end, node.right, (step, end, node.left.span), node.left)

    def comparison(self, node: nodes.Comparison) -> None:
        end = Label()
        plan: list = [node.operands[0]]
        for i, sign in enumerate(node.operators):
            plan.append(node.operands[i + 1])
            if i < len(node.operators) - 1:
                plan.append((steps.compare_in_chain, (sign, end), node.span))
            elif sign in COMPARISONS:
                plan.append((steps.binary, COMPARISONS[sign], node.span))
            else:
                plan.append((steps.compare, sign, node.span))
        if len(node.operators) > 1:
            plan.append(end)
        self.todo += reversed(plan)

    def conditional(self, node: nodes.Conditional) -> None:
        otherwise, end = Label(), Label()
        self.todo += (
            end, node.otherwise, otherwise, (steps.jump, end, None), node.body,
            (steps.jump_if_false, otherwise, node.test.span), node.test,
        )  # fmt: skip

    def sequence(self, node: nodes.Sequence) -> None:
        starred = [isinstance(item, nodes.Starred) for item in node.items]
        if any(starred):
            self.todo.append((steps.build_starred, (node.kind, starred), node.span))
        else:
            step = steps.build_tuple if node.kind == "tuple" else steps.build_list
            self.todo.append((step, len(node.items), node.span))
        self.todo += reversed(node.items)

    def starred(self, node: nodes.Starred) -> None:
        self.todo.append(node.value)

    def index(self, node: nodes.Index) -> None:
        self.todo += ((steps.index, None, node.span), node.index, node.value)

    def slice(self, node: nodes.Slice) -> None:
        nothing = (steps.push, None, None)
        bounds = (node.step, node.upper, node.lower)
        self.todo.append((steps.build_slice, None, node.span))
        self.todo += (nothing if bound is None else bound for bound in bounds)

    def attribute(self, node: nodes.Attribute) -> None:
        chain: list[nodes.Attribute] = []
        value: Node = node
        while isinstance(value, nodes.Attribute):
            chain.append(value)
            value = value.value
        if isinstance(value, nodes.Name):
            path = (value.name, *(link.name for link in reversed(chain)))
            self.out.append((steps.load_path, path, node.span))
            return
        self.todo += ((steps.attribute, link.name, link.span) for link in chain)
        self.todo.append(value)

    def call(self, node: nodes.Call) -> None:
        positional: list[Node] = []
        names: list[str] = []
        values: list[Node] = []
        for argument in node.arguments:
            if isinstance(argument, nodes.Keyword):
                names.append(argument.name)
                values.append(argument.value)
            else:
                positional.append(argument)
        starred = [isinstance(argument, nodes.Starred) for argument in positional]
        span = Span(node.start, node.end)
        if names or any(starred):
            self.todo.append((calls.call_with_names, (starred, names), span))
        else:
            self.todo.append((calls.call, len(positional), span))
        self.todo += reversed(values)
        self.todo += reversed(positional)
        function = node.function
        if isinstance(function, nodes.Name):
            self.out.append((steps.load_function, function.name, function.span))
        else:
            self.todo.append(function)

    # functions

    def lambda_(self, node: nodes.Lambda) -> None:
        self._function("lambda", node.span, node.parameters, node.body)

    def _function(
        self, name: str, span: Span, parameters: list[nodes.Parameter], body: Node
    ) -> None:
        names = [p.name for p in parameters if not p.rest]
        rest = next((p.name for p in parameters if p.rest), None)
        code = Code(self.source, "function", name, span, names, rest)
        self.waiting.append((code, [body]))
        defaults = [p.default for p in parameters if p.default is not None]
        self.todo.append((calls.make_function, (code, len(defaults)), span))
        self.todo += reversed(defaults)

    def comprehension(self, node: nodes.Comprehension) -> None:
        code = Code(self.source, "comprehension", node.kind, node.span)
        first = node.clauses[0]
        assert isinstance(first, nodes.ForClause)
        self.waiting.append((code, self._loops(node)))
        self.todo += ((steps.run_code, code, node.span), first.iterable)
        self.todo.append((steps.begin_list, node.kind, None))

    def _loops(self, node: nodes.Comprehension) -> list:
        """Plan nested loops around the element; each `if` that fails goes on with its loop."""
        plan: list = []
        again: Label = Label()
        depth = 0
        end = outermost = Label()
        for clause in node.clauses:
            if isinstance(clause, nodes.IfClause):
                plan += (clause.test, (steps.jump_if_false, again, clause.test.span))
                continue
            place = clause.iterable.span
            plan += [clause.iterable] if depth else []
            end, again = (again if depth else outermost), Label()
            plan += ((steps.begin_items, None, place), again, (steps.next_item, end, place))
            plan.append(_Target(clause.target))
            depth += 1
        plan += (node.element, (steps.append_item, depth + 1, node.element.span))
        plan += ((steps.jump, again, None), outermost)
        return plan[::-1]

    def target(self, item: _Target) -> None:
        self._store(item.node, steps.store)


@dataclass(slots=True, eq=False)
class _Target:
    """The target of a `for` clause: stored to, not evaluated."""

    node: Node


def _resolve(argument: object) -> object:
    """Put numbers where an instruction's argument holds a label."""
    if argument.__class__ is Label:
        return argument.place  # type: ignore[attr-defined]
    if argument.__class__ is tuple:
        return tuple(_resolve(part) if part.__class__ is Label else part for part in argument)  # type: ignore[attr-defined]
    return argument


VISIT: dict[type, Callable[[Compiler, object], None]] = {
    nodes.Assign: Compiler.assign,
    nodes.Define: Compiler.define,
    nodes.Literal: Compiler.literal,
    nodes.Name: Compiler.name,
    nodes.Unary: Compiler.unary,
    nodes.Binary: Compiler.binary,
    nodes.Logical: Compiler.logical,
    nodes.Comparison: Compiler.comparison,
    nodes.Conditional: Compiler.conditional,
    nodes.Sequence: Compiler.sequence,
    nodes.Starred: Compiler.starred,
    nodes.Index: Compiler.index,
    nodes.Slice: Compiler.slice,
    nodes.Attribute: Compiler.attribute,
    nodes.Call: Compiler.call,
    nodes.Lambda: Compiler.lambda_,
    nodes.Comprehension: Compiler.comprehension,
    _Target: Compiler.target,
}  # type: ignore[assignment]
