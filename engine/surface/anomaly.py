"""Anomaly mode: a backward pass that stops at the first NaN and names the operation."""

from __future__ import annotations

from ..modes import state

_MODULE = "torch.autograd.anomaly_mode"


class detect_anomaly:  # noqa: N801 -- torch's name
    """Stop at NaNs inside the block (unless `check_nan` is false)."""

    __module__ = _MODULE

    def __init__(self, check_nan: bool = True) -> None:
        self.check_nan = check_nan
        self.before: list[bool] = []

    def __enter__(self) -> None:
        self.before.append(state.anomaly)
        state.anomaly = self.check_nan

    def __exit__(self, *exception: object) -> None:
        state.anomaly = self.before.pop()


class set_detect_anomaly:  # noqa: N801 -- torch's name
    """Stop at NaNs from now on, or no longer; until the end of the block where it opens one."""

    __module__ = _MODULE

    def __init__(self, mode: bool, check_nan: bool = True) -> None:
        self.before = state.anomaly
        state.anomaly = mode and check_nan

    def __enter__(self) -> None:
        pass

    def __exit__(self, *exception: object) -> None:
        state.anomaly = self.before


def is_anomaly_enabled() -> bool:
    """Whether anomaly mode is on."""
    return state.anomaly


def is_anomaly_check_nan_enabled() -> bool:
    """Whether anomaly mode looks for NaNs."""
    return state.anomaly
