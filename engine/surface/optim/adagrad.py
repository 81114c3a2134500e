"""Adagrad: gradients divided by the root of the sum of their squares."""

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
)
from .rounding import plus_product, plus_quotient, plus_scaled


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
                self._start(p, self.state[p])

    def _start(self, p: Tensor, kept: dict) -> None:
        kept["step"] = scalar(0.0)
        first = self.defaults["initial_accumulator_value"]
        kept["sum"] = Tensor(np.full_like(p.array(), first))

    def update(self, p: Tensor, grad: np.ndarray, kept: dict, group: Group) -> None:
        """Add the square of the gradient, and move."""
        if not kept:
            self._start(p, kept)
        step = counted(kept)
        if group["weight_decay"] != 0:
            grad = plus_scaled(grad, p.array(), group["weight_decay"])
        rate = number(group["lr"]) / (1 + (step - 1) * group["lr_decay"])
        total = kept["sum"]
        size = set_to(total, plus_product(total.array(), grad, grad, 1))
        below = np.sqrt(size) + group["eps"]
        store(p, plus_quotient(p.array(), grad, below, -rate))
