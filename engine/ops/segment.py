"""segment_reduce: one reduction for each run of neighbouring elements along an axis.

Every element belongs to one segment, or to none, which is kept as one segment too many. Ties of
a maximum or minimum share the gradient evenly; torch divides it only where it is positive.
Source: torch aten/src/ATen/native/SegmentReduce.cpp.
"""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from .. import dtypes, shapes
from ..errors import EngineRuntimeError, kernel_missing
from ..kinds import Array, Dim, Index, Number, Setting
from ..registry import plain, structural
from .axis import along, pick, place_axis, put_back, slice_axis
from .lead import reshape_own
from .products import has_zero, products_of_others

_START = {"sum": 0.0, "mean": 0.0, "prod": 1.0, "max": -math.inf, "min": math.inf}
_NAMES = {"amax": "max", "amin": "min", **{name: name for name in _START}}


def _edges(lengths: Any, offsets: Any) -> tuple[np.ndarray, np.ndarray]:
    """Where each segment starts and ends, along the last axis of both."""
    if offsets is not None:
        array = np.asarray(offsets)
        return array[..., :-1], array[..., 1:]
    array = np.asarray(lengths)
    ends = np.add.accumulate(array, axis=-1)
    return ends - array, ends


def _segments(lengths: Index, offsets: Index, shape: Setting, axis: Setting) -> Any:
    """The number of the segment of each element of a tensor of `shape`."""
    starts, ends = _edges(lengths, offsets)
    places = np.arange(shape[axis])
    numbers = np.empty(starts.shape[:-1] + places.shape, np.int64)
    for row in np.ndindex(starts.shape[:-1]):
        found = np.searchsorted(ends[row], places, side="right")
        begins = np.append(starts[row], 0)[found]
        numbers[row] = np.where(places >= begins, found, starts.shape[-1])
    return np.broadcast_to(numbers.reshape(numbers.shape + (1,) * (-axis - 1)), shape)


segments = plain("_segments", _segments, doc="The number of each element's segment.")


def _members(lengths: Index, offsets: Index, shape: Setting, axis: Setting) -> Any:
    """The places of each segment's elements, in rows of one length padded by the size."""
    starts, ends = _edges(lengths, offsets)
    longest = max(int((ends - starts).max(initial=0)), 1)
    shapes.check_size((*starts.shape, longest))
    places = starts[..., np.newaxis] + np.arange(longest)
    places = np.where(places < ends[..., np.newaxis], places, shape[axis])
    flat = places.reshape(*places.shape[:-2], -1)
    wide = list(shape)
    wide[axis] = flat.shape[-1]
    return np.broadcast_to(flat.reshape(flat.shape + (1,) * (-axis - 1)), wide)


members = plain("_members", _members, doc="The places of each segment's elements.")


def _segment_sizes(lengths: Index, offsets: Index, axis: Setting, like: Array) -> Any:
    starts, ends = _edges(lengths, offsets)
    sizes = np.maximum(ends - starts, 1).astype(np.asarray(like).dtype)
    return sizes.reshape(sizes.shape + (1,) * (-axis - 1))


sizes_of = plain(
    "_segment_sizes", _segment_sizes, doc="How many elements each segment has, 1 if it is empty."
)


def _shares(data: Array, result: Array, numbers: Index, axis: Setting) -> Any:
    array, extrema, at = np.asarray(data), np.asarray(result), np.asarray(numbers)
    there = np.take_along_axis(extrema, np.minimum(at, extrema.shape[axis] - 1), axis)
    mask = (np.equal(array, there) | np.isnan(array)) & (at < extrema.shape[axis])
    bins = list(array.shape)
    bins[axis] = extrema.shape[axis] + 1
    counts = np.asarray(put_back(mask.astype(array.dtype), at, tuple(bins), axis, True))
    return mask / np.maximum(np.take_along_axis(counts, at, axis), 1)


shares = plain(
    "_segment_shares", _shares, doc="Each element's share in the extremum of its segment."
)


def _check(shape: tuple, lengths: Any, offsets: Any, axis: int, unsafe: bool) -> None:
    if lengths is None and offsets is None:
        raise EngineRuntimeError("segment_reduce(): Either lengths or offsets must be defined.")
    given = np.asarray(lengths if offsets is None else offsets)
    if given.ndim > len(shape):
        raise EngineRuntimeError(
            "Expected data.dim() >= lengths_value.dim() to be true, but got false.  (Could this "
            "error message be improved?  If so, please report an enhancement request to PyTorch.)"
        )
    if given.ndim - 1 != axis + len(shape):
        raise EngineRuntimeError(
            "segment_reduce(): Expected axis to be the last dimension of "
            f"{'lengths' if offsets is None else 'offsets'} but got {axis + len(shape)}."
        )
    if offsets is None and not unsafe:
        if np.any(given < 0):
            raise EngineRuntimeError("lengths contains negative value!")
        if np.any(np.add.reduce(given, axis=-1) != shape[axis]):
            raise EngineRuntimeError(
                "segment_reduce(): Expected all rows of lengths along axis to sum to "
                "data.size(lengths.dim()-1) when !unsafe."
            )


