"""Poisson numbers: multiplying uniform numbers for small rates, transformed rejection for large.

Source: sample_poisson of ATen/native/Distributions.cpp (PyTorch 2.13); Hoermann, "The
transformed rejection method for generating Poisson random variables", Insurance: Mathematics
and Economics 12 (1993) 39-45, for rates from 10 on.
"""

from __future__ import annotations

import math
from collections.abc import Callable

Uniform = Callable[[], float]
_LARGE = 10.0


def draw(rate: float, uniform: Uniform) -> int:
    """One number of the Poisson distribution; `uniform` gives numbers in [0, 1)."""
    if rate >= _LARGE:
        return _rejected(rate, uniform)
    if rate == 0:
        return 0
    least = math.exp(-rate)
    count, product = 0, uniform()
    while product > least:
        count += 1
        product *= uniform()
    return count


def _rejected(rate: float, uniform: Uniform) -> int:
    b = 0.931 + 2.53 * math.sqrt(rate)
    a = -0.059 + 0.02483 * b
    inverse_alpha = 1.1239 + 1.1328 / (b - 3.4)
    ratio = 0.9277 - 3.6224 / (b - 2)
    while True:
        u, v = uniform() - 0.5, uniform()
        us = 0.5 - abs(u)
        k = math.floor((2 * a / us + b) * u + rate + 0.43)
        if us >= 0.07 and v <= ratio:
            return k
        if k < 0 or (us < 0.013 and v > us):
            continue
        accepted = math.log(v) + math.log(inverse_alpha) - math.log(a / (us * us) + b)
        if accepted <= -rate + k * math.log(rate) - math.lgamma(k + 1):
            return k
