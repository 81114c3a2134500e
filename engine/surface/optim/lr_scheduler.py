"""Schedules of learning rates: the base, and rates that follow a rule from step to step.

Rates are computed from the last ones, as in torch, so that changes made in between are kept.
Source of the formulas: torch/optim/lr_scheduler.py of PyTorch 2.13.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from ...ops.inplace import store
from ...tensor import Tensor
from ..naming import public_module
from .optimizer import Optimizer
from .settings import number


def rates_of(optimizer: Optimizer, key: str = "lr") -> list[Any]:
    """A setting of each group; tensors are copied."""
    return [
        Tensor(group[key].array().copy()) if isinstance(group[key], Tensor) else group[key]
        for group in optimizer.param_groups
    ]


def set_rate(group: dict, value: Any, key: str = "lr") -> None:
    """Set a rate; one that is a tensor is written into."""
    if isinstance(group[key], Tensor):
        store(group[key], number(value))
    else:
        group[key] = value


def for_each_group(name: str, optimizer: Optimizer, value: Any) -> list[Any]:
    """A value for each group: those of a list, or one for all."""
    groups = len(optimizer.param_groups)
    if not isinstance(value, list | tuple):
        return [value] * groups
    if len(value) != groups:
        raise ValueError(
            f"{name} must have the same length as optimizer.param_groups. {name} has "
            f"{len(value)} values, param_groups has {groups}."
        )
    return list(value)


def check_optimizer(optimizer: Any) -> None:
    """Raise torch's error for what is no optimizer."""
    if not isinstance(optimizer, Optimizer):
        raise TypeError(f"{type(optimizer).__name__} is not an Optimizer")


class LRScheduler:
    """The base of all schedules.

    last_epoch: how many steps were made. base_lrs: the rates at the beginning.
    """

    _is_initial = False
    _get_lr_called_within_step = False

    def __init_subclass__(cls, **options: Any) -> None:
        super().__init_subclass__(**options)
        cls.__module__ = public_module(cls.__module__)

    def __init__(self, optimizer: Optimizer, last_epoch: int = -1) -> None:
        check_optimizer(optimizer)
        self.optimizer = optimizer
        for place, group in enumerate(optimizer.param_groups):
            if last_epoch == -1:
                group.setdefault("initial_lr", rates_of(optimizer)[place])
            elif "initial_lr" not in group:
                raise KeyError(
                    "param 'initial_lr' is not specified in "
                    f"param_groups[{place}] when resuming scheduler with last_epoch >= 0.\n"
                    "This typically happens when:\n"
                    "1. You're trying to resume training from a checkpoint but haven't properly "
                    "loaded the optimizer state\n"
                    "2. You're using last_epoch >= 0 for a fresh training run (not recommended)"
                )
        self.base_lrs = rates_of(optimizer, "initial_lr")
        self.last_epoch = last_epoch
        self._initial_step()

    def _initial_step(self) -> None:
        self._step_count = 0
        self._is_initial = True
        try:
            self.step()
        finally:
            self._is_initial = False

    def state_dict(self) -> dict[str, Any]:
        """Everything but the optimizer."""
        return {key: value for key, value in self.__dict__.items() if key != "optimizer"}

    def load_state_dict(self, state_dict: dict[str, Any]) -> None:
        """Take back what state_dict gave."""
        self.__dict__.update(state_dict)

    def get_last_lr(self) -> list[Any]:
        """The rates in force."""
        return self._last_lr

    def get_lr(self) -> list[Any]:
        """The rates of the step that `last_epoch` counts; every schedule has to say."""
        raise NotImplementedError

    def step(self, epoch: int | None = None) -> None:
        """Go on to the next rates."""
        self._step_count += 1
        self._update_lr(epoch)

    def _update_lr(self, epoch: int | None = None) -> None:
        if epoch is None:
            self.last_epoch += 1
            self._set_rates(self.get_lr)
        else:
            self.last_epoch = epoch
            self._set_rates(getattr(self, "_get_closed_form_lr", self.get_lr))

    def _set_rates(self, rule: Callable[[], list[Any]]) -> None:
        """Set the rates that a rule gives; it can tell that a step asks for them."""
        self._get_lr_called_within_step = True
        try:
            rates = rule()
        finally:
            self._get_lr_called_within_step = False
        for group, rate in zip(self.optimizer.param_groups, rates, strict=True):
            set_rate(group, rate)
        self._last_lr = rates_of(self.optimizer)

    def _scaled(self, factor: float) -> list[Any]:
        """The rates in force times a factor."""
        return [group["lr"] * factor for group in self.optimizer.param_groups]

    def _from_base(self, factor: float) -> list[Any]:
        """The first rates times a factor."""
        return [rate * factor for rate in self.base_lrs]


LRScheduler.__module__ = "torch.optim.lr_scheduler"


class _ByFunction(LRScheduler):
    """What the schedules by a function of the step have in common."""

    def __init__(self, optimizer: Optimizer, lr_lambda: Any, last_epoch: int = -1) -> None:
        self.optimizer = optimizer
        groups = len(optimizer.param_groups)
        self.lr_lambdas: list[Callable] = [lr_lambda] * groups
        if isinstance(lr_lambda, list | tuple):
            if len(lr_lambda) != groups:
                raise ValueError(f"Expected {groups} lr_lambdas, but got {len(lr_lambda)}")
            self.lr_lambdas = list(lr_lambda)
        super().__init__(optimizer, last_epoch)

    def state_dict(self) -> dict[str, Any]:
        """Everything but the optimizer and the functions."""
        state = super().state_dict()
        return state | {"lr_lambdas": [None] * len(self.lr_lambdas)}

    def load_state_dict(self, state_dict: dict[str, Any]) -> None:
        """Take back what state_dict gave; the functions stay."""
        super().load_state_dict({k: v for k, v in state_dict.items() if k != "lr_lambdas"})


class LambdaLR(_ByFunction):
    """The first rate times a function of the step."""

    def get_lr(self) -> list[Any]:
        return [
            rate * function(self.last_epoch)
            for function, rate in zip(self.lr_lambdas, self.base_lrs, strict=True)
        ]


class MultiplicativeLR(_ByFunction):
    """The last rate times a function of the step."""

    def get_lr(self) -> list[Any]:
        if self._is_initial:
            return rates_of(self.optimizer)
        return [
            group["lr"] * function(self.last_epoch)
            for function, group in zip(self.lr_lambdas, self.optimizer.param_groups, strict=True)
        ]
