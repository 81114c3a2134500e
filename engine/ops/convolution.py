"""The convolutions that programs call: conv1d to conv3d, their transposes, and checks.

The computing is done in `correlate`; here settings are completed, the batch axis that torch
lets one leave out is put in, and what does not fit is refused in torch's words.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from .. import dtypes
from ..errors import EngineRuntimeError, kernel_missing
from ..kernels.windows import Windows, count_windows
from ..kinds import Array, Setting, Shape
from ..registry import composite
from .correlate import Geometry, convolve
from .lead import ndim, shape_of
from .matrix import name_of, raw_of, type_name
from .pad import constant_pad_nd
from .shape import squeeze_dim, unsqueeze

F = "nn.functional."


def _convolution(
    input: Array,
    weight: Array,
    bias: Array | None,
    stride: Shape,
    padding: Shape,
    dilation: Shape,
    transposed: bool,
    output_padding: Shape,
    groups: int,
) -> Any:
    sizes, kernel = shape_of(input)[2:], shape_of(weight)[2:]
    axes = len(kernel)
    if ndim(weight) < 3:
        raise EngineRuntimeError("weight should have at least three dimensions")
    stride = _full(stride, axes, "stride")
    padding = _full(padding, axes, "padding")
    dilation = _full(dilation, axes, "dilation")
    more = _full(output_padding, axes, "output_padding")
    _check_settings(stride, padding, dilation, more, groups)
    _check_shapes(input, weight, bias, transposed, groups)
    if transposed:
        made = _sizes_back(sizes, kernel, stride, padding, dilation, more)
        windows = Windows(made, kernel, stride, padding, dilation, sizes)
        _check_transposed(windows, more)
    else:
        outs = count_windows(sizes, kernel, stride, padding, dilation)
        windows = Windows(sizes, kernel, stride, padding, dilation, outs)
        _check_windows(windows)
    _check_dtypes(input, weight, bias)
    return convolve(input, weight, bias, Geometry(windows, groups), transposed)


def _full(sizes: tuple[int, ...], axes: int, name: str) -> tuple[int, ...]:
    """One number for each axis. Raises: torch's error where there are others than 1 or all."""
    if len(sizes) == 1:
        return tuple(sizes) * axes
    if len(sizes) != axes:
        raise EngineRuntimeError(
            f"expected {name} to be a single integer value or a list of {axes} values to match "
            f"the convolution dimensions, but got {name}={list(sizes)}"
        )
    return tuple(sizes)


def _sizes_back(
    outs: tuple, kernel: tuple, stride: tuple, padding: tuple, dilation: tuple, more: tuple
) -> tuple[int, ...]:
    """The sizes of a signal that has `outs` windows, `more` beyond the least."""
    return tuple(
        (n - 1) * s - 2 * p + d * (k - 1) + 1 + m
        for n, s, p, d, k, m in zip(outs, stride, padding, dilation, kernel, more, strict=True)
    )


convolution = composite(
    "convolution",
    _convolution,
    method=False,
    doc="A batch of signals convolved with kernels, or the transpose of that map.",
)


# -- torch's checks. Source: torch aten/src/ATen/native/Convolution.cpp, check_shape_forward


def _check_settings(
    stride: tuple, padding: tuple, dilation: tuple, more: tuple, groups: int
) -> None:
    if min(padding, default=0) < 0:
        raise EngineRuntimeError("negative padding is not supported")
    if min(more, default=0) < 0:
        raise EngineRuntimeError("negative output_padding is not supported")
    if min(stride, default=1) <= 0:
        raise EngineRuntimeError("non-positive stride is not supported")
    if groups <= 0:
        raise EngineRuntimeError("non-positive groups is not supported")
    if min(dilation, default=1) <= 0:
        shown = dilation if len(dilation) > 1 else (1, *dilation)
        raise EngineRuntimeError(f"dilation should be greater than zero, but got {list(shown)}")


