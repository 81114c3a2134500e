"""Changing the dtype, and copies that change nothing.

Where the result would be the same tensor, torch returns that very tensor and records nothing;
so do these.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from .. import dtypes
from ..errors import EngineRuntimeError, EngineValueError
from ..kinds import Array, DType, Scalar, Setting, Tensors
from ..layouts import arranged, contiguous_format, lies_as, preserve_format
from ..registry import composite, elementwise, plain, structural, zero
from ..symbol import Symbol
from ..tensor import Tensor
from .lead import expand_own, sum_axes, unsqueeze_own, zeros_like


def _cast(self: Array, dtype: DType) -> Any:
    array = np.asarray(self)
    if array.dtype.kind == "f" and dtype.category == 1:
        array = _whole(array, 8 if dtype.itemsize == 8 else 4)
    with np.errstate(over="ignore"):
        array = array.astype(dtype.np)
    return float(array) if dtype is dtypes.float64 and not array.ndim else array


def _whole(array: np.ndarray, itemsize: int) -> np.ndarray:
    """Floats as integers of 4 or 8 bytes, those that do not fit as the least one.

    C leaves the latter to the processor; x86's choice, which torch shows, is made everywhere.
    """
    least = -(2.0 ** (itemsize * 8 - 1))
    wide = array.astype(np.float64)
    return np.where((wide >= least) & (wide < -least), wide, least).astype(f"i{itemsize}")


cast = structural(
    "_cast",
    _cast,
    node="ToCopyBackward0",
    vjp=lambda g, self_dtype: cast(g, self_dtype),
    jvp=lambda self_t, dtype: cast(self_t, dtype),
    method=False,
    doc="The elements in another dtype.",
)


def dtype_of(value: Any) -> dtypes.DType:
    """The dtype of a tensor or raw value."""
    return value.dtype if value.__class__ in (Tensor, Symbol) else dtypes.of(value)


def to_dtype(value: Any, dtype: dtypes.DType | None) -> Any:
    """`value` in `dtype`; itself where it is already, and where either is None."""
    if value is None or dtype is None or dtype_of(value) is dtype:
        return value
    return cast(value, dtype)


def _to(self: Array, dtype: DType, non_blocking: bool = False, copy: bool = False) -> Any:
    return cast(self, dtype) if copy else to_dtype(self, dtype)


composite("to:dtype", _to, aliases=("astype",), doc="The elements in another dtype.")


def _to_other(self: Array, other: Tensors, non_blocking: bool = False, copy: bool = False) -> Any:
    return _to(self, other.dtype, copy=copy)


composite("to:other", _to_other, doc="The elements in the dtype of other.")


def _to_device(
    self: Array,
    device: Setting = None,
    dtype: DType | None = None,
    non_blocking: bool = False,
    copy: bool = False,
) -> Any:
    if device not in (None, "cpu"):
        raise EngineRuntimeError(f"there is no device but 'cpu', not {device!r}")
    return _to(self, dtype or dtype_of(self), copy=copy)


composite("to:device", _to_device, doc="The tensor on the one device there is, 'cpu'.")


def _conversion(name: str, dtype: dtypes.DType) -> None:
    def convert(self: Array) -> Any:
        return to_dtype(self, dtype)

    composite(name, convert, doc=f"The elements as {dtype.name}.")


for _name, _dtype in {
    "double": dtypes.float64,
    "float": dtypes.float32,
    "half": dtypes.float16,
    "long": dtypes.int64,
    "int": dtypes.int32,
    "short": dtypes.int16,
    "char": dtypes.int8,
    "byte": dtypes.uint8,
    "bool": dtypes.bool_,
}.items():
    _conversion(_name, _dtype)


def _type(self: Array, dtype: Setting = None) -> Any:
    if dtype is None:
        return dtype_of(self).tensor_type
    by_class = {d.tensor_type: d for d in dtypes.ALL}
    found = by_class.get(dtype, dtype) if isinstance(dtype, str) else dtype
    if not isinstance(found, dtypes.DType):
        raise EngineValueError(f"invalid type: '{dtype}'")
    return to_dtype(self, found)


composite("type", _type, doc="The elements in another dtype; without one, the name of its own.")


def _type_as(self: Array, other: Tensors) -> Any:
    return to_dtype(self, other.dtype)


composite("type_as", _type_as, doc="The elements in the dtype of other.")

# -- copies

clone = elementwise(
    "clone",
    np.copy,
    scalar=lambda x: x,
    promote="none",
    aliases=("copy",),
    self=lambda g: g,
    inplace=False,
    doc="A copy, through which gradients flow.",
)


elementwise(
    "alias_copy",
    np.copy,
    promote="none",
    node="AliasBackward0_copy",
    method=False,
    self=lambda g: g,
    doc="A copy, through which gradients flow.",
)


def _in_order(self: Array, layout: Setting = contiguous_format) -> Any:
    return arranged(np.asarray(self), layout)


in_order = elementwise(
    "_in_order",
    _in_order,
    promote="none",
    node="CloneBackward0",
    method=False,
    self=lambda g: g,
    doc="A copy, its axes in memory in the order that a memory format says.",
)


def _clone_as(self: Array, *, memory_format: Setting) -> Any:
    return clone(self) if memory_format is None else in_order(self, memory_format)


composite("clone:memory_format", _clone_as, doc="A copy, its axes in memory in another order.")


def _contiguous(self: Array, *, memory_format: Setting = contiguous_format) -> Any:
    data = self.data if self.__class__ is Tensor else self
    memory_format.order(np.ndim(data))
    if data.__class__ is float or lies_as(data, memory_format):
        return self
    if memory_format is preserve_format:
        raise EngineRuntimeError("preserve memory format is unsupported by the contiguous operator")
    return in_order(self, memory_format)


composite("contiguous", _contiguous, doc="The tensor, its memory in order: a copy if need be.")


def _same(name: str, doc: str, aliases: tuple[str, ...] = ()) -> None:
    """Declare an operation that leaves real tensors as they are."""

    def itself(self: Array) -> Any:
        return self

    composite(name, itself, aliases=aliases, doc=doc)


_same("conj", "The complex conjugate: real tensors as they are.", ("conj_physical",))
_same("resolve_conj", "The tensor as it is: none here is lazily conjugated.")
_same("resolve_neg", "The tensor as it is: none here is lazily negated.")
_same("real", "The real part: real tensors as they are.")
_same("cpu", "The tensor as it is: there is no other device.")


def _imag(self: Array) -> Any:
    raise EngineRuntimeError("imag is not implemented for tensors with non-complex dtypes.")


plain("imag", _imag, doc="The imaginary part, which no tensor has.")

# -- fill


def _fill(self: Array, value: Scalar) -> Any:
    return _cast(np.full(np.shape(self), value), dtypes.of(self))


fill = zero(
    "fill:scalar",
    _fill,
    promote="none",
    node="FillBackward0",
    method=False,
    self=None,
    doc="A tensor of one number, of the shape and dtype of self.",
)


def _fill_tensor(self: Array, value: Tensors) -> Any:
    if np.ndim(value):
        raise EngineRuntimeError(
            "fill_ only supports 0-dimension value tensor but got tensor with "
            f"{np.ndim(value)} dimensions."
        )
    return _fill(self, value)


def _fill_vjp(g: Any, self_shape: tuple, value_dtype: dtypes.DType) -> tuple:
    total = sum_axes(g, tuple(range(-len(self_shape), 0)))
    return zeros_like(g), to_dtype(total, value_dtype)


def _fill_jvp(value_t: Any, self_shape: tuple, self_dtype: dtypes.DType) -> Any:
    if value_t is None:
        return None
    value_t = to_dtype(value_t, self_dtype)
    if not self_shape:
        return value_t
    return expand_own(unsqueeze_own(value_t, tuple(range(-len(self_shape), 0))), self_shape)


structural(
    "fill:tensor",
    _fill_tensor,
    node="FillBackward1",
    method=False,
    vjp=_fill_vjp,
    jvp=_fill_jvp,
    derivative={"self": "zeros(self.shape)", "value": "sum(g)"},
    doc="A tensor of the one element of value, of the shape and dtype of self.",
)
