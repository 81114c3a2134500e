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
from ..kernels.products import product
from ..kernels.windows import Windows, fold, read
from ..kinds import Array, Setting
from ..registry import structural
from .lead import expand_own, ndim, shape_of, sum_axes, sum_back, unsqueeze_own
from .matrix import add_tangents, padded

_MANY_COLUMNS = 1 << 23
_CHANNELS = 16
_LARGE_INPUT = 20480


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
    return product(a, b)


def _correlate(self: Array, other: Array, geometry: Setting) -> Any:
    """The result for an input and a weight."""
    kernels = _matrices(other, geometry)
    windowed = _windowed(self, geometry)
    outs = geometry.windows.outs
    front = windowed.shape[: windowed.ndim - 2 * len(outs) - 1]
    columns = windowed.reshape(*front, kernels.shape[-1], math.prod(outs))
    product = _multiplied(kernels[..., None, :, :, :], columns)
    return product.reshape(*product.shape[:-3], other.shape[-geometry.own], *outs)


def _correlate_by_blocks(
    input: np.ndarray, weight: np.ndarray, bias: np.ndarray | None, geometry: Geometry
) -> np.ndarray:
    """The result, each element added up in the order of oneDNN, torch's library for float32.

    Sixteen channels at a time, within them kernel positions before channels; the sums of the
    blocks are added to the bias. Kernels of one position or of one channel each begin with the
    bias. Source: oneDNN src/cpu/x64, jit_avx512_common_conv_kernel.cpp and its kin for those.
    """
    windowed = _windowed(input, geometry)
    batch, groups, channels = windowed.shape[:3]
    kernels = weight.reshape(groups, len(weight) // groups, *weight.shape[1:])
    axes, places = len(geometry.windows.outs), math.prod(geometry.windows.outs)
    alone = math.prod(geometry.windows.kernel) == 1 or (channels == 1 and len(weight) == groups)
    out = None if bias is None else bias.reshape(groups, -1, 1)
    for start in range(0, channels, channels if alone else _CHANNELS):
        part = slice(None) if alone else slice(start, start + _CHANNELS)
        rows = _kernel_first(kernels[:, :, part], axes, 1)[..., 0]
        columns = _kernel_first(windowed[:, :, part], axes, places)
        if out is None:
            out = _chained(rows, columns)
        elif alone:
            rows = np.concatenate([out, rows], axis=-1)
            ones = np.ones((batch, groups, 1, places), columns.dtype)
            out = _chained(rows, np.concatenate([ones, columns], axis=-2))
        else:
            out = out + _chained(rows, columns)
    assert out is not None
    return out.reshape(batch, len(weight), *geometry.windows.outs)


def _kernel_first(array: np.ndarray, axes: int, rest: int) -> np.ndarray:
    """An array of shape (…, …, channels, kernel, others), its kernel before its channels.

    axes: how many the kernel has. The result has one axis for both and one of size `rest`.
    """
    along = math.prod(array.shape[2 : 3 + axes])
    return np.moveaxis(array, 2, 2 + axes).reshape(*array.shape[:2], along, rest)


def _chained(rows: np.ndarray, columns: np.ndarray) -> np.ndarray:
    """The product; a lone row goes in twice, since vectors are multiplied in another order."""
    if rows.shape[-2] > 1:
        return product(rows, columns)
    return product(np.repeat(rows, 2, axis=-2), columns)[..., :1, :]


def _goes_by_blocks(input: np.ndarray, weight: np.ndarray, geometry: Geometry) -> bool:
    """Whether torch leaves a convolution to oneDNN.

    Source: torch aten/src/ATen/native/Convolution.cpp, ConvParams::use_mkldnn.
    """
    kernel = (1, *geometry.windows.kernel)
    if input.dtype.char != "f" or not weight.shape[1]:
        return False
    large = math.prod(input.shape[:4]) > _LARGE_INPUT
    wide = kernel[-1] > 3 and kernel[-2] > 3
    return geometry.groups > 1 or wide or len(input) > 1 or large


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
    run: Callable[[np.ndarray], np.ndarray], input: np.ndarray, geometry: Geometry
) -> np.ndarray:
    """`run` on all samples, or on one after the other where their windows take much memory."""
    columns = input.size * math.prod(geometry.windows.kernel)
    if columns < _MANY_COLUMNS or len(input) < 2:
        return run(input)
    first = run(input[:1])
    out = np.empty((len(input), *first.shape[1:]), first.dtype)
    out[0] = first[0]
    for k in range(1, len(input)):
        out[k] = run(input[k : k + 1])[0]
    return out


def _convolve(
    input: Array, weight: Array, bias: Array | None, geometry: Setting, transposed: Setting
) -> Any:
    windows = geometry.windows
    made = windows.sizes if transposed else windows.outs
    channels = weight.shape[1] * geometry.groups if transposed else len(weight)
    shapes.check_size((len(input), channels, *made), input.itemsize)
    if not transposed and _goes_by_blocks(input, weight, geometry):
        return _sample_by_sample(
            lambda part: _correlate_by_blocks(part, weight, bias, geometry), input, geometry
        )
    run = _spread if transposed else _correlate
    out = _sample_by_sample(lambda part: run(part, weight, geometry), input, geometry)
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
