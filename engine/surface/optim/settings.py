"""What settings of optimizers may be, checked in torch's order and refused in torch's words.

Conditions are written as `not value >= 0`, as torch has them: a NaN is refused.
"""

from __future__ import annotations

from typing import Any

from ...tensor import Tensor


def number(value: Any) -> Any:
    """A setting that may be a one-element tensor, as a Python number."""
    return value.item() if isinstance(value, Tensor) else value


def check_lr(lr: Any) -> None:
    """Raise torch's errors for a learning rate that is none."""
    if isinstance(lr, Tensor) and lr.numel() != 1:
        raise ValueError("Tensor lr must be 1-element")
    if not number(lr) >= 0.0:
        raise ValueError(f"Invalid learning rate: {lr}")


def check_not_negative(**settings: Any) -> None:
    """Raise torch's error for the first setting that is negative, by the name torch gives it."""
    for name, value in settings.items():
        if not number(value) >= 0.0:
            raise ValueError(f"Invalid {name} value: {value}")


def check_moments(lr: Any, eps: float, betas: Any) -> None:
    """Raise torch's errors for what all kinds of Adam share: the weights are in [0, 1)."""
    check_lr(lr)
    check_not_negative(epsilon=eps)
    for place in (0, 1):
        if not 0.0 <= number(betas[place]) < 1.0:
            raise ValueError(f"Invalid beta parameter at index {place}: {betas[place]}")
