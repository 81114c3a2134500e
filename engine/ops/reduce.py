"""Sums, means and products over axes, and their kin.

Every reduction is a row over given axes (`sum:dim`), counted from the end; the overload that
reduces everything exists beside it because torch gives it a node of its own.
Formulas: torch derivatives.yaml and FunctionsManual.cpp, in their order of operations.
"""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from .. import dtypes
from ..errors import EngineRuntimeError
from ..kinds import Array, Dims, DType
from ..registry import linear
from ..rules import cast_back
from .lead import expand_own, unsqueeze_own


def own_dims(shape: tuple[int, ...]) -> tuple[int, ...]:
    """All axes of a tensor of `shape`, counted from the end."""
    return tuple(range(-len(shape), 0))


def count_over(shape: tuple[int, ...], dims: tuple[int, ...]) -> int:
    """How many elements each result of a reduction over `dims` gathers."""
    return math.prod(shape[d] for d in dims)


def restore(reduced: Any, dims: tuple[int, ...], keepdim: bool) -> Any:
    """A reduced value with its reduced axes as size 1 again."""
    return reduced if keepdim or not dims else unsqueeze_own(reduced, dims)


def spread(g: Any, shape: tuple[int, ...], dims: tuple[int, ...], keepdim: bool) -> Any:
    """A cotangent of a reduction over `dims` of a tensor of `shape`, back over its elements."""
    return expand_own(restore(g, dims, keepdim), shape)


def _in(array: np.ndarray, dtype: dtypes.DType | None) -> np.ndarray:
    return array if dtype is None else array.astype(dtype.np, copy=False)


def _add_up(array: np.ndarray, dims: tuple[int, ...], keepdim: bool) -> Any:
    """The sum in torch's dtype for it; half precision is summed in float32."""
    kind = array.dtype
    if kind.kind in "bui":
        return np.add.reduce(array, axis=dims, keepdims=keepdim, dtype=np.int64)
    if kind.itemsize == 2:
        wide = np.add.reduce(array, axis=dims, keepdims=keepdim, dtype=np.float32)
        return wide.astype(kind)
    return np.add.reduce(array, axis=dims, keepdims=keepdim)


# -- sums


def _sum(self: Array, *, dtype: DType | None = None) -> Any:
    array = _in(np.asarray(self), dtype)
    return _add_up(array, own_dims(array.shape), False)


sum_all = linear(
    "sum",
    _sum,
    vjp=lambda g, self_shape, self_dtype: cast_back(
        spread(g, self_shape, own_dims(self_shape), False), self_dtype
    ),
    jvp=lambda self_t, self_shape, dtype: sum_dim(self_t, own_dims(self_shape), False, dtype),
    doc="The sum of all elements.",
)


def _sum_dim(
    self: Array, dim: Dims | None = None, keepdim: bool = False, *, dtype: DType | None = None
) -> Any:
    return _add_up(_in(np.asarray(self), dtype), dim, keepdim)


sum_dim = linear(
    "sum:dim",
    _sum_dim,
    node="SumBackward1",
    vjp=lambda g, self_shape, self_dtype, dim, keepdim: cast_back(
        spread(g, self_shape, dim, keepdim), self_dtype
    ),
    doc="The sum over axes.",
)


# -- means


def _mean_of(array: np.ndarray, dims: tuple[int, ...], keepdim: bool, asked: Any) -> Any:
    if array.dtype.kind != "f":
        name = dtypes.of(array).tensor_type.removeprefix("torch.").removesuffix("Tensor")
        raise EngineRuntimeError(
            f"mean(): could not infer output dtype. {'Input' if asked is None else 'Optional'} "
            f"dtype must be either a floating point or complex dtype. Got: {name}"
        )
    count = count_over(array.shape, dims)
    if array.dtype.itemsize == 2:
        wide = np.add.reduce(array, axis=dims, keepdims=keepdim, dtype=np.float32)
        return (wide / np.float32(count)).astype(array.dtype)
    return np.true_divide(np.add.reduce(array, axis=dims, keepdims=keepdim), count)


def _mean(self: Array, *, dtype: DType | None = None) -> Any:
    array = _in(np.asarray(self), dtype)
    return _mean_of(array, own_dims(array.shape), False, dtype)


mean_all = linear(
    "mean",
    _mean,
    vjp=lambda g, self_shape, self_dtype: cast_back(
        spread(g, self_shape, own_dims(self_shape), False) / max(1, math.prod(self_shape)),
        self_dtype,
    ),
    jvp=lambda self_t, self_shape, dtype: mean_dim(self_t, own_dims(self_shape), False, dtype),
    doc="The mean of all elements.",
)


def _mean_dim(
    self: Array, dim: Dims | None = None, keepdim: bool = False, *, dtype: DType | None = None
) -> Any:
    return _mean_of(_in(np.asarray(self), dtype), dim, keepdim, dtype)


mean_dim = linear(
    "mean:dim",
    _mean_dim,
    node="MeanBackward1",
    vjp=lambda g, self_shape, self_dtype, dim, keepdim: cast_back(
        spread(g, self_shape, dim, keepdim) / max(1, count_over(self_shape, dim)), self_dtype
    ),
    doc="The mean over axes.",
)
