"""The shortest of several equal ways to write an expression.

Each part, innermost first, is rewritten in a few ways that calculus needs: over a common
denominator, with common factors in front, multiplied out, choices joined, sin^2 + cos^2 as 1.
The shortest text wins, and of equals the one that is nearest to the rules.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from itertools import combinations
from typing import TypeGuard

from ..unparse import unparse
from .algebra import Algebra, Call, Number, Product, Setting, Sum, Term, Value, is_whole
from .identities import (
    exponentials_joined,
    powers_shifted,
    products_joined,
    signs_joined,
    sums_joined,
    twice_the_angle,
)
from .joined import chains_joined, minus_inside
from .spelling import spelled

# Longer sums are left as they are: each way of writing one takes time in its length squared.
MOST_TERMS = 40
MOST_SIZE = 600
MOST_PRODUCTS = 60
MOST_GROUPED = 12
MOST_DEPTH = 6
Factors = dict[Term, Term]


class Shortener:
    """Rewrites the terms of one algebra."""

    def __init__(self, algebra: Algebra) -> None:
        self.algebra = algebra
        self.done: dict[Term, Term] = {}
        self.lengths: dict[Term, int] = {}
        self.best: dict[Term, Term] = {}
        self.depth = 0

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
        if term in self.best:
            return self.best[term]
        if self.depth > MOST_DEPTH:
            return term
        self.depth += 1
        best = term
        for _ in range(4):
            found = min(self._ways(best), key=self._length, default=best)
            if self._length(found) >= self._length(best):
                break
            best = found
        self.depth -= 1
        self.best[term] = best
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
            yield from sums_joined(self.algebra, term)
            yield from exponentials_joined(self.algebra, term)
            yield self._joined(term)
            yield from self._grouped(term)
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
            yield from self._fractions_opened(term)
            yield from self._bases_joined(term)
            yield from products_joined(self.algebra, term)
            yield twice_the_angle(self.algebra, term)
            yield signs_joined(self.algebra, term)
            yield from powers_shifted(self.algebra, term)
            yield self._into_choice(term)

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

    def _grouped(self, term: Sum) -> Iterator[Term]:
        """a x + b x + a + b as (a + b)(x + 1): where the sums by powers of a base are alike."""
        algebra = self.algebra
        parts = [*term.terms, *([(algebra.one, term.constant)] if term.constant else [])]
        if not 4 <= len(parts) <= MOST_GROUPED:
            return
        tables = [powers_of(algebra, part) for part, _ in parts]
        for base in dict.fromkeys(base for table in tables for base in table):
            groups: dict[Fraction, list[tuple[Value, Term]]] = {}
            for (part, times), table in zip(parts, tables, strict=True):
                power = table.get(base, Fraction(0))
                rest = algebra.product([(part, algebra.one), (base, algebra.number(-power))])
                groups.setdefault(power, []).append((times, rest))
            sums = {power: algebra.parted(algebra.sum(group)) for power, group in groups.items()}
            shared = {inner for _, inner in sums.values()}
            if len(groups) > 1 and len(shared) == 1:
                outer = [
                    (times, algebra.power(base, algebra.number(power)))
                    for power, (times, _) in sums.items()
                ]
                yield algebra.times(algebra.sum(outer), *shared)

    def _fractions_opened(self, term: Product) -> Iterator[Term]:
        """1/(x^2 (1/x^2 + 1)) as 1/(x^2 + 1): denominators inside a factor taken out of it."""
        algebra = self.algebra
        for place, (base, power) in enumerate(term.factors):
            if not (isinstance(base, Sum) and is_whole(power)):
                continue
            bases = self._common(base, -1)
            if not bases:
                continue
            others = [f for k, f in enumerate(term.factors) if k != place]
            for whole in self._over(base, bases):
                yield algebra.product([*others, (whole, power)], term.coefficient)

    def _bases_joined(self, term: Product) -> Iterator[Term]:
        """(x - 1)^2 (x + 1)^2 as (x^2 - 1)^2, and the like with roots."""
        algebra = self.algebra
        sums = [f for f in term.factors if isinstance(f[0], Sum)]
        for (one, power), (other, same) in combinations(sums, 2):
            if power is same and isinstance(power, Number) and power is not algebra.one:
                inner = self._multiplied_out(algebra.times(one, other))
                rest = [f for f in term.factors if f[0] not in (one, other)]
                yield algebra.product([*rest, (inner, power)], term.coefficient)

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
