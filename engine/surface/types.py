"""torch's types as programs name them: Tensor, FloatTensor and kin, layouts and formats.

A type here is an object that `isinstance` understands and that makes tensors when it is called;
all tensors are of one Python class, and their dtype tells which of torch's types they have.
"""

from __future__ import annotations

from typing import Any

from .. import dtypes, layouts
from ..dtypes import DType
from ..errors import EngineAttributeError, EngineTypeError
from ..modes import state
from ..ops.create import tensor
from ..ops.filled import filled
from ..tensor import Tensor as _Tensor
from .size import Size


class TensorType:
    """A type of tensors: torch.Tensor, or that of one dtype, such as torch.FloatTensor.

    Called as in old torch code: with sizes it makes a tensor to be filled (here: zeros), with a
    sequence a tensor of its numbers.
    """

    def __init__(self, name: str, dtype: DType | None = None, module: str = "torch") -> None:
        self.__name__ = self.__qualname__ = name
        self.__module__ = module
        self.dtype = dtype

    def __instancecheck__(self, value: Any) -> bool:
        return isinstance(value, _Tensor) and (self.dtype is None or value.dtype is self.dtype)

    def __subclasscheck__(self, kind: Any) -> bool:
        return kind is self or (
            self.dtype is None
            and isinstance(kind, type(self) | type)
            and (kind is _Tensor or _is_tensor_class(kind))
        )

    def __call__(self, *args: Any, device: Any = None) -> _Tensor:
        kind = self.dtype or state.default_dtype
        if not args:
            return filled((0,), 0, kind)
        first = args[0]
        if isinstance(first, Size):
            return filled(tuple(first), 0, kind)
        if isinstance(first, int) and not isinstance(first, bool):
            return filled(_sizes(args), 0, kind)
        if isinstance(first, _Tensor):
            return first.detach()
        if isinstance(first, str):
            raise EngineTypeError("new(): invalid data type 'str'")
        if not isinstance(first, list | tuple | range) and not hasattr(first, "__array__"):
            raise EngineTypeError(f"new(): data must be a sequence (got {type(first).__name__})")
        return tensor(list(first) if isinstance(first, range) else first, kind)

    def __getattr__(self, name: str) -> Any:
        """A method of tensors, to be called with the tensor first."""
        from .members import tensor_method

        method = None if name.startswith("__") else tensor_method(name)
        if method is None:
            raise EngineAttributeError(
                f"type object '{self.__dict__['__name__']}' has no attribute '{name}'"
            )
        return method

    def __repr__(self) -> str:
        return f"<class '{self.__module__}.{self.__name__}'>"


def _is_tensor_class(kind: Any) -> bool:
    return isinstance(kind, type) and issubclass(kind, _Tensor)


def _sizes(args: tuple) -> tuple[int, ...]:
    for place, size in enumerate(args, 1):
        if not isinstance(size, int):
            raise EngineTypeError(
                f"new(): argument 'size' failed to unpack the object at pos {place} with error "
                f'"type must be tuple of ints,but got {type(size).__name__}"'
            )
    return args


Tensor = TensorType("Tensor")
FloatTensor = TensorType("FloatTensor", dtypes.float32)
DoubleTensor = TensorType("DoubleTensor", dtypes.float64)
HalfTensor = TensorType("HalfTensor", dtypes.float16)
LongTensor = TensorType("LongTensor", dtypes.int64)
IntTensor = TensorType("IntTensor", dtypes.int32)
ShortTensor = TensorType("ShortTensor", dtypes.int16)
CharTensor = TensorType("CharTensor", dtypes.int8)
ByteTensor = TensorType("ByteTensor", dtypes.uint8)
BoolTensor = TensorType("BoolTensor", dtypes.bool_)
BY_CLASS = {
    t.dtype: t
    for t in (
        FloatTensor, DoubleTensor, HalfTensor, LongTensor, IntTensor, ShortTensor, CharTensor,
        ByteTensor, BoolTensor,
    )
}  # fmt: skip


class _VariableType(TensorType):
    """torch.autograd.Variable, which tensors once had to be wrapped in."""

    # it never was a constructor
    def __call__(  # pyright: ignore[reportIncompatibleMethodOverride]
        self,
        data: _Tensor,
        requires_grad: bool = False,
        volatile: Any = None,
    ) -> Any:
        out = data.detach()
        out.requires_grad_(requires_grad)
        return out


Variable = _VariableType("Variable", module="torch.autograd.variable")
dtype = DType


class _Constant:
    """A name that only says itself, such as torch.strided."""

    __slots__ = ("kind", "text")

    def __init__(self, kind: str, text: str) -> None:
        self.kind = kind
        self.text = text

    def __repr__(self) -> str:
        return f"torch.{self.text}"


class layout(_Constant):  # noqa: N801 -- torch's name
    """How elements are laid out: one way only, strided."""

    __slots__ = ()
    __module__ = "torch"


strided = layout("layout", "strided")
memory_format = layouts.MemoryFormat
contiguous_format = layouts.contiguous_format
preserve_format = layouts.preserve_format
channels_last = layouts.channels_last
channels_last_3d = layouts.channels_last_3d
