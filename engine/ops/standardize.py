"""Groups of elements brought to mean 0 and variance 1: what the normalizations share.

Rules take the statistics again from the input by generic operations, so that derivatives of any
order see how they depend on it. No rows are declared here.
"""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from .. import dtypes
from ..errors import EngineRuntimeError, kernel_missing
from .lead import expand_own, shape_of, sum_axes
from .matrix import add_tangents, name_of, raw_of
from .power import rsqrt


def statistics(x: np.ndarray, dims: tuple[int, ...]) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Mean and variance of the groups, their axes kept, and x less the mean; all in float64.

    Of groups without elements mean and variance are 0, as torch's kernels leave them.
    """
    count = max(size_of(x, dims), 1)
    mean = np.add.reduce(x, axis=dims, keepdims=True, dtype=np.float64) / count
    centred = x - mean
    return mean, np.add.reduce(centred * centred, axis=dims, keepdims=True) / count, centred


def forward(
    x: np.ndarray, dims: tuple[int, ...], eps: float, weight: Any, bias: Any
) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """The standardized groups times weight plus bias, with mean and 1 / deviation.

    weight and bias broadcast against x, or are None.
    """
    mean, variance, out = statistics(x, dims)
    scale = 1 / np.sqrt(variance + eps)
    out *= scale
    if weight is not None:
        out *= weight
    if bias is not None:
        out += bias
    return out.astype(x.dtype, copy=False), mean.astype(x.dtype), scale.astype(x.dtype)


def apply_affine(x: Any, weight: Any, bias: Any) -> Any:
    """`x * weight + bias`, where they are not None."""
    if weight is not None:
        x = x * weight
    return x if bias is None else x + bias


def standardized(x: Any, dims: tuple[int, ...], eps: float) -> tuple[Any, Any]:
    """The groups with mean 0 and variance 1, and 1 / deviation, by generic operations."""
    count = size_of(x, dims)
    centred = x - sum_axes(x, dims, True) / count
    scale = rsqrt(sum_axes(centred * centred, dims, True) / count + eps)
    return centred * scale, scale


def size_of(x: Any, dims: tuple[int, ...]) -> int:
    """The number of elements of a group."""
    return math.prod(shape_of(x)[d] for d in dims)


def carried(t: Any, unit: Any, scale: Any, dims: tuple[int, ...]) -> Any:
    """What standardizing does to a tangent or, since its Jacobian is symmetric, a cotangent.

    unit, scale: what `standardized` gave.
    """
    count = size_of(unit, dims)
    along = unit * (sum_axes(t * unit, dims, True) / count)
    return (t - sum_axes(t, dims, True) / count - along) * scale


def affine_tangent(
    unit: Any, weight: Any, unit_t: Any, weight_t: Any, bias_t: Any, shape: tuple[int, ...]
) -> Any:
    """The tangent of `unit * weight + bias`; weights and tangents broadcast, or are None."""
    if unit_t is not None and weight is not None:
        unit_t = unit_t * weight
    return add_tangents(
        unit_t,
        None if weight_t is None else unit * weight_t,
        None if bias_t is None else expand_own(bias_t, shape),
    )


def check_dtypes(input: Any, kernel: str, *parameters: Any) -> None:
    """Raise torch's errors for integers and for parameters of another dtype."""
    array = raw_of(input)
    if array.dtype.kind != "f":
        raise kernel_missing(kernel, dtypes.of(array))
    for p in parameters:
        if p is not None and raw_of(p).dtype != array.dtype:
            raise EngineRuntimeError(
                f"mixed dtype (CPU): expect parameter to have scalar type of {name_of(array)}"
            )
