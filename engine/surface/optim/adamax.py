"""Adamax: Adam with the largest gradient in place of the mean square."""

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
    set_to,
    zeros_like,
)
from .rounding import plus_quotient, plus_scaled, towards


class Adamax(StepwiseOptimizer):
    """The mean gradient divided by a fading maximum of the gradients' sizes."""

    def __init__(
        self,
        params: Any,
        lr: Any = 2e-3,
        betas: Any = (0.9, 0.999),
        eps: float = 1e-8,
        weight_decay: float = 0,
        foreach: bool | None = None,
        *,
        maximize: bool = False,
        differentiable: bool = False,
        capturable: bool = False,
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
            "foreach": foreach,
            "maximize": maximize,
            "differentiable": differentiable,
            "capturable": capturable,
        }
        super().__init__(params, defaults)

    def update(self, p: Tensor, grad: np.ndarray, kept: dict, group: Group) -> None:
        """Take the gradient into mean and maximum, and move by them."""
        if not kept:
            kept["step"] = scalar(0.0)
            kept["exp_avg"] = zeros_like(p)
            kept["exp_inf"] = zeros_like(p)
        beta1, beta2 = group["betas"]
        step = counted(kept)
        if group["weight_decay"] != 0:
            grad = plus_scaled(grad, p.array(), group["weight_decay"])
        mean, largest = kept["exp_avg"], kept["exp_inf"]
        store(mean, towards(mean.array(), grad, 1 - beta1))
        sizes = np.abs(grad) + group["eps"]
        below = set_to(largest, np.maximum(largest.array() * beta2, sizes))
        move = -(number(group["lr"]) / (1 - beta1**step))
        store(p, plus_quotient(p.array(), mean.array(), below, move))
