"""Products and running products, with derivatives of every order that are right at zeros.

Where no factor is zero the formulas divide, as torch's do. Where one is, a product without one
factor is formed from the products before and after it, and a running product is differentiated
through its doubling scheme; both are polynomials, so zeros are nothing special to them.
Source of the first: torch FunctionsManual.cpp, prod_safe_zeros_backward.
"""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from ..kinds import Array, Dim, DType
from ..registry import plain, structural
from ..tensor import Tensor
from .axis import flip_axis, place_axis, slice_axis
from .convert import to_dtype
from .cumulative import cumsum, reversed_cumsum
from .lead import reshape_own, shape_of, sum_axes
from .reduce import in_sum_dtype, restore, running

_any_zero = plain(
    "_has_zero",
    lambda self: bool(np.any(np.equal(self, 0))),
    doc="Whether any element is zero.",
)


def has_zero(x: Any) -> bool:
    """Whether any element is zero, also inside vmap, where programs may not ask a tensor."""
    found = _any_zero(x)
    return bool(found.data if found.__class__ is Tensor else found)


def _first_one(self: Array, dim: Any) -> Any:
    out = np.zeros_like(self)
    out[(..., 0, *(slice(None),) * (-dim - 1))] = 1
    return out


first_one = plain("_first_one", _first_one, doc="Zeros, with ones at the start of one axis.")


def _before(x: Any, dim: int) -> Any:
    """For each element the product of those before it along the axis."""
    size = x.shape[dim]
    shifted = place_axis(slice_axis(x, dim, (0, size - 1, 1)), dim, (1, size, 1), size)
    return cumprod(shifted + first_one(x, dim), dim)


def products_of_others(x: Any, dim: int) -> Any:
    """For each element the product of all the others along the axis."""
    if x.shape[dim] < 2:
        return first_one(x, dim)
    return _before(x, dim) * flip_axis(_before(flip_axis(x, dim), dim), dim)


# -- prod


def _prod(self: Array, *, dtype: DType | None = None) -> Any:
    return np.multiply.reduce(in_sum_dtype(np.asarray(self), dtype), axis=None)


def _slopes(self: Any, result: Any, shape: tuple[int, ...]) -> Any:
    """The derivative of the product of all elements by each of them, in a row."""
    flat = reshape_own(self, len(shape), (math.prod(shape),))
    if has_zero(self):
        return products_of_others(flat, -1)
    return reshape_own(result, 0, (1,)) / flat


def _prod_vjp(g: Any, self: Any, result: Any, self_shape: Any, self_dtype: Any, dtype: Any) -> Any:
    if self_shape:
        slopes = _slopes(to_dtype(self, dtype), result, self_shape)
        g = reshape_own(reshape_own(g, 0, (1,)) * slopes, 1, self_shape)
    return to_dtype(g, self_dtype)


def _prod_jvp(self_t: Any, self: Any, result: Any, self_shape: Any, dtype: Any) -> Any:
    t = to_dtype(self_t, dtype)
    if not self_shape:
        return t
    flat = reshape_own(t, len(self_shape), (math.prod(self_shape),))
    return sum_axes(flat * _slopes(to_dtype(self, dtype), result, self_shape), (-1,), False)


prod_all = structural(
    "prod",
    _prod,
    vjp=_prod_vjp,
    jvp=_prod_jvp,
    derivative="g times the product of the other elements",
    doc="The product of all elements.",
)


def _prod_dim(self: Array, dim: Dim, keepdim: bool = False, *, dtype: DType | None = None) -> Any:
    array = in_sum_dtype(np.asarray(self), dtype)
    return np.multiply.reduce(array, axis=dim, keepdims=keepdim) if array.ndim else array[()]


def _slopes_along(self: Any, result: Any, dim: int, keepdim: bool) -> Any:
    if has_zero(self):
        return products_of_others(self, dim)
    return restore(result, (dim,), keepdim) / self


