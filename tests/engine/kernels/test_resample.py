"""Maps along one axis: weights that add up, transposes, and what fills rows up."""

from __future__ import annotations

import numpy as np
import pytest

from gradcalc.engine.kernels import resample
from gradcalc.engine.kernels.resample import AxisMap, axis_map

from ...sampling import draw

DOUBLE = np.dtype(np.float64)
MAPS = {
    "nearest": resample.nearest(5, 8, None, DOUBLE),
    "nearest_exact": resample.nearest_exact(5, 3, None, DOUBLE),
    "linear": resample.linear(5, 8, False, None, DOUBLE),
    "aligned": resample.linear(5, 3, True, None, DOUBLE),
    "cubic": resample.cubic(5, 8, False, 1.6, DOUBLE),
    "bilinear": resample.filtered("bilinear", 5, 2, False, None, DOUBLE),
    "bicubic": resample.filtered("bicubic", 5, 8, False, None, DOUBLE),
    "lanczos": resample.filtered("lanczos", 5, 2, False, None, DOUBLE),
}
every_map = pytest.mark.parametrize("one", MAPS.values(), ids=MAPS)


@every_map
def test_a_constant_stays_constant(one: AxisMap) -> None:
    np.testing.assert_allclose(one.apply(np.full(5, 2.5), -1), 2.5)


@every_map
def test_transposing_exchanges_rows_and_columns(one: AxisMap) -> None:
    matrix = one.apply(np.eye(5), -2)
    back = one.transposed().apply(np.eye(len(matrix)), -2)
    np.testing.assert_array_equal(matrix.T, back)


@every_map
def test_any_axis_is_mapped_alike(one: AxisMap) -> None:
    array = draw(2, 5, 3, key="array")
    expected = np.moveaxis(one.apply(np.moveaxis(array, 1, -1), -1), -1, 1)
    np.testing.assert_allclose(one.apply(array, -2), expected)


def test_what_fills_a_row_up_leaves_infinities_alone() -> None:
    one = axis_map(np.asarray([0, 0, 1]), np.asarray([0, 1, 2]), np.ones(3), 3, 3)
    assert [3.0, np.inf, 0.0] == one.apply(np.asarray([1.0, 2.0, np.inf]), -1).tolist()


def test_ends_meet_where_corners_are_aligned() -> None:
    ends = MAPS["aligned"].apply(np.arange(5.0), -1)[[0, -1]]
    assert [0.0, 4.0] == ends.tolist()
