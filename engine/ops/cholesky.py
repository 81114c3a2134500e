"""Cholesky factors of positive-definite matrices, and what is solved with them.

Only one triangle of the matrix is read, and it is taken as symmetric: the cotangent of the
matrix is symmetric. Source: torch FunctionsManual.cpp, cholesky_backward (Murray 2016).
"""

from __future__ import annotations

from typing import Any

import numpy as np

from ..errors import EngineRuntimeError, LinAlgError
from ..kinds import Array
from ..registry import structural
from .diagonal import tril
from .inverse import singular
from .lead import ndim, shape_of, sum_back
from .matrix import (
    add_tangents,
    batch_clause,
    diagonal_own,
    matmul_own,
    name_of,
    need_precision,
    need_square,
    padded,
    place_diagonal,
    transpose,
)
from .triangular import check_system, triangular_own


def _factor(matrices: np.ndarray, upper: bool) -> tuple[np.ndarray, np.ndarray]:
    """The factors, and per matrix the order of the first minor that is not positive, or 0.

    Where a matrix fails, its factor holds what was done until then, as LAPACK leaves it.
    """
    lower = np.swapaxes(matrices, -1, -2) if upper else matrices
    info = np.zeros(matrices.shape[:-2], np.int32)
    try:
        found = np.linalg.cholesky(lower)
    except np.linalg.LinAlgError:
        found, info = _column_by_column(lower)
    return np.swapaxes(found, -1, -2) if upper else found, info


