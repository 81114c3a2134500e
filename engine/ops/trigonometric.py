"""Sine, cosine and the rest of the circle, in radians."""

from __future__ import annotations

import math

import numpy as np

from ..registry import elementwise

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
