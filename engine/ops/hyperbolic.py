"""Hyperbolic functions and their inverses.

Source of the formulas: torch tools/autograd/derivatives.yaml, rearranged where torch's lose
digits: 1 - x * x cancels near 1, squares overflow.
"""

from __future__ import annotations

import math

import numpy as np

from ..registry import elementwise
from .arithmetic import abs as size
from .compound import hypot
from .power import one_minus_square, rsqrt

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
    aliases=("nn.functional.tanh",),
    self=lambda g, result: g * (1 - result * result),
    doc="The hyperbolic tangent of each element.",
)

asinh = elementwise(
    "asinh",
    np.arcsinh,
    scalar=math.asinh,
    rounded=True,
    aliases=("arcsinh",),
    self=lambda g, self: g / hypot(self, 1),
    doc="The number whose hyperbolic sine is each element.",
)

acosh = elementwise(
    "acosh",
    np.arccosh,
    scalar=math.acosh,
    rounded=True,
    aliases=("arccosh",),
    # two roots, since the square of a large number overflows; torch's x * x also admits x < -1
    self=lambda g, self: g * rsqrt(size(self) - 1) * rsqrt(size(self) + 1),
    defined="self >= 1",
    doc="The number, not negative, whose hyperbolic cosine is each element.",
    domain=(1.2, 3),
)

atanh = elementwise(
    "atanh",
    np.arctanh,
    scalar=math.atanh,
    rounded=True,
    aliases=("arctanh",),
    self=lambda g, self: g / one_minus_square(self),
    defined="abs(self) < 1",
    doc="The number whose hyperbolic tangent is each element.",
    domain=(-0.95, 0.95),
)
