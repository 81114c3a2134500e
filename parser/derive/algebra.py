"""Expressions as sums of products of powers: the form in which equal things look equal.

A term is made by the methods of an Algebra, which collect like terms and powers and fold numbers.
Terms that are equal are the same object within one Algebra, so that nothing is compared deeply.
Rewritings hold where both sides have a value; what is lost are points where a factor that cancels
was infinite or not a number.
"""

from __future__ import annotations

import math
from collections.abc import Iterable
from fractions import Fraction

Exact = int | Fraction
Value = int | Fraction | float
CONSTANTS = ("pi", "e")
MOST_DIGITS = 15
# Which floats are taken for the fraction that they are nearest to: of few decimals, or few parts.
SMALLEST = 1e-9
MOST_DECIMALS = 10**6
MOST_PARTS = 1000
MOST_DENOMINATOR = 10**15


class Term:
    """A part of an expression.

    order: how many terms of its algebra are older. size: how many names, numbers and operators
    its text has. rank: how many axes its value has; sums, products and powers are of elements,
    and broadcast.
    """

    __slots__ = ("order", "rank", "size")
    order: int
    rank: int
    size: int


class Number(Term):
    """A number, exact where it can be."""

    __slots__ = ("value",)
    value: Value


class Name(Term):
    """A variable or a constant such as pi."""

    __slots__ = ("name",)
    name: str


class Setting(Term):
    """What is no number: a word, None, a tuple of axes, a constant tensor as nested lists."""

    __slots__ = ("value",)
    value: object


class Call(Term):
    """A function, or an operator that the normal form leaves alone, by name or sign."""

    __slots__ = ("arguments", "function", "keywords")
    function: str
    arguments: tuple[Term, ...]
    keywords: tuple[str, ...]


class Product(Term):
    """A number times powers of terms that are no products."""

    __slots__ = ("coefficient", "factors")
    coefficient: Value
    factors: tuple[tuple[Term, Term], ...]


class Sum(Term):
    """A number plus multiples of terms that are no sums."""

    __slots__ = ("constant", "terms")
    constant: Value
    terms: tuple[tuple[Term, Value], ...]


