"""Which of equal elements is found: positions as torch 2.13 gives them for rows with many ties."""

from __future__ import annotations

import numpy as np
import pytest

from gradcalc.engine.kernels.selection import first_positions, quick_select, ranks

# row, k, kthvalue's index, topk's indices of the smallest: sorted, as found, and of two sorted
RECORDED = [
    ([2, 0, 1, 3, 0], 2, 4, [1, 4], [1, 4], [1, 4]),
    ([0, 0, 1, 1, 3, 2, 3, 1], 4, 7, [1, 0, 7, 2], [7, 1, 0, 2], [1, 0]),
    (
        [1, 2, 1, 3, 2, 0, 0, 0, 1, 3, 2, 0],
        6,
        2,
        [6, 11, 7, 5, 0, 8],
        [6, 11, 7, 5, 0, 8],
        [7, 5],
    ),
    (
        [2, 1, 2, 2, 2, 2, 3, 0, 1, 3, 2, 1, 0, 2, 1, 1, 2, 0, 3, 2],
        10,
        19,
        [12, 17, 7, 14, 11, 8, 15, 1, 0, 19],
        [14, 11, 12, 17, 8, 7, 15, 1, 0, 19],
        [17, 7],
    ),
]
every_row = pytest.mark.parametrize(
    ("row", "k", "kth", "in_order", "as_found", "two"), RECORDED, ids=lambda v: None
)


@every_row
def test_the_kth_smallest_is_torchs(row, k, kth, in_order, as_found, two) -> None:
    assert quick_select(row, k - 1) == kth


@every_row
def test_the_smallest_few_are_torchs(row, k, kth, in_order, as_found, two) -> None:
    assert first_positions(row, k, True) == in_order
    assert first_positions(row, k, False) == as_found
    assert first_positions(row, 2, True) == two


@every_row
def test_what_is_given_stays_as_it_is(row, k, kth, in_order, as_found, two) -> None:
    given = list(row)
    quick_select(given, k - 1)
    first_positions(given, k, True)
    assert given == row


def test_ranks_are_equal_where_elements_are_and_largest_for_nan() -> None:
    row = np.array([2.5, -1.0, np.nan, 2.5])
    assert ranks(row) == [1, 0, 2, 1]
    assert ranks(row, descending=True) == [-1, 0, -2, -1]
