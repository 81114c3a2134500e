"""Which hashes Python fixes, and hashes that are the same in each run for all other values.

Python fixes those of numbers, and of tuples and frozen sets of such. It draws those of strings anew
for each run, and makes those of most objects from their address. Classes of a program that have a
`__hash__` of their own can only make it of what `hash` here gives them, so theirs are fixed too.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from types import MethodType
from typing import Any

from .functions import Function

_WHOLE = {int, bool}
_NONE = 0xFCA86420  # what Python gives None from 3.12 on


def is_fixed(value: Any) -> bool:
    """Whether a value's hash is the same in each run; also True of what has none."""
    rule = type(value).__hash__
    if rule is int.__hash__ or rule is None or rule is of_fields:
        return True
    if rule is float.__hash__ or rule is complex.__hash__ or type(value).__module__ == "numpy":
        return bool(value == value)  # Python hashes nan by its address
    if rule is tuple.__hash__ or rule is frozenset.__hash__:
        return all_fixed(value)
    return isinstance(rule, Function)


def all_fixed(values: Iterable) -> bool:
    """Whether the hashes of all values are the same in each run; quick for whole numbers."""
    return _WHOLE.issuperset(map(type, values)) or all(map(is_fixed, values))


def hash_of(value: Any, /) -> int:
    """`hash(value)`: Python's own where that is fixed.

    Raises: TypeError for what has none, in Python's words.
    """
    if is_fixed(value):
        return hash(value)
    return _RULES.get(type(value).__hash__, of_identity)(value)


def of_fields(owner: Any) -> int:
    """The hash of a dataclass, of the fields that it compares."""
    from dataclasses import fields

    counted = (f for f in fields(owner) if (f.compare if f.hash is None else f.hash))
    return hash_of(tuple(getattr(owner, field.name) for field in counted))


def of_identity(value: Any) -> int:
    """The hash of what equals nothing but itself."""
    from ...engine.addresses import number  # not above: the engine is not loaded to compile

    return _NONE if value is None else number(value)


def _of_bytes(value: bytes) -> int:
    return hash(int.from_bytes(value, "little"))


def of_text(value: str) -> int:
    """The hash of a string: its bytes as one number, as good as Python's hashes of numbers."""
    return _of_bytes(value.encode("utf-8", "surrogatepass"))


def of_items(value: tuple) -> int:
    """The hash of a tuple."""
    return hash(tuple(value)) if is_fixed(tuple(value)) else hash(tuple(map(hash_of, value)))


def _of_members(value: Iterable) -> int:
    return hash(frozenset(map(hash_of, value)))


def _of_range(value: range) -> int:
    steps = (value.start, value.step)[: len(value)]  # all that tells ranges apart
    return hash_of((len(value), *steps, None, None)[:3])


def _of_method(value: MethodType) -> int:
    return of_identity(value.__self__) ^ of_identity(value.__func__)


_RULES: dict[Any, Callable[[Any], int]] = {
    str.__hash__: of_text,
    bytes.__hash__: _of_bytes,
    tuple.__hash__: of_items,
    frozenset.__hash__: _of_members,
    range.__hash__: _of_range,
    MethodType.__hash__: _of_method,
}
