"""The shortest of several equal ways to write an expression.

Each part, innermost first, is rewritten in a few ways that calculus needs: over a common
denominator, with common factors in front, multiplied out, choices joined, sin^2 + cos^2 as 1.
The shortest text wins, and of equals the one that is nearest to the rules.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from typing import TypeGuard

from ..unparse import unparse
from .algebra import Algebra, Call, Number, Product, Setting, Sum, Term, Value
from .joined import chains_joined, minus_inside
from .spelling import spelled

# Longer sums are left as they are: each way of writing one takes time in its length squared.
MOST_TERMS = 40
MOST_SIZE = 600
MOST_PRODUCTS = 60
Factors = dict[Term, Term]


class Shortener:
    """Rewrites the terms of one algebra."""

    def __init__(self, algebra: Algebra) -> None:
        self.algebra = algebra
        self.done: dict[Term, Term] = {}
        self.lengths: dict[Term, int] = {}

    def shortest(self, term: Term) -> Term:
        """A term that is equal and, part by part, as short as the rewritings make it."""
        todo = [term]
        while todo:
            item = todo[-1]
            waiting = [part for part in parts_of(item) if part not in self.done]
            if waiting:
                todo += waiting
                continue
            todo.pop()
            if item not in self.done:
                self.done[item] = self._best(self._rebuilt(item))
        return self.done[term]

    def _rebuilt(self, term: Term) -> Term:
        """A term made of the shortest forms of its parts."""
        algebra, done = self.algebra, self.done
        match term:
            case Call():
                # what a function gives may depend on the axes of what it is given
                parts = [done[a] if done[a].rank == a.rank else a for a in term.arguments]
                return algebra.call(term.function, *parts, keywords=term.keywords, rank=term.rank)
            case Product():
                factors = [(done[base], done[power]) for base, power in term.factors]
                return algebra.product(factors, term.coefficient)
            case Sum():
                parts = [(times, done[part]) for part, times in term.terms]
                return algebra.sum([*parts, (term.constant, algebra.one)])
        return term

    def _best(self, term: Term) -> Term:
        """The shortest of the ways to write a term whose parts are short already."""
        best = term
        for _ in range(4):
            found = min(self._ways(best), key=self._length, default=best)
            if self._length(found) >= self._length(best):
                return best
            best = found
        return best

    def _length(self, term: Term) -> int:
        """How many characters the text of a term has."""
        found = self.lengths.get(term)
        if found is None:
            found = self.lengths[term] = len(unparse(spelled(term)))
        return found

    def _ways(self, term: Term) -> Iterator[Term]:
        if term.size > MOST_SIZE:
            return
        if isinstance(term, Sum) and len(term.terms) <= MOST_TERMS:
            yield self._circular(term)
            yield self._joined(term)
            if term.rank:
                yield chains_joined(self.algebra, term, -1)
                yield chains_joined(self.algebra, term, 0)
            for bases in (self._common(term, -1), self._common(term, 1), self._common(term, 0)):
                if bases:
                    yield from self._over(term, bases)
            yield self._multiplied_out(term)
        if isinstance(term, Product):
            if term.rank and term.coefficient < 0:
                yield from minus_inside(self.algebra, term)
            yield self._multiplied_out(term)
            yield self._roots_joined(term)
            yield self._twice_the_angle(term)
            yield self._into_choice(term)
            yield self._signs_joined(term)

    # -- common factors and denominators

    def _common(self, term: Sum, sign: int) -> Factors:
        """The powers that all terms share: negative ones, positive ones, or both (sign 0)."""
        tables = [powers_of(self.algebra, part) for part, _ in term.terms]
        if term.constant:
            tables.append({})
        found: Factors = {}
        for base in dict.fromkeys(base for table in tables for base in table):
            least = min(table.get(base, Fraction(0)) for table in tables)
            if least and (sign == 0 or (least < 0) == (sign < 0)):
                found[base] = self.algebra.number(least)
        return found

    def _over(self, term: Sum, bases: Factors) -> Iterator[Term]:
        """A sum as a product of common powers and a sum, that as it is and multiplied out."""
        algebra = self.algebra
        inverse = [
            (base, algebra.product([(power, algebra.one)], -1)) for base, power in bases.items()
        ]
        parts = [*term.terms, *([(algebra.one, term.constant)] if term.constant else [])]
        left = [(times, algebra.product([(part, algebra.one), *inverse])) for part, times in parts]
        whole = algebra.sum(left)
        outside = list(bases.items())
        for inner in (whole, self._multiplied_out(whole)):
            yield algebra.product([*outside, (self._best(inner), algebra.one)])

    # -- multiplying out

    def _multiplied_out(self, term: Term) -> Term:
        """A term with products and small powers of sums multiplied out."""
        algebra = self.algebra
        match term:
            case Sum():
                parts = [(times, self._multiplied_out(part)) for part, times in term.terms]
                return algebra.sum([*parts, (term.constant, algebra.one)])
            case Product():
                return self._distributed(term)
        return term

    def _distributed(self, term: Product) -> Term:
        algebra = self.algebra
        sums: list[Sum] = []
        others: list[tuple[Term, Term]] = []
        for base, power in term.factors:
            times = power.value if isinstance(power, Number) else 0
            if isinstance(base, Sum) and isinstance(times, int) and 0 < times <= 4:
                sums += [base] * times
            else:
                others.append((base, power))
        parts: list[tuple[Value, Term]] = [(term.coefficient, algebra.product(others))]
        for factor in sums:
            terms = [*factor.terms, *([(algebra.one, factor.constant)] if factor.constant else [])]
            if len(parts) * len(terms) > MOST_PRODUCTS:
                return term
            parts = [
                (times * k, algebra.times(left, right))
                for times, left in parts
                for right, k in terms
            ]
        return algebra.sum(parts)

    # -- identities

    def _circular(self, term: Sum) -> Term:
        """sin^2 + cos^2 as 1, also with common factors; cosh^2 - sinh^2 as well."""
        algebra = self.algebra
        parts = dict(term.terms)
        if term.constant:
            parts[algebra.one] = term.constant
        for part, times in list(parts.items()):
            for base, rest in squares_in(algebra, part):
                partner, sign = PARTNERS[base.function]
                other = algebra.times(rest, algebra.power(
                    algebra.call(partner, *base.arguments), algebra.number(2)
                ))  # fmt: skip
                if parts.get(other) == times * sign:
                    parts.pop(part)
                    parts.pop(other)
                    # cosh^2 - sinh^2 is 1, sin^2 + cos^2 is 1
                    lead = times if base.function != "sinh" else -times
                    return algebra.sum([(lead, rest), *((k, p) for p, k in parts.items())])
                if sign == 1 and parts.get(rest) == -times:
                    parts.pop(part)
                    parts.pop(rest)
                    return algebra.sum([(-times, other), *((k, p) for p, k in parts.items())])
        return term

    def _twice_the_angle(self, term: Product) -> Term:
        """2 sin(u) cos(u) as sin(2 u)."""
        algebra = self.algebra
        factors = dict(term.factors)
        for base, power in term.factors:
            if isinstance(base, Call) and base.function == "sin" and power is algebra.one:
                other = algebra.call("cos", *base.arguments)
                if factors.get(other) is algebra.one:
                    twice = algebra.call(
                        "sin", algebra.product([(base.arguments[0], algebra.one)], 2)
                    )
                    rest = [(b, p) for b, p in term.factors if b not in (base, other)]
                    half = term.coefficient * Fraction(1, 2)
                    return algebra.product([*rest, (twice, algebra.one)], half)
        return term

    def _signs_joined(self, term: Product) -> Term:
        """abs(u) sign(u) as u, and u sign(u) as abs(u)."""
        algebra = self.algebra
        factors = dict(term.factors)
        for base, power in term.factors:
            if not (isinstance(base, Call) and base.function == "sign" and power is algebra.one):
                continue
            size, inner = algebra.call("abs", *base.arguments), base.arguments[0]
            for other, product in ((size, inner), (inner, size)):
                if factors.get(other) is algebra.one:
                    rest = [(b, p) for b, p in term.factors if b not in (base, other)]
                    return algebra.product([*rest, (product, algebra.one)], term.coefficient)
        return term

    def _roots_joined(self, term: Product) -> Term:
        """sqrt(a) sqrt(b) as sqrt(a b), where that multiplies out well."""
        algebra = self.algebra
        for sign in (1, -1):
            half = algebra.number(Fraction(sign, 2))
            roots = [b for b, p in term.factors if p is half and isinstance(b, Sum)]
            if len(roots) > 1:
                inner = self._multiplied_out(algebra.times(*roots))
                rest = [(b, p) for b, p in term.factors if b not in roots]
                return algebra.product([*rest, (inner, half)], term.coefficient)
        return term

    # -- choices

    def _into_choice(self, term: Product) -> Term:
        """where(c, a, 0) b as where(c, a b, 0)."""
        algebra = self.algebra
        for base, power in term.factors:
            if is_choice(base) and power is algebra.one and algebra.zero in base.arguments[1:]:
                rest = algebra.product(
                    [f for f in term.factors if f[0] is not base], term.coefficient
                )
                condition, then, otherwise = base.arguments
                return algebra.call(
                    base.function,
                    condition,
                    algebra.times(then, rest),
                    algebra.times(otherwise, rest),
                )
        return term

    def _joined(self, term: Sum) -> Term:
        """Choices by one condition added branch by branch."""
        algebra = self.algebra
        branches: dict[tuple[str, Term], list[tuple[Term, Term]]] = {}
        rest: list[tuple[Value, Term]] = [(term.constant, algebra.one)]
        for part, times in term.terms:
            choice, factor = choice_in(algebra, part)
            if choice is None:
                rest.append((times, part))
                continue
            scaled = algebra.product([(factor, algebra.one)], times)
            then, otherwise = (algebra.times(scaled, a) for a in choice.arguments[1:])
            branches.setdefault((choice.function, choice.arguments[0]), []).append(
                (then, otherwise)
            )
        for (function, condition), pairs in branches.items():
            thens = self._best(algebra.add(*(then for then, _ in pairs)))
            others = self._best(algebra.add(*(other for _, other in pairs)))
            rest.append((1, thens if thens is others else algebra.call(
                function, condition, thens, others
            )))  # fmt: skip
        return algebra.sum(rest)


PARTNERS = {"sin": ("cos", 1), "cos": ("sin", 1), "cosh": ("sinh", -1), "sinh": ("cosh", -1)}
CHOICES = ("where", "if")


def parts_of(term: Term) -> list[Term]:
    """The terms that a term is made of."""
    match term:
        case Call():
            return list(term.arguments)
        case Product():
            return [part for factor in term.factors for part in factor]
        case Sum():
            return [part for part, _ in term.terms]
    return []


def powers_of(algebra: Algebra, term: Term) -> dict[Term, Fraction]:
    """The exact powers that a term is a product of; x^(n - 1) is x^n and x^-1."""
    found: dict[Term, Fraction] = {}

    def add(base: Term, times: Value) -> None:
        if not isinstance(base, Number | Setting) and not isinstance(times, float):
            found[base] = found.get(base, Fraction(0)) + times

    for base, power in term.factors if isinstance(term, Product) else ((term, algebra.one),):
        if isinstance(power, Number):
            add(base, power.value)
        elif base is algebra.e and isinstance(power, Product):
            unit = algebra.product(power.factors)
            add(algebra.power(base, unit), power.coefficient)
        elif isinstance(power, Sum) and power.constant:
            varying = algebra.sum([(1, power), (-power.constant, algebra.one)])
            add(algebra.power(base, varying), 1)
            add(base, power.constant)
        else:
            add(algebra.power(base, power), 1)
    return found


def squares_in(algebra: Algebra, term: Term) -> Iterator[tuple[Call, Term]]:
    """The circular functions that a term has squared, and what it is without each."""
    two = algebra.number(2)
    factors = term.factors if isinstance(term, Product) else ()
    for base, power in factors:
        if power is two and isinstance(base, Call) and base.function in PARTNERS:
            rest = [f for f in factors if f[0] is not base]
            yield base, algebra.product(rest)


def is_choice(term: Term) -> TypeGuard[Call]:
    """Whether a term chooses between two others by a condition."""
    return isinstance(term, Call) and term.function in CHOICES and len(term.arguments) == 3


def choice_in(algebra: Algebra, term: Term) -> tuple[Call | None, Term]:
    """The one choice among the factors of a term, and the others."""
    if is_choice(term):
        return term, algebra.one
    factors = term.factors if isinstance(term, Product) else ()
    choices = [b for b, p in factors if is_choice(b) and p is algebra.one]
    if len(choices) != 1:
        return None, term
    return choices[0], algebra.product([f for f in factors if f[0] is not choices[0]])
