"""Rprop: steps by the sign of the gradient, longer while it stays and shorter when it turns."""

from __future__ import annotations

from typing import Any

import numpy as np

from ...ops.inplace import store
from ...tensor import Tensor
from .optimizer import Group
from .rounding import plus_product
from .settings import check_lr, number
from .stepwise import Kept, StepwiseOptimizer, counted, filled, scalar, set_to


class Rprop(StepwiseOptimizer):
    """Each element has a step size of its own, which the gradient's sign changes."""

    def __init__(
        self,
        params: Any,
        lr: Any = 1e-2,
        etas: tuple[float, float] = (0.5, 1.2),
        step_sizes: tuple[float, float] = (1e-6, 50),
        *,
        capturable: bool = False,
        foreach: bool | None = None,
        maximize: bool = False,
        differentiable: bool = False,
    ) -> None:
        check_lr(lr)
        if not 0.0 < etas[0] < 1.0 < etas[1]:
            raise ValueError(f"Invalid eta values: {etas[0]}, {etas[1]}")
        defaults = {
            "lr": lr,
            "etas": etas,
            "step_sizes": step_sizes,
            "foreach": foreach,
            "maximize": maximize,
            "differentiable": differentiable,
            "capturable": capturable,
        }
        super().__init__(params, defaults)

    def _fresh(self, p: Tensor, group: Group) -> Kept:
        """No steps, no gradient before, and the learning rate as every element's step."""
        sizes = filled(p, number(group["lr"]))
        return {"step": scalar(0.0), "prev": filled(p, 0), "step_size": sizes}

    def _update(self, p: Tensor, grad: np.ndarray, kept: Kept, group: Group) -> None:
        """Change the step sizes, and move by them where the gradient did not turn."""
        counted(kept)
        shorter, longer = group["etas"]
        same = np.sign(grad * kept["prev"].array())
        turned = same < 0
        factor = np.where(same > 0, longer, np.where(turned, shorter, 1)).astype(grad.dtype)
        sizes = kept["step_size"]
        steps = set_to(sizes, np.clip(sizes.array() * factor, *group["step_sizes"]))
        grad = np.where(turned, grad.dtype.type(0), grad)
        store(p, plus_product(p.array(), np.sign(grad), steps, -1))
        store(kept["prev"], grad)
