"""RMSprop: gradients divided by the root of their running mean square."""

from __future__ import annotations

from typing import Any

import numpy as np

from ...ops.inplace import store
from ...tensor import Tensor
from .optimizer import Group
from .rounding import plus_product, plus_quotient, plus_scaled, towards
from .settings import check_lr, check_not_negative, number
from .stepwise import (
    Kept,
    StepwiseOptimizer,
    counted,
    decayed,
    filled,
    mean_square,
    scalar,
    set_to,
)


class RMSprop(StepwiseOptimizer):
    """Each gradient divided by its usual size; centered, by its usual deviation."""

    def __init__(
        self,
        params: Any,
        lr: Any = 1e-2,
        alpha: float = 0.99,
        eps: float = 1e-8,
        weight_decay: float = 0,
        momentum: float = 0,
        centered: bool = False,
        capturable: bool = False,
        foreach: bool | None = None,
        maximize: bool = False,
        differentiable: bool = False,
    ) -> None:
        check_lr(lr)
        check_not_negative(epsilon=eps, momentum=momentum, weight_decay=weight_decay, alpha=alpha)
        defaults = {
            "lr": lr,
            "momentum": momentum,
            "alpha": alpha,
            "eps": eps,
            "centered": centered,
            "weight_decay": weight_decay,
            "capturable": capturable,
            "foreach": foreach,
            "maximize": maximize,
            "differentiable": differentiable,
        }
        super().__init__(params, defaults)

    def _fresh(self, p: Tensor, group: Group) -> Kept:
        """No steps, and zeros for what the settings ask to be kept."""
        kept = {"step": scalar(0.0), "square_avg": filled(p, 0)}
        if group["momentum"] > 0:
            kept["momentum_buffer"] = filled(p, 0)
        if group["centered"]:
            kept["grad_avg"] = filled(p, 0)
        return kept

    def _update(self, p: Tensor, grad: np.ndarray, kept: Kept, group: Group) -> None:
        """Take the gradient into the mean square, and move."""
        counted(kept)
        lr, alpha = number(group["lr"]), group["alpha"]
        grad = decayed(p, grad, group)
        size = mean_square(kept["square_avg"], grad, alpha)
        if group["centered"]:
            mean = kept["grad_avg"]
            centre = set_to(mean, towards(mean.array(), grad, 1 - alpha))
            size = plus_product(size, centre, centre, -1)
        below = np.sqrt(size) + group["eps"]
        if group["momentum"] > 0:
            buffer = kept["momentum_buffer"]
            moving = buffer.array() * group["momentum"]
            moving = set_to(buffer, plus_quotient(moving, grad, below))
            store(p, plus_scaled(p.array(), moving, -lr))
        else:
            store(p, plus_quotient(p.array(), grad, below, -lr))
