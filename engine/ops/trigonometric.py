"""Sine, cosine and the rest of the circle, in radians.

Source of the formulas: torch tools/autograd/derivatives.yaml, FunctionsManual.cpp (atan2_backward),
rearranged where torch's lose digits: 1 - x * x cancels near 1, squares overflow.
"""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from ..kernels import sinc as sinc_kernel
from ..kinds import Array
from ..registry import elementwise, zero
from .choose import where
from .compound import hypot
from .power import one_minus_square, pow_scalar, rsqrt

sin = elementwise(
    "sin",
    np.sin,
    scalar=math.sin,
    rounded=True,
    self=lambda g, self: g * cos(self),
    doc="The sine of each element (radians).",
)

cos = elementwise(
    "cos",
    np.cos,
    scalar=math.cos,
    rounded=True,
    self=lambda g, self: g * -sin(self),
    doc="The cosine of each element (radians).",
)

tan = elementwise(
    "tan",
    np.tan,
    scalar=math.tan,
    rounded=True,
    self=lambda g, result: g * (1 + pow_scalar(result, 2)),
    doc="The tangent of each element (radians).",
    domain=(-1.4, 1.4),
)

asin = elementwise(
    "asin",
    np.arcsin,
    scalar=math.asin,
    rounded=True,
    aliases=("arcsin",),
    self=lambda g, self: g * rsqrt(one_minus_square(self)),
    defined="abs(self) <= 1",
    doc="The angle in radians, from -pi/2 to pi/2, whose sine is each element.",
    domain=(-0.95, 0.95),
)

acos = elementwise(
    "acos",
    np.arccos,
    scalar=math.acos,
    rounded=True,
    aliases=("arccos",),
    self=lambda g, self: g * -rsqrt(one_minus_square(self)),
    defined="abs(self) <= 1",
    doc="The angle in radians, from 0 to pi, whose cosine is each element.",
    domain=(-0.95, 0.95),
)

atan = elementwise(
    "atan",
    np.arctan,
    scalar=math.atan,
    rounded=True,
    aliases=("arctan",),
    self=lambda g, self: g / (self * self + 1),
    doc="The angle in radians, from -pi/2 to pi/2, whose tangent is each element.",
)


def _atan2_slope(g: Any, across: Any, self: Any, other: Any) -> Any:
    """g * across / (self ** 2 + other ** 2) without overflow, and 0 at the origin."""
    norm = hypot(self, other)
    return where(norm == 0, 0.0, g * (across / norm) / norm)


atan2 = elementwise(
    "atan2",
    np.arctan2,
    scalar=math.atan2,
    rounded=True,
    aliases=("arctan2",),
    self=lambda g, self, other: _atan2_slope(g, other, self, other),
    other=lambda g, self, other: _atan2_slope(g, -self, self, other),
    kink=lambda self, other: (self == 0) & (other == 0),
    doc="The angle in radians of the point (other, self); its slope at the origin is taken as 0.",
    domain=((0.3, 3), (-3, 3)),
)


def _sinc(self: Array) -> Any:
    angle = np.multiply(self, math.pi)
    return np.where(np.equal(self, 0), 1.0, np.divide(sin(angle), angle))[()]


def _sinc_slopes(self: Array, order: int) -> Any:
    return sinc_kernel.derivative(self, order).astype(np.asarray(self).dtype)[()]


sinc_slopes = elementwise(
    "_sinc_slopes",
    _sinc_slopes,
    self=lambda g, self, order: g * sinc_slopes(self, order + 1),
    shown=lambda self, order: (cos(self * math.pi) - sinc(self)) / self,  # of order 1
    doc="A derivative of sinc, of any order.",
    domain=(-3, 3),
)

sinc = elementwise(
    "sinc",
    _sinc,
    aliases=("special.sinc",),
    self=lambda g, self: g * sinc_slopes(self, 1),
    doc="sin(pi * self) / (pi * self) for each element, 1 at 0.",
)

deg2rad = elementwise(
    "deg2rad",
    lambda self: np.multiply(self, math.pi / 180),
    scalar=lambda x: x * (math.pi / 180),
    aliases=("radians",),
    self=lambda g: g * (math.pi / 180),
    doc="Degrees in radians.",
)

rad2deg = elementwise(
    "rad2deg",
    lambda self: np.multiply(self, 180 / math.pi),
    scalar=lambda x: x * (180 / math.pi),
    aliases=("degrees",),
    self=lambda g: g * (180 / math.pi),
    doc="Radians in degrees.",
)


def _angle(self: Array) -> Any:
    return np.where(np.less(self, 0), math.pi, np.where(np.isnan(self), self, 0.0))[()]


angle = zero(
    "angle",
    _angle,
    promote="float",
    self=None,
    kink=lambda self: self == 0,
    inplace=False,
    doc="The angle of each element: pi where negative, else 0; its slope at 0 is taken as 0.",
)
