"""Reading and writing attributes: what exists is listed, nothing else is ever looked up.

Values of Python's own types have the methods of a table. Tensors and torch's objects have what the
engine's surface says. Objects of the program's classes have what the program gave them. So no chain
of attributes leads from a value to Python itself.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

from ...engine import Tensor
from ...engine.surface import members
from .classes import HIDDEN, HOOKS, MARK, Instance, of_program
from .functions import Function
from .hashes import hash_of
from .metaclasses import Type
from .namespaces import Namespace
from .problems import NOTED
from .whitelist import METHODS, REPLACED, TORCH_PRIVATE

# What Python calls by itself and a program may ask for too: as `super().__init__`.
_GUARDED = frozenset({"__setattr__", "__delattr__"})
_INNER = _GUARDED | {"__getattr__", "__get__", "__set__", "__delete__", "__init_subclass__"}
ASKED = HOOKS - _INNER
NAMES = frozenset({"__name__", "__qualname__", "__doc__", "__module__", "__wrapped__"})


def exact(name: Any) -> str:
    """Return a name as Python's own str: a subclass could be one name here and another later.

    Raises: TypeError for what is no str.
    """
    if not isinstance(name, str):
        raise TypeError(f"attribute name must be string, not '{type(name).__name__}'")
    return str.__str__(name)


def read(value: Any, name: str) -> Any:
    """Return an attribute; its name is an `exact` one.

    Raises: AttributeError, in Python's words.
    """
    kind = type(value)
    if kind is Tensor:
        return _read_surface(value, name)
    reads = kind.__dict__.get(MARK)
    if reads is not None and name in reads:
        return getattr(value, name)
    if kind is Namespace:
        return value.read(name)
    replaced = REPLACED.get((kind, name))
    if replaced is not None:
        return partial(replaced, value)
    allowed = METHODS.get(kind)
    if allowed is not None:
        if name in allowed:
            return getattr(value, name)
        if kind is Function and not _is_special(name) and name in value.__dict__:
            return value.__dict__[name]
        raise missing(value, name)
    if isinstance(value, type):
        return _read_class(value, name)
    if kind is super:
        return _read_super(value, name)
    if _is_special(name):
        return _read_special(value, kind, name)
    if of_program(kind) or isinstance(value, BaseException):
        return _read_own(value, kind, name)
    return _read_surface(value, name)


def _read_surface(value: Any, name: str) -> Any:
    try:
        return members.get(value, name)
    except AttributeError as error:
        if error.obj is None:
            error.name, error.obj = name, value
        raise


def missing(value: Any, name: str) -> AttributeError:
    """Make Python's error for an attribute that is not there."""
    if isinstance(value, type):
        message = f"type object '{value.__name__}' has no attribute '{name}'"
    else:
        message = f"'{type(value).__name__}' object has no attribute '{name}'"
    return AttributeError(message, name=name, obj=value)


def _is_special(name: str) -> bool:
    return name.startswith("__") and name.endswith("__")


def _read_special(value: Any, kind: type, name: str) -> Any:
    """Attributes that Python itself gives a meaning."""
    if name in _GUARDED:
        return partial(_set_plainly, getattr(value, name))
    if isinstance(value, BaseException) and name in METHODS[BaseException]:
        return getattr(value, name)
    asked = name in ASKED and (of_program(kind) or members.offered(value))
    if asked and name == "__hash__":
        return partial(hash_of, value)
    if asked or name in NAMES or (name in HOOKS and of_program(kind)):
        return getattr(value, name)
    raise missing(value, name)


def _read_own(value: Any, kind: type, name: str) -> Any:
    """Attributes of objects whose class, or whose attributes, are the program's."""
    base = _definer(kind, name)
    if base is not None and not _offers(base, name):
        raise missing(value, name)
    replaced = REPLACED.get((base, name))
    if replaced is not None:
        return partial(replaced, value)
    if name in HIDDEN or name in NOTED:
        raise missing(value, name)
    found = getattr(value, name)
    if of_program(kind):
        kind.__dict__[MARK].add(name)
    return found


