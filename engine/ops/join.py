"""Putting tensors together and taking them apart: cat, stack, split and their kin."""

from __future__ import annotations

from typing import Any

import numpy as np

from .. import shapes
from ..kinds import Arrays, NewDim
from ..registry import structural


def _stack(tensors: Arrays, dim: NewDim = 0) -> Any:
    arrays = [np.asarray(t) for t in tensors]
    shapes.check_size((len(arrays), *arrays[0].shape), arrays[0].itemsize)
    return np.stack(arrays, dim)


def _unstack(g: Any, dim: int, count: int) -> list:
    """The slices of `g` along `dim`, counted from the end."""
    rest = (slice(None),) * (-dim - 1)
    return [g[(..., k, *rest)] for k in range(count)]


stack = structural(
    "stack",
    _stack,
    promote="type",
    vjp=lambda g, tensors_shape, dim: _unstack(g, dim, len(tensors_shape)),
    jvp=lambda tensors_t, tensors_shape, dim: _stack_tangents(tensors_t, tensors_shape, dim),
    method=False,
    doc="Join tensors of one shape along a new axis.",
)


def _stack_tangents(tangents: list, sizes: list, dim: int) -> Any:
    from .lead import zeros_like

    some = next(t for t in tangents if t is not None)
    return stack([zeros_like(some) if t is None else t for t in tangents], dim)
