"""Classes of a program: real Python classes whose methods are functions of the program.

So super(), properties, operators and natives that call back work as in Python. What a body may
define of the names that Python itself calls is a list.
"""

from __future__ import annotations

from collections.abc import Callable
from types import resolve_bases
from typing import TYPE_CHECKING, Any

from .functions import Function

if TYPE_CHECKING:
    from .machine import Machine

# Where a class of a program keeps the names that may be read off its objects, once checked.
MARK = "names read"
MACHINE = "machine of the program"
# No program can name these: they are no identifiers, and attributes.py refuses them as strings.
ANNOTATED = "names annotated"
HIDDEN = frozenset({MARK, MACHINE, ANNOTATED})
_BINARY = "add sub mul truediv floordiv mod pow matmul and or xor lshift rshift"
HOOKS = frozenset(
    f"__{name}__"
    for name in (
        "init new call repr str format len bool hash int float index complex abs neg pos invert "
        "round iter next reversed contains getitem setitem delitem getattr setattr delattr "
        "enter exit eq ne lt le gt ge missing post_init init_subclass set_name get set delete "
        "trunc floor ceil divmod rdivmod " + " ".join(f"{n} r{n} i{n}" for n in _BINARY.split())
    ).split()
)
# Names with underscores that a class body may bind, without a meaning of Python's own.
PLAIN = frozenset({"__slots__", "__doc__", "__module__", "__qualname__", "__all__"})


class Instance:
    """Base of the program's classes that have no other: its text has no address in it."""

    __slots__ = ()

    def __repr__(self) -> str:
        kind = type(self)
        address = getattr(kind, MACHINE).address(self)
        return f"<{kind.__module__}.{kind.__qualname__} object at {address}>"


Instance.__name__ = Instance.__qualname__ = "object"
Instance.__module__ = "builtins"


def make_class(
    machine: Machine, name: str, bases: tuple, namespace: dict[str, object], keywords: dict
) -> type:
    """Make a class of what its body bound.

    Raises: TypeError, in Python's words.
    """
    # Not above: a program that is not of the language never loads the engine.
    from .metaclasses import Metaclass, Type, real_metaclass

    bases = resolve_bases(bases)
    for base in bases:
        if not isinstance(base, type):
            raise TypeError(f"bases must be classes, not {type(base).__name__}")
    bases = tuple(base for base in bases if base is not object)
    namespace = {**namespace, MARK: set()}
    # Kept apart until here: dataclasses makes code of these names, so only the compiler adds them.
    if ANNOTATED in namespace:
        namespace["__annotations__"] = namespace.pop(ANNOTATED)
    if "__getattr__" in namespace:
        namespace["__getattr__"] = _shielded(namespace["__getattr__"])
    for hook, wrap in (("__new__", staticmethod), ("__init_subclass__", classmethod)):
        function = namespace.get(hook)
        if isinstance(function, Function):
            namespace[hook] = wrap(function)  # as Python does for functions of its own
    if not bases:
        bases = (Instance,)
        namespace[MACHINE] = machine
    metaclass = real_metaclass(keywords.pop("metaclass", Type))
    for base in bases:
        if isinstance(base, Metaclass):
            raise TypeError("a program has no metaclasses of its own")
        if issubclass(type(base), metaclass):
            metaclass = type(base)
    return metaclass(name, bases, namespace, **keywords)


def _shielded(function: Any) -> Callable[[object, str], object]:
    """Return a `__getattr__` that is asked for the program's own names only.

    Natives ask objects for names of Python's: numpy would take memory at any address from an
    `__array_interface__`, copy whatever a `__reduce_ex__` returns.
    """

    def find(self: object, name: str) -> object:
        if name.startswith("__") and name.endswith("__"):
            raise AttributeError(f"'{type(self).__name__}' object has no attribute '{name}'")
        bound = function.__get__(self, type(self)) if hasattr(function, "__get__") else function
        return bound(name)

    return find


def of_program(kind: type) -> bool:
    """Whether a class was made by a program."""
    return MARK in kind.__dict__
