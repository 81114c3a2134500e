"""Pooling to a given size, whatever the size of the input."""

from __future__ import annotations

from typing import Any

from ...tensor import Tensor
from .functional import F
from .module import Module


class _AdaptiveMaxPool(Module):
    """The largest element of each of so many parts; `function` finds it."""

    _init_shown = "_AdaptiveMaxPoolNd"
    _forward_shown = "each"
    function: str

    def __init__(self, output_size: Any, return_indices: bool = False) -> None:
        super().__init__()
        self.output_size = output_size
        self.return_indices = return_indices

    def forward(self, input: Tensor) -> Any:
        """The largest elements, and where they are if `return_indices`."""
        return getattr(F, self.function)(input, self.output_size, self.return_indices)

    def extra_repr(self) -> str:
        return f"output_size={self.output_size}"


class AdaptiveMaxPool1d(_AdaptiveMaxPool):
    """Parts of sequences."""

    function = "adaptive_max_pool1d"


class AdaptiveMaxPool2d(_AdaptiveMaxPool):
    """Parts of images."""

    function = "adaptive_max_pool2d"


class AdaptiveMaxPool3d(_AdaptiveMaxPool):
    """Parts of volumes."""

    function = "adaptive_max_pool3d"


class _AdaptiveAvgPool(Module):
    """The mean of each of so many parts; `function` takes it."""

    _init_shown = "_AdaptiveAvgPoolNd"
    _forward_shown = "each"
    function: str

    def __init__(self, output_size: Any) -> None:
        super().__init__()
        self.output_size = output_size

    def forward(self, input: Tensor) -> Tensor:
        """The means."""
        return getattr(F, self.function)(input, self.output_size)

    def extra_repr(self) -> str:
        return f"output_size={self.output_size}"


class AdaptiveAvgPool1d(_AdaptiveAvgPool):
    """Parts of sequences."""

    function = "adaptive_avg_pool1d"


class AdaptiveAvgPool2d(_AdaptiveAvgPool):
    """Parts of images."""

    function = "adaptive_avg_pool2d"


class AdaptiveAvgPool3d(_AdaptiveAvgPool):
    """Parts of volumes."""

    function = "adaptive_avg_pool3d"
