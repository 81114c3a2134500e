"""Reducing into cells: scatter_reduce and index_reduce by sum, product, mean, largest, smallest.

Every reduction is linear in small changes, element by element: the cell's part of the gradient
is one factor times `g`, a source element's another times `g` at its cell. `_factors` states
them once, for both modes. Source: torch torch/csrc/autograd/FunctionsManual.cpp,
scatter_reduce_backward and index_reduce_backward.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

import numpy as np

from .. import dtypes
from ..errors import EngineIndexError, EngineRuntimeError
from ..kinds import Array, Dim, Index, Number, Tensors
from ..registry import structural
from ..shapes import check_size
from ..tensor import Tensor
from .choose import where
from .gather import indices
from .lead import shape_of
from .place import Cells, add_at, beside, both, clear, pick, picked_shape, put_at
from .products import has_zero, products_of_others
from .scatter import (
    axis_place,
    check_scatter,
    check_slices,
    corner,
    from_corner,
    scatter_place,
)

_UFUNCS = {
    "sum": np.add,
    "mean": np.add,
    "prod": np.multiply,
    "amax": np.maximum,
    "amin": np.minimum,
}


def _neutral(reduce: str, dtype: np.dtype) -> Any:
    """What a cell that does not take part itself starts from."""
    if reduce in ("sum", "mean"):
        return 0
    if reduce == "prod":
        return 1
    if dtype.kind == "f":
        return -np.inf if reduce == "amax" else np.inf
    if dtype.kind == "b":
        return reduce == "amin"
    limits = np.iinfo(dtype)
    return limits.min if reduce == "amax" else limits.max


def _reduced(self: Any, src: Any, place: Cells, reduce: str, include_self: bool) -> Any:
    """The reduction on raw values; NaN wins in amax and amin."""
    out = np.array(self, order="C")
    if reduce == "mean" and out.dtype.kind == "b":
        raise EngineRuntimeError("a mean of booleans is not defined")
    if not include_self:
        place.write(out, _neutral(reduce, out.dtype))
    place.combine(_UFUNCS[reduce], out, src)
    if reduce == "mean":
        counts = _counts(out.shape, place, include_self).astype(out.dtype)
        out = out / counts if out.dtype.kind == "f" else out // counts
    return out[()]


def _counts(shape: tuple, place: Cells, include_self: bool) -> np.ndarray:
    """How many elements each cell's mean is over, at least one."""
    counts = np.full(shape, float(include_self))
    place.add(counts, np.ones(picked_shape(shape, place)))
    return np.maximum(counts, 1.0)


def _factors(
    self: Any, src: Any, result: Any, place: Cells, reduce: str, include_self: bool
) -> tuple[Callable, Callable]:
    """The maps of a change in a cell, and of one in a source element, to the cell's result."""
    if reduce == "sum":
        return lambda g: g, lambda g: g
    if reduce == "mean":
        dtype = dtypes.of(_raw(self)).np
        counts = _counts(shape_of(self), place, include_self).astype(dtype)
        here = place.read(counts)
        return lambda g: g / beside(g, counts), lambda g: g / beside(g, here)
    if reduce == "prod":
        return _product_factors(self, src, result, place, include_self)
    return _extremum_factors(self, src, result, place)


def _extremum_factors(self: Any, src: Any, result: Any, place: Cells) -> tuple[Callable, Callable]:
    """Ties share evenly; self counts even where it does not take part, as in torch."""
    extremum = np.asarray(_raw(result))
    mine = np.asarray(_raw(self)) == extremum
    theirs = np.asarray(_raw(src)) == place.read(extremum)
    ties = np.array(mine, extremum.dtype)
    place.add(ties, theirs.astype(extremum.dtype))
    here = place.read(ties)
    return (
        lambda g: where(mine, g / beside(g, ties), 0.0),
        lambda g: where(theirs, g / beside(g, here), 0.0),
    )


def _ties(self: Any, src: Any, place: Cells, reduce: str, include_self: bool) -> Any:
    """Whether several elements are the largest or smallest of a cell."""
    if reduce not in ("amax", "amin"):
        return False
    extremum = np.asarray(_reduced(self, src, place, reduce, include_self))
    counts = np.array((np.asarray(self) == extremum) & include_self, float)
    place.add(counts, (np.asarray(src) == place.read(extremum)).astype(float))
    return counts > 1


