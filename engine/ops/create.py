"""Tensors from data: numbers, nested lists, numpy arrays, and lists that hold tensors.

`tensor` is how the engine reads whatever a caller wrote where a tensor is wanted; it stacks
lists of tensors and keeps their history. The language's `tensor` is torch's: it copies, and
the copy has no history.
"""

from __future__ import annotations

from functools import reduce
from typing import Any

import numpy as np

from .. import dtypes
from ..dtypes import DType
from ..errors import EngineRuntimeError, EngineTypeError, EngineValueError
from ..kinds import Index, Setting
from ..modes import state
from ..promotion import result_dtype
from ..registry import composite
from ..shapes import MOST_AXES, check_size
from ..symbol import Symbol
from ..tensor import Tensor, raw
from .filled import made, overflow
from .join import stack
from .lead import shape_of


def tensor(data: Any, dtype: DType | None = None, requires_grad: bool = False) -> Tensor:
    """A tensor of numbers, nested lists, arrays, or lists that hold tensors (stacked, tracked).

    Floats take the default dtype, integers int64, booleans bool, unless `dtype` is given.
    Raises: torch's errors for ragged lists and for what is no number.
    """
    if data.__class__ is Tensor:
        return data if dtype is None or data.dtype is dtype else data.to(dtype)  # type: ignore[attr-defined]
    if (dtype or state.default_dtype) is dtypes.float64:  # as is usual, and then quick
        if data.__class__ is float:
            return Tensor(data, requires_grad)
        if data.__class__ is list and set(map(type, data)) == {float}:
            return Tensor(np.array(data), requires_grad)
    if isinstance(data, list | tuple):
        kinds = _leaf_types(data)
        if Symbol in kinds:
            return _written(data)
        if Tensor in kinds or np.ndarray in kinds:
            out = _stacked(data)
            return out if dtype is None else tensor(out, dtype)
        return made(_from_lists(data, kinds, dtype), requires_grad)
    return made(_from_one(data, dtype), requires_grad)


def constant(value: float, like: Any) -> Any:
    """A raw number in the dtype of a raw value."""
    return value if like.__class__ is float else np.asarray(value, dtype=like.dtype)


# -- lists


def _leaf_types(data: list | tuple) -> set[type]:
    """The types of what nested lists hold. Looks into each list once and does not recurse.

    Raises: ValueError for lists nested deeper than arrays can be.
    """
    kinds: set[type] = set()
    level = [data]
    seen: set[int] = set()
    for _ in range(MOST_AXES):
        below: list = []
        for items in level:
            found = set(map(type, items))
            kinds |= found
            if list in found or tuple in found:
                for item in items:
                    if isinstance(item, list | tuple) and id(item) not in seen:
                        seen.add(id(item))
                        below.append(item)
        if not below:
            return kinds - {list, tuple}
        level = below
    raise _too_deep()


def _too_deep() -> EngineValueError:
    return EngineValueError(f"too many dimensions 'list' (the limit is {MOST_AXES})")


def _from_lists(data: list | tuple, kinds: set[type], dtype: DType | None) -> Any:
    """The raw value of nested lists of numbers."""
    _need_numbers(kinds, data)
    _need_rows_of_one_length(data)
    natural = _natural_dtype(kinds)
    try:
        with np.errstate(all="ignore"):
            array = np.array(data, _reading(natural, dtype))
    except OverflowError:
        if natural.is_floating_point:
            raise EngineValueError("int too large to convert to float") from None
        raise EngineValueError("Overflow when unpacking long long") from None
    except (ValueError, TypeError):
        raise _list_for_number(data) from None
    return _converted(array, dtype or natural)


def _need_rows_of_one_length(data: list | tuple) -> None:
    """Raise torch's complaint about nested lists that are no array, at the first that differs.

    The size is checked first, for lists that hold one list many times may be huge.
    """
    sizes = []
    first = data
    while isinstance(first, list | tuple):
        if len(sizes) == MOST_AXES:
            raise _too_deep()
        sizes.append(len(first))
        first = first[0] if first else None
    check_size(sizes, 8)
    level: list = [data]
    for axis, size in enumerate(sizes):
        for items in level:
            if not isinstance(items, list | tuple):
                raise EngineTypeError("not a sequence")
            if len(items) != size:
                raise EngineValueError(
                    f"expected sequence of length {size} at dim {axis} (got {len(items)})"
                )
        if axis < len(sizes) - 1:
            level = [item for items in level for item in items]


