"""How the samples of operations are written down: arguments, drawn from a seeded generator."""

from __future__ import annotations

import zlib
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

import numpy as np


@dataclass(frozen=True)
class Sample:
    """Arguments of one call; float64 arrays are differentiable tensors, other arrays tensors.

    prepare: per argument in `args` a function that its tensor goes through before the call, or
    None: for operations that take, say, only symmetric matrices.
    """

    args: tuple
    kwargs: dict[str, Any] = field(default_factory=dict)
    prepare: tuple[Callable[[Any], Any] | None, ...] = ()


@dataclass(frozen=True)
class Special:
    """A call at a special point, with torch's value and gradients (of the sum of the result)."""

    args: tuple
    kwargs: dict[str, Any]
    value: Any
    gradients: tuple
    note: str


def draw(*shape: int, low: float = -3.0, high: float = 3.0, key: str = "") -> np.ndarray:
    """Uniform float64 values in [low, high); the same for the same shape and key everywhere."""
    seed = zlib.crc32(repr((shape, low, high, key)).encode())
    return np.random.Generator(np.random.PCG64(seed)).uniform(low, high, shape)
