"""The fused multiply-add, which torch's compiled loops use and numpy does not offer."""

from __future__ import annotations

from typing import Any

import numpy as np


def multiply_add(a: Any, b: Any, c: Any) -> Any:
    """`a * b + c` in float64, rounded once.

    The error of the product is found by Dekker's splitting, that of the sum by Knuth's, and both
    are added to the sum. Source: Ogita, Rump and Oishi, Accurate sum and dot product, 2005.
    """
    with np.errstate(all="ignore"):
        product = np.multiply(a, b)
        a_high, a_low = _halves(a)
        b_high, b_low = _halves(b)
        lost = a_low * b_low - (((product - a_high * b_high) - a_low * b_high) - a_high * b_low)
        total = product + c
        back = total - product
        rounded = (product - (total - back)) + (c - back)
        fused = total + (rounded + lost)
    return np.where(np.isfinite(fused), fused, total)


def fused(a: Any, b: Any, c: Any) -> Any:
    """`a * b + c` in the dtype of `c`, rounded once; a Python number counts as that dtype."""
    dtype = np.asarray(c).dtype
    if dtype == np.float64:
        return multiply_add(a, b, c)
    a, b = (np.asarray(x, dtype).astype(np.float64) for x in (a, b))
    return (a * b + c).astype(dtype)  # of float32 the product is exact in float64


def _halves(a: Any) -> tuple[Any, Any]:
    """A number as the sum of two with 26 bits each."""
    shifted = np.multiply(a, 134217729.0)
    high = shifted - (shifted - a)
    return high, a - high
