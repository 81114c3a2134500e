"""Derivatives of texts as texts: evaluated on symbols, differentiated by the rows' rules, tidied.

Variables that are given values stand for them; the others are names. What a name holds is told by
an example, else by how the text uses it (`ranks.py`). Where a name holds a vector or a matrix, the
derivative is written in vectors and matrices; if that cannot be and all shapes are known, element
by element. Names that the text does not know become variables.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from itertools import combinations_with_replacement
from typing import Any

import numpy as np

from ...engine import Tensor, default_dtype, float64
from ...engine.derivation import Choice, cases
from ...engine.errors import EngineError
from ...engine.shapes import MOST_AXES
from ...engine.symbol import Symbol
from ...engine.symbolic import cotangents
from ..build import parse_expression
from ..compile import compile_expression
from ..errors import LanguageError, fault
from ..evaluate import evaluate
from ..limits import DEFAULT_LIMITS, Limits
from ..names import CONSTANTS, Names
from ..problems import as_problem
from ..spans import Source, Span
from ..unparse import unparse
from .algebra import Algebra, Call, Setting, Term
from .arrays import Unwritable
from .latex import latex
from .ranks import WORDS, called_in, example, guesses, names_in
from .reading import Reader
from .shortest import Shortener, parts_of
from .slopes import Slope, no_slope, read, read_value, slope
from .spelling import spelled

UNWRITABLE = "the derivative takes an operation that the language has no name for"
BY_NUMBERS = "for its value at a point: gradcalc grad"
SHAPE_FAULTS = ("RuntimeError", "IndexError", "TypeError", "ValueError", "LinAlgError")
SHAPES_HELP = "an example of its value says what a name holds: x x='[1,2]'"
EXACT = 17
CONSTANT_NAMES = ("pi", "e", "tau", "π", "τ")
FINITE = {name: value for name, value in CONSTANTS.items() if name in CONSTANT_NAMES}


@dataclass
class Derivatives:
    """What was found: the derivative by each variable, or by each sequence of them.

    parts: terms, by the names of the variables differentiated by. no_path: the variables that
    the value does not depend on.
    """

    wrt: list[str]
    parts: dict[tuple[str, ...], Term] = field(default_factory=dict)
    no_path: list[str] = field(default_factory=list)

    def text(self, names: tuple[str, ...]) -> str:
        """A derivative as text of the language."""
        return unparse(spelled(self.parts[names]))

    def latex(self, names: tuple[str, ...]) -> str:
        """A derivative typeset."""
        return latex(spelled(self.parts[names], typeset=True))


class Differentiator:
    """Differentiates one text.

    given: values of variables. examples: values that tell what a variable holds, which stays a
    name. wrt: what to differentiate by; None means every name without a value. world: which of
    two sets of examples stands for what is not known; what is printed depends on neither.
    """

    def __init__(
        self,
        text: str,
        wrt: Sequence[str] | None = None,
        given: Mapping[str, Any] | None = None,
        examples: Mapping[str, Any] | None = None,
        limits: Limits = DEFAULT_LIMITS,
        world: int = 0,
    ) -> None:
        self.limits = limits
        self.source = Source("<expression>", text)
        self.given = dict(given or {})
        self.examples = dict(examples or {})
        self.world = world
        self.arguments = (text, wrt, given, examples, limits)
        self.symbols: dict[str, Symbol] = {}
        self.value = self._with_guesses(text, wrt or ())
        self.wrt = list(wrt) if wrt is not None else list(self.symbols)
        if not self.wrt:
            raise self.trouble("there is no variable to differentiate by")
        if is_too_deep(self.value):
            raise self.trouble(f"lists are nested deeper than {MOST_AXES}", "ValueError")

    @property
    def assumed(self) -> dict[str, str]:
        """What each name without an example is taken for: a number, a vector or a matrix."""
        return {
            name: WORDS[np.ndim(s.example)]
            for name, s in self.symbols.items()
            if name not in self.examples
        }

    @property
    def of_tensors(self) -> bool:
        """Whether a name holds a tensor."""
        return any(np.ndim(s.example) for s in self.symbols.values())

    @property
    def of_unknown_shape(self) -> bool:
        """Whether a name is taken for a tensor without an example."""
        return any(word != "number" for word in self.assumed.values())

    def derivatives(self, order: int = 1) -> Derivatives:
        """All derivatives of an order; of several variables, each combination once."""
        found = Derivatives(self.wrt)
        for name in self.wrt:
            if self.derivative(self.value, name) is None:
                found.no_path.append(name)
        for names in combinations_with_replacement(self.wrt, order):
            found.parts[names] = self.along(names)
        if self.of_unknown_shape and self.world == 0:
            self._compare_worlds(found)
        return found

    def _compare_worlds(self, found: Derivatives) -> None:
        """Refuse what depends on the sizes or values that stand for those not known."""
        twin = Differentiator(*self.arguments, world=1)
        for names in found.parts:
            if unparse(spelled(twin.along(names))) != found.text(names):
                message = "the derivative depends on sizes or values that are not known"
                raise self.trouble(message, "ValueError", SHAPES_HELP)

    def along(self, names: Sequence[str]) -> Term:
        """The derivative by one variable after the other."""
        *firsts, last = names
        value = self.value
        for name in firsts:
            value = self.evaluated(unparse(spelled(self._along_one(value, name), EXACT)))
        return self._along_one(value, last)

    def _along_one(self, value: Any, name: str) -> Term:
        found = self.derivative(value, name)
        if found is None and self.of_tensors:
            found = no_slope(value, self.symbols[name])
        return self.tidied(found)

    # -- evaluation

    def _with_guesses(self, text: str, wanted: Sequence[str]) -> Any:
        """The value of a text, with the likeliest shapes that it can be evaluated with."""
        tree = parse_expression(text, self.limits)
        known = {name: symbol(name, value) for name, value in self.examples.items()}
        language, called = Names(self.limits), called_in(tree)
        self.order = {name: k for k, name in enumerate(dict.fromkeys(names_in(tree)))}
        first: LanguageError | None = None
        for shapes in guesses(tree, {**self.given, **self.examples}, self.world, wanted):
            self.symbols = dict(known)
            for name, shape in shapes.items():
                if name in wanted or name not in called or language.lookup(name) is None:
                    self.symbols[name] = symbol(name, example(name, shape, self.world))
            try:
                return self.evaluated(text)
            except LanguageError as problem:
                first = first or problem
                if problem.kind not in SHAPE_FAULTS:
                    break
        assert first is not None
        if first.kind in SHAPE_FAULTS and self.assumed:
            first.helps = [*first.helps, SHAPES_HELP]
        raise first

    def evaluated(self, text: str) -> Any:
        """The value of a text on symbols; choices where it asks whether one is true.

        Raises: LanguageError.
        """
        code = compile_expression(parse_expression(text, self.limits), self.limits)
        while True:
            constants = {n: symbol(n, v) for n, v in FINITE.items()}
            variables = {**constants, **self.given, **self.symbols}

            def run(known: dict[str, Any] = variables) -> Any:
                with default_dtype(float64):
                    return evaluate(code, known, limits=self.limits).value

            try:
                return cases(run)
            except LanguageError as problem:
                name = unknown_name(problem)
                if name is None or name in self.symbols:
                    raise
                self.symbols[name] = symbol(name, example(name, (), self.world))

    # -- derivatives

    def derivative(self, value: Any, name: str) -> Any:
        """The derivative of a value as a slope, symbol, number, list or choice; None without a
        path.
        """
        if isinstance(value, Choice):
            parts = [self.derivative(part, name) for part in value[1:]]
            if parts[0] is None and parts[1] is None:
                return None
            zeros = [no_slope(p, self.symbols[name]) if self.of_tensors else 0 for p in value[1:]]
            filled = [z if part is None else part for z, part in zip(zeros, parts, strict=True)]
            return Choice(value.condition, *filled)
        if isinstance(value, list | tuple):
            parts = [self.derivative(part, name) for part in value]
            if all(part is None for part in parts):
                return None
            if self.of_tensors:
                zeros = no_slope(value, self.symbols[name])
                return [z if part is None else part for z, part in zip(zeros, parts, strict=True)]
            return [0 if part is None else part for part in parts]
        if value.__class__ is not Symbol:
            return None
        try:
            return self._of_symbol(value, name)
        except EngineError as problem:
            told = as_problem(problem)
            raise self.trouble(told.message, told.kind) from None
        except ArithmeticError:  # of numbers that are written out, as in x/0
            message = "the derivative has no form: in it, a number is divided by 0 or too large"
            raise self.trouble(message, "ValueError", BY_NUMBERS) from None

    def has_formula(self, value: Symbol, name: str) -> bool:
        """Whether the derivative of an operation has few enough axes for a text."""
        count = np.ndim(value.example) + np.ndim(self.symbols[name].example)
        return not self.of_unknown_shape or count <= 2 > np.ndim(value.example)

    def _of_symbol(self, value: Symbol, name: str) -> Any:
        """The derivative of one symbol, as a whole if it can be."""
        if self.of_tensors:
            try:
                found = slope(value, self.symbols[name])
                return None if found.found is None else found
            except Unwritable as problem:
                self._need_shapes(problem, name)
        return self._by_elements(value, name)

    def _by_elements(self, value: Any, name: str) -> Any:
        """The derivative of each element of a value."""
        if value.__class__ is not Symbol:
            return None
        if np.ndim(value.example):
            parts = [value[k] for k in range(len(value.example))]
            found = [self._by_elements(part, name) for part in parts]
            if all(part is None for part in found):
                return None
            return [0 if part is None else part for part in found]
        return cotangents(value, [self.symbols[name]])[0]

    def _need_shapes(self, problem: Unwritable, name: str) -> None:
        """Refuse to go on element by element where shapes are not known."""
        if self.of_unknown_shape:
            message = f"the derivative by {name} has no form in vectors and matrices: {problem}"
            raise self.trouble(message, "NotImplementedError", SHAPES_HELP, BY_NUMBERS) from None

    def tidied(self, value: Any) -> Term:
        """A derivative in its shortest form.

        Raises: LanguageError where it takes an operation that the language has no name for.
        """
        algebra = Algebra()
        for name in sorted(self.symbols, key=self._place):
            rank = np.ndim(self.symbols[name].example) if self.of_tensors else 0
            algebra.name(name, rank)
        try:
            if isinstance(value, Slope):
                return self._whole(algebra, value)
            if self.of_tensors and isinstance(value, list):
                return algebra.call("[]", *map(self.tidied, value))
            if self.of_tensors and isinstance(value, Choice):
                branches = map(self.tidied, value[1:])
                return algebra.call("if", self.value_term(value.condition), *branches)
            term = Reader(algebra, guards=False).term(0 if value is None else value)
        except Unwritable as problem:
            message = f"{UNWRITABLE}: {problem}"
            raise self.trouble(message, "NotImplementedError", BY_NUMBERS) from None
        self._need_writable(term)
        return Shortener(algebra).shortest(term)

    def _place(self, name: str) -> int:
        """Where a name first stands in the text."""
        return self.order.get(name, len(self.order))

    def _whole(self, algebra: Algebra, found: Slope) -> Term:
        """A derivative as a whole; element by element where that has no text."""
        try:
            term = read(algebra, found)
            if not all(map(is_writable, all_parts(term))):
                raise Unwritable("an operation that the language has no name for")
        except Unwritable as problem:
            self._need_shapes(problem, found.variable.name)
            return self.tidied(self._by_elements(found.value, found.variable.name))
        short = Shortener(algebra).shortest(term)
        return short if short.rank == term.rank else term

    def value_term(self, value: Symbol) -> Term:
        """A value itself in its shortest form. Raises: as `tidied`."""
        if not self.of_tensors:
            return self.tidied(value)
        algebra = Algebra()
        try:
            return Shortener(algebra).shortest(read_value(algebra, value))
        except Unwritable:
            return self.tidied(value)

    def _need_writable(self, term: Term) -> None:
        if not all(map(is_writable, all_parts(term))):
            raise self.trouble(UNWRITABLE, "NotImplementedError", BY_NUMBERS)

    def trouble(self, message: str, kind: str = "ValueError", *helps: str) -> LanguageError:
        """Make a fault of the text as a whole."""
        return fault(kind, message, self.source, Span(0, len(self.source.text)), "", *helps)


def symbol(name: str, example: Any) -> Symbol:
    """A variable with an example of its value, which is made of floats."""
    value = example.data if isinstance(example, Tensor) else example
    return Symbol(name, float(value) if np.ndim(value) == 0 else np.asarray(value, np.float64))


def unknown_name(problem: LanguageError) -> str | None:
    """The name that a fault says has no value."""
    if problem.kind != "NameError" or problem.span is None or "has no value" not in problem.message:
        return None
    text = problem.source.text[problem.span.start : problem.span.end].partition(".")[0]
    return text if text.isidentifier() else None


def all_parts(term: Term) -> list[Term]:
    """A term and all that it is made of, each once."""
    found = {term: None}
    todo = [term]
    while todo:
        for part in parts_of(todo.pop()):
            if part not in found:
                found[part] = None
                todo.append(part)
    return list(found)


def is_writable(term: Term) -> bool:
    """Whether the language has a text for a term, its parts aside."""
    if isinstance(term, Call):
        return not term.function.rpartition(".")[2].startswith("_")
    return not isinstance(term, Setting) or is_literal(term.value)


def is_literal(value: Any) -> bool:
    """Whether a setting is a word, a number, or a sequence of such."""
    if isinstance(value, list | tuple):
        return all(map(is_literal, value))
    return value is None or isinstance(value, str | int | float)


def is_too_deep(value: Any) -> bool:
    """Whether lists are nested deeper than tensors have axes; looks into each list once."""
    level, seen = [value], set()
    for _ in range(MOST_AXES + 1):
        lists = {id(item): item for item in level if isinstance(item, list | tuple)}
        level = [item for key, part in lists.items() if key not in seen for item in part]
        seen.update(lists)
    return any(isinstance(item, list | tuple) for item in level)