def _prod_dim_vjp(
    g: Any,
    self: Any,
    result: Any,
    self_shape: Any,
    self_dtype: Any,
    dim: Any,
    keepdim: Any,
    dtype: Any,
) -> Any:
    if self_shape:
        slopes = _slopes_along(to_dtype(self, dtype), result, dim, keepdim)
        g = restore(g, (dim,), keepdim) * slopes
    return to_dtype(g, self_dtype)


def _prod_dim_jvp(
    self_t: Any, self: Any, result: Any, self_shape: Any, dim: Any, keepdim: Any, dtype: Any
) -> Any:
    t = to_dtype(self_t, dtype)
    if not self_shape:
        return t
    slopes = _slopes_along(to_dtype(self, dtype), result, dim, keepdim)
    return sum_axes(t * slopes, (dim,), keepdim)


prod_dim = structural(
    "prod:dim",
    _prod_dim,
    node="ProdBackward1",
    vjp=_prod_dim_vjp,
    jvp=_prod_dim_jvp,
    derivative="g times the product of the other elements along dim",
    doc="The product along one axis.",
)


# -- cumprod


def _cumprod(self: Array, dim: Dim, *, dtype: DType | None = None) -> Any:
    array = in_sum_dtype(np.asarray(self), dtype)
    return running(np.multiply, array, dim)


def _split(x: Any, dim: int, at: int) -> tuple[Any, Any, Any]:
    """The first `at` elements along the axis, those after them, and those that many before."""
    size = shape_of(x)[dim]
    head = slice_axis(x, dim, (0, at, 1))
    return head, slice_axis(x, dim, (at, size, 1)), slice_axis(x, dim, (0, size - at, 1))


def _join(head: Any, tail: Any, dim: int, at: int, size: int) -> Any:
    return place_axis(head, dim, (0, at, 1), size) + place_axis(tail, dim, (at, size, 1), size)


def _doublings(x: Any, dim: int) -> list[tuple[int, Any]]:
    """The running products of the last 1, 2, 4, ... elements, each with its length."""
    size = x.shape[dim]
    steps = []
    length = 1
    while length < size:
        steps.append((length, x))
        head, tail, before = _split(x, dim, length)
        x = _join(head, tail * before, dim, length, size)
        length *= 2
    return steps


def _cumprod_back(g: Any, x: Any, dim: int) -> Any:
    """The cotangent of a running product with zeros, back through its doublings."""
    size = x.shape[dim]
    for length, y in reversed(_doublings(x, dim)):
        _, tail, before = _split(y, dim, length)
        g_head, g_tail, _ = _split(g, dim, length)
        g = _join(g_head, g_tail * before, dim, length, size) + place_axis(
            g_tail * tail, dim, (0, size - length, 1), size
        )
    return g


def _cumprod_push(t: Any, x: Any, dim: int) -> Any:
    """The tangent of a running product with zeros, through its doublings."""
    size = x.shape[dim]
    for length, y in _doublings(x, dim):
        _, tail, before = _split(y, dim, length)
        t_head, t_tail, t_before = _split(t, dim, length)
        t = _join(t_head, t_tail * before + tail * t_before, dim, length, size)
    return t


def _cumprod_vjp(
    g: Any, self: Any, result: Any, self_shape: Any, self_dtype: Any, dim: Any, dtype: Any
) -> Any:
    if self_shape and self_shape[dim] > 1:
        x = to_dtype(self, dtype)
        if has_zero(self):
            g = _cumprod_back(g, x, dim)
        else:
            g = reversed_cumsum(g * result, dim) / x
    return to_dtype(g, self_dtype)


def _cumprod_jvp(self_t: Any, self: Any, result: Any, self_shape: Any, dim: Any, dtype: Any) -> Any:
    t = to_dtype(self_t, dtype)
    if not self_shape or self_shape[dim] < 2:
        return t
    x = to_dtype(self, dtype)
    if has_zero(self):
        return _cumprod_push(t, x, dim)
    return cumsum(t / x, dim) * result


cumprod = structural(
    "cumprod",
    _cumprod,
    vjp=_cumprod_vjp,
    jvp=_cumprod_jvp,
    derivative="the sum of g*result/self over what follows along dim, without the division",
    inplace=True,
    doc="The running product along one axis.",
)
