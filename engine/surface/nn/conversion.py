"""Converting a module's tensors: to another dtype or device."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from ... import dtypes
from ...dtypes import DType
from ...modes import no_grad
from ...ops.convert import to_dtype
from ...ops.public import call
from ...tensor import Tensor
from ..device import check
from ..tensor_settings import set_data

if TYPE_CHECKING:
    from .module import Module


def convert(self: Module, fn: Callable[[Tensor], Tensor], recurse: bool = True) -> Module:
    """Put `fn` of every parameter, gradient and buffer in its place; parameters stay themselves."""
    if recurse:
        for module in self.children():
            module._apply(fn)
    for param in self._parameters.values():
        if param is not None:
            _replace(param, fn)
            if param.grad is not None:
                _replace(param.grad, fn)
    for name, buffer in self._buffers.items():
        if buffer is not None:
            self._buffers[name] = fn(buffer)
    return self


def _replace(t: Tensor, fn: Callable[[Tensor], Tensor]) -> None:
    """Give `t` the values of `fn(t)`, under the version that it had."""
    with no_grad():
        new = fn(t)
    if new is not t:
        set_data(t, new)


def _floats_to(module: Module, dtype: DType | None) -> Module:
    return module._apply(lambda t: to_dtype(t, dtype) if dtype and t.dtype.is_floating_point else t)


def to(self: Module, *args: Any, **kwargs: Any) -> Module:
    """Move to a device, convert to a floating dtype, or both; as a tensor's `to`."""
    dtype = kwargs.get("dtype")
    check(kwargs.get("device"))
    for given in (*args, kwargs.get("tensor")):
        if isinstance(given, DType):
            dtype = given
        elif isinstance(given, Tensor):
            dtype = given.dtype
        elif not isinstance(given, bool):
            check(given)
    if dtype is not None and not dtype.is_floating_point:
        raise TypeError(
            "nn.Module.to only accepts floating point or complex dtypes, but got desired "
            f"dtype={dtype}"
        )
    return _floats_to(self, dtype)


def to_type(self: Module, dst_type: Any) -> Module:
    """Convert every parameter and buffer to a dtype."""
    return self._apply(lambda t: call("type", t, dst_type))


def to_float(self: Module) -> Module:
    """Convert floating parameters and buffers to float32."""
    return _floats_to(self, dtypes.float32)


def to_double(self: Module) -> Module:
    """Convert floating parameters and buffers to float64."""
    return _floats_to(self, dtypes.float64)


def to_half(self: Module) -> Module:
    """Convert floating parameters and buffers to float16."""
    return _floats_to(self, dtypes.float16)


def cpu(self: Module) -> Module:
    """Move to the CPU, where everything is."""
    return self


def cuda(self: Module, device: Any = None) -> Module:
    """Move to a device that is not there. Raises: torch's error."""
    if any(True for _ in self.parameters()) or any(True for _ in self.buffers()):
        check("cuda")
    return self
