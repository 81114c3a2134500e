"""RMSprop: gradients divided by the root of their running mean square."""

from __future__ import annotations

from typing import Any

import numpy as np

from ...ops.inplace import store
from ...tensor import Tensor
from .optimizer import (
    Group,
    StepwiseOptimizer,
    check_lr,
    check_not_negative,
    counted,
    number,
    scalar,
    set_to,
    zeros_like,
)
from .rounding import plus_product, plus_quotient, plus_scaled, towards


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
        if not eps >= 0.0:
            raise ValueError(f"Invalid epsilon value: {eps}")
        check_not_negative(momentum=momentum, weight_decay=weight_decay, alpha=alpha)
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

    def update(self, p: Tensor, grad: np.ndarray, kept: dict, group: Group) -> None:
        """Take the gradient into the mean square, and move."""
        if not kept:
            kept["step"] = scalar(0.0)
            kept["square_avg"] = zeros_like(p)
            if group["momentum"] > 0:
                kept["momentum_buffer"] = zeros_like(p)
            if group["centered"]:
                kept["grad_avg"] = zeros_like(p)
        counted(kept)
        lr, alpha = number(group["lr"]), group["alpha"]
        if group["weight_decay"] != 0:
            grad = plus_scaled(grad, p.array(), group["weight_decay"])
        square = kept["square_avg"]
        size = set_to(square, plus_product(square.array() * alpha, grad, grad, 1 - alpha))
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
