"""Bessel, modified Bessel and Airy functions, from scipy, imported when first used.

Slopes are written with f_n(x) / x^n, which is smooth and even for the functions I, J and the
spherical j: where F is +1 for I and -1 for J and j,
    d/dx (f_n(x) / x^n) = F x (f_(n+1)(x) / x^(n+1)).
Source: Abramowitz and Stegun 9.1.30, 9.6.28 and 10.1.24.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

import numpy as np

SMALL = 1e-4  # below, two terms of the power series are exact to rounding
HUGE = 1e9  # beyond, scipy's modified functions give nan, and the first term is exact


def evaluate(name: str, x: Any) -> Any:
    """The function of scipy.special of that name."""
    from scipy import special

    return getattr(special, name)(x)


def _over_power(x: Any, n: int, function: Callable, first: float, second: float) -> Any:
    """function(n, |x|) / |x|^n; near 0, `first` (1 + `second` x^2)."""
    size = np.abs(x)
    near = size < SMALL
    away = np.where(near, 1.0, size)
    return np.where(near, first * (1 + second * size * size), function(n, away) / away**n)


def modified_over_power(x: Any, n: int) -> Any:
    """I_n(x) / x^n."""
    from scipy import special

    return _over_power(x, n, special.iv, 0.5**n / math.factorial(n), 0.25 / (n + 1))


def scaled_over_power(x: Any, n: int) -> Any:
    """exp(-|x|) I_n(x) / x^n."""
    from scipy import special

    size = np.abs(x)
    near = np.exp(-size) * modified_over_power(np.minimum(size, 1), n)
    away = np.clip(size, 1.0, HUGE)
    scaled = np.where(size > HUGE, 1 / np.sqrt(2 * np.pi * size), special.ive(n, away))
    return np.where(size < 1, near, scaled / np.maximum(size, 1.0) ** n)


def bessel_over_power(x: Any, n: int) -> Any:
    """J_n(x) / x^n."""
    from scipy import special

    return _over_power(x, n, special.jv, 0.5**n / math.factorial(n), -0.25 / (n + 1))


def spherical_over_power(x: Any, n: int) -> Any:
    """j_n(x) / x^n, for the spherical Bessel function j_n."""
    from scipy import special

    first = 1 / math.prod(range(1, 2 * n + 2, 2))
    return _over_power(x, n, special.spherical_jn, first, -0.5 / (2 * n + 3))


def _expanded_difference(x: Any, direction: int) -> Any:
    """The sum over k of (direction / x)^k (a_k(0) - a_k(1)), for x > 20.

    Source: Abramowitz and Stegun 9.7.1 (direction -1) and 9.7.2 (direction 1).
    """
    zeroth, first, total = 1.0, 1.0, 0.0
    for k in range(1, 36):
        odd = (2 * k - 1) ** 2
        zeroth = -direction * zeroth * odd / (8 * k * x)
        first = -direction * first * (odd - 4) / (8 * k * x)
        total = total + (zeroth - first)
    return total


def growing_difference(x: Any) -> Any:
    """exp(-|x|) (I0(|x|) - I1(|x|))."""
    from scipy import special

    size = np.abs(x)
    far = np.maximum(size, 20.0)
    expansion = _expanded_difference(far, -1) / np.sqrt(2 * np.pi * far)
    return np.where(size > 20, expansion, special.i0e(size) - special.i1e(size))


def falling_difference(x: Any) -> Any:
    """exp(x) (K1(x) - K0(x))."""
    from scipy import special

    far = np.maximum(x, 20.0)
    expansion = -_expanded_difference(far, 1) * np.sqrt(np.pi / 2 / far)
    return np.where(x > 20, expansion, special.k1e(x) - special.k0e(x))


def airy(x: Any) -> Any:
    """The Airy function Ai; scipy's is nan far out, where it has long underflowed."""
    from scipy import special

    return np.where(x > 200, 0.0, special.airy(x)[0])


def airy_slope(x: Any) -> Any:
    """The derivative of Ai."""
    from scipy import special

    return np.where(x > 200, 0.0, special.airy(x)[1])
