"""Losses that are negative log likelihoods: binary cross entropy, Kullback-Leibler, Poisson,
Gaussian. Their classes given by index are in `classify`.
"""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from .. import shapes
from ..errors import EngineRuntimeError, EngineValueError
from ..kinds import Array, Number
from ..registry import composite, elementwise, structural
from ..tensor import Tensor
from .activation import log1p_exp, logistic
from .choose import clamp_min, where
from .exponential import exp, log, log1p, xlogy
from .lead import ndim, shape_of, unsqueeze_own, zeros_like
from .loss import REDUCTIONS, Slope, loss_jvp, loss_vjp, reduce_raw, reduced

F = "nn.functional."


def _times(weight: Any, value: Any) -> Any:
    return value if weight is None else weight * value


# -- of probabilities


def _in_unit_interval(values: Any, what: str) -> None:
    if not np.all((values >= 0) & (values <= 1)):
        raise EngineRuntimeError(f"all elements of {what} should be between 0 and 1")


def _floored_log(x: Any) -> Any:
    """log(x), at least -100, as torch bounds it."""
    return np.maximum(np.log(x), -100)


def _bce(self: Array, target: Array, weight: Array | None = None, reduction: str = "mean") -> Any:
    if shape_of(self) != shape_of(target):
        raise EngineValueError(
            f"Using a target size ({size_text(target)}) that is different to the input size "
            f"({size_text(self)}) is deprecated. Please ensure they have the same size."
        )
    shapes.broadcast(shape_of(self), shape_of(weight))
    _in_unit_interval(self, "input")
    _in_unit_interval(target, "target")
    below = (target - 1) * np.maximum(np.log1p(-self), -100)
    return reduce_raw(_times(weight, below - target * _floored_log(self)), reduction)


def size_text(value: Any) -> str:
    """A shape as torch's messages show it."""
    return f"torch.Size({list(shape_of(value))})"


def _bce_slopes(self: Any, target: Any, weight: Any) -> list[Slope]:
    """torch's formulas: the denominator is at least 1e-12; in the loss alone are logarithms
    at least -100."""

    def low() -> Any:
        return clamp_min(log1p(-self), -100.0)

    def high() -> Any:
        return clamp_min(log(self), -100.0)

    return [
        lambda c: _times(weight, c) * (self - target) / clamp_min((1 - self) * self, 1e-12),
        lambda c: _times(weight, c) * (log1p(-self) - log(self)),
        lambda c: c * ((target - 1) * low() - target * high()),
    ]


bce = structural(
    F + "binary_cross_entropy",
    _bce,
    promote="float",
    node="BinaryCrossEntropyBackward0",
    vjp=lambda g, self, target, weight, reduction, needs: loss_vjp(
        g, (self, target, weight), _bce_slopes(self, target, weight), reduction, needs
    ),
    jvp=lambda self_t, target_t, weight_t, self, target, weight, reduction: loss_jvp(
        (self, target, weight),
        (self_t, target_t, weight_t),
        _bce_slopes(self, target, weight),
        reduction,
    ),
    derivative="self: g*(self - target)/(self*(1 - self)) over their number, times weight",
    doc="The mean or sum of -t log(x) - (1 - t) log(1 - x), for probabilities x and t.",
)


# -- of logits


def _bce_logits(
    self: Array,
    target: Array,
    weight: Array | None = None,
    pos_weight: Array | None = None,
    reduction: str = "mean",
) -> Any:
    """(1 - t) softplus(x) + p t softplus(-x): terms of one sign, so that nothing cancels."""
    if shape_of(self) != shape_of(target):
        raise EngineValueError(
            f"Target size ({size_text(target)}) must be the same as input size ({size_text(self)})"
        )
    shapes.broadcast_all([shape_of(self), shape_of(weight), shape_of(pos_weight)])
    losses = (1 - target) * np.logaddexp(0, self)
    losses = losses + _times(pos_weight, target) * np.logaddexp(0, -self)
    return reduce_raw(_times(weight, losses), reduction)


