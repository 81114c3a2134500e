"""Norms of matrices, and torch's two general norms, made of vector norms and singular values.

Source: torch aten/src/ATen/native/LinearAlgebra.cpp, linalg_matrix_norm and linalg_norm, and
torch/functional.py, norm.
"""

from __future__ import annotations

import math
from typing import Any

from .. import dtypes
from ..errors import EngineRuntimeError
from ..kinds import Array, DType, Setting, SomeDims
from ..registry import composite
from .extrema import amax, amin
from .norm import vector_norm
from .public import call
from .reduce import own_dims, sum_dim


def _matrix_norm(
    A: Array,
    ord: Setting = "fro",
    dim: SomeDims | None = None,
    keepdim: bool = False,
    *,
    dtype: DType | None = None,
) -> Any:
    if not A.dtype.is_floating_point:
        raise EngineRuntimeError(
            "linalg.matrix_norm: Expected a floating point or complex tensor as input. "
            f"Got {dtypes.SCALAR_TYPE_NAMES[A.dtype.name]}"
        )
    _need_matrix(A)
    if isinstance(ord, str) and ord not in ("fro", "nuc"):
        raise EngineRuntimeError(f"linalg.matrix_norm: Order {ord} not supported.")
    dim = (-2, -1) if dim is None else dim
    if len(dim) != 2:
        raise EngineRuntimeError(
            "linalg.matrix_norm: dim must be a 2-tuple. Got "
            + " ".join(str(d + A.ndim) for d in dim)
        )
    if ord == "fro":
        return vector_norm(A, 2, dim, keepdim, dtype)
    if ord not in ("nuc", 1, -1, 2, -2, math.inf, -math.inf):
        raise EngineRuntimeError(f"linalg.matrix_norm: Order {ord:g} not supported.")
    if ord in ("nuc", 2, -2):
        return _of_singular_values(A, ord, dim, keepdim, dtype)
    rows, columns = dim
    if abs(ord) == math.inf:
        rows, columns = columns, rows
    if not keepdim and columns < rows:
        columns += 1
    choose = _largest if ord > 0 else amin
    return choose(vector_norm(A, 1, (rows,), keepdim, dtype), (columns,), keepdim)


def _largest(norms: Any, dim: tuple[int], keepdim: bool) -> Any:
    """The largest along an axis, 0 along an empty one: no norm is less."""
    reduce = amax if norms.shape[dim[0]] else sum_dim
    return reduce(norms, dim, keepdim)


def _of_singular_values(A: Any, ord: Any, dim: tuple, keepdim: bool, dtype: Any) -> Any:
    """The nuclear and the spectral norms; `dim` holds the two axes of the matrices."""
    rest = [d for d in own_dims(A.shape) if d not in dim]
    matrices = call("permute", A, (*rest, *dim))
    if dtype is not None:
        matrices = call("to", matrices, dtype)
    values = call("linalg.svdvals", matrices)
    if ord == "nuc":
        norm = sum_dim(values, (-1,), keepdim)
    else:
        norm = (_largest if ord > 0 else amin)(values, (-1,), keepdim)
    if not keepdim:
        return norm
    places = [(*rest, *dim).index(d) for d in own_dims(A.shape)]
    return call("permute", call("unsqueeze", norm, -1), places)


matrix_norm = composite(
    "linalg.matrix_norm",
    _matrix_norm,
    doc="A norm of matrices: 'fro', 'nuc', or induced by the vector norms 1, 2 and inf.",
)


def _linalg_norm(
    A: Array,
    ord: Setting = None,
    dim: SomeDims | None = None,
    keepdim: bool = False,
    *,
    dtype: DType | None = None,
) -> Any:
    if dim is not None and len(dim) not in (1, 2):
        raise EngineRuntimeError(
            "linalg.norm: If dim is specified, it must be of length 1 or 2. "
            f"Got {[d + A.ndim for d in dim]}"
        )
    if dim is None and ord is not None and A.ndim not in (1, 2):
        raise EngineRuntimeError(
            "linalg.norm: If dim is not specified but ord is, the input must be 1D or 2D. "
            f"Got {A.ndim}D."
        )
    matrices = len(dim) == 2 if dim is not None else A.ndim == 2
    if isinstance(ord, str) or (ord is not None and matrices):
        return matrix_norm(A, ord, dim, keepdim, dtype=dtype)
    over = dim if dim and A.ndim else own_dims(A.shape)
    return vector_norm(A, 2 if ord is None else ord, over, keepdim, dtype)


def _need_matrix(A: Any) -> None:
    if A.ndim < 2:
        raise EngineRuntimeError(
            "linalg.matrix_norm: The input tensor A must have at least 2 dimensions."
        )


linalg_norm = composite(
    "linalg.norm", _linalg_norm, doc="A norm of the elements, or of matrices where ord asks it."
)


def _norm(
    self: Array,
    p: Setting = "fro",
    dim: SomeDims | None = None,
    keepdim: bool = False,
    dtype: DType | None = None,
) -> Any:
    over = dim if dim and self.ndim else own_dims(self.shape)
    if isinstance(p, str) and not (p == "fro" and (dim is None or len(dim) <= 2)):
        return matrix_norm(self, p, over, keepdim, dtype=dtype)
    order = 2 if p is None or p == "fro" else p
    return vector_norm(self, order, over, keepdim, dtype)


norm = composite("norm", _norm, doc="The p-norm over axes, or the 'fro' or 'nuc' norm of matrices.")
