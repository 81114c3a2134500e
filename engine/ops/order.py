"""Medians, the k-th smallest, the most frequent element, and quantiles.

A result along an axis is one of the elements and passes its gradient to that one, which is
torch's choice among equal ones; a median of all elements shares it among those that equal it.
Source: torch aten/src/ATen/native/Sorting.cpp.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from .. import dtypes
from ..errors import EngineIndexError, EngineRuntimeError, kernel_missing
from ..kernels import selection
from ..kinds import Array, Dim
from ..registry import structural
from .axis import along, pick, put_back
from .extrema import need_elements, tied, whole_jvp, whole_vjp
from .lead import shape_of
from .reduce import own_dims
from .sort import equal, order


def _selecting(name: str, forward: Callable, doc: str, node: str | None = None) -> Callable:
    """Declare a choice of one element along the axis `dim`."""
    return structural(
        name,
        forward,
        outputs=("values", "indices"),
        node=node,
        vjp=lambda g_values, indices, self_shape, dim, keepdim: put_back(
            g_values, indices, self_shape, dim, keepdim
        ),
        jvp=lambda self_t, indices, self_shape, dim, keepdim: [
            pick(self_t, indices, self_shape, dim, keepdim),
            None,
        ],
        kink=lambda self, values, dim, keepdim: tied(self, values, (dim,), keepdim),
        derivative="g_values at indices, 0 elsewhere",
        doc=doc + "; at ties as indices say.",
    )


def _chosen(array: np.ndarray, at: np.ndarray, dim: int, keepdim: bool) -> tuple[Any, Any]:
    """The elements at positions `at`, in which the axis has the size 1."""
    values = np.take_along_axis(array, at, dim)
    return (values, at) if keepdim else (np.squeeze(values, dim), np.squeeze(at, dim))


# -- medians


def _middle(array: np.ndarray, dim: int, ignore_nan: bool) -> np.ndarray:
    """The position of the median along an axis: the lower one, the first nan if there is one."""
    nan = np.isnan(array)
    numbers = array.shape[dim] - np.add.reduce(nan, axis=dim, keepdims=True)
    if ignore_nan:
        return np.take_along_axis(order(array, dim, False), np.maximum(numbers - 1, 0) // 2, dim)
    middle = order(array, dim, False)[along(dim, slice((array.shape[dim] - 1) // 2, None))]
    first_nan = np.argmax(nan, axis=dim, keepdims=True)
    return np.where(numbers < array.shape[dim], first_nan, middle[along(dim, slice(0, 1))])


def _median_along(ignore_nan: bool) -> Callable:
    def forward(self: Array, dim: Dim, keepdim: bool = False) -> Any:
        array = np.asarray(self)
        if array.dtype.kind == "b":
            raise kernel_missing("median_out", dtypes.bool_)
        if not array.ndim:
            return array[()], np.asarray(0)
        need_elements("median()", array.shape, (dim,))
        return _chosen(array, _middle(array, dim, ignore_nan), dim, keepdim)

    return forward


def _median_of_all(ignore_nan: bool) -> Callable:
    def forward(self: Array) -> Any:
        flat = np.asarray(self).reshape(-1)
        if flat.dtype.kind == "b":
            raise kernel_missing("median_cpu", dtypes.bool_)
        if not flat.size:
            return np.asarray(
                np.nan if flat.dtype.kind == "f" else np.iinfo(flat.dtype).min
            ).astype(flat.dtype)
        return flat[_middle(flat, -1, ignore_nan)[0]]

    return forward


def _medians(name: str, ignore_nan: bool, which: str) -> None:
    structural(
        name,
        _median_of_all(ignore_nan),
        vjp=whole_vjp,
        jvp=whole_jvp,
        kink=lambda self, result: tied(self, result, own_dims(shape_of(self)), False),
        derivative="g for the median, in equal parts to ties",
        doc=f"The median of all elements{which}, of two the lower; ties share the gradient.",
    )
    _selecting(
        f"{name}:dim",
        _median_along(ignore_nan),
        f"The median along one axis{which}, of two in the middle the lower, and its position",
        node=f"{name.capitalize()}Backward1",
    )


_medians("median", False, "")
_medians("nanmedian", True, " that are not nan")


# -- the k-th smallest


def _kth(self: Array, k: int, dim: Dim = -1, keepdim: bool = False) -> Any:
    array = np.asarray(self)
    size = array.shape[dim] if array.ndim else 1
    if array.ndim and not size:
        raise EngineIndexError(
            f"kthvalue(): Expected reduction dim {dim + array.ndim} to have non-zero size."
        )
    if not 1 <= k <= size:
        raise EngineRuntimeError(
            "kthvalue(): selected number k out of range for dimension "
            f"{dim + array.ndim if array.ndim else 0}"
        )
    if not array.ndim:
        return array[()], np.asarray(0)
    at = order(array, dim, False)[along(dim, slice(k - 1, k))]
    same = equal(array, np.take_along_axis(array, at, dim))
    if size <= selection.LONGEST and np.any(np.add.reduce(same, axis=dim) > 1):
        at = _as_torch_selects(array, at, same, k, dim)
    return _chosen(array, at, dim, keepdim)


def _as_torch_selects(
    array: np.ndarray, at: np.ndarray, same: np.ndarray, k: int, dim: int
) -> np.ndarray:
    """`at` with torch's choice among equal elements."""
    rows = np.moveaxis(array, dim, -1)
    ties = np.add.reduce(same, axis=dim) > 1
    out = np.moveaxis(at.copy(), dim, -1)
    for place in np.argwhere(ties):
        row = tuple(place)
        out[row] = selection.quick_select(selection.ranks(rows[row]), k - 1)
    return np.moveaxis(out, -1, dim)


kthvalue = _selecting("kthvalue", _kth, "The k-th smallest element along one axis and its position")


# -- the most frequent


def _mode(self: Array, dim: Dim = -1, keepdim: bool = False) -> Any:
    array = np.asarray(self)
    if not array.ndim:
        return array[()], np.asarray(0)
    need_elements("mode()", array.shape, (dim,))
    at = order(array, dim, False)
    rising = np.moveaxis(np.take_along_axis(array, at, dim), dim, -1)
    size = rising.shape[-1]
    starts = np.ones(rising.shape, bool)
    starts[..., 1:] = rising[..., 1:] != rising[..., :-1]
    first = np.maximum.accumulate(np.where(starts, np.arange(size), 0), axis=-1)
    # the run that reaches the greatest length, the first such, ends at the last of its elements
    last = np.argmax(np.arange(size) - first, axis=-1)[..., np.newaxis]
    return _chosen(array, np.take_along_axis(at, np.moveaxis(last, -1, dim), dim), dim, keepdim)


mode = _selecting(
    "mode",
    _mode,
    "The most frequent element along one axis, the smallest of several, and its last position",
)