class Algebra:
    """Makes the terms of one expression and remembers them.

    e: the base of exp, whose powers are added up like any others.
    """

    def __init__(self) -> None:
        self.known: dict[tuple, Term] = {}
        self.e = self.name("e")
        self.zero = self.number(0)
        self.one = self.number(1)

    def _term(self, kind: type, key: tuple, size: int, rank: int = 0, **parts: object) -> Term:
        """The one term of a kind with these parts."""
        found = self.known.get((kind, *key))
        if found is None:
            found = kind()
            for name, part in parts.items():
                setattr(found, name, part)
            found.order = len(self.known)
            found.size = size
            found.rank = rank
            self.known[(kind, *key)] = found
        return found

    # -- what has no parts

    def number(self, value: Value) -> Term:
        """A number; infinities and NaN are names, with which nothing is folded."""
        if isinstance(value, float) and not math.isfinite(value):
            return (
                self.name("nan" if value != value else "inf")
                if not value < 0
                else (self.product([(self.name("inf"), self.one)], -1))
            )
        value = exact(value)
        return self._term(Number, (type(value) is float, value), 1, value=value)

    def name(self, name: str, rank: int = 0) -> Term:
        """A variable or constant; its first mention says how many axes it has."""
        return self._term(Name, (name,), 1, rank, name=name)

    def setting(self, value: object, rank: int = 0) -> Term:
        """What a function is told besides terms, or a constant tensor."""
        return self._term(Setting, (type(value), repr(value)), 1, rank, value=value)

    def call(
        self,
        function: str,
        *arguments: Term,
        keywords: tuple[str, ...] = (),
        rank: int | None = None,
    ) -> Term:
        """A function of terms; the last arguments may have keywords.

        rank: None for a function of each element.
        """
        size = 1 + sum(a.size for a in arguments)
        key = (function, keywords, *map(id, arguments))
        parts = {"function": function, "arguments": arguments, "keywords": keywords}
        if rank is None:
            rank = max((a.rank for a in arguments), default=0)
        return self._term(Call, key, size, rank, **parts)

    # -- sums

    def sum(self, parts: Iterable[tuple[Value, Term]]) -> Term:
        """Multiples of terms added up; like terms are collected in the order of their first."""
        constant: Value = 0
        found: dict[Term, Value] = {}
        todo = list(parts)[::-1]
        while todo:
            times, term = todo.pop()
            if isinstance(term, Number):
                constant = constant + times * term.value
            elif isinstance(term, Sum):
                constant = constant + times * term.constant
                todo += ((times * k, part) for part, k in reversed(term.terms))
            else:
                monic, k = self._monic(term)
                if isinstance(monic, Sum):
                    todo.append((times * k, monic))
                else:
                    found[monic] = found.get(monic, 0) + times * k
        return self._sum(constant, [(t, k) for t, k in found.items() if k != 0])

    def _monic(self, term: Term) -> tuple[Term, Value]:
        """A term without its coefficient, and that."""
        if isinstance(term, Product) and term.coefficient != 1:
            return self._product(1, list(term.factors)), term.coefficient
        return term, 1

    def _sum(self, constant: Value, terms: list[tuple[Term, Value]]) -> Term:
        constant = exact(constant)
        if not terms:
            return self.number(constant)
        if len(terms) == 1 and constant == 0:
            term, times = terms[0]
            return self.product([(term, self.one)], times)
        terms = [(t, exact(k)) for t, k in terms]
        key = (constant, frozenset((id(t), k) for t, k in terms))
        size = (constant != 0) + sum(t.size + 2 * (abs(k) != 1) + 1 for t, k in terms)
        rank = max(t.rank for t, _ in terms)
        return self._term(Sum, key, size, rank, constant=constant, terms=tuple(terms))

    def add(self, *terms: Term) -> Term:
        """The sum of terms."""
        return self.sum((1, term) for term in terms)

    def negative(self, term: Term) -> Term:
        """Minus a term."""
        return self.product([(term, self.one)], -1)

    # -- products

    def product(self, factors: Iterable[tuple[Term, Term]], coefficient: Value = 1) -> Term:
        """A number times powers of terms, those of one base collected."""
        found: dict[Term, Term] = {}
        todo = list(factors)[::-1]
        while todo:
            base, exponent = todo.pop()
            inner = self._opened(base, exponent)
            if inner is not None:
                times, parts = inner
                coefficient = coefficient * times
                todo += reversed(parts)
            elif base in found:
                found[base] = self.add(found[base], exponent)
                if self._opened(base, found[base]) is not None:
                    todo.append((base, found.pop(base)))
            elif isinstance(base, Sum) and (turned := self._turned(base, exponent, found)):
                coefficient = coefficient * turned
            else:
                found[base] = exponent
        return self._product(
            exact(coefficient), [(b, x) for b, x in found.items() if x is not self.zero]
        )

    def _turned(self, base: Sum, exponent: Term, found: dict[Term, Term]) -> int | None:
        """Have (1 - x)^n take (x - 1)^2 in, and say what sign that leaves; else None."""
        whole = is_whole(exponent)
        if all(is_whole(x) is whole for b, x in found.items() if isinstance(b, Sum)):
            return None
        negative = self.negative(base)
        other = found.get(negative)
        if other is None or is_whole(other) is whole:
            return None
        if not whole:
            del found[negative]
        count = exponent if whole else other
        found[negative if whole else base] = self.add(exponent, other)
        assert isinstance(count, Number)
        return -1 if count.value % 2 else 1

    def _opened(self, base: Term, exponent: Term) -> tuple[Value, list[tuple[Term, Term]]] | None:
        """A power as a number and powers of simpler bases; None where it is simple already."""
        if not isinstance(exponent, Number):
            return self._opened_power_of_e(base, exponent)
        power = exponent.value
        if isinstance(base, Number):
            value = number_power(base.value, power)
            return None if value is None else (value, [])
        if isinstance(base, Product):
            whole = isinstance(power, int)
            positive = len(base.factors) == 1 and base.factors[0][0] is self.e
            times = number_power(base.coefficient, power)
            if times is not None and (whole or (positive and base.coefficient > 0)):
                return times, [(b, self.product([(x, self.one)], power)) for b, x in base.factors]
        if isinstance(base, Sum) and isinstance(power, int):
            content = self._content(base)
            if content != 1:
                times = number_power(content, power)
                if times is not None:
                    return times, [(self._divided(base, content), exponent)]
        if isinstance(base, Call) and isinstance(power, int) and power % 2 == 0:
            inner = {"abs": [(base.arguments[0], exponent)], "sign": []}.get(base.function)
            return None if inner is None else (1, inner)
        return None

    def _opened_power_of_e(
        self, base: Term, exponent: Term
    ) -> tuple[Value, list[tuple[Term, Term]]] | None:
        if isinstance(base, Product) and base.coefficient == 1 and len(base.factors) == 1:
            inner, power = base.factors[0]
            if inner is self.e:
                return 1, [(inner, self.times(power, exponent))]
        return None

    def _content(self, base: Sum) -> Value:
        """The number that all terms of a sum have in common, with the sign of the first."""
        numbers = [k for _, k in base.terms] + ([base.constant] if base.constant else [])
        first = min(base.terms, key=lambda part: part[0].order)[1]
        if any(isinstance(k, float) for k in numbers):
            return -1 if first < 0 else 1
        parts = [Fraction(k) for k in numbers]
        common = Fraction(
            math.gcd(*(p.numerator for p in parts)), math.lcm(*(p.denominator for p in parts))
        )
        return exact(common if first > 0 else -common)

    def parted(self, term: Term) -> tuple[Value, Term]:
        """A term as a number times the rest; of a sum, the number that its terms share."""
        if isinstance(term, Number):
            return term.value, self.one
        if not isinstance(term, Sum):
            monic, times = self._monic(term)
            return times, monic
        content = self._content(term)
        if content < 0 and any(times > 0 for _, times in term.terms):
            content = -content
        return content, term if content == 1 else self._divided(term, content)

    def _divided(self, base: Sum, content: Value) -> Term:
        terms = [(t, quotient(k, content)) for t, k in base.terms]
        return self._sum(quotient(base.constant, content), terms)

    def _product(self, coefficient: Value, factors: list[tuple[Term, Term]]) -> Term:
        if coefficient == 0 or not factors:
            return self.number(coefficient)
        if len(factors) == 1 and factors[0][1] is self.one:
            base = factors[0][0]
            if coefficient == 1:
                return base
            if isinstance(base, Sum):
                terms = [(t, exact(k * coefficient)) for t, k in base.terms]
                return self._sum(base.constant * coefficient, terms)
        factors.sort(key=factor_order)
        key = (coefficient, *((id(b), id(x)) for b, x in factors))
        size = 2 * (abs(coefficient) != 1) + len(factors) - 1
        size += sum(b.size + (0 if x is self.one else 1 + x.size) for b, x in factors)
        rank = max(max(b.rank, x.rank) for b, x in factors)
        parts = {"coefficient": coefficient, "factors": tuple(factors)}
        return self._term(Product, key, size, rank, **parts)

    def times(self, *terms: Term) -> Term:
        """The product of terms."""
        return self.product((term, self.one) for term in terms)

    def divide(self, term: Term, by: Term) -> Term:
        """The quotient of two terms."""
        return self.product([(term, self.one), (by, self.number(-1))])

    def power(self, base: Term, exponent: Term) -> Term:
        """A power of a term."""
        return self.product([(base, exponent)])


