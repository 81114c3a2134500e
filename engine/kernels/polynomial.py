"""Orthogonal polynomials and their derivatives by the three-term recurrences.

Each family is P_0 = 1, P_1 = s x + t, P_(k+1) = (a_k x + b_k) P_k - c_k P_(k-1).
Source: Abramowitz and Stegun 22.7; Mason and Handscomb 2002 for the Chebyshev families V, W.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np

from ..errors import LimitExceeded

MOST = 100_000


class Family(NamedTuple):
    """start: s and t. step: from k to a_k, b_k and c_k."""

    start: tuple[float, float]
    step: Callable[[int], tuple[float, float, float]]


def _chebyshev(k: int) -> tuple[float, float, float]:
    return 2, 0, 1


def _shifted(k: int) -> tuple[float, float, float]:
    return 4, -2, 1


FAMILIES = {
    "chebyshev_polynomial_t": Family((1, 0), _chebyshev),
    "chebyshev_polynomial_u": Family((2, 0), _chebyshev),
    "chebyshev_polynomial_v": Family((2, -1), _chebyshev),
    "chebyshev_polynomial_w": Family((2, 1), _chebyshev),
    "shifted_chebyshev_polynomial_t": Family((2, -1), _shifted),
    "shifted_chebyshev_polynomial_u": Family((4, -2), _shifted),
    "shifted_chebyshev_polynomial_v": Family((4, -3), _shifted),
    "shifted_chebyshev_polynomial_w": Family((4, -1), _shifted),
    "hermite_polynomial_h": Family((2, 0), lambda k: (2, 0, 2 * k)),
    "hermite_polynomial_he": Family((1, 0), lambda k: (1, 0, k)),
    "laguerre_polynomial_l": Family(
        (-1, 1), lambda k: (-1 / (k + 1), (2 * k + 1) / (k + 1), k / (k + 1))
    ),
    "legendre_polynomial_p": Family((1, 0), lambda k: ((2 * k + 1) / (k + 1), 0, k / (k + 1))),
}


def polynomial(x: Any, n: Any, name: str, order: int) -> Any:
    """The derivative of some order of the polynomial of degree n (cut to whole; 0 below 0)."""
    x, n = np.broadcast_arrays(np.asarray(x), np.trunc(n))
    top = int(np.max(n, initial=-1))
    if top > MOST:
        raise LimitExceeded(f"a polynomial of degree {top:,}; the limit is {MOST:,}")
    s, t = FAMILIES[name].start
    zero = np.zeros_like(x)
    before = [zero + 1, *[zero] * order]
    now = [s * x + t, zero + s, *[zero] * order][: order + 1]
    out = np.where(n == 0, before[order], zero)
    for k in range(1, top + 1):
        out = np.where(n == k, now[order], out)
        a, b, c = FAMILIES[name].step(k)
        after = []
        for m in range(order + 1):
            value = (a * x + b) * now[m] - c * before[m]
            after.append(value + m * a * now[m - 1] if m else value)
        before, now = now, after
    return out
