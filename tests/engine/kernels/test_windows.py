"""Sliding windows: what they read, and the sum that goes the other way."""

from __future__ import annotations

import numpy as np
import pytest

from gradcalc.engine.kernels.windows import Windows, count_windows, fold, read

from ...sampling import draw

CASES = [
    Windows((5,), (3,), (1,), (0,), (1,), (3,)),
    Windows((5,), (3,), (2,), (1,), (1,), (3,)),
    Windows((6,), (2,), (3,), (1,), (2,), (2,)),
    Windows((4,), (2,), (2,), (0,), (1,), (3,)),  # the last window hangs over
    Windows((4, 5), (2, 3), (1, 2), (0, 1), (2, 1), (2, 3)),
]
every_case = pytest.mark.parametrize("windows", CASES)


@every_case
def test_an_element_lies_where_stride_dilation_and_padding_put_it(windows: Windows) -> None:
    array = draw(2, *windows.sizes, key="array")
    found = read(array, windows)
    for at in np.ndindex(*windows.kernel, *windows.outs):
        n = len(windows.sizes)
        place = tuple(
            o * s + k * d - p
            for k, o, s, d, p in zip(
                at[:n], at[n:], windows.stride, windows.dilation, windows.padding, strict=True
            )
        )
        inside = all(0 <= i < size for i, size in zip(place, windows.sizes, strict=True))
        expected = array[(slice(None), *place)] if inside else np.zeros(2)
        np.testing.assert_array_equal(found[(slice(None), *at)], expected)


@every_case
def test_fold_is_the_adjoint_of_read(windows: Windows) -> None:
    array = draw(*windows.sizes, key="array")
    columns = draw(*windows.kernel, *windows.outs, key="columns")
    np.testing.assert_allclose(
        np.sum(read(array, windows) * columns), np.sum(array * fold(columns, windows))
    )


def test_windows_without_padding_share_memory() -> None:
    array = draw(7, key="array")
    assert np.shares_memory(array, read(array, CASES[0]._replace(sizes=(7,), outs=(5,))))


def test_count_is_below_one_where_no_window_fits() -> None:
    assert (0, 3) == count_windows((2, 5), (3, 3), (1, 1), (0, 0), (1, 1))


def test_trimming_leaves_out_what_is_always_padding() -> None:
    windows = Windows((4,), (101,), (1,), (50,), (1,), (4,))
    assert Windows((4,), (7,), (1,), (3,), (1,), (4,)) == windows.trimmed()


@every_case
def test_trimming_changes_no_sum(windows: Windows) -> None:
    array = draw(*windows.sizes, key="array")
    axes = tuple(range(len(windows.sizes)))
    np.testing.assert_allclose(
        read(array, windows.trimmed()).sum(axes), read(array, windows).sum(axes)
    )
