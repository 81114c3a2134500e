"""Promotion where torch leaves it to the caller: integers for a mean, floats times integers.

Whoever evaluates expressions wants the number and asks for this by `modes.lenient`; programs get
torch's error.
"""

from __future__ import annotations

from typing import Any

from .dtypes import DType
from .modes import state
from .ops.convert import cast
from .promotion import result_dtype
from .row import INPUT_KINDS, Row
from .symbol import Symbol
from .tensor import Tensor, result

# What torch says where a dtype is the fault and a floating one might do.
_ABOUT_DTYPES = ("dtype", "scalar type", "floating point", "floating-point", "implemented for '")


def promoted(row: Row, canonical: list[Any], problem: Exception) -> list[Any] | None:
    """The arguments with all differentiable inputs in one floating dtype, where that may help
    against what an operation complained of; None where it cannot.
    """
    if not any(words in str(problem) for words in _ABOUT_DTYPES):
        return None
    places = {i for i, p in enumerate(row.params) if p.kind in INPUT_KINDS}
    tensors = [t for i in places for t in _tensors_in(canonical[i])]
    common = result_dtype(tensors)
    if common is None:
        return None
    if not common.is_floating_point:
        common = state.default_dtype
    if all(t.dtype is common for t in tensors):
        return None
    return [_in(v, common) if i in places else v for i, v in enumerate(canonical)]


def _tensors_in(value: Any) -> list[Tensor]:
    values = value if value.__class__ is list else [value]
    return [v if v.__class__ is Tensor else result(v.example) for v in values if _has_dtype(v)]


def _has_dtype(value: Any) -> bool:
    """Whether a value is a tensor, or a symbol of which one knows what it holds."""
    return value.__class__ is Tensor or (value.__class__ is Symbol and value.example is not None)


def _in(value: Any, dtype: DType) -> Any:
    if value.__class__ is list:
        return [_in(v, dtype) for v in value]
    return cast(value, dtype) if _has_dtype(value) and value.dtype is not dtype else value
