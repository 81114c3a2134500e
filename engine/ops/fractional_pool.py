"""Fractional max pooling: windows of one size at places that follow from a number each plane.

Source: torch aten/src/ATen/native/FractionalMaxPooling.h, generate_intervals.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

import numpy as np

from .. import shapes
from ..errors import EngineRuntimeError
from ..kernels.pools import placed
from ..kinds import Array, Index, Setting
from ..registry import composite
from .matrix import raw_of
from .max_pool import declare_choice

_AXES = ("time", "height", "width")


def intervals(samples: np.ndarray, size: int, out: int, kernel: int) -> np.ndarray:
    """Where `out` windows begin in an axis of `size`: a row for each of the samples in [0, 1).

    Computed in the precision of the samples, as in torch. The last window ends with the axis.
    """
    one = samples.dtype.type
    begins = np.full((len(samples), out), size - kernel, np.int64)
    if out > 1:
        alpha = one(size - kernel) / one(out - 1)
        places = np.arange(out - 1).astype(samples.dtype)
        shift = (samples * alpha).astype(np.int64)
        begins[:, :-1] = ((places + samples[:, None]) * alpha).astype(np.int64) - shift[:, None]
    return begins


def _check(name: str, shape: tuple, kernel: tuple, outs: tuple, samples: np.ndarray) -> None:
    """Raise torch's errors for windows that do not fit and for samples of another shape."""
    axes = len(kernel)
    room = 0 if axes == 2 else 1
    sizes = shape[len(shape) - axes :]
    for word, n, k, out in zip(_AXES[-axes:], sizes, kernel, outs, strict=True):
        if k < 1 or out + k - 1 > n - room:
            raise EngineRuntimeError(
                f"{name}(): pool {word} {k} too large relative to input {word} {n}"
            )
    planes = shape[: len(shape) - axes]
    wanted = ((1,) * (2 - len(planes)) + planes)[-2:]
    for place, what in ((0, "batch size"), (1, "channel size")):
        if samples.ndim != 3 or samples.shape[place] != wanted[place]:
            raise EngineRuntimeError(
                f"Expect _random_samples.size({place}) equals to input {what}."
            )


def _forward(self: Array, begins: Setting, kernel: Setting) -> Any:
    array = np.asarray(self)
    outs = tuple(b.shape[1] for b in begins)
    shapes.check_size(array.shape[: array.ndim - len(outs)] + outs, array.itemsize)
    return placed(array, begins, kernel).largest()


_POOLS = {
    axes: declare_choice(
        f"_fractional_max_pool{axes}d",
        f"fractional_max_pool{axes}d_backward",
        axes,
        _forward,
        lambda self, values, begins, kernel: placed(raw_of(self), begins, kernel).tied(
            raw_of(values)
        ),
        "The largest elements of windows at given places, and where they are.",
    )
    for axes in (2, 3)
}


def _pool(axes: int) -> Callable:
    name = f"fractional_max_pool{axes}d" + ("_out" if axes == 3 else "")

    def pool(self: Array, kernel_size: Setting, output_size: Setting, samples: Index) -> Any:
        shape, drawn = raw_of(self).shape, raw_of(samples)
        kernel, outs = tuple(kernel_size), tuple(output_size)
        _check(name, shape, kernel, outs, drawn)
        sizes = shape[len(shape) - axes :]
        rows = drawn.reshape(math.prod(drawn.shape[:2]), axes).T
        # of images, the first sample of a plane is for its width
        ordered = rows[::-1] if axes == 2 else rows
        begins = [
            intervals(row, n, out, k)
            for row, n, out, k in zip(ordered, sizes, outs, kernel, strict=True)
        ]
        return _POOLS[axes](self, begins, kernel)

    return pool


for _axes in (2, 3):
    composite(
        f"_fractional_max_pool{_axes}d_at",
        _pool(_axes),
        doc="The largest elements of windows at places that follow from samples, and where.",
    )
