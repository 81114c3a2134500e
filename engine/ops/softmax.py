"""Softmax, its logarithm and its kin, along one axis.

Both modes share one formula, since the Jacobian is symmetric. A 0-d tensor counts as one
element along its axis.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from ..dtypes import of
from ..errors import kernel_missing
from ..kinds import Array, Dim, DType, Setting
from ..registry import composite, structural
from .convert import cast
from .exponential import exp
from .lead import ndim, sum_axes

F = "nn.functional."


def _need_floats(self: Any, dim: int, name: str) -> None:
    """Raise torch's error for integers, which have no exponentials of their own dtype."""
    dtype = getattr(self, "dtype", None)
    if dtype is not None and dtype.kind != "f":
        kernel = f"{name}_lastdim_kernel_impl" if dim == -1 else f"{name}_kernel_impl"
        raise kernel_missing(kernel, of(self))


def _shifted(self: Any, dim: int) -> Any:
    """self less its maximum along `dim`, in float64; at least 1-d."""
    wide = np.atleast_1d(np.asarray(self, dtype=np.float64))
    if not wide.size:
        return wide
    return wide - np.max(wide, axis=dim, keepdims=True)


def _in_form_of(wide: Any, self: Any) -> Any:
    """A float64 result in the dtype and shape of the input."""
    array = np.asarray(self)
    return wide.astype(array.dtype, copy=False).reshape(array.shape)


def _softmax(self: Array, dim: Dim) -> Any:
    _need_floats(self, dim, "softmax")
    powers = np.exp(_shifted(self, dim))
    return _in_form_of(powers / np.sum(powers, axis=dim, keepdims=True), self)


def _total(value: Any, dim: int, result: Any) -> Any:
    """The sum along the axis of softmax, kept; of a 0-d result, the value itself."""
    return sum_axes(value, (dim,), True) if ndim(result) else value


def _softmax_back(g: Any, result: Any, dim: int) -> Any:
    return (g - _total(g * result, dim, result)) * result


softmax = structural(
    "softmax",
    _softmax,
    aliases=("special.softmax",),
    vjp=lambda g, result, dim: _softmax_back(g, result, dim),
    jvp=lambda self_t, result, dim: _softmax_back(self_t, result, dim),
    derivative={"self": "result*(g - sum(g*result, dim, True))"},
    doc="exp(x) over its sum along dim.",
)


def _log_softmax(self: Array, dim: Dim) -> Any:
    """x - max - log(sum of exp); the largest term of the sum is 1, and left to log1p."""
    _need_floats(self, dim, "log_softmax")
    shifted = _shifted(self, dim)
    if not shifted.size:
        return _in_form_of(shifted, self)
    powers = np.exp(shifted)
    largest = np.argmax(shifted, axis=dim, keepdims=True)
    first = np.take_along_axis(powers, largest, dim)
    np.put_along_axis(powers, largest, 0.0, dim)
    rest = np.sum(powers, axis=dim, keepdims=True) + (first - 1)  # first is 1, or nan
    return _in_form_of(shifted - np.log1p(rest), self)


def _log_softmax_back(g: Any, result: Any, dim: int) -> Any:
    return g - exp(result) * _total(g, dim, result)


def _log_softmax_jvp(self_t: Any, result: Any, dim: int) -> Any:
    return self_t - _total(exp(result) * self_t, dim, result)


log_softmax = structural(
    "log_softmax",
    _log_softmax,
    aliases=("special.log_softmax",),
    vjp=lambda g, result, dim: _log_softmax_back(g, result, dim),
    jvp=lambda self_t, result, dim: _log_softmax_jvp(self_t, result, dim),
    derivative={"self": "g - exp(result)*sum(g, dim, True)"},
    doc="The logarithm of softmax along dim.",
)


def _safe_softmax(self: Array, dim: Dim) -> Any:
    _need_floats(self, dim, "softmax")
    lowest = np.isneginf(np.atleast_1d(np.asarray(self)))
    nothing = np.all(lowest, axis=dim, keepdims=True)
    wide = np.atleast_1d(np.asarray(_softmax(self, dim), dtype=np.float64))
    return _in_form_of(np.where(nothing, 0.0, wide), self)


safe_softmax = structural(
    "_safe_softmax",
    _safe_softmax,
    vjp=lambda g, result, dim: _softmax_back(g, result, dim),
    jvp=lambda self_t, result, dim: _softmax_back(self_t, result, dim),
    doc="softmax with zeros, not nan, where all of a row is -inf.",
)


def _in_dtype(function: Callable) -> Callable:
    """`function` of the input cast to another dtype first."""

    def with_dtype(self: Array, dim: Dim, dtype: DType | None = None) -> Any:
        return function(self if dtype is None else cast(self, dtype), dim)

    return with_dtype


def _any_dim(function: Callable) -> Callable:
    """`function` along the axis that torch took before `dim` existed, where none is given."""

    def functional(
        self: Array, dim: Dim | None = None, _stacklevel: int = 3, dtype: DType | None = None
    ) -> Any:
        if dim is None:
            axes = ndim(self)
            dim = -axes if axes in (0, 1, 3) else 1 - axes
        return function(self if dtype is None else cast(self, dtype), dim or -1)

    return functional


for _name, _function in (("softmax", softmax), ("log_softmax", log_softmax)):
    composite(
        f"{_name}:dtype",
        _in_dtype(_function),
        aliases=(f"special.{_name}",),
        doc=f"{_name} of the input cast to a dtype.",
    )
    composite(F + _name, _any_dim(_function), doc=f"{_name} along dim.")
composite("_safe_softmax:dtype", _in_dtype(safe_softmax), doc="_safe_softmax in a dtype.")
composite(F + "softmin", _any_dim(lambda self, dim: softmax(-self, dim)), doc="softmax of -x.")


def _softmax_backward_data(
    grad_output: Array, output: Array, dim: Dim, input_dtype: Setting = None
) -> Any:
    return _softmax_back(grad_output, output, dim)


composite(
    "_softmax_backward_data",
    _softmax_backward_data,
    method=False,
    doc="The vjp of softmax as a function of the cotangent and of its result.",
)
