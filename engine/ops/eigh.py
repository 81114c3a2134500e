"""Eigenvalues and eigenvectors of symmetric matrices.

One triangle is read, the other taken as its mirror image; the cotangent is symmetric. Vectors
are determined up to sign, and their derivatives exist where the eigenvalues are distinct.
Source: torch FunctionsManual.cpp, linalg_eig_backward and linalg_eig_jvp.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from .. import dtypes
from ..errors import EngineRuntimeError, kernel_missing
from ..kinds import Array
from ..registry import composite, structural
from .lead import shape_of, unsqueeze_own
from .matrix import (
    add_tangents,
    diagonal_own,
    fill_diagonal,
    matmul_own,
    need_square,
    place_diagonal,
    transpose,
)


def check_symmetric(A: Any) -> None:
    """Raise torch's errors unless A holds square matrices of single or double precision."""
    need_square("linalg.eigh", A)
    if A.dtype.kind != "f" or A.dtype.itemsize == 2:
        raise kernel_missing("linalg_eigh_cpu", dtypes.of(A))


def _linalg_eigh(A: Array, UPLO: str = "L") -> Any:
    check_symmetric(A)
    if UPLO.upper() not in ("L", "U"):
        raise EngineRuntimeError(f"Expected UPLO argument to be 'L' or 'U', but got {UPLO}")
    try:
        return tuple(np.linalg.eigh(A, "U" if UPLO.upper() == "U" else "L"))
    except np.linalg.LinAlgError:  # not finite: torch has nan here
        return np.full(A.shape[:-1], np.nan, A.dtype), np.full(A.shape, np.nan, A.dtype)


def _apart(values: Any) -> Any:
    """l_j - l_i at (i, j), one on the diagonal."""
    return fill_diagonal(unsqueeze_own(values, (-2,)) - unsqueeze_own(values, (-1,)), 1)


def _vjp(g_eigenvalues: Any, g_eigenvectors: Any, eigenvalues: Any, eigenvectors: Any) -> Any:
    turned = transpose(eigenvectors)
    if g_eigenvectors is None:
        return matmul_own(eigenvectors * unsqueeze_own(g_eigenvalues, (-2,)), turned)
    n = shape_of(eigenvalues)[-1]
    moved = matmul_own(turned, g_eigenvectors)
    inner = 0.5 * (moved - transpose(moved)) / _apart(eigenvalues)
    inner = add_tangents(
        inner, None if g_eigenvalues is None else place_diagonal(g_eigenvalues, n, n)
    )
    return matmul_own(matmul_own(eigenvectors, inner), turned)


def _jvp(A_t: Any, eigenvalues: Any, eigenvectors: Any) -> list:
    symmetric = 0.5 * (A_t + transpose(A_t))
    inner = matmul_own(matmul_own(transpose(eigenvectors), symmetric), eigenvectors)
    turned = fill_diagonal(inner, 0) / _apart(eigenvalues)
    return [diagonal_own(inner), matmul_own(eigenvectors, turned)]


linalg_eigh = structural(
    "linalg.eigh",
    _linalg_eigh,
    outputs=("eigenvalues", "eigenvectors"),
    method=False,
    vjp=_vjp,
    jvp=_jvp,
    derivative="V (diag(g_L) + (V^T g_V)/E) V^T, where E_ij = lambda_j - lambda_i",
    doc="The eigenvalues, rising, and eigenvectors of symmetric matrices.",
)


def _eigvalsh(A: Array, UPLO: str = "L") -> Any:
    return linalg_eigh(A, UPLO)[0]


eigvalsh = composite(
    "linalg.eigvalsh",
    _eigvalsh,
    method=False,
    doc="The eigenvalues of symmetric matrices, rising.",
)
