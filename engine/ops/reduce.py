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
from ..kernels import sums
from ..kinds import Array, Dims, DType, Shape
from ..registry import composite, linear, plain, structural
from .arithmetic import div
from .choose import where
from .convert import to_dtype
from .exponential import exp
from .lead import expand_own, shape_of, sum_axes, unsqueeze_own, zeros_like
from .public import call


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
    if g.__class__ is float and shape:
        return np.full(shape, g)
    return expand_own(restore(g, dims, keepdim), shape)


def _in(array: np.ndarray, dtype: dtypes.DType | None) -> np.ndarray:
    return array if dtype is None else array.astype(dtype.np, copy=False)


def in_sum_dtype(array: np.ndarray, dtype: Any) -> np.ndarray:
    """`array` in the dtype that torch adds and multiplies it up in: integers in int64."""
    if dtype is not None:
        return array.astype(dtype.np, copy=False)
    return array.astype(np.int64, copy=False) if array.dtype.kind in "bui" else array


def running(ufunc: np.ufunc, array: np.ndarray, dim: int) -> Any:
    """Running sums or products; floats are carried in float64, as torch's `acc_type` has it."""
    if not array.ndim:
        return array[()]
    if array.dtype.kind != "f":
        return ufunc.accumulate(array, axis=dim)
    return ufunc.accumulate(array, axis=dim, dtype=np.float64).astype(array.dtype, copy=False)


def _add_up(array: np.ndarray, dims: tuple[int, ...], keepdim: bool) -> Any:
    """The sum in torch's dtype for it; half precision is summed in float32."""
    kind = array.dtype
    if kind.kind in "bui":
        return np.add.reduce(array, axis=dims, keepdims=keepdim, dtype=np.int64)
    if kind.itemsize == 2:
        wide = np.add.reduce(array, axis=dims, keepdims=keepdim, dtype=np.float32)
        return wide.astype(kind)
    return sums.total(array, dims, keepdim)


# -- sums


def _sum(self: Array, *, dtype: DType | None = None) -> Any:
    array = _in(np.asarray(self), dtype)
    return _add_up(array, own_dims(array.shape), False)


sum_all = linear(
    "sum",
    _sum,
    vjp=lambda g, self_shape, self_dtype: to_dtype(
        spread(g, self_shape, own_dims(self_shape), False), self_dtype
    ),
    jvp=lambda self_t, self_shape, dtype: sum_dim(self_t, own_dims(self_shape), False, dtype),
    derivative={"self": "expand(g, self.shape)"},
    doc="The sum of all elements.",
)


def _sum_dim(
    self: Array, dim: Dims = None, keepdim: bool = False, *, dtype: DType | None = None
) -> Any:
    return _add_up(_in(np.asarray(self), dtype), dim, keepdim)


