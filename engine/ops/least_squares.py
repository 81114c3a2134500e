"""Least squares: linalg.lstsq.

The drivers differ in what they return beside the solution: 'gelsy' (the default) the rank,
'gelsd' and 'gelss' the rank, singular values and residuals, 'gels' residuals.
Source: torch FunctionsManual.cpp, linalg_lstsq_backward.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from ..errors import EngineRuntimeError
from ..kinds import Array
from ..registry import structural
from .lead import ndim, shape_of, squeeze_own, sum_axes, sum_back, unsqueeze_own
from .matrix import add_tangents, matmul_own, name_of, need_precision, padded, transpose
from .pseudo_inverse import pinv, pinv_jvp, pinv_vjp

_DRIVERS = ("gels", "gelsy", "gelsd", "gelss")
_WHAT = "torch.linalg.lstsq"


def _check(self: Any, b: Any, driver: str) -> bool:
    """Raise torch's errors; tell whether b holds vectors."""
    if ndim(self) < 2:
        raise EngineRuntimeError(f"{_WHAT}: input must have at least 2 dimensions.")
    if ndim(b) < 1:
        raise EngineRuntimeError(f"{_WHAT}: other must have at least 1 dimension.")
    if self.dtype != b.dtype:
        raise EngineRuntimeError(
            f"{_WHAT}: Expected input and other to have the same dtype, but got input's dtype "
            f"{name_of(self)} and other's dtype {name_of(b)}"
        )
    need_precision("linalg.lstsq", self)
    difference = ndim(self) - ndim(b)
    if difference not in (0, 1):
        raise EngineRuntimeError(
            f"{_WHAT}: input.dim() must be greater or equal to other.dim() and (input.dim() - "
            "other.dim()) <= 1"
        )
    vector = _is_vector(self.shape, b.shape)
    if self.shape[-2] != (b.shape[-1] if vector else b.shape[-2]):
        raise EngineRuntimeError(
            f"{_WHAT}: input.size(-2) should match other.size(-{1 if vector else 2})"
        )
    if driver not in _DRIVERS:
        raise EngineRuntimeError(
            f"{_WHAT}: parameter `driver` should be one of ({', '.join(_DRIVERS)})"
        )
    return vector


def _is_vector(shape: tuple, b_shape: tuple) -> bool:
    return len(shape) - 1 == len(b_shape) and shape[:-1] == b_shape


def _lstsq(self: Array, b: Array, rcond: float | None = None, *, driver: str | None = None) -> Any:
    driver = driver or "gelsy"
    vector = _check(self, b, driver)
    right = b[..., None] if vector else b
    m, n = self.shape[-2:]
    left, values, turned = np.linalg.svd(self, False)
    largest = values.max(axis=-1, initial=0.0, keepdims=True)
    limit = (np.finfo(self.dtype).eps * max(m, n) if rcond is None else rcond) * largest
    counted = np.ones_like(values, bool) if driver == "gels" else values > limit
    weights = np.where(counted, 1 / np.where(counted, values, 1), 0).astype(values.dtype)
    found = np.swapaxes(turned, -1, -2) @ (weights[..., None] * (np.swapaxes(left, -1, -2) @ right))
    nothing = np.zeros(0, self.dtype)
    residuals = nothing
    if m > n and driver != "gelsy" and counted.all():
        residuals = np.add.reduce((self @ found - right) ** 2, axis=-2)
    return (
        found[..., 0] if vector else found,
        residuals,
        np.zeros(0, np.int64) if driver == "gels" else np.sum(counted, axis=-1, dtype=np.int64),
        values if driver in ("gelsd", "gelss") else nothing,
    )


def _vjp(
    g_solution: Any,
    g_residuals: Any,
    self: Any,
    b: Any,
    solution: Any,
    self_shape: Any,
    b_shape: Any,
    needs: tuple,
) -> tuple:
    vector = _is_vector(self_shape, b_shape)
    right = unsqueeze_own(b, (-1,)) if vector else b
    found = unsqueeze_own(solution, (-1,)) if vector else solution
    of_self = of_b = None
    if g_solution is not None:
        inverse = pinv(self)
        g = unsqueeze_own(g_solution, (-1,)) if vector else g_solution
        of_b = matmul_own(transpose(inverse), g)
        if needs[0]:
            of_self = pinv_vjp(matmul_own(g, transpose(right)), inverse, self)
    if g_residuals is not None and shape_of(g_residuals)[-1:] == shape_of(found)[-1:]:
        off = 2 * (matmul_own(self, found) - right) * unsqueeze_own(g_residuals, (-2,))
        of_self = add_tangents(of_self, matmul_own(off, transpose(found)))
        of_b = add_tangents(of_b, -off)
    if of_b is None:
        return None, None
    lead = ndim(of_b) - len(shape_of(found))
    of_b = squeeze_own(of_b, (-1,)) if vector else of_b
    return (
        None if of_self is None else sum_back(of_self, lead, self_shape),
        sum_back(of_b, lead, b_shape),
    )


def _jvp(
    self_t: Any,
    b_t: Any,
    self: Any,
    b: Any,
    solution: Any,
    residuals: Any,
    self_shape: Any,
    b_shape: Any,
) -> list:
    vector = _is_vector(self_shape, b_shape)
    right = unsqueeze_own(b, (-1,)) if vector else b
    found = unsqueeze_own(solution, (-1,)) if vector else solution
    most = len(shape_of(found))
    inverse = pinv(self)
    change = off = None
    if self_t is not None:
        step = padded(self_t, self_shape, most)
        change = matmul_own(pinv_jvp(step, inverse, self), right)
        off = matmul_own(step, found)
    if b_t is not None:
        step = padded(b_t, b_shape, most - vector)
        step = unsqueeze_own(step, (-1,)) if vector else step
        change = add_tangents(change, matmul_own(inverse, step))
        off = add_tangents(off, -step)
    of_residuals = None
    if shape_of(residuals) != (0,):
        of_residuals = sum_axes(2 * (matmul_own(self, found) - right) * off, (-2,))
    return [squeeze_own(change, (-1,)) if vector else change, of_residuals, None, None]


structural(
    "linalg.lstsq",
    _lstsq,
    outputs=("solution", "residuals", "rank", "singular_values"),
    method=False,
    vjp=_vjp,
    jvp=_jvp,
    derivative="that of the normal equations; residuals as sums of squares",
    doc="The X of least norm for which the sum of squares of AX - B is least.",
)
