"""Quantiles, with and without nan, by each of torch's interpolations.

They are compositions: a sort, two picks, and an interpolation between them, through which the
gradient reaches the elements and, where it interpolates linearly, the fraction q too.
Source: torch aten/src/ATen/native/Sorting.cpp, quantile_compute.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from ..errors import EngineRuntimeError, EngineTypeError
from ..kinds import Array, Dim
from ..registry import composite, linear
from ..tensor import Tensor, result
from .axis import pick
from .choose import where
from .lead import permute_own, reshape_own, unsqueeze_own
from .public import call
from .sort import sort

INTERPOLATIONS = ("linear", "lower", "higher", "midpoint", "nearest")


def _drop_last(self: Array) -> Any:
    return np.squeeze(self, -1)


drop_last = linear(
    "_drop_last",
    _drop_last,
    node="SqueezeBackward4",
    vjp=lambda g: unsqueeze_own(g, (-1,)),
    doc="The tensor without its last axis, which has the size 1.",
)


def _check(name: str, x: Tensor, q: Tensor, interpolation: str) -> None:
    if not x.numel():
        raise EngineRuntimeError(f"{name}() input tensor must be non-empty")
    if q.ndim > 1:
        raise EngineRuntimeError(f"{name}() q must be a scalar or 1D tensor")
    if x.dtype.name not in ("float32", "float64"):
        raise EngineRuntimeError(f"{name}() input tensor must be either float or double dtype")
    if q.dtype is not x.dtype:
        raise EngineRuntimeError(f"{name}() q tensor must be same dtype as the input tensor")
    if interpolation not in INTERPOLATIONS:
        raise EngineRuntimeError(
            f"{name}() interpolation must be one of linear, lower, higher, midpoint or nearest, "
            f"but got {interpolation}"
        )
    values = q.array()
    if not np.all((values >= 0) & (values <= 1)):
        raise EngineRuntimeError(f"{name}() q values must be in the range [0, 1]")


def _fractions(name: str, q: Any, x: Tensor) -> Tensor:
    if q.__class__ is Tensor:
        return q
    if q.__class__ not in (int, float):
        raise EngineTypeError(f"{name}() q must be a number or a tensor")
    if not 0 <= q <= 1:
        raise EngineRuntimeError(f"{name}() q must be in the range [0, 1] but got {q:g}")
    return result(np.asarray(q, dtype=x.dtype.np) if x.data.__class__ is not float else float(q))


def _last(x: Tensor, dim: int | None) -> Tensor:
    """`x` with the axis to reduce at the end."""
    if dim is None or not x.ndim:
        return reshape_own(x, x.ndim, (x.numel(),))
    axes = [d for d in range(-x.ndim, 0) if d != dim]
    return permute_own(x, (*axes, dim)) if dim != -1 else x


_ROUNDED: dict[str, Callable] = {"lower": np.floor, "higher": np.ceil, "nearest": np.rint}


def _ranks(rising: Tensor, q: Tensor, skip_nan: bool) -> Any:
    """Where each quantile lies in the sorted rows: a position with a fraction."""
    nan = np.isnan(rising.array())
    kind = rising.dtype.np.type
    fractions = reshape_own(q, q.ndim, (q.numel(),))
    if skip_nan:
        last = np.add.reduce(~nan, axis=-1, keepdims=True) - 1
        ranks = fractions * result(last.astype(kind))
        return where(result(last < 0), 0.0, ranks)
    last = rising.shape[-1] - 1
    any_nan = np.logical_or.reduce(nan, axis=-1, keepdims=True)
    return where(result(any_nan), float(last), fractions * float(last))


def _interpolated(rising: Tensor, ranks: Any, interpolation: str) -> Any:
    at = ranks.array()
    if interpolation in _ROUNDED:
        at = _ROUNDED[interpolation](at)
    below = np.floor(at).astype(np.int64)
    low = pick(rising, below, rising.shape, -1, True)
    if interpolation in _ROUNDED:
        return low
    high = pick(rising, np.ceil(at).astype(np.int64), rising.shape, -1, True)
    if interpolation == "midpoint":
        return call("lerp", low, high, 0.5)
    return call("lerp", low, high, ranks - result(below.astype(rising.dtype.np)))


def _restored(values: Tensor, dim: int | None, ndim: int) -> Tensor:
    """Quantiles, which are the last axis, with the axes they were taken over as size 1."""
    if dim is None:
        return reshape_own(values, 1, (1,) * ndim + values.shape)
    return unsqueeze_own(values, (dim - 1,)) if ndim else values


def _quantile(name: str, skip_nan: bool) -> Callable:
    def function(
        self: Array,
        q: Array,
        dim: Dim | None = None,
        keepdim: bool = False,
        *,
        interpolation: str = "linear",
    ) -> Any:
        fractions = _fractions(name, q, self)
        _check(name, self, fractions, interpolation)
        rising = sort(_last(self, dim), -1, False)[0]
        values = _interpolated(rising, _ranks(rising, fractions, skip_nan), interpolation)
        if keepdim:
            values = _restored(values, dim, self.ndim)
        if fractions.ndim:
            values = unsqueeze_own(values, (-values.ndim - 1,))
            n = values.ndim
            values = permute_own(values, (-1, *range(1 - n, -1), -n))
        return drop_last(values)

    return function


quantile = composite(
    "quantile",
    _quantile("quantile", False),
    doc="The elements below which a fraction q of the elements along an axis lies.",
)
nanquantile = composite(
    "nanquantile",
    _quantile("nanquantile", True),
    doc="The quantiles of the elements that are not nan.",
)
