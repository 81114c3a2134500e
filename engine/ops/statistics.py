"""Variance, standard deviation, covariance and correlation.

Formulas: torch FunctionsManual.cpp (var_backward, std_backward) and Correlation.cpp. As there,
a variance with no degrees of freedom left is nan or infinite and so are its slopes, and the
standard deviation of equal elements has slope 0.
"""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from .. import dtypes
from ..errors import EngineRuntimeError
from ..kinds import Array, Index, Number, SomeDims
from ..registry import composite, structural
from .arithmetic import div, mul, sub
from .choose import where
from .lead import shape_of, sum_axes, zeros_like
from .public import call
from .reduce import count_over, mean_dim, own_dims, restore, spread, sum_all, sum_dim


def _over(dim: tuple[int, ...] | None, shape: tuple[int, ...]) -> tuple[int, ...]:
    return dim if dim and shape else own_dims(shape)


def _two_over(freedom: float) -> float:
    return 2.0 / freedom if freedom else math.inf


def _moments(self: Any, dim: Any, correction: Any, keepdim: bool, name: str) -> tuple[Any, Any]:
    """The variance and the mean, computed in float64."""
    array = np.asarray(self)
    if array.dtype.kind != "f":
        raise EngineRuntimeError(f"{name} only support floating point and complex dtypes")
    dims = _over(dim, array.shape)
    wide = array.astype(np.float64, copy=False)
    count = count_over(array.shape, dims)
    mean = np.true_divide(np.add.reduce(wide, axis=dims, keepdims=True), count)
    apart = wide - mean
    total = np.add.reduce(apart * apart, axis=dims, keepdims=keepdim)
    freedom = max(count - (1 if correction is None else correction), 0)
    variance = np.true_divide(total, freedom)
    return variance, mean if keepdim else np.squeeze(mean, dims)


def _like(value: Any, self: Any) -> Any:
    return value if self.__class__ is float else np.asarray(value).astype(self.dtype, copy=False)


# -- the slope of a variance


def _slopes(self: Any, shape: tuple, dim: Any, correction: Any) -> Any:
    """The derivative of the variance by each element."""
    dims = _over(dim, shape)
    apart = self - mean_dim(self, dims, True)
    freedom = count_over(shape, dims) - (1 if correction is None else correction)
    if dim is None and freedom <= 0:
        # torch: infinite, but nan where an element equals the mean
        return where(apart == 0, zeros_like(self) + math.nan, zeros_like(self) + math.inf)
    return _two_over(freedom) * apart


def _var_back(g: Any, self: Any, shape: tuple, dim: Any, correction: Any, keepdim: bool) -> Any:
    dims = _over(dim, shape)
    apart = self - mean_dim(self, dims, True)
    freedom = count_over(shape, dims) - (1 if correction is None else correction)
    g = restore(g, dims, keepdim)
    if dim is None and freedom <= 0:
        return g * _slopes(self, shape, dim, correction)
    return _two_over(freedom) * g * apart


def _var_push(t: Any, self: Any, shape: tuple, dim: Any, correction: Any, keepdim: bool) -> Any:
    return sum_axes(_slopes(self, shape, dim, correction) * t, _over(dim, shape), keepdim)


def _std_seed(g: Any, result: Any) -> Any:
    """The cotangent of the variance under a standard deviation; 0 where that is 0."""
    scaled = g / (result * 2)
    return where(result == 0, zeros_like(scaled), scaled)


# -- var and std


def _var(
    self: Array,
    dim: SomeDims | None = None,
    *,
    correction: Number | None = None,
    keepdim: bool = False,
) -> Any:
    return _like(_moments(self, dim, correction, keepdim, "std and var")[0], self)


var = structural(
    "var",
    _var,
    vjp=lambda g, self, self_shape, dim, correction, keepdim: _var_back(
        g, self, self_shape, dim, correction, keepdim
    ),
    jvp=lambda self_t, self, self_shape, dim, correction, keepdim: _var_push(
        self_t, self, self_shape, dim, correction, keepdim
    ),
    derivative="2*g*(self - mean)/(n - correction) over the n elements of each variance",
    doc="The variance over axes; divides by the count less `correction`, which is 1.",
)


