"""Dtype objects, their names and torch's type promotion.

Knows numpy's dtypes, no Tensor. `DType` objects are singletons: compare them with `is`.
"""

from __future__ import annotations

from typing import NoReturn

import numpy as np

from .errors import EngineAttributeError, EngineTypeError


class DType:
    """One element type.

    name: torch's name without prefix, such as 'float64'.
    np: the numpy dtype.
    category: 0 bool, 1 integer, 2 floating point, 3 complex.
    """

    __module__ = "torch"  # where programs know it from, as torch.dtype
    __slots__ = ("category", "is_complex", "is_floating_point", "itemsize", "name", "np")

    name: str
    np: np.dtype
    category: int
    is_floating_point: bool
    is_complex: bool
    itemsize: int

    def __new__(cls, *args: object) -> NoReturn:
        raise EngineTypeError("cannot create 'torch.dtype' instances")

    def __setattr__(self, name: str, value: object) -> NoReturn:
        raise EngineAttributeError(f"attribute '{name}' of 'torch.dtype' objects is not writable")

    def __delattr__(self, name: str) -> NoReturn:
        self.__setattr__(name, None)

    def __reduce__(self) -> str:
        """Tell copy and pickle that there is one object of this name."""
        return self.name

    def __repr__(self) -> str:
        return f"torch.{self.name}"

    def __format__(self, spec: str) -> str:
        if spec:
            raise EngineTypeError("unsupported format string passed to torch.dtype.__format__")
        return repr(self)

    def __call__(self, *args: object) -> object:
        """Raise Python's error for a call, which takes `x.dtype` for a method."""
        raise EngineTypeError("'torch.dtype' object is not callable")

    @property
    def is_signed(self) -> bool:
        return self.name not in ("bool", "uint8")

    def to_real(self) -> DType:
        """The dtype of the real part of elements: this one, for real dtypes."""
        return self

    @property
    def c_name(self) -> str:
        """The name of the element type in C++, as some of torch's messages show it."""
        return _C_NAMES.get(self.name, self.name)

    @property
    def tensor_type(self) -> str:
        """torch's class name for tensors of this dtype, as error messages show it."""
        return f"torch.{_CLASS_NAMES[self.name]}Tensor"


def _made(name: str, numpy_name: str, category: int) -> DType:
    """Make one of the dtypes that there are."""
    made = object.__new__(DType)
    kind = np.dtype(numpy_name)
    facts = {"name": name, "np": kind, "category": category, "itemsize": kind.itemsize}
    facts |= {"is_floating_point": category == 2, "is_complex": category == 3}
    for fact, value in facts.items():
        object.__setattr__(made, fact, value)
    return made


DType.__name__ = DType.__qualname__ = "dtype"

bool_ = _made("bool", "?", 0)
uint8 = _made("uint8", "u1", 1)
int8 = _made("int8", "i1", 1)
int16 = _made("int16", "i2", 1)
int32 = _made("int32", "i4", 1)
int64 = _made("int64", "i8", 1)
float16 = _made("float16", "f2", 2)
float32 = _made("float32", "f4", 2)
float64 = _made("float64", "f8", 2)

ALL = (bool_, uint8, int8, int16, int32, int64, float16, float32, float64)
BY_NUMPY: dict[np.dtype, DType] = {d.np: d for d in ALL}
BY_NAME: dict[str, DType] = {d.name: d for d in ALL} | {
    "double": float64,
    "float": float32,
    "half": float16,
    "long": int64,
    "int": int32,
    "short": int16,
    "bool": bool_,
}
_CLASS_NAMES = {
    "bool": "Bool",
    "uint8": "Byte",
    "int8": "Char",
    "int16": "Short",
    "int32": "Int",
    "int64": "Long",
    "float16": "Half",
    "float32": "Float",
    "float64": "Double",
}

_C_NAMES = {
    "uint8": "unsigned char",
    "int8": "signed char",
    "int16": "short int",
    "int32": "int",
    "int64": "long int",
    "float16": "c10::Half",
    "float32": "float",
    "float64": "double",
}

# torch's names of dtypes in messages such as "expected scalar type Double but found Float"
SCALAR_TYPE_NAMES = _CLASS_NAMES
_FLOAT = BY_NUMPY[np.dtype("f8")]


def of(raw: object) -> DType:
    """The dtype of a raw value: a Python float is float64, an array has its own.

    Raises: EngineTypeError for numpy dtypes that the engine does not have.
    """
    if raw.__class__ is float:
        return _FLOAT
    try:
        return BY_NUMPY[raw.dtype]  # type: ignore[attr-defined]
    except KeyError:
        raise EngineTypeError(f"can't use values of numpy dtype {raw.dtype}") from None  # type: ignore[attr-defined]


def scalar_type(raw: object) -> str:
    """The name of a raw value's dtype in torch's messages, such as 'Double'."""
    return SCALAR_TYPE_NAMES[of(raw).name]


def of_number(value: bool | int | float, default: DType) -> DType:
    """The dtype that a Python number brings into promotion (torch: a wrapped number)."""
    if value is True or value is False:
        return bool_
    return int64 if isinstance(value, int) else default


def promote_types(a: DType, b: DType) -> DType:
    """The smallest dtype that both fit in, by torch's rules (int64 with float32: float32)."""
    if a is b:
        return a
    if a.category != b.category:
        return a if a.category > b.category else b
    if a.category == 2:
        return a if a.itemsize >= b.itemsize else b
    return BY_NUMPY[np.promote_types(a.np, b.np)]


def combine(higher: DType | None, lower: DType | None) -> DType | None:
    """Promotion between priorities: tensors with axes, 0-d tensors, Python numbers.

    The lower priority decides only where its category is higher.
    Source: torch aten/src/ATen/native/TypeProperties.cpp, combine_categories.
    """
    if higher is None or lower is None:
        return higher or lower
    return promote_types(higher, lower) if lower.category > higher.category else higher
