"""Logit, entropy and other elementwise special functions of no larger family."""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from ..kinds import Array, Number
from ..registry import elementwise
from .choose import where
from .exponential import log
from .lead import zeros_like


def _logit(self: Array, eps: Number | None = None) -> Any:
    """log(x / (1 - x)), by log1p near 1/2, where it vanishes."""
    x = self if eps is None else np.clip(self, eps, 1 - eps)
    near = np.log1p(np.where(x < 0.5, -(1 - 2 * x) / (1 - x), (2 * x - 1) / (1 - x)))
    return np.where((x > 0.25) & (x < 0.75), near, np.log(x / (1 - x)))


def _logit_back(g: Any, self: Any, eps: float | None) -> Any:
    """Nothing flows outside [eps, 1 - eps]; without eps, nan outside [0, 1]."""
    low, beyond = (0.0, math.nan) if eps is None else (eps, 0.0)
    outside = (self < low) | (self > 1 - low)
    return where(outside, beyond, g / (self * (1 - self)))


logit = elementwise(
    "logit",
    _logit,
    rounded=True,
    aliases=("special.logit",),
    self=_logit_back,
    kink=lambda self, eps=None: (self == eps) | (self == 1 - eps) if eps else self != self,
    defined="(self > 0) & (self < 1)",
    doc="log(x / (1 - x)), x clipped to [eps, 1 - eps] if eps is given; slopes from inside there.",
    domain=(0.1, 0.9),
)


def _entr(self: Array) -> Any:
    value = -self * np.log(self)
    return np.where(self > 0, value, np.where(self == 0, 0.0, np.where(self < 0, -np.inf, self)))


entr = elementwise(
    "special.entr",
    _entr,
    rounded=True,
    self=lambda g, self: g * -(1 + log(self)),
    defined="self >= 0",
    doc="-x log(x) of each element x, 0 at 0 and -inf below.",
    domain=(0.2, 3),
)


def _xlog1py(self: Array, other: Array) -> Any:
    return np.where((self == 0) & (other == other), 0.0, self * np.log1p(other))


xlog1py = elementwise(
    "special.xlog1py",
    _xlog1py,
    rounded=True,
    node="SpecialXlog1PyBackward0",
    self=lambda g, self, other: where(
        (self == 0) & (other <= -1), zeros_like(g), xlog1py(g, other)
    ),
    other=lambda g, self, other: g * self / (other + 1),
    defined="(self == 0) | (other > -1)",
    doc="self log(1 + other), 0 where self is 0; its slope in self there is 0 if other <= -1.",
    domain=((-3, 3), (-0.5, 3)),
)
