"""Sums, products and quotients: the operators of the language and their kin.

Formulas keep torch's order of operations, so that last bits agree. Source: torch
tools/autograd/derivatives.yaml; of remainders and rounded quotients also
aten/src/ATen/native/cpu/BinaryOpsKernel.cpp. Where a bare number has a row of its own
(`rsub:scalar`), torch names its node differently.
"""

from __future__ import annotations

import math
import operator
from typing import Any

import numpy as np

from .. import dtypes
from ..errors import EngineRuntimeError, kernel_missing
from ..kinds import Array, Number, Scalar
from ..modes import state
from ..registry import composite, elementwise, zero
from .lead import zeros_like
from .rounding import is_bool, sgn

add = elementwise(
    "add",
    np.add,
    scalar=operator.add,
    promote="type",
    self=lambda g: g,
    other=lambda g: g,
    doc="self plus other.",
)


def _scaled(value: Any, alpha: Any, other: Any) -> Any:
    """alpha times `value`, in the dtype of `value`."""
    if alpha.__class__ is float and np.result_type(value, other).kind in "iu":
        raise EngineRuntimeError(
            "For integral input tensors, argument alpha must not be a floating point number."
        )
    return np.logical_and(value, alpha) if is_bool(value) else value * alpha


def _add_scaled(self: Array, other: Array, *, alpha: Number) -> Any:
    return np.add(self, _scaled(other, alpha, self))


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
    promote="difference",
    aliases=("subtract",),
    self=lambda g: g,
    other=lambda g: -g,
    doc="self minus other.",
)


def _sub_scaled(self: Array, other: Array, *, alpha: Number) -> Any:
    return np.subtract(self, _scaled(other, alpha, self))


elementwise(
    "sub:alpha",
    _sub_scaled,
    promote="difference",
    aliases=("subtract",),
    self=lambda g: g,
    other=lambda g, alpha: -g * alpha,
    doc="self minus alpha times other.",
)


def _rsub_from(self: Array, other: Scalar) -> Any:
    return np.subtract(other, self)


rsub_from = elementwise(
    "rsub:scalar",
    _rsub_from,
    scalar=lambda x, n: n - x,
    promote="difference",
    node="RsubBackward1",
    self=lambda g: -g,
    inplace=False,
    doc="A number minus self.",
)


def _rsub(self: Array, other: Array, *, alpha: Number = 1) -> Any:
    return np.subtract(other, self if alpha == 1 else _scaled(self, alpha, other))


rsub = elementwise(
    "rsub",
    _rsub,
    promote="difference",
    node="RsubBackward0",
    self=lambda g, alpha: -g if alpha == 1 else -g * alpha,
    other=lambda g: g,
    inplace=False,
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
    other=lambda g, self, other: -g * div(div(self, other), other),
    defined="other != 0",
    doc="self divided by other.",
    domain=((-3, 3), (0.5, 3)),
)


def _of_integers(kernel: str, self: Any, other: Any) -> bool:
    """Whether both are integers. Raises: torch's errors for bools and for a zero divisor."""
    kind = np.result_type(self, other).kind
    if kind == "b":
        raise kernel_missing(kernel, dtypes.bool_)
    if kind in "iu" and not np.all(other):
        raise EngineRuntimeError("ZeroDivisionError")
    return kind in "iu"


def _divides(self: Any, other: Any) -> Any:
    """Whether the remainder is 0, where it jumps from one side to the other."""
    return np.fmod(self, other) == 0


def _floor_quotient(self: Array, other: Array) -> Any:
    _of_integers("div_floor_cpu", self, other)
    return np.floor_divide(self, other)


def _trunc_quotient(self: Any, other: Any) -> Any:
    if _of_integers("div_trunc_cpu", self, other):
        return np.floor_divide(np.subtract(self, np.fmod(self, other)), other)
    return np.trunc(np.true_divide(self, other))


def _true_quotient(self: Any, other: Any) -> Any:
    quotient = np.true_divide(self, other)
    if np.result_type(self, other).kind == "f":
        return quotient
    return quotient.astype(state.default_dtype.np)


_QUOTIENTS = {None: _true_quotient, "floor": _floor_quotient, "trunc": _trunc_quotient}


def _div_rounded(self: Array, other: Array, *, rounding_mode: str | None) -> Any:
    quotient = _QUOTIENTS.get(rounding_mode)
    if quotient is None:
        raise EngineRuntimeError(
            "div expected rounding_mode to be one of None, 'trunc', or 'floor' but found "
            f"'{rounding_mode}'"
        )
    return quotient(self, other)


