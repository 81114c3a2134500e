"""Writing by index tensors: scatter, scatter_add, index_add, index_copy, index_fill, put.

Each writes or adds a source to `Cells`. Where a write names a cell twice the last value stays,
and both values get the cell's gradient, as in torch.
Source: torch tools/autograd/derivatives.yaml.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from .. import dtypes
from ..errors import EngineIndexError, EngineRuntimeError
from ..kinds import Array, Dim, Index, Number, Tensors
from ..registry import structural
from .gather import along_axis, checked, indices, need_ints, one_axis
from .lead import reshape_own, shape_of
from .place import Box, Cells, Pieces, add_at, both, clear, pick, put_at

# -- scatter: an index with the axes of the source


def check_scatter(self: Any, dim: int, index: Any, src: Any) -> None:
    """Raise torch's errors for dtypes and shapes that a scatter does not take."""
    shape, given = shape_of(self), shape_of(src)
    at = indices(index)
    need_ints(at, "scatter")
    axes = max(at.ndim, 1)
    for other, name in ((shape, "self"), (given, "src")):
        if axes != max(len(other), 1):
            raise EngineRuntimeError(
                f"Index tensor must have the same number of dimensions as {name} tensor"
            )
    own, source, axis = shape or (1,), given or (1,), dim + axes
    for k, size in enumerate(at.shape):
        if size > source[k] or (k != axis and size > own[k]):
            raise EngineRuntimeError(
                f"Expected index {list(at.shape)} to be no larger than self {list(shape)} apart "
                f"from dimension {axis} and to be no larger size than src {list(given)}"
            )
    if dtypes.of(self) is not dtypes.of(src):
        raise EngineRuntimeError("scatter(): Expected self.dtype to be equal to src.dtype")


def scatter_place(shape: tuple, dim: int, index: Any) -> Cells:
    """The cells that a scatter along `dim` writes."""
    return along_axis(shape, dim, indices(index), "scatter")


def corner(src: Any, own: tuple, place: Cells) -> Any:
    """The part of a source of shape `own` that is written: as large as the index, at the start."""
    wanted = place.at.shape
    if own == wanted:
        return src
    if len(own) != len(wanted):
        return reshape_own(src, len(own), wanted)
    return pick(src, _corner_box(wanted))


def from_corner(d: Any, own: tuple, place: Cells) -> Any:
    """The cotangent of a source for the cotangent of its corner."""
    wanted = place.at.shape
    if own == wanted:
        return d
    if len(own) != len(wanted):
        return reshape_own(d, len(wanted), own)
    return Pieces(d, own, _corner_box(wanted))


def _corner_box(shape: tuple) -> Box:
    return Box(*(slice(0, n) for n in shape))


def _scatter(self: Array, dim: Dim, index: Index, src: Tensors) -> Any:
    check_scatter(self, dim, index, src)
    place = scatter_place(shape_of(self), dim, index)
    return put_at(self, corner(src, shape_of(src), place), place)


def _scatter_vjp(g: Any, self_shape: tuple, dim: int, index: Any, src_shape: tuple) -> tuple:
    place = scatter_place(self_shape, dim, index)
    return clear(g, place), from_corner(pick(g, place), src_shape, place)


def _scatter_jvp(
    self_t: Any, src_t: Any, self_shape: tuple, src_shape: tuple, dim: int, index: Any
) -> Any:
    place = scatter_place(self_shape, dim, index)
    t, s = both(self_t, src_t, self_shape, src_shape)
    return put_at(t, corner(s, src_shape, place), place)


scatter = structural(
    "scatter",
    _scatter,
    vjp=_scatter_vjp,
    jvp=_scatter_jvp,
    derivative="self: scatter(g, dim, index, 0); src: gather(g, dim, index), 0 if overwritten",
    inplace=True,
    doc="A copy of self with the elements of src written at indices along an axis.",
)


def _scatter_value(self: Array, dim: Dim, index: Index, value: Number) -> Any:
    out = np.array(self, order="C")
    need_ints(indices(index), "scatter")
    scatter_place(out.shape, dim, index).write(out, out.dtype.type(value))
    return out[()]


