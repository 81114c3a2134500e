"""New tensors of a given shape: zeros, ones, full, eye, and those shaped like another.

Sizes are checked against the limit of memory before anything is allocated.
"""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from .. import dtypes, shapes
from ..errors import EngineRuntimeError
from ..extent import Extent
from ..kinds import Array, DType, Index, Number, Setting, Shape
from ..layouts import contiguous_format, permuted, preserve_format
from ..modes import state
from ..registry import composite, plain
from ..symbol import build
from ..tensor import Tensor, result

# Where a tensor is to be: taken for the sake of torch's signatures, as there is one such place.
DEVICE = {"device": None}
PLACED = DEVICE | {"layout": None}
PINNED = PLACED | {"pin_memory": False}


def made(data: Any, requires_grad: bool) -> Tensor:
    """A new leaf around a raw value."""
    out = result(data)
    if requires_grad:
        if not out.dtype.is_floating_point:
            raise EngineRuntimeError(
                "Only Tensors of floating point and complex dtype can require gradients"
            )
        out.requires_grad = True
    return out


def overflow(type_name: str) -> EngineRuntimeError:
    """torch's message for a number that a dtype cannot hold."""
    return EngineRuntimeError(f"value cannot be converted to type {type_name} without overflow")


_C_NAMES = {"float16": "at::Half", "float32": "float", "float64": "double", "bool": "bool"}


def _check_number(value: float, dtype: dtypes.DType) -> None:
    """Raise torch's error for a fill value that `dtype` cannot hold."""
    if dtype.category == 0 or dtype is dtypes.float64:
        return
    if dtype.is_floating_point:
        fits = not abs(value) > float(np.finfo(dtype.np).max) or math.isinf(value)
    else:
        limits = np.iinfo(dtype.np)
        fits = (-limits.max if dtype is dtypes.uint8 else limits.min) <= value <= limits.max
    if not fits:
        raise overflow(_C_NAMES.get(dtype.name, f"{dtype.name}_t"))


def check_new(size: tuple[int, ...], dtype: dtypes.DType) -> None:
    """Raise torch's error for a negative size, or LimitExceeded for a large one."""
    for n in size:
        if n < 0:
            raise EngineRuntimeError(
                f"Trying to create tensor with negative dimension {n}: {list(size)}"
            )
    shapes.check_size(size, dtype.itemsize)


def filled(
    size: tuple[int, ...], value: Any, dtype: dtypes.DType, requires_grad: bool = False
) -> Tensor:
    """A tensor of one value. Raises: LimitExceeded, or RuntimeError for a negative size."""
    check_new(size, dtype)
    _check_number(value, dtype)
    if not size and dtype is dtypes.float64:
        return made(float(value), requires_grad)
    if value or (value.__class__ is float and math.copysign(1, value) < 0):
        return made(np.full(size, value, dtype.np), requires_grad)
    return made(np.zeros(size, dtype.np), requires_grad)  # no memory until written to


def lying(size: tuple[int, ...], order: tuple[int, ...], dtype: dtypes.DType) -> Any:
    """Zeros of a size whose axes lie in memory in `order`, the slowest first."""
    whole = filled(tuple(size[axis] for axis in order), 0, dtype).data
    return whole if whole.__class__ is float else permuted(whole, order)


def _zeros(
    size: Shape,
    *,
    dtype: DType | None = None,
    requires_grad: bool = False,
) -> Tensor:
    if any(n < 0 for n in size):
        raise EngineRuntimeError("zeros: Dimension size must be non-negative.")
    return filled(size, 0, dtype or state.default_dtype, requires_grad)


def _ones(
    size: Shape,
    *,
    dtype: DType | None = None,
    requires_grad: bool = False,
) -> Tensor:
    return filled(size, 1, dtype or state.default_dtype, requires_grad)


zeros = composite("zeros", _zeros, inert=PLACED, method=False, doc="A tensor of zeros.")
ones = composite("ones", _ones, inert=PLACED, method=False, doc="A tensor of ones.")


