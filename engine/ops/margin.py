"""Losses that ask for a margin: hinge, ranking, triplets, and of class scores."""

from __future__ import annotations

from typing import Any

import numpy as np

from .. import shapes
from ..errors import EngineRuntimeError, EngineValueError
from ..kinds import Array, Number, Setting, Tensors
from ..registry import composite, structural
from .activation import logistic, logsigmoid
from .arithmetic import add_number
from .choose import minimum, where
from .distance import pairwise_distance
from .lead import ndim, shape_of
from .loss import Slope, loss_jvp, loss_vjp, reduce_raw, reduced
from .public import call
from .reduce import sum_dim

F = "nn.functional."


def _at_least_zero(x: Any) -> Any:
    """The positive part, with slope 1 at 0, as torch's clamp_min has it."""
    return call("clamp_min", x, 0)


# -- of one score or distance


def _soft_margin(self: Array, target: Array, reduction: str = "mean") -> Any:
    shapes.broadcast(shape_of(self), shape_of(target))
    return reduce_raw(np.logaddexp(0, -target * self), reduction)


def _soft_margin_slopes(self: Any, target: Any) -> list[Slope]:
    slack = logistic(-target * self)
    return [lambda c: c * (-target * slack), lambda c: c * (-self * slack)]


structural(
    F + "soft_margin_loss",
    _soft_margin,
    promote="float",
    node="SoftMarginLossBackward0",
    vjp=lambda g, self, target, reduction, needs: loss_vjp(
        g, (self, target), _soft_margin_slopes(self, target), reduction, needs
    ),
    jvp=lambda self_t, target_t, self, target, reduction: loss_jvp(
        (self, target), (self_t, target_t), _soft_margin_slopes(self, target), reduction
    ),
    derivative={
        "self": "-g*target*sigmoid(-target*self)/numel(self)",
        "target": "-g*self*sigmoid(-target*self)/numel(self)",
    },
    doc="The mean or sum of log(1 + exp(-target self)).",
)


def _hinge_embedding(
    self: Array, target: Array, margin: Number = 1.0, reduction: str = "mean"
) -> Any:
    near = where(target != 1, _at_least_zero(margin - self), 0.0)
    return reduced(near + where(target != -1, self, 0.0), reduction)


composite(
    F + "hinge_embedding_loss",
    _hinge_embedding,
    doc="The mean or sum of self where target is 1, of max(0, margin - self) where it is -1.",
)


def _margin_ranking(
    input1: Tensors,
    input2: Tensors,
    target: Tensors,
    margin: Number = 0,
    reduction: str = "mean",
) -> Any:
    if not ndim(input1) == ndim(input2) == ndim(target):
        sizes = [f"torch.Size({list(shape_of(x))})" for x in (input1, input2, target)]
        raise EngineRuntimeError(
            "margin_ranking_loss : All input tensors should have same dimension but got sizes: "
            f"input1: {sizes[0]}, input2: {sizes[1]}, target: {sizes[2]} "
        )
    slack = add_number(-target * (input1 - input2), margin)
    return reduced(_at_least_zero(slack), reduction)


composite(
    F + "margin_ranking_loss",
    _margin_ranking,
    doc="The mean or sum of max(0, margin - target (input1 - input2)).",
)


def _check_cosine_sizes(input1: Any, input2: Any, target: Any) -> None:
    axes = ndim(target)
    if axes > 1:
        raise EngineRuntimeError("0D or 1D target tensor expected, multi-target not supported")
    if ndim(input1) != axes + 1 or ndim(input2) != axes + 1:
        raise EngineRuntimeError(
            f"{axes}D target tensor expects {axes + 1}D input tensors, but found inputs with "
            f"sizes {list(shape_of(input1))} and {list(shape_of(input2))}."
        )


def _cosine_embedding(
    input1: Tensors,
    input2: Tensors,
    target: Tensors,
    margin: Number = 0,
    reduction: str = "mean",
) -> Any:
    _check_cosine_sizes(input1, input2, target)
    tiny = 1e-12
    lengths = [sum_dim(x * x, (-1,)) + tiny for x in (input1, input2)]
    cosine = sum_dim(input1 * input2, (-1,)) / call("sqrt", lengths[0] * lengths[1])
    alike = where(target == 1, 1 - cosine, 0.0)
    apart = where(target == -1, _at_least_zero(cosine - margin), 0.0)
    return reduced(alike + apart, reduction)


composite(
    F + "cosine_embedding_loss",
    _cosine_embedding,
    doc="1 - cosine where target is 1, max(0, cosine - margin) where it is -1; mean or sum.",
)


def _check_triplet(anchor: Any, positive: Any, negative: Any, margin: float) -> None:
    if margin <= 0:
        raise EngineValueError(f"margin must be greater than 0, got {margin}")
    axes = [ndim(x) for x in (anchor, positive, negative)]
    if len(set(axes)) > 1:
        raise EngineRuntimeError(
            "The anchor, positive, and negative tensors are expected to have the same number of "
            f"dimensions, but got: anchor {axes[0]}D, positive {axes[1]}D, and negative "
            f"{axes[2]}D inputs"
        )


def _triplet_margin(
    anchor: Tensors,
    positive: Tensors,
    negative: Tensors,
    margin: Number = 1.0,
    p: Number = 2.0,
    eps: Number = 1e-6,
    swap: bool = False,
    reduction: str = "mean",
) -> Any:
    def distance(x: Any, y: Any) -> Any:
        return pairwise_distance(x, y, p, eps)

    return _triplet_with_distance(
        anchor,
        positive,
        negative,
        distance_function=distance,
        margin=margin,
        swap=swap,
        reduction=reduction,
    )


composite(
    F + "triplet_margin_loss",
    _triplet_margin,
    doc="max(0, margin + distance to the positive - distance to the negative); mean or sum.",
)


def _triplet_with_distance(
    anchor: Tensors,
    positive: Tensors,
    negative: Tensors,
    *,
    distance_function: Setting = None,
    margin: Number = 1.0,
    swap: bool = False,
    reduction: str = "mean",
) -> Any:
    _check_triplet(anchor, positive, negative, margin)
    distance = distance_function or pairwise_distance
    near = distance(anchor, positive)
    far = distance(anchor, negative)
    if swap:
        far = minimum(far, distance(positive, negative))
    return reduced(_at_least_zero(margin + near - far), reduction)


composite(
    F + "triplet_margin_with_distance_loss",
    _triplet_with_distance,
    doc="triplet_margin_loss with a function for the distance.",
)


# -- of class scores


def _multilabel_soft_margin(
    self: Array, target: Array, weight: Array | None = None, reduction: str = "mean"
) -> Any:
    losses = -(target * logsigmoid(self) + (1 - target) * logsigmoid(-self))
    if weight is not None:
        losses = losses * weight
    if reduction not in ("mean", "sum", "none"):
        raise EngineValueError(f"{reduction} is not valid")
    return reduced(sum_dim(losses, (-1,)) / shape_of(self)[-1], reduction)


composite(
    F + "multilabel_soft_margin_loss",
    _multilabel_soft_margin,
    doc="binary_cross_entropy_with_logits, averaged over the classes; mean or sum of samples.",
)
