"""Fake quantization: numbers rounded to what a quantized tensor could hold.

The gradient passes where the number lies in the range and stops elsewhere.
Source: torch aten/src/ATen/native/quantized/cpu/kernels/QuantizedOpKernels.cpp,
fake_quantize_tensor_cachemask_kernel and its per-channel kin.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from .. import dtypes
from ..errors import EngineIndexError, EngineRuntimeError, kernel_missing
from ..kinds import Array, Index, Number, Setting, Tensors
from ..registry import composite, structural
from .choose import where
from .matrix import raw_of


def _levels(array: np.ndarray, scale: np.ndarray, zero_point: np.ndarray) -> np.ndarray:
    """The level that each number is nearest to, as floats; scales are float32, as in torch.

    A whole zero point is added after rounding, another one before.
    """
    scaled = array * (np.float32(1) / scale)
    if zero_point.dtype.kind == "f":
        return np.rint(scaled + zero_point)
    return zero_point + np.rint(scaled)


def _inside(levels: np.ndarray, quant_min: int, quant_max: int) -> np.ndarray:
    return (levels >= quant_min) & (levels <= quant_max)


def _quantized(
    self: Array, scale: Setting, zero_point: Setting, quant_min: int, quant_max: int
) -> Any:
    array = np.asarray(self)
    if array.dtype.kind != "f":
        raise kernel_missing(
            "fake_quantize_tensor_cachemask_kernel_type_handling", dtypes.of(array)
        )
    levels = np.fmin(np.fmax(_levels(array, scale, zero_point), quant_min), quant_max)
    return ((levels - zero_point) * scale).astype(array.dtype)


def _slope(
    g: Any, self: Any, scale: np.ndarray, zero_point: np.ndarray, quant_min: int, quant_max: int
) -> Any:
    levels = _levels(np.asarray(raw_of(self)), scale, zero_point)
    return where(_inside(levels, quant_min, quant_max), g, 0.0)


def _declare(which: str) -> Any:
    return structural(
        f"_fake_quantize_{which.lower()}",
        _quantized,
        node=f"FakeQuantizePer{which}Backward0",
        vjp=_slope,
        jvp=lambda self_t, self, scale, zero_point, quant_min, quant_max: _slope(
            self_t, self, scale, zero_point, quant_min, quant_max
        ),
        method=False,
        derivative="g where the level of self lies in the range, else 0",
        doc="Numbers rounded to levels between two bounds.",
    )


_BY_NUMBERS = _declare("TensorAffineCachemask")
_BY_TENSORS = _declare("TensorAffineCachemaskTensorQparams")
_BY_CHANNELS = _declare("ChannelAffineCachemask")


def _check(zero_point: np.ndarray, quant_min: int, quant_max: int) -> None:
    """Raise torch's errors for a range that is empty or lacks a zero point."""
    if quant_min > quant_max:
        raise EngineRuntimeError("`quant_min` should be less than or         equal to `quant_max`.")
    if not _inside(zero_point, quant_min, quant_max).all():
        raise EngineRuntimeError("`zero_point` must be between `quant_min` and `quant_max`.")


def _per_tensor(self: Array, scale: Number, zero_point: int, quant_min: int, quant_max: int) -> Any:
    point = np.asarray(zero_point)
    _check(point, quant_min, quant_max)
    return _BY_NUMBERS(self, np.float32(scale), point, quant_min, quant_max)


def _per_tensor_given(
    self: Array, scale: Tensors, zero_point: Tensors, quant_min: int, quant_max: int
) -> Any:
    size = np.asarray(raw_of(scale)).reshape(-1)[0].astype(np.float32)
    point = np.asarray(raw_of(zero_point)).reshape(-1)[0].astype(np.int32)
    _check(point, quant_min, quant_max)
    return _BY_TENSORS(self, size, point, quant_min, quant_max)


def _check_channels(shape: tuple, sizes: np.ndarray, points: np.ndarray, axis: int) -> None:
    """Raise torch's errors for scales and zero points that do not fit the slices."""
    if sizes.dtype != np.float32:
        raise EngineRuntimeError(
            f"Scale must be Float or BFloat16, found {dtypes.scalar_type(sizes)}"
        )
    if points.dtype not in (np.int32, np.float32, np.float16):
        raise EngineRuntimeError(
            f"Zero-point must be Int32, Float or Half, found {dtypes.scalar_type(points)}"
        )
    if sizes.ndim != 1:
        raise EngineRuntimeError("scale should be a 1-D tensor")
    if sizes.shape != points.shape:
        raise EngineRuntimeError("scale and zero-point need to have the same dimensions")
    if not -len(shape) <= axis < len(shape):
        raise EngineIndexError(
            f"Dimension out of range (expected to be in range of [{-len(shape)}, "
            f"{len(shape) - 1}], but got {axis})"
        )
    if sizes.shape != (shape[axis],):
        raise EngineRuntimeError(
            "dimensions of scale and zero-point are not consistent with input tensor"
        )


def _per_channel(
    self: Array, scale: Index, zero_point: Index, axis: int, quant_min: int, quant_max: int
) -> Any:
    shape = np.shape(raw_of(self))
    sizes, points = np.asarray(raw_of(scale)), np.asarray(raw_of(zero_point))
    _check_channels(shape, sizes, points, axis)
    _check(points, quant_min, quant_max)
    if axis < 0:
        raise EngineRuntimeError("`axis` must be between 0 and number of dimensions of input")
    along = (-1, *(1,) * (len(shape) - axis - 1))
    return _BY_CHANNELS(
        self, sizes.astype(np.float32).reshape(along), points.reshape(along), quant_min, quant_max
    )


composite(
    "fake_quantize_per_tensor_affine:tensors",
    _per_tensor_given,
    method=False,
    doc="self rounded to multiples of a scale, scale and zero point tensors of one element.",
)
composite(
    "fake_quantize_per_tensor_affine",
    _per_tensor,
    method=False,
    doc="self rounded to multiples of a scale, clamped to a range of levels.",
)
composite(
    "fake_quantize_per_channel_affine",
    _per_channel,
    method=False,
    doc="self rounded to levels with a scale and a zero point for each slice along an axis.",
)
