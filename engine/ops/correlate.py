"""The convolution of batches of signals with kernels, and its transpose.

One trilinear form stands behind it: the sum over batch b, output position o and kernel position
k of `input[b, c, o * stride + k * dilation - padding] * weight[m, c, k] * g[b, m, o]`. With one
of the three left out it is a map of the other two: `correlate` leaves out g, `spread` input,
`weigh` weight. The rules of each are the other two, to any order. Axes in front of an argument's
own broadcast, as in matmul.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np

from .. import shapes
from ..kernels.windows import Windows, fold, read
from ..kinds import Array, Setting
from ..registry import structural
from .lead import expand_own, ndim, shape_of, sum_axes, sum_back, unsqueeze_own
from .matrix import add_tangents, padded

_MANY_COLUMNS = 1 << 23


class Geometry(NamedTuple):
    """The windows of the input's spatial axes, and in how many groups its channels fall."""

    windows: Windows
    groups: int

    @property
    def own(self) -> int:
        """The number of axes of input, of weight and of result."""
        return len(self.windows.sizes) + 2

    def split(self, shape: tuple[int, ...]) -> tuple[tuple[int, ...], int, tuple[int, ...]]:
        """A shape as what is in front of the channels, channels a group, and the rest."""
        return shape[: 1 - self.own], shape[1 - self.own] // self.groups, shape[2 - self.own :]


# -- the trilinear form


def _windowed(input: np.ndarray, geometry: Geometry) -> np.ndarray:
    """The windows, of shape (…, batch, groups, channels of a group, kernel, outs)."""
    front, channels, sizes = geometry.split(input.shape)
    grouped = input.reshape(*front, geometry.groups, channels, *sizes)
    windows = geometry.windows
    shapes.check_size((input.size, *windows.kernel), input.itemsize)
    return read(grouped, windows)


