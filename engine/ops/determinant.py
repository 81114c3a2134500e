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

from ..errors import NotDifferentiable
from ..kinds import Array
from ..registry import composite, structural
from ..tensor import Tensor
from .choose import where
from .inverse import inverse_own
from .lead import sum_axes, unsqueeze_own
from .matrix import matmul_own, need_precision, need_square, raw_of, transpose

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
    if self.__class__ is Tensor or self.shape[-1] == 1:
        return slope
    return where(_spread(np.asarray(result) == 0), 0.0, slope)


det = structural(
    "linalg.det",
    _det,
    aliases=("det",),
    vjp=lambda g, self, result: _spread(g) * _det_slope(self, result),
    jvp=lambda self, result, self_t: sum_axes(_det_slope(self, result) * self_t, _MATRIX),
    kink=lambda self, result: result == 0,
    doc="The determinant of square matrices; its slope at a singular one is taken as 0.",
)


def _nearly_singular(matrices: np.ndarray, det: np.ndarray) -> np.ndarray:
    """torch's test of where to compute cofactors without the inverse."""
    return np.abs(det) < 100 * np.finfo(matrices.dtype).eps


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
    weight = (np.linalg.det(u) * np.linalg.det(vh))[:, None] * _products_without_one(s)
    out[singular] = (u * weight[:, None, :]) @ vh
    return out


def _products_without_one(values: np.ndarray) -> np.ndarray:
    """For each element of the last axis the product of the others."""
    before = np.ones_like(values)
    after = np.ones_like(values)
    before[..., 1:] = np.cumprod(values[..., :-1], axis=-1)
    after[..., :-1] = np.cumprod(values[..., :0:-1], axis=-1)[..., ::-1]
    return before * after


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
        return singular_slope(self, step)
    inverse = transpose(inverse_own(self))
    whole = cofactor(self)
    along = _spread(sum_axes(inverse * step, _MATRIX))
    return along * whole - matmul_own(matmul_own(whole, transpose(step)), inverse)


def _singular_slope(self: Array, step: Array) -> Any:
    """The second derivative of det, which is a sum of minors in the basis of singular vectors."""
    u, s, vh = np.linalg.svd(self)
    n = s.shape[-1]
    inner = np.swapaxes(u, -1, -2) @ step @ np.swapaxes(vh, -1, -2)
    pairs = np.empty((*s.shape, n), s.dtype)
    for k in range(n):
        rest = np.delete(s, k, axis=-1)
        pairs[..., k, :k] = _products_without_one(rest)[..., :k]
        pairs[..., k, k + 1 :] = _products_without_one(rest)[..., k:]
        pairs[..., k, k] = 0
    diagonal = np.diagonal(inner, 0, -2, -1)
    slope = -pairs * np.swapaxes(inner, -1, -2)
    places = np.arange(n)
    slope[..., places, places] = (pairs @ diagonal[..., None])[..., 0]
    sign = (np.linalg.det(u) * np.linalg.det(vh))[..., None, None]
    return sign * (u @ slope @ vh)


def _no_third(*_: Any) -> NotDifferentiable:
    return NotDifferentiable("the third derivative of det at a singular matrix is not implemented.")


def _singular_vjp(g: Any, self: Any, needs: tuple) -> tuple:
    if needs[0]:
        raise _no_third()
    return None, singular_slope(self, g)


def _singular_jvp(self: Any, self_t: Any, step_t: Any) -> Any:
    if self_t is not None:
        raise _no_third()
    return singular_slope(self, step_t)


singular_slope = structural(
    "_singular_slope",
    _singular_slope,
    vjp=_singular_vjp,
    jvp=_singular_jvp,
    doc="The change of cofactors for a change of the matrix, without its inverse.",
)


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
