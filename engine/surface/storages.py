"""Storages: the memory behind tensors, as programs may look at it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from ..addresses import of_memory
from ..tensor import Tensor


class Storage:
    """A piece of memory: its address, its size, its elements. Writing goes through tensors.

    typed: whether elements, rather than bytes, are counted and shown.
    """

    __module__ = "torch.storage"
    _is_storage = True

    def __init__(self, t: Tensor, typed: bool) -> None:
        owner = t.materialize()
        while isinstance(owner.base, np.ndarray):
            owner = owner.base
        self._memory = owner
        self._typed = typed
        self.dtype = t.dtype
        self.device = "cpu"

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
        return isinstance(other, Storage) and self.data_ptr() == other.data_ptr()

    def __hash__(self) -> int:
        return hash(self.data_ptr())

    def __repr__(self) -> str:
        lines = "".join(f" {value}\n" for value in self.tolist())
        if self._typed:
            kind = f"torch.storage.TypedStorage(dtype={self.dtype}, device=cpu)"
        else:
            kind = "torch.storage.UntypedStorage(device=cpu)"
        return f"{lines}[{kind} of size {self.size()}]"


def method(name: str) -> Callable:
    """The method of tensors that gives their storage: typed, or as bytes."""
    typed = name == "storage"
    return lambda t: Storage(t, typed)
