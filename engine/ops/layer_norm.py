"""Normalization of each instance by itself: over its last axes, groups of channels, neighbours."""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from .. import dtypes
from ..errors import EngineRuntimeError, EngineValueError
from ..kinds import Array, Number, Setting, Shape
from ..registry import composite, structural
from . import standardize
from .arithmetic import add_number
from .lead import ndim, reshape_own, shape_of, sum_axes, unsqueeze_own
from .matrix import raw_of
from .public import call

F = "nn.functional."


# -- over the last axes


def _aligned(values: Any, own: int, count: int) -> Any:
    """Values of the last `own` axes, aligned with a tensor of `count` axes."""
    if values is None or own == count:
        return values
    return unsqueeze_own(values, tuple(range(-count, -own)))


def _layer_norm(
    input: Array, weight: Array | None, bias: Array | None, shape: Setting, eps: Setting
) -> Any:
    dims = tuple(range(-len(shape), 0))
    return standardize.forward(input, dims, eps, weight, bias)


def _layer_norm_vjp(
    g_output: Any, input: Any, weight: Any, shape: tuple, eps: float, needs: tuple
) -> tuple:
    dims = tuple(range(-len(shape), 0))
    front = tuple(range(-ndim(input), -len(shape)))
    unit, scale = standardize.standardized(input, dims, eps)
    d = g_output if weight is None else g_output * weight
    return (
        standardize.carried(d, unit, scale, dims) if needs[0] else None,
        sum_axes(g_output * unit, front) if needs[1] else None,
        sum_axes(g_output, front) if needs[2] else None,
    )


def _layer_norm_jvp(
    input: Any, weight: Any, shape: tuple, eps: float, input_t: Any, weight_t: Any, bias_t: Any
) -> list:
    dims = tuple(range(-len(shape), 0))
    unit, scale = standardize.standardized(input, dims, eps)
    t = None if input_t is None else standardize.carried(input_t, unit, scale, dims)
    own, count = len(shape), ndim(input)
    weight_t, bias_t = _aligned(weight_t, own, count), _aligned(bias_t, own, count)
    out = standardize.affine_tangent(unit, weight, t, weight_t, bias_t, shape_of(input))
    return [out, None, None]


layer_norm_row = structural(
    "_layer_norm",
    _layer_norm,
    outputs=("output", "mean", "rstd"),
    node="NativeLayerNormBackward0",
    vjp=_layer_norm_vjp,
    jvp=_layer_norm_jvp,
    doc="The last axes standardized, times weight plus bias; with mean and 1 / deviation.",
)


def _check_last(input: Any, shape: tuple[int, ...], weight: Any, bias: Any, star: str) -> None:
    """Source: torch aten/src/ATen/native/layer_norm.h, _check_layer_norm_inputs."""
    if not shape:
        raise EngineRuntimeError(
            "Expected normalized_shape to be at least 1-dimensional, i.e., containing at least "
            "one element, but got normalized_shape = []"
        )
    for name, value in (("weight", weight), ("bias", bias)):
        if value is not None and shape_of(value) != shape:
            raise EngineRuntimeError(
                f"Expected {name} to be of same shape as normalized_shape, but got {name} of "
                f"shape {list(shape_of(value))} and normalized_shape = {list(shape)}"
            )
    whole = shape_of(input)
    if whole[len(whole) - len(shape) :] != shape or len(whole) < len(shape):
        sizes = ", ".join(map(str, shape))
        raise EngineRuntimeError(
            f"Given normalized_shape={list(shape)}, expected input with shape [{star}{sizes}], "
            f"but got input of size{list(whole)}"
        )


def _native_layer_norm(
    input: Array,
    normalized_shape: Shape,
    weight: Array | None,
    bias: Array | None,
    eps: Number,
) -> Any:
    _check_last(input, normalized_shape, weight, bias, "*, ")
    standardize.check_dtypes(input, "LayerNormKernelImpl", weight, bias)
    return tuple(layer_norm_row(input, weight, bias, normalized_shape, eps))


def _functional_layer_norm(
    input: Array,
    normalized_shape: Shape,
    weight: Array | None = None,
    bias: Array | None = None,
    eps: Number = 1e-5,
) -> Any:
    return _native_layer_norm(input, normalized_shape, weight, bias, eps)[0]


