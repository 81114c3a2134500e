"""What a program can name without importing it: Python's builtins, as far as they are safe.

Types are Python's own (attribute access is what is restricted). Functions that look attributes up,
print, or go through something long are replaced.
"""

from __future__ import annotations

import builtins
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from . import attributes
from .formatting import convert, format_value, text_of
from .guards import bounded, counted, guarded
from .hashes import hash_of
from .metaclasses import Type
from .sets import FrozenSet, Set

if TYPE_CHECKING:
    from .machine import Machine

TYPES = """
    bool bytes classmethod complex dict enumerate filter float int list map object
    property range reversed slice staticmethod str super tuple zip
"""
SAFE = "abs bin callable chr divmod hex iter len next oct ord"
REPLACED = """
    print sum min max sorted isinstance issubclass getattr setattr hasattr delattr format repr ascii
    id pow all any round
"""
MISSING = object()


class Native:
    """A function of the language that needs to know the run it is part of."""

    __slots__ = ("__name__", "__qualname__", "function")

    def __init__(self, name: str, function: Callable[..., Any]) -> None:
        self.__name__ = self.__qualname__ = name
        self.function = function

    def __call__(self, *arguments: Any, **keywords: Any) -> Any:
        try:
            return self.function(*arguments, **keywords)
        except TypeError as error:
            text = str(error)
            if not text.startswith("_Natives."):
                raise
            raise TypeError(self._in_words(text)) from None

    def _in_words(self, text: str) -> str:
        """Say what is wrong with a call as Python does for its own functions."""
        name = self.__name__
        if "unexpected keyword argument" in text:
            return f"{text.split()[-1]} is an invalid keyword argument for {name}()"
        return text.replace(f"_Natives.{name}_()", f"{name}()")

    def __copy__(self) -> Native:
        return self

    def __deepcopy__(self, memo: object) -> Native:
        return self

    def __repr__(self) -> str:
        return f"<built-in function {self.__name__}>"


Native.__name__ = Native.__qualname__ = "builtin_function_or_method"
Native.__module__ = "builtins"


def native_names(machine: Machine) -> dict[str, Any]:
    """Return the builtins of a run."""
    names: dict[str, Any] = {name: getattr(builtins, name) for name in TYPES.split()}
    names |= {name: getattr(builtins, name) for name in SAFE.split()}
    names |= {
        name: kind
        for name, kind in vars(builtins).items()
        if isinstance(kind, type) and issubclass(kind, BaseException)
    }
    names |= {"NotImplemented": NotImplemented, "Ellipsis": ..., "__debug__": True, "type": Type}
    names |= {"set": Set, "frozenset": FrozenSet, "hash": Native("hash", hash_of)}
    own = _Natives(machine)
    names |= {name: Native(name, getattr(own, f"{name}_")) for name in REPLACED.split()}
    return names


class _Natives:
    """The bodies of what is replaced."""

    def __init__(self, machine: Machine) -> None:
        self.machine = machine

    def print_(
        self, *values: Any, sep: Any = None, end: Any = None, file: Any = None, flush: Any = False
    ) -> None:
        for name, given in (("sep", sep), ("end", end)):
            if given is not None and not isinstance(given, str):
                raise TypeError(f"{name} must be None or a string, not {type(given).__name__}")
        text = (" " if sep is None else sep).join(map(text_of, values))
        text += "\n" if end is None else end
        if file is None:
            self.machine.write(text)
        else:
            attributes.read(file, "write")(text)

    def all_(self, *items: Any) -> bool:
        return all(*(counted(self.machine, each) for each in items))

    def any_(self, *items: Any) -> bool:
        return any(*(counted(self.machine, each) for each in items))

    def round_(self, *given: Any, **named: Any) -> Any:
        # Python would first compute the power of ten, however large.
        least = -self.machine.limits.integer_digits
        if given and isinstance(given[0], int):
            given = (given[0], *(max(d, least) if isinstance(d, int) else d for d in given[1:]))
        return round(*given, **named)

    def sum_(self, items: Any, /, start: Any = 0) -> Any:
        return sum(bounded(self.machine, items), start)

    def min_(self, *values: Any, key: Any = None, default: Any = MISSING) -> Any:
        return self._choose(min, values, key, default)

    def max_(self, *values: Any, key: Any = None, default: Any = MISSING) -> Any:
        return self._choose(max, values, key, default)

    def _choose(self, choose: Callable, values: tuple, key: Any, default: Any) -> Any:
        keywords = {} if default is MISSING else {"default": default}
        if key is not None:
            keywords["key"] = guarded(self.machine, key)
        if len(values) == 1:
            values = (bounded(self.machine, values[0]),)
        return choose(*values, **keywords)

    def sorted_(self, items: Any, /, *, key: Any = None, reverse: Any = False) -> list:
        if key is not None:
            key = guarded(self.machine, key)
        return sorted(bounded(self.machine, items), key=key, reverse=reverse)

    def isinstance_(self, value: Any, kinds: Any, /) -> bool:
        return isinstance(value, kinds)

    def issubclass_(self, kind: Any, kinds: Any, /) -> bool:
        return issubclass(kind, kinds)

    def getattr_(self, value: Any, name: str, default: Any = MISSING, /) -> Any:
        name = attributes.exact(name)
        if default is MISSING:
            return attributes.read(value, name)
        try:
            return attributes.read(value, name)
        except AttributeError:
            return default

    def hasattr_(self, value: Any, name: str, /) -> bool:
        return self.getattr_(value, name, self) is not self

    def setattr_(self, owner: Any, name: str, value: Any, /) -> None:
        attributes.write(owner, attributes.exact(name), value)

    def delattr_(self, owner: Any, name: str, /) -> None:
        attributes.delete(owner, attributes.exact(name))

    def format_(self, value: Any, spec: str = "", /) -> str:
        return format_value(value, spec)

    def repr_(self, value: Any, /) -> str:
        return convert(value, "r")

    def ascii_(self, value: Any, /) -> str:
        return convert(value, "a")

    def id_(self, value: Any, /) -> int:
        return self.machine.number(value)

    def pow_(self, base: Any, exponent: Any, modulus: Any = None) -> Any:
        from .operate import check_size

        if modulus is None:
            check_size(self.machine, "**", base, exponent)
            return base**exponent
        return pow(base, exponent, modulus)
