"""Symbols of the engine as terms: each operation in the normal form, or as the call it is.

A table gives what an operation is in sums, products and powers; every other operation stays a
call, under the shortest name that the language has for it.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from ...engine import Tensor, registry
from ...engine.derivation import Choice
from ...engine.extent import Extent
from ...engine.row import Row
from ...engine.symbol import Symbol
from .algebra import Algebra, Call, Name, Number, Product, Setting, Term
from .arrays import ArrayReader
from .constants import constant

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

    guards: whether where(…) stays that only keeps 0 * inf out of a power. Tensors whose elements
    are known are arrays of terms; others appear only as arguments of calls.
    """

    def __init__(self, algebra: Algebra, guards: bool = True) -> None:
        self.algebra = algebra
        self.guards = guards
        self.read: dict[int, tuple[Any, Any]] = {}
        self.arrays = ArrayReader(algebra, self.read, self.operation)

    def term(self, value: Any) -> Term:
        """A symbol, number, list or choice as a term.

        Raises: Unwritable for tensors of which an operation has no text.
        """
        if isinstance(value, Choice):
            parts = (value.condition, value.then, value.otherwise)
            return self.algebra.call("if", *map(self.term, parts))
        if isinstance(value, list | tuple):
            return self.algebra.call("[]", *map(self.term, value))
        if value.__class__ is Tensor and value.ndim:
            value = value.array()
        if value.__class__ is np.ndarray:
            return self._listed(self.arrays.terms(value))
        self._read_all(value)
        found = self._argument(value)
        return self._listed(found) if isinstance(found, np.ndarray) else found

    def _listed(self, array: Any) -> Term:
        """An array of terms as nested lists."""
        if isinstance(array, np.ndarray):
            return self.algebra.call("[]", *map(self._listed, array))
        return array

    def _read_all(self, value: Any) -> None:
        """Read a symbol and all it is made of, innermost first."""
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

    def _read(self, symbol: Symbol) -> Any:
        if symbol.name:
            known = np.ndim(symbol.example) if symbol.example is not None else 0
            return self.arrays.variable(symbol) if known else self.algebra.name(symbol.name)
        if symbol.example is not None and (
            np.ndim(symbol.example) or any(is_array(self._known(a)) for a in all_in(symbol.args))
        ):
            return self.arrays.read(symbol)
        return self.operation(symbol, symbol.args)

    def _known(self, value: Any) -> Any:
        return self.read[id(value)][1] if value.__class__ is Symbol else value

    def _argument(self, value: Any) -> Any:
        """An argument whose symbols have been read."""
        if isinstance(value, Term):
            return value
        if value.__class__ is Symbol:
            return self.read[id(value)][1]
        if isinstance(value, np.generic):
            value = value.item()
        if isinstance(value, Extent):
            value = int(value)
        if value.__class__ in (int, float):
            return constant(self.algebra, value)
        if value.__class__ is Tensor:
            value = value.tolist()
            if value.__class__ in (int, float):
                return constant(self.algebra, value)
        if isinstance(value, list | tuple) and symbols_in(value):
            return self.algebra.call("[]", *map(self._argument, value))
        return self.algebra.setting(value)

    def operation(self, symbol: Symbol, args: Any) -> Term:
        """An operation on each element, of terms or of what they are made of."""
        row = symbol.row
        arguments = [self._argument(a) for a in args]
        if row.name == "where" and not self.guards and is_guard(symbol):
            return arguments[2]
        form = FORMS.get(row.name)
        if form is not None:
            found = form(self, row, arguments)
            if found is not None:
                return found
        return self.as_call(row, arguments, symbol.number)

    def as_call(
        self, row: Row, arguments: list[Term], number: int = 0, rank: int | None = None
    ) -> Term:
        """An operation as a call of the language; operators by their sign.

        rank: that of the result, None for a function of each element.
        """
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
        called = self.algebra.call(short_name(row.name), *given, keywords=names, rank=rank)
        if isinstance(row.outputs, tuple):
            field = self.algebra.setting(row.outputs[number])
            return self.algebra.call(".", called, field, rank=rank)
        return called


def is_guard(symbol: Symbol) -> bool:
    """Whether a choice says 0 where a factor of its other branch is 0 in any case."""
    condition, then, product = symbol.args
    if condition.__class__ is not Symbol or condition.name or condition.row.name != "eq":
        return False
    if not (_is_zero(condition.args[1]) and _is_zero(then)):
        return False
    todo = [product]
    while todo:
        factor = todo.pop()
        if factor is condition.args[0]:
            return True
        if factor.__class__ is Symbol and not factor.name and factor.row.name in ("mul", "div"):
            todo += factor.args[: 2 if factor.row.name == "mul" else 1]
    return False


def _is_zero(value: Any) -> bool:
    return value.__class__ in (int, float) and value == 0


def is_array(value: Any) -> bool:
    """Whether a value is an array of terms or a tensor of numbers with axes."""
    return bool(getattr(value, "ndim", 0))


def all_in(args: Any) -> list[Any]:
    """Arguments, those in lists one by one."""
    found: list[Any] = []
    for a in args:
        found += all_in(a) if a.__class__ is list else [a]
    return found


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


def _comparison(reader: Reader, row: Row, args: list[Term]) -> Term | None:
    """What is the same on both sides is equal; relu(u) is above 0 where u is."""
    left, right = args
    if left is right:
        return reader.algebra.setting(row.name in ("le", "ge", "eq"))
    match left:
        case Call(function="relu", arguments=(inner,)) if right is reader.algebra.zero:
            if row.name in ("le", "gt"):
                return reader.algebra.call(SIGNS[row.name], inner, right)
    return None


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
    "lt": _comparison, "le": _comparison, "gt": _comparison, "ge": _comparison, "eq": _comparison,
    "ne": _comparison,
}  # fmt: skip