composite(
    "native_layer_norm",
    _native_layer_norm,
    method=False,
    doc="layer_norm together with the mean and 1 / deviation that it used.",
)
composite(
    f"{F}layer_norm",
    _functional_layer_norm,
    method=False,
    doc="The last axes standardized, times weight plus bias.",
)


# -- over groups of channels


def _grouped(x: Any, shape: tuple[int, ...], groups: int) -> Any:
    """A tensor of `shape` as (batch, groups, elements of a group)."""
    count = math.prod(shape[1:]) // groups
    return reshape_own(x, len(shape), (shape[0], groups, count))


def _channels(values: Any, count: int) -> Any:
    """One value a channel, aligned with a tensor of `count` axes."""
    return None if values is None else unsqueeze_own(values, (-count, *range(2 - count, 0)))


def _group_norm(
    input: Array, weight: Array | None, bias: Array | None, groups: Setting, eps: Setting
) -> Any:
    flat = _grouped(input, input.shape, groups)
    unit, mean, scale = standardize.forward(flat, (-1,), eps, None, None)
    unit = unit.reshape(input.shape)
    weight, bias = _channels(weight, input.ndim), _channels(bias, input.ndim)
    return standardize.apply_affine(unit, weight, bias), mean[..., 0], scale[..., 0]


def _group_norm_vjp(
    g_output: Any,
    g_mean: Any,
    g_rstd: Any,
    input: Any,
    weight: Any,
    groups: int,
    eps: float,
    needs: tuple,
) -> tuple:
    shape = shape_of(input)
    flat, scale = standardize.standardized(_grouped(input, shape, groups), (-1,), eps)
    count = shape_of(flat)[-1]
    parts = []
    if g_output is not None and needs[0]:
        d = g_output if weight is None else g_output * _channels(weight, len(shape))
        parts.append(standardize.carried(_grouped(d, shape, groups), flat, scale, (-1,)))
    if g_mean is not None:
        parts.append(unsqueeze_own(g_mean, (-1,)) / count + flat * 0)
    if g_rstd is not None:
        parts.append(-unsqueeze_own(g_rstd, (-1,)) * (scale * scale) * flat / count)
    besides = (-len(shape), *range(2 - len(shape), 0))
    unit = reshape_own(flat, 3, shape)
    flowed = g_output is not None
    return (
        reshape_own(sum(parts[1:], parts[0]), 3, shape) if parts and needs[0] else None,
        sum_axes(g_output * unit, besides) if flowed and needs[1] else None,
        sum_axes(g_output, besides) if flowed and needs[2] else None,
    )


def _group_norm_jvp(
    input: Any, weight: Any, groups: int, eps: float, input_t: Any, weight_t: Any, bias_t: Any
) -> list:
    shape = shape_of(input)
    flat, scale = standardize.standardized(_grouped(input, shape, groups), (-1,), eps)
    t = mean_t = scale_t = None
    if input_t is not None:
        raw = _grouped(input_t, shape, groups)
        count = shape_of(flat)[-1]
        t = reshape_own(standardize.carried(raw, flat, scale, (-1,)), 3, shape)
        mean_t = sum_axes(raw, (-1,)) / count
        rate = reshape_own(scale * scale, 3, shape_of(scale)[:-1])
        scale_t = -sum_axes(raw * flat, (-1,)) * rate / count
    weight, weight_t, bias_t = (_channels(v, len(shape)) for v in (weight, weight_t, bias_t))
    unit = reshape_own(flat, 3, shape)
    out = standardize.affine_tangent(unit, weight, t, weight_t, bias_t, shape)
    return [out, mean_t, scale_t]


group_norm_row = structural(
    "_group_norm",
    _group_norm,
    outputs=("output", "mean", "rstd"),
    node="NativeGroupNormBackward0",
    vjp=_group_norm_vjp,
    jvp=_group_norm_jvp,
    doc="Groups of channels standardized, times weight plus bias; with mean and 1 / deviation.",
)


# torch's signature spells the sizes of the input out as N, C and HxW
def _native_group_norm(
    input: Array,
    weight: Array | None,
    bias: Array | None,
    N: int,
    C: int,
    HxW: int,
    group: int,
    eps: Number,
) -> Any:
    shape = shape_of(input)
    _check_groups(shape, group, weight, bias)
    standardize.check_dtypes(input, "GroupNormKernelImpl", weight, bias)
    return tuple(group_norm_row(input, weight, bias, group, eps))


