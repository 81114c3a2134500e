"""Changing the dtype, and copies that change nothing."""

from __future__ import annotations

from typing import Any

import numpy as np

from .. import dtypes
from ..kinds import Array, DType
from ..registry import elementwise, structural


def _cast(self: Array, dtype: DType) -> Any:
    array = np.asarray(self).astype(dtype.np)
    return float(array) if dtype is dtypes.float64 and not array.ndim else array


cast = structural(
    "_cast",
    _cast,
    node="ToCopyBackward0",
    vjp=lambda g, self_dtype: cast(g, self_dtype),
    jvp=lambda self_t, dtype: cast(self_t, dtype),
    method=False,
    doc="The elements in another dtype.",
)

clone = elementwise(
    "clone",
    np.copy,
    scalar=lambda x: x,
    promote="none",
    aliases=("copy",),
    self=lambda g: g,
    doc="A copy, through which gradients flow.",
)
