"""The axes of a tensor in another order: permute, transpose, movedim, and the attributes T, mT.

All results are views.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from ..errors import EngineRuntimeError
from ..kinds import Array, Dim, Shape, SomeDims
from ..registry import composite
from ..shapes import given_axis, negative_dim
from .lead import inverse_permutation, permute_own, shape_of
from .views import view


def _order(dims: tuple[int, ...], ndim: int) -> tuple[int, ...]:
    """`dims` counted from the end. Raises torch's errors if they are no permutation."""
    if len(dims) != ndim:
        raise EngineRuntimeError(
            "permute(sparse_coo): number of dimensions in the tensor input does not match the "
            f"length of the desired ordering of dimensions i.e. input.dim() = {ndim} is not "
            f"equal to len(dims) = {len(dims)}"
        )
    order = tuple(negative_dim(d, ndim) for d in dims)
    if len(set(order)) != ndim:
        raise EngineRuntimeError("permute(): duplicate dims are not allowed.")
    return order


def _permute(self: Array, dims: Shape) -> Any:
    array = np.asarray(self)
    return array.transpose(_order(dims, array.ndim))


permute = view(
    "permute",
    _permute,
    vjp=lambda g, dims: permute_own(g, inverse_permutation(_order(dims, len(dims)))),
    jvp=lambda self_t, dims: permute_own(self_t, _order(dims, len(dims))),
    derivative={"self": "permute(g, argsort([d % self.ndim for d in dims]))"},
    doc="self with its axes in the order dims.",
)


def _transpose(self: Array, dim0: Dim, dim1: Dim) -> Any:
    array = np.asarray(self)
    return array.swapaxes(dim0, dim1) if array.ndim else array


transpose = view(
    "transpose",
    _transpose,
    aliases=("swapaxes", "swapdims"),
    vjp=lambda g, self_shape, dim0, dim1: transpose(g, dim0, dim1) if self_shape else g,
    jvp=lambda self_t, self_shape, dim0, dim1: (
        transpose(self_t, dim0, dim1) if self_shape else self_t
    ),
    derivative={"self": "transpose(g, dim0, dim1)"},
    doc="self with two axes swapped.",
)


def _transpose_axes(self: Array, axes: SomeDims | None = None) -> Any:
    return permute(self, reversed_axes(self) if axes is None else axes)


composite(
    "transpose:axes",
    _transpose_axes,
    doc="numpy's transpose: self with its axes in the order axes, reversed by default.",
)


def reversed_axes(self: Any) -> tuple[int, ...]:
    """The axes of a tensor from last to first."""
    count = len(shape_of(self))
    return tuple(given_axis(axis, count) for axis in reversed(range(count)))


def _swap_last(x: Any, shape: tuple) -> Any:
    return transpose(x, -2, -1) if len(shape) == 2 else x


def _t(self: Array) -> Any:
    array = np.asarray(self)
    if array.ndim > 2:
        raise EngineRuntimeError(
            f"t() expects a tensor with <= 2 dimensions, but self is {array.ndim}D"
        )
    return array.T


view(
    "t",
    _t,
    vjp=lambda g, self_shape: _swap_last(g, self_shape),
    jvp=lambda self_t, self_shape: _swap_last(self_t, self_shape),
    derivative={"self": "t(g)"},
    doc="A matrix transposed; vectors and numbers stay as they are.",
)


def _reversed(self: Array) -> Any:
    return permute(self, reversed_axes(self))


composite("_T", _reversed, doc="The attribute T: self with its axes reversed.")


def _matrix_transpose(self: Any, name: str) -> Any:
    shape = shape_of(self)
    if not shape:
        return self
    if len(shape) < 2:
        raise EngineRuntimeError(
            f"tensor.{name} is only supported on matrices or batches of matrices. "
            f"Got {len(shape)}-D tensor."
        )
    return transpose(self, -2, -1)


def _attribute_mt(self: Array) -> Any:
    return _matrix_transpose(self, "mT")


def _attribute_mh(self: Array) -> Any:
    return _matrix_transpose(self, "mH")


def _adjoint(self: Array) -> Any:
    return _matrix_transpose(self, "adjoint()")


def _attribute_h(self: Array) -> Any:
    shape = shape_of(self)
    if len(shape) not in (0, 2):
        hint = ". For batches of matrices, consider using tensor.mH" if len(shape) > 2 else "."
        raise EngineRuntimeError(
            f"tensor.H is only supported on matrices (2-D tensors). Got {len(shape)}-D tensor{hint}"
        )
    return transpose(self, -2, -1) if shape else self


composite("_mT", _attribute_mt, doc="The attribute mT: the last two axes swapped.")
composite("_H", _attribute_h, doc="The attribute H: a matrix transposed.")
composite("_mH", _attribute_mh, doc="The attribute mH: the last two axes swapped.")
composite("adjoint", _adjoint, doc="The last two axes swapped.")


def _movedim(self: Array, source: Shape, destination: Shape) -> Any:
    ndim = len(shape_of(self))
    if len(source) != len(destination):
        raise EngineRuntimeError(
            f"movedim: Invalid source or destination dims: source ({list(source)} dims) should "
            f"contain the same number of dims as destination ({list(destination)} dims)"
        )
    places = _places("source", source, ndim)
    targets = _places("destination", destination, ndim)
    if not ndim:
        return self
    order: list[int | None] = [None] * ndim
    for place, target in zip(places, targets, strict=True):
        order[target] = place
    rest = iter(d for d in range(-ndim, 0) if d not in places)
    axes = (next(rest) if d is None else d for d in order)
    return permute(self, tuple(given_axis(d + ndim, ndim) for d in axes))


def _places(name: str, dims: tuple[int, ...], ndim: int) -> tuple[int, ...]:
    places = tuple(negative_dim(d, ndim) for d in dims)
    if len(set(places)) != len(places):
        raise EngineRuntimeError(f"movedim: repeated dim in `{name}` ({list(dims)})")
    return places


composite(
    "movedim",
    _movedim,
    aliases=("moveaxis",),
    doc="self with the axes source moved to the places destination, the others in order.",
)
