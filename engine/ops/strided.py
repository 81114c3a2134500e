"""Views by strides: as_strided, and the sliding windows of unfold."""

from __future__ import annotations

from typing import Any

import numpy as np

from ..errors import EngineRuntimeError
from ..kinds import Array, Dim, Setting, Shape
from ..registry import composite, linear
from ..tensor import Tensor
from .lead import ndim, permute_own, shape_of
from .place import Cells, Pieces, pick, place_all
from .views import copied, strided, view

Geometry = tuple[tuple[int, ...], tuple[int, ...], int]


def _owner(array: np.ndarray) -> np.ndarray:
    """The array whose memory `array` is a view of."""
    while isinstance(array.base, np.ndarray):
        array = array.base
    return array


def _geometry(array: np.ndarray) -> Geometry:
    """Shape, strides and offset into its memory, counted in elements."""
    size = array.itemsize
    offset = array.__array_interface__["data"][0] - _owner(array).__array_interface__["data"][0]
    return array.shape, tuple(s // size for s in array.strides), offset // size


def check_geometry(geometry: Geometry, array: np.ndarray) -> None:
    """Raise torch's errors for a geometry outside the memory of `array`."""
    shape, strides, offset = geometry
    if len(shape) != len(strides):
        raise EngineRuntimeError("mismatch in length of strides and shape")
    if any(s < 0 for s in strides):
        raise EngineRuntimeError(
            "as_strided: Negative strides are not supported at the moment, got strides: "
            f"{list(strides)}"
        )
    if offset < 0:
        raise EngineRuntimeError(f"Tensor: invalid storage offset {offset}")
    if 0 in shape:
        return
    itemsize, memory = array.itemsize, _owner(array).nbytes
    last = offset + sum((n - 1) * s for n, s in zip(shape, strides, strict=True))
    if (last + 1) * itemsize > memory:
        raise EngineRuntimeError(
            f"setStorage: sizes {list(shape)}, strides {list(strides)}, storage offset {offset}, "
            f"and itemsize {itemsize} requiring a storage size of {(last + 1) * itemsize} are "
            f"out of bounds for storage of size {memory}"
        )


def _as_strided(self: Array, target: Setting, source: Setting) -> Any:
    array = np.asarray(self)
    check_geometry(target, array)
    shape, strides, offset = target
    owner = _owner(array)
    memory = strided(owner, (owner.size,), (owner.itemsize,))
    return strided(memory[offset:], shape, tuple(s * owner.itemsize for s in strides))


def memory_places(geometry: Geometry) -> np.ndarray:
    """The place in memory of each element, counted in elements."""
    shape, strides, offset = geometry
    out = np.full(shape, offset)
    for axis, (n, stride) in enumerate(zip(shape, strides, strict=True)):
        out += (np.arange(n) * stride).reshape((n, *(1,) * (len(shape) - axis - 1)))
    return out


def _through_memory(x: Any, source: Geometry, target: Geometry, shared: Geometry) -> Any:
    """Move `x` from the places of `source` to those of `target`.

    What reaches one place of memory is added up, and divided among the elements of `shared`
    that stand for it, where they overlap: torch's rule, FunctionsManual.cpp, as_strided_backward.
    """
    here, there = memory_places(source), memory_places(target)
    counted = memory_places(shared).ravel()
    total = 1 + max((int(n.max()) for n in (here, there, counted) if n.size), default=-1)
    lead = shape_of(x)[: ndim(x) - here.ndim]
    memory = place_all([x], (*lead, total), [Cells(here, (total,))])
    counts = np.bincount(counted, minlength=total)
    if counts.max(initial=0) > 1:
        memory = divided(memory, np.maximum(counts, 1))
    return pick(memory, Cells(there, (total,)))


def _divided(self: Array, counts: Setting) -> Any:
    array = np.asarray(self)
    return array / counts.astype(array.dtype)


divided = linear(
    "_divided",
    _divided,
    vjp=lambda g, counts: divided(g, counts),
    doc="The last axis divided by counts.",
)

as_strided_from = view(
    "_as_strided",
    _as_strided,
    node="AsStridedBackward0",
    vjp=lambda g, target, source: _through_memory(g, target, source, source),
    jvp=lambda self_t, target, source: _through_memory(self_t, source, target, source),
    doc="A view with the geometry target of the memory of a tensor with the geometry source.",
)
as_strided_copied = linear(
    "_as_strided_copied",
    copied(_as_strided),
    node="AsStridedBackward0_copy",
    vjp=lambda g, target, source: _through_memory(g, target, source, source),
    jvp=lambda self_t, target, source: _through_memory(self_t, source, target, source),
    doc="As _as_strided, copied.",
)


def _both(self: Any, size: tuple, stride: tuple, storage_offset: int | None) -> tuple:
    """The geometries that are wanted and had."""
    array = self.materialize() if self.__class__ is Tensor else np.asarray(self)
    source = _geometry(array)
    return (size, stride, source[2] if storage_offset is None else storage_offset), source


def _as_strided_view(
    self: Array, size: Shape, stride: Shape, storage_offset: int | None = None
) -> Any:
    return as_strided_from(self, *_both(self, size, stride, storage_offset))


def _as_strided_copy(
    self: Array, size: Shape, stride: Shape, storage_offset: int | None = None
) -> Any:
    return as_strided_copied(self, *_both(self, size, stride, storage_offset))


composite(
    "as_strided",
    _as_strided_view,
    doc="A view of the memory of self with other sizes and strides, counted in elements.",
)
composite(
    "as_strided_copy",
    _as_strided_copy,
    method=False,
    doc="As as_strided, copied to memory of its own.",
)


# -- sliding windows


def _unfold(self: Array, dimension: Dim, size: int, step: int) -> Any:
    array = np.asarray(self)
    whole = array.shape[dimension] if array.ndim else 1
    if size < 0:
        raise EngineRuntimeError(f"size is {size} but must be >= 0")
    if size > whole:
        raise EngineRuntimeError(
            f"maximum size for tensor at dimension {dimension + (array.ndim or 1)} is {whole} "
            f"but size is {size}"
        )
    if step <= 0:
        raise EngineRuntimeError(f"step is {step} but must be > 0")
    if not array.ndim:
        return array.reshape(1)[:size]
    sizes, strides = list(array.shape), list(array.strides)
    sizes[dimension] = (whole - size) // step + 1
    strides[dimension] *= step
    return strided(array, (*sizes, size), (*strides, array.strides[dimension]))


def _unfold_vjp(g: Any, self_shape: tuple, dimension: int, size: int, step: int) -> Any:
    if not self_shape:
        return Pieces(g, (), Cells(np.zeros(size, np.int64), ()))
    n = len(self_shape)
    whole = self_shape[dimension]
    order = (*range(-n - 1, dimension), -1, *range(dimension, -1))
    at = np.arange((whole - size) // step + 1)[:, None] * step + np.arange(size)
    return Pieces(permute_own(g, order), self_shape, Cells(at, (whole,), -dimension - 1))


unfold = view(
    "unfold",
    _unfold,
    vjp=_unfold_vjp,
    jvp=lambda self_t, self_shape, dimension, size, step: (
        unfold(self_t, dimension, size, step)
        if self_shape
        else pick(self_t, Cells(np.zeros(size, np.int64), ()))
    ),
    derivative="g added up where windows overlap",
    doc="All windows of a size along an axis, step apart, their elements as a last axis.",
)
