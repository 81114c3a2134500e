"""Adadelta: gradients scaled by the usual size of steps over the usual size of gradients."""

from __future__ import annotations

from typing import Any

import numpy as np

from ...ops.inplace import store
from ...tensor import Tensor
from .optimizer import Group
from .rounding import plus_scaled
from .settings import check_lr, check_not_negative, number
from .stepwise import Kept, StepwiseOptimizer, counted, decayed, filled, mean_square, scalar


class Adadelta(StepwiseOptimizer):
    """Steps whose size needs no learning rate."""

    def __init__(
        self,
        params: Any,
        lr: Any = 1.0,
        rho: float = 0.9,
        eps: float = 1e-6,
        weight_decay: float = 0,
        foreach: bool | None = None,
        *,
        capturable: bool = False,
        maximize: bool = False,
        differentiable: bool = False,
    ) -> None:
        check_lr(lr)
        if not 0.0 <= rho <= 1.0:
            raise ValueError(f"Invalid rho value: {rho}")
        check_not_negative(epsilon=eps, weight_decay=weight_decay)
        defaults = {
            "lr": lr,
            "rho": rho,
            "eps": eps,
            "weight_decay": weight_decay,
            "maximize": maximize,
            "capturable": capturable,
            "foreach": foreach,
            "differentiable": differentiable,
        }
        super().__init__(params, defaults)

    def _fresh(self, p: Tensor, group: Group) -> Kept:
        """No steps, and zeros for both mean squares."""
        return {"step": scalar(0.0), "square_avg": filled(p, 0), "acc_delta": filled(p, 0)}

    def _update(self, p: Tensor, grad: np.ndarray, kept: Kept, group: Group) -> None:
        """Take gradient and step into their mean squares, and move."""
        counted(kept)
        rho, eps = group["rho"], group["eps"]
        grad = decayed(p, grad, group)
        size, steps = mean_square(kept["square_avg"], grad, rho), kept["acc_delta"]
        move = np.sqrt(steps.array() + eps) / np.sqrt(size + eps) * grad
        mean_square(steps, move, rho)
        store(p, plus_scaled(p.array(), move, -number(group["lr"])))
