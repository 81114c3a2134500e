"""Products of matrices whose float32 elements are chains of fused products and sums, as torch's.

torch's CPU libraries add up a float32 element in the order of the inner axis, each product and
sum rounded once, up to 384 terms. The library under numpy does the same, but for the last
columns of a width that leaves one to eight beyond a multiple of sixteen, and for a second matrix
that lies transposed in memory; both are avoided by a copy.
"""

from __future__ import annotations

from typing import Any

import numpy as np

_WIDTH = 16  # columns that the library takes at a time
_SMALL_MATRICES = 400
_FEW_ROWS = 16  # below, a second matrix that lies transposed is multiplied in another order


def product(a: np.ndarray, b: np.ndarray) -> Any:
    """np.matmul of two arrays of at least two axes."""
    if b.dtype.char != "f" or a.dtype.char != "f" or a.shape[-2] < 2:
        return np.matmul(a, b)
    columns = b.shape[-1]
    over = columns % _WIDTH
    if columns > 1 and 0 < over <= _WIDTH // 2:
        padded = np.zeros((*b.shape[:-1], columns + _WIDTH - over), b.dtype)
        padded[..., :columns] = b
        return np.ascontiguousarray(np.matmul(a, padded)[..., :columns])
    if a.shape[-2] <= _FEW_ROWS and b.strides[-1] != b.itemsize:
        return np.matmul(a, np.ascontiguousarray(b))
    return np.matmul(a, b)


def batch_product(a: np.ndarray, b: np.ndarray) -> Any:
    """The products of two batches of matrices; small ones by plain products and sums in turn.

    Source: torch aten/src/ATen/native/LinearAlgebra.cpp, bmm_out_or_baddbmm_.
    """
    terms = a.shape[-2] * a.shape[-1] * b.shape[-1]
    if not 0 < terms < _SMALL_MATRICES or a.dtype.char not in "fd":
        return product(a, b)
    return np.add.accumulate(a[..., None] * b[..., None, :, :], axis=-2)[..., -1, :] + 0.0
