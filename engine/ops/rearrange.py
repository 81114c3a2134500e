"""The same elements in other places: flip, roll, rot90, fftshift, channel and pixel shuffles.

All of them copy; all are permutations, so each is undone by its like.
"""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from ..errors import EngineIndexError, EngineRuntimeError
from ..kinds import Array, Shape, SomeDims
from ..registry import composite, linear
from ..shapes import negative_dim
from .lead import permute_own, reshape_own, shape_of


def _flip(self: Array, dims: SomeDims) -> Any:
    array = np.asarray(self)
    return np.copy(np.flip(array, dims)) if array.ndim else np.copy(array)


flip = linear(
    "flip",
    _flip,
    vjp=lambda g, self_shape, dims: flip(g, dims) if self_shape else g,
    jvp=lambda self_t, self_shape, dims: flip(self_t, dims) if self_shape else self_t,
    derivative={"self": "flip(g, dims)"},
    doc="self with the order reversed along each of the axes dims.",
)


def _fliplr(self: Array) -> Any:
    if len(shape_of(self)) < 2:
        raise EngineRuntimeError("Input must be >= 2-d.")
    return flip(self, (1 - len(shape_of(self)),))


def _flipud(self: Array) -> Any:
    if not shape_of(self):
        raise EngineRuntimeError("Input must be >= 1-d.")
    return flip(self, (-len(shape_of(self)),))


composite("fliplr", _fliplr, doc="self with its columns in reverse order.")
composite("flipud", _flipud, doc="self with its rows in reverse order.")


# -- circular shifts


def _roll(self: Array, shifts: Shape, dims: Shape = ()) -> Any:
    array = np.asarray(self)
    if not dims and len(shifts) == 1:
        return np.asarray(np.roll(array, shifts[0]), order="C")
    if len(shifts) != len(dims):
        raise EngineRuntimeError(
            f"shifts and dimensions must align. shifts: {len(shifts)}, dims:{len(dims)}"
        )
    if not array.ndim:
        raise EngineIndexError("Dimension specified as 0 but tensor has no dimensions")
    for d in dims:
        negative_dim(d, array.ndim)
    return np.asarray(np.roll(array, shifts, dims), order="C")


def _roll_own(x: Any, shape: tuple[int, ...], shifts: tuple, dims: tuple) -> Any:
    """Roll the own axes of `x`, whose shape is `shape`."""
    if not shape:
        return x
    if dims:
        return roll(x, shifts, tuple(negative_dim(d, len(shape)) for d in dims))
    flat = reshape_own(x, len(shape), (math.prod(shape),))
    return reshape_own(roll(flat, shifts, (-1,)), 1, shape)


roll = linear(
    "roll",
    _roll,
    vjp=lambda g, self_shape, shifts, dims: _roll_own(
        g, self_shape, tuple(-s for s in shifts), dims
    ),
    jvp=lambda self_t, self_shape, shifts, dims: _roll_own(self_t, self_shape, shifts, dims),
    derivative="g rolled back",
    doc="self shifted along axes, what leaves at one end entering at the other.",
)


