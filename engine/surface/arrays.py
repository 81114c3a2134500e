"""numpy arrays, which `tensor.numpy()` gives: what programs may read of them and call.

They are real arrays that share memory with their tensors; what opens files, gives addresses or
changes types in place is left out.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from ..errors import EngineAttributeError, EngineTypeError
from ..tensor import Tensor, result

_NAMES = frozenset(
    [
        "T", "all", "any", "argmax", "argmin", "argsort", "astype", "base", "clip", "copy",
        "cumprod", "cumsum", "diagonal", "dot", "dtype", "fill", "flatten", "item", "itemsize",
        "max", "mean", "min", "nbytes", "ndim", "nonzero", "prod", "ravel", "repeat", "reshape",
        "round", "shape", "size", "sort", "squeeze", "std", "sum", "swapaxes", "take", "tolist",
        "trace", "transpose", "var", "real", "imag", "conj",
    ]
)  # fmt: skip


def attribute(array: Any, name: str) -> Any:
    """The attribute `name` of an array or a number of one. Raises: AttributeError."""
    if name in _NAMES:
        return getattr(array, name)
    kind = type(array)
    module = "numpy." if kind.__module__ == "numpy" else ""
    raise EngineAttributeError(f"'{module}{kind.__name__}' object has no attribute '{name}'")


def from_numpy(array: Any) -> Tensor:
    """A tensor that shares the memory of an array."""
    if not isinstance(array, np.ndarray):
        raise EngineTypeError(f"expected np.ndarray (got {type(array).__name__})")
    return result(array)
