"""Functions of torch about shapes and places that are no operations on tensors."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

import numpy as np

from ..dtypes import DType
from ..errors import EngineRuntimeError, EngineTypeError
from ..modes import state
from ..ops.filled import filled, lying, made
from ..ops.inplace import check_writable, store
from ..tensor import Tensor, result, wants_grad
from .device import check
from .naming import typename
from .size import Size

__all__ = [
    "broadcast_shapes",
    "compile",
    "detach",
    "empty_permuted",
    "empty_strided",
    "fill_diagonal_",
    "get_device",
    "get_float32_matmul_precision",
    "is_storage",
    "newaxis",
    "range",
    "resize_as_",
    "set_float32_matmul_precision",
    "set_flush_denormal",
    "typename",
    "unravel_index",
]

newaxis = None


def broadcast_shapes(*shapes: Any) -> Size:
    """The shape that shapes broadcast to. Raises: RuntimeError in torch's words."""
    given = [(s,) if isinstance(s, int) else tuple(s) for s in shapes]
    out = [1] * max(map(len, given), default=0)
    for k, shape in enumerate(given):
        for axis in _range(-1, -len(shape) - 1, -1):
            size = shape[axis]
            if size in (1, out[axis]):
                continue
            if out[axis] != 1:
                raise EngineRuntimeError(
                    f"Attempting to broadcast a dimension of length {size} at {axis}! Mismatching "
                    f"argument at index {k} had {shape}; but expected shape should be "
                    f"broadcastable to {out}"
                )
            out[axis] = size
    return Size(out)


_range = range


def unravel_index(indices: Tensor, shape: Any) -> tuple[Tensor, ...]:
    """The places in a tensor of `shape` that flat indices stand for."""
    if not isinstance(indices, Tensor):
        raise EngineTypeError(
            f"unravel_index() expected 'indices' to be a Tensor, but got {type(indices).__name__}"
        )
    sizes = (shape,) if isinstance(shape, int) else tuple(shape)
    return tuple(
        result(np.asarray(part, np.int64)) for part in np.unravel_index(indices.array(), sizes)
    )


def range(
    start: float = 0,
    end: float | None = None,
    step: float = 1,
    *,
    dtype: DType | None = None,
    device: Any = None,
    requires_grad: bool = False,
) -> Tensor:
    """Numbers from `start` to `end`, both included."""
    check(device)
    if end is None:
        start, end = 0, start
    count = math.floor((end - start) / step) + 1
    numbers = start + step * np.arange(max(count, 0))
    return made(numbers.astype((dtype or state.default_dtype).np), requires_grad)


def empty_strided(
    size: Any, stride: Any, *, dtype: DType | None = None, requires_grad: bool = False, **_: Any
) -> Tensor:
    """A tensor to be filled (here: zeros) whose elements lie as `stride` says."""
    kind = dtype or state.default_dtype
    most = 1 + sum((n - 1) * s for n, s in zip(size, stride, strict=True) if n)
    memory = filled((most,), 0, kind).materialize()
    steps = tuple(s * kind.itemsize for s in stride)
    return made(np.lib.stride_tricks.as_strided(memory, tuple(size), steps), requires_grad)


def empty_permuted(
    size: Any, physical_layout: Any, *, dtype: DType | None = None, requires_grad: bool = False,
    **_: Any,
) -> Tensor:  # fmt: skip
    """A tensor to be filled (here: zeros) whose axes lie in another order."""
    blank = lying(tuple(size), tuple(physical_layout), dtype or state.default_dtype)
    return made(blank, requires_grad)


def new_empty_strided(
    self: Tensor, size: Any, stride: Any, *, dtype: DType | None = None, **options: Any
) -> Tensor:
    """As empty_strided, in the dtype of another tensor."""
    return empty_strided(size, stride, dtype=dtype or self.dtype, **options)


def fill_diagonal_(self: Tensor, fill_value: float, wrap: bool = False) -> Tensor:
    """Write one value to the diagonal, in place; again and again below it if `wrap`."""
    check_writable(self, state.grad_enabled and wants_grad(self))
    if self.ndim < 2:
        raise EngineRuntimeError("dimensions must larger than 1")
    array = self.array().copy()
    np.fill_diagonal(array, fill_value, wrap)
    store(self, array)
    return self


def resize_as_(self: Tensor, the_template: Tensor, *, memory_format: Any = None) -> Tensor:
    """Give a tensor the shape of another."""
    from .tensor_moves import resize_

    return resize_(self, the_template.shape)


def detach(input: Tensor) -> Tensor:
    """torch.detach."""
    return input.detach()


def get_device(input: Tensor) -> int:
    """The number of the tensor's device: -1, the CPU."""
    return -1


def is_storage(obj: Any, /) -> bool:
    """Whether a value is a storage: tensors are not."""
    return hasattr(obj, "_is_storage")


def set_flush_denormal(mode: bool) -> bool:
    """Ask for tiny numbers to become zero, which changes nothing here."""
    return True


def set_float32_matmul_precision(precision: str) -> None:
    """Allow coarser products, which changes nothing here."""
    if precision not in ("highest", "high", "medium"):
        raise EngineRuntimeError(f"Unknown matmul precision: {precision}")


def get_float32_matmul_precision() -> str:
    """How exact products are: as exact as can be."""
    return "highest"


def compile(model: Callable | None = None, **options: Any) -> Any:
    """The function itself: nothing is compiled here, and nothing would be seen of it."""
    if model is None:
        return lambda function: function
    return model


def method(name: str) -> Callable:
    """One of the functions here that are methods of tensors."""
    return {
        "fill_diagonal_": fill_diagonal_,
        "new_empty_strided": new_empty_strided,
        "resize_as_": resize_as_,
    }[name]