def _roll_by_half(self: Any, dim: tuple[int, ...] | None, more: int) -> Any:
    """Roll by half the size, rounded down, or up where `more` is 1."""
    shape = shape_of(self)
    dims = tuple(range(len(shape))) if dim is None else dim
    if not dims:
        raise EngineRuntimeError("`shifts` required")
    places = [negative_dim(d, len(shape)) for d in dims]
    return roll(self, tuple((shape[d] + more) // 2 for d in places), dims)


def _fftshift(self: Array, dim: Shape | None = None) -> Any:
    return _roll_by_half(self, dim, 0)


def _ifftshift(self: Array, dim: Shape | None = None) -> Any:
    return _roll_by_half(self, dim, 1)


composite(
    "fft.fftshift", _fftshift, method=False, doc="self rolled so that frequency 0 is central."
)
composite("fft.ifftshift", _ifftshift, method=False, doc="What undoes fftshift.")


# -- quarter turns


def _rot90(self: Array, k: int = 1, dims: Shape = (0, 1)) -> Any:
    array = np.asarray(self)
    if len(dims) != 2:
        raise EngineRuntimeError(f"expected total rotation dims == 2, but got dims = {len(dims)}")
    if array.ndim < 2:
        raise EngineRuntimeError(f"expected total dims >= 2, but got total dims = {array.ndim}")
    plane = _plane(dims, array.ndim)
    if plane[0] == plane[1]:
        raise EngineRuntimeError(
            f"expected rotation dims to be different, but got dim0 = {dims[0]} and dim1 = {dims[1]}"
        )
    return np.copy(np.rot90(array, k, plane))


def _plane(dims: tuple[int, ...], ndim: int) -> tuple[int, int]:
    return negative_dim(dims[0], ndim), negative_dim(dims[1], ndim)


rot90 = linear(
    "rot90",
    _rot90,
    vjp=lambda g, self_shape, k, dims: rot90(g, -k, _plane(dims, len(self_shape))),
    jvp=lambda self_t, self_shape, k, dims: rot90(self_t, k, _plane(dims, len(self_shape))),
    derivative={"self": "rot90(g, -k, dims)"},
    doc="self turned by k quarter turns in the plane of two axes, from the first to the second.",
)


# -- shuffles


def _shuffle(x: Any, shape: tuple[int, ...], groups: int) -> Any:
    """Interleave the channels (axis 1) of `groups` groups; `shape` is that of the own axes."""
    channels, rest = shape[1], math.prod(shape[2:])
    split = reshape_own(x, len(shape), (shape[0], groups, channels // groups, rest))
    return reshape_own(permute_own(split, (-4, -2, -3, -1)), 4, shape)


def _channel_shuffle(self: Array, groups: int) -> Any:
    array = np.asarray(self)
    if array.ndim < 3:
        raise EngineRuntimeError(
            "channel_shuffle expects input with > 2 dims, but got input with sizes "
            f"{list(array.shape)}"
        )
    if groups <= 0:
        raise EngineRuntimeError(
            f"Number of groups to divide channels in must be positive. Value of groups:{groups}"
        )
    if array.shape[1] % groups:
        raise EngineRuntimeError(
            "Number of channels must be divisible by groups. Got "
            f"{array.shape[1]} channels and {groups} groups."
        )
    return _shuffle(array, array.shape, groups).copy()


linear(
    "nn.functional.channel_shuffle",
    _channel_shuffle,
    aliases=("channel_shuffle",),
    node="ChannelShuffleBackward0",
    method=False,
    vjp=lambda g, self_shape, groups: _shuffle(g, self_shape, self_shape[1] // groups),
    jvp=lambda self_t, self_shape, groups: _shuffle(self_t, self_shape, groups),
    derivative={"self": "channel_shuffle(g, self.shape[1]//groups)"},
    doc="The channels (axis 1) of groups interleaved, as ShuffleNet does.",
)
linear(
    "nn.functional.native_channel_shuffle",
    _channel_shuffle,
    aliases=("native_channel_shuffle",),
    node="NotImplemented",
    method=False,
    vjp=lambda g, self_shape, groups: _shuffle(g, self_shape, self_shape[1] // groups),
    jvp=lambda self_t, self_shape, groups: _shuffle(self_t, self_shape, groups),
    derivative="not implemented, as in torch: see channel_shuffle",
    doc="The channels (axis 1) of groups interleaved; torch gives it no derivative.",
)


def _check_pixels(name: str, array: np.ndarray, which: str, factor: int) -> None:
    if array.ndim < 3:
        raise EngineRuntimeError(
            f"{name} expects input to have at least 3 dimensions, but got input with "
            f"{array.ndim} dimension(s)"
        )
    if factor <= 0:
        raise EngineRuntimeError(f"{name} expects a positive {which}_factor, but got {factor}")


def _pixel_shuffle(self: Array, upscale_factor: int) -> Any:
    array = np.asarray(self)
    r = upscale_factor
    _check_pixels("pixel_shuffle", array, "upscale", r)
    *lead, channels, height, width = array.shape
    if channels % (r * r):
        raise EngineRuntimeError(
            "pixel_shuffle expects its input's 'channel' dimension to be divisible by the square "
            f"of upscale_factor, but input.size(-3)={channels} is not divisible by {r * r}"
        )
    split = array.reshape(*lead, channels // (r * r), r, r, height, width)
    n = len(lead)
    moved = split.transpose(*range(n), n, n + 3, n + 1, n + 4, n + 2)
    return moved.reshape(*lead, channels // (r * r), height * r, width * r).copy()


def _pixel_unshuffle(self: Array, downscale_factor: int) -> Any:
    array = np.asarray(self)
    r = downscale_factor
    _check_pixels("pixel_unshuffle", array, "downscale", r)
    *lead, channels, height, width = array.shape
    for name, size, axis in (("height", height, -2), ("width", width, -1)):
        if size % r:
            raise EngineRuntimeError(
                f"pixel_unshuffle expects {name} to be divisible by downscale_factor, but "
                f"input.size({axis})={size} is not divisible by {r}"
            )
    split = array.reshape(*lead, channels, height // r, r, width // r, r)
    n = len(lead)
    moved = split.transpose(*range(n), n, n + 2, n + 4, n + 1, n + 3)
    return moved.reshape(*lead, channels * r * r, height // r, width // r).copy()


pixel_shuffle = linear(
    "nn.functional.pixel_shuffle",
    _pixel_shuffle,
    aliases=("pixel_shuffle",),
    node="PixelShuffleBackward0",
    method=False,
    vjp=lambda g, upscale_factor: pixel_unshuffle(g, upscale_factor),
    doc="Channels spread over an image upscale_factor times as high and wide.",
)
pixel_unshuffle = linear(
    "nn.functional.pixel_unshuffle",
    _pixel_unshuffle,
    aliases=("pixel_unshuffle",),
    node="PixelUnshuffleBackward0",
    method=False,
    vjp=lambda g, downscale_factor: pixel_shuffle(g, downscale_factor),
    doc="An image gathered into downscale_factor squared as many channels.",
)
