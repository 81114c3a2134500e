"""Indexing: `x[...]` taken apart as torch does, into select, slice, unsqueeze and index.

Ints, slices, None and Ellipsis make views, one node each; masks, lists and index tensors make
one copy at the end. What the parts mean for gradients is said in `select.py` and `place.py`.
"""

from __future__ import annotations

import builtins
from collections.abc import Callable, Sequence
from operator import index as as_int
from typing import Any

import numpy as np

from ..errors import EngineIndexError, EngineTypeError, EngineValueError
from ..kinds import Array
from ..registry import linear
from ..shapes import given_axis
from ..tensor import Tensor
from .create import tensor
from .place import Cells, Pieces, read_forward
from .select import select, slice
from .shape import unsqueeze

LONGEST_TUPLE = 32  # a longer list is always one index, as in torch


def _alias(self: Array) -> Any:
    return np.asarray(self)[...]


alias = linear(
    "_alias",
    _alias,
    node="AliasBackward0",
    view=True,
    vjp=lambda g: g,
    doc="A view of the whole tensor.",
)

index_at = linear(
    "_index",
    read_forward,
    node="IndexBackward0",
    vjp=lambda g, self_shape, place: Pieces(g, self_shape, place),
    doc="The elements at a mask or at lists of indices.",
)


def getitem(self: Tensor, index: Any) -> Tensor:
    """`self[index]`. Raises: torch's errors for what is no index or out of range."""
    if index.__class__ is int and self.ndim:
        size = self.shape[0]
        if not -size <= index < size:
            raise out_of_bounds(index, 0, size)
        return select(self, -self.ndim, index)
    if index.__class__ is builtins.slice:
        return _sliced(self, 0, index)
    viewed, picks = split_index(self, index)
    if picks:
        return index_at(viewed, place_of(viewed.shape, picks))
    return alias(self) if viewed is self else viewed


def split_index(self: Tensor, index: Any) -> tuple[Tensor, dict[int, np.ndarray]]:
    """The view that the basic parts of an index make, and the advanced parts by axis of it."""
    items = _as_tuple(index)
    asked = sum(_AXES_TAKEN.get(i.__class__, _one_axis)(i) for i in items)
    if asked > self.ndim:
        if not self.ndim and items[0].__class__ is int and index.__class__ is int:
            raise EngineIndexError(
                "invalid index of a 0-dim tensor. Use `tensor.item()` in Python or "
                "`tensor.item<T>()` in C++ to convert a 0-dim tensor to a number"
            )
        raise EngineIndexError(f"too many indices for tensor of dimension {self.ndim}")
    walk = _Walk(self, self.ndim - asked)
    for position, item in enumerate(items):
        _STEPS.get(item.__class__, _Walk.sequence)(walk, item, position)
    return walk.tensor, walk.picks


def _as_tuple(index: Any) -> Sequence[Any]:
    """The parts of an index; a short list that holds sequences or slices is meant as a tuple."""
    if index.__class__ is tuple:
        return index
    if index.__class__ is list and len(index) < LONGEST_TUPLE:
        parts = (Tensor, list, tuple, range, str, builtins.slice, type(...), type(None))
        if any(i.__class__ in parts for i in index):
            return index
    return (index,)


def _one_axis(item: Any) -> int:
    return 1


def _mask_axes(item: Tensor) -> int:
    return item.ndim if is_mask(item.array()) else 1


def is_mask(array: np.ndarray) -> bool:
    """Whether an index array picks by truth: bools, or uint8 as torch has it."""
    return array.dtype.kind == "b" or array.dtype == np.uint8


_AXES_TAKEN: dict[type, Callable[[Any], int]] = {
    type(None): lambda item: 0,
    type(...): lambda item: 0,
    bool: lambda item: 0,
    Tensor: _mask_axes,
}


class _Walk:
    """Going through the parts of an index from the left.

    tensor: the view so far. dim: the axis of it that the next part is for. skipped: how many
    axes an Ellipsis stands for. picks: the masks and index arrays, by their first axis.
    """

    def __init__(self, tensor: Tensor, skipped: int) -> None:
        self.tensor = tensor
        self.dim = 0
        self.skipped = skipped
        self.picks: dict[int, np.ndarray] = {}

    def integer(self, item: int, position: int) -> None:
        size = self.tensor.shape[self.dim]
        if not -size <= item < size:
            raise out_of_bounds(item, position, size)
        self.tensor = select(self.tensor, self.dim - self.tensor.ndim, item)

    def range(self, item: builtins.slice, position: int) -> None:
        size = self.tensor.shape[self.dim]
        start, end, step = _bounds(item)
        if step != 1 or builtins.slice(start, end).indices(size)[:2] != (0, size):
            self.tensor = _sliced(self.tensor, self.dim, item)
        self.dim += 1

    def new_axis(self, item: None, position: int) -> None:
        self.tensor = unsqueeze(self.tensor, given_axis(self.dim, self.tensor.ndim + 1))
        self.dim += 1

    def ellipsis(self, item: Any, position: int) -> None:
        self.dim += self.skipped

    def boolean(self, item: bool, position: int) -> None:
        self.tensor = unsqueeze(self.tensor, given_axis(self.dim, self.tensor.ndim + 1))
        self._pick(np.zeros(1 if item else 0, np.int64), 1)

    def array(self, item: Tensor, position: int) -> None:
        array = item.array()
        if array.dtype.kind not in "biu":
            raise EngineIndexError(
                "tensors used as indices must be long, int, byte or bool tensors"
            )
        mask = is_mask(array)
        if array.ndim:
            self._pick(array, array.ndim if mask else 1)
        elif mask:
            self.boolean(bool(array), position)
        else:
            self.integer(int(array), position)

    def sequence(self, item: Any, position: int) -> None:
        if item.__class__ in (str, bytes):
            raise EngineTypeError(f"new(): invalid data type '{type(item).__name__}'")
        if item.__class__ not in (list, tuple, range):
            raise EngineIndexError(
                "only integers, slices (`:`), ellipsis (`...`), None and long or byte Variables "
                f"are valid indices (got {type(item).__name__})"
            )
        array = _array_of(item)
        self._pick(array, array.ndim if array.dtype.kind == "b" else 1)

    def _pick(self, array: np.ndarray, axes: int) -> None:
        self.picks[self.dim] = array
        self.dim += axes


