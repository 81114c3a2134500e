"""What `type(value)` gives to programs: kinds that can be told apart, and not all be called.

A class made by calling Python's own `type` would have whatever its namespace says, also names that
Python gives a meaning and `class` statements are refused. So `type` and `ABCMeta` have stand-ins
that make no classes, and so has every type that programs cannot name. Natives call what they are
given (a partial, a cache, an operator of a class): looking at a program's own calls is not enough.
"""

from __future__ import annotations

from abc import ABCMeta
from functools import cache
from types import GenericAlias
from typing import Any

from ...engine.surface import members
from .classes import of_program
from .whitelist import METHODS


class Metaclass(type):
    """The class of stand-ins: checks look at the real type; only `type` can be called."""

    real: type

    def __call__(cls, *arguments: Any, **keywords: Any) -> Any:
        if cls is not Type:
            raise TypeError(f"cannot create '{_named(cls)}' instances")
        if len(arguments) != 1 or keywords:
            raise TypeError("type() takes 1 argument")
        return kind_of(arguments[0])

    def __instancecheck__(cls, instance: Any) -> bool:
        return isinstance(instance, cls.real)

    def __subclasscheck__(cls, subclass: type) -> bool:
        real = subclass.real if isinstance(subclass, Metaclass) else subclass
        return issubclass(real, cls.real)

    def __repr__(cls) -> str:
        return f"<class '{_named(cls)}'>"


def _named(kind: type) -> str:
    module = "" if kind.__module__ == "builtins" else f"{kind.__module__}."
    return f"{module}{kind.__qualname__}"


class Type(metaclass=Metaclass):
    """`type`."""

    real = type
    __class_getitem__ = classmethod(GenericAlias)


class AbstractMeta(metaclass=Metaclass):
    """`abc.ABCMeta`."""

    real = ABCMeta


Type.__name__ = Type.__qualname__ = "type"
Type.__module__ = "builtins"
AbstractMeta.__name__ = AbstractMeta.__qualname__ = "ABCMeta"
AbstractMeta.__module__ = "abc"


def kind_of(value: Any) -> type:
    """`type(value)`: itself where programs may call it, else its stand-in."""
    kind = members.type_of(value)
    if not isinstance(kind, type):
        return kind  # the stand-in for tensors' type
    if issubclass(kind, type):
        return AbstractMeta if kind is ABCMeta else Type
    if kind in METHODS or of_program(kind) or issubclass(kind, BaseException):
        return kind
    return kind if members.offered(kind) else _opaque(kind)


@cache
def _opaque(kind: type) -> Metaclass:
    """Return what stands for a type that programs cannot name.

    Called, numpy's array type makes arrays of the memory it is given, whatever that holds.
    """
    names = {"real": kind, "__module__": kind.__module__, "__qualname__": kind.__qualname__}
    return Metaclass(kind.__name__, (), names)


def real_metaclass(given: Any) -> type:
    """Return the metaclass that a `class` statement asks for by name.

    Raises: TypeError for any but the two.
    """
    if given not in (Type, AbstractMeta):
        raise TypeError("a class of a program has no metaclass of its own")
    return given.real
