"""Putting tensors together: cat, stack and their kin, and the block diagonal."""

from __future__ import annotations

import itertools
import math
from typing import Any

import numpy as np

from .. import shapes
from ..errors import EngineRuntimeError, EngineValueError
from ..kinds import Array, Arrays, Dim, NewDim, Setting
from ..modes import state
from ..registry import composite, linear, structural
from ..tensor import Tensor, result
from .axis import place_axis, slice_axis
from .lead import ndim, reshape_own, shape_of, zeros_like
from .public import call
from .shape import atleast, flatten, reshape


def zeros_shaped(like: Any, shape: tuple[int, ...]) -> Any:
    """Zeros of `shape` in the dtype of `like`, a tensor if that is one."""
    if like.__class__ is Tensor:
        return result(zeros_shaped(like.data, shape))
    return np.zeros(shape, np.float64 if like.__class__ is float else like.dtype)


# -- along a new axis


def _stack(tensors: Arrays, dim: NewDim = 0) -> Any:
    if not tensors:
        raise EngineRuntimeError("stack expects a non-empty TensorList")
    first = shape_of(tensors[0])
    for i, t in enumerate(tensors):
        if shape_of(t) != first:
            raise EngineRuntimeError(
                f"stack expects each tensor to be equal size, but got {list(first)} at entry 0 "
                f"and {list(shape_of(t))} at entry {i}"
            )
    if not first:
        return np.array(tensors)
    place = dim + len(first) + 1
    sizes = (*first[:place], len(tensors), *first[place:])
    return np.stack(tensors, dim, out=_room(sizes, tensors))


def _room(sizes: tuple[int, ...], arrays: list) -> np.ndarray:
    """A contiguous array for a result, whatever the order of the arrays is in memory."""
    dtype = arrays[0].dtype
    if any(a.dtype != dtype for a in arrays):
        dtype = np.result_type(*arrays)
    shapes.check_size(sizes, dtype.itemsize)
    return np.empty(sizes, dtype)


def _unstack(self: Array, dim: Setting) -> Any:
    return list(np.moveaxis(np.asarray(self), dim, 0))


unstack = linear(
    "_unstack",
    _unstack,
    outputs="list",
    vjp=lambda gs, dim: stack(with_zeros(gs), dim),
    doc="The slices along an axis, each of memory of its own.",
)


def with_zeros(parts: list) -> list:
    """Cotangents or tangents of one shape with zeros for None."""
    some = next(p for p in parts if p is not None)
    return [zeros_like(some) if p is None else p for p in parts]


stack = structural(
    "stack",
    _stack,
    promote="type",
    vjp=lambda g, dim: unstack(g, dim),
    jvp=lambda tensors_t, dim: stack(with_zeros(tensors_t), dim),
    method=False,
    derivative={"tensors": "unbind(g, dim)"},
    doc="Tensors of one shape joined along a new axis.",
)


# -- along an axis that they have


def _cat(tensors: Arrays, dim: Dim = 0) -> Any:
    if not tensors:
        raise EngineValueError("torch.cat(): expected a non-empty list of Tensors")
    arrays = [np.asarray(t) for t in tensors]
    most = max(a.ndim for a in arrays)
    kept = [a for a in arrays if a.shape != (0,) or most == 1]
    _check_cat(arrays, kept, dim)
    first = kept[0]
    axis = dim + first.ndim
    total = sum(a.shape[axis] for a in kept)
    sizes = (*first.shape[:axis], total, *first.shape[axis + 1 :])
    return np.concatenate(kept, axis, out=_room(sizes, kept))


def _check_cat(arrays: list, kept: list, dim: int) -> None:
    """Raise torch's errors for shapes that cannot be joined along `dim`."""
    for i, a in enumerate(arrays):
        if not a.ndim:
            raise EngineRuntimeError(
                f"zero-dimensional tensor (at position {i}) cannot be concatenated"
            )
    first = kept[0].shape
    axis = dim + len(first)
    for i, a in enumerate(arrays):
        if a.shape == (0,):
            continue
        if a.ndim != len(first):
            raise EngineRuntimeError(
                f"Tensors must have same number of dimensions: got {len(first)} and {a.ndim}"
            )
        for k, (n, m) in enumerate(zip(first, a.shape, strict=True)):
            if n != m and k != axis:
                raise EngineRuntimeError(
                    f"Sizes of tensors must match except in dimension {axis}. "
                    f"Expected size {n} but got size {m} for tensor number {i} in the list."
                )


