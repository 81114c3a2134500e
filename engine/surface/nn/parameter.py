"""Parameter and Buffer: tensors that a module takes into its tables when they are assigned.

Both are ordinary tensors with a mark: operations test `x.__class__ is Tensor`, and a subclass
would send every one of them the slow way. `isinstance(x, Parameter)` reads the mark.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from ...dtypes import DType
from ...errors import EngineRuntimeError
from ...modes import state
from ...tensor import Tensor

PARAMETER, BUFFER, TRANSIENT = "parameter", "buffer", "transient buffer"


def role(value: Any) -> str | None:
    """What a tensor is to a module: PARAMETER, BUFFER, TRANSIENT (not saved), or None."""
    if value.__class__ is not Tensor or value.extra is None:
        return None
    return value.extra.role


class _MarkedType(type):
    """The type of Parameter and Buffer, whose instances are known by their mark."""

    roles: tuple[str, ...]

    def __instancecheck__(cls, value: Any) -> bool:
        return role(value) in cls.roles


class Parameter(Tensor, metaclass=_MarkedType):
    """A tensor that modules register as a parameter; shares the memory of `data`."""

    __slots__ = ()
    __module__ = "torch.nn.parameter"
    roles = (PARAMETER,)

    def __new__(cls, data: Tensor | None = None, requires_grad: bool = True) -> Any:
        """Mark the values of `data`. Raises: RuntimeError for integers that want gradients."""
        made = empty((0,)) if data is None else data.detach()
        if requires_grad and not made.dtype.is_floating_point:
            raise EngineRuntimeError(
                "Only Tensors of floating point and complex dtype can require gradients"
            )
        made.requires_grad = bool(requires_grad)
        made.extras().role = PARAMETER
        return made

    def __init__(self, data: Tensor | None = None, requires_grad: bool = True) -> None:
        """Never runs: what `__new__` returns is a Tensor."""


class Buffer(Tensor, metaclass=_MarkedType):
    """A tensor that modules register as a buffer; one that is not persistent is not saved."""

    __slots__ = ()
    __module__ = "torch.nn.parameter"
    roles = (BUFFER, TRANSIENT)

    def __new__(cls, data: Tensor | None = None, *, persistent: bool = True) -> Any:
        """Mark the values of `data`."""
        made = empty((0,)) if data is None else data.detach()
        made.requires_grad = data is not None and data.requires_grad
        made.extras().role = BUFFER if persistent else TRANSIENT
        return made

    def __init__(self, data: Tensor | None = None, *, persistent: bool = True) -> None:
        """Never runs: what `__new__` returns is a Tensor."""


def filled(shape: Any, value: float, device: Any = None, dtype: DType | None = None) -> Tensor:
    """A new tensor whose elements are all `value`, of the default dtype or the one given.

    Raises: what torch raises for a device that is not there.
    """
    if device is not None:
        from ..device import check

        check(device)
    kind = (dtype or state.default_dtype).np
    return Tensor(np.full((shape,) if isinstance(shape, int) else tuple(shape), value, kind))


def empty(shape: Any, device: Any = None, dtype: DType | None = None) -> Tensor:
    """A new tensor whose values are yet to be set; zeros, where torch has anything."""
    return filled(shape, 0, device, dtype)


def parameter(shape: Any, device: Any = None, dtype: DType | None = None) -> Any:
    """A new parameter whose values are yet to be set."""
    return Parameter(empty(shape, device, dtype))
