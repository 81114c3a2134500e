"""torch's settings, facts about dtypes, and questions about values."""

from __future__ import annotations

from typing import Any

import numpy as np

from .. import dtypes
from ..dtypes import DType
from ..errors import EngineTypeError
from ..modes import state
from ..promotion import result_dtype
from ..symbol import Symbol
from ..tensor import Tensor


def set_default_dtype(dtype: DType, /) -> None:
    """Choose the dtype of float literals. Raises: TypeError for what is no floating dtype."""
    if not isinstance(dtype, DType):
        raise EngineTypeError(
            "invalid dtype object: only floating-point types are supported as the default type"
        )
    if not dtype.is_floating_point:
        raise EngineTypeError("only floating-point types are supported as the default type")
    state.default_dtype = dtype


def get_default_dtype() -> DType:
    """The dtype of float literals."""
    return state.default_dtype


def set_default_tensor_type(kind: Any, /) -> None:
    """Choose the dtype of float literals by a tensor type or its name."""
    names = {d.tensor_type: d for d in dtypes.ALL}
    dtype = names.get(kind) if isinstance(kind, str) else getattr(kind, "dtype", None)
    if dtype is None:
        raise EngineTypeError("invalid type object")
    set_default_dtype(dtype)


# -- dtypes


class finfo:  # noqa: N801 -- torch's name
    """The limits of a floating-point dtype."""

    __module__ = "torch"

    def __init__(self, type: DType | None = None) -> None:
        dtype = state.default_dtype if type is None else _checked_dtype(type, "finfo")
        if not dtype.is_floating_point:
            raise EngineTypeError(
                "torch.finfo() requires a floating point input type. Use torch.iinfo to handle "
                "'torch.finfo'"
            )
        limits = np.finfo(dtype.np)
        self.dtype = dtype.name
        self.bits = limits.bits
        self.resolution = float(f"1e-{limits.precision}")
        self.min, self.max, self.eps = (float(v) for v in (limits.min, limits.max, limits.eps))
        self.smallest_normal = self.tiny = float(limits.smallest_normal)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, finfo) and self.dtype == other.dtype

    def __hash__(self) -> int:
        return hash(self.dtype)

    def __repr__(self) -> str:
        names = ("resolution", "min", "max", "eps", "smallest_normal", "tiny")
        shown = [f"{name}={getattr(self, name):g}" for name in names]
        return f"finfo({', '.join(shown)}, dtype={self.dtype})"


class iinfo:  # noqa: N801 -- torch's name
    """The limits of an integer dtype."""

    __module__ = "torch"

    def __init__(self, type: DType) -> None:
        dtype = _checked_dtype(type, "iinfo")
        if dtype is dtypes.bool_:
            raise EngineTypeError("torch.bool is not supported by torch.iinfo")
        if dtype.category != 1:
            raise EngineTypeError(
                "torch.iinfo() requires an integer input type. Use torch.finfo to handle "
                "'torch.iinfo'"
            )
        limits = np.iinfo(dtype.np)
        self.dtype = dtype.name
        self.bits = limits.bits
        self.min, self.max = int(limits.min), int(limits.max)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, iinfo) and self.dtype == other.dtype

    def __hash__(self) -> int:
        return hash(self.dtype)

    def __repr__(self) -> str:
        return f"iinfo(min={self.min:g}, max={self.max:g}, dtype={self.dtype})"


def _checked_dtype(value: Any, name: str) -> DType:
    if not isinstance(value, DType):
        raise EngineTypeError(
            f"{name}(): argument 'type' (position 1) must be torch.dtype, "
            f"not {type(value).__name__}"
        )
    return value


def can_cast(from_: DType, to: DType) -> bool:
    """Whether promotion may turn one dtype into the other."""
    return from_.category <= to.category


def promote_types(type1: DType, type2: DType) -> DType:
    """The smallest dtype that both fit in."""
    return dtypes.promote_types(type1, type2)


def result_type(tensor1: Any, tensor2: Any) -> DType:
    """The dtype that an operation on both gives."""
    found = result_dtype([tensor1, tensor2])
    assert found is not None
    return found


# -- questions


def is_tensor(obj: Any, /) -> bool:
    """Whether a value is a tensor."""
    return isinstance(obj, Tensor)


def _checked_tensor(value: Any, name: str) -> Tensor:
    if not isinstance(value, Tensor):
        raise EngineTypeError(
            f"{name}(): argument 'input' (position 1) must be Tensor, not {type(value).__name__}"
        )
    return value


def is_floating_point(input: Any) -> bool:
    """Whether a tensor's dtype is floating-point."""
    return _checked_tensor(input, "is_floating_point").dtype.is_floating_point


def is_complex(input: Any) -> bool:
    """Whether a tensor's dtype is complex."""
    return _checked_tensor(input, "is_complex").dtype.is_complex


def is_nonzero(input: Any) -> bool:
    """Whether the one element of a tensor is not zero."""
    return bool(_checked_tensor(input, "is_nonzero"))


def numel(input: Any) -> int:
    """How many elements a tensor has."""
    if input.__class__ is Symbol:
        return input.numel()
    return _checked_tensor(input, "numel").numel()


def get_num_threads() -> int:
    """How many threads compute: one, so that sums never depend on it."""
    return 1


def set_num_threads(count: int) -> None:
    """Ask for a number of threads, which changes no result here."""
    int(count)


def use_deterministic_algorithms(mode: bool, *, warn_only: bool = False) -> None:
    """Ask for results that are the same every time, which they are."""
    _Deterministic.mode = bool(mode)


def are_deterministic_algorithms_enabled() -> bool:
    """Whether results that are the same every time were asked for."""
    return _Deterministic.mode


class _Deterministic:
    """What was last asked for."""

    mode = False