def _std(
    self: Array,
    dim: SomeDims | None = None,
    *,
    correction: Number | None = None,
    keepdim: bool = False,
) -> Any:
    variance, _ = _moments(self, dim, correction, keepdim, "std and var")
    return _like(np.sqrt(variance), self)


std = structural(
    "std",
    _std,
    vjp=lambda g, self, result, self_shape, dim, correction, keepdim: _var_back(
        _std_seed(g, result), self, self_shape, dim, correction, keepdim
    ),
    jvp=lambda self_t, self, result, self_shape, dim, correction, keepdim: _std_seed(
        _var_push(self_t, self, self_shape, dim, correction, keepdim), result
    ),
    kink=lambda result: result == 0,
    derivative="g*(self - mean)/((n - correction)*result) over the n elements of each deviation",
    doc="The root of the variance over axes, see var; its slope where it is 0 is taken as 0.",
)


def _var_mean(
    self: Array,
    dim: SomeDims | None = None,
    *,
    correction: Number | None = None,
    keepdim: bool = False,
) -> Any:
    both = _moments(self, dim, correction, keepdim, "var_mean")
    return tuple(_like(v, self) for v in both)


def _mean_back(g: Any, shape: tuple, dim: Any, keepdim: bool) -> Any:
    dims = _over(dim, shape)
    return spread(g / max(1, count_over(shape, dims)), shape, dims, keepdim)


def _joined(first: Any, second: Any) -> Any:
    return second if first is None else first if second is None else first + second


_var_mean_op = structural(
    "_var_mean",
    _var_mean,
    outputs=("variance", "mean"),
    node="VarMeanBackward0",
    vjp=lambda g_variance, g_mean, self, self_shape, dim, correction, keepdim: _joined(
        None
        if g_variance is None
        else _var_back(g_variance, self, self_shape, dim, correction, keepdim),
        None if g_mean is None else _mean_back(g_mean, self_shape, dim, keepdim),
    ),
    jvp=lambda self_t, self, self_shape, dim, correction, keepdim: [
        _var_push(self_t, self, self_shape, dim, correction, keepdim),
        mean_dim(self_t, _over(dim, self_shape), keepdim),
    ],
    doc="The variance and the mean over axes.",
)


def _std_mean(
    self: Array,
    dim: SomeDims | None = None,
    *,
    correction: Number | None = None,
    keepdim: bool = False,
) -> Any:
    variance, mean = _moments(self, dim, correction, keepdim, "std_mean")
    return _like(np.sqrt(variance), self), _like(mean, self)


_std_mean_op = structural(
    "_std_mean",
    _std_mean,
    outputs=("deviation", "mean"),
    node="StdMeanBackward0",
    vjp=lambda g_deviation, g_mean, self, self_shape, deviation, dim, correction, keepdim: _joined(
        None
        if g_deviation is None
        else _var_back(
            _std_seed(g_deviation, deviation), self, self_shape, dim, correction, keepdim
        ),
        None if g_mean is None else _mean_back(g_mean, self_shape, dim, keepdim),
    ),
    jvp=lambda self_t, self, self_shape, deviation, dim, correction, keepdim: [
        _std_seed(_var_push(self_t, self, self_shape, dim, correction, keepdim), deviation),
        mean_dim(self_t, _over(dim, self_shape), keepdim),
    ],
    doc="The standard deviation and the mean over axes.",
)


def _overloads(name: str, op: Any, doc: str, finish: Any) -> None:
    """The other ways to call a statistic: with `unbiased` in place of `correction`."""

    def unbiased_only(self: Array, unbiased: bool) -> Any:
        return finish(op(self, None, int(unbiased), False))

    def with_axes(
        self: Array, dim: SomeDims | None, unbiased: bool = True, keepdim: bool = False
    ) -> Any:
        return finish(op(self, dim, int(unbiased), keepdim))

    composite(f"{name}:unbiased", unbiased_only, doc=doc)
    composite(f"{name}:dim", with_axes, doc=doc)


