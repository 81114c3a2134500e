"""Adam and AdamW: steps by running means of gradients and of their squares."""

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
from .rounding import plus_product, plus_quotient, plus_scaled, towards


class Adam(StepwiseOptimizer):
    """The mean gradient divided by the root of the mean square, both corrected for their start."""

    def __init__(
        self,
        params: Any,
        lr: Any = 1e-3,
        betas: Any = (0.9, 0.999),
        eps: float = 1e-8,
        weight_decay: float = 0,
        amsgrad: bool = False,
        *,
        foreach: bool | None = None,
        maximize: bool = False,
        capturable: bool = False,
        differentiable: bool = False,
        fused: bool | None = None,
        decoupled_weight_decay: bool = False,
    ) -> None:
        check_lr(lr)
        if not eps >= 0.0:
            raise ValueError(f"Invalid epsilon value: {eps}")
        check_betas(betas)
        check_not_negative(weight_decay=weight_decay)
        if len({isinstance(b, float) for b in betas}) > 1 or not isinstance(
            betas[0], float | Tensor
        ):
            raise ValueError("betas must be either both floats or both Tensors")
        defaults = {
            "lr": lr,
            "betas": tuple(betas),
            "eps": eps,
            "weight_decay": weight_decay,
            "amsgrad": amsgrad,
            "maximize": maximize,
            "foreach": foreach,
            "capturable": capturable,
            "differentiable": differentiable,
            "fused": fused,
            "decoupled_weight_decay": decoupled_weight_decay,
        }
        super().__init__(params, defaults)

    def update(self, p: Tensor, grad: np.ndarray, kept: dict, group: Group) -> None:
        """Take the gradient into both means, and move by them."""
        if not kept:
            kept["step"] = scalar(0.0)
            kept["exp_avg"] = zeros_like(p)
            kept["exp_avg_sq"] = zeros_like(p)
            if group["amsgrad"]:
                kept["max_exp_avg_sq"] = zeros_like(p)
        lr, decay = number(group["lr"]), group["weight_decay"]
        beta1, beta2 = map(number, group["betas"])
        step = counted(kept)
        if decay != 0:
            if group["decoupled_weight_decay"]:
                store(p, p.array() * (1 - lr * decay))
            else:
                grad = plus_scaled(grad, p.array(), decay)
        mean, square = kept["exp_avg"], kept["exp_avg_sq"]
        store(mean, towards(mean.array(), grad, 1 - beta1))
        store(square, plus_product(square.array() * beta2, grad, grad, 1 - beta2))
        size = square.array()
        if group["amsgrad"]:
            largest = kept["max_exp_avg_sq"]
            size = set_to(largest, np.maximum(largest.array(), size))
        below = np.sqrt(size) / (1 - beta2**step) ** 0.5 + group["eps"]
        move = -(lr / (1 - beta1**step))
        store(p, plus_quotient(p.array(), mean.array(), below, move))
