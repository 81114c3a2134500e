"""The gamma function's logarithm, its derivatives, and zeta, on arrays and Python floats.

The logarithm is the C library's away from its zeros at 1 and 2, and there the series
    lgamma(2 + z) = (1 - gamma) z + sum over k >= 2 of (zeta(k) - 1) (-z)^k / k
(Abramowitz and Stegun 6.1.33), so that it keeps its relative accuracy: under 4 ulp for x > 0.
The others are scipy's, imported when first used.
"""

from __future__ import annotations

import math
from functools import cache
from typing import Any

import numpy as np

from .erf import by_element

EULER = 0.5772156649015329
TERMS = 44  # of the series: |z| <= 1/2, and its terms fall like (z/2)^k


def _zeta_less_one(k: int) -> float:
    """zeta(k) - 1 by Euler-Maclaurin summation from 60 on."""
    n = 60
    head = math.fsum(i**-k for i in range(2, n))
    tail = n ** (1 - k) / (k - 1) + 0.5 * n**-k + k * n ** (-k - 1) / 12
    third = k * (k + 1) * (k + 2) * n ** (-k - 3) / 720
    fifth = k * (k + 1) * (k + 2) * (k + 3) * (k + 4) * n ** (-k - 5) / 30240
    return head + (tail - third + fifth)


@cache
def _coefficients() -> tuple[float, ...]:
    """Of the series in powers of z, the highest first."""
    return tuple((-1) ** k * _zeta_less_one(k) / k for k in range(TERMS, 1, -1))


def _beyond_two(z: Any) -> Any:
    """lgamma(2 + z) for |z| <= 1/2."""
    total = 0.0 * z
    for c in _coefficients():
        total = (total + c) * z
    return (total + (1 - EULER)) * z


def lgamma_number(x: float) -> float:
    """The logarithm of |gamma(x)| of one number."""
    if not 0 < x < 3.5:
        try:
            return math.lgamma(x)
        except (OverflowError, ValueError):  # beyond float64, and at the poles
            return math.inf
    if x < 0.5:
        return _beyond_two(x) - math.log1p(x) - math.log(x)
    if x < 1.5:
        return _beyond_two(x - 1) - math.log1p(x - 1)
    return _beyond_two(x - 2) if x < 2.5 else _beyond_two(x - 3) + math.log(x - 1)


def lgamma(x: Any) -> Any:
    """The logarithm of |gamma(x)|."""
    return by_element(lgamma_number, x)


def digamma(x: Any) -> Any:
    """The derivative of lgamma; by reflection below 0, where scipy's loses digits at poles."""
    from scipy import special

    positive = special.psi(np.where(x < 0, 1 - x, x))
    off = np.where(x < 0, x - np.rint(x), 0.5)  # exact, so that poles are where they should be
    reflected = positive - np.pi / np.tan(np.pi * off)
    reflected = np.where(off == 0, np.nan, reflected)
    return np.where(x == 0, np.copysign(np.inf, -x), np.where(x < 0, reflected, positive))


def polygamma(n: int, x: Any) -> Any:
    """The n-th derivative of digamma: (-1)^(n+1) n! zeta(n + 1, x)."""
    from scipy import special

    if n == 0:
        return digamma(x)
    values = np.where(np.isposinf(x), 0.0, special.zeta(n + 1, x))
    sign = 1.0 if n % 2 else -1.0
    if n <= 170:
        return sign * math.factorial(n) * values
    return sign * np.exp(math.lgamma(n + 1) + np.log(values))


def zeta(x: Any, q: Any) -> Any:
    """Hurwitz's zeta function: the sum of (k + q)^-x over k >= 0."""
    from scipy import special

    return special.zeta(x, q)


def gammainc(a: Any, x: Any) -> Any:
    """The lower incomplete gamma function over gamma(a)."""
    from scipy import special

    return special.gammainc(a, x)


def gammaincc(a: Any, x: Any) -> Any:
    """1 - gammainc(a, x)."""
    from scipy import special

    return special.gammaincc(a, x)


def _log1p_less(u: Any) -> Any:
    """log(1 + u) - u, by its series near 0."""
    near = np.clip(u, -0.3, 0.3)
    total = 0.0 * near
    for k in range(36, 1, -1):
        total = (total + (1 if k % 2 else -1) / k) * near
    return np.where(np.abs(u) <= 0.3, total * near, np.log1p(u) - u)


def gamma_density(a: Any, x: Any) -> Any:
    """x^(a - 1) exp(-x) / gamma(a); for a > 30 about its peak, where the powers are huge.

    Source: Abramowitz and Stegun 6.1.41 for the remainder of Stirling's formula.
    """
    from scipy import special

    small, large = np.minimum(a, 30.0), np.maximum(a, 30.0)
    direct = np.exp(special.xlogy(small - 1, x) - x - lgamma(small))
    inverse = 1 / (large * large)
    rest = (1 / 12 - inverse * (1 / 360 - inverse * (1 / 1260 - inverse / 1680))) / large
    exponent = large * _log1p_less((x - large) / large) - rest
    peaked = np.exp(exponent) * np.sqrt(large / (2 * np.pi)) / x
    ends = (x == 0) | np.isposinf(x)
    return np.where(a > 30, np.where(ends, 0.0, peaked), direct)
