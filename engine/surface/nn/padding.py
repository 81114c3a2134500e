"""Padding at both ends of the last axes: with a value, by reflection, repetition, or around."""

from __future__ import annotations

from typing import Any

from ...tensor import Tensor
from .functional import F
from .module import Module
from .sizes import for_each


class _Pad(Module):
    """Padding of a mode; `axes` is how many axes it goes to."""

    _init_shown = "each"
    axes: int
    mode: str

    def __init__(self, padding: Any) -> None:
        super().__init__()
        self.padding = for_each(padding, 2 * self.axes)

    def forward(self, input: Tensor) -> Tensor:
        """`input` padded."""
        return F.pad(input, self.padding, self.mode)

    def extra_repr(self) -> str:
        return f"{self.padding}"


class _ReflectionPad(_Pad):
    """Padding with what lies mirrored at the ends."""

    _forward_shown = "_ReflectionPadNd"
    mode = "reflect"


class ReflectionPad1d(_ReflectionPad):
    """Sequences."""

    axes = 1


class ReflectionPad2d(_ReflectionPad):
    """Images."""

    axes = 2


class ReflectionPad3d(_ReflectionPad):
    """Volumes."""

    axes = 3


class _ReplicationPad(_Pad):
    """Padding with the ends repeated."""

    _forward_shown = "_ReplicationPadNd"
    mode = "replicate"


class ReplicationPad1d(_ReplicationPad):
    """Sequences."""

    axes = 1


class ReplicationPad2d(_ReplicationPad):
    """Images."""

    axes = 2


class ReplicationPad3d(_ReplicationPad):
    """Volumes."""

    axes = 3


class _CircularPad(_Pad):
    """Padding with what lies at the other end."""

    _forward_shown = "_CircularPadNd"
    mode = "circular"

    def forward(self, input: Tensor) -> Tensor:
        """`input` padded."""
        least = self.axes + 1
        if input.ndim not in (least, least + 1):
            raise ValueError(f"expected {least}D or {least + 1}D input (got {input.ndim}D input)")
        return super().forward(input)


class CircularPad1d(_CircularPad):
    """Sequences."""

    axes = 1


class CircularPad2d(_CircularPad):
    """Images."""

    axes = 2


class CircularPad3d(_CircularPad):
    """Volumes."""

    axes = 3


class _ConstantPad(Module):
    """Padding with a value."""

    _init_shown = "each"
    _forward_shown = "_ConstantPadNd"
    axes: int

    def __init__(self, padding: Any, value: float) -> None:
        super().__init__()
        self.value = value
        self.padding = for_each(padding, 2 * self.axes)

    def forward(self, input: Tensor) -> Tensor:
        """`input` padded."""
        return F.pad(input, self.padding, "constant", self.value)

    def extra_repr(self) -> str:
        return f"padding={self.padding}, value={self.value}"


class ConstantPad1d(_ConstantPad):
    """Sequences."""

    axes = 1


class ConstantPad2d(_ConstantPad):
    """Images."""

    axes = 2


class ConstantPad3d(_ConstantPad):
    """Volumes."""

    axes = 3


class _ZeroPad(_ConstantPad):
    """Padding with zeros."""

    _init_shown = "each"

    def __init__(self, padding: Any) -> None:
        super().__init__(padding, 0.0)

    def extra_repr(self) -> str:
        return f"{self.padding}"


class ZeroPad1d(_ZeroPad):
    """Sequences."""

    axes = 1


class ZeroPad2d(_ZeroPad):
    """Images."""

    axes = 2


class ZeroPad3d(_ZeroPad):
    """Volumes."""

    axes = 3
