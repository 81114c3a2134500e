"""Repeating elements: expand and its kin without memory, repeat, tile and the rest with it."""

from __future__ import annotations

from typing import Any

import numpy as np

from .. import dtypes, shapes
from ..errors import EngineRuntimeError, UnsupportedDType, dim_out_of_range
from ..kinds import Array, Arrays, Dim, Index, Setting, Shape, Tensors
from ..registry import composite, linear
from ..tensor import Tensor, result
from .create import tensor
from .lead import expand_own, ndim, pad_own, reshape_own, shape_of, sum_axes, sum_back
from .public import call
from .shape import contiguous_clone, flatten, reshape, unsqueeze, view_as_shape
from .views import strided, view


def _expanded_sizes(own: tuple[int, ...], wanted: tuple[int, ...]) -> tuple[int, ...]:
    """`wanted`, at least as long as `own`, with each -1 replaced by the size it keeps.

    Raises: torch's errors. Source: torch aten/src/ATen/ExpandUtils.cpp, inferExpandGeometry.
    """
    missing = len(wanted) - len(own)
    out = []
    for axis, size in enumerate(wanted):
        if axis < missing:
            if size < 0:
                raise EngineRuntimeError(
                    f"The expanded size of the tensor ({size}) isn't allowed in a leading, "
                    f"non-existing dimension {axis}"
                )
            out.append(size)
            continue
        old = own[axis - missing]
        if (size not in (-1, old) and old != 1) or size < -1:
            raise EngineRuntimeError(
                f"The expanded size of the tensor ({size}) must match the existing size ({old}) "
                f"at non-singleton dimension {axis}.  Target sizes: {list(wanted)}.  "
                f"Tensor sizes: {list(own)}"
            )
        out.append(old if size == -1 else size)
    return tuple(out)


def _expand(self: Array, size: Shape, *, implicit: bool = False) -> Any:
    array = np.asarray(self)
    if len(size) < array.ndim:
        raise EngineRuntimeError(
            f"expand({dtypes.of(array).tensor_type}{{{list(array.shape)}}}, size={list(size)}): "
            f"the number of sizes provided ({len(size)}) must be greater or equal to the number "
            f"of dimensions in the tensor ({array.ndim})"
        )
    sizes = _expanded_sizes(array.shape, size)
    missing = len(sizes) - array.ndim
    strides = (0,) * missing + tuple(
        0 if n == 1 and m != 1 else stride
        for n, m, stride in zip(array.shape, sizes[missing:], array.strides, strict=True)
    )
    return strided(array, sizes, strides)


def _expand_jvp(self_t: Any, self_shape: tuple, size: tuple) -> Any:
    lead = ndim(self_t) - len(self_shape)
    padded = pad_own(self_t, lead, len(size) - len(self_shape))
    return expand_own(padded, _expanded_sizes(self_shape, size))


expand = view(
    "expand",
    _expand,
    vjp=lambda g, self_shape, size: sum_back(g, ndim(g) - len(size), self_shape),
    jvp=_expand_jvp,
    derivative={"self": "sum_to_size(g, self.shape)"},
    doc="self with axes of size 1, and new ones in front, stretched to a size; -1 keeps one.",
)


def _expand_as(self: Array, other: Index) -> Any:
    return expand(self, shape_of(other))


composite("expand_as", _expand_as, doc="self expanded to the shape of other.")


def _broadcast_to(self: Array, size: Shape) -> Any:
    return expand(self, size)


composite("broadcast_to", _broadcast_to, doc="self expanded to a size.")


def _broadcast_tensors(tensors: Arrays) -> Any:
    shape = shapes.broadcast_all([shape_of(t) for t in tensors])
    return tuple(t if shape_of(t) == shape else expand(t, shape) for t in tensors)


broadcast_tensors = composite(
    "broadcast_tensors",
    _broadcast_tensors,
    aliases=("broadcast_arrays",),
    method=False,
    doc="The tensors expanded to the shape that all of them broadcast to.",
)


def _meshgrid(tensors: Arrays, *, indexing: str = "ij") -> Any:
    if not tensors:
        raise EngineRuntimeError("meshgrid expects a non-empty TensorList")
    if indexing not in ("ij", "xy"):
        raise EngineRuntimeError(
            f'torch.meshgrid: indexing must be one of "xy" or "ij", but received: {indexing}'
        )
    for t in tensors:
        if t.ndim > 1:
            raise EngineRuntimeError(
                "torch.meshgrid: Expected 0D or 1D tensor in the tensor list but got: "
                f"{list(t.shape)}"
            )
        if t.dtype is not tensors[0].dtype:
            raise EngineRuntimeError("meshgrid expects all tensors to have the same dtype")
    axes = list(range(len(tensors)))
    if indexing == "xy" and len(axes) > 1:
        axes[:2] = [1, 0]
    shape = [1] * len(axes)
    for t, axis in zip(tensors, axes, strict=True):
        shape[axis] = t.numel()
    return tuple(_along(t, axis, tuple(shape)) for t, axis in zip(tensors, axes, strict=True))


def _along(t: Any, axis: int, shape: tuple[int, ...]) -> Any:
    ones = tuple(n if i == axis else 1 for i, n in enumerate(shape))
    return expand(view_as_shape(t, ones), shape)


meshgrid = composite(
    "meshgrid",
    _meshgrid,
    method=False,
    doc="Grids of coordinates over the product of one-dimensional tensors.",
)


# -- with memory


