"""What a tensor tells a program about itself: attributes and questions that change nothing.

Operations are rows and stand in no table here.
"""

from __future__ import annotations

from collections.abc import Callable
from itertools import pairwise
from typing import Any

import numpy as np

from .. import addresses
from ..door import call as enter
from ..errors import (
    EngineError,
    EngineIndexError,
    EngineRuntimeError,
    EngineTypeError,
    dim_out_of_range,
)
from ..layouts import MemoryFormat, contiguous_format, lies_as
from ..modes import state
from ..registry import lookup
from ..tensor import Tensor, history, wants_grad
from .device import CPU
from .size import Size

_new_size = tuple.__new__


def size_of(t: Tensor) -> Size:
    """The shape as programs see it."""
    return _new_size(Size, t.shape)


def _row(name: str) -> Callable[[Tensor], Any]:
    """An attribute that is an operation, such as `T`."""

    def read(t: Tensor) -> Any:
        rows = lookup(name)
        assert rows is not None
        return enter(rows, (t,), {})

    return read


# -- history


def is_inference(t: Tensor) -> bool:
    """Whether the tensor was made in inference mode."""
    return t.extra is not None and t.extra.inference


def version(t: Tensor) -> int:
    """How often its memory was written. Raises: RuntimeError for an inference tensor."""
    if is_inference(t):
        raise EngineRuntimeError("Inference tensors do not track version counter.")
    return t.version


def made_by(t: Tensor) -> Any:
    """The node that made it, as programs ask for it: brought up to date."""
    return history(t)


def _output_nr(t: Tensor) -> int:
    history(t)
    return t.output_nr


def _base(t: Tensor) -> Tensor | None:
    return None if t.extra is None else t.extra.base


def is_view(t: Tensor) -> bool:
    """Whether it is a view of another tensor."""
    return _base(t) is not None


def _retains_grad(t: Tensor) -> bool:
    return t.extra is not None and t.extra.retains_grad


def _backward_hooks(t: Tensor) -> dict | None:
    return None if t.extra is None else t.extra.hooks


# -- memory


