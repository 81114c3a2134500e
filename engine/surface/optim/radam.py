"""RAdam: Adam that waits with its division until the mean square is reliable."""

from __future__ import annotations

from typing import Any

import numpy as np

from ...ops.inplace import store
from ...tensor import Tensor
from .optimizer import Group
from .settings import check_moments, check_not_negative, number
from .stepwise import Kept, StepwiseOptimizer, counted, decayed, filled, mean, mean_square, scalar


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
        check_moments(lr, eps, betas)
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

    def _fresh(self, p: Tensor, group: Group) -> Kept:
        """No steps, and zeros for both means."""
        return {"step": scalar(0.0), "exp_avg": filled(p, 0), "exp_avg_sq": filled(p, 0)}

    def _update(self, p: Tensor, grad: np.ndarray, kept: Kept, group: Group) -> None:
        """Take the gradient into both means, and move by them."""
        beta1, beta2 = group["betas"]
        step = counted(kept)
        grad = decayed(p, grad, group)
        average = mean(kept, grad, beta1)
        square = mean_square(kept["exp_avg_sq"], grad, beta2)
        move = average / (1 - beta1**step) * number(group["lr"])
        correction = 1 - beta2**step
        limit = 2 / (1 - beta2) - 1
        length = limit - 2 * step * (beta2**step) / correction
        if length > 5.0:
            adaptive = 1 / (np.sqrt(square) + group["eps"]) * correction**0.5
            move = move * adaptive * _rectified(length, limit)
        store(p, p.array() - move)


def _rectified(length: float, limit: float) -> float:
    """What the variance of the adaptive rate is corrected with; the lengths are of its window."""
    above = (length - 4) * (length - 2) * limit
    return (above / ((limit - 4) * (limit - 2) * length)) ** 0.5
