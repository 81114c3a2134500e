"""Determinants: det, slogdet, logdet.

The derivative of det is the matrix of cofactors, which exists for singular matrices too. In an
unrecorded pass torch takes 0 in its place there (except for 1 by 1 matrices), and so does this.
Source: torch FunctionsManual.cpp, linalg_det_backward; cofactors of singular matrices by
Higham, "What is the adjugate of a matrix?" (2020).
"""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from ..kinds import Array
from ..registry import composite, structural
from ..symbol import Symbol
from ..tensor import Tensor
from .choose import where
from .inverse import inverse_own
from .lead import expand_own, shape_of, sum_axes, unsqueeze_own
from .matrix import (
    constant_like,
    diagonal_own,
    fill_diagonal,
    matmul_own,
    matvec,
    need_precision,
    need_square,
    place_diagonal,
    raw_of,
    transpose,
)
from .products import products_of_others
from .svd import linalg_svd

_MATRIX = (-2, -1)


def _spread(g: Any) -> Any:
    """One number per matrix, to multiply matrices by."""
    return unsqueeze_own(g, _MATRIX)


def _det(self: Array) -> Any:
    need_square("linalg.det", self)
    need_precision("linalg.det", self)
    return np.linalg.det(self)


def _det_slope(self: Any, result: Any) -> Any:
    """The cofactors; in an unrecorded pass 0 where the determinant is 0, as in torch."""
    slope = cofactor(self)
    if self.__class__ in (Tensor, Symbol) or self.shape[-1] == 1:
        return slope
    return where(_spread(np.asarray(result) == 0), 0.0, slope)


det = structural(
    "linalg.det",
    _det,
    aliases=("det",),
    vjp=lambda g, self, result: _spread(g) * _det_slope(self, result),
    jvp=lambda self, result, self_t: sum_axes(_det_slope(self, result) * self_t, _MATRIX),
    kink=lambda self, result: result == 0,
    derivative="g*result*inv(self).mT, cofactors in place of result*inv where self is singular",
    doc="The determinant of square matrices; its slope at a singular one is taken as 0.",
)


def _nearly_singular(matrices: np.ndarray, det: np.ndarray) -> np.ndarray:
    """Where to compute cofactors without the inverse: torch's test, or where det overflows."""
    small = np.abs(det) < 100 * np.finfo(matrices.dtype).eps
    return small | (~np.isfinite(det) & np.isfinite(matrices).all(axis=_MATRIX))


def _cofactor(self: Array) -> Any:
    n = self.shape[-1]
    if n < 2:
        return np.ones_like(self)
    det = np.asarray(np.linalg.det(self))
    singular = _nearly_singular(self, det)
    if not singular.any():
        return det[..., None, None] * np.swapaxes(np.linalg.inv(self), -1, -2)
    out = np.empty_like(self)
    sound = ~singular
    out[sound] = det[sound][:, None, None] * np.swapaxes(np.linalg.inv(self[sound]), -1, -2)
    u, s, vh = np.linalg.svd(self[singular])
    sign = np.sign(np.linalg.det(u) * np.linalg.det(vh))
    weight = sign[:, None] * products_of_others(s, -1)
    out[singular] = (u * weight[:, None, :]) @ vh
    return out


cofactor = structural(
    "_cofactor",
    _cofactor,
    vjp=lambda g, self: _cofactor_slope(self, g),
    jvp=lambda self, self_t: _cofactor_slope(self, self_t),
    doc="The cofactors of square matrices, singular or not.",
)


def _cofactor_slope(self: Any, step: Any) -> Any:
    """The change of the cofactors with the matrix, applied to `step`; it is its own transpose."""
    matrices = raw_of(self)
    if _nearly_singular(matrices, np.asarray(np.linalg.det(matrices))).any():
        return _singular_slope(self, step)
    inverse = transpose(inverse_own(self))
    whole = cofactor(self)
    along = _spread(sum_axes(inverse * step, _MATRIX))
    return along * whole - matmul_own(matmul_own(whole, transpose(step)), inverse)


def _singular_slope(self: Any, step: Any) -> Any:
    """The same without the inverse: in the basis of singular vectors it is a sum of minors."""
    u, s, vh = linalg_svd(self)
    n = shape_of(s)[-1]
    inner = matmul_own(matmul_own(transpose(u), step), transpose(vh))
    others = fill_diagonal(expand_own(unsqueeze_own(s, (-2,)), (n, n)), 1)
    pairs = fill_diagonal(products_of_others(others, -1), 0)
    crossed = matvec(pairs, diagonal_own(inner))
    slope = place_diagonal(crossed, n, n) - pairs * transpose(inner)
    sign = np.sign(np.linalg.det(raw_of(u)) * np.linalg.det(raw_of(vh)))
    signed = _spread(constant_like(np.asarray(sign), u)) * slope
    return matmul_own(matmul_own(u, signed), vh)


# -- its logarithm


def _slogdet_as(what: str) -> Any:
    def forward(self: Array) -> Any:
        need_square(what, self)
        need_precision(what, self)
        return tuple(np.linalg.slogdet(self))

    return forward


def _slogdet_vjp(g_sign: Any, g_logabsdet: Any, self: Any) -> Any:
    if g_logabsdet is None:
        return None
    return _spread(g_logabsdet) * transpose(inverse_own(self))


def _slogdet_jvp(self: Any, self_t: Any) -> list:
    return [None, sum_axes(transpose(inverse_own(self)) * self_t, _MATRIX)]


slogdet = structural(
    "linalg.slogdet",
    _slogdet_as("linalg.slogdet"),
    aliases=("slogdet",),
    outputs=("sign", "logabsdet"),
    node="LinalgSlogdetBackward0",
    vjp=_slogdet_vjp,
    jvp=_slogdet_jvp,
    derivative="g_logabsdet*inv(self).mT",
    doc="The sign of the determinant and the logarithm of its absolute value.",
)
_slogdet_for_logdet = structural(
    "_slogdet",
    _slogdet_as("logdet"),
    outputs=("sign", "logabsdet"),
    node="LinalgSlogdetBackward0",
    vjp=_slogdet_vjp,
    jvp=_slogdet_jvp,
    doc="The same under the name that errors of logdet give it.",
)


def _logdet(self: Array) -> Any:
    sign, logabsdet = _slogdet_for_logdet(self)
    return where(sign == -1, math.nan, logabsdet)


logdet = composite(
    "logdet",
    _logdet,
    doc="The logarithm of the determinant; nan where the determinant is negative.",
)
