"""Sums over ranges and the largest elements of windows."""

from __future__ import annotations

import numpy as np
import pytest

from gradcalc.engine.kernels.pools import (
    adaptive_range,
    covering,
    covering_largest,
    largest,
    range_sums,
    transposed_range,
    windowed,
)
from gradcalc.engine.kernels.windows import Windows

from ...sampling import draw

PADDED = Windows((4,), (3,), (2,), (1,), (1,), (2,))


def test_adaptive_windows_cover_the_axis() -> None:
    starts, ends = adaptive_range(7, 3)
    assert [0, 2, 4] == starts.tolist()
    assert [3, 5, 7] == ends.tolist()


def test_range_sums_add_up_each_range() -> None:
    array = draw(2, 7, key="array")
    starts, ends = adaptive_range(7, 3)
    expected = np.stack([array[:, a:b].sum(1) for a, b in zip(starts, ends, strict=True)], 1)
    np.testing.assert_allclose(range_sums(array, [(starts, ends)]), expected)


def test_empty_ranges_sum_to_zero() -> None:
    ranges = (np.asarray([0, 2, 2]), np.asarray([2, 2, 3]))
    assert [3.0, 0.0, 3.0] == range_sums(np.asarray([1.0, 2.0, 3.0]), [ranges]).tolist()


def test_transposed_ranges_sum_what_an_element_took_part_in() -> None:
    for out in (3, 9):
        places = adaptive_range(7, out)
        there = range_sums(np.eye(7), [places])
        back = range_sums(np.eye(out), [transposed_range(places, 7)])
        np.testing.assert_array_equal(there.T, back)


def test_the_first_of_equal_elements_is_chosen() -> None:
    values, numbers = windowed(np.asarray([1.0, 3.0, 3.0, 2.0]), PADDED).largest()
    assert [3.0, 3.0] == values.tolist()
    assert [1, 1] == numbers.tolist()


def test_the_last_nan_is_chosen() -> None:
    nan = float("nan")
    _, numbers = windowed(np.asarray([nan, nan, 3.0, nan]), PADDED).largest()
    assert [1, 3] == numbers.tolist()


def test_padding_is_never_chosen() -> None:
    _, numbers = windowed(np.full(4, -np.inf), PADDED).largest()
    assert [0, 1] == numbers.tolist()


def test_integers_have_a_lowest_value_for_padding() -> None:
    lowest = np.iinfo(np.int64).min
    values, numbers = windowed(np.full(4, lowest), PADDED).largest()
    assert [lowest, lowest] == values.tolist()
    assert [0, 1] == numbers.tolist()


def test_more_than_255_candidates_are_told_apart() -> None:
    array = np.zeros(600)
    array[[299, 599]] = 1
    windows = Windows((600,), (300,), (300,), (0,), (1,), (2,))
    assert [299, 599] == windowed(array, windows).largest()[1].tolist()


def test_ties_are_windows_with_two_largest_elements() -> None:
    array = np.asarray([1.0, 3.0, 3.0, 2.0, 5.0, 4.0])
    found = covering(array, (2,))
    values, _ = found.largest()
    assert [True, False] == found.tied(values).tolist()


@pytest.mark.parametrize("padding", [0, 9])
def test_few_large_windows_are_taken_one_by_one_alike(padding: int) -> None:
    array = draw(2, 40, key="array")
    array[1, 7:9] = np.nan
    outs = (40 + 2 * padding - 2 * 19 - 1) // 3 + 1
    windows = Windows((40,), (20,), (3,), (padding,), (2,), (outs,))
    plane = windows._replace(kernel=(20, 4), sizes=(40, 4), outs=(outs, 1), stride=(3, 1))
    plane = plane._replace(padding=(padding, 0), dilation=(2, 1))
    deep = np.stack([array, array - 1, array + 0.5, array], -1)
    expected, numbers = windowed(deep, plane).largest()
    values, found = largest(deep, plane)
    np.testing.assert_array_equal(values, expected)
    np.testing.assert_array_equal(found, numbers)


def test_one_window_over_everything_is_taken_alike() -> None:
    array = draw(3, 9, 11, key="array")
    expected, numbers = covering(array, (1, 1)).largest()
    values, found = covering_largest(array, (1, 1))
    np.testing.assert_array_equal(values, expected)
    np.testing.assert_array_equal(found, numbers)
