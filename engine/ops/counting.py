"""Distinct elements and how often they occur; torch differentiates none of this."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NoReturn

import numpy as np

from .. import dtypes, shapes
from ..errors import EngineRuntimeError, NotDifferentiable, kernel_missing
from ..kinds import Array, Dim, Index
from ..registry import composite, plain, structural


def _refusing(name: str) -> Callable:
    def vjp(g_output: Any) -> NoReturn:
        raise NotDifferentiable(f"the derivative for '{name}' is not implemented.")

    return vjp


def _recorded(name: str, forward: Callable, doc: str, shown: str | None = None) -> Callable:
    """Declare an operation that is recorded, and refuses to be differentiated."""
    return structural(
        name,
        forward,
        outputs=("output", "inverse", "counts"),
        vjp=_refusing(shown or name),
        method=False,
        derivative="not implemented, as in torch",
        doc=doc,
    )


# -- distinct elements


def _unique2(self: Array) -> Any:
    found = np.unique(self, return_inverse=True, return_counts=True, equal_nan=False)
    return found[0], found[1].reshape(np.shape(self)), found[2]


def _unique_dim(self: Array, dim: Dim) -> Any:
    return np.unique(
        np.asarray(self), return_inverse=True, return_counts=True, axis=dim, equal_nan=False
    )


def _runs(array: np.ndarray, dim: int) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """The first slice of each run of equal ones, the run of each, and the runs' lengths."""
    rows = np.moveaxis(array, dim, 0)
    flat = rows.reshape(len(rows), -1)
    starts = np.ones(len(rows), bool)
    starts[1:] = np.any(flat[1:] != flat[:-1], axis=1)
    at = np.flatnonzero(starts)
    counts = np.diff(np.append(at, len(rows)))
    return np.take(array, at, axis=dim), np.add.accumulate(starts, dtype=np.int64) - 1, counts


def _unique_consecutive(self: Array, dim: Dim | None = None) -> Any:
    array = np.asarray(self)
    if dim is not None and array.ndim:
        return _runs(array, dim)
    values, inverse, counts = _runs(array.reshape(-1), -1)
    return values, inverse.reshape(array.shape), counts


unique_flat = _recorded("_unique2", _unique2, "The distinct elements in order.")
unique_dim = _recorded("unique_dim", _unique_dim, "The distinct slices along an axis in order.")
unique_runs = _recorded(
    "_unique_consecutive",
    _unique_consecutive,
    "The first element of each run of equal ones.",
    "unique_consecutive",
)


def _asked(found: Any, return_inverse: bool, return_counts: bool) -> Any:
    if not (return_inverse or return_counts):
        return found[0]
    return (found[0], *([found[1]] * return_inverse), *([found[2]] * return_counts))


def _unique(
    self: Array,
    sorted: bool = True,
    return_inverse: bool = False,
    return_counts: bool = False,
    dim: Dim | None = None,
) -> Any:
    found = unique_flat(self) if dim is None or not self.ndim else unique_dim(self, dim)
    return _asked(found, return_inverse, return_counts)


def _consecutive(
    self: Array, return_inverse: bool = False, return_counts: bool = False, dim: Dim | None = None
) -> Any:
    return _asked(unique_runs(self, dim), return_inverse, return_counts)


composite("unique", _unique, doc="The distinct elements, or slices along an axis, in order.")
composite("unique_consecutive", _consecutive, doc="The first element of each run of equal ones.")


# -- counts


def _bincount(self: Index, weights: Index | None = None, minlength: int = 0) -> Any:
    array = np.asarray(self)
    if array.dtype.kind not in "iu":
        raise kernel_missing("bincount_cpu", dtypes.of(array))
    if array.ndim != 1 or np.any(array < 0):
        raise EngineRuntimeError("bincount only supports 1-d non-negative integral inputs.")
    if minlength < 0:
        raise EngineRuntimeError("minlength should be >= 0")
    if weights is not None and np.shape(weights) != array.shape:
        raise EngineRuntimeError("weights should be 1-d and have the same length as input")
    shapes.check_size((max(minlength, int(array.max(initial=-1)) + 1),))
    out = np.bincount(array, weights, minlength)
    narrow = weights is not None and np.asarray(weights).dtype == np.float32
    return out.astype(np.float32) if narrow else out


bincount = plain("bincount", _bincount, doc="How often each integer occurs, or its weights' sum.")
