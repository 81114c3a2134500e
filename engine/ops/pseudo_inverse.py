"""The pseudo-inverse, and what singular values tell: rank and condition number.

Source: torch FunctionsManual.cpp, pinv_backward (Golub and Pereyra 1973, equation 4.12).
"""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from ..errors import EngineRuntimeError
from ..kinds import Array, Setting
from ..registry import composite, plain, structural
from .axis import slice_axis
from .choose import where
from .eigh import check_symmetric
from .inverse import inv_ex
from .lead import ndim, shape_of, squeeze_own, sum_axes, unsqueeze_own
from .matrix import matmul_own, name_of, raw_of, transpose
from .public import call
from .svd import svdvals


def _tolerance(matrices: np.ndarray, largest: np.ndarray, atol: Any, rtol: Any) -> np.ndarray:
    """The size up to which a singular value counts as zero, with an axis of size 1 at the end."""
    absolute = np.asarray(0.0 if atol is None else atol)
    if rtol is None:
        usual = np.finfo(matrices.dtype).eps * max(matrices.shape[-2:])
        relative = np.where(absolute > 0, 0.0, usual)
    else:
        relative = np.asarray(rtol)
    return np.maximum(absolute, relative * largest)[..., None]


def _inverted(values: np.ndarray, limit: np.ndarray) -> np.ndarray:
    """One over what is larger than the limit, else zero."""
    large = np.abs(values) > limit
    return np.where(large, 1 / np.where(large, values, 1), 0).astype(values.dtype)


def invert_any(matrices: np.ndarray, atol: Any, rtol: Any, hermitian: bool = False) -> np.ndarray:
    """The pseudo-inverses of raw matrices."""
    m, n = matrices.shape[-2:]
    if not matrices.size:
        return np.zeros((*matrices.shape[:-2], n, m), matrices.dtype)
    if hermitian:
        values, vectors = np.linalg.eigh(matrices)
        limit = _tolerance(matrices, np.abs(values).max(-1), atol, rtol)
        weights = _inverted(values, limit)[..., None, :]
        return (vectors * weights) @ np.swapaxes(vectors, -1, -2)
    left, values, right = np.linalg.svd(matrices, False)
    weights = _inverted(values, _tolerance(matrices, values[..., 0], atol, rtol))
    return (np.swapaxes(right, -1, -2) * weights[..., None, :]) @ np.swapaxes(left, -1, -2)


def _check(A: Any, hermitian: bool) -> None:
    if ndim(A) < 2 or A.dtype.kind != "f" or A.dtype.itemsize == 2:
        raise EngineRuntimeError(
            f"linalg.pinv({name_of(A)}{{{list(np.shape(A))}}}): expected a tensor with 2 or more "
            "dimensions of float, double, cfloat or cdouble types"
        )
    if hermitian:
        check_symmetric(A)


def pinv_vjp(g: Any, pinv: Any, A: Any) -> Any:
    """The cotangent of A from that of its pseudo-inverse."""
    turned, g_turned = transpose(pinv), transpose(g)
    direct = -matmul_own(turned, matmul_own(g, turned))
    left = matmul_own(matmul_own(g_turned, pinv), turned)
    left = left - matmul_own(A, matmul_own(pinv, left))
    right = matmul_own(turned, matmul_own(pinv, g_turned))
    right = right - matmul_own(matmul_own(right, pinv), A)
    return direct + left + right


def pinv_jvp(A_t: Any, pinv: Any, A: Any) -> Any:
    """The tangent of the pseudo-inverse from that of A."""
    turned, step = transpose(pinv), transpose(A_t)
    direct = -matmul_own(matmul_own(pinv, A_t), pinv)
    left = matmul_own(matmul_own(pinv, turned), step)
    left = left - matmul_own(matmul_own(left, A), pinv)
    right = matmul_own(step, matmul_own(turned, pinv))
    right = right - matmul_own(pinv, matmul_own(A, right))
    return direct + left + right


def _linalg_pinv(
    A: Array, *, atol: Setting = None, rtol: Setting = None, hermitian: bool = False
) -> Any:
    _check(A, hermitian)
    return invert_any(A, atol, rtol, hermitian)


def _pinv_rcond(A: Array, rcond: Setting, hermitian: bool = False) -> Any:
    _check(A, hermitian)
    return invert_any(A, 0.0, rcond, hermitian)


