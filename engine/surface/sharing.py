"""Tensors on memory that something else owns too: DLPack capsules and Python's buffers."""

from __future__ import annotations

from typing import Any

import numpy as np

from ..addresses import address
from ..dtypes import DType
from ..errors import EngineBufferError, EngineRuntimeError, EngineValueError
from ..ops.filled import made
from ..tensor import Tensor, result, wants_grad


class Capsule:
    """A tensor wrapped up for another library; it can be unwrapped once."""

    __module__ = "torch.utils.dlpack"

    def __init__(self, owner: Tensor) -> None:
        self._owner: Tensor | None = owner

    def __repr__(self) -> str:
        name = "dltensor" if self._owner is not None else "used_dltensor"
        return f'<capsule object "{name}" at {address(self)}>'


def to_dlpack(tensor: Tensor) -> Capsule:
    """The tensor in a capsule."""
    return Capsule(tensor)


def from_dlpack(ext_tensor: Any, *, device: Any = None, copy: bool | None = None) -> Tensor:
    """A tensor on the memory of another tensor, an array or a capsule.

    Raises: BufferError for a tensor that requires gradients, RuntimeError for a used capsule.
    """
    owner = ext_tensor
    if isinstance(ext_tensor, Capsule):
        owner, ext_tensor._owner = ext_tensor._owner, None
    if isinstance(owner, Tensor):
        if wants_grad(owner):
            raise EngineBufferError(
                "Can't export tensors that require gradient, use tensor.detach()"
            )
        owner = owner.materialize()
    if not isinstance(owner, np.ndarray):
        raise EngineRuntimeError(
            "from_dlpack received an invalid capsule. Note that DLTensor capsules can be consumed "
            "only once, so you might have already constructed a tensor from it once."
        )
    return result(owner.copy() if copy else owner)


def frombuffer(
    buffer: Any, *, dtype: DType, count: int = -1, offset: int = 0, requires_grad: bool = False
) -> Tensor:
    """A vector on the memory of an object such as an array of Python's.

    offset: in bytes; count: in elements, -1 for all. Raises: ValueError where they do not fit.
    """
    try:
        length = memoryview(buffer).nbytes
    except TypeError:
        raise EngineValueError("object does not implement Python buffer protocol.") from None
    size = dtype.itemsize
    if not length or not count:
        raise EngineValueError(f"both buffer length ({length}) and count ({count}) must not be 0")
    if not 0 <= offset < length:
        raise EngineValueError(
            f"offset ({offset} bytes) must be non-negative and no greater than buffer length "
            f"({length} bytes) minus 1"
        )
    if count < 0 and (length - offset) % size:
        raise EngineValueError(
            f"buffer length ({length - offset} bytes) after offset ({offset} bytes) must be a "
            f"multiple of element size ({size})"
        )
    if count > 0 and count * size > length - offset:
        raise EngineValueError(
            f"requested buffer length ({count} * {size} bytes) after offset ({offset} bytes) must "
            f"not be greater than actual buffer length ({length} bytes)"
        )
    return made(np.frombuffer(buffer, dtype.np, count, offset), requires_grad)
