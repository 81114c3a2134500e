"""The largest element of windows: max_pool, adaptive_max_pool, and max_unpool.

A window passes its gradient to the element that was chosen: the first of equal ones.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

import numpy as np

from .. import dtypes, shapes
from ..errors import EngineRuntimeError, EngineValueError, kernel_missing
from ..kernels.pools import covering, covering_largest, largest, windowed
from ..kinds import Array, Index, Setting, Shape
from ..registry import composite, linear, structural
from .held import held_at, node_of
from .lead import ndim, shape_of
from .matrix import name_of, raw_of
from .place import Cells, Pieces, pick
from .pooling import adaptive_sizes, full, need_axes, pool_windows
from .shape import squeeze_dim, unsqueeze

F = "nn.functional."


def _cells(indices: np.ndarray, shape: tuple[int, ...], axes: int) -> Cells:
    """The cells of a tensor of `shape` that numbers through its last `axes` axes mean."""
    count = math.prod(shape[:-axes])
    planes = indices.reshape(count, math.prod(indices.shape[-axes:]))
    at = np.arange(count)[:, None] * math.prod(shape[-axes:]) + planes
    return Cells(at.reshape(indices.shape), shape)


def declare_choice(
    name: str, backward: str, axes: int, forward: Callable, kink: Callable, doc: str
) -> Callable:
    """Declare a choice of one element for each window of the last axes.

    backward: torch's name of what computes its derivative.
    """
    held = held_at(backward)

    def vjp(g_values: Any, self: Any, indices: Any) -> Any:
        shape = shape_of(self)
        return held(Pieces(g_values, shape, _cells(raw_of(indices), shape, axes)), self)

    def jvp(self_t: Any, indices: Any, self_shape: tuple) -> list:
        return [pick(self_t, _cells(raw_of(indices), self_shape, axes)), None]

    return structural(
        name,
        forward,
        outputs=("values", "indices"),
        node=node_of(backward),
        vjp=vjp,
        jvp=jvp,
        kink=kink,
        derivative="g_values added up at the places of the largest elements",
        doc=doc,
    )


def _max_pool(self: Array, windows: Setting) -> Any:
    if self.dtype.kind == "b":
        raise kernel_missing("max_pool2d", dtypes.bool_)
    axes = len(windows.sizes)
    shapes.check_size(self.shape[: self.ndim - axes] + windows.outs, self.itemsize)
    return largest(self, windows)


def _adaptive_max_pool(self: Array, outs: Setting) -> Any:
    axes = len(outs)
    if self.dtype.kind != "f":
        raise kernel_missing(f"adaptive_max_pool{axes}d", dtypes.of(self))
    shapes.check_size(self.shape[: self.ndim - axes] + outs, self.itemsize)
    if 0 in outs:
        empty = self.shape[: self.ndim - axes] + outs
        return np.zeros(empty, self.dtype), np.zeros(empty, np.int64)
    return covering_largest(self, outs)


_POOLS = {
    axes: declare_choice(
        f"_max_pool{axes}d",
        f"max_pool{axes}d_with_indices_backward",
        axes,
        _max_pool,
        lambda self, values, windows: windowed(raw_of(self), windows).tied(raw_of(values)),
        "The largest elements of windows, and where they are.",
    )
    for axes in (2, 3)
}
_ADAPTIVE = {
    axes: declare_choice(
        f"_adaptive_max_pool{axes}d",
        f"adaptive_max_pool{axes}d_backward",
        axes,
        _adaptive_max_pool,
        lambda self, values, outs: covering(raw_of(self), outs).tied(raw_of(values)),
        "The largest elements of windows that cover the axes, and where they are.",
    )
    for axes in (2, 3)
}


def _largest(
    axes: int,
    self: Any,
    kernel_size: tuple,
    stride: tuple | None,
    padding: tuple,
    dilation: tuple,
    ceil_mode: bool,
) -> tuple[Any, Any]:
    """The largest elements and their numbers; one axis is computed as the last of two."""
    if axes == 1:
        _check_lines(self, kernel_size, stride, padding, dilation, ceil_mode)
        values, indices = _largest(
            2,
            unsqueeze(self, -2),
            (1, *kernel_size),
            None if not stride else (1, *stride),
            (0, *padding),
            (1, *dilation),
            ceil_mode,
        )
        return squeeze_dim(values, -2), squeeze_dim(indices, -2)
    name = f"max_pool{axes}d"
    kernel = full(name, "kernel_size", kernel_size, axes)
    steps = full(name, "stride", stride, axes) if stride else kernel
    pads = full(name, "padding", padding, axes)
    spread = full(name, "dilation", dilation, axes)
    need_axes(self, axes)
    windows = pool_windows(name, shape_of(self), kernel, steps, pads, spread, ceil_mode)
    return tuple(_POOLS[axes](self, windows.trimmed()))


def _check_lines(
    self: Any, kernel: tuple, stride: tuple | None, padding: tuple, dilation: tuple, ceil: bool
) -> None:
    """Source: torch aten/src/ATen/native/MaxPooling.h, check_max_pool1d."""
    if ndim(self) not in (2, 3):
        raise EngineRuntimeError(
            "max_pool1d: Expected 2D or 3D (batch mode) tensor with optional 0 dim batch size "
            f"for input, but got:{list(shape_of(self))}"
        )
    settings = {
        "kernel_size": kernel,
        "stride": stride or kernel,
        "padding": padding,
        "dilation": dilation,
    }
    for name, value in settings.items():
        if len(value) != 1:
            raise EngineRuntimeError(
                f"max_pool1d() {name} must be an int, list of ints or tuple of ints of size 1 "
                f"but got size {len(value)}"
            )
    (k,), (s,), (p,), (d,) = settings.values()
    for name, value in (("kernel_size", k), ("stride", s), ("dilation", d)):
        if value <= 0:
            raise EngineRuntimeError(
                f"max_pool1d() {name} must be greater than zero, but got {value}"
            )
    if p < 0:
        raise EngineRuntimeError(f"max_pool1d() padding must be non-negative, but got {p}")
    if p > k // 2:
        raise EngineRuntimeError(
            "max_pool1d() padding should be at most half of kernel size, but got "
            f"padding={p} and kernel_size={k}"
        )
    if raw_of(self).dtype.kind != "f":
        raise kernel_missing("max_pool1d_impl", dtypes.of(raw_of(self)))
    out = (shape_of(self)[-1] + 2 * p - d * (k - 1) - 1 + (s - 1 if ceil else 0)) // s + 1
    if out <= 0:
        raise EngineRuntimeError(f"max_pool1d() Invalid computed output size: {out}")


def _declare_pool(axes: int) -> None:
    def functional(
        self: Array,
        kernel_size: Shape,
        stride: Shape | None = None,
        padding: Shape = (0,),
        dilation: Shape = (1,),
        ceil_mode: bool = False,
        return_indices: bool = False,
    ) -> Any:
        found = _largest(axes, self, kernel_size, stride, padding, dilation, ceil_mode)
        return found if return_indices else found[0]

    def with_indices(
        self: Array,
        kernel_size: Shape,
        stride: Shape | None = None,
        padding: Shape = (0,),
        dilation: Shape = (1,),
        ceil_mode: bool = False,
        return_indices: bool = False,
    ) -> Any:
        return _largest(axes, self, kernel_size, stride, padding, dilation, ceil_mode)

    composite(
        f"{F}max_pool{axes}d",
        functional,
        method=False,
        doc=f"The largest element of each window of the last {axes} axes, on request where.",
    )
    composite(
        f"{F}max_pool{axes}d_with_indices",
        with_indices,
        method=False,
        doc=f"The largest element of each window of the last {axes} axes, and its number.",
    )


def _adaptive(axes: int, self: Any, output_size: Any) -> tuple[Any, Any]:
    outs = adaptive_sizes(f"adaptive_max_pool{axes}d", self, output_size, axes)
    if min(outs) < 0:
        wrong = next(n for n in outs if n < 0)
        shape = [*shape_of(self)[:-axes], *outs]
        raise EngineRuntimeError(
            f"Trying to create tensor with negative dimension {wrong}: {shape}"
        )
    if axes == 1:
        values, indices = _ADAPTIVE[2](unsqueeze(self, -2), (1, *outs))
        return squeeze_dim(values, -2), squeeze_dim(indices, -2)
    return tuple(_ADAPTIVE[axes](self, outs))


def _declare_adaptive(axes: int) -> None:
    def functional(self: Array, output_size: Setting, return_indices: bool = False) -> Any:
        found = _adaptive(axes, self, output_size)
        return found if return_indices else found[0]

    def with_indices(self: Array, output_size: Setting, return_indices: bool = False) -> Any:
        return _adaptive(axes, self, output_size)

    composite(
        f"{F}adaptive_max_pool{axes}d",
        functional,
        method=False,
        doc="The largest element of each of output_size windows that cover the last axes.",
    )
    composite(
        f"{F}adaptive_max_pool{axes}d_with_indices",
        with_indices,
        method=False,
        doc="adaptive_max_pool with the numbers of the elements.",
    )


# -- the way back


def _max_unpool(self: Array, indices: Index, sizes: Setting) -> Any:
    axes = len(sizes)
    if self.dtype.kind != "f":
        raise kernel_missing(f"max_unpool{axes}d", dtypes.of(self))
    count = math.prod(sizes)
    wrong = (indices < 0) | (indices >= count)
    if wrong.any():
        shown = "x".join(map(str, sizes))
        raise EngineRuntimeError(
            f"Found an invalid max index: {indices[wrong][0]} (output volumes are of size {shown})"
        )
    own = indices.ndim - axes
    front = self.shape[: self.ndim - axes]
    shape = front[len(front) - own :] + sizes
    shapes.check_size(front + sizes, self.itemsize)
    out = np.zeros(front + sizes, self.dtype)
    _cells(indices, shape, axes).write(out, self)
    return out


def _unpool_vjp(g: Any, self_shape: tuple, indices: Any, sizes: tuple) -> Any:
    shape = self_shape[: len(self_shape) - len(sizes)] + sizes
    return pick(g, _cells(raw_of(indices), shape, len(sizes)))


_UNPOOLS = {
    axes: linear(
        f"_max_unpool{axes}d",
        _max_unpool,
        node=f"MaxUnpool{axes}DBackward0",
        vjp=_unpool_vjp,
        doc="Zeros with the elements at numbered places of the last axes.",
    )
    for axes in (2, 3)
}


def _unpooled_sizes(
    shape: tuple, kernel: tuple, stride: tuple, padding: tuple, asked: tuple | None
) -> tuple[int, ...]:
    """Source: torch nn/functional.py, _unpool_output_size."""
    axes = len(kernel)
    default = [
        (n - 1) * s + k - 2 * p
        for n, s, k, p in zip(shape[-axes:], stride, kernel, padding, strict=True)
    ]
    if asked is None:
        return tuple(default)
    if len(asked) == axes + 2:
        asked = asked[2:]
    if len(asked) != axes:
        raise EngineValueError(
            f"output_size should be a sequence containing {axes} or {axes + 2} elements, but it "
            f"has a length of '{len(asked)}'"
        )
    for d, (n, base, s) in enumerate(zip(asked, default, stride, strict=True)):
        if not base - s < n < base + s:
            raise EngineValueError(
                f'invalid output_size "{asked}" (dim {d} must be between {base - s} and {base + s})'
            )
    return tuple(asked)


def _check_unpool(self: Any, indices: Any, axes: int) -> None:
    if raw_of(indices).dtype != np.int64:
        raise EngineRuntimeError(
            f"elements in indices should be type int64 but got: {name_of(raw_of(indices))}"
        )
    if ndim(self) not in (axes + 1, axes + 2):
        raise EngineRuntimeError(
            f"Input to max_unpooling{axes}d should be a {axes + 1}d or {axes + 2}d Tensor, but got "
            f"a tensor with {ndim(self)} dimensions."
        )
    if shape_of(self) != shape_of(indices):
        raise EngineRuntimeError(
            "Expected shape of indices to be same as that of the input tensor "
            f"({list(shape_of(self))}) but got indices tensor with shape: "
            f"{list(shape_of(indices))}"
        )


def _declare_unpool(axes: int) -> None:
    def functional(
        self: Array,
        indices: Index,
        kernel_size: Shape,
        stride: Shape | None = None,
        padding: Shape = (0,),
        output_size: Shape | None = None,
    ) -> Any:
        name = f"max_unpool{axes}d"
        kernel = full(name, "kernel_size", kernel_size, axes)
        steps = full(name, "stride", stride, axes) if stride else kernel
        pads = full(name, "padding", padding, axes)
        sizes = _unpooled_sizes(shape_of(self), kernel, steps, pads, output_size)
        if axes == 1:
            self, indices, sizes = unsqueeze(self, -1), unsqueeze(indices, -1), (*sizes, 1)
        _check_unpool(self, indices, max(axes, 2))
        out = _UNPOOLS[max(axes, 2)](self, indices, sizes)
        return squeeze_dim(out, -1) if axes == 1 else out

    composite(
        f"{F}max_unpool{axes}d",
        functional,
        method=False,
        doc=f"Zeros with each element where max_pool{axes}d found it.",
    )


for _axes in (1, 2, 3):
    _declare_pool(_axes)
    _declare_adaptive(_axes)
    _declare_unpool(_axes)
