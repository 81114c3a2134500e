"""Bringing the inputs of an operation to one dtype, by torch's rules.

Three priorities decide: tensors with axes, 0-d tensors, Python numbers.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from . import dtypes
from .dtypes import DType
from .errors import EngineRuntimeError, EngineTypeError, EngineValueError
from .modes import state
from .row import Row
from .tensor import Tensor

_DOUBLE = dtypes.float64.np


def result_dtype(args: list) -> DType | None:
    """The dtype that tensors and Python numbers together compute in; None without any.

    Source: torch aten/src/ATen/native/TypeProperties.cpp, result_type.
    """
    dims = zero = numbers = None
    for a in args:
        if a.__class__ is Tensor:
            dtype = a.dtype
            if a.ndim:
                dims = dtype if dims is None else dtypes.promote_types(dims, dtype)
            else:
                zero = dtype if zero is None else dtypes.promote_types(zero, dtype)
        elif a.__class__ in (int, float, bool):
            dtype = dtypes.of_number(a, state.default_dtype)
            numbers = dtype if numbers is None else dtypes.promote_types(numbers, dtype)
    return dtypes.combine(dims, dtypes.combine(zero, numbers)) or dtypes.combine(zero, numbers)


def promote(row: Row, args: Any, raws: list) -> DType | None:
    """Cast the inputs in `raws` to one dtype; return it if a tensor had to be cast."""
    if not row.variadic and _uniform(row, args, raws):
        return None
    positions = row.arrays
    inputs = list(args[0]) if row.variadic else [args[i] for i in positions if args[i] is not None]
    common = result_dtype(inputs)
    if common is None:
        return None
    if row.promote == "difference":
        _refuse_bools(inputs)
    if row.promote == "first" and inputs[0].__class__ is Tensor:
        common = inputs[0].dtype
    elif row.promote == "float" and common.category < 2:
        common = state.default_dtype
    cast = False
    if row.variadic:
        values = raws[0]
        for k, value in enumerate(values):
            values[k], did = _cast(value, inputs[k], common)
            cast = cast or did
    for i in positions:
        if args[i] is not None or row.params[i].needed:
            raws[i], did = _cast(raws[i], args[i], common)
            cast = cast or did
    return common if cast else None


def _uniform(row: Row, args: Any, raws: list) -> bool:
    """Whether all inputs are tensors of one floating dtype, which is the common case."""
    dtype = None
    for i in row.arrays:
        if args[i].__class__ is not Tensor:
            return False
        value = raws[i]
        if value.__class__ is float:
            own = _DOUBLE
        else:
            own = value.dtype
            if own.kind != "f":
                return False
        if dtype is None:
            dtype = own
        elif own != dtype:
            return False
    return True


def _refuse_bools(inputs: list) -> None:
    """Raise torch's errors for a difference with truth values in it."""
    if any(t.__class__ is Tensor for t in inputs):
        bools = [_is_bool(t) for t in inputs]
        if all(bools):
            raise EngineRuntimeError(
                "Subtraction, the `-` operator, with two bool tensors is not supported. Use the "
                "`^` or `logical_xor()` operator instead."
            )
        if any(bools):
            raise EngineRuntimeError(
                "Subtraction, the `-` operator, with a bool tensor is not supported. If you are "
                "trying to invert a mask, use the `~` or `logical_not()` operator instead."
            )


def _is_bool(value: Any) -> bool:
    return value.dtype.category == 0 if value.__class__ is Tensor else value.__class__ is bool


def _cast(value: Any, arg: Any, common: DType) -> tuple[Any, bool]:
    """`value` in the dtype `common`, and whether it was a tensor of another one."""
    if arg.__class__ is not Tensor:
        if arg.__class__ not in (int, float, bool):
            raise EngineTypeError(f"unsupported operand type: '{type(arg).__name__}'")
        return (float(value) if common.category == 2 else _integer(value, common)), False
    if value.__class__ is float:
        if common is dtypes.float64:
            return value, False
        return np.asarray(value, dtype=common.np), True
    if value.dtype == common.np:
        return value, False
    array = value.astype(common.np)
    return (float(array) if common is dtypes.float64 and not array.ndim else array), True


def _integer(value: int | bool, common: DType) -> Any:
    """A Python integer for arithmetic in `common`, wrapped around where it does not fit."""
    if not -(2**63) <= value < 2**63:
        raise EngineValueError("an integer is too large for int64")
    if common.category == 0 or common is dtypes.int64:
        return value
    return np.int64(value).astype(common.np)
