"""Functions of square matrices: powers and the exponential; and Vandermonde matrices.

Source: torch FunctionsManual.cpp, linalg_matrix_exp_differential: the derivative of the
exponential is a block of the exponential of [[A, E], [0, A]] (Al-Mohy and Higham 2009).
"""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from .. import shapes
from ..errors import EngineRuntimeError
from ..kernels.expm import expm
from ..kinds import Array
from ..registry import composite, structural, zero
from .axis import flip_axis, slice_axis
from .convert import clone
from .inverse import inv
from .join import stack
from .lead import expand_own, ndim, shape_of, sum_back, unsqueeze_own, zeros_like
from .matmul import matmul
from .matrix import need_precision, need_square, padded, raw_of, transpose
from .power import pow_scalar


def _identity_like(self: Array) -> Any:
    return np.array(np.broadcast_to(np.eye(self.shape[-1], dtype=self.dtype), self.shape))


identity_like = zero(
    "_identity_like",
    _identity_like,
    promote="none",
    self=None,
    node="torch::autograd::CopyBackwards",
    doc="The identity in the shape of square matrices.",
)


def _matrix_power(A: Array, n: int) -> Any:
    need_square("linalg.matrix_power", raw_of(A))
    if n == 0:
        return identity_like(A)
    if n == -1:
        return inv(A)
    if n < 0:
        A, n = inv(A), -n
    if n == 1:
        return clone(A)
    if n == 3:
        return matmul(matmul(A, A), A)
    power, found = A, None
    while n:
        if n & 1:
            found = power if found is None else matmul(found, power)
        n >>= 1
        if n:
            power = matmul(power, power)
    return found


composite(
    "linalg.matrix_power",
    _matrix_power,
    aliases=("matrix_power",),
    doc="A multiplied n times with itself; negative powers are those of the inverse.",
)


# -- the exponential


def _doubled(self: Array, step: Array) -> Any:
    n = self.shape[-1]
    out = np.zeros((*step.shape[:-2], 2 * n, 2 * n), step.dtype)
    out[..., :n, :n] = self
    out[..., n:, n:] = self
    out[..., :n, n:] = step
    return out


def _block(matrix: Any, row: int, column: int) -> Any:
    """One of the four blocks of a doubled matrix."""
    n = shape_of(matrix)[-1] // 2
    rows = slice_axis(matrix, -2, (row * n, row * n + n, None))
    return slice_axis(rows, -1, (column * n, column * n + n, None))


def _doubled_vjp(g: Any, self_shape: Any, step_shape: Any) -> tuple:
    both = _block(g, 0, 0) + _block(g, 1, 1)
    lead = ndim(g) - len(step_shape)
    return sum_back(both, lead, self_shape), _block(g, 0, 1)


def _doubled_jvp(self_t: Any, step_t: Any, self_shape: Any, step_shape: Any) -> Any:
    if self_t is not None:
        self_t = expand_own(padded(self_t, self_shape, len(step_shape)), step_shape)
    other = zeros_like(self_t if step_t is None else step_t)
    return doubled(other if self_t is None else self_t, other if step_t is None else step_t)


doubled = structural(
    "_doubled",
    _doubled,
    vjp=_doubled_vjp,
    jvp=_doubled_jvp,
    doc="The block matrix [[A, E], [0, A]]; E may have more axes in front than A.",
)


def _differential(A: Any, step: Any) -> Any:
    """The change of the exponential at A for a change `step` of A.

    `step` is brought to the size of one, since it would else decide how far A is scaled down.
    """
    largest = float(np.abs(raw_of(step)).max(initial=0.0))
    scale = 2.0 ** -math.frexp(largest)[1] if math.isfinite(largest) else 1.0
    return _block(matrix_exp(doubled(A, step * scale)), 0, 1) * (1 / scale)


def _matrix_exp(self: Array) -> Any:
    need_square("linalg.matrix_exp", self)
    need_precision("linalg.matrix_exp", self)
    return expm(self)


matrix_exp = structural(
    "linalg.matrix_exp",
    _matrix_exp,
    aliases=("matrix_exp",),
    vjp=lambda g, self: _differential(transpose(self), g),
    jvp=lambda self_t, self: _differential(self, self_t),
    derivative="the upper right block of matrix_exp([[A.mT, g], [0, A.mT]])",
    doc="e to the power of square matrices: the sum of their powers over factorials.",
)


# -- Vandermonde matrices


def _linalg_vander(x: Array, *, N: int | None = None) -> Any:
    if not ndim(x):
        x = unsqueeze_own(x, (-1,))
    count = shape_of(x)[-1] if N is None else N
    if count <= 1:
        raise EngineRuntimeError("N must be greater than 1.")
    shapes.check_size((*shape_of(x), count))
    return stack([pow_scalar(x, k) for k in range(count)], -1)


composite(
    "linalg.vander",
    _linalg_vander,
    method=False,
    doc="The powers 0 to N-1 of each element, along a new last axis.",
)


def _vander(x: Array, N: int | None = None, increasing: bool = False) -> Any:
    if ndim(x) != 1:
        raise EngineRuntimeError("x must be a one-dimensional tensor.")
    count = shape_of(x)[0] if N is None else N
    if count < 0:
        raise EngineRuntimeError("N must be non-negative.")
    shapes.check_size((*shape_of(x), count))
    if not count:
        return slice_axis(stack([x], -1), -1, (0, 0, None))
    powers = stack([pow_scalar(x, k) for k in range(count)], -1)
    return powers if increasing else flip_axis(powers, -1)


composite(
    "vander",
    _vander,
    method=False,
    doc="The powers N-1 to 0 of each element of a vector, as the rows of a matrix.",
)
