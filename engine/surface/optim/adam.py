"""Adam and AdamW: steps by running means of gradients and of their squares."""

from __future__ import annotations

from typing import Any

import numpy as np

from ...ops.inplace import store
from ...tensor import Tensor
from .optimizer import Group
from .rounding import plus_quotient
from .settings import check_moments, check_not_negative, number
from .stepwise import (
    Kept,
    StepwiseOptimizer,
    counted,
    decayed,
    filled,
    mean,
    mean_square,
    scalar,
    set_to,
)


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
        check_moments(lr, eps, betas)
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

    def _fresh(self, p: Tensor, group: Group) -> Kept:
        """No steps, and zeros for each mean."""
        kept = {"step": scalar(0.0), "exp_avg": filled(p, 0), "exp_avg_sq": filled(p, 0)}
        return kept | {"max_exp_avg_sq": filled(p, 0)} if group["amsgrad"] else kept

    def _update(self, p: Tensor, grad: np.ndarray, kept: Kept, group: Group) -> None:
        """Take the gradient into both means, and move by them."""
        beta1, beta2 = map(number, group["betas"])
        step = counted(kept)
        grad = decayed(p, grad, group)
        average = mean(kept, grad, beta1)
        size = mean_square(kept["exp_avg_sq"], grad, beta2)
        if group["amsgrad"]:
            largest = kept["max_exp_avg_sq"]
            size = set_to(largest, np.maximum(largest.array(), size))
        below = np.sqrt(size) / (1 - beta2**step) ** 0.5 + group["eps"]
        move = -(number(group["lr"]) / (1 - beta1**step))
        store(p, plus_quotient(p.array(), average, below, move))
