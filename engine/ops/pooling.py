"""What the poolings share: their settings, their windows, and torch's checks of both.

No rows are declared here.
"""

from __future__ import annotations

from typing import Any

from ..errors import EngineRuntimeError, EngineValueError
from ..kernels.windows import Windows
from .lead import shape_of

_WORDS = {1: "one", 2: "two", 3: "three"}
_AXES = {2: "HW", 3: "THW"}


def pool_windows(
    name: str,
    shape: tuple[int, ...],
    kernel: tuple[int, ...],
    stride: tuple[int, ...],
    padding: tuple[int, ...],
    dilation: tuple[int, ...],
    ceil_mode: bool,
) -> Windows:
    """The windows over the last axes of `shape`; settings have one entry an axis.

    With `ceil_mode` one more window where elements are left over, if it begins among them.
    Source: torch aten/src/ATen/native/Pool.h, pooling_output_shape.
    """
    sizes = shape[len(shape) - len(kernel) :]
    _check(shape, kernel, stride, padding, dilation)
    outs = []
    for n, k, s, p, d in zip(sizes, kernel, stride, padding, dilation, strict=True):
        reach = n + 2 * p - d * (k - 1) - 1
        count = (reach + (s - 1 if ceil_mode else 0)) // s + 1
        if ceil_mode and (count - 1) * s >= n + p:
            count -= 1
        outs.append(count)
    if min(outs) < 1:
        if name == "avg_pool3d":
            raise _smaller(sizes, kernel)
        raise EngineRuntimeError(
            f"Given input size: ({_crossed(shape[-len(outs) - 1 :])}). Calculated output size: "
            f"({_crossed((shape[-len(outs) - 1], *outs))}). Output size is too small"
        )
    return Windows(sizes, kernel, stride, padding, dilation, tuple(outs))


def _smaller(sizes: tuple[int, ...], kernel: tuple[int, ...]) -> EngineRuntimeError:
    """torch's message for the mean of volumes that no window fits in."""
    given, wanted = (
        " ".join(f"{mark}{axis}: {n}" for axis, n in zip("THW", ns, strict=True))
        for mark, ns in (("", sizes), ("k", kernel))
    )
    return EngineRuntimeError(f"input image ({given}) smaller than kernel size ({wanted})")


def _crossed(sizes: Any) -> str:
    return "x".join(map(str, sizes))


def full(name: str, setting: str, value: tuple[int, ...], axes: int) -> tuple[int, ...]:
    """One number for each axis. Raises: torch's error where there are others than 1 or all."""
    if len(value) == 1:
        return value * axes
    if len(value) != axes:
        omitted = " omitted," if setting == "stride" else ""
        must = "must be either" if setting == "dilation" else f"must either be{omitted}"
        raise EngineRuntimeError(
            f"{name}: {setting} {must} a single int, or a tuple of {_WORDS[axes]} ints"
        )
    return value


def _check(shape: tuple, kernel: tuple, stride: tuple, padding: tuple, dilation: tuple) -> None:
    if 0 in stride:
        raise EngineRuntimeError("stride should not be zero")
    for pad, k, d in zip(padding, kernel, dilation, strict=True):
        if pad < 0:
            raise EngineRuntimeError(f"pad must be non-negative, but got pad: {pad}")
        if pad > (d * (k - 1) + 1) // 2 and d > 0:
            raise EngineRuntimeError(
                "pad should be at most half of effective kernel size, but got "
                f"pad={pad}, kernel_size={k} and dilation={d}"
            )
    for what, prefix, sizes in (
        ("kernel size", "k", kernel),
        ("stride", "d", stride),
        ("dilation", "dilation", dilation),
    ):
        if min(sizes) <= 0:
            named = zip(_AXES[len(sizes)], sizes, strict=True)
            got = " ".join(f"{prefix}{axis}: {n}" for axis, n in named)
            raise EngineRuntimeError(f"{what} should be greater than zero, but got {got}")
    if 0 in shape[len(shape) - len(kernel) - 1 :]:
        raise EngineRuntimeError(
            f"Expected {len(kernel) + 1}D or {len(kernel) + 2}D (batch mode) tensor with optional "
            f"0 dim batch size for input, but got:{list(shape)}"
        )


def need_axes(value: Any, axes: int) -> None:
    """Raise torch's error unless a value has channels and `axes` axes, and maybe a batch."""
    if len(shape_of(value)) not in (axes + 1, axes + 2):
        raise EngineRuntimeError(
            f"non-empty {axes + 1}D or {axes + 2}D (batch mode) tensor expected for input"
        )


def need_lines(name: str, value: Any) -> None:
    """Raise torch's error unless a value has channels and one axis, and maybe a batch."""
    if len(shape_of(value)) not in (2, 3):
        raise EngineRuntimeError(
            f"Expected 2 to 3 dimensions, but got {len(shape_of(value))}-dimensional tensor for "
            f"argument #1 'self' (while checking arguments for {name})"
        )


def single(name: str, setting: str, value: tuple[int, ...]) -> int:
    """The only number. Raises: torch's error where there are more."""
    if len(value) != 1:
        raise EngineRuntimeError(
            f"{name}() argument '{setting}' should contain one int (got {len(value)})"
        )
    return value[0]


def adaptive_sizes(name: str, value: Any, output_size: Any, axes: int) -> tuple[int, ...]:
    """How many windows cover each of the last axes; None stands for as many as elements.

    Raises: torch's errors for sizes and values that do not fit.
    """
    shape = shape_of(value)
    if axes == 1:
        need_lines(name, value)
        if not isinstance(output_size, int):
            single(name, "output_size", output_size)
    if isinstance(output_size, int):
        outs: tuple[int, ...] = (output_size,) * axes
    else:
        if len(shape) <= len(output_size):
            raise EngineValueError(f"Input dimension should be at least {len(output_size) + 1}")
        defaults = shape[len(shape) - len(output_size) :]
        outs = tuple(d if n is None else int(n) for n, d in zip(output_size, defaults, strict=True))
    if axes == 1:
        return outs
    mark = "" if "avg" in name else ":"
    if len(shape) not in (axes + 1, axes + 2):
        raise EngineRuntimeError(
            f"{name}(): Expected {axes + 1}D or {axes + 2}D tensor, but got{mark} {list(shape)}"
        )
    if len(outs) != axes:
        raise EngineRuntimeError(f"{name}: output_size must be {axes}")
    for axis in range(len(shape) - axes - 1, len(shape)):
        if not shape[axis]:
            raise EngineRuntimeError(
                f"{name}(): Expected input to have non-zero size for non-batch dimensions, but "
                f"input has sizes {list(shape)} with dimension {axis} being empty"
            )
    return outs
