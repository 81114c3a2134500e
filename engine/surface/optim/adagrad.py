"""Adagrad: gradients divided by the root of the sum of their squares."""

from __future__ import annotations

from typing import Any

import numpy as np

from ...ops.inplace import store
from ...tensor import Tensor
from .optimizer import Group
from .rounding import plus_product, plus_quotient
from .settings import check_lr, check_not_negative, number
from .stepwise import Kept, StepwiseOptimizer, counted, decayed, filled, scalar, set_to


class Adagrad(StepwiseOptimizer):
    """Each gradient divided by the size of all gradients so far."""

    def __init__(
        self,
        params: Any,
        lr: Any = 1e-2,
        lr_decay: float = 0,
        weight_decay: float = 0,
        initial_accumulator_value: float = 0,
        eps: float = 1e-10,
        foreach: bool | None = None,
        *,
        maximize: bool = False,
        differentiable: bool = False,
        fused: bool | None = None,
    ) -> None:
        check_lr(lr)
        check_not_negative(
            lr_decay=lr_decay,
            weight_decay=weight_decay,
            initial_accumulator_value=initial_accumulator_value,
            epsilon=eps,
        )
        defaults = {
            "lr": lr,
            "lr_decay": lr_decay,
            "eps": eps,
            "weight_decay": weight_decay,
            "initial_accumulator_value": initial_accumulator_value,
            "foreach": foreach,
            "maximize": maximize,
            "differentiable": differentiable,
            "fused": fused,
        }
        super().__init__(params, defaults)
        for group in self.param_groups:
            for p in group["params"]:
                self.state[p] = self._fresh(p, group)

    def _fresh(self, p: Tensor, group: Group) -> Kept:
        """No steps, and the sum of squares that the first gradient is added to."""
        first = self.defaults["initial_accumulator_value"]
        return {"step": scalar(0.0), "sum": filled(p, first)}

    def _update(self, p: Tensor, grad: np.ndarray, kept: Kept, group: Group) -> None:
        """Add the square of the gradient, and move."""
        step = counted(kept)
        grad = decayed(p, grad, group)
        rate = number(group["lr"]) / (1 + (step - 1) * group["lr_decay"])
        total = kept["sum"]
        size = set_to(total, plus_product(total.array(), grad, grad, 1))
        below = np.sqrt(size) + group["eps"]
        store(p, plus_quotient(p.array(), grad, below, -rate))
