"""ASGD: averaged stochastic gradient descent."""

from __future__ import annotations

from typing import Any

import numpy as np

from ...ops.inplace import store
from ...tensor import Tensor
from .optimizer import Group
from .rounding import plus_scaled
from .settings import check_lr, check_not_negative, number
from .stepwise import Kept, StepwiseOptimizer, counted, decayed, filled, scalar


class ASGD(StepwiseOptimizer):
    """Descent with a fading rate; the state has the average of where it has been."""

    def __init__(
        self,
        params: Any,
        lr: Any = 1e-2,
        lambd: float = 1e-4,
        alpha: float = 0.75,
        t0: float = 1e6,
        weight_decay: float = 0,
        foreach: bool | None = None,
        maximize: bool = False,
        differentiable: bool = False,
        capturable: bool = False,
    ) -> None:
        check_lr(lr)
        check_not_negative(weight_decay=weight_decay)
        defaults = {
            "lr": lr,
            "lambd": lambd,
            "alpha": alpha,
            "t0": t0,
            "weight_decay": weight_decay,
            "foreach": foreach,
            "maximize": maximize,
            "differentiable": differentiable,
            "capturable": capturable,
        }
        super().__init__(params, defaults)

    def _fresh(self, p: Tensor, group: Group) -> Kept:
        """No steps, the rate and the share of the next average, and the average itself."""
        rate = scalar(number(group["lr"]))
        return {"step": scalar(0.0), "eta": rate, "mu": scalar(1.0), "ax": filled(p, 0)}

    def _update(self, p: Tensor, grad: np.ndarray, kept: Kept, group: Group) -> None:
        """Decay and move the parameter, then average it and let the rate fade."""
        lr, decay = number(group["lr"]), group["lambd"]
        step = counted(kept)
        grad = decayed(p, grad, group)
        rate, share, average = kept["eta"].item(), kept["mu"].item(), kept["ax"]
        store(p, p.array() * (1 - decay * rate))
        store(p, plus_scaled(p.array(), grad, -rate))
        if share == 1:
            store(average, p.array())
        else:
            gap = p.array() - average.array()
            store(average, average.array() + gap * gap.dtype.type(share))
        store(kept["eta"], lr / ((1 + decay * lr * step) ** group["alpha"]))
        store(kept["mu"], 1 / max(1, step - group["t0"]))
