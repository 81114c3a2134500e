"""Arithmetic on the values of parameters, rounded as torch's compiled loops round.

Products and sums that torch fuses are rounded once here too, so that the digits of long runs
agree. Seen on PyTorch 2.13 (AVX2 and AVX-512 builds agree): add with alpha, addcmul and lerp are
fused; addcdiv is not.
"""

from __future__ import annotations

import numpy as np

from ...kernels.fused import fused

Array = np.ndarray


def plus_scaled(x: Array, other: Array, alpha: float) -> Array:
    """x + alpha * other, as add with alpha."""
    return x + other if alpha == 1 else fused(alpha, other, x)


def plus_product(x: Array, a: Array, b: Array, value: float = 1.0) -> Array:
    """x + value * a * b, as addcmul."""
    return fused(a * value, b, x)


def plus_quotient(x: Array, a: Array, b: Array, value: float = 1.0) -> Array:
    """x + value * a / b, as addcdiv."""
    return x + (a * value) / b


def towards(x: Array, end: Array, weight: float) -> Array:
    """x + weight * (end - x), as lerp: from whichever end is nearer."""
    gap = end - x
    if weight < 0.5:
        return fused(weight, gap, x)
    return fused(gap, -(1 - x.dtype.type(weight)), end)
