"""Sliding windows over the last axes of arrays, and the sum that goes the other way.

Convolution, pooling and unfolding read the same windows: element k of window o lies at
`o * stride + k * dilation - padding` along each axis. Knows no Tensor.
"""

from __future__ import annotations

import math
from typing import Any, NamedTuple

import numpy as np

from .. import shapes

Sizes = tuple[int, ...]


class Windows(NamedTuple):
    """Where the windows of the last axes lie, one entry an axis.

    sizes: of the axes. kernel: elements of a window. outs: windows along the axis, which may
    pass the end as well as the beginning.
    """

    sizes: Sizes
    kernel: Sizes
    stride: Sizes
    padding: Sizes
    dilation: Sizes
    outs: Sizes

    @property
    def extents(self) -> Sizes:
        """The elements from the first that a window reads to the last, padding among them."""
        return tuple(
            (n - 1) * s + (k - 1) * d + 1 if n else 0
            for n, s, k, d in zip(self.outs, self.stride, self.kernel, self.dilation, strict=True)
        )

    def trimmed(self) -> Windows:
        """The windows without elements that are padding in all of them."""
        kernel, padding = [], []
        for n, k, s, p, d, out in zip(*self, strict=True):
            first = max(0, (p - (out - 1) * s) // d)
            kernel.append(min(k, (n + p - 1) // d + 1) - first)
            padding.append(p - first * d)
        return self._replace(kernel=tuple(kernel), padding=tuple(padding))


def count_windows(
    sizes: Sizes, kernel: Sizes, stride: Sizes, padding: Sizes, dilation: Sizes
) -> Sizes:
    """How many windows fit in each axis with its padding; below 1 where none does."""
    return tuple(
        (n + 2 * p - d * (k - 1) - 1) // s + 1
        for n, k, s, p, d in zip(sizes, kernel, stride, padding, dilation, strict=True)
    )


def read(array: np.ndarray, windows: Windows, fill: Any = 0) -> np.ndarray:
    """The windows, of shape `lead + kernel + outs`: a view of `array` or of its padded copy."""
    lead = array.shape[: array.ndim - len(windows.sizes)]
    padded = _padded(array, windows, fill)
    steps = padded.strides[len(lead) :]
    strides = (
        *padded.strides[: len(lead)],
        *(t * d for t, d in zip(steps, windows.dilation, strict=True)),
        *(t * s for t, s in zip(steps, windows.stride, strict=True)),
    )
    shape = lead + windows.kernel + windows.outs
    return np.lib.stride_tricks.as_strided(padded, shape, strides)


def _padded(array: np.ndarray, windows: Windows, fill: Any) -> np.ndarray:
    """`array` with all that the windows read, filled in where it lies outside."""
    extents = windows.extents
    lead = array.shape[: array.ndim - len(extents)]
    if not any(windows.padding) and all(
        e <= n for e, n in zip(extents, windows.sizes, strict=True)
    ):
        return array
    shapes.check_size(lead + extents, array.itemsize)
    out = np.full(lead + extents, fill, array.dtype)
    inside, source = _overlap(windows)
    out[(..., *inside)] = array[(..., *source)]
    return out


def _overlap(windows: Windows) -> tuple[list[slice], list[slice]]:
    """What the padded array and the array itself have in common, as slices of each."""
    inside, source = [], []
    for size, extent, pad in zip(windows.sizes, windows.extents, windows.padding, strict=True):
        count = max(0, min(size, extent - pad))
        inside.append(slice(pad, pad + count))
        source.append(slice(0, count))
    return inside, source


def fold(columns: np.ndarray, windows: Windows) -> np.ndarray:
    """Add up windows, of shape `lead + kernel + outs`, where they came from."""
    n = len(windows.sizes)
    lead = columns.shape[: columns.ndim - 2 * n]
    extents = windows.extents
    shapes.check_size(lead + extents, columns.itemsize)
    padded = np.zeros(lead + extents, columns.dtype)
    if math.prod(windows.kernel) <= math.prod(windows.outs):
        for at in np.ndindex(*windows.kernel):
            padded[_strip(at, windows.dilation, windows.stride, windows.outs)] += columns[
                (..., *at, *(slice(None),) * n)
            ]
    else:
        for at in np.ndindex(*windows.outs):
            padded[_strip(at, windows.stride, windows.dilation, windows.kernel)] += columns[
                (..., *at)
            ]
    if extents == windows.sizes and not any(windows.padding):
        return padded
    out = np.zeros(lead + windows.sizes, columns.dtype)
    inside, source = _overlap(windows)
    out[(..., *source)] = padded[(..., *inside)]
    return out


def _strip(at: Sizes, scale: Sizes, step: Sizes, count: Sizes) -> tuple:
    """The places `at * scale + i * step` for i below count, along each of the last axes."""
    return (
        ...,
        *(
            slice(a * c, a * c + (n - 1) * s + 1, s)
            for a, c, s, n in zip(at, scale, step, count, strict=True)
        ),
    )
