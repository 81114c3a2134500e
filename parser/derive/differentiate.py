"""Derivatives of texts as texts: evaluated on symbols, differentiated by the rows' rules, tidied.

Variables that are given values stand for them; the others are names, of numbers unless an example
says what they hold. Names that the text does not know become variables.
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
from ...engine.symbol import Symbol
from ...engine.symbolic import cotangents
from ..build import parse_expression
from ..compile import compile_expression
from ..errors import LanguageError, fault
from ..evaluate import evaluate
from ..limits import DEFAULT_LIMITS, Limits
from ..names import CONSTANTS
from ..nodes import Node
from ..problems import as_problem
from ..spans import Source, Span
from ..unparse import unparse
from .algebra import Algebra, Call, Setting, Term
from .arrays import Unwritable
from .reading import Reader
from .shortest import Shortener, parts_of
from .spelling import DIGITS, spelled

UNWRITABLE = "the derivative takes an operation that the language has no name for"
BY_NUMBERS = "for its value at a point: gradcalc grad"
SHAPE_FAULTS = ("RuntimeError", "IndexError", "TypeError")
SHAPES_HELP = (
    "names stand for numbers; an example of its value says that x is a tensor: x x='[1,2]'"
)
EXACT = 17
EXAMPLE = 0.618033988749895
CONSTANT_NAMES = ("pi", "e", "tau", "π", "τ")
FINITE = {name: value for name, value in CONSTANTS.items() if name in CONSTANT_NAMES}


@dataclass
class Derivatives:
    """What was found: the derivative by each variable, or by each sequence of them.

    parts: trees, by the names of the variables differentiated by. no_path: the variables that
    the value does not depend on.
    """

    wrt: list[str]
    parts: dict[tuple[str, ...], Node] = field(default_factory=dict)
    no_path: list[str] = field(default_factory=list)

    def text(self, names: tuple[str, ...]) -> str:
        """A derivative as text of the language."""
        return unparse(self.parts[names])


class Differentiator:
    """Differentiates one text.

    given: values of variables. examples: values that tell what a variable holds, which stays a
    name. wrt: what to differentiate by; None means every name without a value.
    """

    def __init__(
        self,
        text: str,
        wrt: Sequence[str] | None = None,
        given: Mapping[str, Any] | None = None,
        examples: Mapping[str, Any] | None = None,
        limits: Limits = DEFAULT_LIMITS,
    ) -> None:
        self.limits = limits
        self.source = Source("<expression>", text)
        self.given = dict(given or {})
        self.examples = dict(examples or {})
        self.symbols = {name: symbol(name, value) for name, value in self.examples.items()}
        for name in wrt or ():
            self.symbols.setdefault(name, symbol(name))
        self.value = self.evaluated(text)
        self.wrt = list(wrt) if wrt is not None else list(self.symbols)
        if not self.wrt:
            raise self.trouble("there is no variable to differentiate by")

    def derivatives(self, order: int = 1) -> Derivatives:
        """All derivatives of an order; of several variables, each combination once."""
        found = Derivatives(self.wrt)
        for name in self.wrt:
            term = self.derivative(self.value, name)
            if term is None:
                found.no_path.append(name)
        for names in combinations_with_replacement(self.wrt, order):
            found.parts[names] = self.along(names)
        return found

    def along(self, names: Sequence[str]) -> Node:
        """The derivative by one variable after the other."""
        value, node = self.value, None
        for place, name in enumerate(names):
            last = place == len(names) - 1
            node = spelled(self.tidied(self.derivative(value, name)), DIGITS if last else EXACT)
            if not last:
                value = self.evaluated(unparse(node))
        assert node is not None
        return node

    # -- evaluation

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
                    if problem.kind in SHAPE_FAULTS and len(self.examples) < len(self.symbols):
                        problem.helps = [*problem.helps, SHAPES_HELP]
                    raise
                self.symbols[name] = symbol(name)

    # -- derivatives

    def derivative(self, value: Any, name: str) -> Any:
        """The derivative of a value as a symbol, number, list or choice; None without a path."""
        if isinstance(value, Choice):
            parts = [self.derivative(part, name) for part in value[1:]]
            if parts[0] is None and parts[1] is None:
                return None
            return Choice(value.condition, *(0 if part is None else part for part in parts))
        if isinstance(value, list | tuple):
            parts = [self.derivative(part, name) for part in value]
            if all(part is None for part in parts):
                return None
            return [0 if part is None else part for part in parts]
        if value.__class__ is not Symbol:
            return None
        if np.ndim(value.example):
            return self.derivative([value[k] for k in range(len(value.example))], name)
        try:
            return cotangents(value, [self.symbols[name]])[0]
        except EngineError as problem:
            told = as_problem(problem)
            raise self.trouble(told.message, told.kind) from None

    def tidied(self, value: Any) -> Term:
        """A derivative in its shortest form.

        Raises: LanguageError where it takes an operation that the language has no name for.
        """
        algebra = Algebra()
        for name in self.symbols:
            algebra.name(name)
        try:
            term = Reader(algebra, guards=False).term(0 if value is None else value)
        except Unwritable as problem:
            message = f"{UNWRITABLE}: {problem}"
            raise self.trouble(message, "NotImplementedError", BY_NUMBERS) from None
        for part in all_parts(term):
            if not is_writable(part):
                raise self.trouble(UNWRITABLE, "NotImplementedError", BY_NUMBERS)
        return Shortener(algebra).shortest(term)

    def trouble(self, message: str, kind: str = "ValueError", *helps: str) -> LanguageError:
        """Make a fault of the text as a whole."""
        return fault(kind, message, self.source, Span(0, len(self.source.text)), "", *helps)


def symbol(name: str, example: Any = EXAMPLE) -> Symbol:
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