def strides(t: Tensor) -> tuple[int, ...]:
    """The distance between neighbours along each axis, in elements, as torch counts it.

    An axis of one element has no neighbours; numpy may say zero there, torch says what the next
    axis takes.
    """
    array = t.array()
    steps = [s // array.itemsize for s in array.strides]
    for axis in range(array.ndim - 1, -1, -1):
        if array.shape[axis] == 1 and steps[axis] == 0 and not _expanded(t):
            inner = axis + 1
            steps[axis] = steps[inner] * array.shape[inner] if inner < array.ndim else 1
    if not array.size:
        steps = _dense_steps(array.shape)
    return tuple(steps)


def _expanded(t: Tensor) -> bool:
    return t.grad_fn is not None and t.grad_fn.name() == "ExpandBackward0"


def _dense_steps(shape: tuple[int, ...]) -> list[int]:
    """The strides of memory in order, where a size of zero counts as one."""
    steps = [1] * len(shape)
    for axis in range(len(shape) - 2, -1, -1):
        steps[axis] = steps[axis + 1] * max(shape[axis + 1], 1)
    return steps


def _checked_dim(t: Tensor, dim: Any, name: str) -> int:
    if not isinstance(dim, int) or isinstance(dim, bool):
        raise EngineTypeError(
            f"{name}(): argument 'dim' (position 1) must be int, not {type(dim).__name__}"
        )
    if not -max(t.ndim, 1) <= dim < max(t.ndim, 1):
        raise dim_out_of_range(dim, t.ndim)
    if not t.ndim:
        raise EngineIndexError(f"Dimension specified as {dim} but tensor has no dimensions")
    return dim


def _stride(t: Tensor, dim: Any = None) -> Any:
    return strides(t) if dim is None else strides(t)[_checked_dim(t, dim, "stride")]


def _size(t: Tensor, dim: Any = None) -> Any:
    return size_of(t) if dim is None else t.shape[_checked_dim(t, dim, "size")]


def _storage_offset(t: Tensor) -> int:
    array = t.array()
    owner = addresses.owner_of(array)
    return (addresses.of_memory(array) - addresses.of_memory(owner)) // array.itemsize


def _is_contiguous(t: Tensor, memory_format: MemoryFormat = contiguous_format) -> bool:
    return lies_as(t.array(), memory_format)


def _data_ptr(t: Tensor) -> int:
    return addresses.of_memory(t.materialize()) if t.numel() else 0


def _is_set_to(t: Tensor, tensor: Tensor) -> bool:
    return (
        t.shape == tensor.shape
        and _data_ptr(t) == _data_ptr(tensor)
        and strides(t) == strides(tensor)
    )


def _dim_order(t: Tensor, ambiguity_check: Any = False) -> tuple[int, ...]:
    formats = [] if isinstance(ambiguity_check, bool) else ambiguity_check
    if not isinstance(formats, list) or not all(isinstance(f, MemoryFormat) for f in formats):
        raise EngineTypeError(
            "The ambiguity_check argument must be a bool or a list of memory formats."
        )
    steps = strides(t)
    ambiguous = 1 in t.shape or any(a == b for a, b in pairwise(steps))
    fitting = sum(lies_as(t.array(), f) for f in formats)
    if ambiguity_check is not False and ambiguous and fitting != 1:
        raise EngineRuntimeError(
            "The tensor does not have unique dim order, or cannot map to exact one of the given "
            "memory formats."
        )
    return tuple(sorted(range(t.ndim), key=lambda axis: -steps[axis]))


# -- values


def contains(t: Tensor, element: Any) -> bool:
    """`element in t`. Raises: RuntimeError for what is no number."""
    if not isinstance(element, Tensor | int | float):
        raise EngineRuntimeError(
            "Tensor.__contains__ only supports Tensor or scalar, but you passed in a "
            f"{type(element)}."
        )
    other = element.array() if isinstance(element, Tensor) else element
    return bool(np.any(t.array() == other))


def as_format(t: Tensor, spec: str) -> str:
    """A tensor in an f-string: a 0-d tensor as its number, others only without a spec."""
    if not t.ndim:
        return format(t.item(), spec)
    if spec:
        raise EngineTypeError("unsupported format string passed to Tensor.__format__")
    return repr(t)


def _array_copy(t: Tensor) -> np.ndarray:
    """What `numpy()` gives: an array that shares the tensor's memory."""
    if wants_grad(t):
        raise EngineRuntimeError(
            "Can't call numpy() on Tensor that requires grad. Use tensor.detach().numpy() instead."
        )
    return t.materialize()


def _numpy(t: Tensor, *, force: bool = False) -> np.ndarray:
    return t.materialize() if force else _array_copy(t)


def _item(t: Tensor) -> Any:
    return t.item()


def _grad(t: Tensor) -> Tensor | None:
    return t.grad


def _data(t: Tensor) -> Tensor:
    """The values without history and with a version counter of their own."""
    data = Tensor(t.materialize())
    if state.inference or is_inference(t):
        data.extras().inference = True
    return data


def _false(t: Tensor) -> bool:
    return False


PROPERTIES: dict[str, Callable[[Tensor], Any]] = {
    "H": _row("_H"),
    "T": _row("_T"),
    "_backward_hooks": _backward_hooks,
    "_base": _base,
    "_grad": _grad,
    "_version": version,
    "data": _data,
    "device": lambda t: CPU,
    "dtype": lambda t: t.dtype,
    "grad": _grad,
    "grad_dtype": lambda t: t.grad_dtype,
    "grad_fn": made_by,
    "imag": _row("imag"),
    "is_cpu": lambda t: True,
    "is_cuda": _false,
    "is_leaf": lambda t: t.is_leaf,
    "is_meta": _false,
    "is_mkldnn": _false,
    "is_mps": _false,
    "is_nested": _false,
    "is_quantized": _false,
    "is_sparse": _false,
    "is_xla": _false,
    "is_xpu": _false,
    "itemsize": lambda t: t.dtype.itemsize,
    "layout": lambda t: _layout(),
    "mH": _row("_mH"),
    "mT": _row("_mT"),
    "name": lambda t: None,
    "nbytes": lambda t: t.numel() * t.dtype.itemsize,
    "ndim": lambda t: t.ndim,
    "output_nr": _output_nr,
    "real": lambda t: t,
    "requires_grad": wants_grad,
    "retains_grad": _retains_grad,
    "shape": size_of,
    "volatile": _false,
}


def _layout() -> Any:
    from .types import strided

    return strided


QUESTIONS: dict[str, Callable] = {
    "__contains__": contains,
    "__format__": as_format,
    "__len__": len,
    "_is_view": is_view,
    "data_ptr": _data_ptr,
    "dense_dim": lambda t: t.ndim,
    "dim": lambda t: t.ndim,
    "dim_order": _dim_order,
    "element_size": lambda t: t.dtype.itemsize,
    "get_device": lambda t: -1,
    "is_complex": _false,
    "is_conj": _false,
    "is_contiguous": _is_contiguous,
    "is_floating_point": lambda t: t.dtype.is_floating_point,
    "is_inference": is_inference,
    "is_neg": _false,
    "is_nonzero": bool,
    "is_pinned": _false,
    "is_same_size": lambda t, other: t.shape == other.shape,
    "is_set_to": _is_set_to,
    "is_shared": _false,
    "is_signed": lambda t: t.dtype.is_signed,
    "item": _item,
    "ndimension": lambda t: t.ndim,
    "nelement": lambda t: t.numel(),
    "numel": lambda t: t.numel(),
    "numpy": _numpy,
    "size": _size,
    "storage_offset": _storage_offset,
    "stride": _stride,
    "tolist": lambda t: t.tolist(),
}
_WITHOUT_ARGUMENTS = {"dim", "element_size", "item", "numel", "nelement", "tolist"}


def ask(name: str, t: Tensor, /, *args: Any, **kwargs: Any) -> Any:
    """Answer one of the questions. Raises: TypeError for arguments that it does not take."""
    question = QUESTIONS[name]
    if name in _WITHOUT_ARGUMENTS and (args or kwargs):
        given = len(args) + len(kwargs)
        raise EngineTypeError(f"TensorBase.{name}() takes no arguments ({given} given)")
    try:
        return question(t, *args, **kwargs)
    except EngineError:
        raise
    except TypeError:
        most = 2 if name in ("size", "stride") else 1
        if len(args) < most:
            raise
        raise EngineTypeError(
            f"{name}() takes from 0 to {most - 1} positional arguments but {len(args)} were given"
        ) from None
