"""Vector and matrix norms, distances, and scaling down to a norm.

Where a norm is 0 its slope is taken as 0; the maximum norm shares its slope among the elements
that reach it; the "norm" of order 0 counts and passes no gradient.
Formulas: torch FunctionsManual.cpp, norm_backward, norm_jvp and renorm_backward.
"""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from .. import dtypes, shapes
from ..errors import EngineRuntimeError
from ..kinds import Array, Dim, Dims, DType, Number
from ..registry import plain, structural
from .arithmetic import abs as absolute
from .choose import where
from .convert import to_dtype
from .extrema import tie_count
from .lead import pad_own, shape_of, sum_axes, unexpand, zeros_like
from .power import pow_scalar
from .reduce import own_dims, restore
from .rounding import sgn


def _norm_of(array: np.ndarray, p: float, dims: tuple[int, ...], keepdim: bool) -> Any:
    """The norm in the dtype of `array`; powers of float32 are computed in float64."""

    def total(values: Any) -> Any:
        return np.add.reduce(values, axis=dims, keepdims=keepdim)

    if p == 0:
        return total(np.not_equal(array, 0).astype(array.dtype))
    size = np.abs(array)
    if p == 1:
        return total(size)
    if p == 2:
        return np.sqrt(total(array * array))
    if math.isinf(p):
        reduce = np.maximum.reduce if p > 0 else np.minimum.reduce
        return reduce(size, axis=dims, keepdims=keepdim)
    powers = np.power(size.astype(np.float64, copy=False), p)
    return np.asarray(np.power(total(powers), 1 / p)).astype(array.dtype, copy=False)


def _masked(values: Any, where_true: Any) -> Any:
    """`values` with zeros where the condition holds."""
    return where(where_true, zeros_like(values), values)


def _at_peak(self: Array, norm: Any) -> Any:
    size = np.abs(self)
    return np.equal(size, norm) | np.isnan(size)


at_peak = plain("_at_peak", _at_peak, doc="Which elements reach the maximum norm, or are nan.")


def norm_back(g: Any, self: Any, p: float, norm: Any, dims: tuple) -> Any:
    """The cotangent of a norm; `g` and `norm` have the reduced axes as size 1."""
    if p == 0:
        return None
    if p == 1:
        return sgn(self) * g
    if p == 2:
        return g * _masked(self / norm, norm == 0)
    if math.isinf(p):
        mask = at_peak(self, norm)
        return sgn(self) * (g / tie_count(mask, dims, self) * mask)
    if p < 1:
        scaled = sgn(self) * _masked(pow_scalar(absolute(self), p - 1), self == 0)
        return scaled * g * pow_scalar(norm, 1 - p)
    if p < 2:
        scaled = sgn(self) * pow_scalar(absolute(self), p - 1)
    else:
        scaled = self * pow_scalar(absolute(self), p - 2)
    return scaled * _masked(g / pow_scalar(norm, p - 1), norm == 0)


def norm_push(t: Any, self: Any, p: float, norm: Any, dims: tuple, keepdim: bool) -> Any:
    """The tangent of a norm; `norm` has the reduced axes as size 1."""
    if p == 0:
        return None
    ones = sum_axes(zeros_like(self), dims, True) + 1.0
    slopes = norm_back(ones, self, p, norm, dims)
    return sum_axes(slopes * t, dims, keepdim)


def _at_kink(self: Any, p: float, norm: Any, dims: tuple) -> Any:
    """Where a convention stands in for the slope of a norm."""
    if math.isinf(p):
        return tie_count(at_peak(self, norm), dims, self) > 1
    return self == 0 if p <= 1 else norm == 0


def _vector_norm(
    self: Array,
    ord: Number = 2,
    dim: Dims = None,
    keepdim: bool = False,
    *,
    dtype: DType | None = None,
) -> Any:
    array = np.asarray(self)
    _check_dtype("linalg.vector_norm", array, dtype)
    if dtype is not None:
        array = array.astype(dtype.np, copy=False)
    if not array.size and (ord < 0 or ord == math.inf):
        _need_identity(array.shape, ord, dim)
    return _norm_of(array, ord, dim, keepdim)


def _check_dtype(name: str, array: np.ndarray, dtype: DType | None) -> None:
    given = dtypes.of(array)
    if not given.is_floating_point:
        raise EngineRuntimeError(
            f"{name}: Expected a floating point or complex tensor as input. "
            f"Got {dtypes.SCALAR_TYPE_NAMES[given.name]}"
        )
    if dtype is not None and dtypes.promote_types(given, dtype) is not dtype:
        raise EngineRuntimeError(
            f"{name}: the dtype of the input ({dtypes.SCALAR_TYPE_NAMES[given.name]}) should be "
            f"convertible without narrowing to the specified dtype "
            f"({dtypes.SCALAR_TYPE_NAMES[dtype.name]})"
        )


def _need_identity(shape: tuple[int, ...], order: float, dims: tuple[int, ...]) -> None:
    start = f"linalg.vector_norm cannot compute the {order:g} norm on "
    if len(dims) == len(shape):
        raise EngineRuntimeError(
            f"{start}an empty tensor because the operation does not have an identity"
        )
    for d in sorted(d + len(shape) for d in dims):
        if not shape[d]:
            raise EngineRuntimeError(
                f"{start}the dimension {d}because this dimension is empty and the operation does "
                "not have an identity"
            )


