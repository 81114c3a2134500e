"""Activation functions of one element.

Slopes are written with `logistic` and its kin, whose rules keep their relative accuracy in both
tails at any order; torch's formulas, which subtract from 1, agree with them to rounding.
"""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from ..errors import EngineRuntimeError, EngineValueError
from ..kernels import erf as kernel
from ..kinds import Array, Number
from ..registry import elementwise
from .choose import where
from .erf import ndtr, normal_density
from .exponential import exp, logaddexp
from .held import held_at
from .hyperbolic import tanh
from .lead import zeros_like

F = "nn.functional."


def raw_sigmoid(self: Array) -> Any:
    """1 / (1 + exp(-self)) of a raw value, small where exp overflows."""
    out = 1 / (1 + np.exp(-self))
    return np.where(self < -709, np.exp(self), out) if np.any(out == 0) else out


def _sigmoid_scalar(x: float) -> float:
    return 1.0 / (1.0 + math.exp(-x)) if x > -709.0 else math.exp(x)


sigmoid = elementwise(
    "sigmoid",
    raw_sigmoid,
    scalar=_sigmoid_scalar,
    rounded=True,
    aliases=("special.expit", F + "sigmoid"),
    self=lambda g, result: g * (1 - result) * result,
    doc="1 / (1 + exp(-x)) of each element x.",
)

logistic = elementwise(
    "_logistic",
    raw_sigmoid,
    scalar=_sigmoid_scalar,
    rounded=True,
    self=lambda g, self: g * (logistic(self) * logistic(-self)),
    shown=lambda self: sigmoid(self),
    doc="The sigmoid, with a slope that stays accurate where the sigmoid rounds to 1.",
)


def _log_sigmoid(self: Array) -> Any:
    return np.minimum(self, 0) - np.log1p(np.exp(-np.abs(self)))


logsigmoid = elementwise(
    F + "logsigmoid",
    _log_sigmoid,
    scalar=lambda x: min(x, 0.0) - math.log1p(math.exp(-abs(x))),
    rounded=True,
    node="LogSigmoidBackward0",
    self=lambda g, self: g * logistic(-self),
    doc="The logarithm of the sigmoid of each element.",
)

log1p_exp = elementwise(
    "_log1p_exp",
    lambda self: np.logaddexp(0, self),
    rounded=True,
    self=lambda g, self: g * logistic(self),
    shown=lambda self: logaddexp(self, 0.0),
    doc="log(1 + exp(x)) of each element x: softplus without a threshold.",
)


def _softplus(self: Array, beta: Number = 1, threshold: Number = 20) -> Any:
    scaled = self * beta
    return np.where(scaled > threshold, self, np.true_divide(np.logaddexp(0, scaled), beta))


softplus = elementwise(
    F + "softplus",
    _softplus,
    node="SoftplusBackward0",
    rounded=True,
    self=lambda g, self, beta, threshold: where(
        self * beta > threshold, g, g * logistic(self * beta)
    ),
    kink=lambda self, beta=1, threshold=20: self * beta == threshold,
    doc="log(1 + exp(beta x)) / beta, x where beta x > threshold; the slope there is that below.",
)


def _relu(self: Array) -> Any:
    if self.__class__ is np.ndarray and self.dtype.kind == "b":
        raise EngineRuntimeError("Boolean inputs not supported for relu")
    return np.maximum(self, 0)


at_threshold = held_at("threshold_backward")

relu = elementwise(
    "relu",
    _relu,
    scalar=lambda x: x if x > 0.0 or x != x else 0.0,
    promote="type",
    aliases=(F + "relu",),
    self=lambda g, result: at_threshold(where(result <= 0, zeros_like(g), g), result),
    kink=lambda self: self == 0,
    doc="Each element if positive, else 0; the slope at 0 is 0.",
)


def _hardtanh(self: Array, min_val: Number = -1.0, max_val: Number = 1.0) -> Any:
    if min_val > max_val:
        raise EngineValueError("min_val cannot be greater than max_val")
    return np.clip(self, _like(min_val, self), _like(max_val, self))


def _like(bound: float, array: Any) -> float | int:
    """A bound as a number that does not change the dtype of `array`."""
    return int(bound) if np.asarray(array).dtype.kind in "iu" else bound


