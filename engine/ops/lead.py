"""Moves that touch only an operation's own axes and leave lead axes alone.

Rules see cotangents of shape `lead + shape`; these count axes from the end, so the same rule
serves one cotangent and a batch of them. They are rows like any other and differentiate
themselves, which is what makes second derivatives work. Their names begin with an underscore:
they are no part of the language.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from .. import shapes
from ..kernels import sums
from ..kinds import Array, Setting
from ..registry import linear
from ..shapes import shape_of
from ..symbol import Symbol
from ..tensor import Tensor, result

ndarray = np.ndarray


def _sum_axes(self: Array, dims: Setting, keepdim: Setting = False) -> Any:
    if not dims:
        return self
    if self.dtype.kind == "f" and self.itemsize > 2:
        return sums.total(self, dims, keepdim)
    return np.add.reduce(self, axis=dims, keepdims=keepdim)


sum_axes = linear(
    "_sum_axes",
    _sum_axes,
    node="SumBackward1",
    vjp=lambda g, self_shape, dims, keepdim: expand_own(
        g if keepdim else unsqueeze_own(g, dims), self_shape
    ),
    doc="Sum over axes counted from the end.",
)


def _expand_own(self: Array, shape: Setting) -> Any:
    array = np.asarray(self)
    if not shape:
        return self
    lead = array.shape[: array.ndim - len(shape)] if array.ndim > len(shape) else ()
    return np.broadcast_to(array, lead + shape)


expand_own = linear(
    "_expand_own",
    _expand_own,
    node="ExpandBackward0",
    vjp=lambda g, self_shape, shape: unexpand(g, self_shape, shape),
    jvp=lambda self_t, self_shape, shape: expand_own(
        pad_own(self_t, ndim(self_t) - len(self_shape), max(0, len(shape) - len(self_shape))),
        shape,
    ),
    doc="Broadcast the last axes to a shape.",
)


def unexpand(g: Any, self_shape: tuple, shape: tuple) -> Any:
    """Sum over the last axes that `expand_own` stretched from `self_shape`."""
    own = self_shape[-len(shape) :] if len(shape) else ()
    missing = len(shape) - len(own)
    gone = tuple(range(-len(shape), -len(shape) + missing))
    kept = tuple(
        i - len(own) for i, (n, m) in enumerate(zip(own, shape[missing:], strict=True)) if n != m
    )
    if kept:
        g = sum_axes(g, kept, True)
    return sum_axes(g, gone, False) if gone else g


def _unsqueeze_own(self: Array, dims: Setting) -> Any:
    return np.expand_dims(self, dims)


unsqueeze_own = linear(
    "_unsqueeze_own",
    _unsqueeze_own,
    node="UnsqueezeBackward0",
    vjp=lambda g, dims: squeeze_own(g, dims),
    doc="Insert axes of size 1 at places counted from the end of the result.",
)


def _squeeze_own(self: Array, dims: Setting) -> Any:
    return np.squeeze(self, dims)


squeeze_own = linear(
    "_squeeze_own",
    _squeeze_own,
    node="SqueezeBackward4",
    vjp=lambda g, dims: unsqueeze_own(g, dims),
    doc="Drop axes of size 1, counted from the end.",
)


def _reshape_own(self: Array, count: Setting, shape: Setting) -> Any:
    array = np.asarray(self)
    return array.reshape(array.shape[: array.ndim - count] + shape)


reshape_own = linear(
    "_reshape_own",
    _reshape_own,
    node="ViewBackward0",
    vjp=lambda g, self_shape, count, shape: reshape_own(
        g, len(shape), self_shape[len(self_shape) - count :]
    ),
    doc="Reshape the last `count` axes.",
)


def _permute_own(self: Array, dims: Setting) -> Any:
    array = np.asarray(self)
    lead = array.ndim - len(dims)
    return array.transpose((*range(lead), *(d + array.ndim for d in dims)))


permute_own = linear(
    "_permute_own",
    _permute_own,
    node="PermuteBackward0",
    vjp=lambda g, dims: permute_own(g, inverse_permutation(dims)),
    doc="Reorder the last axes; places counted from the end.",
)


def inverse_permutation(dims: tuple[int, ...]) -> tuple[int, ...]:
    """The permutation that undoes `dims`; both count from the end."""
    n = len(dims)
    inverse = [0] * n
    for place, d in enumerate(dims):
        inverse[d + n] = place - n
    return tuple(inverse)


def ndim(value: Any) -> int:
    """The number of axes of a tensor, array or number."""
    return len(getattr(value, "shape", ()))


def pad_own(value: Any, lead: int, count: int) -> Any:
    """`value` with `count` axes of size 1 between its lead and its own axes."""
    if not count:
        return value
    own = ndim(value) - lead
    return unsqueeze_own(value, tuple(range(-(own + count), -own)))


def sum_back(g: Any, lead: int, shape: tuple[int, ...]) -> Any:
    """`g` summed over what broadcasting an input of `shape` had stretched."""
    whole = shape_of(g)
    if whole[lead:] == shape:
        return g
    gone, kept = shapes.summed_axes(lead, whole, shape)
    n = len(whole)
    if kept:
        g = sum_axes(g, tuple(a - n for a in kept), True)
    return sum_axes(g, tuple(a - n for a in gone), False) if gone else g


def zeros_like(g: Any) -> Any:
    """Zeros of the shape and dtype of a raw value or tensor; for a symbol the number 0."""
    if g.__class__ is Tensor:
        return result(zeros_like(g.data))
    return 0.0 if g.__class__ is float or g.__class__ is Symbol else np.zeros_like(g)


def one_by_one(function: Callable, batch: Any, lead: int) -> Any:
    """Map a rule that takes no lead axes over a batch: programs define such operations.

    batch: a cotangent, or a list of cotangents or tangents (None where there is none), each of
    shape `lead + own`. Returns what `function` returns, with the lead axes in front.
    """
    several = isinstance(batch, list | tuple)
    items = list(batch) if several else [batch]
    sizes = next(shape_of(i)[:lead] for i in items if i is not None)
    results = []
    for at in np.ndindex(*sizes):
        picked = [None if i is None else i[at] for i in items]
        results.append(function(picked if several else picked[0]))
    if isinstance(results[0], list | tuple):
        return [_stack_lead(list(column), sizes) for column in zip(*results, strict=True)]
    return _stack_lead(results, sizes)


def _stack_lead(parts: list, sizes: tuple[int, ...]) -> Any:
    """Results one by one, or None for all of them, stacked to have lead axes of `sizes`."""
    from .join import stack  # which stands on this file

    if parts[0] is None:
        return None
    flat = stack(parts, -(ndim(parts[0]) + 1))
    own = shape_of(flat)[1:]
    return reshape_own(flat, len(own) + 1, sizes + own)
