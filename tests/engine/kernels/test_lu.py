"""LU factors and substitution against what they must multiply to."""

from __future__ import annotations

import numpy as np
import pytest

from gradcalc.engine.kernels import lu

from ...sampling import draw


@pytest.mark.parametrize("shape", [(3, 3), (4, 2), (2, 4), (2, 3, 3), (2, 2, 3, 4), (0, 0)])
def test_factors_multiply_to_the_matrix(shape: tuple[int, ...]) -> None:
    matrices = draw(*shape, key="lu")
    packed, pivots, info = lu.factor(matrices)
    k = min(shape[-2:])
    low = np.tril(packed, -1)[..., :k] + np.eye(shape[-2], k)
    product = low @ np.triu(packed)[..., :k, :]
    order = lu.permutations(pivots, shape[-2])
    np.testing.assert_allclose(product, np.take_along_axis(matrices, order[..., None], -2))
    assert not info.any()


def test_pivots_are_the_largest_of_their_columns() -> None:
    packed, pivots, _ = lu.factor(np.array([[1.0, 2.0], [-4.0, 3.0]]))
    assert pivots.tolist() == [2, 2]
    assert packed.tolist() == [[-4.0, 3.0], [-0.25, 2.75]]


def test_the_first_zero_pivot_is_told() -> None:
    singular = np.array([[[1.0, 2.0], [2.0, 4.0]], [[0.0, 0.0], [0.0, 0.0]], [[1, 0], [0, 1]]])
    assert lu.factor(singular)[2].tolist() == [2, 1, 0]


@pytest.mark.parametrize("upper", [False, True])
@pytest.mark.parametrize("unitriangular", [False, True])
def test_substitution_reads_one_triangle(upper: bool, unitriangular: bool) -> None:
    full = draw(2, 3, 3, key="t") + 4 * np.eye(3)
    right = draw(3, 2, key="b")
    triangle = np.triu(full) if upper else np.tril(full)
    if unitriangular:
        triangle[..., range(3), range(3)] = 1
    found = lu.substitute(full, right, upper, unitriangular)
    np.testing.assert_allclose(triangle @ found, np.broadcast_to(right, (2, 3, 2)))


def test_solving_a_singular_system_gives_infinities() -> None:
    with np.errstate(all="ignore"):
        found, info = lu.solve(np.array([[1.0, 2.0], [2.0, 4.0]]), np.eye(2))
    assert info == 2
    assert found.tolist() == [[-np.inf, np.inf], [np.inf, -np.inf]]
