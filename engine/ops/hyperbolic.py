"""Hyperbolic functions and their inverses."""

from __future__ import annotations

import math

import numpy as np

from ..registry import elementwise

tanh = elementwise(
    "tanh",
    np.tanh,
    scalar=math.tanh,
    rounded=True,
    self=lambda g, result: g * (1 - result * result),
    doc="The hyperbolic tangent of each element.",
)