div_rounded = elementwise(
    "div:rounding_mode",
    _div_rounded,
    promote="type",
    aliases=("divide",),
    node="DivBackward2",
    self=lambda g, other, rounding_mode: zeros_like(g) if rounding_mode else g / other,
    other=lambda g, self, other, rounding_mode: (
        zeros_like(g) if rounding_mode else -g * div(div(self, other), other)
    ),
    doc="self divided by other, rounded down ('floor'), towards zero ('trunc') or not (None).",
)


# what torch's own code, rather than a program, computes with a number shows these nodes
def _mul_number(self: Array, other: Scalar) -> Any:
    return np.multiply(self, other)


mul_number = elementwise(
    "_mul_number",
    _mul_number,
    promote="type",
    node="MulBackward1",
    self=lambda g, other: g * other,
    shown=lambda self, other: self * other,
    doc="self times a number.",
)


def _add_number(self: Array, other: Scalar) -> Any:
    return np.add(self, other)


add_number = elementwise(
    "_add_number",
    _add_number,
    promote="type",
    node="AddBackward1",
    self=lambda g: g,
    shown=lambda self, other: self + other,
    doc="self plus a number.",
)


def _div_number(self: Array, other: Scalar) -> Any:
    return np.true_divide(self, other)


div_number = elementwise(
    "_div_number",
    _div_number,
    node="DivBackward1",
    self=lambda g, other: g / other,
    shown=lambda self, other: self / other,
    doc="self divided by a number.",
)

floor_divide = zero(
    "floor_divide",
    _floor_quotient,
    node="torch::autograd::NotImplemented",
    self=None,
    other=None,
    kink=_divides,
    doc="self divided by other, rounded down; torch gives it no derivative, here it is 0.",
    domain=((-3, 3), (0.5, 3)),
)


def _neg(self: Array) -> Any:
    try:
        return np.negative(self)
    except TypeError:
        raise EngineRuntimeError(
            "Negation, the `-` operator, on a bool tensor is not supported. If you are trying to "
            "invert a mask, use the `~` or `logical_not()` operator instead."
        ) from None


neg = elementwise(
    "neg",
    _neg,
    scalar=operator.neg,
    promote="type",
    aliases=("negative",),
    self=lambda g: -g,
    doc="The negative of each element.",
)


def _positive(self: Array) -> Any:
    if is_bool(getattr(self, "data", self)):
        raise EngineRuntimeError("The `+` operator, on a bool tensor is not supported.")
    return self


composite("positive", _positive, doc="Each element as it is.")


def _abs(self: Array) -> Any:
    if is_bool(self):
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


def _remainder(self: Array, other: Array) -> Any:
    if _of_integers("remainder_cpu", self, other):
        return np.remainder(self, other)
    left = np.fmod(self, other)
    return np.where((left != 0) & ((left < 0) != np.less(other, 0)), left + other, left)[()]


def _remainder_of_floats(x: float, y: float) -> float:
    left = math.fmod(x, y)
    return left + y if left and (left < 0) != (y < 0) else left


def _remainder_by(self: Array, other: Scalar) -> Any:
    return _remainder(self, other)


remainder_by = elementwise(
    "remainder:scalar",
    _remainder_by,
    scalar=_remainder_of_floats,
    promote="type",
    aliases=("mod",),
    self=lambda g: g,
    kink=_divides,
    doc="The remainder of self / a number, with the sign of the number; jumps have its slope too.",
)

remainder = elementwise(
    "remainder",
    _remainder,
    scalar=_remainder_of_floats,
    promote="type",
    aliases=("mod",),
    node="RemainderBackward1",
    self=lambda g: g,
    other=lambda g, self, other: -g * div_rounded(self, other, rounding_mode="floor"),
    kink=_divides,
    doc="The remainder of self / other, with the sign of other; jumps have its slopes too.",
    domain=((-3, 3), (0.5, 3)),
)


def _fmod(self: Array, other: Array) -> Any:
    _of_integers("fmod_cpu", self, other)
    return np.fmod(self, other)


def _fmod_by(self: Array, other: Scalar) -> Any:
    return _fmod(self, other)


elementwise(
    "fmod:scalar",
    _fmod_by,
    scalar=math.fmod,
    promote="type",
    self=lambda g: g,
    kink=_divides,
    doc="The remainder of self / a number, with the sign of self; jumps have its slope too.",
)

fmod = elementwise(
    "fmod",
    _fmod,
    scalar=math.fmod,
    promote="type",
    node="FmodBackward1",
    self=lambda g: g,
    other=lambda g, self, other: -g * div_rounded(self, other, rounding_mode="trunc"),
    kink=_divides,
    doc="The remainder of self / other, with the sign of self; jumps have its slopes too.",
    domain=((-3, 3), (0.5, 3)),
)

reciprocal = elementwise(
    "reciprocal",
    np.reciprocal,
    scalar=lambda x: 1.0 / x,
    self=lambda g, result: -g * (result * result),
    defined="self != 0",
    doc="One over each element.",
    domain=(0.5, 3),
)
