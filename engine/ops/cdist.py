"""Distances between all pairs of rows of two matrices: cdist.

Where two rows coincide, and where the distance has a corner, the slope is taken as torch takes
it: 0 for coinciding rows and for equal elements, all of it for each largest difference of the
maximum norm. Source: torch aten/src/ATen/native/cpu/DistanceOpsKernel.cpp. Unlike torch's, the
rules are differentiable again.
"""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from .. import shapes
from ..errors import EngineRuntimeError, EngineValueError
from ..kinds import Array, Number
from ..registry import structural
from .choose import where
from .lead import ndim, shape_of, sum_axes, sum_back, unsqueeze_own, zeros_like
from .matrix import add_tangents, name_of, padded
from .power import pow_scalar
from .rounding import sgn

_MODES = (
    "use_mm_for_euclid_dist_if_necessary",
    "use_mm_for_euclid_dist",
    "donot_use_mm_for_euclid_dist",
)


def _cdist(x1: Array, x2: Array, p: Number = 2.0, compute_mode: str = _MODES[0]) -> Any:
    _check(x1, x2, p, compute_mode)
    front = shapes.broadcast(x1.shape[:-2], x2.shape[:-2])
    shapes.check_size((*front, x1.shape[-2], x2.shape[-2], max(x1.shape[-1], 1)), x1.dtype.itemsize)
    apart = np.abs(x1[..., :, None, :] - x2[..., None, :, :])
    if not apart.shape[-1]:
        return np.zeros(apart.shape[:-1], x1.dtype)
    if p == 0:
        return np.add.reduce(apart != 0, axis=-1, dtype=x1.dtype)
    if p == 1:
        return np.add.reduce(apart, axis=-1)
    if p == 2:
        return np.sqrt(np.add.reduce(apart * apart, axis=-1))
    if p == math.inf:
        return np.max(apart, axis=-1)
    return np.add.reduce(apart**p, axis=-1) ** (1 / p)


def _check(x1: Any, x2: Any, p: float, mode: str) -> None:
    for name, value in (("X1", x1), ("X2", x2)):
        if value.dtype.kind != "f":
            raise EngineRuntimeError(
                f"cdist only supports floating-point dtypes, {name} got: {name_of(value)}"
            )
    for name, value in (("X1", x1), ("X2", x2)):
        if ndim(value) < 2:
            raise EngineRuntimeError(
                f"cdist only supports at least 2D tensors, {name} got: {ndim(value)}D"
            )
    if x1.shape[-1] != x2.shape[-1]:
        raise EngineRuntimeError(
            f"X1 and X2 must have the same number of columns. X1: {x1.shape[-1]} X2: {x2.shape[-1]}"
        )
    if p < 0:
        raise EngineRuntimeError("cdist only supports non-negative p values")
    if mode not in _MODES:
        raise EngineValueError(f"{mode} is not a valid value for compute_mode")
    if x1.dtype != x2.dtype:
        raise EngineRuntimeError(f"expected scalar type {name_of(x1)} but found {name_of(x2)}")


def _differences(x1: Any, x2: Any) -> Any:
    return unsqueeze_own(x1, (-2,)) - unsqueeze_own(x2, (-3,))


def _slope(x1: Any, x2: Any, result: Any, p: float) -> Any:
    """The derivative of each distance by each element of x1 minus x2."""
    apart = _differences(x1, x2)
    if p == 0:
        return zeros_like(apart)
    if p == 1:
        return sgn(apart)
    distance = unsqueeze_own(result, (-1,))
    size = sgn(apart) * apart
    if p == math.inf:
        return where(size == distance, sgn(apart), 0.0)
    none = (distance == 0) | (apart == 0)
    ratio = where(none, 1.0, size) / where(none, 1.0, distance)
    return where(none, 0.0, sgn(apart) * pow_scalar(ratio, p - 1))


def _vjp(g: Any, x1: Any, x2: Any, result: Any, p: float, x1_shape: Any, x2_shape: Any) -> tuple:
    pulled = unsqueeze_own(g, (-1,)) * _slope(x1, x2, result, p)
    lead = ndim(g) - len(shape_of(result))
    return (
        sum_back(sum_axes(pulled, (-2,)), lead, x1_shape),
        sum_back(-sum_axes(pulled, (-3,)), lead, x2_shape),
    )


def _jvp(
    x1_t: Any, x2_t: Any, x1: Any, x2: Any, result: Any, p: float, x1_shape: Any, x2_shape: Any
) -> Any:
    most = len(shape_of(result))
    step = None
    if x1_t is not None:
        step = unsqueeze_own(padded(x1_t, x1_shape, most), (-2,))
    if x2_t is not None:
        step = add_tangents(step, -unsqueeze_own(padded(x2_t, x2_shape, most), (-3,)))
    return sum_axes(step * _slope(x1, x2, result, p), (-1,))


cdist = structural(
    "cdist",
    _cdist,
    vjp=_vjp,
    jvp=_jvp,
    method=False,
    kink=lambda x1, x2, p, result: result == 0,
    derivative=(
        "for each pair of rows g*sign(d)*(abs(d)/result)^(p - 1), d their difference, summed"
    ),
    doc="The p-norm distances of all pairs of rows; the slope of coinciding rows is taken as 0.",
)
