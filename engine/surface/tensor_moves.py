"""Methods that carry a tensor elsewhere: to another dtype or device, out of its graph, to a view
of itself in place, or through a function of numbers.
"""

from __future__ import annotations

from collections.abc import Callable
from copy import copy, deepcopy
from functools import cache, partial
from typing import Any

import numpy as np

from .. import door, dtypes
from ..addresses import of_memory
from ..apply import apply
from ..dtypes import DType
from ..errors import EngineRuntimeError, EngineTypeError, EngineValueError
from ..layouts import lies_as, preserve_format
from ..modes import state
from ..ops.assign import detach_
from ..ops.convert import cast, clone, in_order, to_dtype
from ..ops.inplace import check_writable, store
from ..registry import lookup
from ..row import Row
from ..tensor import Tensor, wants_grad
from . import signatures, types
from .device import check, device
from .tensor_facts import is_inference

_PYTHON_TYPES = {float: dtypes.float64, int: dtypes.int64, bool: dtypes.bool_}


def to(t: Tensor, *args: Any, **kwargs: Any) -> Tensor:
    """Another dtype, device, or both; the tensor itself where nothing changes.

    Raises: TypeError for arguments in another order, and what torch raises for devices.
    """
    signatures.check("to", "method", args, kwargs)
    place, dtype, rest = None, None, list(args)
    first = rest[0] if rest else None
    if first is None or isinstance(first, str | device):
        place = rest.pop(0) if rest else None
        if rest and _is_dtype(rest[0]):
            dtype = rest.pop(0)
    elif _is_dtype(first):
        dtype = rest.pop(0)
    elif isinstance(first, Tensor):
        dtype = rest.pop(0).dtype
    elif isinstance(first, int) and not isinstance(first, bool):
        place = device(rest.pop(0))
    check(kwargs.get("device", place))
    dtype = kwargs.get("dtype", dtype)
    copy = kwargs.get("copy", rest[1] if len(rest) > 1 else False)
    out = _converted(t, _PYTHON_TYPES.get(dtype, dtype) or t.dtype, copy)  # type: ignore[arg-type]
    layout = kwargs.get("memory_format") or preserve_format
    if layout is preserve_format or lies_as(out.array(), layout):
        return out
    return in_order(out, layout)


def _is_dtype(value: Any) -> bool:
    return isinstance(value, DType) or value in _PYTHON_TYPES


def _converted(t: Tensor, dtype: DType, copy: bool) -> Tensor:
    if not copy:
        return to_dtype(t, dtype)
    return clone(t) if dtype is t.dtype else cast(t, dtype)


def cuda(t: Tensor, device: Any = None, non_blocking: bool = False) -> Tensor:
    """Raise torch's error: there is no such device."""
    check("cuda")
    return t


def cpu(t: Tensor) -> Tensor:
    """The tensor itself."""
    return t


def type_(t: Tensor, dtype: Any = None, non_blocking: bool = False) -> Any:
    """The name of the tensor's type, or the tensor in another dtype."""
    if dtype is None:
        return t.dtype.tensor_type
    if isinstance(dtype, str):
        found = {d.tensor_type: d for d in dtypes.ALL}.get(dtype)
        if found is None:
            raise EngineValueError(f"invalid type: '{dtype}'")
        dtype = found
    elif isinstance(dtype, types.TensorType):
        dtype = dtype.dtype or state.default_dtype
    dtype = _PYTHON_TYPES.get(dtype, dtype)
    if not isinstance(dtype, DType):
        raise EngineTypeError("dtype must be a type, str, or dtype object")
    return to_dtype(t, dtype)


def detach(t: Tensor) -> Tensor:
    """A leaf that shares the memory and the version counter."""
    out = t.detach()
    if is_inference(t):
        out.extras().inference = True
    return out


def new(t: Tensor, *args: Any, device: Any = None) -> Tensor:
    """A tensor of the same dtype, made as torch.FloatTensor and kin make one."""
    return types.BY_CLASS[t.dtype](*args)


# -- copies, as the copy module asks for them


def deep_copy(t: Tensor, memo: dict) -> Tensor:
    """A leaf in memory of its own. Raises: RuntimeError for what an operation made."""
    if not t.is_leaf:
        raise EngineRuntimeError(
            "Only Tensors created explicitly by the user (graph leaves) support the deepcopy "
            "protocol at the moment.  If you were attempting to deepcopy a module, this may be "
            "because of a torch.nn.utils.weight_norm usage, see "
            "https://github.com/pytorch/pytorch/pull/103001"
        )
    if id(t) in memo:
        return memo[id(t)]
    out = Tensor(np.array(t.array()), t.requires_grad)
    memo[id(t)] = out
    if t.extra is not None:
        out.extras().role = t.extra.role
        if t.extra.attributes and t.extra.role is None:
            out.extras().attributes = deepcopy(t.extra.attributes, memo)
        if t.extra.grad is not None:
            out.extras().grad = deep_copy(t.extra.grad, memo)
    return out


