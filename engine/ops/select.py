"""Parts of an axis: select, slice, narrow.

All are a `Box`, and their cotangents are `Pieces`: zero but for the box.
"""

from __future__ import annotations

import builtins
from typing import Any

import numpy as np

from ..errors import EngineIndexError, EngineRuntimeError
from ..kinds import Array, Dim
from ..registry import composite, linear
from .lead import shape_of
from .place import Box, Pieces
from .views import fresh, view

FULL = builtins.slice(None)


def at_index(index: int, dim: int) -> Box:
    """The place of one index along an axis, which counts from the end."""
    return Box(index, *(FULL,) * (-dim - 1))


def along(dim: int, start: int | None, end: int | None, step: int = 1) -> Box:
    """The place of a range along an axis, which counts from the end."""
    return Box(builtins.slice(start, end, step), *(FULL,) * (-dim - 1))


def _select(self: Array, dim: Dim, index: int) -> Any:
    array = np.asarray(self)
    if not array.ndim:
        raise EngineIndexError("select() cannot be applied to a 0-dim tensor.")
    size = array.shape[dim]
    if not -size <= index < size:
        raise EngineIndexError(
            f"select(): index {index} out of range for tensor of size {list(array.shape)} "
            f"at dimension {dim + array.ndim}"
        )
    return array[(..., index, *(FULL,) * (-dim - 1))]


def _select_back(g: Any, self_shape: tuple, dim: int, index: int) -> Pieces:
    return Pieces(g, self_shape, at_index(index, dim))


select = view(
    "select",
    _select,
    vjp=_select_back,
    derivative={"self": "select_scatter(zeros(self.shape), g, dim, index)"},
    doc="The part of a tensor at one index along an axis.",
)


def _slice(
    self: Array, dim: Dim = 0, start: int | None = None, end: int | None = None, step: int = 1
) -> Any:
    array = np.asarray(self)
    if not array.ndim:
        raise EngineIndexError("slice() cannot be applied to a 0-dim tensor.")
    if step <= 0:
        raise EngineRuntimeError("slice step must be positive")
    return array[(..., builtins.slice(start, end, step), *(FULL,) * (-dim - 1))]


def _slice_back(g: Any, self_shape: tuple, dim: int, start: Any, end: Any, step: int) -> Pieces:
    return Pieces(g, self_shape, along(dim, start, end, step))


slice = view(
    "slice",
    _slice,
    vjp=_slice_back,
    method=False,
    derivative={"self": "slice_scatter(zeros(self.shape), g, dim, start, end, step)"},
    doc="The part of a tensor between two indices along an axis, every step-th of it.",
)


def _check_narrow(shape: tuple[int, ...], dim: int, start: int, length: int) -> int:
    """The start counted from the front. Raises: torch's errors for a range outside the axis."""
    if not shape:
        raise EngineRuntimeError("narrow() cannot be applied to a 0-dim tensor.")
    if length < 0:
        raise EngineRuntimeError("narrow(): length must be non-negative.")
    size = shape[dim]
    if not -size <= start <= size:
        raise EngineIndexError(
            f"start out of range (expected to be in range of [{-size}, {size}], but got {start})"
        )
    first = start + size if start < 0 else start
    if first + length > size:
        raise EngineRuntimeError(
            f"start ({first}) + length ({length}) exceeds dimension size ({size})."
        )
    return first


def _narrow(self: Array, dim: Dim, start: int, length: int) -> Any:
    first = _check_narrow(shape_of(self), dim, start, length)
    return slice(self, dim, first, first + length)


composite("narrow", _narrow, doc="The part of a tensor of a given length along an axis.")


def _narrow_copy(self: Array, dim: Dim, start: int, length: int) -> Any:
    array = np.asarray(self)
    first = _check_narrow(array.shape, dim, start, length)
    return fresh(along(dim, first, first + length).read(array))


linear(
    "narrow_copy",
    _narrow_copy,
    vjp=lambda g, self_shape, dim, start, length: Pieces(
        g, self_shape, _narrowed(self_shape, dim, start, length)
    ),
    derivative="g in the part, 0 elsewhere",
    doc="A copy of the part of a tensor of a given length along an axis.",
)


def _narrowed(shape: tuple, dim: int, start: int, length: int) -> Box:
    first = _check_narrow(shape, dim, start, length)
    return along(dim, first, first + length)
