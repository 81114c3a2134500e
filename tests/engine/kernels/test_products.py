"""Products of matrices: the order in which terms are added, and what shapes come out."""

from __future__ import annotations

import numpy as np
import pytest

from gradcalc.engine.kernels.products import batch_product, product

from ...sampling import draw


def fused_in_turn(a: np.ndarray, b: np.ndarray) -> np.ndarray:
    """The product of float32 matrices, each term a fused product and sum."""
    out = np.zeros((len(a), b.shape[1]), np.float32)
    for k in range(a.shape[1]):
        out = (out + a[:, k : k + 1].astype(float) * b[k].astype(float)).astype(np.float32)
    return out


@pytest.mark.parametrize("columns", [2, 8, 9, 16, 17, 24, 30, 33])
@pytest.mark.parametrize("turned", [False, True])
def test_terms_are_added_in_turn(columns: int, turned: bool) -> None:
    a = draw(5, 48, key="a").astype(np.float32)
    b = draw(columns, 48, key="b").astype(np.float32).T
    b = b if turned else np.ascontiguousarray(b)
    found = product(a, b)
    # libraries for other processors than those with AVX512 may add in another order
    np.testing.assert_allclose(found, fused_in_turn(a, b), rtol=1e-5, atol=1e-5)
    assert found.flags.c_contiguous


def test_small_batches_round_products_and_sums() -> None:
    a, b = draw(2, 3, 4, key="a"), draw(2, 4, 5, key="b")
    expected = np.zeros((2, 3, 5))
    for k in range(4):
        expected = expected + a[:, :, k, None] * b[:, None, k]
    np.testing.assert_array_equal(batch_product(a, b), expected)


def test_empty_batches_keep_their_shape() -> None:
    assert batch_product(np.zeros((0, 3, 4)), np.zeros((0, 4, 5))).shape == (0, 3, 5)
    assert batch_product(np.zeros((2, 3, 0)), np.zeros((2, 0, 5))).tolist() == [[[0.0] * 5] * 3] * 2
