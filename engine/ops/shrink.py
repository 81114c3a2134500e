"""Activations that move values towards 0, and the threshold."""

from __future__ import annotations

from typing import Any

import numpy as np

from ..errors import EngineRuntimeError
from ..kinds import Array, Number
from ..registry import elementwise
from .activation import at_threshold
from .choose import where
from .held import held_at
from .hyperbolic import tanh
from .lead import zeros_like

F = "nn.functional."


def _outside(g: Any, self: Any, lambd: float) -> Any:
    """`g` further than lambd from 0, else 0."""
    return where((self >= -lambd) & (self <= lambd), zeros_like(g), g)


_at_hard = held_at("hardshrink_backward")
_at_soft = held_at("softshrink_backward")


def _hardshrink(self: Array, lambd: Number = 0.5) -> Any:
    return np.where((self >= -lambd) & (self <= lambd), 0 * self, self)


hardshrink = elementwise(
    "hardshrink",
    _hardshrink,
    promote="type",
    aliases=(F + "hardshrink",),
    self=lambda g, self, lambd: _at_hard(_outside(g, self, lambd), self),
    kink=lambda self, lambd=0.5: abs(self) == abs(lambd),
    inplace=False,
    doc="Each element, but 0 within lambd of 0; the slope at +-lambd is 0.",
)


def _softshrink(self: Array, lambd: Number = 0.5) -> Any:
    if lambd < 0:
        raise EngineRuntimeError(
            f"lambda must be in range [0, 1.79769e+308] for input dtype Double, but found {lambd:g}"
        )
    inside = np.where(self < -lambd, self + lambd, self * 0)
    return np.where(self > lambd, self - lambd, inside)


softshrink = elementwise(
    F + "softshrink",
    _softshrink,
    node="SoftshrinkBackward0",
    self=lambda g, self, lambd: _at_soft(_outside(g, self, lambd), self),
    kink=lambda self, lambd=0.5: abs(self) == lambd,
    doc="Each element moved towards 0 by lambd, at most to 0; the slope at +-lambd is 0.",
)


def _threshold(self: Array, threshold: Number, value: Number) -> Any:
    kind = np.asarray(self).dtype
    return np.where(self <= threshold, np.asarray(value).astype(kind), self)


threshold = elementwise(
    "threshold",
    _threshold,
    promote="type",
    aliases=(F + "threshold",),
    method=False,
    self=lambda g, self, threshold: at_threshold(where(self <= threshold, zeros_like(g), g), self),
    kink=lambda self, threshold, value: self == threshold,
    doc="Each element if above the threshold, else value; the slope at the threshold is 0.",
)

# x - tanh(x) in powers of x^2, after x^3. Source: Abramowitz and Stegun 4.5.64.
TANH_SERIES = (
    1 / 3,
    -2 / 15,
    17 / 315,
    -62 / 2835,
    1382 / 155925,
    -21844 / 6081075,
    929569 / 638512875,
    -6404582 / 10854718875,
    443861162 / 1856156927625,
    -18888466084 / 194896477400625,
)


def _tanhshrink(self: Array) -> Any:
    square = self * self
    series = 0.0
    for c in reversed(TANH_SERIES):
        series = series * square + c
    return np.where(np.abs(self) < 0.25, series * square * self, self - np.tanh(self))


tanhshrink = elementwise(
    F + "tanhshrink",
    _tanhshrink,
    rounded=True,
    node="SubBackward0",
    self=lambda g, self: g * (tanh(self) * tanh(self)),
    doc="x - tanh(x) of each element x.",
)