def _logits_slopes(self: Any, target: Any, weight: Any, pos_weight: Any) -> list[Slope]:
    def along_self() -> Any:
        positive = _times(pos_weight, target) * logistic(-self)
        return (1 - target) * logistic(self) - positive

    def along_target() -> Any:
        if pos_weight is None:
            return -self
        return pos_weight * log1p_exp(-self) - log1p_exp(self)

    def losses() -> Any:
        positive = _times(pos_weight, target) * log1p_exp(-self)
        return (1 - target) * log1p_exp(self) + positive

    return [
        lambda c: _times(weight, c) * along_self(),
        lambda c: _times(weight, c) * along_target(),
        lambda c: c * losses(),
        lambda c: _times(weight, c) * (target * log1p_exp(-self)),
    ]


def _logits_jvp(
    self_t: Any,
    target_t: Any,
    weight_t: Any,
    pos_weight_t: Any,
    self: Any,
    target: Any,
    weight: Any,
    pos_weight: Any,
    reduction: str,
) -> Any:
    return loss_jvp(
        (self, target, weight, pos_weight),
        (self_t, target_t, weight_t, pos_weight_t),
        _logits_slopes(self, target, weight, pos_weight),
        reduction,
    )


bce_logits = structural(
    F + "binary_cross_entropy_with_logits",
    _bce_logits,
    promote="float",
    node="BinaryCrossEntropyWithLogitsBackward0",
    vjp=lambda g, self, target, weight, pos_weight, reduction, needs: loss_vjp(
        g,
        (self, target, weight, pos_weight),
        _logits_slopes(self, target, weight, pos_weight),
        reduction,
        needs,
    ),
    jvp=_logits_jvp,
    derivative="self: g*(sigmoid(self) - target) over their number, times weight",
    doc="binary_cross_entropy of sigmoid(x), accurate at any x; pos_weight scales the t part.",
)


# -- of other distributions


def _kl_div(self: Array, target: Array, reduction: str = "mean", log_target: bool = False) -> Any:
    if log_target:
        losses = exp(target) * (target - self)
    else:
        losses = xlogy(target, target) - target * self
    if reduction != "batchmean":
        return reduced(losses, reduction)
    total = reduced(losses, "sum")
    return total / shape_of(self)[0] if ndim(self) else total


composite(
    F + "kl_div",
    _kl_div,
    doc="The mean or sum of target (log(target) - self), self being a log probability.",
)


def _poisson_nll(
    self: Array,
    target: Array,
    log_input: bool = True,
    full: bool = False,
    eps: Number = 1e-8,
    reduction: str = "mean",
) -> Any:
    losses = exp(self) - target * self if log_input else self - target * log(self + eps)
    if full:
        many = target > 1
        safe = where(many, target, 1.0)
        stirling = safe * log(safe) - safe + 0.5 * log(2 * math.pi * safe)
        losses = losses + where(many, stirling, 0.0)
    return reduced(losses, reduction)


composite(
    F + "poisson_nll_loss",
    _poisson_nll,
    doc="The negative log likelihood of target under a Poisson law of rate exp(self), or self.",
)

at_least = elementwise(
    "_at_least",
    lambda self, bound: np.maximum(self, bound),
    promote="type",
    self=lambda g: g,
    bound=lambda g: zeros_like(g),
    shown=lambda self, bound: clamp_min(self, bound),
    doc="Each element, but at least bound; the slope is 1 all the same.",
)


def _sizes_apart(size: tuple[int, ...], own: tuple[int, ...]) -> int:
    """torch's test: the sum of the sizes of `own` that are not those of `size`."""
    return sum(n for m, n in zip(size, own, strict=True) if m != n)


def _gaussian_nll(
    self: Array,
    target: Array,
    var: Array,
    full: bool = False,
    eps: Number = 1e-6,
    reduction: str = "mean",
) -> Any:
    if np.any((var.data if var.__class__ is Tensor else var) < 0):
        raise EngineValueError("var has negative entry/entries")
    size, own = shape_of(self), shape_of(var)
    if own and size != own:
        if size[:-1] == own:
            var = unsqueeze_own(var, (-1,))
        elif len(size) != len(own) or _sizes_apart(size, own) != 1:
            raise EngineValueError("var is of incorrect size")
    if reduction not in REDUCTIONS:
        raise EngineValueError(f"{reduction} is not valid")
    floored = at_least(var, eps)
    difference = self - target
    losses = 0.5 * (log(floored) + difference * difference / floored)
    if full:
        losses = losses + 0.5 * math.log(2 * math.pi)
    return reduced(losses, reduction)


composite(
    F + "gaussian_nll_loss",
    _gaussian_nll,
    doc="The negative log likelihood of target under a normal law of mean self and variance var.",
)
