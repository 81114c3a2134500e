"""Symmetric factors with blocks of one and two rows, against what they must solve."""

from __future__ import annotations

import numpy as np
import pytest

from gradcalc.engine.kernels import ldl

from ...sampling import draw


@pytest.mark.parametrize("n", [0, 1, 2, 3, 6, 9])
@pytest.mark.parametrize("diagonal", [0.0, 1.0, 20.0])
def test_factors_solve_the_system(n: int, diagonal: float) -> None:
    matrix = draw(n, n, key="ldl")
    matrix = matrix + matrix.T
    np.fill_diagonal(matrix, diagonal)
    if n == 1 and not diagonal:
        return
    factors, exchanges, info = ldl.factor(matrix)
    right = draw(n, 2, key="right")
    np.testing.assert_allclose(matrix @ ldl.solve(factors, exchanges, right), right, atol=1e-12)
    assert info == 0


def test_a_zero_diagonal_takes_blocks_of_two() -> None:
    _, exchanges, _ = ldl.factor(np.array([[0.0, 1.0], [1.0, 0.0]]))
    assert exchanges.tolist() == [-2, -2]


def test_a_zero_block_is_told() -> None:
    assert ldl.factor(np.zeros((2, 2)))[2] == 1


def test_only_the_lower_triangle_is_read() -> None:
    low = np.array([[4.0, 0.0], [1.0, 3.0]])
    full = np.array([[4.0, 9.0], [1.0, 3.0]])
    assert ldl.factor(low)[0].tolist() == ldl.factor(full)[0].tolist()
