"""Losses of a difference: squared, absolute, Huber's; and how losses are reduced.

A loss with a node of its own computes one number an element and averages or sums them. Its
rules are written an element at a time, as slopes by input; `loss_vjp` and `loss_jvp` take
care of the reduction, of broadcasting and of lead axes.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from .. import shapes
from ..errors import EngineRuntimeError, EngineValueError
from ..kernels import sums
from ..kinds import Array, Number
from ..registry import composite, structural
from .choose import where
from .lead import expand_own, ndim, pad_own, shape_of, sum_axes, sum_back, unsqueeze_own
from .reduce import mean_all, sum_all
from .rounding import sign

F = "nn.functional."
REDUCTIONS = ("mean", "sum", "none")


def check_reduction(reduction: str) -> None:
    """Raise torch's error for an unknown way to reduce."""
    if reduction not in REDUCTIONS:
        raise EngineValueError(f"{reduction} is not a valid value for reduction")


def reduced(values: Any, reduction: str) -> Any:
    """The mean or sum of the losses of the elements, or these, by operations with nodes."""
    check_reduction(reduction)
    if reduction == "none":
        return values
    return mean_all(values) if reduction == "mean" else sum_all(values)


def reduce_raw(values: Any, reduction: str) -> Any:
    """The same of a raw value, added up as by sum and mean."""
    array = np.asarray(values)
    if array.dtype.kind != "f" or array.itemsize == 2:
        return reduce_in_double(array, reduction)
    check_reduction(reduction)
    if reduction == "none":
        return array
    total = sums.total(array, tuple(range(-array.ndim, 0)), False)
    return np.true_divide(total, array.size) if reduction == "mean" else total


def reduce_in_double(values: Any, reduction: str) -> Any:
    """The same of a raw value, summed in float64 and rounded once."""
    check_reduction(reduction)
    array = np.asarray(values)
    if reduction == "none":
        return array
    total = np.sum(array, dtype=np.float64 if array.dtype.kind == "f" else None)
    if reduction == "mean":
        total = np.true_divide(total, array.size)
    return total.astype(array.dtype if array.dtype.kind == "f" else total.dtype)


def _spread(g: Any, shape: tuple[int, ...], reduction: str) -> Any:
    """The cotangent of the reduced loss as one that broadcasts to `lead + shape`."""
    if reduction == "none":
        return g
    if reduction == "mean":
        g = g / math.prod(shape) if math.prod(shape) else g
    return unsqueeze_own(g, tuple(range(-len(shape), 0))) if shape else g


Slope = Callable[[Any], Any]


def loss_vjp(
    g: Any, inputs: Sequence[Any], slopes: Sequence[Slope], reduction: str, needs: Sequence[bool]
) -> list:
    """The cotangents of a loss's inputs.

    slopes: for each input, a function from the cotangent of the elements to its part.
    """
    sizes = [shape_of(x) for x in inputs]
    shape = shapes.broadcast_all(sizes)
    lead = ndim(g) - (len(shape) if reduction == "none" else 0)
    spread = _spread(g, shape, reduction)
    return [
        sum_back(expand_own(slope(spread), shape), lead, size) if need else None
        for size, slope, need in zip(sizes, slopes, needs, strict=True)
    ]


def loss_jvp(
    inputs: Sequence[Any], tangents: Sequence[Any], slopes: Sequence[Slope], reduction: str
) -> Any:
    """The tangent of a loss: its inputs' tangents by the same slopes, reduced."""
    shape = shapes.broadcast_all([shape_of(x) for x in inputs])
    total = None
    for x, t, slope in zip(inputs, tangents, slopes, strict=True):
        if t is not None:
            own = ndim(x)
            part = slope(pad_own(t, ndim(t) - own, len(shape) - own))
            total = part if total is None else total + part
    if reduction == "none":
        return total
    total = sum_axes(expand_own(total, shape), tuple(range(-len(shape), 0)), False)
    return total / math.prod(shape) if reduction == "mean" and math.prod(shape) else total


def _difference(self: Any, target: Any) -> Any:
    """self - target of raw values, or torch's error where their shapes do not fit."""
    shapes.broadcast(shape_of(self), shape_of(target))
    return self - target


def _by_difference(slope: Callable, self: Any, target: Any, *settings: float) -> list[Slope]:
    """The slopes of a loss of self - target: opposite in its two inputs."""
    value = slope(self - target, *settings)
    return [lambda c: c * value, lambda c: -(c * value)]


def _mse_loss(self: Array, target: Array, reduction: str = "mean") -> Any:
    difference = _difference(self, target)
    return reduce_raw(difference * difference, reduction)


def _square_slope(difference: Any) -> Any:
    return 2 * difference


