"""The mean of windows: avg_pool and adaptive_avg_pool, and lp_pool, which is made of them."""

from __future__ import annotations

from typing import Any

import numpy as np

from .. import dtypes, shapes
from ..errors import EngineRuntimeError, dim_out_of_range, kernel_missing
from ..kernels.pools import adaptive_range, range_sums, transposed_range, window_sums
from ..kernels.windows import Windows, fold
from ..kinds import Array, Number, Setting, Shape
from ..registry import composite, linear
from .held import held_at
from .lead import ndim, shape_of
from .pooling import adaptive_sizes, full, need_lines, pool_windows, single
from .public import call
from .shape import squeeze_dim, unsqueeze

F = "nn.functional."


def _wide(array: np.ndarray) -> np.ndarray:
    """Half precision as single, in which its sums are taken."""
    return array.astype(np.float32) if array.dtype.char == "e" else array


def _over(sums: np.ndarray, divisors: Any) -> np.ndarray:
    """Sums over whole numbers, in the dtype of the sums; integers lose their fraction."""
    if sums.dtype.kind != "f":
        return np.trunc(sums / divisors).astype(sums.dtype)
    return sums / np.asarray(divisors, sums.dtype)


# -- sliding windows


def _avg_pool(self: Array, windows: Setting, divisors: Setting) -> Any:
    axes = len(windows.sizes)
    if self.dtype.kind != "f" and self.dtype != np.int64:
        raise kernel_missing(f"avg_pool{axes}d", dtypes.of(self))
    shapes.check_size(self.shape[: self.ndim - axes] + windows.outs, self.itemsize)
    return _over(window_sums(_wide(self), windows), divisors).astype(self.dtype, copy=False)


def _avg_spread(self: Array, windows: Setting, divisors: Setting) -> Any:
    shares = _over(_wide(self), divisors)
    axes = len(windows.sizes)
    front = shares.shape[: shares.ndim - axes]
    thin = shares.reshape(*front, *(1,) * axes, *windows.outs)
    everywhere = np.broadcast_to(thin, front + windows.kernel + windows.outs)
    return fold(everywhere, windows).astype(self.dtype, copy=False)


avg_spread = linear(
    "_avg_spread",
    _avg_spread,
    vjp=lambda g, windows, divisors: _POOLS[len(windows.sizes)](g, windows, divisors),
    doc="Each value divided among the elements of its window.",
)
_HELD = {axes: held_at(f"avg_pool{axes}d_backward") for axes in (2, 3)}
_POOLS = {
    axes: linear(
        f"_avg_pool{axes}d",
        _avg_pool,
        node=f"AvgPool{axes}DBackward0",
        vjp=lambda g, self, windows, divisors: _HELD[len(windows.sizes)](
            avg_spread(g, windows, divisors), self
        ),
        doc="The sums of windows over their divisors.",
    )
    for axes in (2, 3)
}


def _divisors(windows: Windows, include_pad: bool, override: int | None) -> Any:
    """What the sum of each window is divided by. Padding past the end counts only if asked."""
    if override is not None:
        return override
    total = np.asarray(1)
    for n, k, s, p, out in zip(
        windows.sizes, windows.kernel, windows.stride, windows.padding, windows.outs, strict=True
    ):
        starts = np.arange(out) * s - p
        ends = np.minimum(starts + k, n + p)
        if not include_pad:
            starts, ends = np.maximum(starts, 0), np.minimum(ends, n)
        total = total[..., None] * np.maximum(ends - starts, 1)
    return total


def _averages(
    axes: int,
    self: Any,
    kernel_size: tuple,
    stride: tuple | None,
    padding: tuple,
    ceil_mode: bool,
    count_include_pad: bool,
    divisor_override: int | None,
) -> Any:
    name = f"avg_pool{axes}d"
    if divisor_override == 0:
        raise EngineRuntimeError("divisor must be not zero")
    kernel = full(name, "kernel_size", kernel_size, axes)
    steps = full(name, "stride", stride, axes) if stride else kernel
    pads = full(name, "padding", padding, axes)
    if ndim(self) < axes + 1:
        raise dim_out_of_range(-axes - 1, ndim(self))
    windows = pool_windows(name, shape_of(self), kernel, steps, pads, (1,) * axes, ceil_mode)
    divisors = _divisors(windows, count_include_pad, divisor_override)
    return _POOLS[axes](self, windows.trimmed(), divisors)


def _avg_pool1d(
    self: Array,
    kernel_size: Shape,
    stride: Shape | None = None,
    padding: Shape = (0,),
    ceil_mode: bool = False,
    count_include_pad: bool = True,
) -> Any:
    need_lines("avg_pool1d", self)
    kernel = single("avg_pool1d", "kernel_size", kernel_size)
    step = single("avg_pool1d", "stride", stride) if stride else kernel
    pad = single("avg_pool1d", "padding", padding)
    plane = unsqueeze(self, -2)
    out = _averages(2, plane, (1, kernel), (1, step), (0, pad), ceil_mode, count_include_pad, None)
    return squeeze_dim(out, -2)


composite(
    f"{F}avg_pool1d",
    _avg_pool1d,
    method=False,
    doc="The mean of each window of the last axis.",
)