def _column_by_column(matrices: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    *front, n, _ = matrices.shape
    out = np.tril(matrices).reshape(-1, n, n)
    info = np.zeros(out.shape[0], np.int32)
    for number, a in enumerate(out):
        for k in range(n):
            pivot = a[k, k] - a[k, :k] @ a[k, :k]
            if not pivot > 0:
                info[number] = k + 1
                a[k, k] = pivot
                break
            a[k, k] = np.sqrt(pivot)
            a[k + 1 :, k] = (a[k + 1 :, k] - a[k + 1 :, :k] @ a[k, :k]) / a[k, k]
    return out.reshape(matrices.shape), info.reshape(front)


def _not_positive(what: str, info: np.ndarray) -> LinAlgError:
    batch, order = batch_clause(info)
    return LinAlgError(
        f"{what}: {batch}The factorization could not be completed because the input is not "
        f"positive-definite (the leading minor of order {order} is not positive-definite)."
    )


def _checked(what: str, self: np.ndarray, upper: bool) -> np.ndarray:
    need_square(what, self)
    need_precision(what, self)
    found, info = _factor(self, upper)
    if info.any():
        raise _not_positive(what, info)
    return found


def _vjp(g: Any, factor: Any, upper: bool) -> Any:
    """Half of L^-T (the lower triangle of L^T g, mirrored) L^-1."""
    lower = transpose(factor) if upper else factor
    g = transpose(g) if upper else g
    turned = transpose(lower)
    inner = matmul_own(turned, g)
    mirrored = tril(inner, 0) + transpose(tril(inner, -1))
    half = triangular_own(turned, mirrored, True, False)
    return 0.5 * transpose(triangular_own(turned, transpose(half), True, False))


def _jvp(factor: Any, tangent: Any, upper: bool) -> Any:
    """L times the lower triangle, its diagonal halved, of L^-1 dA L^-T."""
    lower = transpose(factor) if upper else factor
    half = triangular_own(lower, tangent, False, False)
    inner = triangular_own(lower, transpose(half), False, False)
    inner = 0.5 * (inner + transpose(inner))
    n = shape_of(lower)[-1]
    step = matmul_own(lower, tril(inner, 0) - place_diagonal(0.5 * diagonal_own(inner), n, n))
    return transpose(step) if upper else step


def _linalg_cholesky(A: Array, *, upper: bool = False) -> Any:
    return _checked("linalg.cholesky", A, upper)


linalg_cholesky = structural(
    "linalg.cholesky",
    _linalg_cholesky,
    node="LinalgCholeskyExBackward0",
    method=False,
    vjp=lambda g, result, upper: _vjp(g, result, upper),
    jvp=lambda result, upper, A_t: _jvp(result, A_t, upper),
    derivative=(
        "L^-T P(L^T g) L^-1 made symmetric, where P halves the diagonal and drops what is above"
    ),
    doc="The lower triangular L with L L^T = A, or the upper one; A is taken as symmetric.",
)


def _cholesky(self: Array, upper: bool = False) -> Any:
    return _checked("cholesky", self, upper)


structural(
    "cholesky",
    _cholesky,
    vjp=lambda g, result, upper: _vjp(g, result, upper),
    jvp=lambda result, upper, self_t: _jvp(result, self_t, upper),
    derivative=(
        "L^-T P(L^T g) L^-1 made symmetric, where P halves the diagonal and drops what is above"
    ),
    doc="The lower triangular L with L L^T = self, or the upper one; self is taken as symmetric.",
)


def _cholesky_ex(A: Array, *, upper: bool = False, check_errors: bool = False) -> Any:
    need_square("linalg.cholesky_ex", A)
    need_precision("linalg.cholesky_ex", A)
    found, info = _factor(A, upper)
    if check_errors and info.any():
        raise _not_positive("linalg.cholesky_ex", info)
    return found, info


structural(
    "linalg.cholesky_ex",
    _cholesky_ex,
    outputs=("L", "info"),
    node="LinalgCholeskyExBackward0",
    method=False,
    vjp=lambda g_L, L, upper: _vjp(g_L, L, upper),
    jvp=lambda L, upper, A_t: [_jvp(L, A_t, upper), None],
    derivative=(
        "L^-T P(L^T g) L^-1 made symmetric, where P halves the diagonal and drops what is above"
    ),
    doc="The factor, and instead of an error the order of the first minor that is not positive.",
)


# -- systems and inverses from a factor


def solve_with_factor(right: Any, factor: Any, upper: bool) -> Any:
    """X of L L^T X = B (of U^T U X = B, if upper), by two triangular systems."""
    lower = transpose(factor) if upper else factor
    half = triangular_own(lower, right, False, False)
    return triangular_own(transpose(lower), half, True, False)


def _cholesky_solve(self: Array, L: Array, upper: bool = False) -> Any:
    for name, value in (("b", self), ("u", L)):
        if ndim(value) < 2:
            raise EngineRuntimeError(
                f"{name} should have at least 2 dimensions, but has {ndim(value)} dimensions "
                "instead"
            )
    check_system("cholesky_solve", self, L)
    if self.dtype != L.dtype:
        raise EngineRuntimeError(
            f"Expected b and A to have the same dtype, but found b of type {name_of(self)} and A "
            f"of type {name_of(L)} instead."
        )
    return solve_with_factor(self, L, upper)


def _solve_vjp(
    g: Any, L: Any, self_shape: Any, L_shape: Any, result: Any, upper: bool, needs: Any
) -> tuple:
    """As torch, which does not leave out the triangle that is not read."""
    lead = ndim(g) - len(shape_of(result))
    right = solve_with_factor(g, L, upper)
    of_factor = None
    if needs[1]:
        common = matmul_own(right, transpose(result))
        common = common + transpose(common)
        product = matmul_own(L, common) if upper else matmul_own(common, L)
        of_factor = sum_back(-product, lead, L_shape)
    return sum_back(right, lead, self_shape) if needs[0] else None, of_factor


def _solve_jvp(
    L: Any, self_t: Any, L_t: Any, self_shape: Any, L_shape: Any, result: Any, upper: bool
) -> Any:
    most = len(shape_of(result))
    change = None
    if L_t is not None:
        step = padded(L_t, L_shape, most)
        lower, step = (transpose(L), transpose(step)) if upper else (L, step)
        product = matmul_own(step, transpose(lower))
        change = -matmul_own(product + transpose(product), result)
    if self_t is not None:
        step = padded(self_t, self_shape, most)
        change = add_tangents(step, change)
    return solve_with_factor(change, L, upper)


cholesky_solve = structural(
    "cholesky_solve",
    _cholesky_solve,
    vjp=_solve_vjp,
    jvp=_solve_jvp,
    derivative="self: cholesky_solve(g, L); L: -(S + S.mT) @ L with S = (that of self) @ result.mT",
    doc="The solution X of A X = self, where L is the Cholesky factor of A.",
)


def _cholesky_inverse(self: Array, upper: bool = False) -> Any:
    need_square("cholesky_inverse", self)
    need_precision("cholesky_inverse", self)
    zeros = np.diagonal(self, 0, -2, -1) == 0
    if zeros.any():
        raise singular("cholesky_inverse", np.where(zeros.any(-1), zeros.argmax(-1) + 1, 0))
    return solve_with_factor(np.eye(self.shape[-1], dtype=self.dtype), self, upper)


def _inverse_vjp(g: Any, self: Any, result: Any, upper: bool) -> Any:
    common = matmul_own(matmul_own(result, g + transpose(g)), result)
    return -matmul_own(self, common) if upper else -matmul_own(common, self)


def _inverse_jvp(self: Any, self_t: Any, result: Any, upper: bool) -> Any:
    lower, step = (transpose(self), transpose(self_t)) if upper else (self, self_t)
    product = matmul_own(step, transpose(lower))
    return -matmul_own(matmul_own(result, product + transpose(product)), result)


cholesky_inverse = structural(
    "cholesky_inverse",
    _cholesky_inverse,
    vjp=_inverse_vjp,
    jvp=_inverse_jvp,
    derivative={"self": "-result @ (g + g.mT) @ result @ self"},
    doc="The inverse of the matrix whose Cholesky factor is given.",
)
