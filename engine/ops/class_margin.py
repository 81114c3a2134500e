"""Losses that ask the scores of right classes to exceed those of the others by a margin.

Samples are the rows of a matrix, or one vector. A sample's loss has a slope in each of its
scores; the rules multiply that by the cotangent of the sample.
"""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from ..dtypes import of
from ..errors import EngineRuntimeError, EngineValueError
from ..kinds import Array, Index, Number, Setting
from ..registry import plain, structural
from .axis import pick, put_back
from .choose import where
from .held import held_at
from .lead import ndim, shape_of, sum_axes, unsqueeze_own
from .loss import check_reduction, reduce_in_double

F = "nn.functional."


def _sample_vjp(g: Any, slopes: Any, reduction: str, aligned: bool) -> Any:
    """The cotangent of the scores. `aligned`: `g` has an axis in place of the classes."""
    if reduction != "none":
        samples = math.prod(shape_of(slopes)[:-1]) if reduction == "mean" else 1
        g = unsqueeze_own(g, tuple(range(-ndim(slopes), 0))) / max(1, samples)
    elif not aligned:
        g = unsqueeze_own(g, (-1,))
    return g * slopes


def _sample_jvp(t: Any, slopes: Any, reduction: str, aligned: bool) -> Any:
    if not ndim(slopes):
        return t * slopes
    losses = sum_axes(t * slopes, (-1,), aligned and reduction == "none")
    if reduction == "none":
        return losses
    samples = math.prod(shape_of(slopes)[:-1]) if reduction == "mean" else 1
    return sum_axes(losses, tuple(range(1 - ndim(slopes), 0)), False) / max(1, samples)


# -- one right class a sample


def _right_column(target: Index, shape: Setting) -> Any:
    return np.reshape(target, (*shape[:-1], 1))


right_column = plain("_right_column", _right_column, doc="Class numbers as a column.")


def _wrong_classes(column: Index, classes: Setting) -> Any:
    return np.arange(classes) != column


wrong_classes = plain("_wrong_classes", _wrong_classes, doc="Which classes are not the right one.")


def _right_weights(column: Index, weight: Index | None, dtype: Setting) -> Any:
    values = np.ones(column.shape) if weight is None else weight[column]
    return values.astype(dtype.np)


right_weights = plain("_right_weights", _right_weights, doc="The weights of the right classes.")


def _check_scores(scores: np.ndarray, target: np.ndarray, weight: Any, p: float) -> None:
    if p not in (1, 2):
        raise EngineValueError("only p == 1 and p == 2 supported")
    if scores.ndim > 2:
        raise EngineRuntimeError(
            "Expected non-empty vector or matrix with optional 0-dim batch size, but got: "
            f"{list(scores.shape)}"
        )
    if target.size != math.prod(scores.shape[:-1]) or target.ndim < scores.ndim - 1:
        raise EngineRuntimeError(
            "multi_margin_loss: target tensor should be 1-D with size equal to the number of "
            f"input samples (batch size). Expected target size {list(scores.shape[:-1])}, but "
            f"got {list(target.shape)}. Input has shape {list(scores.shape)}."
        )
    classes = scores.shape[-1] if scores.ndim else 1
    if np.any((target < 0) | (target >= classes)):
        raise EngineRuntimeError("target out of range")
    if weight is not None and np.size(weight) != classes:
        raise EngineRuntimeError(
            f"inconsistent weight size, expected {classes} but got {list(weight.shape)}"
        )


def _multi_margin(
    self: Array,
    target: Index,
    p: Number = 1,
    margin: Number = 1.0,
    weight: Index | None = None,
    reduction: str = "mean",
) -> Any:
    check_reduction(reduction)
    scores, goal = np.asarray(self), np.asarray(target)
    _check_scores(scores, goal, weight, p)
    scores = np.atleast_1d(scores)
    column = _right_column(goal, scores.shape)
    slack = scores - np.take_along_axis(scores, column, -1) + margin
    slack = np.where(_wrong_classes(column, scores.shape[-1]), np.maximum(slack, 0), 0)
    weights = _right_weights(column, weight, of(scores))
    losses = np.sum(weights * slack**p, axis=-1) / scores.shape[-1]
    return reduce_in_double(losses.reshape(goal.shape), reduction)


