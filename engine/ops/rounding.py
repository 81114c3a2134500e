"""Rounding and signs: functions that are constant between jumps, and what is built on them.

Their derivative is zero wherever it exists, and taken as zero at the jumps, as torch does.
Source: torch tools/autograd/derivatives.yaml.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

import numpy as np

from .. import dtypes
from ..errors import kernel_missing
from ..kinds import Array, Scalar
from ..registry import elementwise, zero
from .choose import where
from .held import beyond_torch
from .lead import zeros_like


def _need_float(kernel: str, value: Any) -> None:
    """Raise torch's error unless `value` is floating point."""
    if value.__class__ is not float and not dtypes.of(value).is_floating_point:
        raise kernel_missing(kernel, dtypes.of(value))


def is_bool(value: Any) -> bool:
    """Whether a raw value is a bool array."""
    return hasattr(value, "dtype") and value.dtype.kind == "b"


def _to_whole(
    name: str, ufunc: Callable, doc: str, kink: Callable, aliases: tuple[str, ...] = ()
) -> Any:
    """Declare a function to whole numbers; integers pass through it unchanged."""

    def forward(self: Array) -> Any:
        if is_bool(self):
            raise kernel_missing(f"{name}_vml_cpu", dtypes.bool_)
        return ufunc(self)

    return zero(name, forward, aliases=aliases, self=None, kink=kink, doc=doc)


def _is_whole(self: Any) -> Any:
    return self == np.trunc(self)


def _is_whole_but_zero(self: Any) -> Any:
    return (self == np.trunc(self)) & (self != 0)


def _is_half(self: Any) -> Any:
    return np.abs(self - np.trunc(self)) == 0.5


_JUMPS = "; its slope where it jumps is taken as 0."
floor = _to_whole(
    "floor", np.floor, "The largest whole number at most each element" + _JUMPS, _is_whole
)
ceil = _to_whole(
    "ceil", np.ceil, "The smallest whole number at least each element" + _JUMPS, _is_whole
)
trunc = _to_whole(
    "trunc", np.trunc, "Each element without its fraction" + _JUMPS, _is_whole_but_zero, ("fix",)
)
round = _to_whole(
    "round",
    np.round,
    "The nearest whole number, of two the even one" + _JUMPS,
    _is_half,
    ("rint", "around"),
)


def _round_decimals(self: Array, decimals: int = 0) -> Any:
    if not decimals:
        _need_float("round_vml_cpu", self)
        return np.rint(self)
    _need_float("round_cpu", self)
    ten = 10.0 ** abs(decimals)
    if decimals > 0:
        return np.rint(np.multiply(self, ten)) / ten
    return np.rint(np.divide(self, ten)) * ten


zero(
    "round:decimals",
    _round_decimals,
    aliases=("special.round", "around"),
    node="RoundBackward1",
    self=None,
    doc="Each element rounded to a number of decimals; negative ones round to tens, hundreds, ….",
)


def _frac(self: Array) -> Any:
    _need_float("frac_cpu", self)
    return np.subtract(self, np.trunc(self))


def _frac_of_float(x: float) -> float:
    return x - math.trunc(x) + 0.0  # + 0.0 for -0.0, of which the fraction is 0.0


frac = elementwise(
    "frac",
    _frac,
    scalar=_frac_of_float,
    promote="type",
    self=lambda g: g,
    kink=_is_whole_but_zero,
    doc="The fraction of each element, with its sign; its slope at whole numbers is taken as 1.",
)


def _sign(self: Array) -> Any:
    if is_bool(self):
        return np.copy(self)
    signs = np.sign(self)
    return np.where(np.isnan(signs), np.zeros_like(signs), signs)[()]


def _sign_of_float(x: float) -> float:
    return 1.0 if x > 0 else -1.0 if x < 0 else 0.0


def _is_zero(self: Any) -> Any:
    return self == 0


sign = zero(
    "sign",
    _sign,
    scalar=_sign_of_float,
    self=None,
    kink=_is_zero,
    doc="-1, 0 or 1: the sign of each element, 0 for NaN; its slope at 0 is taken as 0.",
)

sgn = zero(
    "sgn",
    _sign,
    scalar=_sign_of_float,
    self=None,
    kink=_is_zero,
    doc="-1, 0 or 1: the sign of each element, 0 for NaN; its slope at 0 is taken as 0.",
)


def _copysign_slope(g: Any, self: Any, result: Any) -> Any:
    return g * where(self == 0, 0.0, result / self)


def _copysign_number(self: Array, other: Scalar) -> Any:
    return np.copysign(self, other)


elementwise(
    "copysign:scalar",
    _copysign_number,
    node="CopysignBackward1",
    self=_copysign_slope,
    kink=lambda self, other: self == 0,
    doc="Each element with the sign of a number; its slope at 0 is taken as 0.",
)

copysign = elementwise(
    "copysign",
    np.copysign,
    self=_copysign_slope,
    other=lambda g: zeros_like(g),
    kink=lambda self, other: (self == 0) | (other == 0),
    doc="self with the sign of other; the slope in self at 0 is taken as 0.",
)

nextafter = elementwise(
    "nextafter",
    np.nextafter,
    self=lambda g, self, other: where(self != other, g, 0.0),
    other=lambda g: zeros_like(g),
    kink=lambda self, other: self == other,
    doc="The number after self towards other; where they are equal the slope is taken as 0.",
)


def _heaviside(self: Array, values: Array) -> Any:
    step = np.greater(self, 0).astype(np.result_type(self, values))
    return np.where(np.equal(self, 0), values, step)[()]


heaviside = elementwise(
    "heaviside",
    _heaviside,
    promote="type",
    node="torch::autograd::NotImplemented",
    self=lambda g: beyond_torch("heaviside", zeros_like(g)),
    values=lambda g, self: beyond_torch("heaviside", where(self == 0, g, 0.0)),
    kink=lambda self, values: self == 0,
    doc="0 where self is negative, 1 where positive, values at 0; the slope in self is 0 there.",
)
