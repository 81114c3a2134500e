"""The inverse of square matrices, and what is made of it.

Source: torch FunctionsManual.cpp, linalg_inv_backward (Giles 2008, section 2.2.3).
"""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from ..errors import EngineRuntimeError, LinAlgError
from ..kernels import lu
from ..kinds import Array
from ..registry import composite, structural
from .lead import ndim, reshape_own, shape_of
from .matrix import (
    batch_clause,
    matmul_own,
    need_precision,
    need_square,
    transpose,
)


def singular(what: str, info: np.ndarray) -> LinAlgError:
    """torch's error for an inverse that does not exist."""
    batch, element = batch_clause(info)
    return LinAlgError(
        f"{what}: {batch}The diagonal element {element} is zero, the inversion could not be "
        "completed because the input matrix is singular."
    )


def _invert(matrices: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """The inverses, with infinities where there is none, and which pivots are zero."""
    try:
        return np.linalg.inv(matrices), np.zeros(matrices.shape[:-2], np.int32)
    except np.linalg.LinAlgError:
        identity = np.eye(matrices.shape[-1], dtype=matrices.dtype)
        with np.errstate(all="ignore"):
            return lu.solve(matrices, identity)


def _inverse_any(self: Array) -> Any:
    return _invert(self)[0]


def _vjp(g: Any, inverse: Any) -> Any:
    turned = transpose(inverse)
    return -matmul_own(turned, matmul_own(g, turned))


def _jvp(inverse: Any, tangent: Any) -> Any:
    return -matmul_own(matmul_own(inverse, tangent), inverse)


inverse_own = structural(
    "_inverse",
    _inverse_any,
    vjp=lambda g, result: _vjp(g, result),
    jvp=lambda result, self_t: _jvp(result, self_t),
    doc="The inverse of square matrices, with infinities where there is none.",
)


def _inv(A: Array) -> Any:
    need_square("linalg.inv", A)
    need_precision("linalg.inv", A)
    found, info = _invert(A)
    if info.any():
        raise singular("linalg.inv", info)
    return found


inv = structural(
    "linalg.inv",
    _inv,
    aliases=("inverse",),
    node="LinalgInvExBackward0",
    vjp=lambda g, result: _vjp(g, result),
    jvp=lambda result, A_t: _jvp(result, A_t),
    derivative={"A": "-result.mT @ g @ result.mT"},
    doc="The inverse of square matrices.",
)


def _inv_ex(A: Array, *, check_errors: bool = False) -> Any:
    need_square("linalg.inv_ex", A)
    need_precision("linalg.inv_ex", A)
    found, info = _invert(A)
    if check_errors and info.any():
        raise singular("linalg.inv_ex", info)
    return found, info


inv_ex = structural(
    "linalg.inv_ex",
    _inv_ex,
    outputs=("inverse", "info"),
    node="LinalgInvExBackward0",
    method=False,
    vjp=lambda g_inverse, inverse: _vjp(g_inverse, inverse),
    jvp=lambda inverse, A_t: [_jvp(inverse, A_t), None],
    derivative={"A": "-inverse.mT @ g_inverse @ inverse.mT"},
    doc="The inverse, and instead of an error the number of the first zero pivot.",
)


def _tensorinv(A: Array, ind: int = 2) -> Any:
    if ind <= 0:
        raise EngineRuntimeError(f"Expected a strictly positive integer for 'ind', but got {ind}")
    shape = shape_of(A)
    rows, columns = math.prod(shape[:ind]), math.prod(shape[ind:])
    if rows != columns:
        raise EngineRuntimeError(
            "Expected self to satisfy the requirement prod(self.shape[ind:]) == "
            f"prod(self.shape[:ind]), but got {columns} != {rows}"
        )
    found = inv(reshape_own(A, ndim(A), (rows, columns)))
    return reshape_own(found, 2, shape[ind:] + shape[:ind])


composite(
    "linalg.tensorinv",
    _tensorinv,
    method=False,
    doc="The inverse under tensordot: axes before `ind` are the rows, the others the columns.",
)
