"""Arithmetic that does several things at once: scaled products, interpolation, exponents.

Source: torch tools/autograd/derivatives.yaml; of lerp aten/src/ATen/native/Lerp.h.
"""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from .. import dtypes
from ..errors import EngineRuntimeError, kernel_missing
from ..kinds import Array, DType, Index, Number, Scalar
from ..registry import elementwise, plain, structural
from .arithmetic import reciprocal
from .exponential import exp2

_LN2 = math.log(2)


def _addcmul(self: Array, tensor1: Array, tensor2: Array, *, value: Number = 1) -> Any:
    dtype = np.result_type(self, tensor1, tensor2)
    if dtype.kind == "b":
        raise kernel_missing("addcmul_cpu_out", dtypes.BY_NUMPY[dtype])
    factor = int(value) if dtype.kind in "iu" else value
    return self + tensor1 * factor * tensor2


addcmul = elementwise(
    "addcmul",
    _addcmul,
    promote="type",
    self=lambda g: g,
    tensor1=lambda g, tensor2, value: g * (tensor2 * value),
    tensor2=lambda g, tensor1, value: g * (tensor1 * value),
    doc="self plus value * tensor1 * tensor2.",
)


def _addcdiv(self: Array, tensor1: Array, tensor2: Array, *, value: Number = 1) -> Any:
    return self + np.true_divide(tensor1 * value, tensor2)


addcdiv = elementwise(
    "addcdiv",
    _addcdiv,
    self=lambda g: g,
    tensor1=lambda g, tensor2, value: g * (reciprocal(tensor2) * value),
    tensor2=lambda g, tensor1, tensor2, value: -g * (value * tensor1 / (tensor2 * tensor2)),
    doc="self plus value * tensor1 / tensor2.",
    domain=((-3, 3), (-3, 3), (0.5, 3)),
)


def _lerp(self: Array, end: Array, weight: Array) -> Any:
    """From whichever end is nearer, so that both ends are met exactly."""
    gap = end - self
    return np.where(np.abs(weight) < 0.5, self + weight * gap, end - gap * (1 - weight))[()]


def _lerp_by(self: Array, end: Array, weight: Scalar) -> Any:
    return _lerp(self, end, weight)


elementwise(
    "lerp:scalar",
    _lerp_by,
    node="LerpBackward0",
    self=lambda g, weight: g * (1 - weight),
    end=lambda g, weight: g * weight,
    doc="self plus a number times (end - self).",
)

lerp = elementwise(
    "lerp",
    _lerp,
    node="LerpBackward1",
    self=lambda g, weight: g * (1 - weight),
    end=lambda g, weight: g * weight,
    weight=lambda g, self, end: g * (end - self),
    doc="self plus weight * (end - self).",
)

hypot = elementwise(
    "hypot",
    np.hypot,
    rounded=True,
    self=lambda g, self, result: g * self / result,
    other=lambda g, other, result: g * other / result,
    kink=lambda self, other: (self == 0) & (other == 0),
    doc="The square root of self ** 2 + other ** 2, without overflow; its slope at 0 is NaN.",
    domain=((0.3, 3), (-3, 3)),
)


def _ldexp(self: Array, other: Array) -> Any:
    return np.multiply(self, np.exp2(other))


ldexp = elementwise(
    "ldexp",
    _ldexp,
    rounded=True,
    self=lambda g, other: g * exp2(other),
    other=lambda g, result: g * result * _LN2,
    doc="self times 2 to the power other.",
)


def _inverse_power_of_two(exponent: Index, dtype: DType) -> Any:
    return np.ldexp(1.0, -np.asarray(exponent)).astype(dtype.np)


_inverse_power = plain(
    "_inverse_power_of_two",
    _inverse_power_of_two,
    doc="2 to the power of minus each element, in a dtype.",
)


def _frexp(self: Array) -> Any:
    if np.asarray(self).dtype.kind != "f":
        raise EngineRuntimeError("torch.frexp() only supports floating-point dtypes")
    return np.frexp(self)


def _frexp_vjp(g_mantissa: Any, exponent: Any, self_dtype: DType) -> Any:
    return g_mantissa * _inverse_power(exponent, self_dtype)


def _frexp_jvp(self_t: Any, exponent: Any, self_dtype: DType) -> list:
    return [self_t * _inverse_power(exponent, self_dtype), None]


structural(
    "frexp",
    _frexp,
    outputs=("mantissa", "exponent"),
    vjp=_frexp_vjp,
    jvp=_frexp_jvp,
    derivative={"self": "g_mantissa/exp2(exponent)"},
    doc="Each element as mantissa * 2 ** exponent, the mantissa between 0.5 and 1.",
)
