"""Numbers as terms: by their names, where rules are made of log(2), sqrt(pi) and the like."""

from __future__ import annotations

import math
from fractions import Fraction
from typing import Any

from .algebra import Algebra, Term, exact

LARGEST_IN_ROOT = 100


def constant(algebra: Algebra, value: float) -> Term:
    """A number; by its name where it is log(2), sqrt(pi) or the like to the last digits."""
    if value.__class__ is int or not math.isfinite(value) or float(value).is_integer():
        return algebra.number(value)
    found = KNOWN.get(f"{abs(value):.15g}") or _root(value)
    if found is None:
        return algebra.number(value)
    times, factors = found
    powers = [(_base(algebra, base), algebra.number(power)) for base, power in factors]
    return algebra.product(powers, times if value > 0 else -times)


def _root(value: float) -> tuple[Any, list] | None:
    """A number as the root of a quotient of small numbers, if it is one to the last digits."""
    if not isinstance(exact(value), float):
        return None
    square = value * value
    simple = Fraction(square).limit_denominator(LARGEST_IN_ROOT)
    if not 0 < simple.numerator <= LARGEST_IN_ROOT or abs(simple - square) > 4e-16 * square:
        return None
    half = Fraction(1, 2)
    return 1, [(simple.numerator, half), (simple.denominator, -half)]


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
