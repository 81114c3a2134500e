"""Program to instructions: expressions, names and functions; statements are in `lower.py`.

As for expressions of the command line, works off a list of what is still to do, so that depth is
no trouble; a `Do` in that list changes what the compiler knows about where it is.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

from .. import nodes, steps
from ..compile import VISIT, Compiler, Instruction, Label
from ..errors import fault
from ..nodes import Comprehension, Node
from ..spans import Source, Span
from . import flow, invoke, operate, variables
from .dunders import check_attribute
from .functions import ProgramCode
from .nodes import (
    DictDisplay,
    Formatted,
    Joined,
    Pair,
    ProgramLambda,
    Signature,
    Spread,
    Walrus,
    Yield,
)
from .symbols import Place, Region, comprehension_names
from .templates import join_texts, make_text

_NOT_OFFERED = """
    __import__ aiter anext breakpoint bytearray compile copyright credits dir eval exec exit
    globals help input license locals memoryview open quit vars
"""
NOT_OFFERED = frozenset(_NOT_OFFERED.split())
NOTHING: Instruction = (steps.push, None, None)
DROP: Instruction = (steps.pop, None, None)


@dataclass(slots=True, eq=False)
class Do:
    """Something to do when the compiler gets there."""

    action: Callable[[], object]


@dataclass(slots=True, eq=False)
class Loop:
    """A loop around what is being compiled: where its jumps go."""

    again: Label
    done: Label
    depth: int
    height: int
    is_for: bool


@dataclass(slots=True, eq=False)
class Context:
    """Where the compiler is in one code: blocks and values on the stack of statements, loops."""

    code: ProgramCode
    region: Region
    owner: str | None
    depth: int = 0
    height: int = 0
    loops: list[Loop] = field(default_factory=list)


class ProgramCompiler(Compiler):
    """Translates the nodes of programs; `lower.py` adds the statements."""

    def __init__(self, source: Source) -> None:
        super().__init__(source)
        self.visits = VISIT | self.own_visits()
        self.pending: list[tuple[Context, list]] = []
        self.bound: set[str] = set()
        self.here = Context(ProgramCode(source, "module", "<module>"), Region("module", None), None)

    def own_visits(self) -> dict[type, Callable]:
        kind = type(self)
        return {
            Do: kind.do, nodes.Name: kind.name, nodes.Unary: kind.unary,
            nodes.Binary: kind.binary, nodes.Comparison: kind.comparison,
            nodes.Sequence: kind.sequence, nodes.Index: kind.index,
            nodes.Attribute: kind.attribute, nodes.Call: kind.call,
            ProgramLambda: kind.nameless, Comprehension: kind.comprehension,
            Walrus: kind.walrus, DictDisplay: kind.dict_display, Joined: kind.joined,
            Formatted: kind.formatted, Yield: kind.yield_, Pair: kind.pair,
        }  # fmt: skip

    def plan(self, *items: object) -> None:
        """Add to what is to be done, in the order it will be done."""
        self.todo += reversed(items)

    def do(self, item: Do) -> None:
        item.action()

    # names

    def name(self, node: nodes.Name) -> None:
        span = Span(node.start, node.end)
        region = self.here.region
        place, hops = region.find(node.name)
        name = self.private(node.name)
        if region.kind == "class" and place is Place.LOCAL:
            place, hops = region.outside(node.name)
            hops = hops if place is Place.ENCLOSING else 0
            self.out.append((variables.load_in_class, (name, hops), span))
        elif place is Place.LOCAL:
            self.out.append((variables.load_local, name, span))
        elif place is Place.ENCLOSING:
            self.out.append((variables.load_enclosing, (name, hops), span))
        else:
            self.check_offered(node)
            self.out.append((variables.load_global, name, span))

    def check_offered(self, node: nodes.Name) -> None:
        """Refuse a builtin that the language has not, unless the program gives it a meaning."""
        if node.name in NOT_OFFERED and node.name not in self.bound:
            message = f"'{node.name}' is not part of the language"
            raise fault("NameError", message, self.source, node.span)

    def name_step(self, verb: str, name: str, span: Span | None) -> Instruction:
        """Return the instruction that stores, deletes or clears a name."""
        place, hops = self.here.region.find(name)
        name = self.private(name)
        step = getattr(variables, f"{verb}_{place.value}")
        return (step, (name, hops) if place is Place.ENCLOSING else name, span)

    def private(self, name: str) -> str:
        """Return what a class makes of a name with two underscores before it."""
        owner = self.here.owner
        if owner is None or not name.startswith("__") or name.endswith("__"):
            return name
        owner = owner.lstrip("_")
        return f"_{owner}{name}" if owner else name

    def store(self, target: Node) -> list:
        """Plan to put the value on the stack into a target."""
        plan: list = []
        pending = [target]
        while pending:
            item = pending.pop()
            span = item.span
            if isinstance(item, nodes.Starred):
                item = item.value
            if isinstance(item, nodes.Sequence):
                starred = [isinstance(i, nodes.Starred) for i in item.items]
                sizes = (len(starred), -1)
                if any(starred):
                    sizes = (starred.index(True), len(starred) - starred.index(True) - 1)
                plan.append((operate.unpack, sizes, span))
                pending += reversed(item.items)
            elif isinstance(item, nodes.Name):
                plan.append(self.name_step("store", item.name, span))
            elif isinstance(item, nodes.Attribute):
                step = (operate.store_attribute, self.attribute_name(item), span)
                plan += (item.value, step)
            else:
                assert isinstance(item, nodes.Index)
                plan += (item.value, item.index, (operate.store_item, None, span))
        return plan

    # operators

    def unary(self, node: nodes.Unary) -> None:
        self.plan(node.operand, (operate.unary, operate.UNARY[node.operator], node.span))

    def binary(self, node: nodes.Binary) -> None:
        span = Span(node.start, node.end)
        if node.operator == "+":
            instruction: Instruction = (operate.add, None, span)
        elif node.operator in operate.PLAIN:
            instruction = (operate.binary, operate.PLAIN[node.operator], span)
        else:
            instruction = (operate.binary_guarded, node.operator, span)
        self.todo += (instruction, node.right, node.left)

    def comparison(self, node: nodes.Comparison) -> None:
        end = Label()
        plan: list = [node.operands[0]]
        last = len(node.operators) - 1
        for i, sign in enumerate(node.operators):
            plan.append(node.operands[i + 1])
            relation = {"in": operate.contains, "not in": operate.lacks}.get(sign)
            step, argument = (relation, None) if relation else (operate.binary, operate.PLAIN[sign])
            if i < last:
                plan.append((operate.compare_in_chain, (step, argument, end), node.span))
            else:
                plan.append((step, argument, node.span))
        self.plan(*plan, *([end] if last else []))

    def sequence(self, node: nodes.Sequence) -> None:
        starred = [isinstance(item, nodes.Starred) for item in node.items]
        if any(starred):
            step: Instruction = (operate.build_starred, (node.kind, starred), node.span)
        else:
            makers = {"tuple": steps.build_tuple, "list": steps.build_list}
            constant = len(node.items) > 2 and all(map(_is_constant, node.items))
            build_set = operate.build_constant_set if constant else operate.build_set
            step = (makers.get(node.kind, build_set), len(node.items), node.span)
        self.plan(*node.items, step)

    def dict_display(self, node: DictDisplay) -> None:
        spread = [isinstance(entry, Spread) for entry in node.entries]
        parts: list[Node] = []
        for entry in node.entries:
            parts += [entry.value] if isinstance(entry, Spread) else [entry.key, entry.value]
        self.plan(*parts, (operate.build_dict, spread, node.span))

    def pair(self, node: Pair) -> None:
        self.plan(node.key, node.value)

    def index(self, node: nodes.Index) -> None:
        self.plan(node.value, node.index, (operate.load_item, None, node.span))

    def attribute(self, node: nodes.Attribute) -> None:
        value = node.value
        if (
            node.name == "__name__"
            and isinstance(value, nodes.Attribute)
            and value.name == "__class__"
        ):
            self.plan(value.value, (operate.load_kind_name, None, node.span))
            return
        step = (operate.load_attribute, self.attribute_name(node), node.span)
        self.todo += (step, value)

    def attribute_name(self, node: nodes.Attribute) -> str:
        check_attribute(node, self.source)
        return self.private(node.name)

    def walrus(self, node: Walrus) -> None:
        duplicate = (steps.duplicate, None, None)
        self.plan(node.value, duplicate, self.name_step("store", node.name, node.span))

    # strings

    def joined(self, node: Joined) -> None:
        if len(node.parts) == 1:
            self.plan(node.parts[0])
        else:
            self.plan(*node.parts, (join_texts, len(node.parts), node.span))

    def formatted(self, node: Formatted) -> None:
        spec = [] if node.spec is None else [node.spec]
        argument = (node.conversion, bool(spec))
        self.plan(node.value, *spec, (make_text, argument, node.span))

    # calls

    def call(self, node: nodes.Call) -> None:
        span = Span(node.start, node.end)
        function = node.function
        if isinstance(function, nodes.Name) and function.name == "super" and not node.arguments:
            place, hops = self.here.region.find("__class__")
            if place is Place.ENCLOSING:
                self.plan((invoke.make_super, hops, span))
                return
        self.plan(function, *self.arguments(node.arguments, span))

    def arguments(self, arguments: list[Node], span: Span) -> list:
        """Plan the arguments of a call and the call itself."""
        named = [a for a in arguments if isinstance(a, (nodes.Keyword, Spread))]
        positional = [a for a in arguments if not isinstance(a, (nodes.Keyword, Spread))]
        starred = [isinstance(a, nodes.Starred) for a in positional]
        values = [a.value for a in named]
        names = tuple(a.name if isinstance(a, nodes.Keyword) else None for a in named)
        if any(starred) or None in names:
            step: Instruction = (invoke.call_spread, (starred, names), span)
        elif names:
            step = (invoke.call_with_names, (len(positional), names), span)
        else:
            step = (invoke.call, len(positional), span)
        return [*positional, *values, step]

    # functions

    def nameless(self, node: ProgramLambda) -> None:
        body = [node.body, (flow.return_, None, None)]
        self.plan(*self.function("<lambda>", node.signature, [node.body], body, node.span))

    def function(
        self, name: str, signature: Signature, body: list[Node], plan: list, span: Span
    ) -> list:
        """Plan to make a function: its defaults, then the function itself."""
        code = ProgramCode(
            self.source, "function", name, span,
            [self.private(p.name) for p in signature.positional], signature.rest,
            qualname=self.qualified(name), positional_only=signature.positional_only,
            keyword_only=[self.private(p.name) for p in signature.keyword_only],
            named_rest=signature.named_rest,
        )  # fmt: skip
        code.is_simple = not (code.rest or code.keyword_only or code.named_rest)
        region = Region("function", self.here.region, signature.names())
        self.check_nonlocal(region, region.collect(body))
        code.is_generator = region.yields
        self.pending.append((Context(code, region, self.here.owner), plan))
        defaults = [p.default for p in signature.positional if p.default is not None]
        named = [p for p in signature.keyword_only if p.default is not None]
        argument = (code, len(defaults), tuple(p.name for p in named))
        return [*defaults, *(p.default for p in named), (invoke.make_function, argument, span)]

    def check_nonlocal(self, region: Region, outer: list) -> None:
        for name, node in outer:
            if region.outside(name)[0] is not Place.ENCLOSING:
                message = f"no binding for nonlocal '{name}' found"
                raise fault("SyntaxError", message, self.source, node.span)

    def qualified(self, name: str) -> str:
        """Return a name with those of the functions and classes around it."""
        code = self.here.code
        if code.kind == "module":
            return name
        inside = "" if code.kind == "class" else ".<locals>"
        return f"{code.qualname}{inside}.{name}"

    def comprehension(self, node: Comprehension) -> None:
        first = node.clauses[0]
        assert isinstance(first, nodes.ForClause)
        names = {"list": "<listcomp>", "set": "<setcomp>", "dict": "<dictcomp>"}
        name = names.get(node.kind, "<genexpr>")
        code = ProgramCode(
            self.source, "comprehension", name, node.span,
            qualname=self.qualified(name), named_rest=node.kind,
        )  # fmt: skip
        code.is_generator = node.kind == "generator"
        region = Region("comprehension", self.here.region, comprehension_names(node))
        self.pending.append(
            (Context(code, region, self.here.owner), [Do(lambda: self.loops(node))])
        )
        begin = (flow.begin_items, None, first.iterable.span)
        self.plan(first.iterable, begin, (invoke.run_comprehension, code, node.span))

    def loops(self, node: Comprehension) -> None:
        """Plan nested loops around the element; each `if` that fails goes on with its loop."""
        plan: list = []
        end = outermost = Label()
        again = Label()
        depth = 0
        for clause in node.clauses:
            if isinstance(clause, nodes.IfClause):
                plan += (clause.test, (steps.jump_if_false, again, clause.test.span))
                continue
            place = clause.iterable.span
            if depth:
                plan += (clause.iterable, (flow.begin_items, None, place))
            end, again = (again if depth else outermost), Label()
            plan += (again, (flow.next_item, end, place), *self.store(clause.target))
            depth += 1
        span = node.element.span
        add = {
            "list": (invoke.append_item, depth + 1, span),
            "set": (invoke.add_item, depth + 1, span),
            "dict": (invoke.put_item, depth + 1, span),
        }.get(node.kind)
        adding = [add] if add else [(flow.yield_, None, span), DROP]
        result = [] if add else [NOTHING]
        self.plan(
            *plan, node.element, *adding, (steps.jump, again, None), outermost, *result,
            (flow.return_, None, None),
        )  # fmt: skip

    def yield_(self, node: Yield) -> None:
        if self.here.code.kind != "function":
            raise fault("SyntaxError", "'yield' outside function", self.source, node.span)
        value = node.value if node.value is not None else NOTHING
        if not node.delegates:
            self.plan(value, (flow.yield_, None, node.span))
            return
        again, end = Label(), Label()
        self.plan(
            value, (flow.begin_items, None, node.span), NOTHING,
            again, (flow.yield_from, end, node.span), (steps.jump, again, None), end,
        )  # fmt: skip

    # the codes

    def translate_all(self) -> None:
        """Translate what waits: each function adds those inside it."""
        while self.pending:
            context, plan = self.pending.pop()
            self.here = context
            self.translate(plan[::-1], context.code)


def _is_constant(node: Node) -> bool:
    """Whether Python's compiler would compute a node: numbers, signed ones, tuples of them."""
    if isinstance(node, nodes.Sequence) and node.kind == "tuple":
        return all(isinstance(item, nodes.Literal) for item in node.items)
    return isinstance(node.operand if isinstance(node, nodes.Unary) else node, nodes.Literal)
