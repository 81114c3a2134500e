"""Rates that rise and fall, and momentum that does the opposite: CyclicLR and OneCycleLR."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any, NamedTuple

from .lr_scheduler import LRScheduler, check_optimizer, for_each_group, set_rate
from .optimizer import Optimizer


class _WithMomentum(LRScheduler):
    """What both have in common: the momentum, or Adam's first beta, cycles too."""

    def _start_momentum(self, base: Any, largest: Any, last_epoch: int) -> None:
        optimizer = self.optimizer
        if "momentum" not in optimizer.defaults and "betas" not in optimizer.defaults:
            raise ValueError(
                "optimizer must support momentum or beta1 with `cycle_momentum` option enabled"
            )
        self.use_beta1 = "betas" in optimizer.defaults
        self.base_momentums = for_each_group("base_momentum", optimizer, base)
        self.max_momentums = for_each_group("max_momentum", optimizer, largest)
        if last_epoch != -1:
            return
        pairs = zip(self.max_momentums, self.base_momentums, strict=True)
        for (most, least), group in zip(pairs, optimizer.param_groups, strict=True):
            self._set_momentum(group, most)
            group["max_momentum"] = most
            group["base_momentum"] = least

    def _set_momentum(self, group: dict, momentum: float) -> None:
        if self.use_beta1:
            group["betas"] = (momentum, *group["betas"][1:])
        else:
            group["momentum"] = momentum


class CyclicLR(_WithMomentum):
    """Rates go up and down between two bounds; the bounds may come closer."""

    def __init__(
        self,
        optimizer: Optimizer,
        base_lr: Any,
        max_lr: Any,
        step_size_up: int = 2000,
        step_size_down: int | None = None,
        mode: str = "triangular",
        gamma: float = 1.0,
        scale_fn: Callable[[float], float] | None = None,
        scale_mode: str = "cycle",
        cycle_momentum: bool = True,
        base_momentum: float = 0.8,
        max_momentum: float = 0.9,
        last_epoch: int = -1,
    ) -> None:
        check_optimizer(optimizer)
        self.optimizer = optimizer
        base_lrs = for_each_group("base_lr", optimizer, base_lr)
        if last_epoch == -1:
            for rate, group in zip(base_lrs, optimizer.param_groups, strict=True):
                set_rate(group, rate)
        self.max_lrs = for_each_group("max_lr", optimizer, max_lr)
        up = float(step_size_up)
        self.total_size = up + (up if step_size_down is None else float(step_size_down))
        self.step_ratio = up / self.total_size
        if mode not in ("triangular", "triangular2", "exp_range") and scale_fn is None:
            raise ValueError("mode is invalid and scale_fn is None")
        self.mode = mode
        self.gamma = gamma
        self._scale_fn_custom = scale_fn
        self.scale_mode = scale_mode
        if scale_fn is None:
            self.scale_mode = "iterations" if mode == "exp_range" else "cycle"
        self.cycle_momentum = cycle_momentum
        if cycle_momentum:
            self._start_momentum(base_momentum, max_momentum, last_epoch)
        super().__init__(optimizer, last_epoch)
        self.base_lrs = base_lrs

    def scale_fn(self, x: float) -> float:
        """How much of the way between the bounds is left in a cycle, or at a step."""
        if self._scale_fn_custom is not None:
            return self._scale_fn_custom(x)
        if self.mode == "triangular2":
            return 1 / (2.0 ** (x - 1))
        return self.gamma**x if self.mode == "exp_range" else 1.0

    def get_lr(self) -> list[Any]:
        cycle = math.floor(1 + self.last_epoch / self.total_size)
        x = 1.0 + self.last_epoch / self.total_size - cycle
        ratio = self.step_ratio
        height = x / ratio if x <= ratio else (x - 1) / (ratio - 1)
        scale = self.scale_fn(cycle if self.scale_mode == "cycle" else self.last_epoch)
        if self.cycle_momentum:
            pairs = zip(self.base_momentums, self.max_momentums, strict=True)
            for (least, most), group in zip(pairs, self.optimizer.param_groups, strict=True):
                self._set_momentum(group, most - (most - least) * height * scale)
        return [
            least + (most - least) * height * scale
            for least, most in zip(self.base_lrs, self.max_lrs, strict=True)
        ]