_STEPS: dict[type, Callable[[_Walk, Any, int], None]] = {
    int: _Walk.integer,
    bool: _Walk.boolean,
    builtins.slice: _Walk.range,
    type(None): _Walk.new_axis,
    type(...): _Walk.ellipsis,
    Tensor: _Walk.array,
}


def _array_of(items: Sequence[Any]) -> np.ndarray:
    """A list of ints or bools as an array; other numbers are cut to ints, as torch does."""
    array = tensor(list(items)).array()
    if not array.size:
        return np.zeros(array.shape, np.int64)
    return array if array.dtype.kind == "b" else array.astype(np.int64)


def _bounds(item: builtins.slice) -> tuple[int | None, int | None, int]:
    """The start, end and step of a slice as ints."""
    try:
        start, end, step = (
            None if part is None else as_int(part) for part in (item.start, item.stop, item.step)
        )
    except TypeError as problem:
        if any(p.__class__ is Tensor for p in (item.start, item.stop, item.step)):
            raise
        raise EngineTypeError(
            "slice indices must be integers or None or have an __index__ method"
        ) from problem
    if step == 0:
        raise EngineValueError("slice step cannot be zero")
    if step is not None and step < 0:
        raise EngineValueError("step must be greater than zero")
    return start, end, step or 1


def _sliced(self: Tensor, dim: int, item: builtins.slice) -> Tensor:
    start, end, step = _bounds(item)
    return slice(self, dim - self.ndim if self.ndim else -1, start, end, step)


def out_of_bounds(index: int, dim: int, size: int) -> EngineIndexError:
    """torch's message for an index that an axis does not have."""
    return EngineIndexError(f"index {index} is out of bounds for dimension {dim} with size {size}")


def place_of(shape: tuple[int, ...], picks: dict[int, np.ndarray]) -> Cells:
    """The cells that masks and index arrays pick from a tensor of `shape`, with repeats.

    The axes of the index stand where the first indexed axis stood, or in front of all where
    indexed axes are not neighbours. Raises: torch's errors for shapes and ranges.
    """
    indices = _expanded(shape, picks)
    try:
        arrays = np.broadcast_arrays(*indices.values())
    except ValueError:
        sizes = ", ".join(str(list(i.shape)) for i in indices.values())
        raise EngineIndexError(
            f"shape mismatch: indexing tensors could not be broadcast together with shapes {sizes}"
        ) from None
    axes = list(indices)
    first, last = axes[0], axes[-1]
    wrapped = {
        axis: within(array, ordinal, shape[axis])
        for ordinal, (axis, array) in enumerate(zip(axes, arrays, strict=True))
    }
    if last - first + 1 != len(axes):
        first = 0
    between = [axis for axis in range(first, last + 1) if axis not in wrapped]
    return Cells(
        _numbers(shape, wrapped, between, first, last),
        shape[first : last + 1],
        len(shape) - last - 1,
    )


def _numbers(
    shape: tuple[int, ...],
    indices: dict[int, np.ndarray],
    between: list[int],
    first: int,
    last: int,
) -> np.ndarray:
    """The numbers of cells in the axes first to last; axes in between are taken whole."""
    own = next(iter(indices.values())).ndim
    numbers: Any = np.zeros((), np.int64)
    for axis in range(first, last + 1):
        if axis in indices:
            part = indices[axis].reshape(indices[axis].shape + (1,) * len(between))
        else:
            behind = len(between) - between.index(axis) - 1
            part = np.arange(shape[axis]).reshape((-1,) + (1,) * behind)
        numbers = numbers * shape[axis] + part
    assert numbers.ndim == own + len(between)
    return numbers


def _expanded(shape: tuple[int, ...], picks: dict[int, np.ndarray]) -> dict[int, np.ndarray]:
    """The index arrays by axis, masks replaced by the positions of their true elements."""
    indices: dict[int, np.ndarray] = {}
    for axis, array in picks.items():
        if not is_mask(array):
            indices[axis] = array
            continue
        if not array.ndim:
            raise EngineIndexError("a mask without axes picks nothing of a tensor")
        for k, size in enumerate(array.shape):
            if axis + k >= len(shape) or shape[axis + k] != size:
                raise EngineIndexError(
                    f"The shape of the mask {list(array.shape)} at index {k} does not match the "
                    f"shape of the indexed tensor {list(shape)} at index {axis + k}"
                )
        for k, positions in enumerate(np.nonzero(array)):
            indices[axis + k] = positions
    return indices


def within(index: np.ndarray, dim: int, size: int) -> np.ndarray:
    """A copy of `index` as int64, negative ones counted from the end, all checked."""
    array = index.astype(np.int64)
    if array.size:
        low, high = int(array.min()), int(array.max())
        if low < -size or high >= size:
            wrong = array[(array < -size) | (array >= size)].flat[0]
            raise out_of_bounds(int(wrong), dim, size)
        if low < 0:
            array[array < 0] += size
    return array
