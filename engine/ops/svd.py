"""Singular values and vectors.

Vectors are determined up to sign, and their derivatives exist where the singular values are
distinct; where they are equal the rules give nan or infinity, as in torch. Columns beyond the
smaller size, which full_matrices adds, take no part in gradients.
Source: torch FunctionsManual.cpp, svd_backward and linalg_svd_jvp.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from ..apply import named
from ..errors import LinAlgError
from ..kinds import Array
from ..registry import composite, structural
from .axis import place_axis, slice_axis
from .lead import shape_of, unsqueeze_own
from .matrix import (
    add_tangents,
    constant_like,
    diagonal_own,
    fill_diagonal,
    matmul_own,
    need_matrices,
    need_precision,
    place_diagonal,
    raw_of,
    transpose,
)


def _linalg_svd(A: Array, full_matrices: bool = True, *, driver: str | None = None) -> Any:
    need_matrices("linalg.svd", A)
    need_precision("linalg.svd", A)
    try:
        return tuple(np.linalg.svd(A, full_matrices))
    except np.linalg.LinAlgError:
        raise _not_converged("linalg.svd", A) from None


def _not_converged(what: str, A: np.ndarray) -> LinAlgError:
    finite = np.isfinite(A).all(axis=(-2, -1))
    batch = "" if A.ndim == 2 else f"(Batch element {int(np.argmin(finite.reshape(-1)))}): "
    reason = (
        "the input matrix is ill-conditioned or has too many repeated singular values"
        if finite.all()
        else "the input matrix contained non-finite values"
    )
    return LinAlgError(f"{what}: {batch}The algorithm failed to converge because {reason}.")


def _thin(U: Any, S: Any, Vh: Any) -> tuple[Any, Any]:
    """The vectors that belong to singular values."""
    k = shape_of(S)[-1]
    if U is not None and shape_of(U)[-1] != k:
        U = slice_axis(U, -1, (0, k, None))
    if Vh is not None and shape_of(Vh)[-2] != k:
        Vh = slice_axis(Vh, -2, (0, k, None))
    return U, Vh


def _row(values: Any) -> Any:
    return unsqueeze_own(values, (-2,))


def _column(values: Any) -> Any:
    return unsqueeze_own(values, (-1,))


def _differences(S: Any) -> Any:
    """s_j^2 - s_i^2 at (i, j), one on the diagonal."""
    return fill_diagonal((_row(S) - _column(S)) * (_row(S) + _column(S)), 1)


def _skew(matrix: Any) -> Any:
    return matrix - transpose(matrix)


def _vjp(g_U: Any, g_S: Any, g_Vh: Any, U: Any, S: Any, Vh: Any) -> Any:
    g_U, g_Vh = _thin(g_U, S, g_Vh)
    U, Vh = _thin(U, S, Vh)
    m, k, n = shape_of(U)[-2], shape_of(S)[-1], shape_of(Vh)[-1]
    if g_U is None and g_Vh is None:
        if m >= n:
            return matmul_own(U, _column(g_S) * Vh)
        return matmul_own(U * _row(g_S), Vh)
    apart = _differences(S)
    inner = None if g_S is None else place_diagonal(g_S, k, k)
    if g_U is not None:
        inner = add_tangents(_skew(matmul_own(transpose(U), g_U)) / apart * _row(S), inner)
    if g_Vh is not None:
        turned = _skew(matmul_own(Vh, transpose(g_Vh))) / apart
        inner = add_tangents(inner, _column(S) * turned)
    left = matmul_own(U, inner)
    if g_U is not None and m > k:
        outside = g_U / _row(S)
        left = left + outside - matmul_own(U, matmul_own(transpose(U), outside))
    out = matmul_own(left, Vh)
    if g_Vh is not None and n > k:
        outside = g_Vh / _column(S)
        outside = outside - matmul_own(matmul_own(outside, transpose(Vh)), Vh)
        out = out + matmul_own(U, outside)
    return out


def _jvp(A_t: Any, U: Any, S: Any, Vh: Any) -> list:
    all_u, all_v = shape_of(U)[-1], shape_of(Vh)[-2]
    U, Vh = _thin(U, S, Vh)
    m, k, n = shape_of(U)[-2], shape_of(S)[-1], shape_of(Vh)[-1]
    inner = matmul_own(matmul_own(transpose(U), A_t), transpose(Vh))
    apart = _differences(S)
    turned = transpose(inner)
    of_u = fill_diagonal(inner * _row(S) + _column(S) * turned, 0) / apart
    of_v = fill_diagonal(_column(S) * inner + turned * _row(S), 0) / apart
    U_t = matmul_own(U, of_u)
    V_t = matmul_own(transpose(Vh), of_v)
    if m > k:
        outside = matmul_own(A_t, transpose(Vh)) / _row(S)
        U_t = U_t + outside - matmul_own(U, matmul_own(transpose(U), outside))
    if n > k:
        outside = matmul_own(transpose(A_t), U) / _row(S)
        V_t = V_t + outside - matmul_own(transpose(Vh), matmul_own(Vh, outside))
    Vh_t = transpose(V_t)
    if all_u > k:
        U_t = place_axis(U_t, -1, (0, k, None), all_u)
    if all_v > k:
        Vh_t = place_axis(Vh_t, -2, (0, k, None), all_v)
    return [U_t, diagonal_own(inner), Vh_t]


linalg_svd = structural(
    "linalg.svd",
    _linalg_svd,
    outputs=("U", "S", "Vh"),
    method=False,
    vjp=_vjp,
    jvp=_jvp,
    derivative=(
        "U ((skew(U^T g_U)/E) S + S (skew(V^T g_V)/E) + diag(g_S)) V^T, where E_ij = s_j^2 - s_i^2"
    ),
    doc="U, S and Vh with U diag(S) Vh = A: singular vectors, falling values, vectors.",
)


def _svdvals(A: Array, *, driver: str | None = None) -> Any:
    return linalg_svd(A, False)[1]


svdvals = composite(
    "linalg.svdvals",
    _svdvals,
    method=False,
    doc="The singular values, from the largest to the smallest.",
)


def _svd(self: Array, some: bool = True, compute_uv: bool = True) -> Any:
    U, S, Vh = linalg_svd(self, compute_uv and not some)
    factors = named(svd.row)
    if compute_uv:
        return factors(U, S, transpose(Vh))
    return factors(_square_zeros(self, -2), S, _square_zeros(self, -1))


def _square_zeros(matrices: Any, axis: int) -> Any:
    raw = raw_of(matrices)
    n = raw.shape[axis]
    return constant_like(np.zeros((*raw.shape[:-2], n, n), raw.dtype), matrices)


svd = composite(
    "svd",
    _svd,
    outputs=("U", "S", "V"),
    doc="U, S and V with U diag(S) V^T = self.",
)
