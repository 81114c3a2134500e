"""Moves along one axis that rules need: slices, and picking elements by their positions.

Axes count from the end and lead axes pass through (see lead.py). Positions come without lead
axes: they belong to saved values. Each move is a row with a rule of its own.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from .. import shapes
from ..kinds import Array, Index, Setting
from ..registry import linear


def along(dim: int, part: slice | np.ndarray | int) -> tuple:
    """The index that takes `part` of the axis `dim`, which counts from the end."""
    return (..., part, *(slice(None),) * (-dim - 1))


def _slice_axis(self: Array, dim: Setting, part: Setting) -> Any:
    return np.asarray(self)[along(dim, slice(*part))]


slice_axis = linear(
    "_slice_axis",
    _slice_axis,
    node="SliceBackward0",
    vjp=lambda g, self_shape, dim, part: place_axis(g, dim, part, self_shape[dim]),
    doc="The elements start:stop:step of one axis.",
)


def _place_axis(self: Array, dim: Setting, part: Setting, size: Setting) -> Any:
    array = np.asarray(self)
    shape = list(array.shape)
    shape[dim] = size
    out = np.zeros(shape, array.dtype)
    out[along(dim, slice(*part))] = array
    return out


place_axis = linear(
    "_place_axis",
    _place_axis,
    vjp=lambda g, dim, part: slice_axis(g, dim, part),
    doc="Zeros along an axis of a size, but for start:stop:step.",
)


def flip_axis(x: Any, dim: int) -> Any:
    """`x` with one axis reversed."""
    return slice_axis(x, dim, (None, None, -1))


def _positions(index: Any, dim: int, keepdim: bool) -> np.ndarray:
    array = np.asarray(index)
    return array if keepdim else np.expand_dims(array, dim)


def _pick(self: Array, index: Index, shape: Setting, dim: Setting, keepdim: Setting) -> Any:
    if not shape:
        return self
    array = np.asarray(self)
    at = _positions(index, dim, keepdim)
    lead = array.shape[: array.ndim - len(shape)]
    shapes.check_size(lead + at.shape)
    out = np.take_along_axis(array, np.broadcast_to(at, lead + at.shape), dim)
    return out if keepdim else np.squeeze(out, dim)


pick = linear(
    "_pick_along",
    _pick,
    node="GatherBackward0",
    vjp=lambda g, index, shape, dim, keepdim: put_back(g, index, shape, dim, keepdim),
    doc="The elements of a tensor of `shape` at given positions of one axis.",
)


def _put_back(self: Array, index: Index, shape: Setting, dim: Setting, keepdim: Setting) -> Any:
    if not shape:
        return self
    g = np.asarray(self)
    at = _positions(index, dim, keepdim)
    values = g if keepdim else np.expand_dims(g, dim)
    lead = values.shape[: values.ndim - len(shape)]
    out = np.zeros(lead + tuple(shape), values.dtype)
    where = np.broadcast_to(at, values.shape)
    if at.shape[dim] == 1:
        np.put_along_axis(out, where, values, dim)
        return out
    grid = list(np.ogrid[tuple(slice(n) for n in values.shape)])
    grid[dim] = where
    np.add.at(out, tuple(grid), values)
    return out


put_back = linear(
    "_put_along",
    _put_back,
    vjp=lambda g, index, shape, dim, keepdim: pick(g, index, shape, dim, keepdim),
    doc="Zeros of `shape`, the values added in at given positions of one axis.",
)