def shallow_copy(t: Tensor) -> Tensor:
    """A leaf that shares the memory and what a program has set."""
    out = t.detach()
    out.requires_grad = wants_grad(t)
    if t.extra is not None and t.extra.attributes:
        out.extras().attributes = dict(t.extra.attributes)
    return out


# -- functions of numbers


def apply_(t: Tensor, function: Callable) -> Tensor:
    """Replace each element by what a Python function gives for it."""
    if wants_grad(t):
        raise EngineRuntimeError(
            "Can't call apply_() on Variable that requires grad. Use var.detach().apply_() instead."
        )
    flat = [function(v) for v in t.array().ravel().tolist()]
    store(t, np.array(flat, t.dtype.np).reshape(t.shape))
    return t


def map_(t: Tensor, tensor: Tensor, function: Callable) -> Tensor:
    """Replace each element by what a Python function gives for it and that of another tensor."""
    if wants_grad(t) or wants_grad(tensor):
        raise EngineRuntimeError(
            "Can't call map_() on Variable that requires grad. Use var.detach().map_() instead."
        )
    other = np.broadcast_to(tensor.array(), t.shape)
    pairs = zip(t.array().ravel().tolist(), other.ravel().tolist(), strict=True)
    store(t, np.array([function(a, b) for a, b in pairs], t.dtype.np).reshape(t.shape))
    return t


# -- other memory, other shape


def set_(t: Tensor, source: Tensor) -> Tensor:
    """Take over the memory of another tensor."""
    t.data = source.materialize()
    t.share_storage().count_write()
    return t


def resize_(t: Tensor, *sizes: Any, memory_format: Any = None) -> Tensor:
    """Give the tensor another shape; elements that are new are zeros."""
    size = tuple(sizes[0]) if len(sizes) == 1 and isinstance(sizes[0], tuple | list) else sizes
    if wants_grad(t):
        raise EngineRuntimeError("cannot resize variables that require grad")
    old = _memory_from(t.materialize())
    count = int(np.prod(size))
    if count > old.size:
        new = np.zeros(count, old.dtype)
        new[: old.size] = old
        old = new
    t.data = old[:count].reshape(size)
    t.share_storage()
    return t


def _memory_from(array: np.ndarray) -> np.ndarray:
    """The memory from the first element of an array on, as it lies."""
    owner = array
    while isinstance(owner.base, np.ndarray):
        owner = owner.base
    if not owner.flags.c_contiguous and not owner.flags.f_contiguous:
        return array.ravel()
    flat = owner.reshape(-1, order="C" if owner.flags.c_contiguous else "F")
    start = (of_memory(array) - of_memory(owner)) // array.itemsize
    return flat[start:]


_VIEWS = {
    "t_": "t",
    "transpose_": "transpose",
    "swapaxes_": "transpose",
    "swapdims_": "transpose",
    "unsqueeze_": "unsqueeze",
    "squeeze_": "squeeze",
}


@cache
def _moving(row: Row) -> Row:
    """The row as an in-place move records it: torch counts its nodes on from the others."""
    twin = copy(row)
    stem, number = row.node_name[:-1], int(row.node_name[-1])
    twin.node_name = f"{stem}{number + (3 if row.name == 'squeeze' else 1)}"
    return twin


def view_in_place(name: str, t: Tensor, /, *args: Any, **kwargs: Any) -> Tensor:
    """Make `t` a view of what it was, such as its transpose; its history goes on from there."""
    rows = lookup(_VIEWS[name])
    assert rows is not None
    tracking = state.grad_enabled and wants_grad(t)
    check_writable(t, tracking)
    row, canonical = door.choose(rows, (t, *args), kwargs)
    row = _moving(row)
    before = Tensor(t.materialize(), t.requires_grad)
    before.grad_fn, before.output_nr = t.grad_fn, t.output_nr
    before.storage = t.share_storage()
    out = apply(row, [before, *canonical[1:]])
    t.data = out.data
    t.share_storage().count_write()
    if out.grad_fn is not None:
        t.grad_fn, t.output_nr, t.requires_grad = out.grad_fn, out.output_nr, True
    return t


METHODS: dict[str, Callable] = {
    "apply_": apply_,
    "cpu": cpu,
    "cuda": cuda,
    "detach": detach,
    "detach_": detach_,
    "map_": map_,
    "new": new,
    "pin_memory": lambda t, device=None: device_missing(),
    "resize_": resize_,
    "set_": set_,
    "share_memory_": cpu,
    "to": to,
    "type": type_,
}


def device_missing() -> Any:
    """Raise torch's error for what only another device could do."""
    raise EngineRuntimeError("Cannot access accelerator device when none is available.")


def method(name: str) -> Callable:
    """One of the methods here, as a function of the tensor and its arguments."""
    return METHODS[name] if name in METHODS else partial(view_in_place, name)
