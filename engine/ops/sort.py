"""Sorting and the largest k, stable at ties; nan counts as the largest value.

The gradient of each result goes to the element that it was.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from ..errors import EngineRuntimeError
from ..kernels import selection
from ..kinds import Array, Dim
from ..registry import composite, plain, structural
from .axis import along, pick, put_back
from .lead import shape_of


def order(array: np.ndarray, dim: int, descending: bool) -> np.ndarray:
    """The positions along one axis that sort it; equal elements keep their order."""
    if not array.ndim:
        return np.asarray(0)
    if not descending:
        return np.argsort(array, axis=dim, kind="stable")
    backwards = along(dim, slice(None, None, -1))
    turned = np.argsort(array[backwards], axis=dim, kind="stable")
    return array.shape[dim] - 1 - turned[backwards]


def equal(a: np.ndarray, b: np.ndarray) -> np.ndarray:
    """Where two arrays are equal; nan equals nan, as in a sort."""
    same = np.equal(a, b)
    return same | (np.isnan(a) & np.isnan(b)) if a.dtype.kind == "f" else same


def _sorted(self: Any, dim: int, descending: bool) -> tuple[Any, Any]:
    array = np.asarray(self)
    at = order(array, dim, descending)
    return (np.take_along_axis(array, at, dim) if array.ndim else array[()]), at


def _sort(self: Array, dim: Dim = -1, descending: bool = False) -> Any:
    return _sorted(self, dim, descending)


def back_to_places(g_values: Any, indices: Any, self_shape: tuple, dim: int) -> Any:
    """A cotangent of elements picked along an axis, at the places they came from."""
    return put_back(g_values, indices, self_shape, dim, True)


def pushed_along(self_t: Any, indices: Any, self_shape: tuple, dim: int) -> list:
    """The tangents of elements picked along an axis, and none for their positions."""
    return [pick(self_t, indices, self_shape, dim, True), None]


def _has_ties(values: Any, dim: int) -> Any:
    """Where sorted neighbours are equal."""
    if not shape_of(values):
        return False
    return values[along(dim, slice(1, None))] == values[along(dim, slice(None, -1))]


sort = structural(
    "sort",
    _sort,
    outputs=("values", "indices"),
    vjp=back_to_places,
    jvp=pushed_along,
    kink=lambda values, dim: _has_ties(values, dim),
    derivative="g_values at indices",
    doc="The elements in order along one axis, and where they were; ties stay in their order.",
)


def _sort_stable(self: Array, *, stable: bool, dim: Dim = -1, descending: bool = False) -> Any:
    return _sorted(self, dim, descending)


structural(
    "sort:stable",
    _sort_stable,
    node="SortBackward1",
    outputs=("values", "indices"),
    vjp=back_to_places,
    jvp=pushed_along,
    kink=lambda values, dim: _has_ties(values, dim),
    derivative="g_values at indices",
    doc="sort, of which it can be asked to be stable; it always is, and ties stay in their order.",
)


def _argsort(self: Array, dim: Dim = -1, descending: bool = False, *, stable: bool = False) -> Any:
    return order(np.asarray(self), dim, descending)


argsort = plain("argsort", _argsort, doc="The positions that sort one axis.")


def _msort(self: Array) -> Any:
    ndim = len(getattr(self, "shape", ()))
    return sort(self, -max(ndim, 1), False)[0]


composite("msort", _msort, doc="The elements in order along the first axis.")


def _topk(self: Array, k: int, dim: Dim = -1, largest: bool = True, sorted: bool = True) -> Any:
    array = np.asarray(self)
    size = array.shape[dim] if array.ndim else 1
    if not 0 <= k <= size:
        raise EngineRuntimeError("selected index k out of range")
    if not array.ndim:
        return array[()], np.asarray(0)
    at = order(array, dim, largest)
    chosen = at[along(dim, slice(0, k))]
    if k and (k <= _SORTED_BY_INSERTION or not sorted) and size < min(64 * k, selection.LONGEST):
        chosen = _as_torch_selects(array, at, chosen, dim, largest, sorted)
    return np.take_along_axis(array, chosen, dim), chosen


# beyond this the order of equal elements among the largest follows from an unstable sort
_SORTED_BY_INSERTION = 17


def _as_torch_selects(
    array: np.ndarray, at: np.ndarray, chosen: np.ndarray, dim: int, largest: bool, in_order: bool
) -> np.ndarray:
    """`chosen` with torch's choice in the rows where elements tie or no order is asked."""
    k = chosen.shape[dim]
    values = np.take_along_axis(array, at[along(dim, slice(0, k + 1))], dim)
    values = np.moveaxis(values, dim, -1)
    ties = np.any(equal(values[..., 1:], values[..., :-1]), axis=-1)
    if in_order and not ties.any():
        return chosen
    rows = np.moveaxis(array, dim, -1)
    out = np.moveaxis(chosen.copy(), dim, -1)
    for place in np.ndindex(ties.shape):
        if ties[place] or not in_order:
            row = selection.ranks(rows[place], largest)
            out[place] = selection.first_positions(row, k, in_order)
    return np.moveaxis(out, -1, dim)


topk = structural(
    "topk",
    _topk,
    outputs=("values", "indices"),
    vjp=back_to_places,
    jvp=pushed_along,
    kink=lambda values, dim: _has_ties(values, dim),
    derivative="g_values at indices, 0 elsewhere",
    doc="The k largest (or smallest) elements along one axis, and where; ties as indices say.",
)
