"""QR factors, and products with the reflections that they are stored as.

Source: torch FunctionsManual.cpp, linalg_qr_backward and linalg_qr_jvp (Walter and Lehmann 2012).
"""

from __future__ import annotations

from typing import Any, NoReturn

import numpy as np

from .. import dtypes
from ..errors import EngineRuntimeError, NotDifferentiable, kernel_missing
from ..kinds import Array
from ..registry import composite, structural
from .axis import slice_axis
from .diagonal import tril, triu
from .join import cat
from .lead import ndim, permute_own, shape_of, unsqueeze_own
from .lu import lower_factor
from .matrix import (
    add_tangents,
    constant_like,
    matmul_own,
    need_matrices,
    need_precision,
    raw_of,
    transpose,
)
from .triangular import triangular_own


def _linalg_qr(A: Array, mode: str = "reduced") -> Any:
    need_matrices("linalg.qr", A)
    need_precision("linalg.qr", A)
    if mode not in ("reduced", "complete", "r"):
        raise EngineRuntimeError(
            f"qr received unrecognized mode '{mode}' but expected one of 'reduced' (default), "
            "'r', or 'complete'"
        )
    if mode == "r":
        return np.zeros(0, A.dtype), np.linalg.qr(A, "r")
    return tuple(np.linalg.qr(A, mode))


def _check_mode(mode: str, Q: Any, R: Any) -> None:
    if mode == "r":
        raise EngineRuntimeError(
            "The derivative of linalg.qr depends on Q, which is not computed when mode='r'. "
            "Please use linalg.qr(A, mode='reduced') if you are going to differentiate through "
            "linalg.qr."
        )
    if mode == "complete" and shape_of(Q)[-2] > shape_of(R)[-1]:
        raise EngineRuntimeError(
            "The QR decomposition is not differentiable when mode='complete' and nrows > ncols."
        )


def _columns(matrix: Any, start: int | None, stop: int | None) -> Any:
    return slice_axis(matrix, -1, (start, stop, None))


def _vjp(g_Q: Any, g_R: Any, Q: Any, R: Any, mode: str) -> Any:
    _check_mode(mode, Q, R)
    m, n = shape_of(Q)[-2], shape_of(R)[-1]
    if m >= n:
        return _tall_vjp(g_Q, g_R, Q, R)
    # The first m columns decide Q; the others are Q times the rest of R.
    beyond = None
    if g_R is not None:
        rest, rest_g = _columns(R, m, None), _columns(g_R, m, None)
        g_Q = add_tangents(g_Q, matmul_own(Q, matmul_own(rest, transpose(rest_g))))
        g_R, beyond = _columns(g_R, 0, m), matmul_own(Q, rest_g)
    square = _tall_vjp(g_Q, g_R, Q, _columns(R, 0, m))
    if beyond is None:
        beyond = 0 * matmul_own(square, _columns(R, m, None))
    return cat([square, beyond], -1)


def _tall_vjp(g_Q: Any, g_R: Any, Q: Any, R: Any) -> Any:
    inner = add_tangents(
        None if g_R is None else matmul_own(g_R, transpose(R)),
        None if g_Q is None else -matmul_own(transpose(Q), g_Q),
    )
    upper = triu(inner, 0)
    symmetric = upper + transpose(triu(inner, 1))
    out = add_tangents(matmul_own(Q, symmetric), g_Q)
    return transpose(triangular_own(R, transpose(out), True, False))


def _jvp(A_t: Any, Q: Any, R: Any, mode: str) -> list:
    _check_mode(mode, Q, R)
    m, n = shape_of(Q)[-2], shape_of(R)[-1]
    if m >= n:
        return _tall_jvp(A_t, Q, R)
    turned, square = _tall_jvp(_columns(A_t, 0, m), Q, _columns(R, 0, m))
    rest = _columns(R, m, None)
    # A2 = Q R2, so dR2 = Q^T (dA2 - dQ R2)
    beyond = matmul_own(transpose(Q), _columns(A_t, m, None) - matmul_own(turned, rest))
    return [turned, cat([square, beyond], -1)]


def _tall_jvp(A_t: Any, Q: Any, R: Any) -> list:
    over = transpose(triangular_own(transpose(R), transpose(A_t), False, False))
    inner = matmul_own(transpose(Q), over)
    below = tril(inner, -1)
    skew = below - transpose(below)
    return [
        over - matmul_own(Q, inner - skew),
        matmul_own(triu(inner - skew, 0), R),
    ]


