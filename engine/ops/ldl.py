"""Factors L D L^T of symmetric matrices, and solving with them; torch differentiates neither."""

from __future__ import annotations

from typing import Any, NoReturn

import numpy as np

from ..errors import EngineIndexError, EngineRuntimeError
from ..kernels import ldl as kernel
from ..kinds import Array, Index
from ..registry import structural
from .matrix import need_precision, need_square


def _factor_ex(A: Array, *, hermitian: bool = False, check_errors: bool = False) -> Any:
    what = "torch.linalg.ldl_factor_ex"
    need_square(what, A)
    need_precision(what, A)
    n = A.shape[-1]
    flat = A.reshape(-1, n, n)
    factors, pivots = np.empty_like(flat), np.empty(flat.shape[:2], np.int32)
    info = np.empty(len(flat), np.int32)
    for k, matrix in enumerate(flat):
        factors[k], pivots[k], info[k] = kernel.factor(matrix)
    if check_errors and info.any():
        raise _zero_block(what, info)
    front = A.shape[:-2]
    return factors.reshape(A.shape), pivots.reshape(*front, n), info.reshape(front)


def _zero_block(what: str, info: np.ndarray) -> EngineRuntimeError:
    first = int(info[info != 0][0])
    return EngineRuntimeError(
        'false INTERNAL ASSERT FAILED at "/__w/pytorch/pytorch/aten/src/ATen/native/'
        f'BatchLinearAlgebra.cpp":1642, please report a bug to PyTorch. {what}: Unknown error '
        f"code: {first}."
    )


def _factor(A: Array, *, hermitian: bool = False) -> Any:
    factors, pivots, info = _factor_ex(A, hermitian=hermitian)
    if info.any():
        raise _zero_block("torch.linalg.ldl_factor", info)
    return factors, pivots


def _missing(name: str) -> NoReturn:
    raise EngineRuntimeError(f"derivative for aten::{name} is not implemented")


structural(
    "linalg.ldl_factor_ex",
    _factor_ex,
    outputs=("LD", "pivots", "info"),
    node="NotImplemented",
    method=False,
    vjp=lambda g_LD: _missing("linalg_ldl_factor_ex"),
    derivative="not implemented, as in torch",
    doc="As linalg.ldl_factor, and instead of an error the number of the first zero block.",
)
structural(
    "linalg.ldl_factor",
    _factor,
    outputs=("LD", "pivots"),
    node="NotImplemented",
    method=False,
    vjp=lambda g_LD: _missing("linalg_ldl_factor_ex"),
    derivative="not implemented, as in torch",
    doc="L and D of a symmetric matrix L D L^T in one array, and the row exchanges.",
)


def _solve(LD: Array, pivots: Index, B: Array, *, hermitian: bool = False) -> Any:
    what = "torch.linalg.ldl_solve"
    need_square(what, LD)
    if B.ndim < 2:
        raise EngineIndexError(
            "Dimension out of range (expected to be in range of [-1, 0], but got -2)"
        )
    n = LD.shape[-1]
    if B.shape[-2] != n:
        raise EngineRuntimeError(
            f"Incompatible matrix sizes for {what}: each A matrix is {n} by {n} but each b matrix "
            f"is {B.shape[-2]} by {B.shape[-1]}"
        )
    front = np.broadcast_shapes(LD.shape[:-2], B.shape[:-2])
    factors = np.broadcast_to(LD, (*front, n, n)).reshape(-1, n, n)
    exchanges = np.broadcast_to(pivots, (*front, n)).reshape(-1, n)
    right = np.broadcast_to(B, (*front, *B.shape[-2:])).reshape(-1, *B.shape[-2:])
    parts = [kernel.solve(*part) for part in zip(factors, exchanges, right, strict=True)]
    return np.array(parts, B.dtype).reshape(*front, *B.shape[-2:])


structural(
    "linalg.ldl_solve",
    _solve,
    node="NotImplemented",
    method=False,
    vjp=lambda g: _missing("linalg_ldl_solve"),
    derivative="not implemented, as in torch",
    doc="The solution X of A X = B for the factors that linalg.ldl_factor gives of A.",
)
