"""The autodiff engine: tensors, the operations on them, and derivatives of any order.

Knows neither syntax nor terminal. `from gradcalc.engine import tensor` is all it takes; every
operation of torch that the rows declare is a function of this module, loaded on first use.
"""

from __future__ import annotations

from importlib.util import find_spec
from typing import Any

from .dtypes import bool_, float16, float32, float64, int8, int16, int32, int64, uint8
from .modes import default_dtype, enable_grad, no_grad, set_grad_enabled
from .ops.create import tensor
from .surface import methods, namespace
from .tensor import Tensor

__all__ = [
    "Tensor",
    "bool_",
    "default_dtype",
    "enable_grad",
    "float16",
    "float32",
    "float64",
    "int8",
    "int16",
    "int32",
    "int64",
    "methods",
    "namespace",
    "no_grad",
    "set_grad_enabled",
    "tensor",
    "uint8",
]


def __getattr__(name: str) -> Any:
    if name.startswith("__") or find_spec(f"{__name__}.{name}") is not None:
        raise AttributeError(name)  # the import system then finds the submodule
    found = namespace.lookup(name)
    if found is None:
        raise AttributeError(f"module 'gradcalc.engine' has no attribute '{name}'")
    globals()[name] = found
    return found