def _cut(self: Array, sizes: Setting, dim: Setting) -> Any:
    array = np.asarray(self)
    edges = list(itertools.accumulate(sizes, initial=0))
    rest = (slice(None),) * (-dim - 1)
    return [array[(..., slice(a, b), *rest)] for a, b in itertools.pairwise(edges)]


def join_cut(gs: list, sizes: tuple[int, ...], dim: int) -> Any:
    """Pieces of the given sizes joined along `dim`; zeros for those that are None."""
    some = next(g for g in gs if g is not None)
    shape = list(shape_of(some))
    parts = []
    for g, size in zip(gs, sizes, strict=True):
        shape[dim] = size
        parts.append(zeros_shaped(some, tuple(shape)) if g is None else g)
    return cat(parts, dim)


cut = linear(
    "_cut",
    _cut,
    outputs="list",
    vjp=lambda gs, sizes, dim: join_cut(gs, sizes, dim),
    doc="Pieces of given sizes along an axis, each of memory of its own.",
)


def _cat_vjp(g: Any, tensors_shape: list, dim: int) -> list:
    most = max(len(s) for s in tensors_shape)
    skipped = [s == (0,) and most > 1 for s in tensors_shape]
    sizes = tuple(0 if skip else s[dim] for s, skip in zip(tensors_shape, skipped, strict=True))
    lead = shape_of(g)[: ndim(g) - most]
    return [
        zeros_shaped(g, (*lead, 0)) if skip else part
        for part, skip in zip(cut(g, sizes, dim), skipped, strict=True)
    ]


def _cat_jvp(tensors_t: list, tensors_shape: list, dim: int) -> Any:
    most = max(len(s) for s in tensors_shape)
    some, own = next(
        (t, len(s)) for t, s in zip(tensors_t, tensors_shape, strict=True) if t is not None
    )
    lead = shape_of(some)[: ndim(some) - own]
    parts = [
        zeros_shaped(some, lead + s) if t is None else t
        for t, s in zip(tensors_t, tensors_shape, strict=True)
        if s != (0,) or most == 1
    ]
    return cat(parts, dim)


cat = structural(
    "cat",
    _cat,
    promote="type",
    aliases=("concat", "concatenate"),
    vjp=_cat_vjp,
    jvp=_cat_jvp,
    method=False,
    derivative={"tensors": "split(g, [t.shape[dim] for t in tensors], dim)"},
    doc="Tensors joined along an axis; empty ones of shape [0] are left out.",
)


def _hstack(tensors: Arrays) -> Any:
    parts = [atleast(t, 1) for t in tensors]
    if not parts:
        raise EngineRuntimeError("hstack expects a non-empty TensorList")
    return cat(parts, -1 if parts[0].ndim == 1 else 1 - parts[0].ndim)


def _vstack(tensors: Arrays) -> Any:
    if not tensors:
        raise EngineRuntimeError("vstack expects a non-empty TensorList")
    parts = [atleast(t, 2) for t in tensors]
    return cat(parts, -parts[0].ndim)


def _dstack(tensors: Arrays) -> Any:
    if not tensors:
        raise EngineRuntimeError("dstack expects a non-empty TensorList")
    parts = [atleast(t, 3) for t in tensors]
    return cat(parts, 2 - parts[0].ndim)


def _column_stack(tensors: Arrays) -> Any:
    if not tensors:
        raise EngineRuntimeError("column_stack expects a non-empty TensorList")
    columns = [t if t.ndim > 1 else reshape(t, (t.numel(), 1)) for t in tensors]
    return cat(columns, 1 - columns[0].ndim)


composite("hstack", _hstack, method=False, doc="Tensors joined along their second axis.")
composite(
    "vstack",
    _vstack,
    aliases=("row_stack",),
    method=False,
    doc="Tensors, vectors as rows, joined along their first axis.",
)
composite("dstack", _dstack, method=False, doc="Tensors joined along their third axis.")
composite(
    "column_stack",
    _column_stack,
    method=False,
    doc="Tensors, vectors as columns, joined along their second axis.",
)


# -- blocks and products


def _matrix_shape(shape: tuple[int, ...]) -> tuple[int, int]:
    return (1, 1) if not shape else (1, shape[0]) if len(shape) == 1 else (shape[0], shape[1])


