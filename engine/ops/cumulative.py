"""Running sums, running extrema, and the running logarithm of sums of exponentials.

Formulas: torch derivatives.yaml and FunctionsManual.cpp, but for logcumsumexp.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from .. import dtypes
from ..errors import kernel_missing
from ..kinds import Array, Dim, DType
from ..registry import linear, structural
from .axis import along, flip_axis, pick, place_axis, put_back, slice_axis
from .choose import where
from .convert import to_dtype
from .exponential import exp
from .lead import shape_of, zeros_like
from .reduce import in_sum_dtype, running


def _cumsum(self: Array, dim: Dim, *, dtype: DType | None = None) -> Any:
    array = in_sum_dtype(np.asarray(self), dtype)
    return running(np.add, array, dim)


def reversed_cumsum(x: Any, dim: int) -> Any:
    """For each element the sum of those from it on."""
    return flip_axis(cumsum(flip_axis(x, dim), dim), dim)


cumsum = linear(
    "cumsum",
    _cumsum,
    vjp=lambda g, self_shape, self_dtype, dim: to_dtype(
        reversed_cumsum(g, dim) if self_shape else g, self_dtype
    ),
    jvp=lambda self_t, self_shape, dim, dtype: (
        cumsum(self_t, dim, dtype) if self_shape else to_dtype(self_t, dtype)
    ),
    derivative={"self": "flip(cumsum(flip(g, dim), dim), dim)"},
    inplace=True,
    doc="The running sum along one axis.",
)


# -- running extrema


def _running(ufunc: np.ufunc) -> Any:
    def forward(self: Array, dim: Dim) -> Any:
        array = np.asarray(self)
        if not array.ndim:
            return array[()], np.asarray(0)
        values = ufunc.accumulate(array, axis=dim)
        reached = np.equal(array, values)
        if array.dtype.kind == "f":
            reached |= np.isnan(array)
        shape = [1] * array.ndim
        shape[dim] = array.shape[dim]
        places = np.arange(array.shape[dim]).reshape(shape)
        return values, np.maximum.accumulate(np.where(reached, places, 0), axis=dim)

    return forward


def _reached_again(self: Any, values: Any, dim: int) -> Any:
    """Where an element equals the extremum of those before it."""
    if not shape_of(self):
        return False
    return self[along(dim, slice(1, None))] == values[along(dim, slice(None, -1))]


def _cumulative_extremum(name: str, ufunc: np.ufunc, word: str) -> Any:
    return structural(
        name,
        _running(ufunc),
        outputs=("values", "indices"),
        vjp=lambda g_values, indices, self_shape, dim: put_back(
            g_values, indices, self_shape, dim, True
        ),
        jvp=lambda self_t, indices, self_shape, dim: [
            pick(self_t, indices, self_shape, dim, True),
            None,
        ],
        kink=lambda self, values, dim: _reached_again(self, values, dim),
        derivative="g_values added up at indices",
        doc=f"The {word} element so far along one axis, and its place; the last of a tie counts.",
    )


cummax = _cumulative_extremum("cummax", np.maximum, "largest")
cummin = _cumulative_extremum("cummin", np.minimum, "smallest")


# -- logcumsumexp


def _logcumsumexp(self: Array, dim: Dim) -> Any:
    array = np.asarray(self)
    if array.dtype.kind != "f":
        raise kernel_missing("logcumsumexp_out_cpu", dtypes.of(array))
    if not array.ndim:
        return array[()]
    wide = array.astype(np.float64, copy=False)
    return np.logaddexp.accumulate(wide, axis=dim).astype(array.dtype, copy=False)


def _decay(result: Any, dim: int, size: int) -> Any:
    """By which factor, at most 1, the sum up to each element is short of that up to the next."""
    here = slice_axis(result, dim, (0, size - 1, 1))
    there = slice_axis(result, dim, (1, size, 1))
    gap = here - there
    return exp(where(here == there, zeros_like(gap), gap))


def _discounted(x: Any, decay: Any, dim: int, size: int) -> Any:
    """Solve y_i = x_i + decay_i * y_(i+1) along the axis, by doubling the reach of each sum."""
    weight = place_axis(decay, dim, (0, size - 1, 1), size)
    reach = 1
    while reach < size:
        later = slice_axis(x, dim, (reach, size, 1))
        head = slice_axis(weight, dim, (0, size - reach, 1))
        x = x + place_axis(head * later, dim, (0, size - reach, 1), size)
        further = head * slice_axis(weight, dim, (reach, size, 1))
        weight = place_axis(further, dim, (0, size - reach, 1), size)
        reach *= 2
    return x


def _logcumsumexp_vjp(g: Any, self: Any, result: Any, self_shape: tuple, dim: int) -> Any:
    """torch goes through logarithms of g here; these sums have only factors in [0, 1] and are
    linear in g, so that a zero cotangent has a derivative too."""
    if not self_shape or self_shape[dim] == 0:
        return g
    size = self_shape[dim]
    return _discounted(g, _decay(result, dim, size), dim, size) * exp(self - result)


def _logcumsumexp_jvp(self_t: Any, self: Any, result: Any, self_shape: tuple, dim: int) -> Any:
    if not self_shape or self_shape[dim] == 0:
        return self_t
    size = self_shape[dim]
    scaled = flip_axis(self_t * exp(self - result), dim)
    decay = flip_axis(_decay(result, dim, size), dim)
    return flip_axis(_discounted(scaled, decay, dim, size), dim)


logcumsumexp = structural(
    "logcumsumexp",
    _logcumsumexp,
    vjp=_logcumsumexp_vjp,
    jvp=_logcumsumexp_jvp,
    derivative={"self": "exp(self)*flip(cumsum(flip(g*exp(-result), dim), dim), dim)"},
    doc="The logarithm of the running sum of exponentials along one axis.",
)
