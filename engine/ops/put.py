"""Writing by masks and numbers: index_fill, index_put, put, masked_fill, masked_scatter.

Source: torch tools/autograd/derivatives.yaml.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any

import numpy as np

from .. import dtypes, shapes
from ..errors import EngineIndexError, EngineRuntimeError, EngineTypeError
from ..kinds import Array, Dim, Index, Number, Setting, Tensors
from ..registry import composite, elementwise, structural
from ..tensor import Tensor
from .choose import where
from .gather import indices, numbered, one_axis, unsafe_cells
from .index import is_mask, place_of, within
from .lead import expand_own, ndim, pad_own, reshape_own, shape_of, sum_axes, sum_back
from .place import Cells, Pieces, add_at, both, clear, pick, picked_shape, put_at

# -- index_fill


def _fill_place(shape: tuple, dim: int, index: Any) -> Cells:
    """The cells of the slices at a set of positions along an axis, each once."""
    at = indices(index)
    if at.ndim > 1:
        raise EngineRuntimeError("Index has to be a vector/scalar")
    if at.dtype != np.int64:
        raise EngineIndexError("index_fill_(): Expected dtype int64 for index.")
    if not shape:
        within(at, 0, 1)
        return Cells(np.zeros((), int), ())
    return one_axis(shape, dim, np.unique(within(at, dim + len(shape), shape[dim])))


def _index_fill(self: Array, dim: Dim, index: Index, value: Tensors) -> Any:
    if ndim(value):
        raise EngineRuntimeError(
            "index_fill_ only supports a 0-dimensional value tensor, but got tensor with "
            f"{ndim(value)} dimension(s)."
        )
    return _index_fill_number(self, dim, index, value)


def _index_fill_number(self: Array, dim: Dim, index: Index, value: Number) -> Any:
    out = np.array(self, order="C")
    _fill_place(out.shape, dim, index).write(out, np.asarray(value).astype(out.dtype))
    return out[()]


def _index_fill_vjp(g: Any, self_shape: tuple, dim: int, index: Any) -> tuple:
    place = _fill_place(self_shape, dim, index)
    axes = place.own_ndim(len(self_shape))
    return clear(g, place), sum_axes(pick(g, place), tuple(range(-axes, 0)), False)


def _index_fill_jvp(
    self_t: Any, value_t: Any, self_shape: tuple, value_shape: tuple, dim: int, index: Any
) -> Any:
    place = _fill_place(self_shape, dim, index)
    t, v = both(self_t, value_t, self_shape, value_shape)
    written = picked_shape(self_shape, place)
    return put_at(t, expand_own(pad_own(v, ndim(v), len(written)), written), place)


index_fill = structural(
    "index_fill",
    _index_fill,
    promote="first",
    node="IndexFillBackward1",
    vjp=_index_fill_vjp,
    jvp=_index_fill_jvp,
    derivative="self: index_fill(g, dim, index, 0); value: the sum of g at index",
    inplace=True,
    doc="self with one value written at positions along an axis.",
)
structural(
    "index_fill:number",
    _index_fill_number,
    vjp=lambda g, self_shape, dim, index: clear(g, _fill_place(self_shape, dim, index)),
    jvp=lambda self_t, self_shape, dim, index: clear(self_t, _fill_place(self_shape, dim, index)),
    derivative={"self": "index_fill(g, dim, index, 0)"},
    inplace=True,
    doc="self with one number written at positions along an axis.",
)

# -- index_put, put


def _index_put(self: Array, values: Tensors, place: Setting, accumulate: bool = False) -> Any:
    if dtypes.of(self) is not dtypes.of(values):
        raise EngineRuntimeError(
            "Index put requires the source and destination dtypes match, got "
            f"{dtypes.scalar_type(self)} for the destination and "
            f"{dtypes.scalar_type(values)} for the source."
        )
    shape = picked_shape(shape_of(self), place)
    try:
        broad = np.broadcast_to(values, shape)
    except ValueError:
        raise EngineRuntimeError(
            f"shape mismatch: value tensor of shape {list(shape_of(values))} cannot be broadcast "
            f"to indexing result of shape {list(shape)}"
        ) from None
    return (add_at if accumulate else put_at)(self, broad, place)


def _index_put_vjp(
    g: Any, self_shape: tuple, values_shape: tuple, place: Cells, accumulate: bool
) -> tuple:
    lead = ndim(g) - len(self_shape)
    d = sum_back(pick(g, place), lead, values_shape)
    return g if accumulate else clear(g, place), d


def _index_put_jvp(
    self_t: Any,
    values_t: Any,
    self_shape: tuple,
    values_shape: tuple,
    place: Cells,
    accumulate: bool,
) -> Any:
    t, v = both(self_t, values_t, self_shape, values_shape)
    shape = picked_shape(self_shape, place)
    v = pad_own(v, ndim(v) - len(values_shape), len(shape) - len(values_shape))
    return (add_at if accumulate else put_at)(t, expand_own(v, shape), place)


index_put_at = structural(
    "_index_put",
    _index_put,
    node="IndexPutBackward0",
    vjp=_index_put_vjp,
    jvp=_index_put_jvp,
    doc="self with values written or added at the cells of an index.",
)


def index_cells(shape: tuple, given: Sequence[Any]) -> Cells:
    """The cells of a tuple of index tensors and masks, one for each of the first axes."""
    if not isinstance(given, list | tuple):
        raise EngineTypeError(
            "index_put(): argument 'indices' (position 2) must be tuple of Tensors, not "
            f"{type(given).__name__}"
        )
    if not given:
        raise EngineIndexError("index_put() needs at least one index")
    picks: dict[int, np.ndarray] = {}
    axis = 0
    for place, index in enumerate(given):
        if index.__class__ is not Tensor:
            raise EngineTypeError(
                f"expected Tensor as element {place} in argument 0, but got {type(index).__name__}"
            )
        array = index.array()
        if array.dtype.kind not in "biu":
            raise EngineIndexError(
                "tensors used as indices must be long, int, byte or bool tensors"
            )
        picks[axis] = array
        axis += array.ndim if is_mask(array) and array.ndim else 1
    if axis > len(shape):
        raise EngineIndexError(
            f"too many indices for tensor of dimension {len(shape)} (got {axis})"
        )
    return place_of(shape, picks)


def _index_put_tensors(
    self: Array, indices: Setting, values: Tensors, accumulate: bool = False
) -> Any:
    return index_put_at(self, values, index_cells(shape_of(self), indices), accumulate)


composite(
    "index_put",
    _index_put_tensors,
    inplace=True,
    doc="self with values written, or added, at the positions of a tuple of index tensors.",
)


def _put(self: Array, index: Index, source: Tensors, accumulate: bool = False) -> Any:
    at = indices(index)
    if dtypes.of(self) is not dtypes.of(source):
        raise EngineRuntimeError(
            f"put_(): self and source expected to have the same dtype, but got self.dtype = "
            f"{dtypes.scalar_type(self)} and source.dtype = {dtypes.scalar_type(source)}"
        )
    count = math.prod(shape_of(source))
    if at.size != count:
        raise EngineIndexError(
            "put_(): Expected source and index to have the same number of elements, but got "
            f"source.numel() = {count}, index.numel() = {at.size}"
        )
    place = numbered(shape_of(self), index, "put_")
    return (add_at if accumulate else put_at)(self, np.reshape(source, at.shape), place)


def _put_vjp(g: Any, self_shape: tuple, index: Any, source_shape: tuple, accumulate: bool) -> tuple:
    place = numbered(self_shape, index, "put_")
    d = reshape_own(pick(g, place), place.at.ndim, source_shape)
    return g if accumulate else clear(g, place), d


def _put_jvp(
    self_t: Any,
    source_t: Any,
    self_shape: tuple,
    source_shape: tuple,
    index: Any,
    accumulate: bool,
) -> Any:
    place = numbered(self_shape, index, "put_")
    t, s = both(self_t, source_t, self_shape, source_shape)
    s = reshape_own(s, len(source_shape), place.at.shape)
    return (add_at if accumulate else put_at)(t, s, place)


structural(
    "put",
    _put,
    vjp=_put_vjp,
    jvp=_put_jvp,
    derivative="self: g, at index only if accumulated; source: take(g, index), 0 if overwritten",
    inplace=True,
    doc="self with the elements of source written, or added, at indices into it flattened.",
)

# -- masks


# C++'s names of element types, where they are not numpy's
_C_NAMES = {
    "int64": "long int",
    "int32": "int",
    "int16": "short int",
    "int8": "signed char",
    "uint8": "unsigned char",
    "float32": "float",
    "float64": "double",
}


def _need_mask(mask: np.ndarray, name: str, dtype: str) -> None:
    if mask.dtype.kind != "b":
        raise EngineRuntimeError(
            f"{name} only supports boolean masks, but got mask with dtype {dtype}"
        )


def _masked_fill(self: Array, mask: Index, value: Tensors) -> Any:
    chosen = np.asarray(mask)
    _need_mask(chosen, "masked_fill_", _C_NAMES.get(chosen.dtype.name, chosen.dtype.name))
    if ndim(value):
        raise EngineRuntimeError(
            "masked_fill_ only supports a 0-dimensional value tensor, but got tensor with "
            f"{ndim(value)} dimension(s)."
        )
    array = np.asarray(self)
    shapes.broadcast(array.shape, chosen.shape)
    return np.where(chosen, np.asarray(value).astype(array.dtype), array)[()]


masked_fill = elementwise(
    "masked_fill",
    _masked_fill,
    promote="first",
    node="MaskedFillBackward1",
    self=lambda g, mask: masked_fill_number(g, mask, 0),
    value=lambda g, mask: where(mask, g, 0.0),
    doc="self with one value written where a mask is true.",
)


def _masked_fill_number(self: Array, mask: Index, value: Number) -> Any:
    return _masked_fill(self, mask, value)


masked_fill_number = elementwise(
    "masked_fill:number",
    _masked_fill_number,
    promote="none",
    self=lambda g, mask: masked_fill_number(g, mask, 0),
    doc="self with one number written where a mask is true.",
)


def _mask_cells(shape: tuple, mask: Any) -> Cells:
    """The cells of a tensor of `shape` where a mask that broadcasts to it is true."""
    return Cells(np.flatnonzero(np.broadcast_to(indices(mask), shape)), shape)


def _masked_scatter(self: Array, mask: Index, source: Tensors) -> Any:
    if dtypes.of(self) is not dtypes.of(source):
        raise EngineRuntimeError(
            "masked_scatter: expected self and source to have same dtypes but got"
            f"{dtypes.scalar_type(self)} and {dtypes.scalar_type(source)}"
        )
    chosen = indices(mask)
    _need_mask(chosen, "masked_scatter_", dtypes.scalar_type(chosen))
    shape = shapes.broadcast(shape_of(self), chosen.shape)
    place = _mask_cells(shape, chosen)
    values = np.asarray(source).reshape(-1)
    if values.size < place.at.size:
        raise EngineRuntimeError("Number of elements of source < number of ones in mask")
    return put_at(np.broadcast_to(self, shape), values[: place.at.size], place)


def _masked_scatter_vjp(g: Any, self_shape: tuple, mask: Any, source_shape: tuple) -> tuple:
    shape = shapes.broadcast(self_shape, shape_of(mask))
    lead = ndim(g) - len(shape)
    place = _mask_cells(shape, mask)
    first = Cells(np.arange(place.at.size), source_shape)
    return (
        sum_back(clear(g, place), lead, self_shape),
        Pieces(pick(g, place), source_shape, first),
    )


def _masked_scatter_jvp(
    self_t: Any, source_t: Any, self_shape: tuple, source_shape: tuple, mask: Any
) -> Any:
    shape = shapes.broadcast(self_shape, shape_of(mask))
    place = _mask_cells(shape, mask)
    t, s = both(self_t, source_t, self_shape, source_shape)
    t = pad_own(t, ndim(t) - len(self_shape), len(shape) - len(self_shape))
    first = Cells(np.arange(place.at.size), source_shape)
    return put_at(expand_own(t, shape), pick(s, first), place)


structural(
    "masked_scatter",
    _masked_scatter,
    vjp=_masked_scatter_vjp,
    jvp=_masked_scatter_jvp,
    derivative="self: masked_fill(g, mask, 0); source: the elements of g at mask, in order",
    inplace=True,
    doc="self with the elements of source, in order, written where a mask is true.",
)


def _unsafe_put(self: Array, mask: Index, indices: Setting, values: Tensors) -> Any:
    place, chosen = unsafe_cells(shape_of(self), mask, indices)
    return add_at(self, np.where(chosen, values, np.zeros((), dtypes.of(values).np)), place)


def _unsafe_put_vjp(g: Any, self_shape: tuple, mask: Any, indices: Any) -> tuple:
    place, chosen = unsafe_cells(self_shape, mask, indices)
    return g, where(chosen, pick(g, place), 0.0)


def _unsafe_put_jvp(
    self_t: Any, values_t: Any, self_shape: tuple, values_shape: tuple, mask: Any, indices: Any
) -> Any:
    place, chosen = unsafe_cells(self_shape, mask, indices)
    t, v = both(self_t, values_t, self_shape, values_shape)
    return add_at(t, where(chosen, v, 0.0), place)


structural(
    "_unsafe_masked_index_put_accumulate",
    _unsafe_put,
    vjp=_unsafe_put_vjp,
    jvp=_unsafe_put_jvp,
    method=False,
    doc="self with values added at indices where a mask is true.",
)