def _check_shapes(input: Any, weight: Any, bias: Any, transposed: bool, groups: int) -> None:
    size, kernels = shape_of(input), shape_of(weight)
    if len(size) != len(kernels):
        raise EngineRuntimeError(
            f"Expected {len(kernels)}-dimensional input for {len(kernels)}-dimensional weight "
            f"{list(kernels)}, but got {len(size)}-dimensional input of size {list(size)} instead"
        )
    if kernels[0] < groups:
        raise EngineRuntimeError(
            f"Given groups={groups}, expected weight to be at least {groups} at dimension 0, but "
            f"got weight of size {list(kernels)} instead"
        )
    if kernels[0] % groups:
        raise EngineRuntimeError(
            f"Given groups={groups}, expected weight to be divisible by {groups} at dimension 0, "
            f"but got weight of size [{list(kernels)}] instead"
        )
    given = "transposed=1" if transposed else f"groups={groups}"
    channels = kernels[0] if transposed else kernels[1] * groups
    if size[1] != channels:
        raise EngineRuntimeError(
            f"Given {given}, weight of size {list(kernels)}, expected input{list(size)} to have "
            f"{channels} channels, but got {size[1]} channels instead"
        )
    made = kernels[1] * groups if transposed else kernels[0]
    if bias is not None and shape_of(bias) != (made,):
        given = "transposed=1, " if transposed else ""
        raise EngineRuntimeError(
            f"Given {given}weight of size {list(kernels)}, expected bias to be 1-dimensional with "
            f"{made} elements, but got bias of size {list(shape_of(bias))} instead"
        )


def _crossed(sizes: Sequence[int]) -> str:
    return " x ".join(map(str, sizes))


def _named(name: str, sizes: Sequence[int]) -> str:
    """Sizes as kernels spell them: 'kernel_height: 2 kernel_width: 3'."""
    axes = ("depth", "height", "width")[3 - len(sizes) :] if len(sizes) > 1 else ("height", "width")
    sizes = sizes if len(sizes) > 1 else (_ALONE[name], *sizes)
    return " ".join(f"{name}_{axis}: {n}" for axis, n in zip(axes, sizes, strict=True))


# torch computes a convolution over one axis as one over two, the first of which has these
_ALONE = {"kernel": 1, "output_padding": 0, "stride": 1, "dilation": 1}


def _check_windows(windows: Windows) -> None:
    padded = [n + 2 * p for n, p in zip(windows.sizes, windows.padding, strict=True)]
    if min(windows.outs, default=1) < 1:
        reach = [d * (k - 1) + 1 for d, k in zip(windows.dilation, windows.kernel, strict=True)]
        raise EngineRuntimeError(
            f"Calculated padded input size per channel: ({_crossed(padded)}). Kernel size: "
            f"({_crossed(reach)}). Kernel size can't be greater than actual input size"
        )
    if 0 in windows.kernel:
        kernel = windows.kernel
        shown = _named("kernel", kernel) if len(kernel) < 3 else f": {_crossed(kernel)} (TxHxW)"
        raise EngineRuntimeError(
            f"kernel size should be greater than zero, but got {shown}".replace("got :", "got:")
        )


def _check_transposed(windows: Windows, more: tuple[int, ...]) -> None:
    if any(
        m >= s and m >= d for m, s, d in zip(more, windows.stride, windows.dilation, strict=True)
    ):
        raise EngineRuntimeError(
            "output padding must be smaller than either stride or dilation, but got "
            f"{_named('output_padding', more)} {_named('stride', windows.stride)} "
            f"{_named('dilation', windows.dilation)}"
        )
    if min(windows.sizes, default=1) < 1:
        raise EngineRuntimeError(
            f"Given input size per channel: ({_crossed(windows.outs)}). Calculated output size "
            f"per channel: ({_crossed(windows.sizes)}). Output size is too small"
        )


