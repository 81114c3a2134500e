"""Optimizers that go parameter by parameter, as torch does on the CPU, and what steps share."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from ...dtypes import float64
from ...modes import no_grad, state
from ...ops.inplace import store
from ...tensor import Tensor
from .optimizer import Group, Optimizer, evaluated
from .rounding import plus_product, plus_scaled, towards
from .settings import number

Kept = dict[str, Tensor]


class StepwiseOptimizer(Optimizer):
    """An optimizer that changes each parameter by its own gradient and state.

    `_fresh` says what the state is before the first step, `_update` what a step does with it.
    """

    def _fresh(self, p: Tensor, group: Group) -> Kept:
        """The state of a parameter that had no step yet, in the order in which torch keeps it."""
        return {}

    def _update(self, p: Tensor, grad: np.ndarray, kept: Kept, group: Group) -> None:
        """Change one parameter and its state."""
        raise NotImplementedError

    def step(self, closure: Callable | None = None) -> Any:
        """Change every parameter that has a gradient; what the closure gives is returned."""
        closure = self._before(closure)
        with no_grad():
            loss = evaluated(closure) if closure is not None else None
            with np.errstate(all="ignore"):
                for group in self.param_groups:
                    for p in group["params"]:
                        if p.grad is not None:
                            self._change(p, p.grad.array(), group)
        self._after(closure)
        return loss

    def _change(self, p: Tensor, grad: np.ndarray, group: Group) -> None:
        kept = self.state.get(p) or self._fresh(p, group)
        self._update(p, -grad if group["maximize"] else grad, kept, group)
        if kept:  # plain descent keeps nothing
            self.state[p] = kept


def scalar(value: float) -> Tensor:
    """A number kept in the state, such as the count of steps."""
    wide = state.default_dtype is float64
    return Tensor(np.asarray(value, np.float64 if wide else np.float32))


def filled(p: Tensor, value: float) -> Tensor:
    """One number in the shape and dtype of a parameter."""
    return Tensor(np.full_like(p.array(), value))


def counted(kept: Kept) -> float:
    """Count one more step in the state, and how many there are now."""
    step = kept["step"]
    store(step, step.array() + step.dtype.np.type(1))
    return step.item()


def set_to(t: Tensor, values: Any) -> np.ndarray:
    """Write into a tensor of the state and return what it now has."""
    store(t, values)
    return t.array()


def decayed(p: Tensor, grad: np.ndarray, group: Group) -> np.ndarray:
    """The gradient with the weight decay in it.

    Where the group decouples the two, the parameter shrinks and the gradient stays as it is.
    """
    decay = number(group["weight_decay"])
    if decay == 0:
        return grad
    if group.get("decoupled_weight_decay"):
        store(p, p.array() * (1 - number(group["lr"]) * decay))
        return grad
    return plus_scaled(grad, p.array(), decay)


def mean(kept: Kept, grad: np.ndarray, beta: float) -> np.ndarray:
    """The running mean of the gradients, with one more in it."""
    average = kept["exp_avg"]
    return set_to(average, towards(average.array(), grad, 1 - beta))


def mean_square(square: Tensor, grad: np.ndarray, beta: float) -> np.ndarray:
    """A running mean of squares, with one more in it."""
    return set_to(square, plus_product(square.array() * beta, grad, grad, 1 - beta))
