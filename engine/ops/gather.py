"""Picking elements by index tensors: gather, index_select, take, masked_select and their kin.

Each computes the `Cells` that it reads; its cotangent is `Pieces` at the same cells.
"""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from .. import dtypes, shapes
from ..errors import EngineIndexError, EngineRuntimeError
from ..kinds import Array, Dim, Index, Setting
from ..registry import composite, linear
from ..tensor import Tensor
from .choose import where
from .expand import expand
from .index import out_of_bounds, place_of, within
from .place import Cells, Pieces, pick, picked_shape
from .shape import reshape


def indices(index: Any) -> np.ndarray:
    """An index argument as an array."""
    return np.asarray(index.data if index.__class__ is Tensor else index)


def need_ints(index: np.ndarray, name: str) -> None:
    """Raise torch's error unless an index holds int32 or int64."""
    if index.dtype not in (np.int64, np.int32):
        raise EngineRuntimeError(f"{name}(): Expected dtype int32/int64 for index")


def checked(index: np.ndarray, dim: int, size: int) -> np.ndarray:
    """An index that must lie in [0, size). Raises: RuntimeError with torch's words."""
    if index.size and (int(index.min()) < 0 or int(index.max()) >= size):
        wrong = int(index[(index < 0) | (index >= size)].flat[0])
        raise EngineRuntimeError(str(out_of_bounds(wrong, dim, size)))
    return index


def along_axis(shape: tuple[int, ...], dim: int, index: np.ndarray, name: str) -> Cells:
    """The cells that `index` names along axis `dim`, the other axes its own positions.

    Shapes: `index` has as many axes as `shape` and is nowhere longer, but along `dim`.
    """
    need_ints(index, name)
    own, at = shape or (1,), index if index.ndim else index.reshape(1)
    if len(own) != at.ndim:
        raise EngineRuntimeError(
            "Index tensor must have the same number of dimensions as input tensor"
        )
    axis = dim + len(own)
    for k, (mine, size) in enumerate(zip(at.shape, own, strict=True)):
        if k != axis and mine > size:
            raise EngineRuntimeError(
                f"Size does not match at dimension {k} expected index {list(index.shape)} to be "
                f"no larger than self {list(shape)} apart from dimension {axis}"
            )
    checked(at, axis, own[axis])
    numbers: Any = np.zeros((), np.int64)
    for k, size in enumerate(own):
        behind = (1,) * (len(own) - k - 1)
        part = at if k == axis else np.arange(at.shape[k]).reshape((-1, *behind))
        numbers = numbers * size + part
    return Cells(numbers.reshape(index.shape), shape)


def _gather(self: Array, dim: Dim, index: Index, *, sparse_grad: bool = False) -> Any:
    array = np.asarray(self)
    return pick(array, along_axis(array.shape, dim, indices(index), "gather"))


gather = linear(
    "gather",
    _gather,
    vjp=lambda g, self_shape, dim, index: Pieces(
        g, self_shape, along_axis(self_shape, dim, indices(index), "gather")
    ),
    jvp=lambda self_t, self_shape, dim, index: pick(
        self_t, along_axis(self_shape, dim, indices(index), "gather")
    ),
    derivative={"self": "scatter_add(zeros(self.shape), dim, index, g)"},
    doc="The elements at indices along an axis, repeats allowed.",
)


def _take_along_dim(self: Array, indices: Index, dim: int | None = None) -> Any:
    if indices.dtype is not dtypes.int64:
        raise EngineRuntimeError(
            "torch.take_along_dim(): dtype of indices should be Long but got "
            f"{dtypes.SCALAR_TYPE_NAMES[indices.dtype.name]}"
        )
    if dim is None:
        return gather(reshape(self, (-1,)), -1, reshape(indices, (-1,)))
    if self.ndim != indices.ndim:
        raise EngineRuntimeError(
            "torch.take_along_dim(): input and indices should have the same number of "
            f"dimensions, but got {self.ndim} dimensions for input, and {indices.ndim} "
            "dimensions for indices"
        )
    dim = shapes.negative_dim(dim, self.ndim)
    if not self.ndim:
        return gather(self, dim, indices)
    axis = dim + self.ndim
    shape = shapes.broadcast(
        (*self.shape[:axis], 1, *self.shape[axis + 1 :]),
        (*indices.shape[:axis], 1, *indices.shape[axis + 1 :]),
    )
    mine = shape[:axis] + self.shape[axis : axis + 1] + shape[axis + 1 :]
    at = shape[:axis] + indices.shape[axis : axis + 1] + shape[axis + 1 :]
    wrapped = indices.array() % max(self.shape[axis], 1)
    return gather(expand(self, mine), dim, Tensor(np.broadcast_to(wrapped, at)))


composite(
    "take_along_dim",
    _take_along_dim,
    doc="The elements at indices, modulo the size, along an axis; the other axes broadcast.",
)


def one_axis(shape: tuple[int, ...], dim: int, index: np.ndarray) -> Cells:
    """The cells of whole slices at a list of indices along an axis, all else taken whole."""
    return Cells(index.ravel().astype(np.int64), shape[dim:][:1] or (1,), -dim - 1)


