"""Identities of functions that shorten derivatives: of circles, hyperbolas, exponentials, signs.

Each function offers ways to write a term that are equal to it; which is taken is for others to
say. What holds only where both sides have a value is taken to hold.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from typing import NamedTuple

from .algebra import Algebra, Call, Number, Product, Sum, Term, Value

Factor = tuple[Term, Term]


class Identity(NamedTuple):
    """f(u)^power + ratio g(u)^other_power = sign h(times u)^result_power.

    Without g the second term is the number itself; h is 1 where it has no name.
    """

    f: str
    power: int
    ratio: int
    g: str
    other_power: int
    sign: int = 1
    h: str = ""
    result_power: int = 1
    times: int = 1


SUMS = (
    Identity("sin", 2, 1, "cos", 2),
    Identity("sin", 2, -1, "", 0, -1, "cos", 2),
    Identity("cos", 2, -1, "", 0, -1, "sin", 2),
    Identity("cos", 2, -1, "sin", 2, 1, "cos", 1, 2),
    Identity("tan", 2, 1, "", 0, 1, "cos", -2),
    Identity("tan", -2, 1, "", 0, 1, "sin", -2),
    Identity("cosh", 2, -1, "sinh", 2),
    Identity("cosh", 2, 1, "sinh", 2, 1, "cosh", 1, 2),
    Identity("sinh", 2, 1, "", 0, 1, "cosh", 2),
    Identity("cosh", 2, -1, "", 0, 1, "sinh", 2),
    Identity("tanh", 2, -1, "", 0, -1, "cosh", -2),
    Identity("cosh", 1, 1, "sinh", 1, 1, "exp"),
    Identity("cosh", 1, -1, "sinh", 1, 1, "exp", 1, -1),
)  # fmt: skip
# f^s g^t = h, with s and t beside their functions
PRODUCTS = (
    ("sin", 1, "cos", -1, "tan"), ("tan", 1, "cos", 1, "sin"), ("tan", -1, "sin", 1, "cos"),
    ("sinh", 1, "cosh", -1, "tanh"), ("tanh", 1, "cosh", 1, "sinh"),
    ("tanh", -1, "sinh", 1, "cosh"),
)  # fmt: skip
TWICE = {"sin": "cos", "sinh": "cosh"}


def sums_joined(algebra: Algebra, term: Sum) -> Iterator[Term]:
    """Two terms of a sum as one: sin^2 + cos^2 and its kin, also with common factors."""
    parts: dict[Term, Value] = dict(term.terms)
    if term.constant:
        parts[algebra.one] = term.constant
    for part in parts:
        factors = part.factors if isinstance(part, Product) else ((part, algebra.one),)
        for base, power in factors:
            if not isinstance(base, Call) or not isinstance(power, Number):
                continue
            for identity in SUMS:
                if identity.f == base.function and _reaches(power.value, identity.power):
                    made = _joined(algebra, parts, part, base, identity)
                    if made is not None:
                        yield made


def _reaches(power: Value, wanted: int) -> bool:
    """Whether a power has another one in it: x^3 has x^2, not x^-2."""
    return isinstance(power, int) and power * wanted > 0 and abs(power) >= abs(wanted)


def _joined(
    algebra: Algebra, parts: dict[Term, Value], part: Term, base: Call, identity: Identity
) -> Term | None:
    """A sum with two of its parts joined by an identity; None where it does not fit."""
    times = parts[part]
    rest = algebra.times(part, algebra.power(base, algebra.number(-identity.power)))
    other = rest
    if identity.g:
        partner = algebra.call(identity.g, *base.arguments)
        other = algebra.times(rest, algebra.power(partner, algebra.number(identity.other_power)))
    if other is part or parts.get(other) != times * identity.ratio:
        return None
    made = algebra.product([(rest, algebra.one)], times * identity.sign)
    if identity.h:
        inner = algebra.product([(base.arguments[0], algebra.one)], identity.times)
        function = _function(algebra, identity.h, inner)
        made = algebra.times(made, algebra.power(function, algebra.number(identity.result_power)))
    return algebra.sum([(1, made), *((k, p) for p, k in parts.items() if p not in (part, other))])


def _function(algebra: Algebra, name: str, argument: Term) -> Term:
    return algebra.power(algebra.e, argument) if name == "exp" else algebra.call(name, argument)


def exponentials_joined(algebra: Algebra, term: Sum) -> Iterator[Term]:
    """e^u + e^-u as 2 cosh(u), and e^u - e^-u as 2 sinh(u)."""
    parts = dict(term.terms)
    for part, times in term.terms:
        for base, power in part.factors if isinstance(part, Product) else ():
            if base is not algebra.e:
                continue
            rest = algebra.times(part, algebra.power(base, algebra.negative(power)))
            other = algebra.times(rest, algebra.power(base, algebra.negative(power)))
            for function, ratio in (("cosh", 1), ("sinh", -1)):
                if other is not part and parts.get(other) == times * ratio:
                    made = algebra.times(rest, algebra.call(function, power))
                    others = [(k, p) for p, k in term.terms if p not in (part, other)]
                    yield algebra.sum([(2 * times, made), *others, (term.constant, algebra.one)])


def products_joined(algebra: Algebra, term: Product) -> Iterator[Term]:
    """sin(u)/cos(u) as tan(u), and its kin."""
    powers = {base: power.value for base, power in term.factors if isinstance(power, Number)}
    for base, power in powers.items():
        for f, s, g, t, h in PRODUCTS:
            if not isinstance(base, Call) or base.function != f:
                continue
            other = algebra.call(g, *base.arguments)
            first, second = power * s, powers.get(other, 0) * t
            if not (isinstance(first, int) and isinstance(second, int) and first * second > 0):
                continue
            count = min(abs(first), abs(second)) * (1 if first > 0 else -1)
            made = algebra.power(algebra.call(h, *base.arguments), algebra.number(count))
            extra = [(base, algebra.number(-count * s)), (other, algebra.number(-count * t))]
            yield algebra.product([*term.factors, *extra, (made, algebra.one)], term.coefficient)


def twice_the_angle(algebra: Algebra, term: Product) -> Term:
    """2 sin(u) cos(u) as sin(2 u), 2 sinh(u) cosh(u) as sinh(2 u)."""
    factors = dict(term.factors)
    for base, power in term.factors:
        if isinstance(base, Call) and base.function in TWICE and power is algebra.one:
            other = algebra.call(TWICE[base.function], *base.arguments)
            if factors.get(other) is algebra.one:
                angle = algebra.product([(base.arguments[0], algebra.one)], 2)
                twice = algebra.call(base.function, angle)
                rest = _without(term, base, other)
                half = term.coefficient * Fraction(1, 2)
                return algebra.product([*rest, (twice, algebra.one)], half)
    return term


def signs_joined(algebra: Algebra, term: Product) -> Term:
    """abs(u) sign(u) as u, and u sign(u) as abs(u)."""
    factors = dict(term.factors)
    for base, power in term.factors:
        if not (isinstance(base, Call) and base.function == "sign" and power is algebra.one):
            continue
        size, inner = algebra.call("abs", *base.arguments), base.arguments[0]
        for other, product in ((size, inner), (inner, size)):
            if factors.get(other) is algebra.one:
                rest = _without(term, base, other)
                return algebra.product([*rest, (product, algebra.one)], term.coefficient)
    return term


def powers_shifted(algebra: Algebra, term: Product) -> Iterator[Term]:
    """a (a x)^(n - 1) as (a x)^n/x: a number in an exponent as a power of its own."""
    for base, power in term.factors:
        if isinstance(base, Product) and isinstance(power, Sum) and isinstance(power.constant, int):
            count = algebra.number(power.constant)
            whole = algebra.add(power, algebra.negative(count))
            rest = _without(term, base)
            yield algebra.product([*rest, (base, whole), (base, count)], term.coefficient)


def _without(term: Product, *bases: Term) -> list[Factor]:
    """The factors of a product but those of some bases."""
    return [factor for factor in term.factors if factor[0] not in bases]
