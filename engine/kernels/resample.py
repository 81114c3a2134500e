"""Resampling one axis: which elements each new one is made of, and with what weights.

Source: torch aten/src/ATen/native/UpSample.h and cpu/UpSampleKernel.cpp.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

CUBIC = -0.75  # of bicubic interpolation
KEYS = -0.5  # of bicubic interpolation that filters, after R. Keys


class AxisMap(NamedTuple):
    """A linear map along one axis: `out[i]` is the sum of `weights[i, j] * in[columns[i, j]]`.

    Rows with fewer terms than others are filled up with the column `size`, past the last.
    """

    columns: np.ndarray
    weights: np.ndarray
    size: int

    def apply(self, array: np.ndarray, axis: int) -> np.ndarray:
        """The map of `array` along an axis that counts from the end."""
        out, count = self.columns.shape
        behind = (1,) * (-axis - 1)
        if (self.columns == self.size).any():
            zero = np.zeros((*array.shape[:axis], 1, *array.shape[axis:][1:]), array.dtype)
            array = np.concatenate([array, zero], axis)
        total = np.zeros((*array.shape[:axis], out, *array.shape[axis:][1:]), array.dtype)
        for j in range(count):
            term = array.take(self.columns[:, j], axis)
            if (self.weights[:, j] != 1).any():
                term *= self.weights[:, j].astype(array.dtype).reshape(-1, *behind)
            if count == 1:
                return term
            total += term
        return total

    def transposed(self) -> AxisMap:
        """The map with rows and columns exchanged."""
        real = self.columns < self.size
        rows = np.nonzero(real)[0]
        return axis_map(self.columns[real], rows, self.weights[real], self.size, len(self.columns))


def axis_map(
    rows: np.ndarray, columns: np.ndarray, weights: np.ndarray, out: int, size: int
) -> AxisMap:
    """A map to `out` elements from its terms in any order."""
    order = np.argsort(rows, kind="stable")
    counts = np.bincount(rows, minlength=out)
    rows = rows[order]
    place = np.arange(len(rows)) - (np.cumsum(counts) - counts)[rows]
    shape = (out, int(counts.max(initial=0)))
    table, share = np.full(shape, size), np.zeros(shape, weights.dtype)
    table[rows, place] = columns[order]
    share[rows, place] = weights[order]
    return AxisMap(table, share, size)


def _scale(size: int, out: int, align: bool, factor: float | None, dtype: np.dtype) -> np.generic:
    """How far apart new elements lie, in old ones, computed in `dtype`."""
    kind = dtype.type
    if align:
        return kind(size - 1) / kind(out - 1) if out > 1 else kind(0)
    return kind(1.0 / factor) if factor is not None and factor > 0 else kind(size) / kind(out)


def _places(size: int, out: int, align: bool, factor: float | None, dtype: np.dtype) -> np.ndarray:
    """Where new elements lie among the old ones."""
    scale = _scale(size, out, align, factor, dtype)
    i = np.arange(out).astype(dtype)
    if align:
        return scale * i
    return scale * (i + dtype.type(0.5)) - dtype.type(0.5)


def nearest(size: int, out: int, factor: float | None, dtype: np.dtype) -> AxisMap:
    """The element at or before each place, counting the edges of elements."""
    place = _scale(size, out, False, factor, dtype) * np.arange(out).astype(dtype)
    return _single(np.floor(place.astype(np.float32)), size)


def nearest_exact(size: int, out: int, factor: float | None, dtype: np.dtype) -> AxisMap:
    """The element whose centre is nearest to each place."""
    place = np.maximum(_places(size, out, False, factor, dtype), 0)
    return _single(np.floor((place + dtype.type(0.5)).astype(np.float32)), size)


def _single(place: np.ndarray, size: int) -> AxisMap:
    at = np.minimum(place.astype(np.int64), size - 1)[:, None]
    return AxisMap(at, np.ones(at.shape), size)


def _split(place: np.ndarray, size: int) -> tuple[np.ndarray, np.ndarray]:
    """The element before each place, and how far the place lies behind it."""
    before = np.minimum(np.floor(place).astype(np.int64), size - 1)
    return before, np.clip(place - before.astype(place.dtype), 0, 1)


def linear(size: int, out: int, align: bool, factor: float | None, dtype: np.dtype) -> AxisMap:
    """A weighted mean of the two elements around each place."""
    if size == out:
        return _single(np.arange(size), size)
    before, part = _split(np.maximum(_places(size, out, align, factor, dtype), 0), size)
    at = np.stack([before, np.minimum(before + 1, size - 1)], -1)
    return AxisMap(at, np.stack([1 - part, part], -1), size)


def cubic(size: int, out: int, align: bool, factor: float | None, dtype: np.dtype) -> AxisMap:
    """A weighted mean of the four elements around each place; the edge is repeated."""
    before, part = _split(_places(size, out, align, factor, dtype), size)
    at = np.clip(before[:, None] + np.arange(-1, 3), 0, size - 1)
    return AxisMap(at, np.stack(cubic_weights(part), -1), size)


def cubic_weights(part: np.ndarray) -> list[np.ndarray]:
    """The weights of four elements for a place `part` behind the second."""
    return [
        _outer(part + 1, CUBIC),
        _inner(part, CUBIC),
        _inner(1 - part, CUBIC),
        _outer(2 - part, CUBIC),
    ]


def _inner(x: np.ndarray, a: float) -> np.ndarray:
    return ((a + 2) * x - (a + 3)) * x * x + 1


def _outer(x: np.ndarray, a: float) -> np.ndarray:
    return ((a * x - 5 * a) * x + 8 * a) * x - 4 * a


# -- filters that widen where elements are left out (antialias)


def _triangle(x: np.ndarray) -> np.ndarray:
    return np.maximum(1 - np.abs(x), 0)


def _keys(x: np.ndarray) -> np.ndarray:
    x = np.abs(x)
    return np.where(x < 1, _inner(x, KEYS), np.where(x < 2, _outer(x, KEYS), 0))


def _lanczos(x: np.ndarray) -> np.ndarray:
    return np.where(np.abs(x) < 3, np.sinc(x) * np.sinc(x / 3), 0)


FILTERS = {"bilinear": (_triangle, 2), "bicubic": (_keys, 4), "lanczos": (_lanczos, 6)}


def filtered(
    mode: str, size: int, out: int, align: bool, factor: float | None, dtype: np.dtype
) -> AxisMap:
    """A mean of all elements under a filter around each place, as wide as the step between."""
    if size == out:
        return _single(np.arange(size), size)
    function, width = FILTERS[mode]
    scale = float(_scale(size, out, align, factor, dtype))
    support = width * 0.5 * max(scale, 1.0)
    centre = scale * (np.arange(out) + 0.5)
    first = np.maximum((centre - support + 0.5).astype(np.int64), 0)
    last = np.minimum((centre + support + 0.5).astype(np.int64), size)
    counts = np.clip(last - first, 0, int(np.ceil(support)) * 2 + 1)
    rows = np.repeat(np.arange(out), counts)
    begins = np.cumsum(counts) - counts
    columns = np.arange(len(rows)) - np.repeat(begins - first, counts)
    weights = function((columns - centre[rows] + 0.5) / max(scale, 1.0))
    totals = np.bincount(rows, weights, out)
    return axis_map(rows, columns, weights / np.where(totals == 0, 1, totals)[rows], out, size)
