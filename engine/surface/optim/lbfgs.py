"""LBFGS: steps by an approximate inverse Hessian, remembered as the last changes of gradients.

Source: Nocedal and Wright, Numerical Optimization, algorithm 7.4, with the order of operations
of torch/optim/lbfgs.py.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from ...modes import no_grad
from ...ops.inplace import store
from ...tensor import Tensor
from .line_search import Point, strong_wolfe
from .optimizer import Optimizer, evaluated
from .rounding import plus_scaled
from .settings import check_lr, number


class _Memory:
    """What one step leaves to the next, on raw arrays.

    changes, steps: the last changes of the gradient and the steps that made them. ro: one over
    their products. scale: of the first approximation. Kept in the optimizer's state as tensors.
    """

    NAMES = ("d", "t", "old_dirs", "old_stps", "ro", "H_diag", "prev_flat_grad", "prev_loss")

    def __init__(self, kept: dict) -> None:
        self.direction, self.length, changes, steps, ro, self.scale, grad, self.loss = (
            _raw(kept.get(name)) for name in self.NAMES
        )
        self.changes: list = changes or []
        self.steps: list = steps or []
        self.ro: list = ro or []
        self.grad: Any = grad

    def keep(self, kept: dict) -> None:
        """Put everything into the optimizer's state."""
        values = (
            self.direction,
            self.length,
            self.changes,
            self.steps,
            self.ro,
            self.scale,
            self.grad,
            self.loss,
        )
        kept |= {name: _shown(v) for name, v in zip(self.NAMES, values, strict=True)}

    def next_direction(self, grad: np.ndarray, first: bool, most: int) -> np.ndarray:
        """The direction of the step at a point with gradient `grad`."""
        if first:
            self.changes, self.steps, self.ro, self.scale = [], [], [], 1
            return -grad
        change, step = grad - self.grad, self.direction * self.length
        product = change.dot(step)
        if product > 1e-10:
            for values, new in (
                (self.changes, change),
                (self.steps, step),
                (self.ro, 1.0 / product),
            ):
                if len(values) == most:
                    values.pop(0)
                values.append(new)
            self.scale = product / change.dot(change)
        return self._times_inverse_hessian(-grad)

    def _times_inverse_hessian(self, q: np.ndarray) -> np.ndarray:
        """The two loops of the algorithm: back through the changes, then forth."""
        kept = list(zip(self.changes, self.steps, self.ro, strict=True))
        shares = []
        for change, step, ro in reversed(kept):
            shares.append(step.dot(q) * ro)
            q = plus_scaled(q, change, -shares[-1])
        r = q * self.scale
        for (change, step, ro), share in zip(kept, reversed(shares), strict=True):
            r = plus_scaled(r, step, share - change.dot(r) * ro)
        return r


class LBFGS(Optimizer):
    """Several evaluations a step; the closure that gives the loss is called for each."""

    def __init__(
        self,
        params: Any,
        lr: Any = 1,
        max_iter: int = 20,
        max_eval: int | None = None,
        tolerance_grad: float = 1e-7,
        tolerance_change: float = 1e-9,
        history_size: int = 100,
        line_search_fn: str | None = None,
    ) -> None:
        check_lr(lr)
        defaults = {
            "lr": lr,
            "max_iter": max_iter,
            "max_eval": max_iter * 5 // 4 if max_eval is None else max_eval,
            "tolerance_grad": tolerance_grad,
            "tolerance_change": tolerance_change,
            "history_size": history_size,
            "line_search_fn": line_search_fn,
        }
        super().__init__(params, defaults)
        if len(self.param_groups) != 1:
            raise ValueError("LBFGS doesn't support per-parameter options (parameter groups)")
        self._params = self.param_groups[0]["params"]

    def step(self, closure: Callable) -> Any:  # type: ignore[override]
        """Move until nothing changes any more or the evaluations are used up."""
        closure = self._before(closure) or closure
        with no_grad(), np.errstate(all="ignore"):
            loss = _Step(self, closure).run()
        self._after(closure)
        return loss

    def flat_grad(self) -> np.ndarray:
        """The gradients of all parameters as one vector; zeros where there is none."""
        return np.concatenate(
            [
                np.zeros_like(p.array()).ravel() if p.grad is None else p.grad.array().ravel()
                for p in self._params
            ]
        )

    def move(self, length: Any, direction: np.ndarray) -> None:
        """Add `length` times the direction to the parameters."""
        start = 0
        for p in self._params:
            part = direction[start : start + p.numel()].reshape(p.shape)
            store(p, plus_scaled(p.array(), part, float(length)))
            start += p.numel()