_RULES: dict[str, Any] = {
    "vjp": lambda g, A, result: pinv_vjp(g, result, A),
    "jvp": lambda A_t, A, result: pinv_jvp(A_t, result, A),
}
pinv = structural(
    "linalg.pinv",
    _linalg_pinv,
    method=False,
    **_RULES,
    derivative="-X^T g X^T + (I - A X) g^T X X^T + X^T X g^T (I - X A) with X = result",
    doc="The pseudo-inverse; singular values up to max(atol, rtol * the largest) count as zero.",
)
structural(
    "linalg.pinv:rcond",
    _pinv_rcond,
    method=False,
    **_RULES,
    derivative="-X^T g X^T + (I - A X) g^T X X^T + X^T X g^T (I - X A) with X = result",
    doc="The pseudo-inverse; singular values up to rcond * the largest count as zero.",
)


def _pinverse(self: Array, rcond: float = 1e-15) -> Any:
    return _pinv_rcond(self, rcond)


structural(
    "pinverse",
    _pinverse,
    node="LinalgPinvBackward0",
    vjp=lambda g, self, result: pinv_vjp(g, result, self),
    jvp=lambda self_t, self, result: pinv_jvp(self_t, result, self),
    derivative="-X^T g X^T + (I - A X) g^T X X^T + X^T X g^T (I - X A) with X = result",
    doc="The pseudo-inverse; singular values up to rcond * the largest count as zero.",
)


# -- rank and condition


def _count(A: np.ndarray, atol: Any, rtol: Any, hermitian: bool) -> Any:
    if ndim(A) < 2:
        raise EngineRuntimeError(
            "torch.linalg.matrix_rank: The input tensor input must have at least 2 dimensions."
        )
    if A.dtype.kind != "f":
        raise EngineRuntimeError("This function doesn't handle types other than float and double")
    if not A.size:
        return np.zeros(A.shape[:-2], np.int64)
    if hermitian:
        check_symmetric(A)
        values = np.abs(np.linalg.eigvalsh(A))
    else:
        values = np.linalg.svd(A, compute_uv=False)
    limit = _tolerance(A, values.max(-1), atol, rtol)
    return np.sum(values > limit, axis=-1, dtype=np.int64)


def _matrix_rank(
    A: Array, *, atol: Setting = None, rtol: Setting = None, hermitian: bool = False
) -> Any:
    return _count(A, atol, rtol, hermitian)


def _matrix_rank_tol(A: Array, tol: Setting, hermitian: bool = False) -> Any:
    return _count(A, tol, 0.0, hermitian)


plain(
    "linalg.matrix_rank",
    _matrix_rank,
    method=False,
    doc="How many singular values are larger than max(atol, rtol * the largest).",
)
plain(
    "linalg.matrix_rank:tol",
    _matrix_rank_tol,
    method=False,
    doc="How many singular values are larger than tol.",
)


def _cond(A: Array, p: Setting = None) -> Any:
    if ndim(A) < 2:
        raise EngineRuntimeError("linalg.cond: The input tensor must have at least 2 dimensions.")
    if p not in (None, 2, -2, "nuc", "fro", 1, -1, math.inf, -math.inf):
        raise EngineRuntimeError(f"linalg.cond got an invalid norm type: {p}")
    if not raw_of(A).size:
        return sum_axes(A, (-2, -1))
    if p in (None, 2, -2):
        values = svdvals(A)
        first = slice_axis(values, -1, (0, 1, None))
        last = slice_axis(values, -1, (-1, None, None))
        return squeeze_own(last / first if p == -2 else first / last, (-1,))
    m, n = shape_of(A)[-2:]
    if m != n:
        raise EngineRuntimeError(
            f"linalg.cond(ord={p}): A must be batches of square matrices, but they are "
            f"{m} by {n} matrices"
        )
    if p == "nuc":
        values = svdvals(A)
        return sum_axes(values, (-1,)) * sum_axes(1 / values, (-1,))
    found, info = inv_ex(A)
    singular = info != 0
    found = where(unsqueeze_own(singular, (-2, -1)), 0.0, found)
    product = call("linalg.matrix_norm", A, p) * call("linalg.matrix_norm", found, p)
    return where(singular, math.inf, product)


composite(
    "linalg.cond",
    _cond,
    method=False,
    doc="The condition number: the norm p of A times that of its inverse; p is 2 if not given.",
)
