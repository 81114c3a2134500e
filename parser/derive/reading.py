"""Symbols of the engine as terms: each operation in the normal form, or as the call it is.

A table gives what an operation is in sums, products and powers; every other operation stays a
call, under the shortest name that the language has for it.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from fractions import Fraction
from typing import Any

from ...engine import Tensor, registry
from ...engine.derivation import Choice
from ...engine.row import Row
from ...engine.symbol import Symbol
from .algebra import Algebra, Call, Name, Number, Product, Setting, Term

PREFIXES = ("nn.functional.", "linalg.", "special.")
SIGNS = {
    "lt": "<", "le": "<=", "gt": ">", "ge": ">=", "eq": "==", "ne": "!=",
    "bitwise_and": "&", "bitwise_or": "|", "logical_and": "&", "logical_or": "|",
    "floor_divide": "//", "matmul": "@", "mm": "@", "bmm": "@", "mv": "@", "dot": "@",
}  # fmt: skip
NEGATED = {"<": ">=", "<=": ">", ">": "<=", ">=": "<", "==": "!=", "!=": "=="}
MOST_NUMBERS = 64


class Reader:
    """Reads the symbols of one expression.

    guards: whether where(…) stays that only keeps 0 * inf out of a power.
    """

    def __init__(self, algebra: Algebra, guards: bool = True) -> None:
        self.algebra = algebra
        self.guards = guards
        self.read: dict[int, tuple[Any, Term]] = {}

    def term(self, value: Any) -> Term:
        """A symbol, number or choice as a term."""
        if isinstance(value, Choice):
            parts = (value.condition, value.then, value.otherwise)
            return self.algebra.call("if", *map(self.term, parts))
        todo = [value]
        while todo:
            item = todo[-1]
            if item.__class__ is not Symbol or id(item) in self.read:
                todo.pop()
                continue
            waiting = [a for a in symbols_in(item.args) if id(a) not in self.read]
            if waiting:
                todo += reversed(waiting)
                continue
            todo.pop()
            self.read[id(item)] = (item, self._read(item))
        return self._argument(value)

    def _argument(self, value: Any) -> Term:
        """An argument whose symbols have been read."""
        if value.__class__ is Symbol:
            return self.read[id(value)][1]
        if value.__class__ in (int, float):
            return constant(self.algebra, value)
        if value.__class__ is Tensor:
            value = value.tolist()
            if value.__class__ in (int, float):
                return constant(self.algebra, value)
        if isinstance(value, list | tuple) and any(True for _ in symbols_in(value)):
            return self.algebra.call("[]", *map(self._argument, value))
        return self.algebra.setting(value)

    def _read(self, symbol: Symbol) -> Term:
        if symbol.name:
            return self.algebra.name(symbol.name)
        row = symbol.row
        arguments = [self._argument(a) for a in symbol.args]
        form = FORMS.get(row.name)
        if form is not None:
            found = form(self, row, arguments)
            if found is not None:
                return found
        return self.as_call(row, arguments, symbol.number)

    def as_call(self, row: Row, arguments: list[Term], number: int = 0) -> Term:
        """An operation as a call of the language; operators by their sign."""
        sign = SIGNS.get(row.name)
        if sign is not None and len(arguments) == 2:
            return self.algebra.call(sign, *arguments)
        given: list[Term] = []
        keywords: list[str] = []
        for param, argument in zip(row.params, arguments, strict=True):
            if not param.required and is_default(argument, param.default):
                keywords.append("")
            elif param.keyword_only or "" in keywords:
                keywords.append(param.name)
                given.append(argument)
            else:
                given.append(argument)
        names = tuple(name for name in keywords if name)
        called = self.algebra.call(short_name(row.name), *given, keywords=names)
        if isinstance(row.outputs, tuple):
            field = self.algebra.setting(row.outputs[number])
            return self.algebra.call(".", called, field)
        return called


def symbols_in(args: Any) -> list[Symbol]:
    """The symbols among arguments, those in lists included, in order."""
    found: list[Symbol] = []
    for a in args:
        if a.__class__ is Symbol:
            found.append(a)
        elif isinstance(a, list | tuple):
            found += symbols_in(a)
    return found


def is_default(term: Term, default: Any) -> bool:
    """Whether an argument is what its parameter is by default."""
    if isinstance(term, Number):
        return default.__class__ in (int, float) and term.value == default
    return isinstance(term, Setting) and term.value == default


def short_name(name: str) -> str:
    """The shortest name by which the language finds an operation."""
    for prefix in PREFIXES:
        short = name.removeprefix(prefix)
        if short != name and registry.lookup(short) in (None, registry.lookup(name)):
            return short
    return name


# -- numbers


def constant(algebra: Algebra, value: float) -> Term:
    """A number; by its name where it is log(2), sqrt(pi) or the like to the last digits."""
    if value.__class__ is int or not math.isfinite(value) or float(value).is_integer():
        return algebra.number(value)
    found = KNOWN.get(f"{abs(value):.15g}")
    if found is None:
        return algebra.number(value)
    times, factors = found
    powers = [(_base(algebra, base), algebra.number(power)) for base, power in factors]
    return algebra.product(powers, times if value > 0 else -times)


def _base(algebra: Algebra, base: str | int | tuple[str, int]) -> Term:
    if isinstance(base, tuple):
        return algebra.call(base[0], algebra.number(base[1]))
    return algebra.name(base) if isinstance(base, str) else algebra.number(base)


def _known() -> dict[str, tuple[Any, list]]:
    """Constants that rules are made of, by their digits: a number and powers of names."""
    half = Fraction(1, 2)
    two, pi, root, one_over_root = (2, half), ("pi", 1), ("pi", half), ("pi", -half)
    table: list[tuple[float, Any, list]] = [
        (math.e, 1, [("e", 1)]),
        (math.pi, 1, [pi]),
        (math.pi / 2, half, [pi]),
        (2 * math.pi, 2, [pi]),
        (math.pi / 180, Fraction(1, 180), [pi]),
        (180 / math.pi, 180, [("pi", -1)]),
        (math.sqrt(math.pi), 1, [root]),
        (math.sqrt(math.pi) / 2, half, [root]),
        (1 / math.sqrt(math.pi), 1, [one_over_root]),
        (2 / math.sqrt(math.pi), 2, [one_over_root]),
        (math.sqrt(2 * math.pi), 1, [two, root]),
        (1 / math.sqrt(2 * math.pi), 1, [(2, -half), one_over_root]),
        (math.sqrt(2 / math.pi), 1, [two, one_over_root]),
        (2 * math.sqrt(2 / math.pi), 2, [two, one_over_root]),
    ]
    for k in range(2, 101):
        table.append((math.log(k), 1, [(("log", k), 1)]))
        table.append((1 / math.log(k), 1, [(("log", k), -1)]))
    return {f"{value:.15g}": (times, factors) for value, times, factors in reversed(table)}


KNOWN = _known()


# -- operations in the normal form

Form = Callable[[Reader, Row, list[Term]], Term | None]


def _scaled(reader: Reader, term: Term, alpha: list[Term]) -> Term:
    return reader.algebra.times(alpha[0], term) if alpha else term


def _add(reader: Reader, row: Row, args: list[Term]) -> Term:
    return reader.algebra.add(args[0], _scaled(reader, args[1], args[2:]))


def _sub(reader: Reader, row: Row, args: list[Term]) -> Term:
    algebra = reader.algebra
    return algebra.add(args[0], algebra.negative(_scaled(reader, args[1], args[2:])))


def _rsub(reader: Reader, row: Row, args: list[Term]) -> Term:
    return _sub(reader, row, [args[1], args[0], *args[2:]])


def _mul(reader: Reader, row: Row, args: list[Term]) -> Term:
    return reader.algebra.times(*args)


def _div(reader: Reader, row: Row, args: list[Term]) -> Term | None:
    if len(args) > 2 and not is_default(args[2], None):
        return None
    return reader.algebra.divide(args[0], args[1])


def _neg(reader: Reader, row: Row, args: list[Term]) -> Term:
    return reader.algebra.negative(args[0])


def _same(reader: Reader, row: Row, args: list[Term]) -> Term:
    return args[0]


def _power_of(power: float) -> Form:
    """A fixed power of the argument."""
    return lambda reader, row, args: reader.algebra.power(args[0], reader.algebra.number(power))


def _pow(reader: Reader, row: Row, args: list[Term]) -> Term:
    return reader.algebra.power(args[0], args[1])


def _exp(reader: Reader, row: Row, args: list[Term]) -> Term:
    algebra = reader.algebra
    match args[0]:
        case Call(function="log", arguments=(inner,)):
            return inner
    return algebra.power(algebra.e, args[0])


def _exp2(reader: Reader, row: Row, args: list[Term]) -> Term:
    return reader.algebra.power(reader.algebra.number(2), args[0])


def _log(reader: Reader, row: Row, args: list[Term]) -> Term:
    algebra = reader.algebra
    match args[0]:
        case Number(value=1):
            return algebra.zero
        case Name(name="e"):
            return algebra.one
        case Product(coefficient=1, factors=((Name(name="e"), power),)):
            return power
    return algebra.call("log", args[0])


def _abs(reader: Reader, row: Row, args: list[Term]) -> Term | None:
    algebra = reader.algebra
    match args[0]:
        case Number(value=value):
            return algebra.number(abs(value))
        case Call(function="abs" | "exp"):
            return args[0]
        case Product(coefficient=k, factors=factors) if k < 0:
            return algebra.call("abs", algebra.product(factors, -k))
        case Product(coefficient=1, factors=((Name(name="e"), _),)):
            return args[0]
    return None


def _sign(reader: Reader, row: Row, args: list[Term]) -> Term:
    return reader.algebra.call("sign", args[0])


def _at_zero(value: int) -> Form:
    """A function whose value at 0 is known."""

    def form(reader: Reader, row: Row, args: list[Term]) -> Term | None:
        return reader.algebra.number(value) if args[0] is reader.algebra.zero else None

    return form


def _hypot(reader: Reader, row: Row, args: list[Term]) -> Term | None:
    """With a number, as the root that people write; of two variables it keeps its name."""
    algebra = reader.algebra
    if not any(isinstance(a, Number) for a in args):
        return None
    squares = [algebra.power(a, algebra.number(2)) for a in args]
    return algebra.power(algebra.add(*squares), algebra.number(0.5))


def _where(reader: Reader, row: Row, args: list[Term]) -> Term | None:
    condition, then, otherwise = args
    if then is otherwise:
        return then
    if isinstance(condition, Setting):
        return then if condition.value else otherwise
    if not reader.guards and then is reader.algebra.zero and _vanishes(condition, otherwise):
        return otherwise
    return None


def _vanishes(condition: Term, term: Term) -> bool:
    """Whether a product has a factor that the condition makes 0, so that it need not be said."""
    match condition:
        case Call(function="==", arguments=(zero, Number(value=0))):
            parts = zero.factors if isinstance(zero, Product) else ((zero, zero),)
            bases = [base for base, _ in term.factors] if isinstance(term, Product) else [term]
            return any(part in bases for part, _ in parts)
        case Call(function="&", arguments=(first, Call(function=">="))):
            return _vanishes(first, term)
    return False


def _lerp(reader: Reader, row: Row, args: list[Term]) -> Term:
    algebra = reader.algebra
    start, end, weight = args
    return algebra.add(start, algebra.times(weight, algebra.add(end, algebra.negative(start))))


FORMS: dict[str, Form] = {
    "add": _add, "sub": _sub, "rsub": _rsub, "mul": _mul, "div": _div, "neg": _neg,
    "positive": _same, "clone": _same, "alias_copy": _same, "_alias": _same,
    "reciprocal": _power_of(-1), "square": _power_of(2), "sqrt": _power_of(0.5),
    "rsqrt": _power_of(-0.5), "pow": _pow, "float_power": _pow,
    "exp": _exp, "exp2": _exp2, "log": _log, "abs": _abs, "sgn": _sign,
    "sin": _at_zero(0), "tan": _at_zero(0), "sinh": _at_zero(0), "tanh": _at_zero(0),
    "cos": _at_zero(1), "cosh": _at_zero(1), "atan": _at_zero(0), "asin": _at_zero(0),
    "hypot": _hypot, "where": _where, "lerp": _lerp,
}  # fmt: skip
