"""Resizing of batches of signals: interpolate and upsample, in all of torch's modes.

A mode is a linear map along each of the last axes (see kernels/resample.py); its rule is the
transposed maps.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

import numpy as np

from .. import dtypes, shapes
from ..errors import (
    EngineRuntimeError,
    EngineTypeError,
    EngineValueError,
    NotOffered,
    kernel_missing,
)
from ..kernels import resample
from ..kinds import Array, Setting
from ..registry import composite, linear
from .avg_pool import adaptive_avg_pool
from .lead import shape_of
from .matrix import raw_of

F = "nn.functional."


def _resampled(self: Array, maps: Setting) -> Any:
    """Apply one map an axis, the last first."""
    array = self.astype(np.float32) if self.dtype.char == "e" else self
    for axis, one in zip(range(-1, -len(maps) - 1, -1), reversed(maps), strict=True):
        shape = list(array.shape)
        shape[axis] = len(one.columns)
        shapes.check_size(shape, array.itemsize)
        array = one.apply(array, axis)
    return array.astype(self.dtype, copy=False)


def _transposed(g: Any, maps: tuple) -> Any:
    return resampled(g, tuple(one.transposed() for one in maps))


resampled = linear(
    "_resample",
    _resampled,
    vjp=_transposed,
    doc="A linear map along each of the last axes.",
)
_LETTERS = {1: "W", 2: "HW", 3: "DHW"}
_NAMES = {
    ("nearest", 1): "UpsampleNearest1D",
    ("nearest", 2): "UpsampleNearest2D",
    ("nearest", 3): "UpsampleNearest3D",
    ("nearest-exact", 1): "UpsampleNearestExact1D",
    ("nearest-exact", 2): "UpsampleNearestExact2D",
    ("nearest-exact", 3): "UpsampleNearestExact3D",
    ("linear", 1): "UpsampleLinear1D",
    ("bilinear", 2): "UpsampleBilinear2D",
    ("trilinear", 3): "UpsampleTrilinear3D",
    ("bicubic", 2): "UpsampleBicubic2D",
    ("bilinear", 2, True): "UpsampleBilinear2DAa",
    ("bicubic", 2, True): "UpsampleBicubic2DAa",
    ("lanczos", 2, True): "UpsampleLanczos2DAa",
}
_ROWS = {
    key: linear(
        f"_upsample_{key[0].replace('-', '_')}{key[1]}d{'_aa' if len(key) > 2 else ''}",
        _resampled,
        node=f"{name}Backward0",
        vjp=_transposed,
        jvp=lambda self_t, maps: resampled(self_t, maps),
        doc=f"The last axes resized by {key[0]} interpolation.",
    )
    for key, name in _NAMES.items()
}
_MAPS: dict[str, Callable] = {
    "nearest": lambda n, out, align, factor, dtype: resample.nearest(n, out, factor, dtype),
    "nearest-exact": lambda n, out, align, factor, dtype: resample.nearest_exact(
        n, out, factor, dtype
    ),
    "linear": resample.linear,
    "bilinear": resample.linear,
    "trilinear": resample.linear,
    "bicubic": resample.cubic,
}


def _upsample(
    self: Any, key: tuple[Any, ...], outs: tuple[int, ...], align: bool, factors: tuple | None
) -> Any:
    """Run the row of a mode. In two axes torch finds nearest elements in single precision."""
    array = raw_of(self)
    mode, sizes = key[0], array.shape[2:]
    if min((*sizes, *outs), default=1) <= 0:
        raise _no_size(sizes, outs)
    if not array.size and array.shape[0]:
        raise EngineRuntimeError(
            f"Non-empty {array.ndim}D data tensor expected but got a tensor with sizes "
            f"{list(array.shape)}"
        )
    if array.dtype.kind != "f":
        fast = mode == "nearest" and len(sizes) == 2
        kernel = "upsample_nearest2d_channels_last" if fast else f"compute_indices_weights_{mode}"
        raise kernel_missing(kernel, dtypes.of(array))
    shapes.check_size(array.shape[:2] + outs, array.itemsize)
    single = array.dtype.char == "e" or (mode.startswith("nearest") and len(sizes) == 2)
    dtype = np.dtype(np.float32) if single else array.dtype
    make = partial(resample.filtered, mode) if len(key) > 2 else _MAPS[mode]
    maps = tuple(
        make(n, out, align, None if factors is None else float(factors[k]), dtype)
        for k, (n, out) in enumerate(zip(sizes, outs, strict=True))
    )
    return _ROWS[key](self, maps)


def _no_size(sizes: tuple, outs: tuple) -> EngineRuntimeError:
    letters = _LETTERS[len(sizes)]
    given, made = (
        ", ".join(f"{k}: {n}" for k, n in zip(letters, ns, strict=True)) for ns in (sizes, outs)
    )
    joint = "and output" if len(sizes) == 1 else "output"
    return EngineRuntimeError(
        f"Input and output sizes should be greater than 0, but got input ({given}) {joint} ({made})"
    )


def _interpolate(
    self: Array,
    size: Setting = None,
    scale_factor: Setting = None,
    mode: str = "nearest",
    align_corners: bool | None = None,
    recompute_scale_factor: bool | None = None,
    antialias: bool = False,
) -> Any:
    """Source: torch nn/functional.py, interpolate."""
    if mode in ("nearest", "area", "nearest-exact") and align_corners is not None:
        raise EngineValueError(
            "align_corners option can only be set with the interpolating modes: linear | "
            "bilinear | bicubic | trilinear"
        )
    shape = shape_of(self)
    outs, factors = _wanted(shape, size, scale_factor)
    if recompute_scale_factor and size is not None:
        raise EngineValueError("recompute_scale_factor is not meaningful with an explicit size.")
    if outs is None:
        assert factors is not None
        outs = tuple(int(n * f) for n, f in zip(shape[2:], factors, strict=True))
        if recompute_scale_factor or mode == "area":
            factors = None
    if antialias and not (mode in resample.FILTERS and len(shape) == 4):
        raise EngineValueError(
            "Anti-alias option is restricted to bilinear, bicubic, and lanczos modes and "
            "requires a 4-D tensor as input"
        )
    if mode == "area" and len(shape) in (3, 4, 5):
        return adaptive_avg_pool(len(shape) - 2, self, outs)
    if mode == "lanczos" and len(shape) == 4:
        _check_lanczos(bool(align_corners), antialias)
    key = (mode, len(shape) - 2, True) if antialias else (mode, len(shape) - 2)
    if key not in _ROWS:
        raise _no_mode(mode, len(shape))
    return _upsample(self, key, outs, bool(align_corners), factors)


def _wanted(
    shape: tuple[int, ...], size: Any, scale_factor: Any
) -> tuple[tuple[int, ...] | None, tuple | None]:
    """The sizes or the factors that are asked for, one an axis."""
    if size is not None and scale_factor is not None:
        raise EngineValueError("only one of size or scale_factor should be defined")
    if size is None and scale_factor is None:
        raise EngineValueError("either size or scale_factor should be defined")
    axes = len(shape) - 2
    if size is not None:
        return _wanted_sizes(shape, size, axes), None
    if not isinstance(scale_factor, list | tuple):
        return None, (scale_factor,) * axes
    if len(scale_factor) != axes:
        raise EngineValueError(
            "Input and scale_factor must have the same number of spatial dimensions, but got "
            f"input with spatial dimensions of {list(shape[2:])} and scale_factor of shape "
            f"{scale_factor}. Please provide input tensor in (N, C, d1, d2, ...,dK) format and "
            "scale_factor in (s1, s2, ...,sK) format."
        )
    return None, tuple(scale_factor)


def _wanted_sizes(shape: tuple[int, ...], size: Any, axes: int) -> tuple[int, ...]:
    if not isinstance(size, list | tuple):
        return (int(size),) * axes
    if len(size) != axes:
        raise EngineValueError(
            "Input and output must have the same number of spatial dimensions, but got input "
            f"with spatial dimensions of {list(shape[2:])} and output size of {size}. Please "
            "provide input tensor in (N, C, d1, d2, ...,dK) format and output size in (o1, o2, "
            "...,oK) format."
        )
    if any(isinstance(n, float) for n in size):
        raise EngineTypeError(
            "expected size to be one of int or Tuple[int] or Tuple[int, int] or Tuple[int, int, "
            f"int], but got size with types {[type(n) for n in size]}"
        )
    return tuple(int(n) for n in size)


def _check_lanczos(align_corners: bool, antialias: bool) -> None:
    if align_corners:
        raise EngineValueError("Lanczos mode does not support align_corners=True")
    if not antialias:
        raise EngineValueError("Lanczos mode requires antialias=True")


_NEEDS = {"linear": 3, "bilinear": 4, "trilinear": 5}


def _no_mode(mode: str, axes: int) -> NotOffered:
    if mode in _NEEDS and axes in (3, 4, 5):
        return NotOffered(f"Got {axes}D input, but {mode} mode needs {_NEEDS[mode]}D input")
    return NotOffered(
        f"Input Error: Only 3D, 4D and 5D input Tensors supported (got {axes}D) for the modes: "
        "nearest | linear | bilinear | bicubic | trilinear | lanczos | area | nearest-exact "
        f"(got {mode})"
    )


composite(
    f"{F}interpolate",
    _interpolate,
    method=False,
    doc="The axes behind batch and channels resized, to sizes or by factors.",
)


def _upsample_any(
    self: Array,
    size: Setting = None,
    scale_factor: Setting = None,
    mode: str = "nearest",
    align_corners: bool | None = None,
) -> Any:
    return _interpolate(self, size, scale_factor, mode, align_corners)


def _upsample_nearest(self: Array, size: Setting = None, scale_factor: Setting = None) -> Any:
    return _interpolate(self, size, scale_factor, "nearest")


def _upsample_bilinear(self: Array, size: Setting = None, scale_factor: Setting = None) -> Any:
    return _interpolate(self, size, scale_factor, "bilinear", True)


for _name, _function in (
    ("upsample", _upsample_any),
    ("upsample_nearest", _upsample_nearest),
    ("upsample_bilinear", _upsample_bilinear),
):
    composite(
        F + _name,
        _function,
        method=False,
        doc="interpolate under an older name.",
    )