def _tile_own(self: Array, repeats: Setting) -> Any:
    array = np.asarray(self)
    lead = (1,) * (array.ndim - len(repeats))
    shape = tuple(n * r for n, r in zip(array.shape, lead + repeats, strict=True))
    shapes.check_size(shape, array.itemsize)
    return np.tile(array, lead + repeats)


def _untile(g: Any, shape: tuple[int, ...], repeats: tuple[int, ...]) -> Any:
    """The sum over the copies that tiling a tensor of `shape`, as long as `repeats`, made."""
    split = tuple(n for pair in zip(repeats, shape, strict=True) for n in pair)
    count = len(shape)
    return sum_axes(reshape_own(g, count, split), tuple(range(-2 * count, 0, 2)), False)


tile_own = linear(
    "_tile_own",
    _tile_own,
    vjp=lambda g, self_shape, repeats: _untile(
        g, self_shape[len(self_shape) - len(repeats) :], repeats
    ),
    doc="The last axes repeated.",
)


def _filled(shape: tuple[int, ...], count: int) -> tuple[int, ...]:
    """`shape` with ones in front to make `count` sizes."""
    return (1,) * (count - len(shape)) + shape


def _repeat(self: Array, repeats: Shape) -> Any:
    array = np.asarray(self)
    if len(repeats) < array.ndim:
        raise EngineRuntimeError(
            "Number of dimensions of repeat dims can not be smaller than number of dimensions "
            "of tensor"
        )
    own = _filled(array.shape, len(repeats))
    if min(repeats, default=0) < 0:
        sizes = [n * r for n, r in zip(own, repeats, strict=True)]
        raise EngineRuntimeError(
            f"Trying to create tensor with negative dimension {min(sizes)}: {sizes}"
        )
    return _tile_own(array.reshape(own), repeats)


def _repeat_vjp(g: Any, self_shape: tuple, repeats: tuple) -> Any:
    back = _untile(g, _filled(self_shape, len(repeats)), repeats)
    return reshape_own(back, len(repeats), self_shape)


def _repeat_jvp(self_t: Any, self_shape: tuple, repeats: tuple) -> Any:
    wide = reshape_own(self_t, len(self_shape), _filled(self_shape, len(repeats)))
    return tile_own(wide, repeats)


repeat = linear(
    "repeat",
    _repeat,
    vjp=_repeat_vjp,
    jvp=_repeat_jvp,
    derivative="g summed over the copies",
    doc="Copies of self along each axis, as many as repeats says; new axes come in front.",
)


def _tile(self: Array, dims: Shape) -> Any:
    return repeat(self, _filled(dims, len(shape_of(self))))


composite("tile", _tile, doc="Copies of self along its last axes, as many as dims says.")


def _repeat_interleave(
    self: Array, repeats: Setting, dim: Dim | None = None, *, output_size: Setting = None
) -> Any:
    if dim is not None and not shape_of(self):
        raise dim_out_of_range(1, 0)
    if dim is None:
        self, dim = flatten(self), -1
    if isinstance(repeats, list | tuple):
        repeats = tensor(repeats)
    if repeats.__class__ is Tensor:
        return _repeat_each(self, repeats, dim, output_size)
    if repeats < 0:
        raise EngineRuntimeError("Repeats must be non-negative")
    shape = shape_of(self)
    at = dim + len(shape)
    stretched = expand(unsqueeze(self, dim), (*shape[: at + 1], repeats, *shape[at + 1 :]))
    sizes = (*shape[:at], shape[at] * repeats, *shape[at + 1 :])
    if output_size not in (None, sizes[at]):
        raise EngineRuntimeError(
            f"repeat_interleave: Invalid output_size, expected {sizes[at]} but got {output_size}"
        )
    return view_as_shape(contiguous_clone(stretched), sizes)


def _repeat_each(self: Any, repeats: Tensor, dim: int, output_size: int | None) -> Any:
    """Repeat each element along `dim` by its own count."""
    size = shape_of(self)[dim]
    counts = repeats.array()
    if repeats.dtype.category != 1:
        kind = dtypes.SCALAR_TYPE_NAMES[repeats.dtype.name]
        raise UnsupportedDType(f"\"repeat_interleave_cpu\" not implemented for '{kind}'")
    if counts.ndim > 1:
        raise EngineRuntimeError("repeats must be 0-dim or 1-dim tensor")
    if counts.size == 1:
        counts = np.broadcast_to(counts.reshape(-1), (size,))
    if counts.size != size:
        raise EngineRuntimeError(
            "repeats must have the same size as input along dim, but got repeats.size(0) = "
            f"{counts.size} and input.size({dim + len(shape_of(self))}) = {size}"
        )
    if (counts < 0).any():
        raise EngineRuntimeError("repeats can not be negative")
    if output_size is not None and output_size != counts.sum():
        raise EngineRuntimeError("allocated size does not match required size")
    shapes.check_size((int(counts.sum()),))
    return call("index_select", self, dim, result(np.repeat(np.arange(size), counts)))


def _repeat_places(repeats: Tensors, *, output_size: int | None = None) -> Any:
    places = result(np.arange(repeats.numel()))
    return _repeat_each(places, repeats, -1, output_size)


composite(
    "repeat_interleave:places",
    _repeat_places,
    doc="The numbers 0, 1, 2 and so on, each repeated by its own count.",
)
composite(
    "repeat_interleave",
    _repeat_interleave,
    doc="self with each element repeated along dim, by one count or a count for each.",
)

__all__ = ["broadcast_tensors", "expand", "meshgrid", "repeat", "reshape", "tile_own"]
