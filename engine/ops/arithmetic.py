"""Sums, products, quotients and powers: the operators of the language and their kin.

Formulas keep torch's order of operations, so that last bits agree. Source, where none is
named: torch tools/autograd/derivatives.yaml and torch/csrc/autograd/FunctionsManual.cpp.
"""

from __future__ import annotations

import math
import operator
from typing import Any

import numpy as np

from .. import dtypes
from ..errors import EngineRuntimeError, kernel_missing
from ..kinds import Array, Number, Scalar
from ..registry import composite, elementwise, zero
from .choose import where
from .exponential import log
from .lead import zeros_like
from .rounding import sgn

add = elementwise(
    "add",
    np.add,
    scalar=operator.add,
    promote="type",
    self=lambda g: g,
    other=lambda g: g,
    doc="self plus other.",
)


def _add_scaled(self: Array, other: Array, *, alpha: Number) -> Any:
    return self + alpha * other


elementwise(
    "add:alpha",
    _add_scaled,
    promote="type",
    self=lambda g: g,
    other=lambda g, alpha: g * alpha,
    doc="self plus alpha times other.",
)

sub = elementwise(
    "sub",
    np.subtract,
    scalar=operator.sub,
    promote="type",
    aliases=("subtract",),
    self=lambda g: g,
    other=lambda g: -g,
    doc="self minus other.",
)


def _sub_scaled(self: Array, other: Array, *, alpha: Number) -> Any:
    return self - alpha * other


elementwise(
    "sub:alpha",
    _sub_scaled,
    promote="type",
    aliases=("subtract",),
    self=lambda g: g,
    other=lambda g, alpha: -g * alpha,
    doc="self minus alpha times other.",
)


def _rsub(self: Array, other: Array, *, alpha: Number = 1) -> Any:
    return other - alpha * self if alpha != 1 else other - self


rsub = elementwise(
    "rsub",
    _rsub,
    promote="type",
    node="RsubBackward1",
    self=lambda g, alpha: -g * alpha if alpha != 1 else -g,
    other=lambda g: g,
    doc="other minus alpha times self.",
)

mul = elementwise(
    "mul",
    np.multiply,
    scalar=operator.mul,
    promote="type",
    aliases=("multiply",),
    self=lambda g, other: g * other,
    other=lambda g, self: g * self,
    doc="self times other.",
)

div = elementwise(
    "div",
    np.true_divide,
    scalar=operator.truediv,
    aliases=("divide", "true_divide"),
    self=lambda g, other: g / other,
    other=lambda g, self, other: -g * ((self / other) / other),
    doc="self divided by other.",
    domain=((-3, 3), (0.5, 3)),
)


def _div_rounded(self: Array, other: Array, *, rounding_mode: str) -> Any:
    if rounding_mode == "floor":
        return np.floor_divide(self, other)
    if rounding_mode == "trunc":
        quotient = np.trunc(np.true_divide(self, other))
        kind = np.result_type(self, other)
        return quotient.astype(kind) if kind.kind in "iu" else quotient
    raise EngineRuntimeError(
        "div expected rounding_mode to be one of None, 'trunc', or 'floor' but found "
        f"'{rounding_mode}'"
    )


div_rounded = zero(
    "div:rounding_mode",
    _div_rounded,
    aliases=("divide",),
    self=None,
    other=None,
    doc="self divided by other, rounded down ('floor') or towards zero ('trunc').",
    domain=((-3, 3), (0.5, 3)),
)

floor_divide = elementwise(
    "floor_divide",
    np.floor_divide,
    promote="type",
    node="NotImplemented",
    self=None,
    other=None,
    doc="self divided by other, rounded down; torch gives it no derivative.",
    domain=((-3, 3), (0.5, 3)),
)

neg = elementwise(
    "neg",
    np.negative,
    scalar=operator.neg,
    promote="type",
    aliases=("negative",),
    self=lambda g: -g,
    doc="The negative of each element.",
)

