"""Losses of class scores against class numbers or class probabilities.

Classes lie along axis 1, or along the only axis of one sample; targets are one axis shorter.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

import numpy as np

from ..apply import wants
from ..dtypes import SCALAR_TYPE_NAMES, of
from ..errors import EngineIndexError, EngineRuntimeError, EngineValueError
from ..kinds import Array, Index, Number, Setting, Tensors
from ..registry import composite, linear, plain
from .arithmetic import div_number, mul_number
from .axis import pick, put_back
from .choose import where
from .held import held_at
from .lead import ndim, reshape_own, shape_of, sum_axes, unsqueeze_own
from .loss import check_reduction, reduced
from .public import call
from .reduce import sum_all
from .softmax import log_softmax

F = "nn.functional."


def class_dim(shape: tuple[int, ...]) -> int:
    """The axis of the classes, counted from the end."""
    return -1 if len(shape) == 1 else 1 - len(shape)


def _check_target(shape: tuple[int, ...], target: np.ndarray, ignore_index: int) -> None:
    """Raise torch's errors for targets of the wrong shape, dtype or range."""
    count = target.shape[0] if target.ndim else 0
    if len(shape) > 1 and shape[0] != count:
        raise EngineValueError(
            f"Expected input batch_size ({shape[0]}) to match target batch_size ({count})."
        )
    if len(shape) <= 2 and target.ndim > 1:
        raise EngineRuntimeError("0D or 1D target tensor expected, multi-target not supported")
    if len(shape) > 2 and target.shape != shape[:1] + shape[2:]:
        raise EngineRuntimeError(
            f"Expected target size {list(shape[:1] + shape[2:])}, got {list(target.shape)}"
        )
    if target.dtype.name not in ("int64", "uint8"):
        given = SCALAR_TYPE_NAMES[of(target).name]
        raise EngineRuntimeError(f"expected target dtype to be Long or Byte, but got {given}")
    classes = shape[class_dim(shape)]
    wrong = target[(target != ignore_index) & ((target < 0) | (target >= classes))]
    if wrong.size:
        raise EngineIndexError(f"Target {wrong.flat[0]} is out of bounds.")


def _check_weight(weight: Any, classes: int, start: str = "") -> None:
    if weight is not None and shape_of(weight) != (classes,):
        raise EngineRuntimeError(
            f"{start}weight tensor should be defined either for all {classes} classes or no "
            f"classes but got weight tensor of shape: {list(shape_of(weight))}"
        )


def _nll_slopes(
    target: Index, weight: Index | None, ignore_index: Setting, reduction: Setting, dtype: Setting
) -> Any:
    """What the picked score of each sample is multiplied by: less its weight, or 0 if ignored."""
    kept = target != ignore_index
    factors = np.asarray(kept, np.float64)
    if weight is not None:
        factors = np.where(kept, weight[np.where(kept, target, 0)], 0.0)
    if reduction == "mean":
        factors = np.where(kept, factors / np.sum(factors, dtype=np.float64), 0.0)
    return np.where(kept, -factors, 0.0).astype(dtype.np)


nll_slopes = plain("_nll_slopes", _nll_slopes, doc="The slopes of nll_loss in the picked scores.")


def _kept_target(target: Index, ignore_index: Setting) -> Any:
    return np.where(target == ignore_index, 0, target)


kept_target = plain("_kept_target", _kept_target, doc="Class numbers, 0 where they are ignored.")


def _nll(
    self: Array,
    target: Index,
    weight: Index | None = None,
    ignore_index: int = -100,
    reduction: str = "mean",
) -> Any:
    check_reduction(reduction)
    scores, goal = np.asarray(self), np.asarray(target)
    _check_target(scores.shape, goal, ignore_index)
    _check_weight(weight, scores.shape[class_dim(scores.shape)])
    slopes = _nll_slopes(goal, weight, ignore_index, reduction, of(scores))
    at = _kept_target(goal, ignore_index)
    picked = pick(scores, at, scores.shape, class_dim(scores.shape), False)
    losses = np.where(slopes == 0, 0.0, picked * slopes)
    if reduction == "none":
        return losses.astype(scores.dtype)
    if reduction == "mean" and not np.any(goal != ignore_index):
        return np.asarray(np.nan, scores.dtype)
    return np.sum(losses, dtype=np.float64).astype(scores.dtype)


