"""LU factorisation with partial pivoting, and substitution, over batches of matrices.

numpy offers neither; both are written column by column, which is quick enough since each step
works on all matrices of the batch. Where a pivot is zero the quotients are infinite or nan, as
LAPACK leaves them.
"""

from __future__ import annotations

import math

import numpy as np


def factor(matrices: np.ndarray, pivot: bool = True) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """The factors of each matrix in one array, the row exchanges, and where a pivot was zero.

    matrices: any axes in front of (m, n). Returns L below the diagonal (its own diagonal of ones
    left out) and U on and above it; for step k the row, counted from 1, that was exchanged with
    row k; and per matrix the number, counted from 1, of the first zero pivot, or 0.
    """
    *front, m, n = matrices.shape
    count, steps = math.prod(front), min(m, n)
    lu = np.array(matrices, copy=True).reshape(count, m, n)
    every = np.arange(count)
    pivots = np.tile(np.arange(1, steps + 1, dtype=np.int32), (count, 1))
    info = np.zeros(count, dtype=np.int32)
    for k in range(steps):
        if pivot and k + 1 < m:
            rows = k + np.argmax(np.abs(lu[:, k:, k]), axis=1)
            pivots[:, k] = rows + 1
            upper = lu[every, rows]
            lu[every, rows] = lu[:, k]
            lu[:, k] = upper
        divisor = lu[:, k, k]
        info[(info == 0) & (divisor == 0)] = k + 1
        divisor = np.where(divisor == 0, 1, divisor)
        lu[:, k + 1 :, k] /= divisor[:, None]
        lu[:, k + 1 :, k + 1 :] -= lu[:, k + 1 :, k, None] * lu[:, k, None, k + 1 :]
    return (
        lu.reshape(matrices.shape),
        pivots.reshape(*front, steps),
        info.reshape(front),
    )


def permutations(pivots: np.ndarray, rows: int) -> np.ndarray:
    """The orders of rows that exchanges describe: row k of P'A is row order[k] of A."""
    *front, steps = pivots.shape
    flat = pivots.reshape(math.prod(front), steps).astype(np.intp) - 1
    every = np.arange(flat.shape[0])
    order = np.tile(np.arange(rows), (flat.shape[0], 1))
    for k in range(steps):
        other = order[every, flat[:, k]]
        order[every, flat[:, k]] = order[:, k]
        order[:, k] = other
    return order.reshape(*front, rows)


def substitute(
    triangle: np.ndarray, right: np.ndarray, upper: bool, unitriangular: bool
) -> np.ndarray:
    """The solutions X of TX = B for triangular T; what is in the other triangle is not read."""
    n = triangle.shape[-1]
    front = np.broadcast_shapes(triangle.shape[:-2], right.shape[:-2])
    kind = np.result_type(triangle, right)
    x = np.array(np.broadcast_to(right, (*front, n, right.shape[-1])), dtype=kind)
    for k in range(n - 1, -1, -1) if upper else range(n):
        known = slice(k + 1, None) if upper else slice(0, k)
        if n > 1:
            x[..., k, :] -= np.matmul(triangle[..., k, None, known], x[..., known, :])[..., 0, :]
        if not unitriangular:
            x[..., k, :] /= triangle[..., k, k, None]
    return x


def solve(matrices: np.ndarray, right: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """The solutions X of AX = B, and per matrix of A the number of its first zero pivot, or 0."""
    lu, pivots, info = factor(matrices)
    order = permutations(pivots, matrices.shape[-1])
    front = np.broadcast_shapes(order.shape[:-1], right.shape[:-2])
    right = np.broadcast_to(right, front + right.shape[-2:])
    order = np.broadcast_to(order, front + order.shape[-1:])
    permuted = np.take_along_axis(right, order[..., None], axis=-2)
    return substitute(lu, substitute(lu, permuted, False, True), True, False), info