def _matrices(weight: np.ndarray, geometry: Geometry) -> np.ndarray:
    """The kernels as matrices, of shape (…, groups, outputs of a group, channels * kernel)."""
    front = weight.shape[: -geometry.own]
    outputs, *rest = weight.shape[-geometry.own :]
    groups = geometry.groups
    return weight.reshape(*front, groups, outputs // groups, math.prod(rest))


def _signals(g: np.ndarray, geometry: Geometry) -> np.ndarray:
    """Results as matrices, of shape (…, batch, groups, outputs of a group, outs)."""
    front, outputs, outs = geometry.split(g.shape)
    return g.reshape(*front, geometry.groups, outputs, math.prod(outs))


def _multiplied(a: np.ndarray, b: np.ndarray) -> np.ndarray:
    """The product of matrices; half precision adds up in single."""
    if a.dtype.char == "e":
        return np.matmul(a.astype(np.float32), b.astype(np.float32)).astype(a.dtype)
    return np.matmul(a, b)


def _correlate(self: Array, other: Array, geometry: Setting) -> Any:
    """The result for an input and a weight."""
    kernels = _matrices(other, geometry)
    windowed = _windowed(self, geometry)
    outs = geometry.windows.outs
    front = windowed.shape[: windowed.ndim - 2 * len(outs) - 1]
    columns = windowed.reshape(*front, kernels.shape[-1], math.prod(outs))
    product = _multiplied(kernels[..., None, :, :, :], columns)
    return product.reshape(*product.shape[:-3], other.shape[-geometry.own], *outs)


def _spread(self: Array, other: Array, geometry: Setting) -> Any:
    """The cotangent of the input for one of the result and a weight."""
    kernels = _matrices(other, geometry)[..., None, :, :, :]
    signals = _signals(self, geometry)
    windows = geometry.windows
    front = shapes.broadcast(signals.shape[:-2], kernels.shape[:-2])
    shapes.check_size((*front, kernels.shape[-1], signals.shape[-1]), self.itemsize)
    product = _multiplied(kernels.swapaxes(-1, -2), signals)
    channels = other.shape[1 - geometry.own]
    folded = fold(product.reshape(*front, channels, *windows.kernel, *windows.outs), windows)
    return folded.reshape(*front[:-1], front[-1] * channels, *windows.sizes)


def _weigh(self: Array, other: Array, geometry: Setting) -> Any:
    """The cotangent of the weight for an input and one of the result; a sum over the batch."""
    axes = len(geometry.windows.outs)
    windowed = np.moveaxis(_windowed(self, geometry), -2 * axes - 3, -axes - 1)
    signals = np.moveaxis(_signals(other, geometry), -4, -2)
    places = math.prod(signals.shape[-2:])
    signals = signals.reshape(*signals.shape[:-2], places)
    rest = windowed.shape[windowed.ndim - 2 * axes - 2 : windowed.ndim - axes - 1]
    front = windowed.shape[: windowed.ndim - 2 * axes - 2]
    columns = windowed.reshape(*front, math.prod(rest), places)
    product = _multiplied(signals, columns.swapaxes(-1, -2))
    return product.reshape(*product.shape[:-3], geometry.groups * signals.shape[-2], *rest)


def _map(forward: Callable, first: Callable, second: Callable, doc: str) -> Callable:
    """Declare one map of the form; `first` and `second` give the cotangents of its arguments."""

    def vjp(
        g: Any,
        self: Any,
        other: Any,
        geometry: Any,
        needs: tuple,
        self_shape: tuple,
        other_shape: tuple,
    ) -> tuple:
        lead = ndim(g) - max(len(self_shape), len(other_shape))
        return (
            sum_back(first(g, self, other, geometry), lead, self_shape) if needs[0] else None,
            sum_back(second(g, self, other, geometry), lead, other_shape) if needs[1] else None,
        )

    def jvp(
        self: Any,
        other: Any,
        geometry: Any,
        self_t: Any,
        other_t: Any,
        self_shape: tuple,
        other_shape: tuple,
    ) -> Any:
        most = max(len(self_shape), len(other_shape))
        return add_tangents(
            None if self_t is None else op(padded(self_t, self_shape, most), other, geometry),
            None if other_t is None else op(self, padded(other_t, other_shape, most), geometry),
        )

    op = structural(forward.__name__, forward, vjp=vjp, jvp=jvp, doc=doc)
    return op


correlate = _map(
    _correlate,
    lambda g, input, weight, geometry: spread(g, weight, geometry),
    lambda g, input, weight, geometry: weigh(input, g, geometry),
    "The convolution of an input with a weight.",
)
spread = _map(
    _spread,
    lambda h, g, weight, geometry: correlate(h, weight, geometry),
    lambda h, g, weight, geometry: weigh(h, g, geometry),
    "What flows from a convolution's result to its input.",
)
weigh = _map(
    _weigh,
    lambda h, input, g, geometry: spread(g, h, geometry),
    lambda h, input, g, geometry: correlate(input, h, geometry),
    "What flows from a convolution's result to its weight.",
)


# -- the operation of torch's graphs


def _sample_by_sample(
    run: Callable, input: np.ndarray, weight: np.ndarray, geometry: Geometry
) -> np.ndarray:
    """`run` on all samples, or on one after the other where their windows take much memory."""
    columns = input.size * math.prod(geometry.windows.kernel)
    if columns < _MANY_COLUMNS or len(input) < 2:
        return run(input, weight, geometry)
    first = run(input[:1], weight, geometry)
    out = np.empty((len(input), *first.shape[1:]), first.dtype)
    out[0] = first[0]
    for k in range(1, len(input)):
        out[k] = run(input[k : k + 1], weight, geometry)[0]
    return out


def _convolve(
    input: Array, weight: Array, bias: Array | None, geometry: Setting, transposed: Setting
) -> Any:
    windows = geometry.windows
    made = windows.sizes if transposed else windows.outs
    channels = weight.shape[1] * geometry.groups if transposed else len(weight)
    shapes.check_size((len(input), channels, *made), input.itemsize)
    out = _sample_by_sample(_spread if transposed else _correlate, input, weight, geometry)
    if bias is not None:
        out += bias.reshape(-1, *(1,) * len(made))
    return out


def _convolve_vjp(
    g: Any, input: Any, weight: Any, geometry: Geometry, transposed: bool, needs: tuple
) -> tuple:
    flow = correlate if transposed else spread
    shared = (g, input) if transposed else (input, g)
    besides = (-geometry.own, *range(2 - geometry.own, 0))
    return (
        flow(g, weight, geometry) if needs[0] else None,
        weigh(*shared, geometry) if needs[1] else None,
        sum_axes(g, besides) if needs[2] else None,
    )


def _convolve_jvp(
    input: Any,
    weight: Any,
    geometry: Geometry,
    transposed: bool,
    input_t: Any,
    weight_t: Any,
    bias_t: Any,
) -> Any:
    run = spread if transposed else correlate
    return add_tangents(
        None if input_t is None else run(input_t, weight, geometry),
        None if weight_t is None else run(input, weight_t, geometry),
        None if bias_t is None else _everywhere(bias_t, shape_of(input)[0], geometry, transposed),
    )


def _everywhere(bias: Any, batch: int, geometry: Geometry, transposed: bool) -> Any:
    """A tangent of the bias as one of the result."""
    sizes = geometry.windows.sizes if transposed else geometry.windows.outs
    thin = unsqueeze_own(bias, (-geometry.own, *range(2 - geometry.own, 0)))
    return expand_own(thin, (batch, shape_of(bias)[-1], *sizes))


convolve = structural(
    "_convolve",
    _convolve,
    node="ConvolutionBackward0",
    vjp=_convolve_vjp,
    jvp=_convolve_jvp,
    doc="A batch of signals with many channels convolved with kernels, plus a bias.",
)