_at_bounds = held_at("hardtanh_backward")


def _inside(g: Any, self: Any, low: float, high: float) -> Any:
    """`g` strictly between the bounds and at nan, 0 elsewhere."""
    return _at_bounds(where((self <= low) | (self >= high), zeros_like(g), g), self)


hardtanh = elementwise(
    F + "hardtanh",
    _hardtanh,
    promote="type",
    node="HardtanhBackward0",
    self=lambda g, self, min_val, max_val: _inside(g, self, min_val, max_val),
    kink=lambda self, min_val=-1.0, max_val=1.0: (self == min_val) | (self == max_val),
    doc="Each element clipped to [min_val, max_val]; the slope at both bounds is 0.",
)

relu6 = elementwise(
    F + "relu6",
    lambda self: np.clip(self, 0, 6),
    promote="type",
    node="HardtanhBackward0",
    self=lambda g, self: _inside(g, self, 0, 6),
    kink=lambda self: (self == 0) | (self == 6),
    doc="Each element clipped to [0, 6]; the slope at both bounds is 0.",
)


def _leaky_relu(self: Array, negative_slope: Number = 0.01) -> Any:
    return np.where(self > 0, self, self * negative_slope)


_at_leak = held_at("leaky_relu_backward")

leaky_relu = elementwise(
    F + "leaky_relu",
    _leaky_relu,
    node="LeakyReluBackward0",
    self=lambda g, self, negative_slope: _at_leak(where(self > 0, g, g * negative_slope), self),
    kink=lambda self, negative_slope=0.01: self == 0,
    doc="Each element if positive, else negative_slope times it; the slope at 0 is negative_slope.",
)

silu = elementwise(
    F + "silu",
    lambda self: self / (1 + np.exp(-self)),
    scalar=lambda x: x / (1.0 + math.exp(-x)),
    rounded=True,
    node="SiluBackward0",
    self=lambda g, self: g * (logistic(self) * (1 + self * logistic(-self))),
    doc="x times the sigmoid of x, for each element x.",
)


GELU_FORMS = ("none", "tanh")
GELU_SCALE = math.sqrt(2 / math.pi)
GELU_CUBIC = 0.044715


def _gelu(self: Array, approximate: str = "none") -> Any:
    if approximate not in GELU_FORMS:
        raise EngineRuntimeError("approximate argument must be either none or tanh.")
    if approximate == "none":
        return self * kernel.ndtr(self)
    return self * raw_sigmoid(2 * GELU_SCALE * (self + GELU_CUBIC * (self * self * self)))


def _gelu_back(g: Any, self: Any, approximate: str) -> Any:
    """x Phi(x) has the slope Phi(x) + x phi(x); Phi is a sigmoid where approximated by tanh."""
    if approximate == "none":
        return g * (ndtr(self) + self * normal_density(self))
    inner = 2 * GELU_SCALE * (self + GELU_CUBIC * (self * self * self))
    slope = 2 * GELU_SCALE * (1 + 3 * GELU_CUBIC * (self * self))
    part = logistic(inner)
    return g * (part + self * (part * logistic(-inner) * slope))


gelu = elementwise(
    F + "gelu",
    _gelu,
    rounded=True,
    node="GeluBackward0",
    self=_gelu_back,
    doc="x times the normal distribution function of x (approximate='tanh': by a tanh).",
    source="Hendrycks and Gimpel 2016",
)


def _tanh_softplus(self: Array) -> Any:
    small = np.exp(-np.abs(self))
    square = small * small
    above = (1 + 2 * small) / (1 + 2 * small + 2 * square)
    below = (square + 2 * small) / (square + 2 * small + 2)
    return np.where(self >= 0, above, below)


def _tanh_softplus_slope(self: Any) -> Any:
    twice = -2 * logsigmoid(-self)
    return 4 * (logistic(twice) * logistic(-twice)) * logistic(self)


tanh_softplus = elementwise(
    "_tanh_softplus",
    _tanh_softplus,
    rounded=True,
    self=lambda g, self: g * _tanh_softplus_slope(self),
    shown=lambda self: tanh(logaddexp(self, 0.0)),
    doc="tanh(log(1 + exp(x))), without cancellation in either tail.",
)

