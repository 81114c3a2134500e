"""The kinds of parameter that an operation's forward function may declare by annotation.

The door (`door.py`) reads these names off the signature and turns what a caller wrote into
what forwards and rules expect: axes counted from the end, lists stacked, sizes as tuples.
They are plain aliases, so that a forward still reads as an ordinary typed function.
"""

from __future__ import annotations

from typing import Any

from .dtypes import DType

Array = Any
"""A differentiable input: tensor, number, or list (stacked). Forwards get a raw value."""
Tensors = Any
"""Like Array, but a plain number is not taken: tells `max(x, 1)` from `max(x, y)`."""
Index = Any
"""An input without derivative: integer indices, a mask, weights that are counts."""
Arrays = Any
"""A list or tuple of differentiable inputs. Forwards get a list of raw values."""
Operands = Any
"""All positional arguments as one list, each passed through as it is."""
Dim = int
"""An axis of the first input; reaches the forward counted from the end."""
NewDim = int
"""An axis of the result, which has one axis more than the first input; counted from the end."""
Dims = Any
"""Axes to reduce: an int, several, or none given, which means all; counted from the end."""
SomeDims = tuple[int, ...]
"""Just the axes given, counted from the end; an empty tuple means none."""
Shape = tuple[int, ...]
"""Sizes; may be written as several arguments (`x.reshape(2, 3)`) or as one sequence."""
Number = Any
"""A Python number; a one-element tensor is taken for its value."""
Scalar = Any
"""A Python number that takes part in type promotion; never differentiated."""
Setting = Any
"""Anything, passed through as it is."""

__all__ = [
    "Array",
    "Arrays",
    "DType",
    "Dim",
    "Dims",
    "Index",
    "NewDim",
    "Number",
    "Operands",
    "Scalar",
    "Setting",
    "Shape",
    "SomeDims",
    "Tensors",
]