def _selected(shape: tuple[int, ...], dim: int, index: Any) -> Cells:
    at = indices(index)
    if at.ndim > 1:
        raise EngineIndexError("index_select(): Index is supposed to be a vector")
    if at.dtype not in (np.int64, np.int32):
        raise EngineRuntimeError("index_select(): Expected dtype int32 or int64 for index")
    if not shape:
        if at.size != 1:
            raise EngineRuntimeError(
                f"index_select(): Index to scalar can have only 1 value, got {at.size} value(s)"
            )
        if at.flat[0] != 0:
            raise EngineIndexError("index out of range in self")
        return Cells(np.zeros((), np.int64), ())
    size = shape[dim]
    if at.size and (at.min() < 0 or at.max() >= size):
        wrong = int(at[(at < 0) | (at >= size)].flat[0])
        raise EngineRuntimeError(
            f"INDICES element is out of DATA bounds, id={wrong} axis_dim={size}"
        )
    return one_axis(shape, dim, at)


def _index_select(self: Array, dim: Dim, index: Index) -> Any:
    array = np.asarray(self)
    return pick(array, _selected(array.shape, dim, index))


index_select = linear(
    "index_select",
    _index_select,
    vjp=lambda g, self_shape, dim, index: Pieces(g, self_shape, _selected(self_shape, dim, index)),
    jvp=lambda self_t, self_shape, dim, index: pick(self_t, _selected(self_shape, dim, index)),
    derivative={"self": "index_add(zeros(self.shape), dim, index, g)"},
    doc="The slices at a list of indices along an axis.",
)


def numbered(shape: tuple[int, ...], index: Any, name: str) -> Cells:
    """The cells that `index` numbers through the flattened tensor; negative from the end."""
    at = indices(index)
    if at.dtype != np.int64:
        kind = dtypes.SCALAR_TYPE_NAMES[dtypes.of(at).name]
        raise EngineRuntimeError(f"{name}(): Expected a long tensor for index, but got {kind}")
    count = math.prod(shape)
    try:
        return Cells(within(at, 0, count), shape)
    except EngineIndexError:
        wrong = int(at[(at < -count) | (at >= count)].flat[0])
        raise EngineIndexError(
            f"out of range: tried to access index {wrong} on a tensor of {count} elements."
        ) from None


def _take(self: Array, index: Index) -> Any:
    array = np.asarray(self)
    return pick(array, numbered(array.shape, index, "take"))


linear(
    "take",
    _take,
    vjp=lambda g, self_shape, index: Pieces(g, self_shape, numbered(self_shape, index, "take")),
    jvp=lambda self_t, self_shape, index: pick(self_t, numbered(self_shape, index, "take")),
    derivative={"self": "put(zeros(self.shape), index, g, True)"},
    doc="The elements at indices into the flattened tensor.",
)


def _chosen(shape: tuple[int, ...], mask: Any) -> Cells:
    """The cells of a tensor of `shape` that a mask, broadcast with it, picks."""
    chosen = indices(mask)
    if chosen.dtype.kind != "b":
        raise EngineRuntimeError("masked_select: expected BoolTensor for mask")
    whole = shapes.broadcast(chosen.shape, shape)
    numbers = np.arange(math.prod(shape)).reshape(shape)
    return Cells(np.broadcast_to(numbers, whole)[np.broadcast_to(chosen, whole)], shape)


def _masked_select(self: Array, mask: Index) -> Any:
    array = np.asarray(self)
    return pick(array, _chosen(array.shape, mask))


linear(
    "masked_select",
    _masked_select,
    vjp=lambda g, self_shape, mask: Pieces(g, self_shape, _chosen(self_shape, mask)),
    jvp=lambda self_t, self_shape, mask: pick(self_t, _chosen(self_shape, mask)),
    derivative={"self": "masked_scatter(zeros(self.shape), mask, g)"},
    doc="The elements where a mask is true, in one row.",
)


def unsafe_cells(shape: tuple[int, ...], mask: Any, given: Any) -> tuple[Cells, np.ndarray]:
    """The cells of an index whose masked-out entries may lie outside, and the mask itself."""
    chosen = indices(mask)
    if chosen.dtype.kind != "b":
        raise EngineRuntimeError("tensors used as masks must be bool tensors")
    picks = {
        axis: np.clip(indices(index), -shape[axis], shape[axis] - 1)
        for axis, index in enumerate(given)
        if index is not None
    }
    return place_of(shape, picks), chosen


def _unsafe_masked_index(self: Array, mask: Index, indices: Setting, fill: Setting) -> Any:
    array = np.asarray(self)
    place, chosen = unsafe_cells(array.shape, mask, indices)
    shapes.broadcast(chosen.shape, picked_shape(array.shape, place))
    return np.where(chosen, place.read(array), array.dtype.type(fill))


linear(
    "_unsafe_masked_index",
    _unsafe_masked_index,
    node="UnsafeMaskedIndexBackward0",
    vjp=lambda g, self_shape, mask, indices: _masked_pieces(g, self_shape, mask, indices),
    jvp=lambda self_t, self_shape, mask, indices: _masked_pick(self_t, self_shape, mask, indices),
    method=False,
    doc="The elements at indices where a mask is true, a number elsewhere.",
)


def _masked_pieces(g: Any, shape: tuple, mask: Any, given: Any) -> Pieces:
    place, chosen = unsafe_cells(shape, mask, given)
    return Pieces(where(chosen, g, 0.0), shape, place)


def _masked_pick(t: Any, shape: tuple, mask: Any, given: Any) -> Any:
    place, chosen = unsafe_cells(shape, mask, given)
    return where(chosen, pick(t, place), 0.0)
