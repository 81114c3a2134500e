"""Convolutions over sequences, images and volumes, and their transposes."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any

from ...dtypes import DType
from ...tensor import Tensor
from ..size import Size
from . import init
from .functional import F
from .module import Module
from .parameter import parameter
from .sizes import for_each

_PADDINGS = ("same", "valid")
_MODES = ("zeros", "reflect", "replicate", "circular")


def _one_of(names: Sequence[str]) -> str:
    """Names as torch shows a set of them, but always in the same order."""
    return "{" + ", ".join(map(repr, names)) + "}"


class Convolution(Module):
    """What all of them have in common: settings, weight and bias.

    axes: how many axes the kernel has. transposed: which way the map goes.
    """

    axes: int
    transposed = False

    def _set(
        self,
        channels: tuple[int, int],
        kernel_size: Any,
        stride: Any,
        padding: Any,
        dilation: Any,
        output_padding: Any,
        groups: int,
        padding_mode: str,
    ) -> None:
        """Keep the settings. Raises: ValueError for those that do not go together."""
        in_channels, out_channels = channels
        if groups <= 0:
            raise ValueError("groups must be a positive integer")
        if in_channels % groups:
            raise ValueError("in_channels must be divisible by groups")
        if out_channels % groups:
            raise ValueError("out_channels must be divisible by groups")
        self.in_channels = in_channels
        self.out_channels = out_channels
        self.kernel_size = for_each(kernel_size, self.axes)
        self.stride = for_each(stride, self.axes)
        self.padding = padding if isinstance(padding, str) else for_each(padding, self.axes)
        self.dilation = for_each(dilation, self.axes)
        self.output_padding = for_each(output_padding, self.axes)
        self.groups = groups
        self.padding_mode = padding_mode
        self._check_padding()

    def _check_padding(self) -> None:
        if isinstance(self.padding, str):
            if self.padding not in _PADDINGS:
                raise ValueError(
                    f"Invalid padding string {self.padding!r}, should be one of "
                    f"{_one_of(_PADDINGS)}"
                )
            if self.padding == "same" and any(s != 1 for s in self.stride):
                raise ValueError("padding='same' is not supported for strided convolutions")
        if self.padding_mode not in _MODES:
            raise ValueError(
                f"padding_mode must be one of {_one_of(_MODES)}, but got "
                f"padding_mode='{self.padding_mode}'"
            )

    def _add_parameters(self, bias: bool, device: Any, dtype: DType | None) -> None:
        ends = (self.in_channels, self.out_channels)
        first, second = ends if self.transposed else ends[::-1]
        shape = (first, second // self.groups, *self.kernel_size)
        self.weight = parameter(shape, device, dtype)
        made = parameter(self.out_channels, device, dtype) if bias else None
        self.register_parameter("bias", made)
        self.reset_parameters()

    def reset_parameters(self) -> None:
        """Draw weight and bias anew, uniformly within 1 / sqrt(inputs of an output)."""
        init.kaiming_uniform_(self.weight, a=math.sqrt(5))
        if self.bias is not None:
            fan_in, _ = init.fan_in_and_out(self.weight)
            if fan_in:
                init.uniform_(self.bias, -1 / math.sqrt(fan_in), 1 / math.sqrt(fan_in))

    def extra_repr(self) -> str:
        text = (
            f"{self.in_channels}, {self.out_channels}, kernel_size={self.kernel_size}, "
            f"stride={self.stride}"
        )
        for name, usual in (("padding", 0), ("dilation", 1), ("output_padding", 0)):
            value = self.__dict__[name]
            if value != (usual,) * len(value):
                text += f", {name}={value}"
        if self.groups != 1:
            text += f", groups={self.groups}"
        if self.bias is None:
            text += ", bias=False"
        if self.padding_mode != "zeros":
            text += f", padding_mode={self.padding_mode}"
        return text


class _Conv(Convolution):
    """A convolution: each output sees a window of the input."""

    _init_shown = "each"
    _forward_shown = "each"

    def __init__(
        self,
        in_channels: int,
        out_channels: int,
        kernel_size: Any,
        stride: Any = 1,
        padding: Any = 0,
        dilation: Any = 1,
        groups: int = 1,
        bias: bool = True,
        padding_mode: str = "zeros",
        device: Any = None,
        dtype: DType | None = None,
    ) -> None:
        super().__init__()
        channels = (in_channels, out_channels)
        self._set(channels, kernel_size, stride, padding, dilation, 0, groups, padding_mode)
        self._add_parameters(bias, device, dtype)

    def forward(self, input: Tensor) -> Tensor:
        """The sums of each window times the kernels, plus the bias."""
        padding = self.padding
        if self.padding_mode != "zeros":
            input = F.pad(input, self._around(), mode=self.padding_mode)
            padding = (0,) * self.axes
        convolve = getattr(F, f"conv{self.axes}d")
        return convolve(
            input, self.weight, self.bias, self.stride, padding, self.dilation, self.groups
        )

    def _around(self) -> tuple[int, ...]:
        """How much to pad before and after each axis, the last axis first."""
        if self.padding == "valid":
            return (0, 0) * self.axes
        if self.padding == "same":
            total = [d * (k - 1) for d, k in zip(self.dilation, self.kernel_size, strict=True)]
            return tuple(n for t in reversed(total) for n in (t // 2, t - t // 2))
        return tuple(int(p) for p in reversed(self.padding) for _ in range(2))


class Conv1d(_Conv):
    """For (N, C, L) or (C, L)."""

    axes = 1


class Conv2d(_Conv):
    """For (N, C, H, W) or (C, H, W)."""

    axes = 2


class Conv3d(_Conv):
    """For (N, C, D, H, W) or (C, D, H, W)."""

    axes = 3


class _ConvTranspose(Convolution):
    """The transpose of a convolution: each input writes to a window of the output."""

    _init_shown = "each"
    _forward_shown = "each"
    transposed = True

    def __init__(
        self,
        in_channels: int,
        out_channels: int,
        kernel_size: Any,
        stride: Any = 1,
        padding: Any = 0,
        output_padding: Any = 0,
        groups: int = 1,
        bias: bool = True,
        dilation: Any = 1,
        padding_mode: str = "zeros",
        device: Any = None,
        dtype: DType | None = None,
    ) -> None:
        super().__init__()
        if padding_mode != "zeros":
            raise ValueError(f'Only "zeros" padding mode is supported for {type(self).__name__}')
        channels = (in_channels, out_channels)
        self._set(
            channels,
            kernel_size,
            stride,
            padding,
            dilation,
            output_padding,
            groups,
            padding_mode,
        )
        self._add_parameters(bias, device, dtype)

    def forward(self, input: Tensor, output_size: Sequence[int] | None = None) -> Tensor:
        """The windows written by all inputs, summed, plus the bias."""
        extra = self.output_padding
        if output_size is not None:
            extra = self._extra_for(input, output_size)
        convolve = getattr(F, f"conv_transpose{self.axes}d")
        return convolve(
            input,
            self.weight,
            self.bias,
            self.stride,
            self.padding,
            extra,
            self.groups,
            self.dilation,
        )

    def _extra_for(self, input: Tensor, wanted: Sequence[int]) -> list[int]:
        """The output padding that gives the size wanted. Raises: ValueError if none does."""
        axes = self.axes
        outer = 2 if input.ndim == axes + 2 else 1
        if len(wanted) == outer + axes:
            wanted = wanted[outer:]
        if len(wanted) != axes:
            raise ValueError(
                f"ConvTranspose{axes}D: for {input.ndim}D input, output_size must have {axes} or "
                f"{outer + axes} elements (got {len(wanted)})"
            )
        least = [
            (input.shape[outer + a] - 1) * self.stride[a]
            - 2 * self.padding[a]
            + self.dilation[a] * (self.kernel_size[a] - 1)
            + 1
            for a in range(axes)
        ]
        most = [n + s - 1 for n, s in zip(least, self.stride, strict=True)]
        if any(not low <= n <= high for n, low, high in zip(wanted, least, most, strict=True)):
            raise ValueError(
                f"requested an output size of {wanted}, but valid sizes range from {least} to "
                f"{most} (for an input of {Size(input.shape[2:])})"
            )
        return [n - low for n, low in zip(wanted, least, strict=True)]


class ConvTranspose1d(_ConvTranspose):
    """For (N, C, L) or (C, L)."""

    axes = 1


class ConvTranspose2d(_ConvTranspose):
    """For (N, C, H, W) or (C, H, W)."""

    axes = 2


class ConvTranspose3d(_ConvTranspose):
    """For (N, C, D, H, W) or (C, D, H, W)."""

    axes = 3
