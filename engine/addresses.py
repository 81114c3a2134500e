"""What stands for an object's address in texts: a small number, the same in each run.

Objects are numbered in the order in which an address of theirs is first asked for, and keep their
number as long as they live. Memory is numbered likewise, so that two tensors show one address
exactly if they begin at the same place.
"""

from __future__ import annotations

import itertools
import weakref
from typing import Any

import numpy as np

_STEP = 16  # bytes between two objects
_MEMORY_STEP = 1 << 32  # between two pieces of memory: more than one may take
_next_number = itertools.count(1).__next__
_next_memory = itertools.count(1).__next__
_numbers: dict[int, tuple[Any, int]] = {}


def number(value: Any) -> int:
    """The address of an object, as `id` tells it."""
    return _numbered(value, _next_number) * _STEP


def address(value: Any) -> str:
    """The address of an object as torch shows it, such as '0x000000000010'."""
    return f"0x{number(value):012x}"


def of_memory(array: np.ndarray) -> int:
    """The address of the first element of an array."""
    owner = owner_of(array)
    return _numbered(owner, _next_memory) * _MEMORY_STEP + (_start(array) - _start(owner))


def owner_of(array: np.ndarray) -> np.ndarray:
    """The array that a view is a part of, which holds the memory."""
    base = array
    while base is not None:
        if isinstance(base, np.ndarray):
            array = base
        base = getattr(base, "base", None)  # numpy's as_strided puts a go-between there
    return array


def _start(array: np.ndarray) -> int:
    return array.__array_interface__["data"][0]


def _numbered(value: Any, next_number: Any) -> int:
    key = id(value)
    known = _numbers.get(key)
    if known is not None:
        return known[1]
    made = next_number()
    try:
        guard: Any = weakref.ref(value, lambda _: _numbers.pop(key, None))
    except TypeError:  # what cannot be referred to weakly is kept, so that its id stays its own
        guard = value
    _numbers[key] = (guard, made)
    return made