def _corners(blocks: list) -> tuple[list[tuple[int, int, int, int]], tuple[int, int]]:
    """For each block its first and last row and column, and the shape of the whole."""
    row = column = 0
    out = []
    for shape in blocks:
        height, width = _matrix_shape(shape)
        out.append((row, row + height, column, column + width))
        row, column = row + height, column + width
    return out, (row, column)


def _block_diag(tensors: Arrays) -> Any:
    arrays = [np.asarray(t) for t in tensors]
    for i, a in enumerate(arrays):
        if a.ndim > 2:
            raise EngineRuntimeError(
                "torch.block_diag: Input tensors must have 2 or fewer dimensions. Input "
                f"{i} has {a.ndim} dimensions"
            )
    corners, whole = _corners([a.shape for a in arrays])
    dtype = arrays[0].dtype if arrays else state.default_dtype.np
    shapes.check_size(whole, dtype.itemsize)
    out = np.zeros(whole if arrays else (1, 0), dtype)
    for a, (top, bottom, left, right) in zip(arrays, corners, strict=True):
        out[top:bottom, left:right] = a
    return out


def _block_diag_vjp(g: Any, tensors_shape: list) -> list:
    corners, _ = _corners(tensors_shape)
    out = []
    for shape, (top, bottom, left, right) in zip(tensors_shape, corners, strict=True):
        block = slice_axis(slice_axis(g, -2, (top, bottom, None)), -1, (left, right, None))
        out.append(reshape_own(block, 2, shape))
    return out


def _block_diag_jvp(tensors_t: list, tensors_shape: list) -> Any:
    corners, (height, width) = _corners(tensors_shape)
    total: Any = None
    for t, shape, (top, bottom, left, right) in zip(tensors_t, tensors_shape, corners, strict=True):
        if t is None:
            continue
        block = reshape_own(t, len(shape), _matrix_shape(shape))
        wide = place_axis(block, -1, (left, right, None), width)
        part = place_axis(wide, -2, (top, bottom, None), height)
        total = part if total is None else total + part
    return total


structural(
    "block_diag",
    _block_diag,
    promote="type",
    vjp=_block_diag_vjp,
    jvp=_block_diag_jvp,
    method=False,
    derivative="the blocks of g",
    doc="A matrix with the tensors as blocks along its diagonal and zeros elsewhere.",
)


def _cartesian_prod(tensors: Arrays) -> Any:
    if not tensors:
        raise EngineRuntimeError("meshgrid expects a non-empty TensorList")
    for t in tensors:
        if t.ndim != 1:
            raise EngineRuntimeError(f"Expect a 1D vector, but got shape {list(t.shape)}")
    if len(tensors) == 1:
        return tensors[0]
    sizes = [t.numel() for t in tensors]
    shapes.check_size((*sizes, len(sizes)), tensors[0].dtype.itemsize)
    return stack([flatten(grid) for grid in call("meshgrid", tensors)], -1)


composite(
    "cartesian_prod",
    _cartesian_prod,
    method=False,
    doc="All ways to take one element of each vector, a row each.",
)


def _combinations(self: Array, r: int = 2, with_replacement: bool = False) -> Any:
    if ndim(self) != 1:
        raise EngineRuntimeError(f"Expect a 1D vector, but got shape {list(shape_of(self))}")
    if r < 0:
        raise EngineRuntimeError(f"Expect a non-negative number, but got {r}")
    n = shape_of(self)[0]
    if r == 0:
        return zeros_shaped(self, (0,))
    count = math.comb(n + r - 1, r) if with_replacement and n else math.comb(n, r)
    shapes.check_size((count, r))
    columns = _choices(n, r, with_replacement)
    return stack([call("index_select", self, -1, result(c)) for c in columns], -1)


def _choices(n: int, r: int, again: bool) -> list[np.ndarray]:
    """The places chosen first, second, and so on, for every choice of r among n in order."""
    if r > n and not (again and n):
        return [np.zeros(0, np.int64)] * r
    columns: list[np.ndarray] = []
    for k in range(r):
        last = n - 1 if again else n - r + k
        if not columns:
            columns = [np.arange(last + 1)]
            continue
        first = columns[-1] + (not again)
        counts = last + 1 - first
        ends = np.cumsum(counts)
        columns = [np.repeat(c, counts) for c in columns]
        columns.append(np.arange(ends[-1]) + np.repeat(first - ends + counts, counts))
    return columns


composite(
    "combinations",
    _combinations,
    doc="All ways to choose r elements of a vector, in order, a row each.",
)
