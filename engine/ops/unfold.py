"""Windows of images as columns of a matrix, and their sum: nn.functional.unfold and fold."""

from __future__ import annotations

import math
from typing import Any

from .. import shapes
from ..errors import EngineRuntimeError
from ..kernels import windows as slides
from ..kernels.windows import Windows, count_windows
from ..kinds import Array, Setting, Shape
from ..registry import composite, linear
from .lead import ndim, shape_of

F = "nn.functional."


def _columns(self: Array, windows: Setting) -> Any:
    """(…, channels, sizes) as (…, channels * kernel, windows)."""
    front = self.shape[:-3]
    rows = self.shape[-3] * math.prod(windows.kernel)
    shapes.check_size((*front, rows, math.prod(windows.outs)), self.itemsize)
    read = slides.read(self, windows)
    return read.reshape(*front, rows, math.prod(windows.outs))


def _image(self: Array, windows: Setting) -> Any:
    """(…, channels * kernel, windows) as (…, channels, sizes), where windows meet their sum."""
    front = self.shape[:-2]
    channels = self.shape[-2] // math.prod(windows.kernel)
    return slides.fold(self.reshape(*front, channels, *windows.kernel, *windows.outs), windows)


columns = linear(
    "_im2col",
    _columns,
    node="Im2ColBackward0",
    vjp=lambda g, windows: image(g, windows),
    doc="The windows of images as columns.",
)
image = linear(
    "_col2im",
    _image,
    node="Col2ImBackward0",
    vjp=lambda g, windows: columns(g, windows),
    doc="Images as the sums of their windows.",
)


def _settings(
    kernel_size: tuple, dilation: tuple, padding: tuple, stride: tuple
) -> tuple[tuple[int, ...], ...]:
    """Two numbers for each setting. Raises: torch's errors for those out of range."""
    pairs = []
    for name, value, least in (
        ("kernel_size", kernel_size, 1),
        ("dilation", dilation, 1),
        ("padding", padding, 0),
        ("stride", stride, 1),
    ):
        pair = value * 2 if len(value) == 1 else value
        if len(pair) != 2:
            raise EngineRuntimeError(
                f"It is expected {name} equals to 2, but got size {len(value)}"
            )
        _check_pair(name, pair, least)
        pairs.append(pair)
    return tuple(pairs)


def _check_pair(name: str, pair: tuple[int, ...], least: int) -> None:
    height, width = pair
    if min(pair) >= least:
        return
    if name == "kernel_size":
        raise EngineRuntimeError(
            "kernel size should be greater than zero, but got "
            f"kernel_height: {height} kernel_width: {width}"
        )
    if name == "padding":
        raise EngineRuntimeError(
            f"padding should be non-negative, but got pad_height: {height} pad_width: {width}"
        )
    raise EngineRuntimeError(
        f"{name} should be greater than zero, but got {name}_height: {height} {name}_width: {width}"
    )


def _unfold(
    self: Array,
    kernel_size: Shape,
    dilation: Shape = (1,),
    padding: Shape = (0,),
    stride: Shape = (1,),
) -> Any:
    """Source of the checks: torch aten/src/ATen/native/im2col_shape_check.h."""
    kernel, spread, pads, steps = _settings(kernel_size, dilation, padding, stride)
    shape = shape_of(self)
    if len(shape) not in (3, 4) or 0 in shape[-3:]:
        raise EngineRuntimeError(
            "Expected 3D or 4D (batch mode) tensor with possibly 0 batch size and other "
            f"non-zero dimensions for input, but got: {list(shape)}"
        )
    sizes = shape[-2:]
    outs = count_windows(sizes, kernel, steps, pads, spread)
    if min(outs) < 1:
        raise EngineRuntimeError(
            f"Given input with spatial size ({_listed(sizes)}), "
            f"kernel_size=({_listed(kernel)}), dilation=({_listed(spread)}), "
            f"padding=({_listed(pads)}), calculated shape of the array of sliding blocks as "
            f"({_listed(outs)}), but its components must be at least "
            "one."
        )
    return columns(self, Windows(sizes, kernel, steps, pads, spread, outs))


def _listed(sizes: Any) -> str:
    return ", ".join(map(str, sizes))


def _fold(
    self: Array,
    output_size: Shape,
    kernel_size: Shape,
    dilation: Shape = (1,),
    padding: Shape = (0,),
    stride: Shape = (1,),
) -> Any:
    """Source of the checks: torch aten/src/ATen/native/im2col_shape_check.h."""
    kernel, spread, pads, steps = _settings(kernel_size, dilation, padding, stride)
    sizes = output_size * 2 if len(output_size) == 1 else output_size
    shape = shape_of(self)
    if ndim(self) not in (2, 3) or 0 in shape[-2:]:
        raise EngineRuntimeError(
            "Expected 2D or 3D (batch mode) tensor for input with possibly 0 batch size and "
            f"non-zero dimensions for input, but got: {list(shape)}"
        )
    if shape[-2] % math.prod(kernel):
        raise EngineRuntimeError(
            "Expected size of input's dimension 1 to be divisible by the product of kernel_size, "
            f"but got input.size(1)={shape[-2]} and kernel_size=({_listed(kernel)})."
        )
    outs = count_windows(sizes, kernel, steps, pads, spread)
    given = (
        f"output_size=({_listed(sizes)}), kernel_size=({_listed(kernel)}), "
        f"dilation=({_listed(spread)}), padding=({_listed(pads)}), stride=({_listed(steps)})"
    )
    if shape[-1] != math.prod(outs):
        raise EngineRuntimeError(
            f"Given {given}, expected size of input's dimension 2 to match the calculated number "
            f"of sliding blocks {outs[0]} * {outs[1]} = {math.prod(outs)}, but got "
            f"input.size(2)={shape[-1]}."
        )
    if min(outs) < 1:
        raise EngineRuntimeError(
            f"Given {given}, calculated shape of the array of sliding blocks as "
            f"({_listed(outs)}), which is too small (non-positive)"
        )
    return image(self, Windows(sizes, kernel, steps, pads, spread, outs))


composite(
    f"{F}unfold",
    _unfold,
    method=False,
    doc="The windows of images, each a column.",
)
composite(
    f"{F}fold",
    _fold,
    method=False,
    doc="Images as the sums of windows given as columns.",
)
