"""Powers and roots.

Source: torch tools/autograd/derivatives.yaml, FunctionsManual.cpp (pow_backward and its kin) and
aten/src/ATen/native/cpu/PowKernel.cpp (the powers that are computed by products and roots).
"""

from __future__ import annotations

import math
import operator
from collections.abc import Callable
from typing import Any

import numpy as np

from .. import dtypes
from ..errors import EngineRuntimeError, kernel_missing
from ..kinds import Array, Scalar
from ..registry import composite, elementwise
from .choose import where
from .convert import to_dtype
from .exponential import log
from .lead import zeros_like

sqrt = elementwise(
    "sqrt",
    np.sqrt,
    scalar=math.sqrt,
    self=lambda g, result: g / (2 * result),
    defined="self >= 0",
    doc="The square root of each element; its slope at 0 is infinite.",
    domain=(0.2, 3),
)


def _rsqrt(self: Array) -> Any:
    return np.true_divide(1, np.sqrt(self))


rsqrt = elementwise(
    "rsqrt",
    _rsqrt,
    self=lambda g, result: -0.5 * g * pow_scalar(result, 3),
    defined="self > 0",
    doc="One over the square root of each element.",
    domain=(0.2, 3),
)


def _general_power(base: Any, exponent: Any) -> Any:
    """numpy's power; of float32 computed in float64 and rounded once, as `rounded` rows are."""
    dtype = np.result_type(base, exponent)
    if dtype.char not in "fe":
        return np.power(base, exponent)
    return np.power(np.asarray(base, np.float64), np.asarray(exponent, np.float64)).astype(dtype)


# Powers of floats that torch computes otherwise than by the general function.
_PRODUCTS: dict[float, Callable[[Any], Any]] = {
    2: lambda x: x * x,
    3: lambda x: x * x * x,
    -1: lambda x: 1 / x,
    -2: lambda x: 1 / (x * x),
}
_ARRAY_POWERS = _PRODUCTS | {0: np.ones_like, 1: np.copy, 0.5: np.sqrt, -0.5: _rsqrt}
_FLOAT_POWERS = _PRODUCTS | {
    0: lambda x: 1.0,
    1: lambda x: x,
    0.5: math.sqrt,
    -0.5: lambda x: 1 / math.sqrt(x),
}


def _power_scalar(self: Array, exponent: Scalar) -> Any:
    base = np.asarray(self)
    special = _ARRAY_POWERS.get(exponent)
    if special is not None and (base.dtype.kind == "f" or exponent in (0, 1)):
        return special(base)[()]
    if base.dtype.kind == "f":
        return _general_power(self, exponent)
    if base.dtype.kind == "b":
        raise kernel_missing("pow", dtypes.bool_)
    if exponent < 0:
        raise EngineRuntimeError("Integers to negative integer powers are not allowed.")
    return np.power(self, exponent)


def _power_of_float(x: float, exponent: float) -> Any:
    special = _FLOAT_POWERS.get(exponent)
    return x**exponent if special is None else special(x)


pow_scalar = elementwise(
    "pow:scalar",
    _power_scalar,
    scalar=_power_of_float,
    promote="type",
    aliases=("power",),
    node="PowBackward0",
    self=lambda g, self, exponent: (
        zeros_like(g) if exponent == 0 else g * (exponent * pow_scalar(self, exponent - 1))
    ),
    doc="self to the power of a number.",
    domain=(0.3, 3),
)


def _power(self: Array, exponent: Array) -> Any:
    """numpy's power, with torch's answer for integers to negative powers: 0, 1 or -1."""
    kind = np.result_type(self, exponent).kind
    if kind == "b":
        raise kernel_missing("pow", dtypes.bool_)
    if kind in "iu" and np.any(np.less(exponent, 0)):
        positive = np.power(self, np.abs(exponent))
        unit = np.equal(np.abs(self), 1)
        return np.where(np.greater_equal(exponent, 0) | unit, positive, 0)[()]
    return _general_power(self, exponent)


def _power_base(self: Scalar, exponent: Array) -> Any:
    return _power(self, exponent)


pow_base = elementwise(
    "pow:base",
    _power_base,
    promote="type",
    aliases=("power",),
    node="PowBackward2",
    exponent=lambda g, self, exponent, result: (
        g * (result * log(self))
        if self != 0
        else where(exponent >= 0, zeros_like(g), g * (result * -math.inf))
    ),
    kink=lambda self, exponent: (self == 0) & (exponent >= 0),
    doc="A number to the power of each element; the slope of powers of 0 is taken as 0.",
    domain=(-2, 3),
)

pow = elementwise(
    "pow",
    _power,
    scalar=operator.pow,
    promote="type",
    aliases=("power",),
    node="PowBackward1",
    self=lambda g, self, exponent: where(
        exponent == 0, zeros_like(g), g * (exponent * pow(self, exponent - 1))
    ),
    exponent=lambda g, self, exponent, result: where(
        (self == 0) & (exponent >= 0), zeros_like(g), g * (result * log(self))
    ),
    kink=lambda self, exponent: (self == 0) & (exponent >= 0),
    doc="self to the power exponent; the slope in the exponent at base 0 is taken as 0.",
    domain=((0.3, 3), (-2, 3)),
)


def _square(self: Array) -> Any:
    return pow_scalar(self, 2)


composite("square", _square, inplace=True, doc="Each element times itself.")


def _double(value: Any) -> Any:
    """A number as a float, a tensor in float64."""
    return float(value) if value.__class__ in (int, bool) else to_dtype(value, dtypes.float64)


def _float_power(self: Array, exponent: Array) -> Any:
    base, power = _double(self), _double(exponent)
    if power.__class__ is float:
        return pow_scalar(base, power)
    return pow_base(base, power) if base.__class__ is float else pow(base, power)


composite(
    "float_power",
    _float_power,
    inplace=True,
    doc="self to the power exponent, computed in float64.",
)


def _one_minus_square(self: Array) -> Any:
    return (1 - self) * (1 + self)


one_minus_square = elementwise(
    "_one_minus_square",
    _one_minus_square,
    self=lambda g, self: g * (-2 * self),
    shown=lambda self: 1 - self * self,
    doc="1 - self ** 2, to the last digit also where self is near 1.",
)
