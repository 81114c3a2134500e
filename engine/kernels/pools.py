"""The largest element and the sum of windows, sliding ones and those of adaptive pooling.

Works on raw arrays; positions are numbered through the flattened windowed axes.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np

from .windows import Sizes, Windows, read

Range = tuple[np.ndarray, np.ndarray]


def adaptive_range(size: int, out: int) -> Range:
    """Where each of `out` windows that cover an axis begins and ends."""
    i = np.arange(out)
    return i * size // max(out, 1), -(-(i + 1) * size // max(out, 1))


def transposed_range(places: Range, size: int) -> Range:
    """For each of `size` places the windows that hold it: the first, and past the last."""
    starts, ends = places
    at = np.arange(size)
    return np.searchsorted(ends, at, "right"), np.searchsorted(starts, at, "right")


def range_sums(array: np.ndarray, ranges: list[Range]) -> np.ndarray:
    """The sums over ranges of the last axes; starts and ends must not decrease."""
    for axis, (starts, ends) in enumerate(ranges, start=-len(ranges)):
        shape = list(array.shape)
        shape[axis] = 1
        padded = np.concatenate([array, np.zeros(shape, array.dtype)], axis)
        if not len(starts):
            array = padded.take(starts, axis)
            continue
        edges = np.stack([starts, ends], -1).ravel()
        array = np.add.reduceat(padded, edges, axis).take(np.arange(0, len(edges), 2), axis)
        empty = (starts >= ends).reshape(-1, *(1,) * (-axis - 1))
        if empty.any():
            array = np.where(empty, array.dtype.type(0), array)
    return array


def window_sums(array: np.ndarray, windows: Windows) -> np.ndarray:
    """The sum of each window, added up in the order of its elements."""
    slid = read(array, windows)
    n = len(windows.sizes)
    total = np.zeros(array.shape[: array.ndim - n] + windows.outs, array.dtype)
    for at in np.ndindex(*windows.kernel):
        total += slid[(..., *at, *(slice(None),) * n)]
    return total


# -- the largest element: the first of equal ones, but the last nan, as torch's loops have it

Candidate = tuple[np.ndarray, np.ndarray, Any]


def largest(array: np.ndarray, windows: Windows) -> tuple[np.ndarray, np.ndarray]:
    """The largest element of each window and its position; padding is not among them."""
    axes = _beginnings(windows)
    first = [np.where(a < 0, a % d, a) for a, d in zip(axes, windows.dilation, strict=True)]
    return _best(array, _number(first, windows.sizes), _sliding(array, windows))


def adaptive_largest(array: np.ndarray, outs: Sizes) -> tuple[np.ndarray, np.ndarray]:
    """The largest element, and its position, of each of the windows that cover the last axes."""
    sizes = array.shape[array.ndim - len(outs) :]
    first = [adaptive_range(size, out)[0] for size, out in zip(sizes, outs, strict=True)]
    return _best(array, _number(first, sizes), _covering(array, outs))


def tied(array: np.ndarray, values: np.ndarray, windows: Windows) -> np.ndarray:
    """Which windows have more than one element equal to their largest."""
    return _count(values, _sliding(array, windows)) > 1


def adaptive_tied(array: np.ndarray, values: np.ndarray, outs: Sizes) -> np.ndarray:
    """Which of the windows that cover the last axes have more than one largest element."""
    return _count(values, _covering(array, outs)) > 1


def _beginnings(windows: Windows) -> list[np.ndarray]:
    return [
        np.arange(n) * s - p
        for n, s, p in zip(windows.outs, windows.stride, windows.padding, strict=True)
    ]


def _sliding(array: np.ndarray, windows: Windows) -> Iterator[Candidate]:
    """The elements of all windows in order, one of each at a time, with their numbers."""
    n = len(windows.sizes)
    slid = read(array, windows, _lowest(array.dtype))
    axes = _beginnings(windows)
    for at in np.ndindex(*windows.kernel):
        places = [a + k * d for a, k, d in zip(axes, at, windows.dilation, strict=True)]
        yield slid[(..., *at, *(slice(None),) * n)], _number(places, windows.sizes), np.True_


def _covering(array: np.ndarray, outs: Sizes) -> Iterator[Candidate]:
    """The same for the windows that cover the last axes, and whether each has so many."""
    n = len(outs)
    sizes = array.shape[array.ndim - n :]
    ranges = [adaptive_range(size, out) for size, out in zip(sizes, outs, strict=True)]
    most = [int((ends - starts).max(initial=0)) for starts, ends in ranges]
    for at in np.ndindex(*most):
        picked, inside, places = array, np.True_, []
        for axis, (k, (starts, ends)) in enumerate(zip(at, ranges, strict=True), start=-n):
            place = np.minimum(starts + k, ends - 1)
            picked = picked.take(place, axis)
            inside = inside & (starts + k < ends).reshape(-1, *(1,) * (-axis - 1))
            places.append(place)
        yield picked, _number(places, sizes), inside


def _lowest(dtype: np.dtype) -> Any:
    return -np.inf if dtype.kind == "f" else np.iinfo(dtype).min


def _number(places: list[np.ndarray], sizes: Sizes) -> np.ndarray:
    """Positions along each axis as numbers through all of them."""
    total = np.asarray(0)
    for place, size in zip(places, sizes, strict=True):
        total = total[..., None] * size + place
    return total


def _best(
    array: np.ndarray, first: np.ndarray, candidates: Iterator[Candidate]
) -> tuple[np.ndarray, np.ndarray]:
    """The largest of the candidates and its number; `first` where none is above the lowest."""
    shape = array.shape[: array.ndim - first.ndim] + first.shape
    values = np.full(shape, _lowest(array.dtype), array.dtype)
    numbers = np.array(np.broadcast_to(first, shape))
    for value, number, inside in candidates:
        better = ((value > values) | (value != value)) & inside
        np.copyto(values, value, where=better)
        np.copyto(numbers, number, where=better)
    return values, numbers


def _count(values: np.ndarray, candidates: Iterator[Candidate]) -> np.ndarray:
    """How many of the candidates equal the values."""
    total = np.zeros(values.shape, np.int64)
    for value, _, inside in candidates:
        total += (value == values) & inside
    return total
