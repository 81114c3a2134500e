"""What a program may set on a tensor: data, grad, requires_grad, grad_dtype, names of its own."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from ..dtypes import DType
from ..errors import EngineAttributeError, EngineRuntimeError, EngineTypeError
from ..modes import state
from ..storage import Storage
from ..tensor import Tensor
from .tensor_facts import PROPERTIES, QUESTIONS, is_inference

NOT_A_LEAF = "you can only change requires_grad flags of leaf variables."
DETACH_INSTEAD = (
    " If you want to use a computed variable in a subgraph that doesn't require differentiation "
    "use var_no_grad = var.detach()."
)


def set_data(t: Tensor, new: Any) -> None:
    """`t.data = new`: other values, in memory shared with `new`, under the version that `t` had.

    Raises: torch's errors for what is no tensor, and for integers where gradients are wanted.
    """
    if not isinstance(new, Tensor):
        raise EngineTypeError(f"Variable data has to be a tensor, but got {type(new).__name__}")
    if t.requires_grad and not new.dtype.is_floating_point:
        raise EngineRuntimeError(
            "data set to a tensor that requires gradients must be floating point or complex dtype"
        )
    version = t.version
    t.data = new.materialize()
    t.storage = Storage(version) if version else None
    if t.extra is not None:
        if t.extra.base is not None:  # it is no view any longer
            t.extra.base = None
        if t.grad is not None and t.grad.shape != t.shape:
            t.extra.accumulator = None


def set_requires_grad(t: Tensor, mode: Any) -> None:
    """`t.requires_grad = mode`. Raises: torch's errors for results and for integers."""
    if not isinstance(mode, bool):
        raise EngineRuntimeError("requires_grad must be a bool")
    if not t.is_leaf:
        if not mode:
            raise EngineRuntimeError(NOT_A_LEAF + DETACH_INSTEAD)
        raise EngineRuntimeError(NOT_A_LEAF)
    if mode and not t.dtype.is_floating_point:
        raise EngineRuntimeError(
            "only Tensors of floating point and complex dtype can require gradients"
        )
    _check_inference(t, mode)
    t.requires_grad = mode


def _check_inference(t: Tensor, mode: bool) -> None:
    if mode and is_inference(t) and not state.inference:
        raise EngineRuntimeError(
            "Setting requires_grad=True on inference tensor outside InferenceMode is not allowed."
        )


def requires_grad_(t: Tensor, requires_grad: Any = True) -> Tensor:
    """The method: ask for gradients, or no longer, and return the tensor."""
    if not isinstance(requires_grad, bool):
        raise EngineTypeError(
            "requires_grad_(): argument 'requires_grad' (position 1) must be bool, not "
            f"{type(requires_grad).__name__}"
        )
    _check_inference(t, requires_grad)
    return t.requires_grad_(requires_grad)


def _set_grad(t: Tensor, new: Any) -> None:
    t.grad = new


def _set_grad_dtype(t: Tensor, dtype: Any) -> None:
    if dtype is not None and not isinstance(dtype, DType):
        raise EngineTypeError(
            f"grad_dtype must be a torch.dtype or None, but got {type(dtype).__name__}"
        )
    if not t.is_leaf:
        raise EngineRuntimeError("grad_dtype can only be set on leaf tensors.")
    t.extras().grad_dtype = dtype


SETTERS: dict[str, Callable[[Tensor, Any], None]] = {
    "data": set_data,
    "grad": _set_grad,
    "_grad": _set_grad,
    "grad_dtype": _set_grad_dtype,
    "requires_grad": set_requires_grad,
}


def set_on(t: Tensor, name: str, new: Any) -> None:
    """`t.name = new`. Raises: AttributeError for what torch does not let be set."""
    if name in SETTERS:
        SETTERS[name](t, new)
        return
    if name in PROPERTIES:
        raise _not_writable(name)
    extra = t.extras()
    if extra.attributes is None:
        extra.attributes = {}
    extra.attributes[name] = new


def delete_from(t: Tensor, name: str) -> None:
    """`del t.name`. Raises: AttributeError, and RuntimeError for data."""
    if name == "data":
        raise EngineRuntimeError("Deleting tensor data is not allowed. Delete tensor instead!")
    if name == "grad":
        t.grad = None
    elif name in PROPERTIES or name in QUESTIONS:
        raise _not_writable(name)
    elif t.extra is None or not t.extra.attributes or name not in t.extra.attributes:
        raise EngineAttributeError(f"'Tensor' object has no attribute '{name}'")
    else:
        del t.extra.attributes[name]


def _not_writable(name: str) -> EngineAttributeError:
    return EngineAttributeError(
        f"attribute '{name}' of 'torch._C.TensorBase' objects is not writable"
    )