def _empty(
    size: Shape,
    *,
    dtype: DType | None = None,
    requires_grad: bool = False,
    memory_format: Setting = contiguous_format,
) -> Tensor:
    order = memory_format.order(len(size))
    return made(lying(size, order, dtype or state.default_dtype), requires_grad)


composite(
    "empty",
    _empty,
    inert=PINNED,
    method=False,
    doc="A tensor to be filled; its elements are zeros, so that answers never vary.",
)


def _full(
    size: Shape,
    fill_value: Number,
    *,
    dtype: DType | None = None,
    requires_grad: bool = False,
) -> Tensor:
    of_value = dtypes.of_number(fill_value, state.default_dtype)
    return filled(size, fill_value, dtype or of_value, requires_grad)


full = composite("full", _full, inert=PLACED, method=False, doc="A tensor of one value.")


def _scalar_tensor(s: Number, *, dtype: DType | None = None, requires_grad: bool = False) -> Tensor:
    return filled((), s, dtype or state.default_dtype, requires_grad)


composite(
    "scalar_tensor", _scalar_tensor, inert=DEVICE, method=False, doc="A 0-d tensor of a number."
)


def _eye(
    n: int,
    m: int | None = None,
    *,
    dtype: DType | None = None,
    requires_grad: bool = False,
) -> Tensor:
    for name, count in (("n", n), ("m", n if m is None else m)):
        if count < 0:
            raise EngineRuntimeError(f"{name} must be greater or equal to 0, got {count}")
    kind = dtype or state.default_dtype
    shapes.check_size((n, n if m is None else m), kind.itemsize)
    if n.__class__ is Extent and m is None:
        return build(identity.row, (n,))
    return made(np.eye(n, m, dtype=kind.np), requires_grad)


identity = plain("_identity", lambda n: np.eye(n), doc="The identity of a symbol's size.")

eye = composite(
    "eye", _eye, inert=PLACED, aliases=("identity",), method=False, doc="The identity matrix."
)


# -- like another tensor


def _like(value: Any, doc: str, name: str) -> None:
    def like(
        self: Array,
        *,
        dtype: DType | None = None,
        requires_grad: bool = False,
        memory_format: Setting = None,
    ) -> Tensor:
        kind = dtype or self.dtype
        if memory_format not in (None, preserve_format):
            blank = lying(self.shape, memory_format.order(self.ndim), kind)
            return made(np.full_like(blank, value), requires_grad)
        if self.data.__class__ is not float and not self.data.flags.c_contiguous:
            return made(np.full_like(self.data, value, kind.np), requires_grad)
        return filled(self.shape, value, kind, requires_grad)

    composite(name, like, inert=PLACED, method=False, doc=doc)


_like(0, "Zeros in the shape and dtype of self.", "zeros_like")
_like(1, "Ones in the shape and dtype of self.", "ones_like")
_like(0, "A tensor to be filled, in the shape and dtype of self; holds zeros.", "empty_like")


def _full_like(
    self: Array,
    fill_value: Number,
    *,
    dtype: DType | None = None,
    requires_grad: bool = False,
) -> Tensor:
    return filled(self.shape, fill_value, dtype or self.dtype, requires_grad)


composite(
    "full_like",
    _full_like,
    inert=PLACED | {"memory_format": None},
    method=False,
    doc="One value in the shape and dtype of self.",
)


def _new(value: Any, doc: str, name: str) -> None:
    def new(
        self: Index,
        size: Shape,
        *,
        dtype: DType | None = None,
        requires_grad: bool = False,
    ) -> Tensor:
        return filled(size, value, dtype or self.dtype, requires_grad)

    composite(name, new, inert=DEVICE, doc=doc)


_new(0, "Zeros of a size in the dtype of self.", "new_zeros")
_new(1, "Ones of a size in the dtype of self.", "new_ones")
_new(0, "A tensor of a size in the dtype of self, to be filled; holds zeros.", "new_empty")


def _new_full(
    self: Index,
    size: Shape,
    fill_value: Number,
    *,
    dtype: DType | None = None,
    requires_grad: bool = False,
) -> Tensor:
    return filled(size, fill_value, dtype or self.dtype, requires_grad)


composite("new_full", _new_full, inert=DEVICE, doc="A tensor of one value in the dtype of self.")