_AT_SCORES = {False: held_at("nll_loss_backward"), True: held_at("nll_loss2d_backward")}


def _nll_vjp(
    g: Any,
    self: Any,
    target: Any,
    weight: Any,
    ignore_index: int,
    reduction: str,
    self_shape: tuple,
    self_dtype: Any,
) -> Any:
    own = ndim(target)
    c = unsqueeze_own(g, tuple(range(-own, 0))) if reduction != "none" and own else g
    c = c * nll_slopes(target, weight, ignore_index, reduction, self_dtype)
    at = kept_target(target, ignore_index)
    slope = put_back(c, at, self_shape, class_dim(self_shape), False)
    return _AT_SCORES[len(self_shape) > 2](slope, self)


def _nll_jvp(
    self_t: Any,
    target: Any,
    weight: Any,
    ignore_index: int,
    reduction: str,
    self_shape: tuple,
    self_dtype: Any,
) -> Any:
    at = kept_target(target, ignore_index)
    picked = pick(self_t, at, self_shape, class_dim(self_shape), False)
    losses = picked * nll_slopes(target, weight, ignore_index, reduction, self_dtype)
    own = ndim(target)
    return losses if reduction == "none" else sum_axes(losses, tuple(range(-own, 0)), False)


def _nll_row(name: str, node: str) -> Callable:
    return linear(
        name,
        _nll,
        node=node,
        vjp=_nll_vjp,
        jvp=_nll_jvp,
        method=False,
        doc="The mean or sum of -weight[t] x[t] for the class t of each sample.",
    )


nll_one_axis = _nll_row("_nll_loss", "NllLossBackward0")
nll_more_axes = _nll_row("_nll_loss2d", "NllLoss2DBackward0")


def _nll_weighted(self: Any, target: Any, weight: Any, ignore_index: int, reduction: str) -> Any:
    """nll_loss by operations that give the weights a gradient, which torch refuses."""
    at = kept_target(target, ignore_index)
    each = call("take", weight, at) * (target != ignore_index)
    losses = nll_loss(self, target, None, ignore_index, "none") * each
    return sum_all(losses) / sum_all(each) if reduction == "mean" else reduced(losses, reduction)


def nll_loss(
    self: Array,
    target: Index,
    weight: Array | None = None,
    ignore_index: int = -100,
    reduction: str = "mean",
) -> Any:
    """nll_loss with its node in torch: one for up to one axis of samples, another for more."""
    axes = ndim(self)
    if not axes:
        raise EngineValueError("Expected 1 or more dimensions (got 0)")
    if axes == 1 and ndim(target) == 1:
        losses = nll_loss(self, target[0], weight, ignore_index, reduction)
        return unsqueeze_own(losses, (-1,)) if reduction == "none" else losses
    if wants(weight):
        return _nll_weighted(self, target, weight, ignore_index, reduction)
    row = nll_one_axis if axes <= 2 else nll_more_axes
    return row(self, target, weight, ignore_index, reduction)


composite(
    F + "nll_loss", nll_loss, doc="The mean or sum of -weight[t] x[t] for the class t of samples."
)


# -- from scores that are not yet logarithms of probabilities


