"""Copies with a part replaced: select_scatter, slice_scatter, diagonal_scatter and the like.

The part is what the view of the same name would show; the source must have its shape.
"""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from ..errors import EngineRuntimeError, overlapping
from ..kinds import Array, Dim, Shape, Tensors
from ..registry import structural
from .diagonal import diagonal
from .lead import shape_of
from .place import Cells, Place, both, clear, pick, put_at
from .select import along, at_index, select
from .strided import check_geometry, memory_places


def _replaced(self: Any, src: Any, place: Place) -> Any:
    """`self` with `src` at a place. Raises: torch's error unless the shape of `src` fits."""
    wanted = place.read(np.asarray(self)).shape
    if shape_of(src) != wanted:
        raise EngineRuntimeError(
            "expected src to have a size equal to the slice of self. "
            f"src size = {list(shape_of(src))}, slice size = {list(wanted)}"
        )
    return put_at(self, src, place)


def _vjp(g: Any, place: Place) -> tuple:
    return clear(g, place), pick(g, place)


def _select_scatter(self: Array, src: Tensors, dim: Dim, index: int) -> Any:
    select(np.asarray(self), dim, index)
    return _replaced(self, src, at_index(index, dim))


structural(
    "select_scatter",
    _select_scatter,
    promote="first",
    vjp=lambda g, dim, index: _vjp(g, at_index(index, dim)),
    jvp=lambda self_t, src_t, self_shape, src_shape, dim, index: put_at(
        *both(self_t, src_t, self_shape, src_shape), at_index(index, dim)
    ),
    derivative={
        "self": "select_scatter(g, zeros(src.shape), dim, index)",
        "src": "select(g, dim, index)",
    },
    doc="A copy of self with src at one index along an axis.",
)


def _slice_scatter(
    self: Array,
    src: Tensors,
    dim: Dim = 0,
    start: int | None = None,
    end: int | None = None,
    step: int = 1,
) -> Any:
    if step <= 0:
        raise EngineRuntimeError("slice step must be positive")
    return _replaced(self, src, along(dim, start, end, step))


structural(
    "slice_scatter",
    _slice_scatter,
    promote="first",
    vjp=lambda g, dim, start, end, step: _vjp(g, along(dim, start, end, step)),
    jvp=lambda self_t, src_t, self_shape, src_shape, dim, start, end, step: put_at(
        *both(self_t, src_t, self_shape, src_shape), along(dim, start, end, step)
    ),
    derivative={
        "self": "slice_scatter(g, zeros(src.shape), dim, start, end, step)",
        "src": "slice_copy(g, dim, start, end, step)",
    },
    doc="A copy of self with src between two indices along an axis.",
)


def _numbers(shape: tuple) -> np.ndarray:
    """The number of each element of a tensor of `shape`, in order."""
    return np.arange(math.prod(shape)).reshape(shape)


def _diagonal_place(shape: tuple, offset: int, dim1: int, dim2: int) -> Cells:
    return Cells(diagonal(_numbers(shape), offset, dim1, dim2), shape)


def _diagonal_scatter(
    self: Array, src: Tensors, offset: int = 0, dim1: Dim = 0, dim2: Dim = 1
) -> Any:
    return _replaced(self, src, _diagonal_place(shape_of(self), offset, dim1, dim2))


structural(
    "diagonal_scatter",
    _diagonal_scatter,
    promote="first",
    vjp=lambda g, self_shape, offset, dim1, dim2: _vjp(
        g, _diagonal_place(self_shape, offset, dim1, dim2)
    ),
    jvp=lambda self_t, src_t, self_shape, src_shape, offset, dim1, dim2: put_at(
        *both(self_t, src_t, self_shape, src_shape),
        _diagonal_place(self_shape, offset, dim1, dim2),
    ),
    derivative={
        "self": "diagonal_scatter(g, zeros(src.shape), offset, dim1, dim2)",
        "src": "diagonal(g, offset, dim1, dim2)",
    },
    doc="A copy of self with src along a diagonal.",
)


def _strided_place(shape: tuple, size: tuple, stride: tuple, offset: int | None) -> Cells:
    return Cells(memory_places((size, stride, offset or 0)), shape)


def _as_strided_scatter(
    self: Array, src: Tensors, size: Shape, stride: Shape, storage_offset: int | None = None
) -> Any:
    if any(s == 0 and n > 1 for n, s in zip(size, stride, strict=False)):
        raise overlapping()
    check_geometry((size, stride, storage_offset or 0), np.array(self, order="C"))
    return _replaced(self, src, _strided_place(shape_of(self), size, stride, storage_offset))


structural(
    "as_strided_scatter",
    _as_strided_scatter,
    promote="first",
    vjp=lambda g, self_shape, size, stride, storage_offset: _vjp(
        g, _strided_place(self_shape, size, stride, storage_offset)
    ),
    jvp=lambda self_t, src_t, self_shape, src_shape, size, stride, storage_offset: put_at(
        *both(self_t, src_t, self_shape, src_shape),
        _strided_place(self_shape, size, stride, storage_offset),
    ),
    derivative=(
        "self: g but 0 at the places of the view; src: as_strided(g, size, stride, storage_offset)"
    ),
    doc="A copy of self with src at sizes and strides, counted in elements.",
)
