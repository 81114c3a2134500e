"""RAdam: Adam that waits with its division until the mean square is reliable."""

from __future__ import annotations

from typing import Any

import numpy as np

from ...ops.inplace import store
from ...tensor import Tensor
from .optimizer import (
    Group,
    StepwiseOptimizer,
    check_betas,
    check_lr,
    check_not_negative,
    counted,
    number,
    scalar,
    zeros_like,
)
from .rounding import plus_product, plus_scaled, towards


class RAdam(StepwiseOptimizer):
    """Steps by the mean gradient, rectified once the mean square has seen enough."""

    def __init__(
        self,
        params: Any,
        lr: Any = 1e-3,
        betas: Any = (0.9, 0.999),
        eps: float = 1e-8,
        weight_decay: float = 0,
        decoupled_weight_decay: bool = False,
        *,
        foreach: bool | None = None,
        maximize: bool = False,
        capturable: bool = False,
        differentiable: bool = False,
    ) -> None:
        check_lr(lr)
        if not eps >= 0.0:
            raise ValueError(f"Invalid epsilon value: {eps}")
        check_betas(betas)
        check_not_negative(weight_decay=weight_decay)
        defaults = {
            "lr": lr,
            "betas": betas,
            "eps": eps,
            "weight_decay": weight_decay,
            "maximize": maximize,
            "foreach": foreach,
            "capturable": capturable,
            "decoupled_weight_decay": decoupled_weight_decay,
            "differentiable": differentiable,
        }
        super().__init__(params, defaults)

    def update(self, p: Tensor, grad: np.ndarray, kept: dict, group: Group) -> None:
        """Take the gradient into both means, and move by them."""
        if not kept:
            kept["step"] = scalar(0.0)
            kept["exp_avg"] = zeros_like(p)
            kept["exp_avg_sq"] = zeros_like(p)
        lr, decay = number(group["lr"]), group["weight_decay"]
        beta1, beta2 = group["betas"]
        step = counted(kept)
        if decay != 0:
            if group["decoupled_weight_decay"]:
                store(p, p.array() * (1 - lr * decay))
            else:
                grad = plus_scaled(grad, p.array(), decay)
        mean, square = kept["exp_avg"], kept["exp_avg_sq"]
        store(mean, towards(mean.array(), grad, 1 - beta1))
        store(square, plus_product(square.array() * beta2, grad, grad, 1 - beta2))
        move = mean.array() / (1 - beta1**step) * lr
        correction = 1 - beta2**step
        limit = 2 / (1 - beta2) - 1
        length = limit - 2 * step * (beta2**step) / correction
        if length > 5.0:
            adaptive = 1 / (np.sqrt(square.array()) + group["eps"]) * correction**0.5
            move = move * adaptive * _rectified(length, limit)
        store(p, p.array() - move)


def _rectified(length: float, limit: float) -> float:
    """What the variance of the adaptive rate is corrected with; the lengths are of its window."""
    above = (length - 4) * (length - 2) * limit
    return (above / ((limit - 4) * (limit - 2) * length)) ** 0.5