linalg_qr = structural(
    "linalg.qr",
    _linalg_qr,
    outputs=("Q", "R"),
    method=False,
    vjp=_vjp,
    jvp=_jvp,
    derivative=(
        "(g_Q + Q M) R^-T, where M is the lower triangle of R g_R^T - g_Q^T Q made symmetric"
    ),
    doc="Q with orthonormal columns and upper triangular R with QR = A.",
)


def _qr(self: Array, some: bool = True) -> Any:
    return linalg_qr(self, "reduced" if some else "complete")


composite("qr", _qr, doc="Q with orthonormal columns and upper triangular R with QR = self.")


def _geqrf(self: Array) -> Any:
    if self.ndim < 2:
        raise EngineRuntimeError("torch.geqrf: input must have at least 2 dimensions.")
    if self.dtype.kind != "f" or self.dtype.itemsize == 2:
        raise kernel_missing("geqrf_cpu", dtypes.of(self))
    stored, tau = np.linalg.qr(self, "raw")
    return np.swapaxes(stored, -1, -2), tau


def _geqrf_vjp(g_a: Any, g_tau: Any) -> NoReturn:
    raise NotDifferentiable("the derivative for 'geqrf' is not implemented.")


structural(
    "geqrf",
    _geqrf,
    outputs=("a", "tau"),
    node="GeqrfBackward0",
    vjp=_geqrf_vjp,
    derivative="not implemented, as in torch",
    doc="R, and below it the reflections whose product is Q, as LAPACK's geqrf returns them.",
)


# -- reflections I - tau v v^T, with v the columns of a unit lower triangular matrix


def _reflected(vectors: Any, tau: Any, other: Any, backwards: bool) -> Any:
    """The product of the reflections (their transpose, if not backwards) times a matrix."""
    lower = lower_factor(vectors)
    numbers = range(shape_of(tau)[-1])
    for k in reversed(numbers) if backwards else numbers:
        column = slice_axis(lower, -1, (k, k + 1, None))
        factor = unsqueeze_own(slice_axis(tau, -1, (k, k + 1, None)), (-1,))
        along = matmul_own(transpose(column), other)
        other = other - matmul_own(factor * column, along)
    return other


def _householder_product(input: Array, tau: Array) -> Any:
    what = "torch.linalg.householder_product"
    if ndim(input) < 2:
        raise EngineRuntimeError(f"{what}: input must have at least 2 dimensions.")
    m, n = shape_of(input)[-2:]
    if m < n:
        raise EngineRuntimeError(
            f"{what}: input.shape[-2] must be greater than or equal to input.shape[-1]"
        )
    if shape_of(tau)[-1] > n:
        raise EngineRuntimeError(
            f"{what}: input.shape[-1] must be greater than or equal to tau.shape[-1]"
        )
    identity = np.broadcast_to(np.eye(m, n, dtype=raw_of(input).dtype), shape_of(input))
    return _reflected(input, tau, constant_like(identity, input), True)


composite(
    "linalg.householder_product",
    _householder_product,
    aliases=("orgqr",),
    method=False,
    doc="The first columns of the product of reflections, given as LAPACK's geqrf returns them.",
)


def _ormqr(
    self: Array, tau: Array, other: Array, left: bool = True, transpose: bool = False
) -> Any:
    for name, value in (("input", self), ("other", other)):
        if ndim(value) < 2:
            raise EngineRuntimeError(f"torch.ormqr: {name} must have at least 2 dimensions.")
    side = -2 if left else -1
    if shape_of(other)[side] != shape_of(self)[-2]:
        raise EngineRuntimeError(
            f"torch.ormqr: other.shape[{side}] must be equal to input.shape[-2]"
        )
    if shape_of(tau)[-1] > shape_of(self)[-1]:
        raise EngineRuntimeError(
            "torch.ormqr: tau.shape[-1] must be less than or equal to input.shape[-1]"
        )
    if left:
        return _reflected(self, tau, other, not transpose)
    return permute_own(_reflected(self, tau, permute_own(other, (-1, -2)), transpose), (-1, -2))


composite(
    "ormqr",
    _ormqr,
    doc="The product of reflections, given as LAPACK's geqrf returns them, times other.",
)