def _list_for_number(data: list | tuple) -> EngineTypeError:
    """torch's complaint about a list where the first lists of their level hold a number."""
    level: list = [data]
    while all(isinstance(item, list | tuple) for items in level for item in items):
        level = [item for items in level for item in items]
    items = next(items for items in level if any(isinstance(i, list | tuple) for i in items))
    kind = next(type(i).__name__ for i in items if isinstance(i, list | tuple))
    if any(isinstance(i, float) for i in items):
        return EngineTypeError(f"must be real number, not {kind}")
    return EngineTypeError(f"'{kind}' object cannot be interpreted as an integer")


def _need_numbers(kinds: set[type], data: Any) -> None:
    """Raise torch's errors for what a tensor cannot hold; to torch, a string is a sequence too."""
    first = data
    for _ in range(MOST_AXES):  # a list may hold itself
        if not isinstance(first, list | tuple) or not first:
            break
        first = first[0]
    if isinstance(first, str):
        raise EngineValueError(f"too many dimensions '{type(first).__name__}'")
    for kind in sorted(kinds, key=lambda k: k.__name__):
        if issubclass(kind, str):
            raise EngineTypeError(f"new(): invalid data type '{kind.__name__}'")
        if issubclass(kind, complex | np.complexfloating):
            raise EngineTypeError("complex tensors are not supported")
        if not issubclass(kind, int | float | np.generic):
            raise EngineRuntimeError(f"Could not infer dtype of {kind.__name__}")


def _natural_dtype(kinds: set[type]) -> DType:
    """torch's dtype for lists with leaves of these types."""
    found = [
        dtypes.of(np.zeros(0, kind))
        if issubclass(kind, np.generic)
        else dtypes.of_number(kind(1), state.default_dtype)
        for kind in kinds
    ]
    return reduce(dtypes.promote_types, found) if found else state.default_dtype


def _reading(natural: DType, dtype: DType | None) -> np.dtype:
    """The numpy dtype to read lists in: wide if another dtype than the natural is wanted."""
    if dtype is None or dtype is natural or natural.category < 2:
        return natural.np
    return np.dtype(np.float64)


def _stacked(data: Any, depth: int = 1) -> Tensor:
    """Nested lists that hold tensors, stacked level by level."""
    if depth > MOST_AXES:
        raise _too_deep()
    parts = [
        _stacked(i, depth + 1) if isinstance(i, list | tuple) and _holds_arrays(i) else i
        for i in data
    ]
    if not all(p.__class__ is Tensor for p in parts):
        parts = [tensor(p) if isinstance(p, np.ndarray) else p for p in parts]
        common = result_dtype([p if p.__class__ is Tensor else _example(p) for p in parts])
        parts = [tensor(p, common) for p in parts]
    return stack(parts, -(len(shape_of(parts[0])) + 1))


def _written(data: list | tuple) -> Any:
    """Nested lists that hold symbols, stacked level by level."""
    parts = [_written(i) if isinstance(i, list | tuple) else i for i in data]
    if not any(p.__class__ is Symbol for p in parts):
        return tensor(data)
    sample = next(p for p in parts if p.__class__ in (Symbol, Tensor))
    return stack(parts, -(sample.ndim + 1))


def _holds_arrays(data: list | tuple) -> bool:
    return not _leaf_types(data).isdisjoint((Tensor, np.ndarray))


def _example(part: Any) -> Any:
    """A number or tensor that takes part in promotion as `part` does."""
    if isinstance(part, list | tuple):
        natural = _natural_dtype(_leaf_types(part))
        return (True, 1, 1.0)[natural.category]
    return part if part.__class__ in (bool, int, float) else tensor(part)


# -- one value, or an array


