"""Memory formats: the orders in which the axes of a tensor lie in memory.

Knows numpy's arrays, no Tensor. Source: c10/core/MemoryFormat.h of PyTorch 2.13.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from .errors import EngineRuntimeError


class MemoryFormat:
    """A name for an order of axes, such as torch.channels_last.

    axes: the axes from the slowest to the fastest, for the one number of axes it is for; None
    for the formats that fit any tensor.
    """

    __module__ = "torch"  # where programs know it from, as torch.memory_format
    __slots__ = ("axes", "text")

    def __init__(self, text: str, axes: tuple[int, ...] | None = None) -> None:
        self.text = text
        self.axes = axes

    def __repr__(self) -> str:
        return f"torch.{self.text}"

    def order(self, ndim: int) -> tuple[int, ...]:
        """The axes of a tensor from the slowest to the fastest.

        Raises: RuntimeError for a tensor of another number of axes.
        """
        if self.axes is None:
            return tuple(range(ndim))
        if len(self.axes) != ndim:
            raise EngineRuntimeError(
                f"required rank {len(self.axes)} tensor to use {self.text} format"
            )
        return self.axes


MemoryFormat.__name__ = MemoryFormat.__qualname__ = "memory_format"

contiguous_format = MemoryFormat("contiguous_format")
preserve_format = MemoryFormat("preserve_format")
channels_last = MemoryFormat("channels_last", (0, 2, 3, 1))
channels_last_3d = MemoryFormat("channels_last_3d", (0, 2, 3, 4, 1))


def permuted(array: np.ndarray, order: tuple[int, ...]) -> np.ndarray:
    """A view whose axes are numbered so that `array`, as it lies, has them in `order`.

    array: its axes from the slowest to the fastest. The result has axis `order[k]` where
    `array` has axis k.
    """
    return array.transpose(np.argsort(order)) if order else array


def arranged(array: np.ndarray, layout: MemoryFormat) -> np.ndarray:
    """A copy whose axes lie in memory as `layout` says; as they lie if it preserves."""
    if layout is preserve_format:
        return array.copy(order="K")
    order = layout.order(array.ndim)
    return permuted(np.array(array.transpose(order), order="C"), order)


def lies_as(array: np.ndarray, layout: MemoryFormat) -> bool:
    """Whether the axes lie in memory as `layout` says, without gaps."""
    if layout.axes is not None and len(layout.axes) != array.ndim:
        return False
    return array.transpose(layout.order(array.ndim)).flags.c_contiguous


def copied_like(array: Any, like: Any) -> Any:
    """A copy whose axes lie in memory as those of `like`, of its shape; if False, as they do.

    In order where `like` has gaps or repeats elements. A Python float is its own copy.
    """
    if array.__class__ is float:
        return array
    if like is False:
        return np.array(array)
    given = np.asarray(like)
    if given.flags.c_contiguous:
        return np.array(array, order="C")
    order = tuple(sorted(range(given.ndim), key=lambda axis: -given.strides[axis]))
    if not given.transpose(order).flags.c_contiguous:
        return np.array(array, order="C")
    return permuted(np.array(array.transpose(order), order="C"), order)
