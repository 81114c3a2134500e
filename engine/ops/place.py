"""Places: which elements of an array an operation picks, and cotangents that live only there.

A slice, an index or a gather touches part of its input, so its cotangent is zero elsewhere. It
stays a `Pieces` until the pass needs the whole, so that many reads of one tensor fill one array
of zeros instead of adding up as many. Places count from the last axis: lead axes pass by.
"""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from .. import shapes
from ..kinds import Array, Arrays, Setting
from ..registry import linear, structural
from ..tensor import Tensor, result
from .lead import ndim, shape_of

ndarray = np.ndarray


class Box:
    """The elements that ints and slices select.

    index: as numpy takes it, one entry for each of the last axes. removed: how many are ints.
    """

    __slots__ = ("index", "removed")

    def __init__(self, *index: Any) -> None:
        self.index = (..., *index)
        self.removed = [i.__class__ for i in index].count(int)

    def own_ndim(self, count: int) -> int:
        """The number of axes of what is read from an array of `count` axes."""
        return count - self.removed

    def read(self, array: ndarray) -> ndarray:
        """The elements, as a view."""
        return array[self.index]

    def write(self, out: ndarray, values: Any) -> None:
        """Replace the elements of `out`."""
        out[self.index] = values

    def add(self, out: ndarray, values: Any) -> None:
        """Add to the elements of `out`."""
        part = out[self.index]
        np.add(part, values, out=part)

    add_sums = add  # no element is there twice


class Cells:
    """Elements by number, repeats allowed.

    at: the numbers, an array of any shape; they count through the axes of `sizes`, flattened.
    after: how many axes stand behind those; each number picks all of them.
    """

    __slots__ = ("after", "at", "sizes")

    def __init__(self, at: ndarray, sizes: tuple[int, ...], after: int = 0) -> None:
        self.at = at
        self.sizes = sizes
        self.after = after

    def own_ndim(self, count: int) -> int:
        """The number of axes of what is read from an array of `count` axes."""
        return count - len(self.sizes) + self.at.ndim

    def _split(self, shape: tuple[int, ...]) -> tuple[tuple, tuple]:
        """The axes before and behind those that the numbers count through."""
        behind = len(shape) - self.after
        return shape[: behind - len(self.sizes)], shape[behind:]

    def _flat(self, array: ndarray) -> ndarray:
        front, back = self._split(array.shape)
        return array.reshape(math.prod(front), math.prod(self.sizes), math.prod(back))

    def read(self, array: ndarray) -> ndarray:
        """The elements, as a copy."""
        front, back = self._split(array.shape)
        flat = self._flat(array)
        picked = flat.take(self.at, axis=1) if flat.size else flat[:, self.at.ravel()]
        return picked.reshape(front + self.at.shape + back)

    def write(self, out: ndarray, values: Any) -> None:
        """Replace the elements of `out`, which is contiguous; of repeats the last stays."""
        flat = self._flat(out)
        if ndim(values):
            values = values.reshape(flat.shape[0], self.at.size, flat.shape[2])
        flat[:, self.at.ravel()] = values

    def add(self, out: ndarray, values: Any) -> None:
        """Add to the elements of `out`, which is contiguous; repeats add up."""
        self.combine(np.add, out, values)

    def add_sums(self, out: ndarray, values: Any) -> None:
        """Add to the elements of `out`, the values for one element summed up before."""
        flat = self._flat(out)
        cells, numbers = np.unique(self.at, return_inverse=True)
        sums = np.zeros((flat.shape[0], cells.size, flat.shape[2]), out.dtype)
        Cells(numbers, (cells.size,), 1).add(sums, values)
        flat[:, cells] += sums

    def combine(self, ufunc: np.ufunc, out: ndarray, values: Any) -> None:
        """Put `ufunc(element, value)` into each element of `out`, one after the other.

        numpy's `ufunc.at` is fast for one flat index only, so the index is made flat.
        """
        front, count, back = self._flat(out).shape
        at = self.at.ravel()
        if front != 1 or back != 1:
            at = np.arange(front)[:, None, None] * count + at[:, None]
            at = (at * back + np.arange(back)).ravel()
        ufunc.at(out.reshape(-1), at, np.asarray(values).reshape(-1))


Place = Box | Cells


def picked_shape(shape: tuple[int, ...], place: Cells) -> tuple[int, ...]:
    """The shape of what is read at cells of a tensor of `shape`."""
    behind = len(shape) - place.after
    return shape[: behind - len(place.sizes)] + place.at.shape + shape[behind:]