structural(
    "scatter:value",
    _scatter_value,
    node="ScatterBackward1",
    vjp=lambda g, self_shape, dim, index: clear(g, scatter_place(self_shape, dim, index)),
    jvp=lambda self_t, self_shape, dim, index: clear(self_t, scatter_place(self_shape, dim, index)),
    derivative={"self": "scatter(g, dim, index, 0)"},
    inplace=True,
    doc="A copy of self with one number written at indices along an axis.",
)


def _scatter_add(self: Array, dim: Dim, index: Index, src: Tensors) -> Any:
    check_scatter(self, dim, index, src)
    place = scatter_place(shape_of(self), dim, index)
    return add_at(self, corner(src, shape_of(src), place), place)


def _scatter_add_vjp(g: Any, self_shape: tuple, dim: int, index: Any, src_shape: tuple) -> tuple:
    place = scatter_place(self_shape, dim, index)
    return g, from_corner(pick(g, place), src_shape, place)


def _scatter_add_jvp(
    self_t: Any, src_t: Any, self_shape: tuple, src_shape: tuple, dim: int, index: Any
) -> Any:
    place = scatter_place(self_shape, dim, index)
    t, s = both(self_t, src_t, self_shape, src_shape)
    return add_at(t, corner(s, src_shape, place), place)


scatter_add = structural(
    "scatter_add",
    _scatter_add,
    vjp=_scatter_add_vjp,
    jvp=_scatter_add_jvp,
    derivative="self: g; src: gather(g, dim, index)",
    inplace=True,
    doc="self with the elements of src added at indices along an axis; repeats add up.",
)


# -- index_add and its kin: a list of positions along one axis


def axis_place(shape: tuple, dim: int, index: Any) -> Cells:
    """The cells of the slices at a list of positions along an axis."""
    return one_axis(shape, dim, indices(index)) if shape else Cells(np.zeros((), int), ())


def check_slices(name: str, self: Any, dim: int, index: Any, source: Any) -> None:
    """Raise torch's errors for an index and a source that index_add or index_reduce refuse."""
    at, shape, given = indices(index), shape_of(self), shape_of(source)
    if at.ndim > 1:
        raise EngineIndexError(
            f"{name}(): Index is supposed to be a vector, but got dim: {at.ndim} with type: "
            f"{dtypes.scalar_type(at)} and size: {list(at.shape)}"
        )
    if at.dtype not in (np.int64, np.int32):
        raise EngineRuntimeError(
            f"{name}(): Expected dtype int32/int64 for index but got: {dtypes.scalar_type(at)}"
        )
    if dtypes.of(self) is not dtypes.of(source):
        raise EngineRuntimeError(
            f"{name}(): self ({dtypes.scalar_type(self)}) and source "
            f"({dtypes.scalar_type(source)}) must have the same scalar type"
        )
    axis = dim + max(len(shape), 1)
    length = given[axis] if axis < len(given) else 1
    if at.size != length:
        raise EngineRuntimeError(
            f"{name}(): Number of indices ({at.size}) should be equal to source.size(dim): "
            f"({length}), for dim: {axis}"
        )
    if len(shape) != len(given) or _without(shape, axis) != _without(given, axis):
        raise EngineRuntimeError(
            "source tensor shape must match self tensor shape, excluding the specified "
            f"dimension. Got self.shape = {list(shape)} source.shape = {list(given)}"
        )


def _without(shape: tuple, axis: int) -> tuple:
    return shape[:axis] + shape[axis + 1 :]


def _index_add(self: Array, dim: Dim, index: Index, source: Tensors, *, alpha: Number = 1) -> Any:
    check_slices("index_add_", self, dim, index, source)
    shape = shape_of(self)
    checked(indices(index), dim + max(len(shape), 1), shape[dim] if shape else 1)
    scaled = source if alpha == 1 else source * _like(alpha, source)
    return add_at(self, scaled, axis_place(shape, dim, index))


def _like(number: Any, value: Any) -> Any:
    """A number that does not change the dtype of integers it is multiplied with."""
    return number if dtypes.of(value).is_floating_point else np.asarray(number).astype(value.dtype)


def _index_add_vjp(g: Any, self_shape: tuple, dim: int, index: Any, alpha: Any) -> tuple:
    d = pick(g, axis_place(self_shape, dim, index))
    return g, d if alpha == 1 else d * alpha