def _pair(name: str, op: Any, doc: str) -> None:
    def function(
        self: Array,
        dim: SomeDims | None = None,
        *,
        correction: Number | None = None,
        keepdim: bool = False,
    ) -> Any:
        return tuple(op(self, dim, correction, keepdim))

    composite(name, function, doc=doc)
    _overloads(name, op, doc, tuple)


_overloads("var", var, "The variance; divides by the count less 1 if `unbiased`.", lambda v: v)
_overloads("std", std, "The standard deviation, from the unbiased variance or not.", lambda v: v)
_pair("var_mean", _var_mean_op, "The variance and the mean over axes.")
_pair("std_mean", _std_mean_op, "The standard deviation and the mean over axes.")


# -- covariance and correlation


def _weight(name: str, weights: Any, count: int) -> None:
    if weights.ndim > 1:
        raise EngineRuntimeError(
            f"cov(): expected {name} to have one or fewer dimensions but got {name} with "
            f"{weights.ndim} dimensions"
        )
    if weights.numel() != count:
        raise EngineRuntimeError(
            f"cov(): expected {name} to have the same numel as there are observations in the "
            f"input but got {weights.numel()} != {count}"
        )


def _check_weights(fweights: Any, aweights: Any, count: int) -> None:
    if fweights is not None:
        if fweights.dtype.category > 1:
            raise EngineRuntimeError(
                "cov(): expected fweights to have integral dtype but got fweights with "
                f"{dtypes.SCALAR_TYPE_NAMES[fweights.dtype.name]} dtype"
            )
        _weight("fweights", fweights, count)
        if np.any(fweights.array() < 0):
            raise EngineRuntimeError("cov(): fweights cannot be negative")
    if aweights is not None:
        if aweights.dtype.category < 2:
            raise EngineRuntimeError(
                "cov(): expected aweights to have floating point dtype but got aweights with "
                f"{dtypes.SCALAR_TYPE_NAMES[aweights.dtype.name]} dtype"
            )
        _weight("aweights", aweights, count)
        if np.any(aweights.array() < 0):
            raise EngineRuntimeError("cov(): aweights cannot be negative")


def _cov(
    self: Array,
    *,
    correction: Number = 1,
    fweights: Index | None = None,
    aweights: Array | None = None,
) -> Any:
    """Source: torch aten/src/ATen/native/Correlation.cpp."""
    if self.ndim > 2:
        raise EngineRuntimeError(
            "cov(): expected input to have two or fewer dimensions but got an input with "
            f"{self.ndim} dimensions"
        )
    x = call("view", self, (1, -1)) if self.ndim < 2 else self
    count = x.shape[1]
    _check_weights(fweights, aweights, count)
    w = fweights if aweights is None else aweights
    if fweights is not None and aweights is not None:
        w = mul(fweights, aweights)
    total = count if w is None else sum_all(w)
    mean = div(sum_dim(x if w is None else mul(x, w), (-1,)), total)
    factor: Any = sub(total, correction) if w is not None else total - correction
    if aweights is not None and correction != 0:
        factor = sub(total, div(mul(correction, sum_all(mul(w, aweights))), total))
    if float(factor) <= 0:
        factor = 0.0
    apart = sub(x, call("unsqueeze", mean, 1))
    product = call("mm", apart, call("t", apart if w is None else mul(apart, w)))
    return call("squeeze", div(product, factor))


cov = composite(
    "cov", _cov, doc="The covariance matrix of variables in rows, observations in columns."
)


def _corrcoef(self: Array) -> Any:
    """Source: torch aten/src/ATen/native/Correlation.cpp."""
    if self.ndim > 2:
        raise EngineRuntimeError(
            "corrcoef(): expected input to have two or fewer dimensions but got an input with "
            f"{self.ndim} dimensions"
        )
    c = cov(self, correction=1, fweights=None, aweights=None)
    if not shape_of(c):
        return div(c, c)
    deviation = call("sqrt", call("diag", c))
    c = div(c, call("view", deviation, (-1, 1)))
    c = div(c, call("view", deviation, (1, -1)))
    return call("clamp", c, -1, 1)


corrcoef = composite("corrcoef", _corrcoef, doc="The correlation matrix of variables in rows.")