def _product_factors(
    self: Any, src: Any, result: Any, place: Cells, include_self: bool
) -> tuple[Callable, Callable]:
    """Products of the other factors: by division, or where there are zeros without it."""
    if has_zero(self) or has_zero(src):
        of_self, of_src = _others(self, src, place, include_self)
        return lambda g: g * of_self, lambda g: g * of_src
    whole = pick(result, place)
    return lambda g: g * result / self, lambda g: g * whole / src


def _others(self: Any, src: Any, place: Cells, include_self: bool) -> tuple[Any, Any]:
    """For each cell, and for each source element, the product of the other factors there.

    The factors of a cell are put in a row, its own first; rows are filled up with ones. Torch
    does not differentiate this again where a cell has two zeros; here any order is right.
    """
    shape = shape_of(self)
    numbers = np.arange(math.prod(shape)).reshape(shape)
    cells = place.read(numbers)
    order = np.argsort(cells, axis=None, kind="stable")
    ordered = cells.ravel()[order]
    rank = np.empty(cells.size, np.int64)
    rank[order] = np.arange(cells.size) - np.searchsorted(ordered, ordered)
    size = (numbers.size, int(rank.max(initial=-1)) + 2)
    check_size(size)
    own = Cells(numbers * size[1], size)
    others = Cells(cells * size[1] + rank.reshape(cells.shape) + 1, size)
    factors = put_at(np.ones(size, dtypes.of(_raw(self)).np), src, others)
    if include_self:
        factors = put_at(factors, self, own)
    products = products_of_others(factors, -1)
    return pick(products, own), pick(products, others)


def _raw(value: Any) -> Any:
    return value.data if value.__class__ is Tensor else value


def _vjp(
    g: Any, self: Any, src: Any, result: Any, place: Cells, reduce: str, include_self: bool
) -> tuple:
    for_self, for_src = _factors(self, src, result, place, reduce, include_self)
    mine = for_self(g)
    return mine if include_self else clear(mine, place), for_src(pick(g, place))


def _jvp(
    self_t: Any,
    src_t: Any,
    self: Any,
    src: Any,
    result: Any,
    place: Cells,
    reduce: str,
    include_self: bool,
) -> Any:
    for_self, for_src = _factors(self, src, result, place, reduce, include_self)
    t, s = both(self_t, src_t, shape_of(self), shape_of(src))
    mine = for_self(t)
    return add_at(mine if include_self else clear(mine, place), for_src(s), place)


# -- scatter_reduce


def _scatter_reduce(
    self: Array, dim: Dim, index: Index, src: Tensors, reduce: str, *, include_self: bool = True
) -> Any:
    if reduce not in _UFUNCS:
        raise EngineRuntimeError(
            f"reduce argument must be either sum, prod, mean, amax or amin, got {reduce}"
        )
    check_scatter(self, dim, index, src)
    place = scatter_place(shape_of(self), dim, index)
    return _reduced(self, corner(src, shape_of(src), place), place, reduce, include_self)


def _scatter_reduce_vjp(
    g: Any,
    self: Any,
    src: Any,
    result: Any,
    dim: int,
    index: Any,
    reduce: str,
    include_self: bool,
) -> tuple:
    place = scatter_place(shape_of(self), dim, index)
    own = shape_of(src)
    mine, d = _vjp(g, self, corner(src, own, place), result, place, reduce, include_self)
    return mine, from_corner(d, own, place)


def _scatter_reduce_jvp(
    self_t: Any,
    src_t: Any,
    self: Any,
    src: Any,
    result: Any,
    dim: int,
    index: Any,
    reduce: str,
    include_self: bool,
) -> Any:
    place = scatter_place(shape_of(self), dim, index)
    own = shape_of(src)
    s = None if src_t is None else corner(src_t, own, place)
    values = corner(src, own, place)
    return _jvp(self_t, s, self, values, result, place, reduce, include_self)


def _scatter_ties(
    self: Any, dim: int, index: Any, src: Any, reduce: str, include_self: bool
) -> Any:
    place = scatter_place(shape_of(self), dim, index)
    return _ties(self, corner(src, shape_of(src), place), place, reduce, include_self)