def _segment_reduce(
    data: Array,
    reduce: str,
    *,
    lengths: Index | None = None,
    indices: Index | None = None,
    offsets: Index | None = None,
    axis: Dim = 0,
    unsafe: bool = False,
    initial: Number | None = None,
) -> Any:
    array = np.asarray(data)
    if reduce not in _NAMES:
        raise EngineRuntimeError(
            f"reduce argument must be either sum, prod, mean, amax or amin, got {reduce}"
        )
    if indices is not None:
        raise EngineRuntimeError("segment_reduce(): indices based reduction is not supported yet.")
    _check(array.shape, lengths, offsets, axis, unsafe)
    if array.dtype.kind != "f":
        raise kernel_missing("_segment_reduce_cpu", dtypes.of(array))
    how = _NAMES[reduce]
    starts, ends = _edges(lengths, offsets)
    shape = list(array.shape)
    shape[axis] = starts.shape[-1]
    out = np.full(shape, _START[how] if initial is None else initial, array.dtype)
    ufunc = _UFUNCS[how]
    for place in np.ndindex(starts.shape):
        part = array[(*place[:-1], slice(starts[place], ends[place]))]
        out[place] = ufunc(out[place], ufunc.reduce(part, axis=0, initial=_START[how]))
    if how == "mean":
        sizes = (ends - starts).reshape(starts.shape + (1,) * (-axis - 1))
        empty = np.nan if initial is None else initial
        out = np.where(sizes == 0, empty, out / np.maximum(sizes, 1)).astype(array.dtype)
    return out


_UFUNCS = {
    "sum": np.add,
    "mean": np.add,
    "prod": np.multiply,
    "max": np.maximum,
    "min": np.minimum,
}


class _Layout:
    """How a tensor of `shape` falls into segments; moves values between the two."""

    def __init__(self, shape: tuple, result: Any, lengths: Any, offsets: Any, axis: int) -> None:
        self.shape = shape
        self.axis = axis
        self.count = result.shape[axis]
        self.numbers = segments(lengths, offsets, shape, axis)
        bins = list(shape)
        bins[axis] = self.count + 1
        self.bins = tuple(bins)

    def spread(self, x: Any) -> Any:
        """For each element what its segment has; 0 where it is in none."""
        padded = place_axis(x, self.axis, (0, self.count, 1), self.count + 1)
        return pick(padded, self.numbers, self.bins, self.axis, True)

    def gather(self, x: Any) -> Any:
        """For each segment the sum of what its elements have."""
        summed = put_back(x, self.numbers, self.bins, self.axis, True)
        return slice_axis(summed, self.axis, (0, self.count, 1))


def _products_of_others(data: Any, layout: _Layout, lengths: Any, offsets: Any) -> Any:
    """For each element the product of the others of its segment."""
    axis, size = layout.axis, layout.shape[layout.axis]
    padded = place_axis(data, axis, (0, size, 1), size + 1) + last_one(data, axis)
    index = members(lengths, offsets, layout.shape, axis)
    rows = pick(padded, index, padded.shape, axis, True)
    flat = rows.shape[axis:]
    rows = reshape_own(rows, -axis, (layout.count, flat[0] // layout.count, *flat[1:]))
    others = reshape_own(products_of_others(rows, axis), 1 - axis, flat)
    return slice_axis(put_back(others, index, padded.shape, axis, True), axis, (0, size, 1))


def _last_one(like: Array, axis: Setting) -> Any:
    shape = list(np.shape(like))
    shape[axis] += 1
    out = np.zeros(shape, np.asarray(like).dtype)
    out[along(axis, slice(-1, None))] = 1
    return out


last_one = plain("_last_one", _last_one, doc="Zeros along an axis, and a one after them.")


def _segment_vjp(
    g: Any,
    data: Any,
    data_shape: Any,
    result: Any,
    reduce: str,
    lengths: Any,
    offsets: Any,
    axis: int,
    initial: Any,
) -> Any:
    layout = _Layout(data_shape, result, lengths, offsets, axis)
    how = _NAMES[reduce]
    if how == "sum":
        return layout.spread(g)
    if how == "mean":
        return layout.spread(g / sizes_of(lengths, offsets, axis, data))
    if how == "prod":
        return layout.spread(g) * _factors(data, result, layout, lengths, offsets, initial)
    return layout.spread(g) * shares(data, result, layout.numbers, axis)


def _segment_jvp(
    data_t: Any,
    data: Any,
    data_shape: Any,
    result: Any,
    reduce: str,
    lengths: Any,
    offsets: Any,
    axis: int,
    initial: Any,
) -> Any:
    layout = _Layout(data_shape, result, lengths, offsets, axis)
    how = _NAMES[reduce]
    if how == "sum":
        return layout.gather(data_t)
    if how == "mean":
        return layout.gather(data_t) / sizes_of(lengths, offsets, axis, data)
    if how == "prod":
        return layout.gather(data_t * _factors(data, result, layout, lengths, offsets, initial))
    return layout.gather(data_t * shares(data, result, layout.numbers, axis))


def _factors(
    data: Any, result: Any, layout: _Layout, lengths: Any, offsets: Any, initial: Any
) -> Any:
    """The derivative of each segment's product by each of its elements."""
    if not has_zero(data):
        return layout.spread(result) / data
    others = _products_of_others(data, layout, lengths, offsets)
    return others if initial is None else others * float(initial)


segment_reduce = structural(
    "segment_reduce",
    _segment_reduce,
    vjp=_segment_vjp,
    jvp=_segment_jvp,
    method=False,
    derivative=(
        "by reduce: g for sums, g over the number for means, g to the extrema, shared at ties"
    ),
    doc="The sum, mean, product, max or min of each run of elements along an axis.",
)