remainder = elementwise(
    "remainder",
    np.remainder,
    scalar=operator.mod,
    promote="type",
    aliases=("mod",),
    self=lambda g: g,
    other=lambda g, self, other: -g * div_rounded(self, other, rounding_mode="floor"),
    doc="The remainder of self / other, with the sign of other, as Python's %.",
    domain=((-3, 3), (0.5, 3)),
)

fmod = elementwise(
    "fmod",
    np.fmod,
    scalar=math.fmod,
    promote="type",
    self=lambda g: g,
    other=lambda g, self, other: -g * div_rounded(self, other, rounding_mode="trunc"),
    doc="The remainder of self / other, with the sign of self, as C's fmod.",
    domain=((-3, 3), (0.5, 3)),
)

reciprocal = elementwise(
    "reciprocal",
    np.reciprocal,
    scalar=lambda x: 1.0 / x,
    self=lambda g, result: -g * (result * result),
    doc="One over each element.",
    domain=(0.5, 3),
)

sqrt = elementwise(
    "sqrt",
    np.sqrt,
    scalar=math.sqrt,
    self=lambda g, result: g / (2 * result),
    doc="The square root of each element; its slope at 0 is infinite.",
    domain=(0.2, 3),
)

rsqrt = elementwise(
    "rsqrt",
    lambda self: 1 / np.sqrt(self),
    self=lambda g, result: -0.5 * g * (result * result * result),
    doc="One over the square root of each element.",
    domain=(0.2, 3),
)


def _power(self: Array, exponent: Array) -> Any:
    """numpy's power, with torch's answer for integers to negative powers: 0, 1 or -1."""
    base, power = np.asarray(self), np.asarray(exponent)
    if base.dtype.kind in "iu" and power.dtype.kind in "iu" and np.any(power < 0):
        positive = np.power(base, np.abs(power))
        return np.where(power >= 0, positive, np.where(np.abs(base) == 1, positive, 0))
    return np.power(self, exponent)


pow = elementwise(
    "pow",
    _power,
    scalar=operator.pow,
    promote="type",
    node="PowBackward1",
    aliases=("power",),
    self=lambda g, self, exponent: where(
        exponent == 0, zeros_like(g), g * (exponent * pow(self, exponent - 1))
    ),
    exponent=lambda g, self, exponent, result: where(
        (self == 0) & (exponent >= 0), zeros_like(g), g * (result * log(self))
    ),
    doc="self to the power exponent; the slope in an exponent at base 0 is taken as 0.",
    domain=((0.3, 3), (-2, 3)),
)


def _power_scalar(self: Array, exponent: Scalar) -> Any:
    if np.asarray(self).dtype.kind in "iu" and isinstance(exponent, int) and exponent < 0:
        raise EngineRuntimeError("Integers to negative integer powers are not allowed.")
    return np.power(self, exponent)


pow_scalar = elementwise(
    "pow:scalar",
    _power_scalar,
    promote="type",
    self=lambda g, self, exponent: (
        zeros_like(g) if exponent == 0 else g * (exponent * pow_scalar(self, exponent - 1))
    ),
    doc="self to the power of one number.",
    domain=(0.3, 3),
)


def _power_base(self: Scalar, exponent: Array) -> Any:
    return np.power(float(self) if np.asarray(exponent).dtype.kind == "f" else self, exponent)


pow_base = elementwise(
    "pow:base",
    _power_base,
    promote="type",
    node="PowBackward2",
    exponent=lambda g, self, exponent, result: (
        where(exponent >= 0, zeros_like(g), g * (result * math.log(self) if self else -math.inf))
        if self == 0
        else g * (result * log(self))
    ),
    doc="One number to the power of each element.",
    domain=(-2, 3),
)


def _abs(self: Array) -> Any:
    if getattr(self, "dtype", None) == bool:
        raise kernel_missing("abs_cpu", dtypes.bool_)
    return np.abs(self)


abs = elementwise(
    "abs",
    _abs,
    scalar=operator.abs,
    promote="type",
    aliases=("absolute",),
    self=lambda g, self: g * sgn(self),
    kink=lambda self: self == 0,
    doc="The absolute value of each element; its slope at 0 is taken as 0.",
)

square = composite(
    "square",
    lambda self: pow_scalar(self, 2),
    doc="Each element times itself.",
)