sum_dim = linear(
    "sum:dim",
    _sum_dim,
    node="SumBackward1",
    vjp=lambda g, self_shape, self_dtype, dim, keepdim: to_dtype(
        spread(g, self_shape, dim, keepdim), self_dtype
    ),
    derivative="g for each element of its sum",
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
    return np.true_divide(sums.total(array, dims, keepdim), count)


def _mean(self: Array, *, dtype: DType | None = None) -> Any:
    array = _in(np.asarray(self), dtype)
    return _mean_of(array, own_dims(array.shape), False, dtype)


mean_all = linear(
    "mean",
    _mean,
    vjp=lambda g, self_shape, self_dtype: to_dtype(
        spread(g / max(1, math.prod(self_shape)), self_shape, own_dims(self_shape), False),
        self_dtype,
    ),
    jvp=lambda self_t, self_shape, dtype: mean_dim(self_t, own_dims(self_shape), False, dtype),
    derivative={"self": "expand(g/numel(self), self.shape)"},
    doc="The mean of all elements.",
)


def _mean_dim(
    self: Array, dim: Dims = None, keepdim: bool = False, *, dtype: DType | None = None
) -> Any:
    return _mean_of(_in(np.asarray(self), dtype), dim, keepdim, dtype)


mean_dim = linear(
    "mean:dim",
    _mean_dim,
    node="MeanBackward1",
    vjp=lambda g, self_shape, self_dtype, dim, keepdim: to_dtype(
        spread(g / max(1, count_over(self_shape, dim)), self_shape, dim, keepdim), self_dtype
    ),
    derivative="g over their number, for each element of its mean",
    doc="The mean over axes.",
)


# -- without nan

not_nan = plain(
    "_not_nan", lambda self: np.logical_not(np.isnan(self)), doc="Whether each element is a number."
)


def _nansum(
    self: Array, dim: Dims = None, keepdim: bool = False, *, dtype: DType | None = None
) -> Any:
    array = _in(np.asarray(self), dtype)
    if array.dtype.kind == "f":
        array = np.where(np.isnan(array), array.dtype.type(0), array)
    return _add_up(array, dim, keepdim)


nansum = structural(
    "nansum",
    _nansum,
    vjp=lambda g, self, self_shape, self_dtype, dim, keepdim: (
        to_dtype(spread(g, self_shape, dim, keepdim), self_dtype) * not_nan(self)
    ),
    jvp=lambda self_t, self, dim, keepdim, dtype: sum_dim(
        where(not_nan(self), self_t, zeros_like(self_t)), dim, keepdim, dtype
    ),
    derivative="g for each element of its sum that is a number, 0 where nan",
    doc="The sum over axes, nan taken as 0.",
)


def _nanmean(
    self: Array, dim: Dims = None, keepdim: bool = False, *, dtype: DType | None = None
) -> Any:
    if not self.dtype.is_floating_point:
        name = self.dtype.tensor_type.removeprefix("torch.").removesuffix("Tensor")
        raise EngineRuntimeError(
            f"nanmean(): expected input to have floating point or complex dtype but got {name}"
        )
    total = nansum(self, dim, keepdim, dtype)
    return div(total, sum_dim(not_nan(self), dim, keepdim))


nanmean = composite("nanmean", _nanmean, doc="The mean over axes of what is not nan.")


# -- logsumexp


def _logsumexp(self: Array, dim: Dims = None, keepdim: bool = False) -> Any:
    array = np.asarray(self)
    kind = array.dtype
    wide = array.astype(np.float64, copy=False)
    if 0 in array.shape:
        top = np.zeros(tuple(1 if d - array.ndim in dim else n for d, n in enumerate(array.shape)))
    else:
        top = np.maximum.reduce(wide, axis=dim, keepdims=True)
        top = np.where(np.isinf(top), 0.0, top)
    total = np.log(np.add.reduce(np.exp(wide - top), axis=dim, keepdims=True)) + top
    return (total if keepdim else np.squeeze(total, dim)).astype(kind, copy=False)


logsumexp = structural(
    "logsumexp",
    _logsumexp,
    promote="float",
    aliases=("special.logsumexp",),
    vjp=lambda g, self, result, dim, keepdim: (
        restore(g, dim, keepdim) * exp(self - restore(result, dim, keepdim))
    ),
    jvp=lambda self_t, self, result, dim, keepdim: sum_axes(
        self_t * exp(self - restore(result, dim, keepdim)), dim, keepdim
    ),
    derivative="g*exp(self - result), result and g as with keepdim",
    doc="The logarithm of the sum of exponentials over axes, without overflow.",
)


# -- counts and predicates


def _truth(ufunc: np.ufunc) -> Any:
    def forward(self: Array, dim: Dims = None, keepdim: bool = False) -> Any:
        array = np.asarray(self)
        out = ufunc.reduce(array, axis=dim, keepdims=keepdim, dtype=bool)
        return np.asarray(out).astype(array.dtype) if array.dtype == np.uint8 else out

    return forward


all_true = plain("all", _truth(np.logical_and), doc="Whether all elements are true (not zero).")
any_true = plain("any", _truth(np.logical_or), doc="Whether any element is true (not zero).")


def _count_nonzero(self: Array, dim: Dims = None) -> Any:
    return np.add.reduce(np.not_equal(self, 0), axis=dim, dtype=np.int64)


count_nonzero = plain("count_nonzero", _count_nonzero, doc="How many elements are not zero.")


def _sum_to_size(self: Array, size: Shape) -> Any:
    shape = shape_of(self)
    missing = len(shape) - len(size)
    fits = missing >= 0 and all(
        m in (1, n) for m, n in zip(size, shape[max(missing, 0) :], strict=True)
    )
    if not fits:
        raise EngineRuntimeError(
            f"size {{{list(size)}}} is not expandable to size {{{list(shape)}}}."
        )
    gone = tuple(range(-len(shape), -len(size)))
    kept = tuple(d for d in own_dims(size) if size[d] == 1 and shape[d] != 1)
    if not gone and not kept:
        return self
    if not size:
        return sum_all(self)
    summed = sum_dim(self, gone + kept, True)
    if not gone:
        return summed
    return call("view", summed, size)


sum_to_size = composite(
    "sum_to_size", _sum_to_size, doc="The sum over axes that makes a tensor of a given size."
)