def _check_dtypes(input: Any, weight: Any, bias: Any) -> None:
    first, second = raw_of(input), raw_of(weight)
    if first.dtype != second.dtype:
        raise EngineRuntimeError(
            f"expected scalar type {name_of(first)} but found {name_of(second)}"
        )
    if bias is not None and raw_of(bias).dtype != first.dtype:
        raise EngineRuntimeError(
            f"Input type ({type_name(first)}) and bias type ({type_name(raw_of(bias))}) should be "
            "the same"
        )
    if first.dtype.kind == "b":
        raise kernel_missing("slow_conv2d_cpu", dtypes.bool_)


# -- conv1d to conv3d


def _batched(input: Any, axes: int, name: str) -> tuple[Any, bool]:
    """The input with its batch axis, and whether it had none."""
    shape = shape_of(input)
    if len(shape) not in (axes + 1, axes + 2):
        raise EngineRuntimeError(
            f"Expected {axes + 1}D (unbatched) or {axes + 2}D (batched) input to {name}, but got "
            f"input of size: {list(shape)}"
        )
    alone = len(shape) == axes + 1
    return (unsqueeze(input, -axes - 2), True) if alone else (input, False)


_WORDS = {1: "axis", 2: "two axes", 3: "three axes"}


def _declare(axes: int) -> None:
    one, none = (1,) * axes, (0,) * axes

    def conv(
        input: Array,
        weight: Array,
        bias: Array | None = None,
        stride: Shape = one,
        padding: Setting = none,
        dilation: Shape = one,
        groups: int = 1,
    ) -> Any:
        input, alone = _batched(input, axes, f"conv{axes}d")
        if isinstance(padding, str):
            input, padding = _padded(input, weight, stride, padding, dilation)
        elif isinstance(padding, int):
            padding = (padding,)
        out = convolution(input, weight, bias, stride, padding, dilation, False, none, groups)
        return squeeze_dim(out, -axes - 2) if alone else out

    composite(
        f"{F}conv{axes}d",
        conv,
        method=False,
        doc=f"input convolved with weight along its last {_WORDS[axes]}, plus bias.",
    )


def _declare_transpose(axes: int) -> None:
    one, none = (1,) * axes, (0,) * axes

    def conv_transpose(
        input: Array,
        weight: Array,
        bias: Array | None = None,
        stride: Shape = one,
        padding: Shape = none,
        output_padding: Shape = none,
        groups: int = 1,
        dilation: Shape = one,
    ) -> Any:
        input, alone = _batched(input, axes, f"conv_transpose{axes}d")
        out = convolution(
            input, weight, bias, stride, padding, dilation, True, output_padding, groups
        )
        return squeeze_dim(out, -axes - 2) if alone else out

    composite(
        f"{F}conv_transpose{axes}d",
        conv_transpose,
        method=False,
        doc=f"The transpose of conv{axes}d as a map of its input, plus bias.",
    )


def _padded(input: Any, weight: Any, stride: Any, word: str, dilation: Any) -> tuple[Any, Any]:
    """The input and the padding that 'same' or 'valid' means.

    Where a side wants more than the other, the excess is put onto the input itself, as in torch.
    """
    kernel = shape_of(weight)[2:]
    axes = len(kernel)
    if word == "valid":
        return input, (0,) * axes
    if word != "same":
        raise EngineRuntimeError(f"Invalid padding string: '{word}'")
    if any(s != 1 for s in stride):
        raise EngineRuntimeError("padding='same' is not supported for strided convolutions")
    totals = [d * (k - 1) for d, k in zip(_full(dilation, axes, "dilation"), kernel, strict=True)]
    if any(t % 2 for t in totals):
        pads = [side for t in reversed(totals) for side in (0, t % 2)]
        input = constant_pad_nd(input, tuple(pads), 0)
    return input, tuple(t // 2 for t in totals)


for _axes in (1, 2, 3):
    _declare(_axes)
    _declare_transpose(_axes)