def _soft_cross_entropy(
    self: Any, target: Any, weight: Any, reduction: str, smoothing: float
) -> Any:
    """Cross entropy against probabilities of the classes."""
    dim = class_dim(shape_of(self))
    classes = shape_of(self)[dim]
    if smoothing:
        target = target * (1 - smoothing) + smoothing / classes
    terms = log_softmax(self, dim) * target
    if weight is not None:
        terms = terms * _along_classes(weight, self)
    check_reduction(reduction)
    if reduction == "none":
        return -call("sum", terms, dim)
    total = -sum_all(terms)
    if reduction == "sum":
        return total
    return div_number(total, math.prod(shape_of(self)) // classes)


def _along_classes(weight: Any, scores: Any) -> Any:
    """Weights of the classes, shaped to broadcast against the scores."""
    after = -class_dim(shape_of(scores)) - 1
    return unsqueeze_own(weight, tuple(range(-after, 0))) if after else weight


def _smoothed_part(logs: Any, target: Any, weight: Any, ignore_index: int, reduction: str) -> Any:
    """The part of the loss that spreads over all classes, for label smoothing."""
    weighted = logs if weight is None else logs * _along_classes(weight, logs)
    kept = target != ignore_index
    losses = where(kept, -call("sum", weighted, class_dim(shape_of(logs))), 0.0)
    if reduction != "mean":
        return reduced(losses, reduction)
    each = (
        kept if weight is None else call("take", weight, kept_target(target, ignore_index)) * kept
    )
    return sum_all(losses) / sum_all(each)


def cross_entropy(
    self: Array,
    target: Tensors,
    weight: Array | None = None,
    ignore_index: int = -100,
    reduction: str = "mean",
    label_smoothing: Number = 0.0,
) -> Any:
    """nll_loss of log_softmax, or the sum of -target log_softmax against probabilities."""
    if not 0 <= label_smoothing <= 1:
        raise EngineRuntimeError(
            f"label_smoothing must be between 0.0 and 1.0. Got: {label_smoothing:g}"
        )
    shape = shape_of(self)
    if not shape:
        raise EngineValueError("Expected 1 or more dimensions (got 0)")
    _check_weight(weight, shape[class_dim(shape)], "cross_entropy: ")
    if shape_of(target) == shape and target.dtype.is_floating_point:
        if ignore_index >= 0:
            raise EngineRuntimeError("ignore_index is not supported for floating point target")
        return _soft_cross_entropy(self, target, weight, reduction, label_smoothing)
    logs = log_softmax(self, class_dim(shape))
    loss = nll_loss(logs, target, weight, ignore_index, reduction)
    if not label_smoothing:
        return loss
    spread = _smoothed_part(logs, target, weight, ignore_index, reduction)
    classes = shape[class_dim(shape)]
    return mul_number(loss, 1 - label_smoothing) + mul_number(spread, label_smoothing / classes)


composite(
    F + "cross_entropy",
    cross_entropy,
    doc="nll_loss of log_softmax along axis 1; targets are class numbers or probabilities.",
)


def _check_scores(shape: tuple, sizes: tuple, bias: Any) -> None:
    """Raise torch's errors for inputs, class weights and a bias that do not go together."""
    if not 1 <= len(shape) <= 2:
        raise EngineRuntimeError(f"expected input with dimensionality 1 or 2, got {len(shape)}")
    if len(sizes) < 2:
        raise EngineRuntimeError(
            f"expected linear_weight with dimensionality at least 2, got {len(sizes)}"
        )
    if shape[-1] != sizes[-1]:
        raise EngineRuntimeError(
            "expected equal input and linear_weight last dimensions (in_features), "
            f"got {shape[-1]} and {sizes[-1]}, respectively"
        )
    if bias is not None and shape_of(bias) != sizes[:-1]:
        raise EngineRuntimeError(f"expected linear_bias shape {sizes[:-1]}, got {shape_of(bias)}")


def _linear_cross_entropy(
    self: Array,
    linear_weight: Array,
    target: Tensors,
    *,
    linear_bias: Array | None = None,
    weight: Array | None = None,
    reduction: str = "mean",
    ignore_index: int | None = None,
    label_smoothing: Number = 0.0,
) -> Any:
    shape, sizes = shape_of(self), shape_of(linear_weight)
    _check_scores(shape, sizes, linear_bias)
    flat = math.prod(sizes[:-1])
    if len(sizes) > 2:
        linear_weight = reshape_own(linear_weight, len(sizes), (flat, sizes[-1]))
        if linear_bias is not None:
            linear_bias = reshape_own(linear_bias, len(sizes) - 1, (flat,))
    logits = call(F + "linear", self, linear_weight, linear_bias)
    if len(sizes) > 2:
        logits = reshape_own(logits, len(shape), shape[:-1] + sizes[:-1])
    if ignore_index is not None and shape_of(target) == shape_of(logits):
        raise EngineRuntimeError(
            "ignore_index cannot be specified when target contains probabilities"
        )
    ignored = -100 if ignore_index is None else ignore_index
    return cross_entropy(logits, target, weight, ignored, reduction, label_smoothing)


composite(
    F + "linear_cross_entropy",
    _linear_cross_entropy,
    doc="cross_entropy of the scores self @ linear_weight.T + linear_bias.",
)
