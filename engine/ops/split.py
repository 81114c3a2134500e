"""Taking tensors apart: split, chunk, tensor_split and their kin, unbind.

All but the `unsafe` and `copy` forms return views.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from ..errors import EngineIndexError, EngineRuntimeError
from ..kinds import Array, Dim, Setting, Shape
from ..registry import composite, linear
from ..tensor import Tensor
from .axis import along
from .join import join_cut, stack, with_zeros
from .lead import shape_of
from .select import slice as slice_of
from .views import view


def _even_sizes(size: int, split_size: int) -> tuple[int, ...]:
    """The sizes of pieces of `split_size` each, but perhaps for a smaller last one."""
    if not split_size:
        return (0,)
    count = max(-(-size // split_size), 1)
    return (split_size,) * (count - 1) + (size - split_size * (count - 1),)


def _pieces(array: np.ndarray, sizes: tuple[int, ...], dim: int) -> list[np.ndarray]:
    out = []
    start = 0
    for size in sizes:
        out.append(array[along(dim, slice(start, start + size))])
        start += size
    return out


def _split(self: Array, split_size: int, dim: Dim = 0) -> Any:
    array = np.asarray(self)
    if not array.ndim:
        raise EngineRuntimeError("split expects at least a 1-dimensional tensor")
    if split_size < 0:
        raise EngineRuntimeError(
            f"split expects split_size be non-negative, but got split_size={split_size}"
        )
    size = array.shape[dim]
    if not split_size and size:
        raise EngineRuntimeError(
            f"split_size can only be 0 if dimension size is 0, but got dimension size of {size}"
        )
    return _pieces(array, _even_sizes(size, split_size), dim)


def _split_vjp(gs: list, self_shape: tuple, split_size: int, dim: int) -> Any:
    return join_cut(gs, _even_sizes(self_shape[dim], split_size), dim)


split = view(
    "split",
    _split,
    outputs="list",
    vjp=_split_vjp,
    derivative={"self": "cat(gs, dim)"},
    doc="Pieces of self along dim, each of split_size but for a smaller last one.",
)


def _split_with_sizes(self: Array, split_sizes: Shape, dim: Dim = 0) -> Any:
    array = np.asarray(self)
    if not array.ndim:
        raise EngineRuntimeError("split expects at least a 1-dimensional tensor")
    size = array.shape[dim]
    if any(s < 0 for s in split_sizes):
        raise EngineRuntimeError(
            "split_with_sizes expects split_sizes have only non-negative entries, but got "
            f"split_sizes={list(split_sizes)}"
        )
    if sum(split_sizes) != size:
        raise EngineRuntimeError(
            f"split_with_sizes expects split_sizes to sum exactly to {size} (input tensor's size "
            f"at dimension {dim + array.ndim}), but got split_sizes={list(split_sizes)}"
        )
    return _pieces(array, split_sizes, dim)


def _split_with_sizes_vjp(gs: list, split_sizes: tuple, dim: int) -> Any:
    return join_cut(gs, split_sizes, dim)


split_with_sizes = view(
    "split_with_sizes",
    _split_with_sizes,
    outputs="list",
    vjp=_split_with_sizes_vjp,
    derivative={"self": "cat(gs, dim)"},
    doc="Pieces of self along dim, of the sizes given.",
)


def _split_sizes(self: Array, split_size: Shape, dim: Dim = 0) -> Any:
    return split_with_sizes(self, split_size, dim)


composite("split:sizes", _split_sizes, doc="Pieces of self along dim, of the sizes given.")

unsafe_split = linear(
    "unsafe_split",
    _split,
    outputs="list",
    vjp=_split_vjp,
    derivative={"self": "cat(gs, dim)"},
    doc="As split, but the pieces do not count as views.",
)
linear(
    "unsafe_split_with_sizes",
    _split_with_sizes,
    outputs="list",
    vjp=_split_with_sizes_vjp,
    derivative={"self": "cat(gs, dim)"},
    doc="As split_with_sizes, but the pieces do not count as views.",
)


def _chunk_size(self: Any, chunks: int, dim: int) -> int:
    shape = shape_of(self)
    if not shape:
        raise EngineRuntimeError("chunk expects at least a 1-dimensional tensor")
    if chunks <= 0:
        raise EngineRuntimeError(f"chunk expects `chunks` to be greater than 0, got: {chunks}")
    return -(-shape[dim] // chunks)


def _chunk(self: Array, chunks: int, dim: Dim = 0) -> Any:
    size = _chunk_size(self, chunks, dim)
    return split(self, size, dim) if size else split_with_sizes(self, (0,) * chunks, dim)


def _unsafe_chunk(self: Array, chunks: int, dim: Dim = 0) -> Any:
    size = _chunk_size(self, chunks, dim)
    return unsafe_split(self, size, dim) if size else split_with_sizes(self, (0,) * chunks, dim)


composite("chunk", _chunk, doc="self in at most so many chunks of one size along dim.")
composite("unsafe_chunk", _unsafe_chunk, doc="As chunk, but the pieces do not count as views.")


# -- by the number of sections, or where to cut


def _tensor_split(self: Array, indices_or_sections: Setting, dim: Dim = 0) -> Any:
    shape = shape_of(self)
    if not shape:
        raise EngineRuntimeError(
            "tensor_split expected at least a 1-dimensional tensor, but got a tensor with 0 dims"
        )
    cuts = indices_or_sections
    if cuts.__class__ is Tensor:
        cuts = cuts.tolist()
    if isinstance(cuts, list | tuple):
        return _cut_at([int(c) for c in cuts], self, dim)
    if cuts <= 0:
        raise EngineRuntimeError(f"number of sections must be larger than 0, got {cuts}")
    small, longer = divmod(shape[dim], cuts)
    edges = [k * small + min(k, longer) for k in range(1, cuts)]
    return _cut_at(edges, self, dim)


def _cut_at(edges: list[int], self: Any, dim: int) -> tuple:
    """The slices of `self` before, between and after the edges."""
    starts = [0, *edges]
    ends = [*edges, shape_of(self)[dim]]
    return tuple(slice_of(self, dim, a, b) for a, b in zip(starts, ends, strict=True))


tensor_split = composite(
    "tensor_split",
    _tensor_split,
    aliases=("array_split",),
    doc="self in so many sections of nearly one size along dim, or cut at indices.",
)


def _split_along(name: str, dim: int, least: int, self: Any, cuts: Any) -> Any:
    """What hsplit, vsplit and dsplit have in common."""
    shape = shape_of(self)
    if len(shape) < least:
        raise EngineRuntimeError(
            f"torch.{name} requires a tensor with at least {least} dimension, "
            f"but got a tensor with {len(shape)} dimensions!"
        )
    if isinstance(cuts, int) and (cuts == 0 or shape[dim] % cuts):
        raise EngineRuntimeError(
            f"torch.{name} attempted to split along dimension {dim}, but the size of the "
            f"dimension {shape[dim]} is not divisible by the split_size {cuts}!"
        )
    return _tensor_split(self, cuts, dim - len(shape))


def _hsplit(self: Array, indices_or_sections: Setting) -> Any:
    dim = 0 if len(shape_of(self)) == 1 else 1
    return _split_along("hsplit", dim, 1, self, indices_or_sections)


def _vsplit(self: Array, indices_or_sections: Setting) -> Any:
    return _split_along("vsplit", 0, 2, self, indices_or_sections)


def _dsplit(self: Array, indices_or_sections: Setting) -> Any:
    return _split_along("dsplit", 2, 3, self, indices_or_sections)


composite("hsplit", _hsplit, doc="self in equal sections, or cut at indices, along axis 1.")
composite("vsplit", _vsplit, doc="self in equal sections, or cut at indices, along axis 0.")
composite("dsplit", _dsplit, doc="self in equal sections, or cut at indices, along axis 2.")


# -- into slices


def _unbind(self: Array, dim: Dim = 0) -> Any:
    array = np.asarray(self)
    if not array.ndim:
        raise EngineIndexError("Dimension specified as 0 but tensor has no dimensions")
    rows = np.moveaxis(array, dim, 0)
    return [rows[k, ...] for k in range(len(rows))]


unbind = view(
    "unbind",
    _unbind,
    outputs="list",
    vjp=lambda gs, dim: stack(with_zeros(gs), dim),
    derivative={"self": "stack(gs, dim)"},
    doc="The slices of self along dim.",
)
