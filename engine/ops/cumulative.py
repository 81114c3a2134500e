"""Running sums and extrema, differences, and integrals by the trapezoid rule.

Formulas: torch derivatives.yaml and FunctionsManual.cpp.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from ..kinds import Array, Dim, DType
from ..registry import linear
from ..rules import cast_back
from .axis import flip_axis
from .products import in_sum_dtype


def _cumsum(self: Array, dim: Dim, *, dtype: DType | None = None) -> Any:
    array = in_sum_dtype(np.asarray(self), dtype)
    return np.add.accumulate(array, axis=dim) if array.ndim else array[()]


def reversed_cumsum(x: Any, dim: int) -> Any:
    """For each element the sum of those from it on."""
    return flip_axis(cumsum(flip_axis(x, dim), dim), dim)


cumsum = linear(
    "cumsum",
    _cumsum,
    vjp=lambda g, self_shape, self_dtype, dim: cast_back(
        reversed_cumsum(g, dim) if self_shape else g, self_dtype
    ),
    jvp=lambda self_t, self_shape, dim, dtype: (
        cumsum(self_t, dim, dtype) if self_shape else cast_back(self_t, dtype)
    ),
    doc="The running sum along one axis.",
)
