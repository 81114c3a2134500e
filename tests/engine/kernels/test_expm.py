"""The exponential of matrices where it is known."""

from __future__ import annotations

import numpy as np
import pytest

from gradcalc.engine.kernels.expm import expm

from ...sampling import draw


def test_zero_gives_the_identity() -> None:
    assert expm(np.zeros((2, 2))).tolist() == [[1.0, 0.0], [0.0, 1.0]]


@pytest.mark.parametrize("scale", [1e-8, 1.0, 30.0, 300.0])
def test_diagonals_are_raised_element_by_element(scale: float) -> None:
    values = np.array([0.5, -1.0, 1.25]) * scale
    np.testing.assert_allclose(np.diagonal(expm(np.diag(values))), np.exp(values), rtol=1e-11)


def test_rotations_are_the_exponentials_of_skew_matrices() -> None:
    angle = 12.5
    found = expm(np.array([[0.0, -angle], [angle, 0.0]]))
    expected = [[np.cos(angle), -np.sin(angle)], [np.sin(angle), np.cos(angle)]]
    np.testing.assert_allclose(found, expected, rtol=1e-12)


def test_matrices_of_a_batch_do_not_touch_each_other() -> None:
    batch = draw(3, 2, 2, key="expm") * np.array([1e-6, 1.0, 40.0])[:, None, None]
    together = expm(batch)
    for matrix, found in zip(batch, together, strict=True):
        np.testing.assert_array_equal(expm(matrix), found)


def test_float32_and_empty_matrices_keep_their_kind() -> None:
    assert expm(np.zeros((2, 0, 0))).shape == (2, 0, 0)
    assert expm(np.eye(2, dtype=np.float32)).dtype == np.float32


def test_what_is_not_finite_gives_nan() -> None:
    assert np.isnan(expm(np.array([[np.nan, 0.0], [0.0, 1.0]]))).all()
