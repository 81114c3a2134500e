"""The largest element and the sum of windows, sliding ones and those of adaptive pooling.

Works on raw arrays; positions are numbered through the flattened windowed axes.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import NamedTuple

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
    if math.prod(windows.kernel) > max(math.prod(windows.outs), 64):
        return np.add.reduce(slid, axis=tuple(range(-2 * n, -n)))
    total = np.zeros(array.shape[: array.ndim - n] + windows.outs, array.dtype)
    for at in np.ndindex(*windows.kernel):
        total += slid[(..., *at, *(slice(None),) * n)]
    return total


# -- the largest element: the first of equal ones, but the last nan, as torch's loops have it

Candidate = tuple[np.ndarray, np.ndarray | None]


class Windowed(NamedTuple):
    """All windows as a list of candidates: the k-th elements of all windows, for each k.

    With a candidate comes which windows have it at all, or None for all of them; where one has
    not, it stands for the lowest value or for another element of the window. Its number through
    the flattened axes is `base` + `offsets[k]`.
    """

    candidates: list[Candidate]
    base: np.ndarray
    offsets: np.ndarray

    def largest(self) -> tuple[np.ndarray, np.ndarray]:
        """The largest element of each window and its number."""
        values = self.candidates[0][0].copy()
        for value, _ in self.candidates[1:]:
            np.maximum(values, value, out=values)
        which = _first(self.candidates, lambda value: value == values)
        nan = values != values
        if nan.any():
            last = _first(self.candidates[::-1], lambda value: value != value)
            which = np.where(nan, len(self.candidates) - 1 - last, which)
        return values, self.base + self.offsets[which]

    def tied(self, values: np.ndarray) -> np.ndarray:
        """Which windows have more than one element equal to their largest."""
        total = np.zeros(values.shape, np.int64)
        for value, inside in self.candidates:
            total += (value == values) & (True if inside is None else inside)
        return total > 1


def _first(candidates: list[Candidate], matches: Callable) -> np.ndarray:
    """The number of the first candidate that matches, found by arithmetic on small integers."""
    small = np.uint8 if len(candidates) < 256 else np.uint32
    which = np.full(candidates[0][0].shape, len(candidates) - 1, small)
    for k, (value, inside) in enumerate(candidates):
        found = matches(value) if inside is None else matches(value) & inside
        number = np.subtract(found.view(np.uint8), small(1), dtype=small)  # 0 or all bits
        number |= small(k)
        np.minimum(which, number, out=which)
    return which.astype(np.int64)


def largest(array: np.ndarray, windows: Windows) -> tuple[np.ndarray, np.ndarray]:
    """The largest element of each sliding window and its number, whichever way is shorter."""
    if math.prod(windows.kernel) <= max(math.prod(windows.outs), 64):
        return windowed(array, windows).largest()
    axes = zip(
        windows.sizes, windows.outs, windows.kernel, windows.stride, windows.padding,
        windows.dilation, strict=True,
    )  # fmt: skip
    return _one_by_one(
        array,
        [
            [_visible(o * s - p, o * s - p + (k - 1) * d + 1, d, n) for o in range(out)]
            for n, out, k, s, p, d in axes
        ],
    )


def covering_largest(array: np.ndarray, outs: Sizes) -> tuple[np.ndarray, np.ndarray]:
    """The largest element of each window that covers the axes, whichever way is shorter."""
    sizes = array.shape[array.ndim - len(outs) :]
    each = math.prod(-(-size // out) + 1 for size, out in zip(sizes, outs, strict=True))
    if each <= max(math.prod(outs), 64):
        return covering(array, outs).largest()
    ranges = [adaptive_range(size, out) for size, out in zip(sizes, outs, strict=True)]
    return _one_by_one(
        array,
        [
            [slice(int(a), int(b), 1) for a, b in zip(starts, ends, strict=True)]
            for starts, ends in ranges
        ],
    )


def _visible(start: int, stop: int, step: int, size: int) -> slice:
    """The part of a range that lies in an axis of `size`."""
    return slice(start if start >= 0 else start % step, min(stop, size), step)


def _one_by_one(array: np.ndarray, axes: list[list[slice]]) -> tuple[np.ndarray, np.ndarray]:
    """The largest element of one window after the other: for few large windows."""
    n = len(axes)
    front = array.shape[: array.ndim - n]
    sizes = array.shape[array.ndim - n :]
    shape = (*front, *(len(axis) for axis in axes))
    values, numbers = np.empty(shape, array.dtype), np.empty(shape, np.int64)
    for at in np.ndindex(*shape[len(front) :]):
        part = tuple(axis[i] for axis, i in zip(axes, at, strict=True))
        window = array[(..., *part)].reshape(*front, -1)
        best = window.argmax(-1)
        nan = window != window
        if nan.any():
            last = window.shape[-1] - 1 - nan[..., ::-1].argmax(-1)
            best = np.where(nan.any(-1), last, best)
        values[(..., *at)] = np.take_along_axis(window, best[..., None], -1)[..., 0]
        places = [np.arange(size)[p] for p, size in zip(part, sizes, strict=True)]
        numbers[(..., *at)] = _number(places, sizes).ravel()[best]
    return values, numbers


def windowed(array: np.ndarray, windows: Windows) -> Windowed:
    """Sliding windows over the last axes; padding is not among their elements."""
    n = len(windows.sizes)
    lowest = -np.inf if array.dtype.kind == "f" else np.iinfo(array.dtype).min
    slid = read(array, windows, lowest)
    begins = [
        np.arange(count) * s - p
        for count, s, p in zip(windows.outs, windows.stride, windows.padding, strict=True)
    ]
    beyond = any(e > n for e, n in zip(windows.extents, windows.sizes, strict=True))
    overhang = beyond or any(windows.padding)
    candidates: list[Candidate] = []
    for at in np.ndindex(*windows.kernel):
        inside = None
        if overhang:
            places = [b + k * d for b, k, d in zip(begins, at, windows.dilation, strict=True)]
            inside = _all(
                [(p >= 0) & (p < size) for p, size in zip(places, windows.sizes, strict=True)]
            )
        candidates.append((slid[(..., *at, *(slice(None),) * n)], inside))
    steps = [np.arange(k) * d for k, d in zip(windows.kernel, windows.dilation, strict=True)]
    offsets = _number(steps, windows.sizes).ravel()
    return Windowed(candidates, _number(begins, windows.sizes), offsets)


def covering(array: np.ndarray, outs: Sizes) -> Windowed:
    """The windows of adaptive pooling, which cover the last axes and may overlap."""
    n = len(outs)
    sizes = array.shape[array.ndim - n :]
    ranges = [adaptive_range(size, out) for size, out in zip(sizes, outs, strict=True)]
    most = tuple(int((ends - starts).max(initial=0)) for starts, ends in ranges)
    candidates: list[Candidate] = []
    for at in np.ndindex(*most):
        picked = array
        for axis, (k, (starts, ends)) in enumerate(zip(at, ranges, strict=True), start=-n):
            picked = picked.take(np.minimum(starts + k, ends - 1), axis)
        inside = _all([starts + k < ends for k, (starts, ends) in zip(at, ranges, strict=True)])
        candidates.append((picked, inside))
    offsets = _number([np.arange(k) for k in most], sizes).ravel()
    return Windowed(candidates, _number([starts for starts, _ in ranges], sizes), offsets)


def placed(array: np.ndarray, begins: list[np.ndarray], kernel: Sizes) -> Windowed:
    """Windows over the last axes that begin where one is told, in each plane elsewhere.

    begins: for each of the last axes where its windows begin, of shape (planes, windows).
    """
    n = len(kernel)
    sizes = array.shape[array.ndim - n :]
    planes = begins[0].shape[0]
    base = np.zeros((planes, *(1,) * n), np.int64)
    for axis, (starts, size) in enumerate(zip(begins, sizes, strict=True)):
        shape = (planes, *(1,) * axis, starts.shape[1], *(1,) * (n - 1 - axis))
        base = base * size + starts.reshape(shape)
    offsets = _number([np.arange(k) for k in kernel], sizes).ravel()
    flat = array.reshape(-1)
    first = base + np.arange(planes).reshape(planes, *(1,) * n) * math.prod(sizes)
    front = array.shape[: array.ndim - n]
    shape = (*front, *base.shape[1:])
    candidates: list[Candidate] = [(flat.take(first + k).reshape(shape), None) for k in offsets]
    return Windowed(candidates, base.reshape(shape), offsets)


def _all(axes: list[np.ndarray]) -> np.ndarray:
    """Which combinations of one place an axis are true along every axis."""
    total = np.asarray(True)
    for axis in axes:
        total = total[..., None] & axis
    return total


def _number(places: list[np.ndarray], sizes: Sizes) -> np.ndarray:
    """Positions along each axis as numbers through all of them."""
    total = np.asarray(0)
    for place, size in zip(places, sizes, strict=True):
        total = total[..., None] * size + place
    return total
