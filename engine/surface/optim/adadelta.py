"""Adadelta: gradients scaled by the usual size of steps over the usual size of gradients."""

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
from .rounding import plus_product, plus_scaled


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

    def update(self, p: Tensor, grad: np.ndarray, kept: dict, group: Group) -> None:
        """Take gradient and step into their mean squares, and move."""
        if not kept:
            kept["step"] = scalar(0.0)
            kept["square_avg"] = zeros_like(p)
            kept["acc_delta"] = zeros_like(p)
        counted(kept)
        rho, eps = group["rho"], group["eps"]
        if group["weight_decay"] != 0:
            grad = plus_scaled(grad, p.array(), group["weight_decay"])
        square, steps = kept["square_avg"], kept["acc_delta"]
        size = set_to(square, plus_product(square.array() * rho, grad, grad, 1 - rho))
        move = np.sqrt(steps.array() + eps) / np.sqrt(size + eps) * grad
        store(steps, plus_product(steps.array() * rho, move, move, 1 - rho))
        store(p, plus_scaled(p.array(), move, -number(group["lr"])))
