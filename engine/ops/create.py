"""Making tensors: from numbers and lists, filled, evenly spaced."""

from __future__ import annotations

from typing import Any

import numpy as np

from .. import dtypes
from ..dtypes import DType
from ..errors import EngineTypeError, EngineValueError
from ..modes import state
from ..tensor import Tensor, raw
from .join import stack


def tensor(data: Any, dtype: DType | None = None, requires_grad: bool = False) -> Tensor:
    """A tensor of numbers, nested lists, arrays, or lists that hold tensors (stacked, tracked).

    Floats take the default dtype, integers int64, booleans bool, unless `dtype` is given.
    Raises: ValueError for ragged lists, TypeError for what is no number.
    """
    if data.__class__ is Tensor:
        return data if dtype is None or data.dtype is dtype else data.to(dtype)  # type: ignore[attr-defined]
    if isinstance(data, list | tuple) and _holds_tensor(data):
        out = stack([tensor(item, dtype) for item in data], -_depth(data))
        return out if dtype is None else tensor(out, dtype)
    return Tensor(_array(data, dtype), requires_grad)


def _holds_tensor(data: Any) -> bool:
    """Whether a tensor is anywhere in nested lists (looked through without recursion)."""
    pending = [data]
    while pending:
        for item in pending.pop():
            if item.__class__ is Tensor:
                return True
            if isinstance(item, list | tuple):
                pending.append(item)
    return False


def _depth(data: Any) -> int:
    first = data[0]
    return 1 + (first.ndim if first.__class__ is Tensor else _list_depth(first))


def _list_depth(data: Any) -> int:
    depth = 0
    while isinstance(data, list | tuple) and data:
        depth += 1
        data = data[0]
        if data.__class__ is Tensor:
            return depth + data.ndim
    return depth


def _array(data: Any, dtype: DType | None) -> Any:
    """The raw value of plain data in torch's dtype for it."""
    if data.__class__ is float and (dtype or state.default_dtype) is dtypes.float64:
        return data
    try:
        array = np.asarray(data)
    except ValueError:
        raise EngineValueError("the lists are ragged: rows of one level differ in length") from None
    except OverflowError:
        raise EngineValueError("an integer is too large for int64") from None
    if array.dtype.kind not in "biuf":
        if array.dtype.kind == "O":
            raise EngineValueError("an integer is too large for int64, or an element is no number")
        raise EngineTypeError(f"a tensor holds numbers, not {array.dtype.name}")
    if dtype is None:
        if isinstance(data, np.ndarray | np.generic):
            dtype = dtypes.of(array)
        elif array.dtype.kind == "f":
            dtype = state.default_dtype
        else:
            dtype = dtypes.bool_ if array.dtype.kind == "b" else dtypes.int64
    return raw(np.array(array, dtype=dtype.np))


def constant(value: float, like: Any) -> Any:
    """A raw number in the dtype of a raw value."""
    return value if like.__class__ is float else np.asarray(value, dtype=like.dtype)
