"""What names mean: torch's functions, dtypes and constants, with and without prefix."""

from __future__ import annotations

import math
from collections.abc import Iterator
from typing import Any

from .. import door, dtypes, registry
from ..tensor import Tensor
from . import catalogue

# Tried in order for a name written without its module, as in `gelu(x)` or `det(A)`.
OPTIONAL_PREFIXES = ("nn.functional.", "linalg.", "special.")
_ROOTS = ("torch.", "np.", "numpy.", "math.")
# What Python's math and torch have under one name and compute differently.
_OTHERWISE_IN_MATH = frozenset({"isclose", "remainder"})
_CONSTANTS: dict[str, Any] = {"pi": math.pi, "inf": math.inf, "nan": math.nan, "e": math.e}


class Function:
    """A function of the language: calling it finds the overload that takes the arguments."""

    __slots__ = ("_arity", "_direct", "name", "rows")

    def __init__(self, name: str, rows: list) -> None:
        self.name = name
        self.rows = rows
        row = next((r for r in rows if all(p.kind != "Scalar" for p in r.params)), rows[0])
        direct = row.kind == "elementwise" and all(p.kind == "Array" for p in row.params)
        self._arity = len(row.params) if direct else -1
        self._direct = registry.operation(row)

    def __call__(self, *args: Any, **kwargs: Any) -> Any:
        if len(args) == self._arity and not kwargs:
            for a in args:
                if a.__class__ is not Tensor:
                    break
            else:
                return self._direct(*args)  # nothing for the door to do
        return door.call(self.rows, args, kwargs)

    def __repr__(self) -> str:
        return f"<function {self.name}>"


# functions of nn.functional that torch has under their bare names, too
_ALSO_IN_TORCH = frozenset(
    [
        "adaptive_avg_pool1d", "adaptive_max_pool1d", "avg_pool1d", "bilinear", "conv1d", "conv2d",
        "conv3d", "conv_transpose1d", "conv_transpose2d", "conv_transpose3d", "group_norm",
        "layer_norm", "max_pool1d", "max_pool2d", "max_pool3d", "rms_norm",
    ]
)  # fmt: skip

_found: dict[str, Any] = {}


def lookup(path: str) -> Any:
    """What a dotted name means: a Function, a dtype, a constant; None if nothing."""
    if path in _found:
        return _found[path]
    value = _look(path)
    if value is not None:
        _found[path] = value
    return value


def _look(path: str) -> Any:
    root, _, rest = path.partition(".")
    if root in ("np", "numpy"):
        from . import numpy_names

        if rest in numpy_names.TABLE:
            return numpy_names.TABLE[rest]
    if root == "math" and (rest in _OTHERWISE_IN_MATH or not hasattr(math, rest)):
        return None
    name = path
    for root in _ROOTS:
        name = name.removeprefix(root)
    if name.startswith("F."):
        name = "nn.functional." + name[2:]
    if name.startswith("_") and not registry.lookup(name):
        return None
    if path != name and name in _CONSTANTS:
        return _CONSTANTS[name]
    if name in dtypes.BY_NAME and (path != name or name not in ("float", "int", "bool")):
        return dtypes.BY_NAME[name]
    found = registry.first_of([prefix + name for prefix in ("", *OPTIONAL_PREFIXES)])
    if found is not None:
        return Function(*found)
    return catalogue.find(name) if catalogue.is_for_expressions(name) else None


_found_in_torch: dict[str, Any] = {}


def in_torch(name: str) -> Any:
    """What a program finds in torch under a dotted name without the leading `torch.`, such as
    'nn.functional.relu', 'no_grad' or 'float32'; None if nothing.

    Unlike `lookup` it knows torch's spellings only, and it knows what changes the state of the
    engine or depends on it (`catalogue`), which expressions have to do without.
    """
    value = _found_in_torch.get(name)
    if value is None:
        value = _look_in_torch(name)
        if value is not None:
            _found_in_torch[name] = value
    return value


def _look_in_torch(name: str) -> Any:
    value = catalogue.find(name)
    if value is not None:
        return value
    if name in _CONSTANTS:
        return _CONSTANTS[name]
    if name in dtypes.BY_NAME:
        return dtypes.BY_NAME[name]
    if name.rpartition(".")[2].startswith("_"):
        return None
    from .functions import TorchFunction, in_place_function

    rows = registry.lookup(name)
    if rows is None and name in _ALSO_IN_TORCH:
        rows = registry.lookup("nn.functional." + name)
    if rows is not None:
        return TorchFunction(name, rows)
    return in_place_function(name) if name.endswith("_") else None


def names() -> Iterator[str]:
    """Every public name, with its module where torch has it in one."""
    for name in registry.names():
        if not name.rpartition(".")[2].startswith("_"):
            yield name
