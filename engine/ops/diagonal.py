"""Diagonals and triangles of matrices: diagonal, diag_embed, diag, diagflat, tril, triu."""

from __future__ import annotations

from typing import Any

import numpy as np

from .. import shapes
from ..errors import EngineRuntimeError
from ..kinds import Array, Dim, NewDim, Setting
from ..registry import composite, linear
from .lead import shape_of
from .public import call
from .shape import reshape
from .views import view


def _check_dims(dim1: int, dim2: int, ndim: int) -> None:
    if dim1 == dim2:
        raise EngineRuntimeError(
            f"diagonal dimensions cannot be identical {dim1 + ndim}, {dim2 + ndim}"
        )


def _diagonal(self: Array, offset: int = 0, dim1: Dim = 0, dim2: Dim = 1) -> Any:
    array = np.asarray(self)
    _check_dims(dim1, dim2, array.ndim)
    out = array.diagonal(offset, dim1, dim2)
    if array.flags.writeable:
        out.flags.writeable = True
    return out


def _set_diagonal(
    self: Array, shape: Setting, offset: Setting, dim1: Setting, dim2: Setting
) -> Any:
    g = np.asarray(self)
    lead = g.shape[: g.ndim - (len(shape) - 1)]
    out = np.zeros(lead + shape, g.dtype)
    diagonal_of = out.diagonal(offset, dim1, dim2)
    diagonal_of.flags.writeable = True
    diagonal_of[...] = g
    return out


set_diagonal = linear(
    "_set_diagonal",
    _set_diagonal,
    vjp=lambda g, offset, dim1, dim2: diagonal(g, offset, dim1, dim2),
    doc="Zeros of a shape with self along a diagonal.",
)

diagonal = view(
    "diagonal",
    _diagonal,
    vjp=lambda g, self_shape, offset, dim1, dim2: set_diagonal(g, self_shape, offset, dim1, dim2),
    derivative={"self": "diagonal_scatter(zeros(self.shape), g, offset, dim1, dim2)"},
    doc="The diagonal over the axes dim1 and dim2, as the last axis; offset > 0 is above.",
)


def _linalg_diagonal(self: Array, *, offset: int = 0, dim1: Dim = -2, dim2: Dim = -1) -> Any:
    return diagonal(self, offset, dim1, dim2)


composite(
    "linalg.diagonal",
    _linalg_diagonal,
    method=False,
    doc="The diagonal over the last two axes, or over dim1 and dim2.",
)


def _diag_embed(self: Array, offset: int = 0, dim1: NewDim = -2, dim2: NewDim = -1) -> Any:
    array = np.asarray(self)
    _check_dims(dim1, dim2, array.ndim + 1)
    size = array.shape[-1] + abs(offset)
    sizes = list(array.shape[:-1])
    for place in sorted((dim1, dim2)):
        sizes.insert(place + array.ndim + 1, size)
    shapes.check_size(sizes, array.itemsize)
    out = np.zeros(sizes, array.dtype)
    placed = out.diagonal(offset, dim1, dim2)
    placed.flags.writeable = True
    placed[...] = array
    return out


diag_embed = linear(
    "diag_embed",
    _diag_embed,
    vjp=lambda g, offset, dim1, dim2: diagonal(g, offset, dim1, dim2),
    doc="Matrices over the axes dim1 and dim2 with the last axis of self as a diagonal.",
)


def _diag(self: Array, diagonal: int = 0) -> Any:
    count = len(shape_of(self))
    if count == 1:
        return diag_embed(self, diagonal, -2, -1)
    if count == 2:
        return call("diagonal_copy", self, diagonal, 0, 1)
    raise EngineRuntimeError(f"diag(): Supports 1D or 2D tensors. Got {count}D")


composite(
    "diag",
    _diag,
    doc="The matrix with a vector as its diagonal, or the diagonal of a matrix.",
)


def _diagflat(self: Array, offset: int = 0) -> Any:
    return diag_embed(reshape(self, (-1,)), offset, -2, -1)


composite("diagflat", _diagflat, doc="The matrix with all elements of self as its diagonal.")


# -- triangles


def _check_matrix(name: str, array: np.ndarray) -> np.ndarray:
    if array.ndim < 2:
        raise EngineRuntimeError(f"{name}: input tensor must have at least 2 dimensions")
    return array


def _tril(self: Array, diagonal: int = 0) -> Any:
    return np.tril(_check_matrix("tril", np.asarray(self)), diagonal)


def _triu(self: Array, diagonal: int = 0) -> Any:
    return np.triu(_check_matrix("triu", np.asarray(self)), diagonal)


tril = linear(
    "tril",
    _tril,
    vjp=lambda g, diagonal: tril(g, diagonal),
    inplace=True,
    doc="The lower triangles of matrices, zeros above the given diagonal.",
)
triu = linear(
    "triu",
    _triu,
    vjp=lambda g, diagonal: triu(g, diagonal),
    inplace=True,
    doc="The upper triangles of matrices, zeros below the given diagonal.",
)
