"""Exponentials and logarithms."""

from __future__ import annotations

import math

import numpy as np

from ..registry import elementwise

exp = elementwise(
    "exp",
    np.exp,
    scalar=math.exp,
    rounded=True,
    self=lambda g, result: g * result,
    doc="e to the power of each element.",
)

log = elementwise(
    "log",
    np.log,
    scalar=math.log,
    rounded=True,
    aliases=("ln",),
    self=lambda g, self: g / self,
    doc="The natural logarithm of each element.",
    domain=(0.2, 3),
)
