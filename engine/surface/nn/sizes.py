"""Sizes that modules take as one number or one for each axis."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any


def for_each(value: Any, axes: int) -> tuple:
    """A value for each axis: those given, or one number for all."""
    return tuple(value) if isinstance(value, Iterable) else (value,) * axes