def _definer(kind: type, name: str) -> type | None:
    """Return the class in which an attribute of a class, or of its objects, is found."""
    return next((base for base in kind.__mro__ if name in base.__dict__), None)


def _offers(kind: type, name: str) -> bool:
    """Whether a class lets programs see what it defines under a name."""
    if name in HIDDEN:
        return False
    if of_program(kind):
        return not _is_special(name) or name in HOOKS
    if kind in METHODS:
        return name in METHODS[kind]
    if name in ASKED:
        return True
    return members.offered(kind) and (not name.startswith("_") or name in TORCH_PRIVATE)


def _read_class(value: type, name: str) -> Any:
    """Attributes of a class: its name, its methods, what a program's class body bound."""
    if name in NAMES:
        return getattr(value, name)
    base = None if value is Instance else _definer(value, name)
    if base is None or not _offers(base, name):
        raise missing(value, name)
    replaced = REPLACED.get((type, base, name))
    return getattr(value, name) if replaced is None else replaced


def _read_super(value: Any, name: str) -> Any:
    if name in HIDDEN or (_is_special(name) and name not in HOOKS):
        raise AttributeError(f"'super' object has no attribute '{name}'", name=name)
    found = getattr(value, name)
    if name in _GUARDED:
        return partial(_set_plainly, found)
    order, owner = value.__self_class__.__mro__, value.__self__
    after = order[order.index(value.__thisclass__) + 1 :]
    base = next((kind for kind in after if name in kind.__dict__), None)
    if owner is value.__self_class__:  # in a method of the class: not bound
        return REPLACED.get((type, base, name), found)
    replaced = REPLACED.get((base, name))
    return found if replaced is None else partial(replaced, owner)


def _set_plainly(function: Callable, name: str, *value: object) -> None:
    name = exact(name)
    if name.startswith("__") or name in HIDDEN or name in NOTED:
        raise AttributeError(f"attribute '{name}' cannot be set")
    function(name, *value)


def write(owner: Any, name: str, value: Any) -> None:
    """Set an attribute.

    Raises: AttributeError or TypeError, in Python's words.
    """
    if type(owner) is Tensor or not _writes_itself(owner, name):
        members.set(owner, name, value)
    else:
        setattr(owner, name, value)


def delete(owner: Any, name: str) -> None:
    """Delete an attribute."""
    if type(owner) is Tensor or not _writes_itself(owner, name):
        members.delete(owner, name)
    else:
        delattr(owner, name)


def _writes_itself(owner: Any, name: str) -> bool:
    """Whether an attribute is the program's to set; False leaves it to the surface.

    Raises: AttributeError or TypeError where it is nobody's.
    """
    kind = type(owner)
    if isinstance(owner, type):
        if not of_program(owner):
            shown = owner.__name__
            if owner.__module__ != "builtins":
                shown = f"{owner.__module__}.{owner.__qualname__}"
            raise TypeError(f"cannot set '{name}' attribute of immutable type '{shown}'")
    elif kind is Namespace:
        raise AttributeError(f"module '{owner.path}' cannot be changed")
    elif kind is Function:
        if name in ("__name__", "__doc__", "__qualname__"):
            return True
    elif not of_program(kind) and not isinstance(owner, BaseException):
        if kind in METHODS:
            raise missing(owner, name)
        return False
    if _is_special(name) or name in HIDDEN or name in NOTED:
        raise AttributeError(f"'{kind.__name__}' object attribute '{name}' cannot be set")
    return True


def parametrized(kind: type, place: object) -> object:
    """Return `list[int]` and the like, which only annotations use."""
    if hasattr(kind, "__class_getitem__") and (of_program(kind) or kind in METHODS):
        return kind[place]  # type: ignore[index]
    if kind is Type:
        return kind[place]
    raise TypeError(f"type '{kind.__name__}' is not subscriptable")
