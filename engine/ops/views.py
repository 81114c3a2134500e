"""Declaring operations whose result shares memory with their input, and their copying twins.

A forward given here returns a numpy view of its argument (of writable memory where numpy would
mark it read-only), so that in-place writes reach the base. torch has most such operations
twice, `diagonal` and `diagonal_copy`; the twin is read off the same forward and rules.
"""

from __future__ import annotations

import functools
from collections.abc import Callable
from typing import Any

import numpy as np

from .. import shapes
from ..operations import Op
from ..registry import linear


def view(name: str, forward: Callable, *, copy: bool = True, doc: str, **facts: Any) -> Op:
    """Declare a linear operation with a view as result and, if `copy`, its copying twin."""
    op = linear(name, forward, view=True, doc=doc, **facts)
    if copy:
        base, _, overload = name.partition(":")
        facts = {k: v for k, v in facts.items() if k in ("vjp", "jvp", "outputs", "derivative")}
        linear(
            f"{base}_copy:{overload}" if overload else f"{base}_copy",
            copied(forward),
            node=f"{op.row.node_name}_copy",
            method=False,
            doc=f"{doc} Copied to memory of its own.",
            **facts,
        )
    return op


def copied(forward: Callable) -> Callable:
    """`forward` with its result, or its list of results, copied."""

    @functools.wraps(forward)
    def copying(*args: Any, **settings: Any) -> Any:
        made = forward(*args, **settings)
        if made.__class__ is list:
            return [fresh(part) for part in made]
        return fresh(made)

    return copying


def fresh(array: Any) -> np.ndarray:
    """A contiguous copy; refused where it would pass the limit of memory."""
    shapes.check_size(array.shape, array.itemsize)
    return np.array(array, order="C")


def strided(array: np.ndarray, shape: tuple[int, ...], strides: tuple[int, ...]) -> np.ndarray:
    """A writable view of `array` with the given shape and byte strides, from its first element.

    Raises: LimitExceeded for a view that pretends to more elements than the limit of memory
    allows: whatever is computed from it would have to be that large.
    """
    shapes.check_size(shape, array.itemsize)
    return np.lib.stride_tricks.as_strided(array, shape, strides)


def viewed(array: np.ndarray, shape: tuple[int, ...]) -> np.ndarray | None:
    """`array` reshaped without a copy, or None if its strides do not allow that."""
    out = array.reshape(shape)
    return out if not array.size or np.may_share_memory(out, array) else None
