"""Adamax: Adam with the largest gradient in place of the mean square."""

from __future__ import annotations

from typing import Any

import numpy as np

from ...ops.inplace import store
from ...tensor import Tensor
from .optimizer import Group
from .rounding import plus_quotient
from .settings import check_moments, check_not_negative, number
from .stepwise import Kept, StepwiseOptimizer, counted, decayed, filled, mean, scalar, set_to


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
        check_moments(lr, eps, betas)
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

    def _fresh(self, p: Tensor, group: Group) -> Kept:
        """No steps, and zeros for the mean and the maximum."""
        return {"step": scalar(0.0), "exp_avg": filled(p, 0), "exp_inf": filled(p, 0)}

    def _update(self, p: Tensor, grad: np.ndarray, kept: Kept, group: Group) -> None:
        """Take the gradient into mean and maximum, and move by them."""
        beta1, beta2 = group["betas"]
        step = counted(kept)
        grad = decayed(p, grad, group)
        average, largest = mean(kept, grad, beta1), kept["exp_inf"]
        sizes = np.abs(grad) + group["eps"]
        below = set_to(largest, np.maximum(largest.array() * beta2, sizes))
        move = -(number(group["lr"]) / (1 - beta1**step))
        store(p, plus_quotient(p.array(), average, below, move))
