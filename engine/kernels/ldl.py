"""Bunch and Kaufman's factors L D L^T of symmetric matrices, and substitution with them.

L is unit lower triangular up to row exchanges; D has blocks of one and two rows.
Source: LAPACK sytf2 and sytrs with the lower triangle; J. Bunch, L. Kaufman, Mathematics of
Computation 31 (1977), 163-179.
"""

from __future__ import annotations

import math

import numpy as np

_ALPHA = (1 + math.sqrt(17)) / 8  # keeps the growth of both kinds of step smallest


def factor(matrix: np.ndarray) -> tuple[np.ndarray, np.ndarray, int]:
    """L and D in one array, the exchanges, and the number of the first zero block, or 0.

    matrix: (n, n), of which the lower triangle is read. A positive exchange k says that the row
    went with row k, counted from 1; two equal negative ones stand beside a block of two rows.
    """
    a = np.tril(matrix)
    n = len(a)
    exchanges = np.zeros(n, np.int32)
    info = k = 0
    while k < n:
        row, step = _pivot(a, k)
        if step == 0:
            info, row, step = info or k + 1, k, 1
        else:
            _exchange(a, k, k + step - 1, row)
            (_eliminate_one if step == 1 else _eliminate_two)(a, k)
        exchanges[k : k + step] = row + 1 if step == 1 else -row - 1
        k += step
    return a, exchanges, info


def _pivot(a: np.ndarray, k: int) -> tuple[int, int]:
    """The row to exchange with, and the rows of the next block; 0 where the column is zero."""
    own = abs(a[k, k])
    column = np.abs(a[k + 1 :, k])
    most = column.max(initial=0)
    if max(own, most) == 0 or np.isnan(own):
        return k, 0
    if own >= _ALPHA * most:
        return k, 1
    row = k + 1 + int(column.argmax())
    beside = max(np.abs(a[row, k:row]).max(), np.abs(a[row + 1 :, row]).max(initial=0))
    if own >= _ALPHA * most * (most / beside):
        return k, 1
    return row, 1 if abs(a[row, row]) >= _ALPHA * beside else 2


def _exchange(a: np.ndarray, k: int, here: int, there: int) -> None:
    """Exchange two rows and columns of what is left, of which the lower triangle is stored."""
    if here == there:
        return
    a[there + 1 :, [here, there]] = a[there + 1 :, [there, here]]
    between = a[here + 1 : there, here].copy()
    a[here + 1 : there, here] = a[there, here + 1 : there]
    a[there, here + 1 : there] = between
    a[here, here], a[there, there] = a[there, there], a[here, here]
    if here > k:
        a[here, k], a[there, k] = a[there, k], a[here, k]


def _eliminate_one(a: np.ndarray, k: int) -> None:
    column = a[k + 1 :, k].copy()
    inverse = a.dtype.type(1) / a[k, k]
    a[k + 1 :, k + 1 :] -= np.tril(np.outer(column, column * inverse))
    a[k + 1 :, k] = column * inverse


def _eliminate_two(a: np.ndarray, k: int) -> None:
    off = a[k + 1, k]
    first, second = a[k + 1, k + 1] / off, a[k, k] / off
    scale = a.dtype.type(1) / (first * second - 1) / off
    columns = a[k + 2 :, k : k + 2].copy()
    weights = np.stack(
        [
            scale * (first * columns[:, 0] - columns[:, 1]),
            scale * (second * columns[:, 1] - columns[:, 0]),
        ],
        axis=1,
    )
    a[k + 2 :, k + 2 :] -= np.tril(columns @ weights.T)
    a[k + 2 :, k : k + 2] = weights


def solve(factors: np.ndarray, exchanges: np.ndarray, right: np.ndarray) -> np.ndarray:
    """The solution of A X = B for the factors of A.

    factors: (n, n), exchanges: (n,), as `factor` gives them; right: (n, k).
    """
    x = right.copy()
    steps = _steps(exchanges)
    for k, row, size in steps:
        last = k + size - 1
        x[[last, row]] = x[[row, last]]
        x[k + size :] -= factors[k + size :, k : k + size] @ x[k : k + size]
        x[k : k + size] = _block_solved(factors, k, x[k : k + size])
    for k, row, size in reversed(steps):
        last = k + size - 1
        x[k : k + size] -= factors[k + size :, k : k + size].T @ x[k + size :]
        x[[last, row]] = x[[row, last]]
    return x


def _steps(exchanges: np.ndarray) -> list[tuple[int, int, int]]:
    """The blocks of D: where each begins, the row it went with, how many rows it has."""
    found, k = [], 0
    while k < len(exchanges):
        size = 1 if exchanges[k] > 0 else 2
        found.append((k, abs(int(exchanges[k])) - 1, size))
        k += size
    return found


def _block_solved(factors: np.ndarray, k: int, rows: np.ndarray) -> np.ndarray:
    """The rows of one block of D divided by it."""
    if len(rows) == 1:
        return rows / factors[k, k]
    off = factors[k + 1, k]
    first, second = factors[k, k] / off, factors[k + 1, k + 1] / off
    upper, lower = rows / off
    size = first * second - 1
    return np.stack([(second * upper - lower) / size, (first * lower - upper) / size])
