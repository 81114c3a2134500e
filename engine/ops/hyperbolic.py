"""Hyperbolic functions and their inverses.

Source of the formulas: torch tools/autograd/derivatives.yaml.
"""

from __future__ import annotations

import math

import numpy as np

from ..registry import elementwise
from .power import pow_scalar, rsqrt

sinh = elementwise(
    "sinh",
    np.sinh,
    scalar=math.sinh,
    rounded=True,
    self=lambda g, self: g * cosh(self),
    doc="The hyperbolic sine of each element.",
)

cosh = elementwise(
    "cosh",
    np.cosh,
    scalar=math.cosh,
    rounded=True,
    self=lambda g, self: g * sinh(self),
    doc="The hyperbolic cosine of each element.",
)

tanh = elementwise(
    "tanh",
    np.tanh,
    scalar=math.tanh,
    rounded=True,
    self=lambda g, result: g * (1 - result * result),
    doc="The hyperbolic tangent of each element.",
)

asinh = elementwise(
    "asinh",
    np.arcsinh,
    scalar=math.asinh,
    rounded=True,
    aliases=("arcsinh",),
    self=lambda g, self: g * rsqrt(pow_scalar(self, 2) + 1),
    doc="The number whose hyperbolic sine is each element.",
)

acosh = elementwise(
    "acosh",
    np.arccosh,
    scalar=math.acosh,
    rounded=True,
    aliases=("arccosh",),
    self=lambda g, self: g * rsqrt(self * self - 1),
    doc="The number, not negative, whose hyperbolic cosine is each element.",
    domain=(1.2, 3),
)

atanh = elementwise(
    "atanh",
    np.arctanh,
    scalar=math.atanh,
    rounded=True,
    aliases=("arctanh",),
    self=lambda g, self: g * 1 / (1 - pow_scalar(self, 2)),
    doc="The number whose hyperbolic tangent is each element.",
    domain=(-0.95, 0.95),
)
