"""torch.masked: reductions, running sums and normalizations of the elements a mask lets through.

Each is the plain operation after the masked-out elements are replaced by its neutral element,
so that they receive no gradient. Where everything is masked out the result is the neutral
element, or nan for means, medians and variances.
Source: torch/masked/_ops.py.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

import numpy as np

from .. import dtypes
from ..errors import EngineIndexError, EngineValueError
from ..kinds import Array, Dim, Dims, DType, Index, Number
from ..registry import composite
from ..tensor import result
from .arithmetic import div, mul, sub
from .choose import maximum, where
from .convert import to_dtype
from .cumulative import cumsum
from .extrema import amax, amin, argmax, argmin
from .norm import vector_norm
from .products import cumprod, prod_dim
from .public import call
from .reduce import logsumexp, sum_dim


def _lowest(dtype: dtypes.DType) -> float | int:
    return -math.inf if dtype.is_floating_point else int(np.iinfo(dtype.np).min)


def _highest(dtype: dtypes.DType) -> float | int:
    return math.inf if dtype.is_floating_point else int(np.iinfo(dtype.np).max)


def _full_mask(x: Any, mask: Any) -> np.ndarray:
    """The mask as booleans of the shape of `x`."""
    if mask.ndim > x.ndim:
        raise EngineIndexError(
            "_input_mask expected broadcastable mask (got mask dimensionality higher than of the "
            "input)"
        )
    return call("broadcast_to", mask, x.shape).array().astype(bool)


def fill(x: Any, mask: Any, value: float | int) -> Any:
    """`x` with its masked-out elements replaced."""
    return x if mask is None else where(result(_full_mask(x, mask)), x, value)


def _summing(x: Any, dtype: Any) -> Any:
    """The dtype that torch.masked sums in: small integers in int64."""
    return dtype or (dtypes.int64 if x.dtype.category < 2 else x.dtype)


# -- reductions


def masked_sum(
    input: Array,
    dim: Dims = None,
    *,
    keepdim: bool = False,
    dtype: DType | None = None,
    mask: Index | None = None,
) -> Any:
    """The sum of what a mask leaves, in int64 for small integers."""
    return sum_dim(fill(input, mask, 0), dim, keepdim, _summing(input, dtype))


def _prod(
    input: Array,
    dim: Dims = None,
    *,
    keepdim: bool = False,
    dtype: DType | None = None,
    mask: Index | None = None,
) -> Any:
    out = to_dtype(fill(input, mask, 1), _summing(input, dtype))
    for d in sorted((d + input.ndim for d in dim), reverse=True):
        out = prod_dim(out, d - out.ndim, keepdim, None)
    return out


def _extremum(op: Callable, neutral: Callable) -> Callable:
    def function(
        input: Array,
        dim: Dims = None,
        *,
        keepdim: bool = False,
        dtype: DType | None = None,
        mask: Index | None = None,
    ) -> Any:
        return to_dtype(op(fill(input, mask, neutral(input.dtype)), dim, keepdim), dtype)

    return function


def _position(op: Callable, neutral: Callable) -> Callable:
    def function(
        input: Array,
        dim: Dim | None = None,
        *,
        keepdim: bool = False,
        dtype: DType | None = None,
        mask: Index | None = None,
    ) -> Any:
        at = op(fill(input, mask, neutral(input.dtype)), dim, keepdim)
        return to_dtype(at, dtype or input.dtype)  # torch gives the positions the input's dtype

    return function


def _counted(x: Any, mask: Any, dim: tuple[int, ...], keepdim: bool) -> Any:
    """How many elements the mask lets through, as an int64 tensor."""
    inside = np.ones(x.shape, bool) if mask is None else _full_mask(x, mask)
    return result(np.asarray(np.add.reduce(inside, axis=dim, keepdims=keepdim, dtype=np.int64)))


def _mean(
    input: Array,
    dim: Dims = None,
    *,
    keepdim: bool = False,
    dtype: DType | None = None,
    mask: Index | None = None,
) -> Any:
    kind = dtype or input.dtype
    if not kind.is_floating_point:
        raise EngineValueError(
            f"mean(): Could not infer output dtype. {'Optional' if dtype else 'Input'} dtype must "
            f"be either a floating point or complex dtype. Got: {kind!r}"
        )
    total = sum_dim(fill(input, mask, 0), dim, keepdim, kind)
    return div(total, _counted(input, mask, dim, keepdim))


def _median(
    input: Array,
    dim: Dim = -1,
    *,
    keepdim: bool = False,
    dtype: DType | None = None,
    mask: Index | None = None,
) -> Any:
    x = input if input.dtype.is_floating_point else to_dtype(input, dtypes.float32)
    out = call("nanmedian", fill(x, mask, math.nan), dim, keepdim)[0]
    if x is input:
        return out
    if np.any(np.isnan(out.array())):
        raise EngineValueError(
            "masked median expects no fully masked out rows if dtype is not floating point"
        )
    return to_dtype(out, dtype or input.dtype)


def _logsumexp(
    input: Array,
    dim: Dims = None,
    *,
    keepdim: bool = False,
    dtype: DType | None = None,
    mask: Index | None = None,
) -> Any:
    filled = fill(input, mask, _lowest(input.dtype))
    return to_dtype(logsumexp(filled, dim, keepdim), dtype or input.dtype)


def masked_norm(
    input: Array,
    ord: Number = 2.0,
    dim: Dims = None,
    *,
    keepdim: bool = False,
    dtype: DType | None = None,
    mask: Index | None = None,
) -> Any:
    """The norm of order `ord` of what a mask leaves."""
    filled = fill(input, mask, math.inf if ord == -math.inf else 0)
    return vector_norm(filled, ord, dim, keepdim, dtype)


def _spread_about_mean(take_root: bool) -> Callable:
    def function(
        input: Array,
        dim: Dims = None,
        unbiased: bool | None = None,
        *,
        correction: Number | None = None,
        keepdim: bool = False,
        dtype: DType | None = None,
        mask: Index | None = None,
    ) -> Any:
        lost = 1 if unbiased is None else int(unbiased)
        lost = lost if correction is None else correction
        kind = dtype or (input.dtype if input.dtype.is_floating_point else dtypes.float32)
        mean = div(sum_dim(fill(input, mask, 0), dim, True, kind), _counted(input, mask, dim, True))
        apart = sub(input, mean)
        total = sum_dim(fill(mul(apart, apart), mask, 0), dim, keepdim, kind)
        count = _counted(input, mask, dim, keepdim).array()
        freedom = np.maximum(count - lost, 0).astype(kind.np) if lost else count
        out = div(total, result(freedom))
        return call("sqrt", out) if take_root else out

    return function


# -- running sums and products, normalizations


def _running(op: Callable, neutral: int) -> Callable:
    def function(
        input: Array, dim: Dim, *, dtype: DType | None = None, mask: Index | None = None
    ) -> Any:
        return to_dtype(
            op(fill(input, mask, neutral), dim, dtype or input.dtype), dtype or input.dtype
        )

    return function


def _normalization(name: str, neutral: Callable) -> Callable:
    def function(
        input: Array, dim: Dim, *, dtype: DType | None = None, mask: Index | None = None
    ) -> Any:
        filled = fill(input, mask, neutral(input.dtype))
        return call(name, filled, dim, dtype=dtype or input.dtype)

    return function


def _normalize(
    input: Array,
    ord: Number,
    dim: Dims,
    *,
    eps: Number = 1e-12,
    dtype: DType | None = None,
    mask: Index | None = None,
) -> Any:
    norm = masked_norm(input, ord, dim, keepdim=True, dtype=dtype, mask=mask)
    floor = result(np.asarray(eps, dtype=norm.dtype.np))
    return div(fill(input, mask, 0), maximum(norm, floor))


_ROWS: dict[str, tuple[Callable, str]] = {
    "sum": (masked_sum, "The sum"),
    "prod": (_prod, "The product"),
    "amax": (_extremum(amax, _lowest), "The largest"),
    "amin": (_extremum(amin, _highest), "The smallest"),
    "argmax": (_position(argmax, _lowest), "The position of the largest"),
    "argmin": (_position(argmin, _highest), "The position of the smallest"),
    "mean": (_mean, "The mean"),
    "median": (_median, "The median, the lower of two,"),
    "logsumexp": (_logsumexp, "The logarithm of the sum of exponentials"),
    "norm": (masked_norm, "The norm"),
    "var": (_spread_about_mean(False), "The variance"),
    "std": (_spread_about_mean(True), "The standard deviation"),
    "cumsum": (_running(cumsum, 0), "The running sum"),
    "cumprod": (_running(cumprod, 1), "The running product"),
    "softmax": (_normalization("nn.functional.softmax", _lowest), "The softmax"),
    "log_softmax": (_normalization("nn.functional.log_softmax", _lowest), "The log_softmax"),
    "softmin": (_normalization("nn.functional.softmin", _highest), "The softmin"),
    "normalize": (_normalize, "The quotient by the norm"),
}
for _name, (_function, _what) in _ROWS.items():
    composite(
        f"masked.{_name}",
        _function,
        method=False,
        doc=f"{_what} of the elements for which the mask is true.",
    )