class _Step:
    """One call of `step`."""

    def __init__(self, optimizer: LBFGS, closure: Callable) -> None:
        self.optimizer = optimizer
        self.closure = closure
        self.group = optimizer.param_groups[0]
        self.kept = optimizer.state[self.group["params"][0]]
        self.kept.setdefault("func_evals", 0)
        self.kept.setdefault("n_iter", 0)
        self.evaluations = 0
        self.loss = 0.0
        self.grad = np.zeros(0)

    def run(self) -> Any:
        """Iterate; the loss of the first evaluation is returned."""
        first = self._evaluate()
        if self._is_flat():
            return first
        memory = _Memory(self.kept)
        for iteration in range(1, self.group["max_iter"] + 1):
            self.kept["n_iter"] += 1
            if not self._iterate(memory, iteration == self.group["max_iter"]):
                break
        memory.keep(self.kept)
        return first

    def _evaluate(self) -> Any:
        loss = evaluated(self.closure)
        self.loss = float(loss)
        self.grad = self.optimizer.flat_grad()
        self._count(1)
        return loss

    def _count(self, evaluations: int) -> None:
        self.evaluations += evaluations
        self.kept["func_evals"] += evaluations

    def _is_flat(self) -> bool:
        return bool(np.abs(self.grad).max() <= self.group["tolerance_grad"])

    def _iterate(self, memory: _Memory, last: bool) -> bool:
        """One iteration; whether there is to be another."""
        tolerance = self.group["tolerance_change"]
        first = self.kept["n_iter"] == 1
        direction = memory.next_direction(self.grad, first, self.group["history_size"])
        memory.direction, memory.grad, memory.loss = direction, self.grad, self.loss
        lr = number(self.group["lr"])
        memory.length = min(1.0, 1.0 / np.abs(self.grad).sum()) * lr if first else lr
        slope = self.grad.dot(direction)
        if slope > -tolerance:
            return False
        flat = self._advance(memory, slope, last)
        if last or self.evaluations >= self.group["max_eval"] or flat:
            return False
        if np.abs(direction * memory.length).max() <= tolerance:
            return False
        return abs(self.loss - memory.loss) >= tolerance

    def _advance(self, memory: _Memory, slope: Any, last: bool) -> bool:
        """Move along the direction; whether the gradient is zero there."""
        search = self.group["line_search_fn"]
        if search is None:
            self.optimizer.move(memory.length, memory.direction)
            if last:  # nobody asks for the loss there
                return False
            self._evaluate()
            return self._is_flat()
        if search != "strong_wolfe":
            raise RuntimeError("only 'strong_wolfe' is supported")
        before = [np.array(p.array()) for p in self.optimizer._params]

        def at(step: Any) -> tuple[float, np.ndarray]:
            self.optimizer.move(step, memory.direction)
            loss = float(evaluated(self.closure))
            grad = self.optimizer.flat_grad()
            for p, values in zip(self.optimizer._params, before, strict=True):
                store(p, values)
            return loss, grad

        start = Point(0, self.loss, self.grad, slope)
        most = self.group["max_eval"] - self.evaluations
        tolerance = self.group["tolerance_change"]
        found, tries = strong_wolfe(at, start, memory.length, memory.direction, tolerance, most)
        memory.length, self.loss, self.grad = found.step, found.loss, found.grad
        self.optimizer.move(memory.length, memory.direction)
        self._count(tries)
        return self._is_flat()


def _raw(value: Any) -> Any:
    """A value of the state as it is computed with."""
    if isinstance(value, list):
        return [_raw(v) for v in value]
    if isinstance(value, Tensor):
        array = np.array(value.array())
        return array[()] if not array.ndim else array
    return value


def _shown(value: Any) -> Any:
    """A value as the state keeps it: arrays as tensors."""
    if isinstance(value, list):
        return [_shown(v) for v in value]
    return Tensor(np.array(value)) if isinstance(value, np.ndarray | np.generic) else value
