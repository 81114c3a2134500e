"""Storages: the memory behind tensors, as programs may look at it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from .. import dtypes
from ..addresses import of_memory
from ..dtypes import DType
from ..modes import state
from ..ops.create import tensor
from ..ops.filled import filled
from ..tensor import Tensor
from .device import CPU, check


class _Storage:
    """A piece of memory: its address, its size, its elements. Writing goes through tensors.

    _memory: an array that owns it. _typed: whether elements, rather than bytes, are counted.
    """

    __module__ = "torch.storage"
    _is_storage = True
    _typed = False

    def __init__(self, memory: np.ndarray) -> None:
        self._memory = memory
        self.dtype = dtypes.of(memory)
        self.device = CPU

    def data_ptr(self) -> int:
        """The address of the first byte."""
        return of_memory(self._memory)

    def nbytes(self) -> int:
        """The size in bytes."""
        return self._memory.nbytes

    def size(self) -> int:
        """The number of elements, or of bytes."""
        return self._memory.size if self._typed else self._memory.nbytes

    def __len__(self) -> int:
        return self.size()

    def tolist(self) -> list:
        """The elements, or the bytes, as they lie."""
        flat = self._memory.ravel(order="K")
        return flat.tolist() if self._typed else list(flat.tobytes())

    def __getitem__(self, place: Any) -> Any:
        return self.tolist()[place]

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _Storage) and self.data_ptr() == other.data_ptr()

    def __hash__(self) -> int:
        return hash(self.data_ptr())

    def __repr__(self) -> str:
        lines = "".join(f" {value}\n" for value in self.tolist())
        if self._typed:
            kind = f"torch.storage.TypedStorage(dtype={self.dtype}, device=cpu)"
        else:
            kind = "torch.storage.UntypedStorage(device=cpu)"
        return f"{lines}[{kind} of size {self.size()}]"


def _elements(args: tuple, dtype: DType) -> np.ndarray:
    """Memory for a number of elements (here: zeros), or for the numbers of a sequence."""
    if args and not isinstance(args[0], int):
        return tensor(list(args[0]), dtype).materialize()
    return filled((args[0] if args else 0,), 0, dtype).materialize()


class UntypedStorage(_Storage):
    """Memory seen as bytes; made of a size or of bytes."""

    __module__ = "torch.storage"

    def __init__(self, *args: Any, device: Any = None) -> None:
        check(device)
        super().__init__(_elements(args, dtypes.uint8))


class TypedStorage(_Storage):
    """Memory seen as elements of one dtype; made of a size or of numbers."""

    __module__ = "torch.storage"
    _typed = True

    def __init__(self, *args: Any, dtype: DType | None = None, device: Any = None) -> None:
        check(device)
        super().__init__(_elements(args, dtype or state.default_dtype))


def _of_tensor(t: Tensor, kind: type[_Storage]) -> _Storage:
    """The memory behind a tensor."""
    owner = t.materialize()
    while isinstance(owner.base, np.ndarray):
        owner = owner.base
    storage = kind.__new__(kind)
    _Storage.__init__(storage, owner)
    return storage


def method(name: str) -> Callable:
    """The method of tensors that gives their storage: typed, or as bytes."""
    kind = TypedStorage if name == "storage" else UntypedStorage
    return lambda t: _of_tensor(t, kind)
