"""Stochastic gradient descent, with momentum and weight decay."""

from __future__ import annotations

from typing import Any

import numpy as np

from ...ops.inplace import store
from ...tensor import Tensor
from .optimizer import Group
from .rounding import plus_scaled
from .settings import check_lr, number
from .stepwise import Kept, StepwiseOptimizer, decayed


class SGD(StepwiseOptimizer):
    """Each parameter moves against its gradient, or along a running sum of gradients."""

    def __init__(
        self,
        params: Any,
        lr: Any = 1e-3,
        momentum: float = 0,
        dampening: float = 0,
        weight_decay: float = 0,
        nesterov: bool = False,
        *,
        maximize: bool = False,
        foreach: bool | None = None,
        differentiable: bool = False,
        fused: bool | None = None,
    ) -> None:
        check_lr(lr)
        if momentum < 0.0:
            raise ValueError(f"Invalid momentum value: {momentum}")
        if number(weight_decay) < 0.0:
            raise ValueError(f"Invalid weight_decay value: {weight_decay}")
        defaults = {
            "lr": lr,
            "momentum": momentum,
            "dampening": dampening,
            "weight_decay": weight_decay,
            "nesterov": nesterov,
            "maximize": maximize,
            "foreach": foreach,
            "differentiable": differentiable,
            "fused": fused,
        }
        if nesterov and (momentum <= 0 or dampening != 0):
            raise ValueError("Nesterov momentum requires a momentum and zero dampening")
        super().__init__(params, defaults)

    def _update(self, p: Tensor, grad: np.ndarray, kept: Kept, group: Group) -> None:
        """Move by the gradient, or by the momentum that it adds to."""
        grad, momentum = decayed(p, grad, group), group["momentum"]
        if momentum != 0:
            buffer = kept.get("momentum_buffer")
            if buffer is None:
                buffer = kept["momentum_buffer"] = Tensor(np.array(grad))
            else:
                sum_ = plus_scaled(buffer.array() * momentum, grad, 1 - group["dampening"])
                store(buffer, sum_)
            moving = buffer.array()
            grad = plus_scaled(grad, moving, momentum) if group["nesterov"] else moving
        store(p, plus_scaled(p.array(), grad, -number(group["lr"])))
