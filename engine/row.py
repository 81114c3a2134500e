"""What a row is: one operation with its forward, its rules, its names and its documentation.

Signatures are read once, when the row is declared; nothing is inspected per call. Parameter
names say everything: those of the forward are the arguments, those of a rule are what the node
saves. A rule may name `g` (the cotangent; `g_NAME` for outputs with names, `gs` for a list of
outputs), any argument, `ARG_shape`, `ARG_dtype`, `result` or an output's name, `needs` (which
inputs want a gradient), and in a jvp `ARG_t` (the tangent of an argument, None where zero).
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any, NamedTuple, NoReturn

from .errors import EngineError, NotDifferentiable, derivative_missing

INPUT_KINDS = ("Array", "Tensors", "Arrays")


class Param(NamedTuple):
    """One parameter of a forward: its name, kind (see kinds.py), and default."""

    name: str
    kind: str
    optional: bool
    required: bool
    default: Any
    keyword_only: bool

    @property
    def needed(self) -> bool:
        """Whether None is no value for it."""
        return self.required and not self.optional


class Rule(NamedTuple):
    """A formula and what it takes from the saved values, in order (negative: see Row.call)."""

    function: Callable
    names: tuple[str, ...]


class BadRow(EngineError):
    """A declaration that contradicts itself; raised at import."""


def read_params(forward: Callable, inputs: tuple[str, ...]) -> tuple[Param, ...]:
    """The parameters of a forward; of a ufunc, which has no signature, those in `inputs`."""
    if not hasattr(forward, "__code__"):
        return tuple(Param(n, "Array", False, True, None, False) for n in inputs)
    forward = getattr(forward, "__wrapped__", forward)
    code = forward.__code__
    count = code.co_argcount + code.co_kwonlyargcount
    names = code.co_varnames[:count]
    defaults = dict(
        zip(
            names[code.co_argcount - len(forward.__defaults__ or ()) : code.co_argcount],
            forward.__defaults__ or (),
            strict=True,
        )
    )
    defaults |= forward.__kwdefaults__ or {}
    notes = forward.__annotations__
    params = []
    for position, name in enumerate(names):
        kind = notes.get(name, "Array" if name in inputs else "Setting")
        kind = kind if isinstance(kind, str) else kind.__name__
        optional = kind.endswith(" | None")
        params.append(
            Param(
                name,
                kind.removesuffix(" | None"),
                optional,
                name not in defaults,
                defaults.get(name),
                position >= code.co_argcount,
            )
        )
    return tuple(params)


def read_rule(function: Callable) -> Rule:
    """A rule with the names of its parameters."""
    code = function.__code__  # type: ignore[attr-defined]
    return Rule(function, code.co_varnames[: code.co_argcount])


def _inert(names: dict[str, Any]) -> tuple[Param, ...]:
    """The parameters that a forward does not get, by name and default: bools are checked."""
    kinds = {False: "bool", None: "Setting"}
    return tuple(
        Param(n, kinds[default], False, False, default, True) for n, default in names.items()
    )


def _positional(forward: Callable, params: tuple[Param, ...], more: bool) -> Callable:
    """`forward` taking all its arguments by position, which is how rows are run.

    more: whether arguments follow that are not for it.
    """
    named = [p.name for p in params if p.keyword_only]
    if not named and not more:
        return forward
    count = len(params) - len(named)

    def run(*args: Any) -> Any:
        return forward(*args[:count], **dict(zip(named, args[count:], strict=False)))

    run.__name__ = forward.__name__
    return run


class Row:
    """One operation (one overload of it).

    name: torch's, dotted where torch has it in a module, then `.overload` after a colon is not
        part of it: `overload` holds it. aliases: other names for the same row.
    kind: elementwise, linear, structural, zero, plain or composite.
    forward: on raw values. scalar: the same on Python floats, or None.
    params: the arguments; positional: those that may be given by position; places: of all, by
        name. inputs: positions of the differentiable ones; arrays: of all inputs
        that are promoted together; spread: of those that are broadcast together. variadic: the
        first argument is a list of inputs.
    rules: per input, for elementwise rows; formulas: the same with the places of their arguments
        among the saved values. vjp, jvp: rules of the other kinds.
    inert: parameters of torch's that change nothing here, with their defaults; a forward does not
        have them.
    outputs: names of several results, or 'list', or None for a single one.
    differentiable: the numbers of the outputs that gradients flow through.
    promote: 'type' (torch's promotion), 'difference' (the same, bools are refused), 'float' (the
        same, integers become the default float dtype), 'first' (the dtype of the first), 'none'.
    view: whether the result shares memory with the first input. method: whether tensors have a
        method of its name. inplace: whether that has a form that writes its result into self;
        'zero' if the form is recorded, with the derivative zero, although the operation is not.
    freed: positions of the saved values that a pass without retain_graph frees.
    kink: a predicate on the inputs that is true where a convention replaces a derivative.
    derivative: the derivative where symbols cannot give it: a formula in the language for each
        input, or words. defined: a condition in the language; where it fails is no finite value.
    shown: the same operation in others of the language; what symbols show for a helper of rules.
    """

    __slots__ = (
        "aliases",
        "arrays",
        "defined",
        "derivative",
        "differentiable",
        "doc",
        "domain",
        "extras",
        "fields",
        "formulas",
        "forward",
        "freed",
        "inplace",
        "inputs",
        "jvp",
        "keep",
        "kind",
        "kink",
        "method",
        "name",
        "node_name",
        "outputs",
        "overload",
        "params",
        "places",
        "plans",
        "positional",
        "promote",
        "result_positions",
        "rules",
        "saves_result",
        "scalar",
        "shown",
        "source",
        "spread",
        "variadic",
        "view",
        "vjp",
    )

    def __init__(self, name: str, kind: str, forward: Callable, /, **facts: Any) -> None:
        self.name, _, self.overload = name.partition(":")
        self.kind = kind
        self.forward = forward
        self.aliases: tuple[str, ...] = facts.pop("aliases", ())
        self.doc: str = facts.pop("doc")
        self.domain = facts.pop("domain", None)
        self.kink = facts.pop("kink", None)
        self.source: str | None = facts.pop("source", None)
        self.derivative: str | dict[str, str] | None = facts.pop("derivative", None)
        self.defined: str | None = facts.pop("defined", None)
        self.shown: Callable | None = facts.pop("shown", None)
        self.scalar: Callable | None = facts.pop("scalar", None)
        self.promote: str = facts.pop("promote", "none")
        self.view: bool = facts.pop("view", False)
        self.method: bool = facts.pop("method", True)
        self.inplace: bool | str = facts.pop("inplace", kind in ("elementwise", "zero"))
        self.outputs: tuple[str, ...] | str | None = facts.pop("outputs", None)
        self.node_name: str = facts.pop("node", None) or _camel(self.name) + "Backward0"
        inert: dict[str, Any] = facts.pop("inert", {})
        rules = {k: v for k, v in facts.items() if k not in ("vjp", "jvp")}
        own = read_params(forward, tuple(rules))
        self.params = own + _inert(inert)
        self.positional = tuple(p for p in self.params if not p.keyword_only)
        self.places = {p.name: i for i, p in enumerate(self.params)}
        self.forward = _positional(forward, own, bool(inert))
        self.vjp = read_rule(facts["vjp"]) if facts.get("vjp") else None
        self.jvp = read_rule(facts["jvp"]) if facts.get("jvp") else None
        self._place_inputs(rules)
        self._place_saved()
        formulas = self.rules if kind == "elementwise" else ()
        self.formulas = tuple(self._formula(i, rule) for i, rule in enumerate(formulas))
        self.plans: dict = {}

    def _place_inputs(self, rules: dict) -> None:
        """Find the differentiable inputs among the parameters."""
        for name in rules:
            if name not in self.places:
                raise BadRow(f"{self.name}: a rule for {name!r}, which is no parameter")
        kinds = [p.kind for p in self.params]
        self.arrays = tuple(i for i, k in enumerate(kinds) if k in ("Array", "Tensors", "Scalar"))
        self.variadic = bool(kinds) and kinds[0] == "Arrays"
        self.spread: tuple[int, ...] = ()
        comparison = self.kind == "plain" and self.promote != "none"
        if self.kind in ("elementwise", "zero") or comparison:
            arrays = [i for i, k in enumerate(kinds) if k in ("Array", "Tensors", "Index")]
            self.spread = tuple(arrays) if len(arrays) > 1 else ()
        if self.kind in ("elementwise", "zero") and rules:
            self.inputs = tuple(self.places[n] for n in rules)
            self.rules = tuple(read_rule(f) if f else None for f in rules.values())
        else:
            self.inputs = tuple(i for i, k in enumerate(kinds) if k in INPUT_KINDS)
            self.rules = ()

    def _place_saved(self) -> None:
        """Decide what a node saves, from the names that the rules mention."""
        wanted = dict.fromkeys(n for rule in self.all_rules() for n in rule.names)
        places = self.places
        outputs = self.outputs if isinstance(self.outputs, tuple) else ()
        extras: list[tuple[str, Any]] = []
        positions: list[tuple[int, int]] = []
        flowing = []
        self.fields: dict[str, int] = {}
        for name in wanted:
            stem, _, what = name.rpartition("_")
            if name in places:
                self.fields[name] = places[name]
            elif name == "result" or name in outputs:
                number = outputs.index(name) if outputs else 0
                positions.append((len(self.params) + len(extras), number))
                self.fields[name] = len(self.params) + len(extras)
                extras.append(("result", number))
            elif stem in places and what in ("shape", "dtype"):
                self.fields[name] = len(self.params) + len(extras)
                extras.append((what, places[stem]))
            elif name == "needs" or (stem in places and what == "t") or name in ("g", "gs"):
                continue
            elif name.startswith("g_") and name[2:] in outputs:
                flowing.append(outputs.index(name[2:]))
            else:
                raise BadRow(f"{self.name}: a rule names {name!r}, which is not to be had")
        self.extras = tuple(extras)
        self.result_positions = tuple(positions)
        self.saves_result = bool(positions)
        self.differentiable = tuple(sorted(set(flowing)))
        tensors = {i for i, p in enumerate(self.params) if p.kind in (*INPUT_KINDS, "Index")}
        self.freed = (*sorted(tensors), *(place for place, _ in positions))
        self.keep = {i for n, i in self.fields.items() if n in places} | self._settings()

    def _settings(self) -> set[int]:
        """The arguments kept whatever the rules name: settings, and all that a linear row's own
        jvp needs (it runs the forward again)."""
        dropped = INPUT_KINDS if self.kind == "linear" else (*INPUT_KINDS, "Index")
        return {i for i, p in enumerate(self.params) if p.kind not in dropped}

    def _formula(self, number: int, rule: Rule | None) -> tuple[Callable, tuple[int, ...]]:
        """An elementwise rule with the places of what it takes after `g`."""
        if rule is None:
            return lambda g: self.missing_rule(number), ()
        return rule.function, tuple(self.fields[n] for n in rule.names[1:])

    def missing_rule(self, number: int) -> NoReturn:
        """Raise torch's error for an input without a derivative."""
        if self.node_name.endswith("NotImplemented"):
            raise derivative_missing(self.name)
        raise NotDifferentiable(
            f"the derivative for '{self.params[self.inputs[number]].name}' of '{self.name}' "
            "is not implemented."
        )

    def all_rules(self) -> tuple[Rule, ...]:
        """The formulas of every input and mode."""
        return tuple(r for r in (*self.rules, self.vjp, self.jvp) if r is not None)

    def kept(self, needs: tuple[bool, ...]) -> tuple[bool, ...]:
        """Which arguments a node saves when just the inputs in `needs` want gradients."""
        plan = self.plans.get(needs)
        if plan is None:
            keep = self.keep
            if self.rules:
                named = {
                    n
                    for rule, need in zip(self.rules, needs, strict=True)
                    if rule is not None and need
                    for n in rule.names
                }
                unused = {i for n, i in self.fields.items() if n not in named}
                keep = keep - (unused - self._settings())
            plan = self.plans[needs] = tuple(i in keep for i in range(len(self.params)))
        return plan

    def arguments(self, rule: Rule, values: list, given: dict[str, Any]) -> list:
        """The arguments of `rule`: from `given` (g, tangents, needs), else from saved values."""
        fields = self.fields
        return [given[n] if n in given else values[fields[n]] for n in rule.names]

    @property
    def signature(self) -> str:
        """How it is called, as `functions` shows it: 'sum(self, dim, keepdim=False)'."""
        parts = []
        star = False
        for p in self.params:
            if p.keyword_only and not star:
                parts.append("*")
                star = True
            parts.append(p.name if p.required else f"{p.name}={p.default!r}")
        return f"{self.name}({', '.join(parts)})"

    def __repr__(self) -> str:
        return f"<row {self.name}{':' + self.overload if self.overload else ''}>"


def _camel(name: str) -> str:
    """torch's spelling of a name in a node's: a letter after a digit is capital, as in Log1P."""
    parts = re.sub("[0-9][a-z]", lambda m: m[0].upper(), name.replace(".", "_")).split("_")
    return "".join(part[:1].upper() + part[1:] for part in parts)
