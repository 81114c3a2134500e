"""LU factors with row exchanges, and what is unpacked from them and solved with them.

Rules work on A = PLU with L of m by k and U of k by n, k the smaller of m and n, of which the
first k rows of L and the first k columns of U are triangular and square.
Source: torch FunctionsManual.cpp, plu_backward_base and linalg_lu_jvp.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from .. import dtypes, shapes
from ..errors import EngineRuntimeError, kernel_missing
from ..kernels import lu as kernel
from ..kinds import Array, Index
from ..registry import composite, structural
from .axis import place_axis, slice_axis
from .diagonal import tril, triu
from .join import cat, zeros_shaped
from .lead import ndim, shape_of
from .matrix import (
    add_tangents,
    batch_clause,
    matmul_own,
    need_matrices,
    raw_of,
    transpose,
)
from .solve import incompatible
from .triangular import triangular_own


def _rows(matrix: Any, start: int | None, stop: int | None) -> Any:
    return slice_axis(matrix, -2, (start, stop, None))


def _columns(matrix: Any, start: int | None, stop: int | None) -> Any:
    return slice_axis(matrix, -1, (start, stop, None))


# -- the factors out of their common array


def _lower_factor(self: Array) -> Any:
    k = min(self.shape[-2:])
    out = np.tril(self[..., :k], -1)
    places = np.arange(k)
    out[..., places, places] = 1
    return out


lower_factor = structural(
    "_lower_factor",
    _lower_factor,
    vjp=lambda g, self_shape: place_axis(tril(g, -1), -1, (0, g.shape[-1], None), self_shape[-1]),
    jvp=lambda self_t: _columns(tril(self_t, -1), 0, min(self_t.shape[-2:])),
    doc="L out of the common array of L and U.",
)


def _upper_factor(self: Array) -> Any:
    return np.triu(self[..., : min(self.shape[-2:]), :])


upper_factor = structural(
    "_upper_factor",
    _upper_factor,
    vjp=lambda g, self_shape: place_axis(triu(g, 0), -2, (0, g.shape[-2], None), self_shape[-2]),
    jvp=lambda self_t: _rows(triu(self_t, 0), 0, min(self_t.shape[-2:])),
    doc="U out of the common array of L and U.",
)


def _permutation(pivots: Any, rows: int, like: Any) -> np.ndarray:
    """P of A = PLU, from the row exchanges."""
    order = kernel.permutations(raw_of(pivots), rows)
    kind = raw_of(like).dtype
    return np.swapaxes(np.eye(rows, dtype=kind)[order], -1, -2)


# -- the rules


def _cotangent(g_lower: Any, g_upper: Any, L: Any, U: Any, P: Any) -> Any:
    """The cotangent of A from those of L and U, either of which may be None."""
    m, k, n = shape_of(L)[-2], shape_of(L)[-1], shape_of(U)[-1]
    L1, U1 = _rows(L, 0, k), _columns(U, 0, k)
    rest = None if g_lower is None or m == k else _rows(g_lower, k, None)
    beyond = None if g_upper is None or n == k else _columns(g_upper, k, None)
    below = above = None
    if g_lower is not None:
        below = matmul_own(transpose(L1), _rows(g_lower, 0, k))
    if g_upper is not None:
        above = matmul_own(_columns(g_upper, 0, k), transpose(U1))
    if rest is not None:
        above = add_tangents(above, -matmul_own(transpose(_rows(L, k, None)), rest))
    if beyond is not None:
        below = add_tangents(below, -matmul_own(beyond, transpose(_columns(U, k, None))))
    inner = add_tangents(
        None if below is None else tril(below, -1), None if above is None else triu(above, 0)
    )
    top = _over_transposed(inner, U1)
    if n > k:
        top = cat([top, _zeros(top, -1, n - k) if beyond is None else beyond], -1)
    top = triangular_own(transpose(L1), top, True, True)
    if m > k:
        low = _zeros(top, -2, m - k) if rest is None else _over_transposed(rest, U1)
        top = cat([top, low], -2)
    return matmul_own(P, top)


def _over_transposed(matrix: Any, U1: Any) -> Any:
    """`matrix` times the inverse of a transposed upper triangle."""
    return transpose(triangular_own(U1, transpose(matrix), True, False))


def _zeros(like: Any, dim: int, count: int) -> Any:
    """Zeros to put beside matrices along an axis."""
    shape = list(shape_of(like))
    shape[dim] = count
    return zeros_shaped(like, tuple(shape))


def _tangents(A_t: Any, L: Any, U: Any, P: Any) -> tuple[Any, Any]:
    """The tangents of L and U."""
    m, k, n = shape_of(L)[-2], shape_of(L)[-1], shape_of(U)[-1]
    L1, U1 = _rows(L, 0, k), _columns(U, 0, k)
    moved = matmul_own(transpose(P), A_t)
    inner = triangular_own(L1, _rows(moved, 0, k), False, True)
    square = _over(_columns(inner, 0, k), U1)
    below = tril(square, -1)
    lower = matmul_own(L1, below)
    upper = matmul_own(triu(square, 0), U1)
    if m > k:
        rest = _rows(moved, k, None) - matmul_own(_rows(L, k, None), upper)
        lower = cat([lower, _over(rest, U1)], -2)
    if n > k:
        right = _columns(inner, k, None) - matmul_own(below, _columns(U, k, None))
        upper = cat([upper, right], -1)
    return lower, upper


def _over(matrix: Any, U1: Any) -> Any:
    """`matrix` times the inverse of an upper triangle."""
    return transpose(triangular_own(transpose(U1), transpose(matrix), False, False))


# -- linalg.lu: three matrices


def _check(what: str, A: Any, pivot: bool) -> None:
    if ndim(A) < 2:
        raise EngineRuntimeError(
            f"{what}: Expected tensor with 2 or more dimensions. Got size: {list(A.shape)} instead"
        )
    if not pivot:
        raise EngineRuntimeError(
            "linalg.lu_factor: LU without pivoting is not implemented on the CPU"
        )
    if A.dtype.kind != "f" or A.dtype.itemsize == 2:
        raise kernel_missing("lu_cpu", dtypes.of(A))


def _linalg_lu(A: Array, *, pivot: bool = True) -> Any:
    _check("linalg.lu", A, pivot)
    packed, pivots, _ = kernel.factor(A)
    return _permutation(pivots, A.shape[-2], A), _lower_factor(packed), _upper_factor(packed)


structural(
    "linalg.lu",
    _linalg_lu,
    outputs=("P", "L", "U"),
    method=False,
    vjp=lambda g_L, g_U, P, L, U: _cotangent(g_L, g_U, L, U, raw_of(P)),
    jvp=lambda A_t, P, L, U: [None, *_tangents(A_t, L, U, raw_of(P))],
    derivative="P L^-T (tril(L^T g_L, -1) + triu(g_U U^T)) U^-T for square matrices",
    doc="P, L and U with A = PLU: a permutation, a lower and an upper triangular matrix.",
)


# -- lu_factor: both triangles in one array


def _factor(A: Array, *, pivot: bool = True) -> Any:
    _check("torch.lu_factor", A, pivot)
    packed, pivots, info = kernel.factor(A)
    if info.any():
        raise _singular("torch.linalg.lu_factor", info)
    return packed, pivots


def _factor_ex(A: Array, *, pivot: bool = True, check_errors: bool = False) -> Any:
    _check("torch.lu_factor", A, pivot)
    packed, pivots, info = kernel.factor(A)
    if check_errors and info.any():
        raise _singular("torch.linalg.lu_factor_ex", info)
    return packed, pivots, info


def _singular(what: str, info: np.ndarray) -> EngineRuntimeError:
    batch, k = batch_clause(info)
    return EngineRuntimeError(
        f"{what}: {batch}U[{k},{k}] is zero and using it on lu_solve would result in a division "
        "by zero. If you still want to perform the factorization, consider calling "
        "linalg.lu(A, pivot) or linalg.lu_factor_ex(A, pivot)"
    )


def _packed_vjp(g_LU: Any, LU: Any, pivots: Any) -> Any:
    k = min(shape_of(LU)[-2:])
    P = _permutation(pivots, shape_of(LU)[-2], LU)
    lower, upper = _columns(tril(g_LU, -1), 0, k), _rows(triu(g_LU, 0), 0, k)
    return _cotangent(lower, upper, lower_factor(LU), upper_factor(LU), P)


def _packed_jvp(A_t: Any, LU: Any, pivots: Any) -> Any:
    m, n = shape_of(LU)[-2:]
    k = min(m, n)
    P = _permutation(pivots, m, LU)
    lower, upper = _tangents(A_t, lower_factor(LU), upper_factor(LU), P)
    return place_axis(lower, -1, (0, k, None), n) + place_axis(upper, -2, (0, k, None), m)


structural(
    "linalg.lu_factor",
    _factor,
    outputs=("LU", "pivots"),
    node="LinalgLuFactorExBackward0",
    method=False,
    vjp=_packed_vjp,
    jvp=lambda A_t, LU, pivots: [_packed_jvp(A_t, LU, pivots), None],
    derivative="that of linalg.lu, for the L and U that LU holds",
    doc="L and U in one array, and the row exchanges.",
)
lu_factor_ex = structural(
    "linalg.lu_factor_ex",
    _factor_ex,
    outputs=("LU", "pivots", "info"),
    node="LinalgLuFactorExBackward0",
    method=False,
    vjp=_packed_vjp,
    jvp=lambda A_t, LU, pivots: [_packed_jvp(A_t, LU, pivots), None, None],
    derivative="that of linalg.lu, for the L and U that LU holds",
    doc="The same, and instead of an error the number of the first zero pivot.",
)


def _lu(A: Array, pivot: bool = True, get_infos: bool = False) -> Any:
    found = lu_factor_ex(A, pivot, False)
    return found if get_infos else tuple(found)[:2]


composite(
    "lu",
    _lu,
    doc="L and U in one array, the row exchanges and, if asked for, the zero pivots.",
)


# -- what is done with the factors


def _lu_unpack(
    LU_data: Array, LU_pivots: Index, unpack_data: bool = True, unpack_pivots: bool = True
) -> Any:
    rows = LU_data.shape[-2]
    if unpack_pivots:
        _check_pivots(LU_pivots)
        if LU_pivots.size and (LU_pivots.min() < 1 or LU_pivots.max() > rows):
            raise EngineRuntimeError(
                "pivots passed to lu_unpack must be between 1 and LU.size(-2) inclusive."
                "Did you properly pass the result of lu_factor?"
            )
    nothing = np.zeros(0, LU_data.dtype)
    return (
        _permutation(LU_pivots, rows, LU_data) if unpack_pivots else nothing,
        _lower_factor(LU_data) if unpack_data else nothing,
        _upper_factor(LU_data) if unpack_data else nothing,
    )


def _check_pivots(pivots: np.ndarray) -> None:
    if pivots.dtype != np.int32:
        raise EngineRuntimeError(
            "torch.lu_unpack: LU_pivots is expected to be a contiguous tensor of torch.int32 "
            "dtype.\nNote: this function is intended to be used with the output produced by "
            "torch.linalg.lu_factor"
        )


def _unpack_vjp(g_L: Any, g_U: Any, LU_data_shape: Any) -> Any:
    m, n = LU_data_shape[-2:]
    k = min(m, n)
    return add_tangents(
        None if g_L is None else place_axis(tril(g_L, -1), -1, (0, k, None), n),
        None if g_U is None else place_axis(triu(g_U, 0), -2, (0, k, None), m),
    )


def _unpack_jvp(LU_data_t: Any, unpack_data: bool) -> list:
    if not unpack_data:
        return [None, None, None]
    k = min(shape_of(LU_data_t)[-2:])
    lower, upper = _columns(tril(LU_data_t, -1), 0, k), _rows(triu(LU_data_t, 0), 0, k)
    return [None, lower, upper]


structural(
    "lu_unpack",
    _lu_unpack,
    outputs=("P", "L", "U"),
    method=False,
    vjp=_unpack_vjp,
    jvp=_unpack_jvp,
    derivative="tril(g_L, -1) + triu(g_U)",
    doc="P, L and U from what lu_factor returns.",
)


def _linalg_lu_solve(
    LU: Array, pivots: Index, B: Array, *, left: bool = True, adjoint: bool = False
) -> Any:
    _check_lu_solve(LU, raw_of(pivots), B, left)
    P = _permutation(pivots, shape_of(LU)[-2], LU)
    right = B if left else transpose(B)
    if adjoint is left:
        half = triangular_own(transpose(LU), right, False, False)
        found = matmul_own(P, triangular_own(transpose(LU), half, True, True))
    else:
        half = triangular_own(LU, matmul_own(transpose(P), right), False, True)
        found = triangular_own(LU, half, True, False)
    return found if left else transpose(found)


def _check_lu_solve(LU: Any, pivots: np.ndarray, B: Any, left: bool) -> None:
    what = "linalg.lu_solve"
    need_matrices(what, LU)
    need_matrices(what, B, "B")
    m, n = shape_of(LU)[-2:]
    if pivots.dtype != np.int32:
        raise EngineRuntimeError(f"{what}: pivots should be a Tensor of scalar type torch.int32")
    if m != n:
        raise EngineRuntimeError(
            f"torch.{what}: A must be batches of square matrices, but they are {m} by {n} matrices"
        )
    if shape_of(B)[-2 if left else -1] != n:
        raise incompatible(what, shape_of(LU), shape_of(B), left)
    if pivots.shape[-1:] != (n,):
        raise EngineRuntimeError(
            f"{what}: Number of pivots per batch should be same as the dimension of the matrix"
        )
    if pivots.size and pivots.max() > n:
        raise EngineRuntimeError(
            "Pivots given to lu_solve must all be smaller or equal to LU.size(-2). Did you "
            "properly pass the result of lu_factor?"
        )
    shapes.broadcast(shape_of(B)[:-2], shape_of(LU)[:-2])


linalg_lu_solve = composite(
    "linalg.lu_solve",
    _linalg_lu_solve,
    method=False,
    doc="The solution X of AX = B, A factored by lu_factor; of XA = B with left=False.",
)


def _lu_solve(self: Array, LU_data: Array, LU_pivots: Index) -> Any:
    return linalg_lu_solve(LU_data, LU_pivots, self)


composite("lu_solve", _lu_solve, doc="The solution X of AX = self, A factored by lu_factor.")
