"""Which of several equal elements a selection finds: the partial sorts that torch uses.

Equal values at the k-th place differ in their position, which decides where the gradient goes.
These make the same comparisons and swaps as torch and so find the same element. They work on
lists of ranks, and are called only for rows in which values occur more than once.
Source: torch aten/src/ATen/native/Sorting.cpp, quick_select_template, and TopKImpl.h;
libstdc++ bits/stl_algo.h, nth_element.
"""

from __future__ import annotations

import numpy as np

# In longer rows the first of equal elements is taken: a list of this many is slow enough.
LONGEST = 10_000


def quick_select(values: list, k: int) -> int:
    """The position of the k-th smallest element as torch's kthvalue finds it."""
    values = list(values)
    at = list(range(len(values)))

    def swap(i: int, j: int) -> None:
        values[i], values[j] = values[j], values[i]
        at[i], at[j] = at[j], at[i]

    left, right = 0, len(values) - 1
    while right > left:
        if right == left + 1:
            if values[left] > values[right]:
                swap(left, right)
            break
        swap(left + (right - left) // 2, left + 1)
        for i, j in ((left + 1, right), (left, right), (left + 1, left)):
            if values[i] > values[j]:
                swap(i, j)
        low, high = left + 1, right
        pivot = values[left]
        while True:
            low += 1
            while pivot > values[low]:
                low += 1
            high -= 1
            while values[high] > pivot:
                high -= 1
            if high < low:
                break
            swap(low, high)
        swap(left, high)
        if high <= k:
            left = low
        if high >= k:
            right = high - 1
    return at[k]


def first_positions(values: list, k: int, in_order: bool) -> list[int]:
    """The positions of the k smallest elements as torch's topk finds and arranges them."""
    at = list(range(len(values)))
    first, last = 0, len(at)
    while last - first > 3:
        cut = _partition(values, at, first, last)
        if cut <= k - 1:
            first = cut
        else:
            last = cut
    at[first:last] = sorted(at[first:last], key=values.__getitem__)
    return [*sorted(at[: k - 1], key=values.__getitem__), at[k - 1]] if in_order else at[:k]


def _partition(values: list, at: list[int], first: int, last: int) -> int:
    """Partition around the median of three, which is moved to the front."""
    a, b, c = first + 1, first + (last - first) // 2, last - 1
    x, y, z = values[at[a]], values[at[b]], values[at[c]]
    if x < y:
        median = b if y < z else c if x < z else a
    else:
        median = a if x < z else c if y < z else b
    at[first], at[median] = at[median], at[first]
    pivot = values[at[first]]
    low, high = first + 1, last
    while True:
        while values[at[low]] < pivot:
            low += 1
        high -= 1
        while pivot < values[at[high]]:
            high -= 1
        if low >= high:
            return low
        at[low], at[high] = at[high], at[low]
        low += 1


def ranks(row: np.ndarray, descending: bool = False) -> list[int]:
    """Integers in the order of the elements of a row, equal where they are; nan is largest."""
    found = np.unique(row, return_inverse=True)[1]
    return (-found if descending else found).tolist()
