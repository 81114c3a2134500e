"""NAdam: Adam with Nesterov's momentum."""

from __future__ import annotations

from typing import Any

import numpy as np

from ...ops.inplace import store
from ...tensor import Tensor
from .optimizer import Group
from .rounding import plus_quotient
from .settings import check_moments, check_not_negative, number
from .stepwise import Kept, StepwiseOptimizer, counted, decayed, filled, mean, mean_square, scalar


class NAdam(StepwiseOptimizer):
    """Adam that looks ahead along a momentum which grows with the steps."""

    def __init__(
        self,
        params: Any,
        lr: Any = 2e-3,
        betas: Any = (0.9, 0.999),
        eps: float = 1e-8,
        weight_decay: float = 0,
        momentum_decay: float = 4e-3,
        decoupled_weight_decay: bool = False,
        *,
        foreach: bool | None = None,
        maximize: bool = False,
        capturable: bool = False,
        differentiable: bool = False,
    ) -> None:
        check_moments(lr, eps, betas)
        check_not_negative(weight_decay=weight_decay, momentum_decay=momentum_decay)
        defaults = {
            "lr": lr,
            "betas": betas,
            "eps": eps,
            "weight_decay": weight_decay,
            "momentum_decay": momentum_decay,
            "decoupled_weight_decay": decoupled_weight_decay,
            "maximize": maximize,
            "foreach": foreach,
            "capturable": capturable,
            "differentiable": differentiable,
        }
        super().__init__(params, defaults)

    def _fresh(self, p: Tensor, group: Group) -> Kept:
        """No steps, a product of no momenta, and zeros for both means."""
        means = {"exp_avg": filled(p, 0), "exp_avg_sq": filled(p, 0)}
        return {"step": scalar(0.0), "mu_product": scalar(1.0), **means}

    def _update(self, p: Tensor, grad: np.ndarray, kept: Kept, group: Group) -> None:
        """Take the gradient into both means, and move by them and by the gradient."""
        lr = number(group["lr"])
        beta1, beta2 = group["betas"]
        step = counted(kept)
        grad = decayed(p, grad, group)
        fade = group["momentum_decay"]
        momentum = beta1 * (1.0 - 0.5 * (0.96 ** (step * fade)))
        coming = beta1 * (1.0 - 0.5 * (0.96 ** ((step + 1) * fade)))
        product = kept["mu_product"]
        store(product, product.array() * momentum)
        average = mean(kept, grad, beta1)
        square = mean_square(kept["exp_avg_sq"], grad, beta2)
        below = np.sqrt(square / (1 - beta2**step)) + group["eps"]
        now = product.item()
        by_grad = -lr * (1.0 - momentum) / (1.0 - now)
        by_mean = (-lr * coming) / (1.0 - now * coming)
        store(p, plus_quotient(p.array(), grad, below, by_grad))
        store(p, plus_quotient(p.array(), average, below, by_mean))
