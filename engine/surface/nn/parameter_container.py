"""Modules that hold parameters (or anything): ParameterList and ParameterDict."""

from __future__ import annotations

import operator
from collections import OrderedDict
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from ...tensor import Tensor
from ..naming import typename
from .container import checked_pairs
from .module import Module
from .parameter import Parameter


def _as_parameter(value: Any) -> Any:
    """A tensor as a parameter; anything else as it is."""
    if isinstance(value, Tensor) and not isinstance(value, Parameter):
        return Parameter(value)
    return value


def _line(key: Any, value: Any, kind: Any) -> str:
    """How an entry shows; `kind` names a tensor's type."""
    if not isinstance(value, Tensor):
        return f"  ({key}): Object of type: {type(value).__name__}"
    word = "Parameter" if isinstance(value, Parameter) else "Tensor"
    return f"  ({key}): {word} containing: [{kind} of size {'x'.join(map(str, value.shape))}]"


class ParameterList(Module):
    """A list whose tensors are registered as parameters."""

    def __init__(self, values: Iterable[Any] | None = None) -> None:
        super().__init__()
        self._size = 0
        if values is not None:
            self.extend(values)

    def _key(self, index: Any) -> str:
        place = operator.index(index)
        if not -len(self) <= place < len(self):
            raise IndexError(f"index {place} is out of range")
        return str(place % len(self))

    def __getitem__(self, idx: Any) -> Any:
        if isinstance(idx, slice):
            return type(self)([self[k] for k in range(*idx.indices(len(self)))])
        return getattr(self, self._key(idx))

    def __setitem__(self, idx: int, param: Any) -> None:
        setattr(self, self._key(idx), _as_parameter(param))

    def __len__(self) -> int:
        return self._size

    def __iter__(self) -> Iterator[Any]:
        return iter([self[k] for k in range(len(self))])

    def __iadd__(self, parameters: Iterable[Any]) -> ParameterList:
        return self.extend(parameters)

    def append(self, value: Any) -> ParameterList:
        """Put a value at the end. Returns self."""
        self._size += 1
        self[self._size - 1] = value
        return self

    def extend(self, values: Iterable[Any]) -> ParameterList:
        """Put several values at the end. Returns self."""
        if not isinstance(values, Iterable) or isinstance(values, Tensor):
            raise TypeError(
                "ParameterList.extend should be called with an iterable, but got "
                + type(values).__name__
            )
        for value in values:
            self.append(value)
        return self

    def extra_repr(self) -> str:
        return "\n".join(_line(k, p, getattr(p, "dtype", "")) for k, p in enumerate(self))

    def __call__(self, *args: Any, **kwargs: Any) -> Any:
        raise RuntimeError("ParameterList should not be called.")


class ParameterDict(Module):
    """Values by name, whose tensors are registered as parameters."""

    def __init__(self, parameters: Any = None) -> None:
        super().__init__()
        self._keys: dict[str, None] = {}
        if parameters is not None:
            self.update(parameters)

    def __getitem__(self, key: str) -> Any:
        return getattr(self, _checked(key))

    def __setitem__(self, key: str, value: Any) -> None:
        name = _checked(key)
        self._keys[name] = None
        setattr(self, name, _as_parameter(value))

    def __delitem__(self, key: str) -> None:
        name = _checked(key)
        del self._keys[name]
        delattr(self, name)

    def __len__(self) -> int:
        return len(self._keys)

    def __iter__(self) -> Iterator[str]:
        return iter(self._keys)

    def __reversed__(self) -> Iterator[str]:
        return reversed(self._keys)

    def __contains__(self, key: object) -> bool:
        return key in self._keys

    def copy(self) -> ParameterDict:
        """Another dictionary of the same values."""
        return ParameterDict(OrderedDict(self.items()))

    def setdefault(self, key: str, default: Any = None) -> Any:
        """The value of a name, put there first where it is missing."""
        if key not in self:
            self[key] = default
        return self[key]

    def clear(self) -> None:
        """Take all values out."""
        for key in list(self._keys):
            del self[key]

    def pop(self, key: str) -> Any:
        """Take a value out and return it."""
        taken = self[key]
        del self[key]
        return taken

    def popitem(self) -> tuple[str, Any]:
        """Take the last value out and return it with its name."""
        key = next(reversed(self._keys))
        return key, self.pop(key)

    def get(self, key: str, default: Any = None) -> Any:
        """The value of a name, or the default."""
        return self[key] if key in self._keys else default

    def fromkeys(self, keys: Iterable[str], default: Any = None) -> ParameterDict:
        """A new dictionary of one value under several names."""
        return ParameterDict((key, default) for key in keys)

    def keys(self) -> Any:
        """The names."""
        return self._keys.keys()

    def items(self) -> Iterator[tuple[str, Any]]:
        """The names with their values."""
        return ((key, self[key]) for key in self._keys)

    def values(self) -> Iterator[Any]:
        """The values."""
        return (self[key] for key in self._keys)

    def update(self, parameters: Any) -> None:
        """Put the values of a dictionary (by its sorted names unless ordered), or of pairs, in."""
        if not isinstance(parameters, Iterable):
            raise TypeError(
                "ParametersDict.update should be called with an iterable of key/value pairs, but "
                "got " + type(parameters).__name__
            )
        pairs: Iterable = parameters
        if isinstance(parameters, OrderedDict | ParameterDict):
            pairs = parameters.items()
        elif isinstance(parameters, Mapping):
            pairs = sorted(parameters.items())
        for key, value in checked_pairs("ParameterDict", pairs):
            self[key] = value

    def extra_repr(self) -> str:
        return "\n".join(_line(key, value, typename(value)) for key, value in self.items())

    def __call__(self, input: Any) -> Any:
        raise RuntimeError("ParameterDict should not be called.")

    def __or__(self, other: ParameterDict) -> ParameterDict:
        both = self.copy()
        both.update(other)
        return both

    def __ror__(self, other: ParameterDict) -> ParameterDict:
        both = other.copy()
        both.update(self)
        return both

    def __ior__(self, other: ParameterDict) -> ParameterDict:
        self.update(other)
        return self


def _checked(key: Any) -> str:
    """Return a key as Python's own str, which names one attribute and always the same.

    Raises: TypeError for what is no str; KeyError for names of Python's.
    """
    if not isinstance(key, str):
        raise TypeError(
            "Index given to ParameterDict cannot be used as a key as it is not a string (type is "
            f"'{type(key).__name__}'). Open an issue on github if you need non-string keys."
        )
    name = str.__str__(key)
    if name.startswith("__") and name.endswith("__"):
        raise KeyError(name)
    return name