mish = elementwise(
    F + "mish",
    lambda self: self * _tanh_softplus(self),
    rounded=True,
    node="MishBackward0",
    self=lambda g, self: g * (tanh_softplus(self) + self * _tanh_softplus_slope(self)),
    doc="x tanh(softplus(x)) of each element x.",
    source="Misra 2019",
)


def _elu_scaled(x: Any, alpha: float, scale: float, input_scale: float) -> Any:
    below = np.expm1(np.where(x <= 0, x, 0) * input_scale) * (alpha * scale)
    return np.where(x <= 0, below, x * scale)


def _elu_back(g: Any, self: Any, alpha: float, scale: float, input_scale: float) -> Any:
    negative = where(self < 0, self * input_scale, zeros_like(self))  # else exp may overflow
    below = g * input_scale * (alpha * scale) * exp(negative)
    return where(self <= 0, below, g * scale)


def _elu(self: Array, alpha: Number = 1.0) -> Any:
    return _elu_scaled(self, alpha, 1, 1)


elu = elementwise(
    F + "elu",
    _elu,
    rounded=True,
    node="EluBackward0",
    self=lambda g, self, alpha: _elu_back(g, self, alpha, 1, 1),
    kink=lambda self, alpha=1.0: (self == 0) & (alpha != 1),
    doc="Each element if positive, else alpha (exp(x) - 1); the slope at 0 is alpha.",
)


def _celu(self: Array, alpha: Number = 1.0) -> Any:
    if alpha == 0:
        raise EngineRuntimeError("ZeroDivisionError: alpha cannot be 0 for CELU")
    return _elu_scaled(self, alpha, 1, 1 / alpha)


celu = elementwise(
    F + "celu",
    _celu,
    rounded=True,
    aliases=("celu",),
    method=False,
    node="CeluBackward0",
    self=lambda g, self, alpha: _elu_back(g, self, alpha, 1, 1 / alpha),
    doc="Each element if positive, else alpha (exp(x / alpha) - 1).",
)

SELU_ALPHA = 1.6732632423543772848170429916717
SELU_SCALE = 1.0507009873554804934193349852946

selu = elementwise(
    F + "selu",
    lambda self: _elu_scaled(self, SELU_ALPHA, SELU_SCALE, 1),
    rounded=True,
    aliases=("selu",),
    method=False,
    node="EluBackward0",
    self=lambda g, self: _elu_back(g, self, SELU_ALPHA, SELU_SCALE, 1),
    kink=lambda self: self == 0,
    doc="elu with the alpha and scale of self-normalizing networks; the slope at 0 is that below.",
    source="Klambauer et al. 2017",
)


_at_hard_ends = held_at("hardsigmoid_backward", implemented=False)

hardsigmoid = elementwise(
    F + "hardsigmoid",
    lambda self: np.clip(self + 3, 0, 6) / 6,
    node="HardsigmoidBackward0",
    self=lambda g, self: _at_hard_ends(where((self > -3) & (self < 3), g / 6, zeros_like(g)), self),
    kink=lambda self: abs(self) == 3,
    doc="x / 6 + 1/2 clipped to [0, 1], for each element x; the slope at +-3 is 0.",
)


def _hardswish_back(g: Any, self: Any) -> Any:
    return where(self <= -3, zeros_like(g), where(self < 3, g * (self / 3 + 0.5), g))


hardswish = elementwise(
    F + "hardswish",
    lambda self: self * np.clip(self + 3, 0, 6) / 6,
    node="HardswishBackward0",
    self=_hardswish_back,
    kink=lambda self: abs(self) == 3,
    doc="x times hardsigmoid(x); the slope at -3 is 0, at 3 it is 1.",
)


def _softsign_back(g: Any, size: Any) -> Any:
    return where(size == math.inf, math.nan, g / ((size + 1) * (size + 1)))


softsign = elementwise(
    F + "softsign",
    lambda self: self / (np.abs(self) + 1),
    node="DivBackward0",
    self=lambda g, self: _softsign_back(g, abs(self)),
    doc="x / (1 + |x|) of each element x; nan at infinity, as in torch.",
)
