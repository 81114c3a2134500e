"""Pooling: the largest element, the mean or the norm of each window."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from ...tensor import Tensor
from .functional import F
from .module import Module
from .sizes import for_each


class _MaxPool(Module):
    """The largest element of each window; `function` does it."""

    _init_shown = "_MaxPoolNd"
    _forward_shown = "each"
    function: str

    def __init__(
        self,
        kernel_size: Any,
        stride: Any = None,
        padding: Any = 0,
        dilation: Any = 1,
        return_indices: bool = False,
        ceil_mode: bool = False,
    ) -> None:
        super().__init__()
        self.kernel_size = kernel_size
        self.stride = kernel_size if stride is None else stride
        self.padding = padding
        self.dilation = dilation
        self.return_indices = return_indices
        self.ceil_mode = ceil_mode

    def forward(self, input: Tensor) -> Any:
        """The largest elements, and where they are if `return_indices`."""
        return getattr(F, self.function)(
            input,
            self.kernel_size,
            self.stride,
            self.padding,
            self.dilation,
            ceil_mode=self.ceil_mode,
            return_indices=self.return_indices,
        )

    def extra_repr(self) -> str:
        return (
            f"kernel_size={self.kernel_size}, stride={self.stride}, padding={self.padding}, "
            f"dilation={self.dilation}, ceil_mode={self.ceil_mode}"
        )


class MaxPool1d(_MaxPool):
    """Windows of sequences."""

    function = "max_pool1d"


class MaxPool2d(_MaxPool):
    """Windows of images."""

    function = "max_pool2d"


class MaxPool3d(_MaxPool):
    """Windows of volumes."""

    function = "max_pool3d"


class _MaxUnpool(Module):
    """The largest elements back at their places, zeros elsewhere."""

    _init_shown = "each"
    _forward_shown = "each"
    axes: int

    def __init__(self, kernel_size: Any, stride: Any = None, padding: Any = 0) -> None:
        super().__init__()
        self.kernel_size = for_each(kernel_size, self.axes)
        self.stride = for_each(kernel_size if stride is None else stride, self.axes)
        self.padding = for_each(padding, self.axes)

    def forward(
        self, input: Tensor, indices: Tensor, output_size: Sequence[int] | None = None
    ) -> Tensor:
        """`input` at `indices`, which a max pooling returned."""
        unpool = getattr(F, f"max_unpool{self.axes}d")
        return unpool(input, indices, self.kernel_size, self.stride, self.padding, output_size)

    def extra_repr(self) -> str:
        return f"kernel_size={self.kernel_size}, stride={self.stride}, padding={self.padding}"


class MaxUnpool1d(_MaxUnpool):
    """For sequences."""

    axes = 1


class MaxUnpool2d(_MaxUnpool):
    """For images."""

    axes = 2


class MaxUnpool3d(_MaxUnpool):
    """For volumes."""

    axes = 3


class AvgPool1d(Module):
    """The mean of each window of a sequence."""

    def __init__(
        self,
        kernel_size: Any,
        stride: Any = None,
        padding: Any = 0,
        ceil_mode: bool = False,
        count_include_pad: bool = True,
    ) -> None:
        super().__init__()
        self.kernel_size = for_each(kernel_size, 1)
        self.stride = for_each(kernel_size if stride is None else stride, 1)
        self.padding = for_each(padding, 1)
        self.ceil_mode = ceil_mode
        self.count_include_pad = count_include_pad

    def forward(self, input: Tensor) -> Tensor:
        """The means."""
        return F.avg_pool1d(
            input,
            self.kernel_size,
            self.stride,
            self.padding,
            self.ceil_mode,
            self.count_include_pad,
        )

    def extra_repr(self) -> str:
        return f"kernel_size={self.kernel_size}, stride={self.stride}, padding={self.padding}"


class _AvgPool(Module):
    """The mean of each window; `function` does it."""

    _init_shown = "each"
    _forward_shown = "each"
    function: str

    def __init__(
        self,
        kernel_size: Any,
        stride: Any = None,
        padding: Any = 0,
        ceil_mode: bool = False,
        count_include_pad: bool = True,
        divisor_override: int | None = None,
    ) -> None:
        super().__init__()
        self.kernel_size = kernel_size
        self.stride = kernel_size if stride is None else stride
        self.padding = padding
        self.ceil_mode = ceil_mode
        self.count_include_pad = count_include_pad
        self.divisor_override = divisor_override

    def forward(self, input: Tensor) -> Tensor:
        """The means."""
        return getattr(F, self.function)(
            input,
            self.kernel_size,
            self.stride,
            self.padding,
            self.ceil_mode,
            self.count_include_pad,
            self.divisor_override,
        )

    def extra_repr(self) -> str:
        return f"kernel_size={self.kernel_size}, stride={self.stride}, padding={self.padding}"


class AvgPool2d(_AvgPool):
    """Windows of images."""

    function = "avg_pool2d"


class AvgPool3d(_AvgPool):
    """Windows of volumes."""

    function = "avg_pool3d"


class _LPPool(Module):
    """The p-norm of each window; `function` does it."""

    _init_shown = "_LPPoolNd"
    _forward_shown = "each"
    function: str

    def __init__(
        self, norm_type: float, kernel_size: Any, stride: Any = None, ceil_mode: bool = False
    ) -> None:
        super().__init__()
        self.norm_type = norm_type
        self.kernel_size = kernel_size
        self.stride = stride
        self.ceil_mode = ceil_mode

    def forward(self, input: Tensor) -> Tensor:
        """The norms."""
        pool = getattr(F, self.function)
        return pool(input, float(self.norm_type), self.kernel_size, self.stride, self.ceil_mode)

    def extra_repr(self) -> str:
        return (
            f"norm_type={self.norm_type}, kernel_size={self.kernel_size}, stride={self.stride}, "
            f"ceil_mode={self.ceil_mode}"
        )


class LPPool1d(_LPPool):
    """Windows of sequences."""

    function = "lp_pool1d"


class LPPool2d(_LPPool):
    """Windows of images."""

    function = "lp_pool2d"


class LPPool3d(_LPPool):
    """Windows of volumes."""

    function = "lp_pool3d"