class _Phase(NamedTuple):
    """A part of the one cycle: its last step, and which settings it leads from and to."""

    end: float
    lr: tuple[str, str]
    momentum: tuple[str, str]


def _along_cosine(start: float, end: float, share: float) -> float:
    return end + (start - end) / 2.0 * (math.cos(math.pi * share) + 1)


def _along_line(start: float, end: float, share: float) -> float:
    return (end - start) * share + start


class OneCycleLR(_WithMomentum):
    """Rates rise to a maximum and fall far below where they began."""

    def __init__(
        self,
        optimizer: Optimizer,
        max_lr: Any,
        total_steps: int | None = None,
        epochs: int | None = None,
        steps_per_epoch: int | None = None,
        pct_start: float = 0.3,
        anneal_strategy: str = "cos",
        cycle_momentum: bool = True,
        base_momentum: Any = 0.85,
        max_momentum: Any = 0.95,
        div_factor: float = 25.0,
        final_div_factor: float = 1e4,
        three_phase: bool = False,
        last_epoch: int = -1,
    ) -> None:
        check_optimizer(optimizer)
        self.optimizer = optimizer
        self.total_steps = _total_steps(total_steps, epochs, steps_per_epoch)
        self._schedule_phases = _phases(self.total_steps, pct_start, three_phase)
        if pct_start < 0 or pct_start > 1 or not isinstance(pct_start, float):
            raise ValueError(f"Expected float between 0 and 1 pct_start, but got {pct_start}")
        if anneal_strategy not in ("cos", "linear"):
            raise ValueError(
                f"anneal_strategy must be one of 'cos' or 'linear', instead got {anneal_strategy}"
            )
        self._anneal_func_type = anneal_strategy
        largest = for_each_group("max_lr", optimizer, max_lr)
        if last_epoch == -1:
            for most, group in zip(largest, optimizer.param_groups, strict=True):
                group["initial_lr"] = most / div_factor
                group["max_lr"] = most
                group["min_lr"] = group["initial_lr"] / final_div_factor
        self.cycle_momentum = cycle_momentum
        if cycle_momentum:
            self._start_momentum(base_momentum, max_momentum, last_epoch)
        super().__init__(optimizer, last_epoch)

    def get_lr(self) -> list[Any]:
        step = self.last_epoch
        if step > self.total_steps:
            raise ValueError(
                f"Tried to step {step} times. The specified number of total steps is "
                f"{self.total_steps}"
            )
        anneal = _along_cosine if self._anneal_func_type == "cos" else _along_line
        start, phase = 0.0, self._schedule_phases[0]
        for following in self._schedule_phases[1:]:
            if step <= phase.end:
                break
            start, phase = phase.end, following
        share = (step - start) / (phase.end - start)
        rates = []
        for group in self.optimizer.param_groups:
            first, last = (group[name] for name in phase.lr)
            rates.append(anneal(first, last, share))
            if self.cycle_momentum:
                first, last = (group[name] for name in phase.momentum)
                self._set_momentum(group, anneal(first, last, share))
        return rates


def _total_steps(total: Any, epochs: Any, each: Any) -> int:
    """How long the cycle is. Raises: torch's errors where nobody says so."""
    if total is not None:
        if total <= 0 or not isinstance(total, int):
            raise ValueError(f"Expected positive integer total_steps, but got {total}")
        return total
    if epochs is None or each is None:
        raise ValueError("You must define either total_steps OR (epochs AND steps_per_epoch)")
    for name, value in (("epochs", epochs), ("steps_per_epoch", each)):
        if not isinstance(value, int) or value <= 0:
            raise ValueError(f"Expected positive integer {name}, but got {value}")
    return epochs * each


def _phases(total: int, start: float, three: bool) -> list[_Phase]:
    up = _Phase(
        float(start * total) - 1, ("initial_lr", "max_lr"), ("max_momentum", "base_momentum")
    )
    if not three:
        down = _Phase(total - 1, ("max_lr", "min_lr"), ("base_momentum", "max_momentum"))
        return [up, down]
    down = _Phase(
        float(2 * start * total) - 2,
        ("max_lr", "initial_lr"),
        ("base_momentum", "max_momentum"),
    )
    out = _Phase(total - 1, ("initial_lr", "min_lr"), ("max_momentum", "max_momentum"))
    return [up, down, out]