def factor_order(factor: tuple[Term, Term]) -> tuple[int, int, int]:
    """How factors are sorted: constants, names, functions and powers, then sums; of a kind,
    numbers before vectors before matrices, and by age."""
    base, exponent = factor
    if isinstance(base, Sum):
        return 3, base.rank, base.order
    if not isinstance(exponent, Number) or not isinstance(base, Number | Name):
        return 2, base.rank, max(base.order, exponent.order)
    return int(isinstance(base, Name) and base.name not in CONSTANTS), base.rank, base.order


def is_whole(term: Term) -> bool:
    """Whether a term is a whole number."""
    return isinstance(term, Number) and isinstance(term.value, int)


def exact(value: Value) -> Value:
    """A number as an int or a simple fraction where it is one."""
    if isinstance(value, Fraction):
        if value.denominator > MOST_DENOMINATOR:
            return float(value)
        return value.numerator if value.denominator == 1 else value
    if isinstance(value, float) and SMALLEST < abs(value) < 10**MOST_DIGITS:
        decimal, parts = Fraction(repr(value)), Fraction(value).limit_denominator(MOST_PARTS)
        if decimal.denominator <= MOST_DECIMALS:
            return exact(decimal)
        # 1/3 - 1 in floats is not quite the float nearest to -2/3
        if abs(float(parts) - value) <= 4 * math.ulp(value):
            return exact(parts)
    return 0 if value == 0 else value


def quotient(value: Value, by: Value) -> Value:
    """The quotient of two numbers, exact where both are."""
    if isinstance(value, float) or isinstance(by, float):
        return value / by
    return exact(Fraction(value) / Fraction(by))


def number_power(base: Value, power: Value) -> Value | None:
    """A power of a number; None where it is better left as it is written, or has no value."""
    if base == 1:
        return 1
    if isinstance(power, int):
        if base == 0 and power < 0:
            return None
        if isinstance(base, float):
            return _in_range(base, power)
        digits = max(abs(base.numerator), base.denominator).bit_length() * abs(power) * 0.302
        return exact(Fraction(base) ** power) if digits <= MOST_DIGITS else None
    if isinstance(base, float) and base > 0:
        return _in_range(base, power)
    return base if base in (0, 1) and power > 0 else None


def _in_range(base: float, power: Value) -> float | None:
    try:
        return base ** float(power)
    except OverflowError:
        return None
