"""Activations with gates, learned or averaged slopes: glu, prelu, rrelu."""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from ..errors import EngineRuntimeError
from ..kinds import Array, Dim, Number
from ..registry import composite, elementwise, structural
from .activation import logistic, raw_sigmoid
from .axis import along, place_axis, slice_axis
from .choose import where
from .held import held_at
from .lead import ndim, reshape_own, shape_of, zeros_like

F = "nn.functional."


def _glu(self: Array, dim: Dim = -1) -> Any:
    array = np.asarray(self)
    if not array.ndim:
        raise EngineRuntimeError("glu does not support scalars because halving size must be even")
    size = array.shape[dim]
    if size % 2:
        raise EngineRuntimeError(
            f"Halving dimension must be even, but dimension {dim + array.ndim} is size {size}"
        )
    half = size // 2
    gate = array[along(dim, slice(half, None))].astype(np.float64)
    return (array[along(dim, slice(half))] * raw_sigmoid(gate)).astype(array.dtype)


def _halves(self: Any, dim: int, half: int) -> tuple[Any, Any]:
    return slice_axis(self, dim, (0, half, None)), slice_axis(self, dim, (half, None, None))


def _glu_vjp(g: Any, self: Any, dim: int) -> Any:
    size = shape_of(self)[dim]
    half = size // 2
    value, gate = _halves(self, dim, half)
    part = g * logistic(gate)
    rest = part * (value * logistic(-gate))
    return place_axis(part, dim, (0, half, None), size) + place_axis(
        rest, dim, (half, None, None), size
    )


def _glu_jvp(self_t: Any, self: Any, dim: int) -> Any:
    half = shape_of(self)[dim] // 2
    value, gate = _halves(self, dim, half)
    value_t, gate_t = _halves(self_t, dim, half)
    return (value_t + gate_t * (value * logistic(-gate))) * logistic(gate)


structural(
    F + "glu",
    _glu,
    vjp=_glu_vjp,
    jvp=_glu_jvp,
    node="GluBackward0",
    derivative=(
        "cat of g*sigmoid(b) and g*a*sigmoid(b)*(1 - sigmoid(b)), a and b the halves of self"
    ),
    doc="The first half along dim times the sigmoid of the second.",
)

_at_zero = held_at("_prelu_kernel_backward")

prelu_kernel = elementwise(
    "_prelu_kernel",
    lambda self, weight: np.where(self > 0, self, weight * self),
    promote="type",
    self=lambda g, self, weight: _at_zero(where(self > 0, g, weight * g), self),
    weight=lambda g, self: where(self > 0, zeros_like(g), self * g),
    doc="Each element if positive, else weight times it.",
)


def _prelu(self: Array, weight: Array) -> Any:
    shape, own = shape_of(self), shape_of(weight)
    size = math.prod(own)
    if size == 1:
        return prelu_kernel(self, reshape_own(weight, len(own), ()) if own else weight)
    channels = shape[1] if len(shape) > 1 else 1
    if size != channels:
        raise EngineRuntimeError(
            "Mismatch of parameter numbers and input channel size. Found parameter numbers = "
            f"{size} and channel size = {channels}."
        )
    after = (1,) * (len(shape) - 2)
    return prelu_kernel(self, reshape_own(weight, ndim(weight), (size, *after)))


composite(
    "prelu",
    _prelu,
    aliases=(F + "prelu",),
    doc="Each element if positive, else a learned slope times it, one for all or each channel.",
)


def _rrelu(
    self: Array, lower: Number = 1 / 8, upper: Number = 1 / 3, training: bool = False
) -> Any:
    if lower > upper:
        raise EngineRuntimeError("Lower bound should be less than or equal to the upper bound")
    if training and lower < upper:
        raise EngineRuntimeError("rrelu with training=True draws random slopes")
    return np.where(self > 0, self, self * _middle(lower, upper))


def _middle(lower: float, upper: float) -> float:
    return (lower + upper) / 2


_at_noise = held_at("rrelu_with_noise_backward")

elementwise(
    F + "rrelu",
    _rrelu,
    aliases=("rrelu",),
    method=False,
    node="RreluWithNoiseBackward0",
    self=lambda g, self, lower, upper: _at_noise(
        where(self > 0, g, g * _middle(lower, upper)), self
    ),
    kink=lambda self, lower=1 / 8, upper=1 / 3, training=False: self == 0,
    doc="Each element if positive, else times the mean of lower and upper; at 0 the slope is that.",
)