def _from_one(data: Any, dtype: DType | None) -> Any:
    """The raw value of a number, a range or an array, in torch's dtype for it."""
    if isinstance(data, int | float) and not isinstance(data, np.generic):
        natural = dtypes.of_number(data, state.default_dtype)
        return _converted(_number(data, natural), dtype or natural)
    if isinstance(data, str):
        raise EngineTypeError(f"new(): invalid data type '{type(data).__name__}'")
    if not isinstance(data, np.ndarray | np.generic | range):
        raise EngineRuntimeError(f"Could not infer dtype of {type(data).__name__}")
    array = np.asarray(data)
    if not array.dtype.isnative:
        array = array.astype(array.dtype.newbyteorder("="))
    if array.dtype not in dtypes.BY_NUMPY:
        raise EngineTypeError(
            f"can't convert np.ndarray of type {array.dtype.name}. The only supported types are: "
            f"{', '.join(d.name for d in reversed(dtypes.ALL))}."
        )
    with np.errstate(all="ignore"):
        return raw(np.array(array, (dtype or dtypes.of(array)).np))


def _number(data: float, natural: DType) -> np.ndarray:
    try:
        return np.asarray(data, np.float64 if natural.is_floating_point else natural.np)
    except OverflowError:
        raise EngineValueError("Overflow when unpacking long long") from None


def _converted(array: np.ndarray, dtype: DType) -> Any:
    """Numbers in another dtype. Raises: RuntimeError for one that an integer dtype lacks."""
    if array.dtype != dtype.np:
        if dtype.category == 1:
            _check_range(array, dtype)
        with np.errstate(all="ignore"):
            array = array.astype(dtype.np)
    return raw(array if array.ndim or dtype is not dtypes.float64 else float(array))


def _check_range(array: np.ndarray, dtype: DType) -> None:
    limits = np.iinfo(dtype.np)
    least = -int(limits.max) if dtype is dtypes.uint8 else int(limits.min)
    inside = (array >= least) & (array <= int(limits.max))
    if not inside.all():
        raise overflow(dtype.name)


# -- the language's functions


def _copied(data: Any, dtype: DType | None) -> Any:
    """The raw value of data in which one-element tensors stand for their numbers."""
    if data.__class__ is Tensor:
        return raw(np.array(data.array(), (dtype or data.dtype).np))
    if not isinstance(data, list | tuple) or not _holds_arrays(data):
        return tensor(data, dtype).data
    found: list[DType] = []
    plain = _without_tensors(data, found)
    numbers = _leaf_types(data) - {Tensor}
    if numbers:
        found.append(_natural_dtype(numbers))
    return tensor(plain, dtype or reduce(dtypes.promote_types, found)).data


def _without_tensors(data: Any, found: list[DType]) -> Any:
    """Nested lists with the number of each tensor in its place; its dtype goes to `found`."""
    if data.__class__ is Tensor:
        if data.numel() != 1:
            raise EngineValueError("only one element tensors can be converted to Python scalars")
        found.append(data.dtype)
        return data.item()
    if isinstance(data, list | tuple):
        return [_without_tensors(i, found) for i in data]
    return data


def _tensor(
    data: Setting,
    *,
    dtype: DType | None = None,
    device: Setting = None,
    requires_grad: bool = False,
) -> Tensor:
    return made(_copied(data, dtype), requires_grad)


def _as_tensor(
    data: Setting,
    *,
    dtype: DType | None = None,
    device: Setting = None,
    requires_grad: bool = False,
) -> Tensor:
    if data.__class__ is Tensor:
        return tensor(data, dtype)
    return made(_copied(data, dtype), requires_grad)


def _array(data: Setting, *, dtype: DType | None = None) -> Tensor:
    return tensor(data, dtype)


def _new_tensor(
    self: Index,
    data: Setting,
    *,
    dtype: DType | None = None,
    device: Setting = None,
    requires_grad: bool = False,
) -> Tensor:
    return made(_copied(data, dtype or self.dtype), requires_grad)


composite(
    "tensor",
    _tensor,
    method=False,
    doc="A tensor of numbers or nested lists; tensors in them are copied, without history.",
)
composite(
    "as_tensor",
    _as_tensor,
    aliases=("asarray",),
    method=False,
    doc="A tensor as it is, history included; a tensor of anything else.",
)
composite(
    "array",
    _array,
    method=False,
    doc="A tensor of numbers or nested lists; tensors in them are stacked, history included.",
)
composite("new_tensor", _new_tensor, doc="A tensor of data in the dtype of self.")