def _multi_margin_slopes(
    self: Any, target: Any, p: float, margin: float, weight: Any, dtype: Any
) -> Any:
    shape = shape_of(self)
    if not shape:  # one class, and no other that it should exceed
        return self * 0
    column = right_column(target, shape)
    slack = self - pick(self, column, shape, -1, True) + margin
    active = (slack > 0) & wrong_classes(column, shape[-1])
    each = right_weights(column, weight, dtype) / shape[-1]
    pull = where(active, each if p == 1 else 2 * slack * each, 0.0)
    return pull - put_back(sum_axes(pull, (-1,), True), column, shape, -1, True)


_at_classes = held_at("multi_margin_loss_backward", implemented=False)

structural(
    F + "multi_margin_loss",
    _multi_margin,
    vjp=lambda g, self, target, p, margin, weight, reduction, self_dtype: _at_classes(
        _sample_vjp(
            g,
            _multi_margin_slopes(self, target, p, margin, weight, self_dtype),
            reduction,
            ndim(target) == ndim(self),
        ),
        self,
    ),
    jvp=lambda self_t, self, target, p, margin, weight, reduction, self_dtype: _sample_jvp(
        self_t,
        _multi_margin_slopes(self, target, p, margin, weight, self_dtype),
        reduction,
        ndim(target) == ndim(self),
    ),
    node="MultiMarginLossBackward0",
    derivative=(
        "p*g*weight*(margin - x_y + x_i)^(p - 1) over their number where positive, and "
        "minus the sum at y"
    ),
    doc="The sum over the wrong classes of max(0, margin - x[right] + x)^p, over their number.",
)


# -- several right classes a sample


def _right_pairs(scores: np.ndarray, target: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """For each place in `target` (up to the first -1) and class: the slack, 0 where it is
    negative or the class is a right one. Also the class numbers, 0 after the first -1.
    """
    classes = scores.shape[-1]
    valid = np.cumsum(target < 0, axis=-1) == 0
    at = np.where(valid, target, 0)
    right = np.any((at[..., None] == np.arange(classes)) & valid[..., None], axis=-2)
    slack = 1 - np.take_along_axis(scores, at, -1)[..., None] + scores[..., None, :]
    counted = valid[..., None] & ~right[..., None, :]
    return np.where(counted, np.maximum(slack, 0), 0), at


def _check_labels(scores: np.ndarray, target: np.ndarray) -> None:
    if scores.ndim > 2:
        raise EngineRuntimeError(
            "Expected non-empty vector or matrix with optional 0-dim batch size, but got: "
            f"{list(scores.shape)}"
        )
    if target.shape != scores.shape:
        raise EngineRuntimeError(
            f"inconsistent target size: {list(target.shape)} for input of size: "
            f"{list(scores.shape)}"
        )
    if target.size and (target.min() < -1 or target.max() >= max((1, *scores.shape[-1:]))):
        raise EngineRuntimeError("argument #2 'target' is out of range")


def _multilabel_margin(self: Array, target: Index, reduction: str = "mean") -> Any:
    scores, goal = np.asarray(self), np.asarray(target)
    _check_labels(scores, goal)
    scores = np.atleast_1d(scores)
    slack, _ = _right_pairs(scores, np.atleast_1d(goal))
    return reduce_in_double(np.sum(slack, axis=(-1, -2)) / scores.shape[-1], reduction)


def _multilabel_slopes(self: Array, target: Index) -> Any:
    """Constant between the kinks, so that this has no derivative of its own."""
    if not np.ndim(self):
        return np.zeros_like(self)
    active, at = _right_pairs(self, target)
    active = (active > 0) / self.shape[-1]
    out = np.sum(active, axis=-2)
    for place in range(at.shape[-1]):
        column = at[..., place : place + 1]
        pull = np.sum(active[..., place, :], axis=-1, keepdims=True)
        value = np.take_along_axis(out, column, -1) - pull
        np.put_along_axis(out, column, value, -1)
    return out.astype(self.dtype)


multilabel_slopes = plain(
    "_multilabel_slopes", _multilabel_slopes, doc="The slopes of multilabel_margin_loss."
)

_at_labels = held_at("multilabel_margin_loss_backward", implemented=False)

structural(
    F + "multilabel_margin_loss",
    _multilabel_margin,
    vjp=lambda g, self, target, reduction: _at_labels(
        _sample_vjp(g, multilabel_slopes(self, target), reduction, not ndim(self)), self
    ),
    jvp=lambda self_t, self, target, reduction: _sample_jvp(
        self_t, multilabel_slopes(self, target), reduction, not ndim(self)
    ),
    node="MultilabelMarginLossBackward0",
    derivative=(
        "g over their number for each pair closer than 1: up for the wrong class, down "
        "for the right"
    ),
    doc="The sum of max(0, 1 - x[right] + x[wrong]) over all pairs, over the number of classes.",
)