def _index_add_jvp(
    self_t: Any,
    source_t: Any,
    self_shape: tuple,
    source_shape: tuple,
    dim: int,
    index: Any,
    alpha: Any,
) -> Any:
    t, s = both(self_t, source_t, self_shape, source_shape)
    return add_at(t, s if alpha == 1 else s * alpha, axis_place(self_shape, dim, index))


index_add = structural(
    "index_add",
    _index_add,
    vjp=_index_add_vjp,
    jvp=_index_add_jvp,
    derivative={"self": "g", "source": "alpha*index_select(g, dim, index)"},
    inplace=True,
    doc="self with alpha times the slices of source added at positions along an axis.",
)


def _check_copy(self: Any, dim: int, index: Any, source: Any) -> None:
    """Raise torch's errors for what index_copy does not take."""
    at, shape, given = indices(index), shape_of(self), shape_of(source)
    if at.ndim > 1:
        raise EngineIndexError(f"index_copy_(): Index should have dimension 1 or 0 (got {at.ndim})")
    if shape and given and len(shape) != len(given):
        raise EngineIndexError(
            "index_copy_(): When source and destination are not scalars, their dimensionality "
            f"must match. Source dimensionality ({len(given)}), destination dimensionality "
            f"({len(shape)})"
        )
    if at.dtype != np.int64:
        raise EngineRuntimeError(
            f"index_copy_(): Expected a long tensor for index, but got {dtypes.scalar_type(at)}"
        )
    if dtypes.of(self) is not dtypes.of(source):
        raise EngineRuntimeError(
            "index_copy_(): self and source expected to have the same dtype, but got (self) "
            f"{dtypes.scalar_type(self)} and (source) {dtypes.scalar_type(source)}"
        )
    _check_copied_slices(at, shape, given, dim + max(len(shape), 1))


def _check_copied_slices(at: np.ndarray, shape: tuple, given: tuple, axis: int) -> None:
    """Raise torch's errors for sizes and positions that index_copy does not take."""
    mine, theirs = _without(shape, axis), _without(given, axis if given else 0)
    if mine != theirs:
        raise EngineRuntimeError(
            "index_copy_(): Source/destination tensor must have same slice shapes. Destination "
            f"slice shape: {' '.join(map(str, mine))} at dimension {axis} and source slice "
            f"shape: {' '.join(map(str, theirs))} at dimension 0."
        )
    length = given[axis] if given else 1
    if at.size != length:
        raise EngineIndexError(
            f"index_copy_(): Number of indices ({at.size}) should be equal to source.size(dim) "
            f"({length})"
        )
    size = shape[axis] if shape else 1
    wrong = at[(at < 0) | (at >= size)]
    if wrong.size:
        raise EngineIndexError(
            f"index_copy_(): index {int(wrong.flat[0])} is out of bounds for dimension {axis} "
            f"with size {size}"
        )


def _slices(source: Any, own: tuple, self_shape: tuple, place: Cells) -> Any:
    """A source of shape `own` with the axes that writing to `place` wants."""
    axes = place.own_ndim(len(self_shape))
    return source if len(own) == axes else reshape_own(source, len(own), (1,) * axes)


def _index_copy(self: Array, dim: Dim, index: Index, source: Tensors) -> Any:
    _check_copy(self, dim, index, source)
    place = axis_place(shape_of(self), dim, index)
    return put_at(self, _slices(source, shape_of(source), shape_of(self), place), place)


def _index_copy_vjp(g: Any, self_shape: tuple, dim: int, index: Any, source_shape: tuple) -> tuple:
    place = axis_place(self_shape, dim, index)
    d = pick(g, place)
    axes = place.own_ndim(len(self_shape))
    if axes != len(source_shape):
        d = reshape_own(d, axes, source_shape)
    return clear(g, place), d


def _index_copy_jvp(
    self_t: Any, source_t: Any, self_shape: tuple, source_shape: tuple, dim: int, index: Any
) -> Any:
    place = axis_place(self_shape, dim, index)
    t, s = both(self_t, source_t, self_shape, source_shape)
    return put_at(t, _slices(s, source_shape, self_shape, place), place)


index_copy = structural(
    "index_copy",
    _index_copy,
    vjp=_index_copy_vjp,
    jvp=_index_copy_jvp,
    derivative={"self": "index_fill(g, dim, index, 0)", "source": "index_select(g, dim, index)"},
    inplace=True,
    doc="self with the slices of source written at positions along an axis.",
)
