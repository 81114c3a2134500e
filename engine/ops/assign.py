"""Assignment: `x[i] = value`, zero_, fill_, copy_, and the in-place form of an operation."""

from __future__ import annotations

from functools import cache
from typing import Any

import numpy as np

from .. import dtypes
from ..apply import wants
from ..errors import EngineRuntimeError, EngineTypeError, EngineValueError
from ..kinds import Array, Number, Tensors
from ..modes import state
from ..registry import elementwise, lookup, zero
from ..row import Row
from ..tensor import Tensor, result
from .expand import expand
from .index import place_of, split_index
from .inplace import check_writable, store, write
from .lead import zeros_like
from .place import picked_shape
from .put import index_put_at
from .shape import view_as_shape

# -- rows that only write


def _zero(self: Array) -> Any:
    return np.zeros_like(self)


zero("_zero", _zero, node="ZeroBackward0", self=None, method=False, doc="Zeros for self.")


def _fitting(value: Any, dtype: dtypes.DType) -> Any:
    """A number as an element of `dtype`. Raises: torch's errors for integers that do not fit."""
    if isinstance(value, int) and not -(1 << 63) <= value < 1 << 63:
        raise EngineValueError("Overflow when unpacking long long")
    if dtype.category == 1:
        limits = np.iinfo(dtype.np)
        if not limits.min <= value <= limits.max:
            raise EngineRuntimeError(
                f"value cannot be converted to type {dtype.name}_t without overflow"
            )
    return np.asarray(value).astype(dtype.np)


def _fill_from(self: Array, value: Tensors) -> Any:
    if np.ndim(value):
        raise EngineRuntimeError(
            "fill_ only supports 0-dimension value tensor but got tensor with "
            f"{np.ndim(value)} dimensions."
        )
    return np.full_like(self, value)


_filled_from = elementwise(
    "_fill",
    _fill_from,
    promote="first",
    node="FillBackward3",
    self=lambda g: zeros_like(g),
    value=lambda g: g,
    method=False,
    doc="One value in place of the elements of self.",
)


def _fill(self: Array, value: Number) -> Any:
    return np.full_like(self, _fitting(value, dtypes.of(self)))


zero(
    "_fill:number",
    _fill,
    promote="none",
    node="FillBackward2",
    self=None,
    method=False,
    doc="One number in place of the elements of self.",
)


def _copy(self: Array, src: Tensors) -> Any:
    shape = np.shape(self)
    given = np.shape(src)
    if len(given) > len(shape):
        raise EngineRuntimeError(
            f"output with shape {list(shape)} doesn't match the broadcast shape {list(given)}"
        )
    return np.array(np.broadcast_to(src, shape))


copied = elementwise(
    "_copy",
    _copy,
    promote="first",
    node="torch::autograd::CopyBackwards",
    self=lambda g: zeros_like(g),
    src=lambda g: g,
    method=False,
    doc="The elements of src in place of those of self.",
)

# -- x[index] = value


def setitem(self: Tensor, index: Any, value: Any) -> None:
    """`self[index] = value`. Raises: torch's errors for the index, the value and the leaf.

    Slices and ints are written through a view, masks and lists as index_put does.
    """
    if value.__class__ is not Tensor and value.__class__ not in (int, float, bool):
        raise EngineTypeError(
            f"can't assign a {type(value).__name__} to a {self.dtype.tensor_type}"
        )
    if index is False:
        return
    view, picks = split_index(self, index)
    if value.__class__ is not Tensor:
        value = result(_fitting(value, self.dtype))
    if picks:
        place = place_of(view.shape, picks)
        values = _without_ones(value) if value.shape != picked_shape(view.shape, place) else value
        write(index_put_at.row, [view, values, place, False])
        return
    fills = not value.ndim and view.ndim
    if not fills and value.shape != view.shape:
        value = expand(_without_ones(value), view.shape)
    if state.grad_enabled and (wants(view) or wants(value)):
        row = (_filled_from if fills else copied).row
        write(row, [view, value])
    else:
        check_writable(view, False)
        store(view, value.data)


def _without_ones(value: Tensor) -> Tensor:
    """A value without the axes of size 1 in front, which assignment ignores."""
    shape = value.shape
    while shape and shape[0] == 1:
        shape = shape[1:]
    return value if shape == value.shape else view_as_shape(value, shape)


def detach_(self: Tensor) -> Tensor:
    """Take a tensor out of its graph. Raises: torch's error for views."""
    if self.extra is not None and self.extra.base is not None:
        raise EngineRuntimeError(
            "Can't detach views in-place. Use detach() instead. If you are using "
            "DistributedDataParallel (DDP) for training, and gradient_as_bucket_view is set as "
            "True, gradients are views of DDP buckets, and hence detach_() cannot be called on "
            "these gradients. To fix this error, please refer to the Optimizer.zero_grad() "
            "function in torch/optim/optimizer.py as the solution."
        )
    self.grad_fn = None
    self.output_nr = 0
    self.requires_grad = False
    return self


# -- the in-place form of an operation

_WRITERS = {"zero": "_zero", "fill": "_fill", "copy": "_copy"}


@cache
def rows_in_place(name: str) -> list[Row] | None:
    """The rows behind an in-place method such as 'add_', or None if torch has no such method."""
    stem = name[:-1]
    if stem in _WRITERS:
        return lookup(_WRITERS[stem])
    if stem.startswith("_"):
        return None
    found = lookup(stem) or ()
    rows = [r for r in found if r.inplace and r.method and r.outputs is None and not r.view]
    return rows or None