def _declare_pool(axes: int) -> None:
    def functional(
        self: Array,
        kernel_size: Shape,
        stride: Shape | None = None,
        padding: Shape = (0,),
        ceil_mode: bool = False,
        count_include_pad: bool = True,
        divisor_override: int | None = None,
    ) -> Any:
        return _averages(
            axes,
            self,
            kernel_size,
            stride,
            padding,
            ceil_mode,
            count_include_pad,
            divisor_override,
        )

    composite(
        f"{F}avg_pool{axes}d",
        functional,
        method=False,
        doc=f"The mean of each window of the last {axes} axes.",
    )


# -- windows that cover the axes


def _ranges(sizes: tuple[int, ...], outs: tuple[int, ...]) -> list:
    return [adaptive_range(n, out) for n, out in zip(sizes, outs, strict=True)]


def _counted(array: np.ndarray, ranges: list) -> np.ndarray:
    """`array` divided by the lengths of the ranges, one axis after the other, as torch does."""
    for axis, (starts, ends) in enumerate(ranges, start=-len(ranges)):
        array = array / (ends - starts).astype(array.dtype).reshape(-1, *(1,) * (-axis - 1))
    return array


def _adaptive_avg_pool(self: Array, sizes: Setting, outs: Setting) -> Any:
    axes = len(outs)
    if self.dtype.kind != "f":
        raise kernel_missing(f"adaptive_avg_pool{axes}d", dtypes.of(self))
    shapes.check_size(self.shape[: self.ndim - axes] + outs, self.itemsize)
    ranges = _ranges(sizes, outs)
    return _counted(range_sums(_wide(self), ranges), ranges).astype(self.dtype, copy=False)


def _adaptive_spread(self: Array, sizes: Setting, outs: Setting) -> Any:
    ranges = _ranges(sizes, outs)
    back = [transposed_range(r, n) for r, n in zip(ranges, sizes, strict=True)]
    return range_sums(_counted(_wide(self), ranges), back).astype(self.dtype, copy=False)


adaptive_spread = linear(
    "_adaptive_avg_spread",
    _adaptive_spread,
    vjp=lambda g, sizes, outs: _ADAPTIVE[len(outs)](g, sizes, outs),
    doc="Each value divided among the elements of its window, which together cover the axes.",
)
_HELD_ADAPTIVE = {axes: held_at(f"_adaptive_avg_pool{axes}d_backward") for axes in (2, 3)}
_ADAPTIVE = {
    axes: linear(
        f"_adaptive_avg_pool{axes}d",
        _adaptive_avg_pool,
        node=f"AdaptiveAvgPool{axes}DBackward0",
        vjp=lambda g, self, sizes, outs: _HELD_ADAPTIVE[len(outs)](
            adaptive_spread(g, sizes, outs), self
        ),
        doc="The means of windows that cover the axes.",
    )
    for axes in (2, 3)
}


def _adaptive(axes: int, self: Any, outs: tuple[int, ...]) -> Any:
    if outs == (1,) * axes:
        return call("mean", self, tuple(range(-axes, 0)), True)
    return _ADAPTIVE[axes](self, shape_of(self)[-axes:], outs)


def adaptive_avg_pool(axes: int, self: Any, output_size: Any) -> Any:
    """The means of `output_size` windows that cover the last `axes` axes."""
    outs = adaptive_sizes(f"adaptive_avg_pool{axes}d", self, output_size, axes)
    if min(outs) < 0:
        given = ", ".join(map(str, outs))
        raise EngineRuntimeError(
            f"adaptive_avg_pool{axes}d: elements of output_size must be greater than or equal to "
            f"0 but received {{{given}}}"
        )
    if axes > 1:
        return _adaptive(axes, self, outs)
    return squeeze_dim(_adaptive(2, unsqueeze(self, -2), (1, *outs)), -2)


def _declare_adaptive(axes: int) -> None:
    def functional(self: Array, output_size: Setting) -> Any:
        return adaptive_avg_pool(axes, self, output_size)

    composite(
        f"{F}adaptive_avg_pool{axes}d",
        functional,
        method=False,
        doc="The mean of each of output_size windows that cover the last axes.",
    )


# -- means of powers. Source: torch nn/functional.py, lp_pool1d


def _declare_lp(axes: int) -> None:
    def functional(
        self: Array,
        norm_type: Number,
        kernel_size: Shape,
        stride: Shape | None = None,
        ceil_mode: bool = False,
    ) -> Any:
        kernel = kernel_size * axes if len(kernel_size) == 1 else kernel_size
        pool = f"{F}avg_pool{axes}d"
        out = call(pool, call("pow", self, norm_type), kernel_size, stride, 0, ceil_mode)
        out = call("sign", out) * call(F + "relu", call("abs", out))
        return call("pow", out * float(np.prod(kernel)), 1.0 / norm_type)

    composite(
        f"{F}lp_pool{axes}d",
        functional,
        method=False,
        doc="The root of the sum of the powers of each window.",
    )


for _axes in (1, 2, 3):
    _declare_adaptive(_axes)
    _declare_lp(_axes)
    if _axes > 1:
        _declare_pool(_axes)