_RULES: dict[str, Any] = {
    "vjp": lambda g, self, result, self_dtype, ord, dim, keepdim, dtype: to_dtype(
        norm_back(
            restore(g, dim, keepdim),
            to_dtype(self, dtype),
            ord,
            restore(result, dim, keepdim),
            dim,
        ),
        self_dtype,
    ),
    "jvp": lambda self_t, self, result, ord, dim, keepdim, dtype: norm_push(
        to_dtype(self_t, dtype),
        to_dtype(self, dtype),
        ord,
        restore(result, dim, keepdim),
        dim,
        keepdim,
    ),
    "kink": lambda self, result, ord, dim, keepdim: _at_kink(
        self, ord, restore(result, dim, keepdim), dim
    ),
    "derivative": "g*sign(self)*(abs(self)/result)^(ord - 1), result and g as with keepdim",
    "doc": "The p-norm of the elements over axes; its slope where it is 0 is taken as 0.",
}
vector_norm = structural("linalg.vector_norm", _vector_norm, **_RULES)
# what torch's own code, rather than a program, takes the norm of shows this node
norm_along = structural(
    "_norm_along",
    _vector_norm,
    node="NormBackward1",
    shown=lambda self, ord, dim, keepdim, dtype: vector_norm(self, ord, dim, keepdim, dtype),
    **_RULES,
)


# -- distance


def _dist(self: Array, other: Array, p: Number = 2) -> Any:
    shapes.broadcast(shape_of(self), shape_of(other))
    apart = np.asarray(np.subtract(self, other))
    if apart.dtype.kind != "f":
        name = dtypes.SCALAR_TYPE_NAMES[dtypes.of(apart).name]
        raise EngineRuntimeError(
            f"norm(): input dtype should be either floating point or complex. Got {name} instead."
        )
    return _norm_of(apart, p, own_dims(apart.shape), False)


def _dist_vjp(
    g: Any, self: Any, other: Any, result: Any, p: float, self_shape: Any, other_shape: Any
) -> list:
    apart = self - other
    shape = shape_of(apart)
    dims = own_dims(shape)
    d = norm_back(restore(g, dims, False), apart, p, restore(result, dims, False), dims)
    if d is None:
        return [None, None]
    return [unexpand(d, self_shape, shape), -unexpand(d, other_shape, shape)]


def _dist_jvp(
    self_t: Any,
    other_t: Any,
    self: Any,
    other: Any,
    result: Any,
    p: float,
    self_shape: Any,
    other_shape: Any,
) -> Any:
    apart = self - other
    shape = shape_of(apart)
    dims = own_dims(shape)
    norm = restore(result, dims, False)
    if other_t is None:
        t = _padded(self_t, self_shape, shape)
    else:
        t = -_padded(other_t, other_shape, shape)
        t = t if self_t is None else _padded(self_t, self_shape, shape) + t
    return norm_push(t, apart, p, norm, dims, False)


def _padded(t: Any, own: tuple, shape: tuple) -> Any:
    """A tangent of an input of shape `own`, ready to broadcast to `shape`."""
    return pad_own(t, len(shape_of(t)) - len(own), len(shape) - len(own))


dist = structural(
    "dist",
    _dist,
    promote="type",
    vjp=_dist_vjp,
    jvp=_dist_jvp,
    kink=lambda self, other, p, result: _at_kink(
        self - other,
        p,
        restore(result, own_dims(shape_of(self - other)), False),
        own_dims(shape_of(self - other)),
    ),
    derivative={
        "self": "g*sign(self - other)*(abs(self - other)/result)^(p - 1)",
        "other": "-g*sign(self - other)*(abs(self - other)/result)^(p - 1)",
    },
    doc="The p-norm of the difference of two tensors; its slope where it is 0 is taken as 0.",
)


# -- scaling down to a norm

_SAFE = 1e-7


def _renorm(self: Array, p: Number, dim: Dim, maxnorm: Number) -> Any:
    array = np.asarray(self)
    if array.ndim < 2:
        raise EngineRuntimeError(
            f"renorm: input needs at least 2 dimensions, got {array.ndim} dimensions"
        )
    if p <= 0:
        raise EngineRuntimeError("renorm: non-positive-norm not supported")
    if maxnorm < 0:
        raise EngineRuntimeError(f"renorm: expected maxnorm to be >= 0 but got {maxnorm:g}")
    norm = _norm_of(array, p, _others(array.shape, dim), True)
    factor = np.where(norm > maxnorm, maxnorm / (norm + _SAFE), 1.0)
    return array * factor.astype(array.dtype, copy=False)


def _others(shape: tuple[int, ...], dim: int) -> tuple[int, ...]:
    return tuple(d for d in own_dims(shape) if d != dim)


def _renorm_vjp(g: Any, self: Any, self_shape: tuple, p: float, dim: int, maxnorm: float) -> Any:
    dims = _others(self_shape, dim)
    norm = vector_norm(self, p, dims, True, None)
    through = norm_back(sum_axes(self * g, dims, True), self, p, norm, dims)
    inverse = 1.0 / (norm + _SAFE)
    return where(norm > maxnorm, maxnorm * inverse * (g - inverse * through), g)


def _renorm_jvp(
    self_t: Any, self: Any, self_shape: tuple, p: float, dim: int, maxnorm: float
) -> Any:
    dims = _others(self_shape, dim)
    norm = vector_norm(self, p, dims, True, None)
    growth = norm_push(self_t, self, p, norm, dims, True)
    inverse = 1.0 / (norm + _SAFE)
    scaled = maxnorm * inverse * (self_t - inverse * self * growth)
    return where(norm > maxnorm, scaled, self_t)


renorm = structural(
    "renorm",
    _renorm,
    vjp=_renorm_vjp,
    jvp=_renorm_jvp,
    derivative=(
        "g where the norm is at most maxnorm; else maxnorm/norm times g without its part along self"
    ),
    inplace=True,
    doc="The slices along dim, those whose p-norm exceeds maxnorm scaled down to it.",
)