mse_loss = structural(
    F + "mse_loss",
    _mse_loss,
    promote="float",
    node="MseLossBackward0",
    vjp=lambda g, self, target, reduction, needs: loss_vjp(
        g, (self, target), _by_difference(_square_slope, self, target), reduction, needs
    ),
    jvp=lambda self_t, target_t, self, target, reduction: loss_jvp(
        (self, target), (self_t, target_t), _by_difference(_square_slope, self, target), reduction
    ),
    derivative={
        "self": "2*g*(self - target)/numel(self)",
        "target": "2*g*(target - self)/numel(self)",
    },
    doc="The mean or sum of (self - target)^2.",
)


def _l1_loss(
    self: Array, target: Array, reduction: str = "mean", weight: Array | None = None
) -> Any:
    return _weighted(abs(self - target), weight, reduction)


def _weighted(losses: Any, weight: Any, reduction: str) -> Any:
    """Reduced losses of elements that have weights: the mean is over the weights."""
    if weight is None:
        return reduced(losses, reduction)
    if shape_of(weight) != shape_of(losses):
        raise EngineValueError("Weights and input must have the same size.")
    total = reduced(losses * weight, "sum" if reduction == "mean" else reduction)
    return total / sum_all(weight) if reduction == "mean" else total


composite(F + "l1_loss", _l1_loss, doc="The mean or sum of |self - target|.")


def _mse_weighted(
    self: Array, target: Array, reduction: str = "mean", weight: Array | None = None
) -> Any:
    if weight is None:
        return mse_loss(self, target, reduction)
    difference = self - target
    return _weighted(difference * difference, weight, reduction)


composite(
    F + "mse_loss:weight", _mse_weighted, doc="The weighted mean or sum of (self - target)^2."
)


def _huber_loss(self: Array, target: Array, reduction: str = "mean", delta: Number = 1.0) -> Any:
    if delta <= 0:
        raise EngineRuntimeError("huber_loss does not support non-positive values for delta.")
    size = np.abs(_difference(self, target))
    losses = np.where(size <= delta, 0.5 * size * size, delta * (size - 0.5 * delta))
    return reduce_raw(losses, reduction)


def _huber_slope(difference: Any, delta: float) -> Any:
    # asked this way round, a nan stays one, as in torch
    return where(abs(difference) > delta, delta * sign(difference), difference)


huber_loss = structural(
    F + "huber_loss",
    _huber_loss,
    promote="float",
    node="HuberLossBackward0",
    vjp=lambda g, self, target, reduction, delta, needs: loss_vjp(
        g, (self, target), _by_difference(_huber_slope, self, target, delta), reduction, needs
    ),
    jvp=lambda self_t, target_t, self, target, reduction, delta: loss_jvp(
        (self, target),
        (self_t, target_t),
        _by_difference(_huber_slope, self, target, delta),
        reduction,
    ),
    derivative={
        "self": "g*clamp(self - target, -delta, delta)/numel(self)",
        "target": "g*clamp(target - self, -delta, delta)/numel(self)",
    },
    doc="The mean or sum of d^2 / 2 for differences d up to delta, linear beyond.",
    source="Huber 1964",
)


def _huber_weighted(
    self: Array,
    target: Array,
    reduction: str = "mean",
    delta: Number = 1.0,
    weight: Array | None = None,
) -> Any:
    if weight is None:
        return huber_loss(self, target, reduction, delta)
    if shape_of(weight) != shape_of(self):
        raise EngineValueError("Weights and input must have the same size.")
    return reduced(huber_loss(self, target, "none", delta) * weight, reduction)


composite(F + "huber_loss:weight", _huber_weighted, doc="huber_loss times weights.")


def _smooth_l1(self: Array, target: Array, reduction: str = "mean", beta: Number = 1.0) -> Any:
    size = np.abs(_difference(self, target))
    return reduce_raw(np.where(size < beta, 0.5 * size * size / beta, size - 0.5 * beta), reduction)


def _smooth_slope(difference: Any, beta: float) -> Any:
    return where(abs(difference) >= beta, sign(difference), difference / beta)


smooth_l1 = structural(
    "_smooth_l1_loss",
    _smooth_l1,
    promote="float",
    node="SmoothL1LossBackward0",
    vjp=lambda g, self, target, reduction, beta, needs: loss_vjp(
        g, (self, target), _by_difference(_smooth_slope, self, target, beta), reduction, needs
    ),
    jvp=lambda self_t, target_t, self, target, reduction, beta: loss_jvp(
        (self, target),
        (self_t, target_t),
        _by_difference(_smooth_slope, self, target, beta),
        reduction,
    ),
    doc="The mean or sum of d^2 / (2 beta) for differences d below beta, |d| - beta/2 beyond.",
)


def _smooth_l1_loss(self: Array, target: Array, reduction: str = "mean", beta: Number = 1.0) -> Any:
    if beta < 0:
        raise EngineRuntimeError("smooth_l1_loss does not support negative values for beta.")
    return smooth_l1(self, target, reduction, beta) if beta else _l1_loss(self, target, reduction)


composite(
    F + "smooth_l1_loss",
    _smooth_l1_loss,
    doc="The mean or sum of d^2 / (2 beta) for differences d below beta, |d| - beta/2 beyond.",
)
