"""Reading and writing attributes: what exists is listed, nothing else is ever looked up.

Values of Python's own types have the methods of a table. Tensors have what the engine says.
Objects of torch's classes have their public names. Objects of the program's classes have what the
program gave them. So no chain of attributes leads from a value to Python itself.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

from ...engine import Tensor
from ...engine.surface import members
from .classes import HOOKS, Instance, of_program
from .functions import Function
from .namespaces import Namespace
from .whitelist import METHODS, REPLACED, TORCH_PRIVATE

OURS = ("gradcalc.engine", "torch", "__main__")


def read(value: Any, name: str) -> Any:
    """Return an attribute.

    Raises: AttributeError, in Python's words.
    """
    kind = type(value)
    if kind is Tensor:
        return members.get(value, name)
    if kind is Namespace:
        return value.read(name)
    replaced = REPLACED.get((kind, name))
    if replaced is not None:
        return partial(replaced, value)
    allowed = METHODS.get(kind)
    if allowed is not None:
        if name in allowed:
            return getattr(value, name)
        raise AttributeError(f"'{kind.__name__}' object has no attribute '{name}'", name=name)
    if isinstance(value, type):
        return _read_class(value, name)
    if isinstance(value, Tensor):
        return members.get(value, name)
    return _read_object(value, kind, name)


def _read_object(value: Any, kind: type, name: str) -> Any:
    if kind is super:
        return _read_super(value, name)
    if name == "__class__" or not _may_read(value, kind, name):
        raise AttributeError(f"'{kind.__name__}' object has no attribute '{name}'", name=name)
    return getattr(value, name)


def _may_read(value: Any, kind: type, name: str) -> bool:
    """Whether an attribute is part of the language; it need not exist."""
    if name.startswith("__") and name.endswith("__"):
        if name in ("__name__", "__doc__", "__qualname__", "__wrapped__"):
            return True
        if isinstance(value, BaseException) and name in METHODS[BaseException]:
            return True
        return name in HOOKS and (of_program(kind) or hasattr(kind, name))
    for base in kind.__mro__:
        if name in base.__dict__:
            if base in METHODS:
                return name in METHODS[base]
            if of_program(base):
                return True
            return _is_ours(base) and (not name.startswith("_") or name in TORCH_PRIVATE)
    if isinstance(value, BaseException) or of_program(kind):
        return not name.startswith("_entries")
    return _is_ours(kind) and (not name.startswith("_") or _is_listed(name))


def _is_listed(name: str) -> bool:
    return name in TORCH_PRIVATE or name.startswith(("_saved_", "_raw_saved_"))


def _is_ours(kind: type) -> bool:
    return kind.__module__.startswith(OURS)


def _read_class(value: type, name: str) -> Any:
    """Attributes of a class: its name, its methods, what a program's class body bound."""
    if name in ("__name__", "__qualname__", "__doc__", "__module__"):
        return getattr(value, name)
    replaced = REPLACED.get((type, value, name))
    if replaced is not None:
        return replaced
    if value is not Instance and name != "__class__" and _class_has(value, name):
        return getattr(value, name)
    raise AttributeError(f"type object '{value.__name__}' has no attribute '{name}'", name=name)


def _class_has(value: type, name: str) -> bool:
    if issubclass(value, Tensor) and not name.startswith("_"):
        return True
    for base in value.__mro__:
        if name in base.__dict__:
            if base in METHODS:
                return name in METHODS[base]
            if of_program(base):
                return not (name.startswith("__") and name.endswith("__")) or name in HOOKS
            if name in HOOKS:
                return _is_ours(base)
            return _is_ours(base) and (not name.startswith("_") or name in TORCH_PRIVATE)
    return False


def _read_super(value: Any, name: str) -> Any:
    if name.startswith("__") and name.endswith("__") and name not in HOOKS:
        raise AttributeError(f"'super' object has no attribute '{name}'", name=name)
    found = getattr(value, name)
    if name in ("__setattr__", "__delattr__"):
        return partial(_set_plainly, found)
    return found


def _set_plainly(function: Callable, name: str, *value: object) -> None:
    if not isinstance(name, str) or name.startswith("__"):
        raise AttributeError(f"attribute '{name}' cannot be set")
    function(name, *value)


def write(owner: Any, name: str, value: Any) -> None:
    """Set an attribute.

    Raises: AttributeError or TypeError, in Python's words.
    """
    if isinstance(owner, Tensor):
        members.set(owner, name, value)
        return
    _check_write(owner, name)
    setattr(owner, name, value)


def delete(owner: Any, name: str) -> None:
    """Delete an attribute."""
    if isinstance(owner, Tensor):
        members.delete(owner, name)
        return
    _check_write(owner, name)
    delattr(owner, name)


def _check_write(owner: Any, name: str) -> None:
    kind = type(owner)
    missing = AttributeError(f"'{kind.__name__}' object has no attribute '{name}'", name=name)
    is_special = name.startswith("__") and name.endswith("__")
    if isinstance(owner, type):
        if not of_program(owner):
            shown = owner.__name__ if owner.__module__ == "builtins" else _path(owner)
            raise TypeError(f"cannot set '{name}' attribute of immutable type '{shown}'")
    elif isinstance(owner, Namespace):
        raise AttributeError(f"module '{owner.path}' cannot be changed")
    elif isinstance(owner, Function):
        if name in ("__name__", "__doc__", "__qualname__"):
            return
    elif not (isinstance(owner, BaseException) or of_program(kind) or _is_ours(kind)):
        raise missing
    if is_special:
        raise AttributeError(f"'{kind.__name__}' object attribute '{name}' cannot be set")


def _path(kind: type) -> str:
    return f"{kind.__module__}.{kind.__qualname__}"


def parametrized(kind: type, place: object) -> object:
    """Return `list[int]` and the like, which only annotations use."""
    if of_program(kind) and hasattr(kind, "__class_getitem__"):
        return kind[place]  # type: ignore[index]
    if kind in (list, dict, tuple, set, frozenset, type):
        return kind[place]  # type: ignore[index]
    raise TypeError(f"type '{kind.__name__}' is not subscriptable")