def _check_groups(shape: tuple[int, ...], groups: int, weight: Any, bias: Any) -> None:
    """Source: torch aten/src/ATen/native/group_norm.cpp, check_group_norm_inputs."""
    if groups <= 0:
        raise EngineRuntimeError(f"Expected num groups to be greater than 0, got {groups}")
    if shape[1] % groups:
        raise EngineRuntimeError(
            "Expected number of channels in input to be divisible by num_groups, but got input "
            f"of shape {list(shape)} and num_groups={groups}"
        )
    for name, value in (("weight", weight), ("bias", bias)):
        if value is not None and shape_of(value) != (shape[1],):
            raise EngineRuntimeError(
                f"Expected {name} to be a vector of size equal to the number of channels in "
                f"input, but got {name} of shape {list(shape_of(value))} and input of shape "
                f"{list(shape)}"
            )


def _functional_group_norm(
    input: Array,
    num_groups: int,
    weight: Array | None = None,
    bias: Array | None = None,
    eps: Number = 1e-5,
) -> Any:
    shape = shape_of(input)
    if len(shape) < 2:
        raise EngineRuntimeError(
            f"Expected at least 2 dimensions for input tensor but received {len(shape)}"
        )
    sizes = [shape[0] * shape[1] // num_groups, num_groups, *shape[2:]]
    if math.prod((sizes[0], *sizes[2:])) == 1:
        raise EngineValueError(
            f"Expected more than 1 value per channel when training, got input size {sizes}"
        )
    count = math.prod(shape[2:])
    return _native_group_norm(input, weight, bias, shape[0], shape[1], count, num_groups, eps)[0]


composite(
    "native_group_norm",
    _native_group_norm,
    method=False,
    doc="group_norm together with the mean and 1 / deviation that it used.",
)
composite(
    f"{F}group_norm",
    _functional_group_norm,
    method=False,
    doc="Groups of channels standardized, times weight plus bias.",
)


# -- by the root of the mean square, and by the neighbouring channels


def _rms_norm(
    input: Array, normalized_shape: Shape, weight: Array | None = None, eps: Number | None = None
) -> Any:
    _check_last(input, normalized_shape, weight, None, "*")
    array = raw_of(input)
    if eps is None:
        eps = float(np.finfo(array.dtype).eps)
    wide = call("to", input, dtypes.float32) if array.dtype.char == "e" else input
    dims = tuple(range(-len(normalized_shape), 0))
    mean = call("mean", call("pow", wide, 2), dims, True)
    out = wide * call("rsqrt", add_number(mean, eps))
    if weight is not None:
        out = out * weight
    dtype = dtypes.of(array)
    return call("to", out, dtype) if dtypes.of(raw_of(out)) is not dtype else out


composite(
    f"{F}rms_norm",
    _rms_norm,
    method=False,
    doc="The last axes over the root of their mean square, times weight.",
)


def _local_response_norm(
    input: Array, size: int, alpha: Number = 1e-4, beta: Number = 0.75, k: Number = 1.0
) -> Any:
    """Source: torch nn/functional.py, local_response_norm."""
    shape = shape_of(input)
    if len(shape) < 3:
        raise EngineValueError(
            "Expected 3D or higher dimensionality                          input "
            f"(got {len(shape)} dimensions)"
        )
    if not raw_of(input).size:
        return input
    squares = input * input
    pads = (size // 2, (size - 1) // 2)
    if len(shape) == 3:
        padded = call(F + "pad", call("unsqueeze", squares, 1), (0, 0, *pads))
        means = call("squeeze", call(F + "avg_pool2d", padded, (size, 1), 1), 1)
    else:
        rows = call("view", squares, (shape[0], 1, shape[1], shape[2], -1))
        padded = call(F + "pad", rows, (0, 0, 0, 0, *pads))
        means = call("squeeze", call(F + "avg_pool3d", padded, (size, 1, 1), 1), 1)
        means = call("view", means, shape)
    return input / call("pow", means * alpha + k, beta)


composite(
    f"{F}local_response_norm",
    _local_response_norm,
    method=False,
    doc="Each element over a power of the mean square of the neighbouring channels.",
)