class Pieces:
    """A cotangent that is zero but for the values at some places.

    Belongs to one pass: adding to it uses both sides up. In an unrecorded pass the sum grows in
    one array; in a recorded one the terms wait for one node. Either way they are added in order
    of arrival, so that both passes give the same bits.
    """

    __slots__ = ("places", "shape", "total", "values")

    def __init__(self, g: Any, own_shape: tuple[int, ...], place: Place) -> None:
        whole = shape_of(g)
        lead = whole[: len(whole) - place.own_ndim(len(own_shape))]
        self.shape = lead + own_shape
        self.values: list[Any] = [g]
        self.places: list[Place | None] = [place]
        self.total: ndarray | None = None

    def __add__(self, other: Any) -> Pieces:
        """The sum with a whole cotangent, or with pieces of the same one."""
        if other.__class__ is not Pieces:
            return self._append(other, None)
        if other.total is not None:
            return self._append(other.total, None)
        for value, place in zip(other.values, other.places, strict=True):
            self._append(value, place)
        return self

    def onto(self, earlier: Any) -> Pieces:
        """The sum with what came earlier: a whole cotangent, or pieces."""
        if earlier.__class__ is Pieces:
            return earlier + self
        self.values.insert(0, earlier)
        self.places.insert(0, None)
        self.total = None
        return self._settle()

    def _append(self, value: Any, place: Place | None) -> Pieces:
        if self.total is not None and value.__class__ is not Tensor:
            _add(self.total, value, place)
            return self
        if self.total is not None:
            self.values, self.places, self.total = [self.total], [None], None
        self.values.append(value)
        self.places.append(place)
        return self._settle()

    @property
    def recorded(self) -> bool:
        """Whether the values are tensors of a recorded pass."""
        return any(v.__class__ is Tensor for v in self.values)

    def _settle(self) -> Pieces:
        """Add up at once where nothing is recorded."""
        if not self.recorded:
            self.total = _sum(self.values, self.shape, self.places)
        return self

    def add_to(self, array: Any) -> bool:
        """Add to a gradient that is there, if that is as exact as adding the whole.

        Returns whether it was done. Touches just the elements of the place.
        """
        if self.total is not None or len(self.values) != 1 or array.__class__ is not ndarray:
            return False
        value, place = self.values[0], self.places[0]
        dtype = np.float64 if value.__class__ is float else value.dtype
        if dtype != array.dtype or not array.flags.c_contiguous or place is None:
            return False
        place.add_sums(array, value)
        return True

    def whole(self) -> Any:
        """The cotangent with its zeros; the last thing that is asked of it."""
        if self.total is None:
            return place_all(self.values, self.shape, self.places)
        return self.total if self.total.ndim else self.total[()]


def _zeros(like: Any, shape: tuple[int, ...]) -> ndarray:
    dtype = np.dtype(float) if like.__class__ is float else like.dtype
    shapes.check_size(shape, dtype.itemsize)
    return np.zeros(shape, dtype)


def _add(out: ndarray, value: Any, place: Place | None) -> None:
    if place is None:
        np.add(out, value, out=out)
    else:
        place.add(out, value)


def _sum(values: list, shape: tuple[int, ...], places: list) -> ndarray:
    """The values at their places, added in order; a value without a place is a whole array."""
    out = _zeros(values[0], shape)
    if len(values) == 1 and places[0].__class__ is Box:
        places[0].write(out, values[0])
        return out
    for value, place in zip(values, places, strict=True):
        _add(out, value, place)
    return out


def _place_all(values: Arrays, shape: Setting, places: Setting) -> Any:
    return _sum(values, shape, places)[()]


place_all = linear(
    "_place_all",
    _place_all,
    vjp=lambda g, places: [g if p is None else pick(g, p) for p in places],
    jvp=lambda values_t, values_shape, shape, places: _place_tangents(
        values_t, values_shape, shape, places
    ),
    doc="An array of zeros with values added at places.",
)


def _place_tangents(tangents: list, sizes: list, shape: tuple, places: list) -> Any:
    known = [k for k, t in enumerate(tangents) if t is not None]
    first = tangents[known[0]]
    lead = shape_of(first)[: ndim(first) - len(sizes[known[0]])]
    return place_all([tangents[k] for k in known], lead + shape, [places[k] for k in known])


def read_forward(self: Array, place: Setting) -> Any:
    """The elements of a raw value at a place."""
    return place.read(np.asarray(self))[()]


pick = linear(
    "_pick",
    read_forward,
    vjp=lambda g, self_shape, place: Pieces(g, self_shape, place),
    doc="The elements at a place.",
)


def _clear(self: Array, place: Setting) -> Any:
    out = np.array(self, order="C")
    place.write(out, 0)
    return out[()]


clear = linear(
    "_clear",
    _clear,
    vjp=lambda g, place: clear(g, place),
    doc="A copy with zeros at a place.",
)


def _put_at(self: Array, values: Array, place: Setting) -> Any:
    out = np.array(self, order="C")
    place.write(out, np.asarray(values))
    return out[()]


put_at = structural(
    "_put_at",
    _put_at,
    vjp=lambda g, place: (clear(g, place), pick(g, place)),
    jvp=lambda self_t, values_t, self_shape, values_shape, place: put_at(
        *both(self_t, values_t, self_shape, values_shape), place
    ),
    doc="A copy with other values at a place.",
)


def _add_at(self: Array, values: Array, place: Setting) -> Any:
    out = np.array(self, order="C")
    place.add(out, values)
    return out[()]


add_at = structural(
    "_add_at",
    _add_at,
    vjp=lambda g, place: (g, pick(g, place)),
    jvp=lambda self_t, values_t, self_shape, values_shape, place: add_at(
        *both(self_t, values_t, self_shape, values_shape), place
    ),
    doc="A copy with values added at a place.",
)


def both(a: Any, b: Any, a_shape: tuple, b_shape: tuple) -> tuple[Any, Any]:
    """Two tangents for inputs of these shapes, zeros where one is None."""
    if a is None:
        a = _zeros_beside(b, len(b_shape), a_shape)
    elif b is None:
        b = _zeros_beside(a, len(a_shape), b_shape)
    return a, b


def _zeros_beside(t: Any, own: int, shape: tuple) -> ndarray:
    """Zeros of `shape` with the lead axes and the dtype of `t`, which has `own` axes more."""
    lead = shape_of(t)[: ndim(t) - own]
    data = t.data if t.__class__ is Tensor else t
    return np.zeros(lead + shape, np.float64 if data.__class__ is float else data.dtype)


def beside(g: Any, constant: ndarray) -> Any:
    """A constant array as arithmetic with `g` takes it: in its dtype, a tensor if `g` is one."""
    if g.__class__ is Tensor:
        return result(beside(g.data, constant))
    return constant if g.__class__ is float else constant.astype(g.dtype, copy=False)
