"""NAdam: Adam with Nesterov's momentum."""

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
from .rounding import plus_product, plus_quotient, plus_scaled, towards


class NAdam(StepwiseOptimizer):
    """Adam that looks ahead along a momentum which grows with the steps."""

    def __init__(
        self,
        params: Any,
        lr: Any = 2e-3,
        betas: Any = (0.9, 0.999),
        eps: float = 1e-8,
        weight_decay: float = 0,
        momentum_decay: float = 4e-3,
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
        check_not_negative(weight_decay=weight_decay, momentum_decay=momentum_decay)
        defaults = {
            "lr": lr,
            "betas": betas,
            "eps": eps,
            "weight_decay": weight_decay,
            "momentum_decay": momentum_decay,
            "decoupled_weight_decay": decoupled_weight_decay,
            "maximize": maximize,
            "foreach": foreach,
            "capturable": capturable,
            "differentiable": differentiable,
        }
        super().__init__(params, defaults)

    def update(self, p: Tensor, grad: np.ndarray, kept: dict, group: Group) -> None:
        """Take the gradient into both means, and move by them and by the gradient."""
        if not kept:
            kept["step"] = scalar(0.0)
            kept["mu_product"] = scalar(1.0)
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
        fade = group["momentum_decay"]
        momentum = beta1 * (1.0 - 0.5 * (0.96 ** (step * fade)))
        coming = beta1 * (1.0 - 0.5 * (0.96 ** ((step + 1) * fade)))
        product = kept["mu_product"]
        store(product, product.array() * momentum)
        mean, square = kept["exp_avg"], kept["exp_avg_sq"]
        store(mean, towards(mean.array(), grad, 1 - beta1))
        store(square, plus_product(square.array() * beta2, grad, grad, 1 - beta2))
        below = np.sqrt(square.array() / (1 - beta2**step)) + group["eps"]
        now = product.item()
        by_grad = -lr * (1.0 - momentum) / (1.0 - now)
        by_mean = (-lr * coming) / (1.0 - now * coming)
        store(p, plus_quotient(p.array(), grad, below, by_grad))
        store(p, plus_quotient(p.array(), mean.array(), below, by_mean))
