"""The error function and its kin on arrays and Python floats, without scipy.

erf and erfc are the C library's (under 1 ulp), element by element; the others are built on
them so that nothing cancels: squares in exponents are carried with their rounding error, and
the upper tail uses Laplace's continued fraction
    erfcx(t) = 1 / (sqrt(pi) (t + K)),   K = (1/2)/(t + (2/2)/(t + (3/2)/(t + ...))).
Source: Abramowitz and Stegun 7.1.14. Measured errors are under 4 ulp (tests/accuracy).
"""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

import numpy as np

SPLITTER = 134217729.0  # 2**27 + 1: Veltkamp's, to split a float64 into halves
SQRT_HALF = 0.7071067811865476
SQRT_HALF_REST = -4.833646656726457e-17
TWO_OVER_SQRT_PI = 2 / math.sqrt(math.pi)
SQRT_PI = math.sqrt(math.pi)
TERMS = 210  # of the continued fraction, for t >= 1


def by_element(function: Callable[[float], float], x: Any) -> Any:
    """`function` of each element of a float array, in its dtype."""
    array = np.asarray(x)
    values = np.fromiter(map(function, array.ravel().tolist()), np.float64, array.size)
    return values.reshape(array.shape).astype(array.dtype, copy=False)


def erf(x: Any) -> Any:
    """2/sqrt(pi) times the integral of exp(-t^2) from 0 to x."""
    return by_element(math.erf, x)


def erfc(x: Any) -> Any:
    """1 - erf(x)."""
    return by_element(math.erfc, x)


def _product_error(a: Any, b: Any, product: Any) -> Any:
    """a*b - product exactly, for product = fl(a*b). Source: Dekker 1971."""
    c, d = a * SPLITTER, b * SPLITTER
    a_high, b_high = c - (c - a), d - (d - b)
    a_low, b_low = a - a_high, b - b_high
    return ((a_high * b_high - product) + a_high * b_low + a_low * b_high) + a_low * b_low


def exp_square(x: Any, factor: float) -> Any:
    """exp(factor * x^2) for a factor that is a power of two or its negative."""
    near = np.clip(x, -60.0, 60.0)  # outside, the answer is 0 or inf; keeps the split finite
    square = near * near
    error = _product_error(near, near, square)
    return np.exp(factor * square) * (1 + factor * error)


def ndtr(x: Any) -> Any:
    """The normal distribution function: erfc(-x / sqrt(2)) / 2."""
    near = -np.clip(x, -40.0, 40.0)
    t = near * SQRT_HALF
    rest = _product_error(near, SQRT_HALF, t) + near * SQRT_HALF_REST
    return 0.5 * (erfc(t) - rest * (TWO_OVER_SQRT_PI * np.exp(-t * t)))


def _fraction(t: Any, n: int = 0) -> Any:
    """K of the continued fraction from its term n + 1 on, for t >= 1."""
    k = np.zeros_like(t)
    for m in range(TERMS + n, n, -1):
        k = (m / 2) / (t + k)
    return k


def _in_two(x: Any, upper: Any, tail: Callable, body: Callable) -> Any:
    """`tail` of the elements where `upper` holds, `body` of the others."""
    array, upper = np.asarray(x), np.asarray(upper)
    if not upper.any():
        return body(x)
    out = np.empty_like(array)
    out[upper] = tail(array[upper])
    out[~upper] = body(array[~upper])
    return out


def erfcx(x: Any) -> Any:
    """exp(x^2) erfc(x)."""

    def tail(t: Any) -> Any:
        return 1 / (SQRT_PI * (t + _fraction(t)))

    return _in_two(x, x >= 2, tail, lambda x: exp_square(x, 1.0) * erfc(x))


def scaled_integral(x: Any, n: int) -> Any:
    """exp(x^2) times the n-th repeated integral of erfc, the 0th being erfcx.

    Source: Abramowitz and Stegun 7.2.5, downwards (as a continued fraction) from 1 on.
    """

    def tail(t: Any) -> Any:
        value = TWO_OVER_SQRT_PI
        for m in range(n + 1):
            value = value * 0.5 / (t + _fraction(t, m))
        return value

    def body(x: Any) -> Any:
        before, now = TWO_OVER_SQRT_PI, erfcx(x)
        for m in range(1, n + 1):
            before, now = now, (before - 2 * x * now) / (2 * m)
        return now

    return _in_two(x, x >= 1, tail, body)


def log_ndtr(x: Any) -> Any:
    """log(ndtr(x))."""

    def tail(x: Any) -> Any:
        t = x * -SQRT_HALF
        return -(np.log(2 * SQRT_PI * (t + _fraction(t))) + 0.5 * x * x)

    def body(x: Any) -> Any:
        return np.where(x > 0, np.log1p(-ndtr(-x)), np.log(ndtr(x)))

    return _in_two(x, x <= -3, tail, body)


def ndtr_ratio(x: Any) -> Any:
    """The derivative of log_ndtr: the normal density over ndtr(x)."""

    def body(x: Any) -> Any:
        return exp_square(x, -0.5) / (math.sqrt(2 * math.pi) * ndtr(x))

    return _in_two(x, x <= -1.5, lambda x: ndtr_excess(x) - x, body)


def ndtr_excess(x: Any) -> Any:
    """x + ndtr_ratio(x), which tends to 0 like -1/x in the lower tail."""

    def tail(x: Any) -> Any:
        return math.sqrt(2) * _fraction(x * -SQRT_HALF)

    return _in_two(x, x <= -1.5, tail, lambda x: x + ndtr_ratio(x))