structural(
    "scatter_reduce",
    _scatter_reduce,
    vjp=_scatter_reduce_vjp,
    jvp=_scatter_reduce_jvp,
    kink=_scatter_ties,
    derivative=(
        "by reduce: g for sums, g over the number for means, g to the extrema, shared at ties"
    ),
    inplace=True,
    doc="self with src reduced into it at indices along an axis; ties share the gradient.",
)

# -- scatter(..., reduce=...)

_OLD_NAMES = {"add": "sum", "multiply": "prod"}


def _scatter_into(self: Array, dim: Dim, index: Index, src: Tensors, *, reduce: str) -> Any:
    if reduce not in _OLD_NAMES:
        raise EngineRuntimeError("reduce argument must be either add or multiply.")
    return _scatter_reduce(self, dim, index, src, _OLD_NAMES[reduce])


structural(
    "scatter:reduce",
    _scatter_into,
    node="NotImplemented",
    vjp=lambda g, self, src, result, dim, index, reduce: _scatter_reduce_vjp(
        g, self, src, result, dim, index, _OLD_NAMES[reduce], True
    ),
    jvp=lambda self_t, src_t, self, src, result, dim, index, reduce: _scatter_reduce_jvp(
        self_t, src_t, self, src, result, dim, index, _OLD_NAMES[reduce], True
    ),
    derivative="not implemented, as in torch: see scatter_reduce",
    inplace=True,
    doc="self with src added or multiplied in at indices; torch gives it no derivative.",
)


def _scatter_number_into(self: Array, dim: Dim, index: Index, value: Number, *, reduce: str) -> Any:
    array = np.asarray(self)
    return _scatter_into(self, dim, index, _everywhere(array, index, value), reduce=reduce)


def _everywhere(like: np.ndarray, index: Any, value: Any) -> np.ndarray:
    return np.full(indices(index).shape, value, like.dtype)


def _number_factor(g: Any, shape: tuple, dim: int, index: Any, value: Any, reduce: str) -> Any:
    """`g` times the power of the number that each cell was multiplied with."""
    if reduce == "add":
        return g
    factors = np.ones(shape)
    place = scatter_place(shape, dim, index)
    place.combine(np.multiply, factors, np.full(place.at.shape, float(value)))
    return g * beside(g, factors)


structural(
    "scatter:value_reduce",
    _scatter_number_into,
    node="NotImplemented",
    vjp=lambda g, self_shape, dim, index, value, reduce: _number_factor(
        g, self_shape, dim, index, value, reduce
    ),
    jvp=lambda self_t, self_shape, dim, index, value, reduce: _number_factor(
        self_t, self_shape, dim, index, value, reduce
    ),
    derivative="not implemented, as in torch: see scatter_reduce",
    inplace=True,
    doc="self with a number added or multiplied in at indices; torch gives it no derivative.",
)

# -- index_reduce


def _index_reduce(
    self: Array,
    dim: Dim,
    index: Index,
    source: Tensors,
    reduce: str,
    *,
    include_self: bool = True,
) -> Any:
    if reduce not in _UFUNCS or reduce == "sum":
        raise EngineRuntimeError(
            "index_reduce(): Expected reduce to be one of prod, mean, amax or amin but got "
            f"{reduce}."
        )
    check_slices("index_reduce_", self, dim, index, source)
    at, shape = indices(index), shape_of(self)
    size = shape[dim] if shape else 1
    if at.size and (at.min() < 0 or at.max() >= size):
        raise EngineIndexError("index out of range in self")
    return _reduced(self, source, axis_place(shape, dim, index), reduce, include_self)


structural(
    "index_reduce",
    _index_reduce,
    vjp=lambda g, self, source, result, dim, index, reduce, include_self: _vjp(
        g, self, source, result, axis_place(shape_of(self), dim, index), reduce, include_self
    ),
    jvp=lambda self_t, source_t, self, source, result, dim, index, reduce, include_self: _jvp(
        self_t,
        source_t,
        self,
        source,
        result,
        axis_place(shape_of(self), dim, index),
        reduce,
        include_self,
    ),
    kink=lambda self, dim, index, source, reduce, include_self: _ties(
        self, source, axis_place(shape_of(self), dim, index), reduce, include_self
    ),
    derivative="by reduce: g over the number for means, g to the extrema, shared at ties",
    inplace=True,
    doc="self with slices of source reduced into it along an axis; ties share the gradient.",
)
