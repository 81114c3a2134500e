"""What `import` finds: torch and its modules, and tables of pure functions of Python's modules."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from .namespaces import MODULES, SHADOWED, Namespace, table_module, torch_module

if TYPE_CHECKING:
    from .machine import Machine

_PURE = """
    array math typing collections functools itertools copy contextlib dataclasses random operator
    __future__ abc warnings collections.abc
"""
PURE = frozenset(_PURE.split())


def is_known(path: str) -> bool:
    """Whether a module can be imported."""
    return path in MODULES or path in PURE


def load(machine: Machine, path: str) -> Namespace:
    """Return a module by its full name.

    Raises: ModuleNotFoundError, in Python's words.
    """
    loaded = machine.modules
    if path not in loaded:
        if path in MODULES:
            loaded[path] = torch_module(path)
        elif path in PURE:
            from .standard import table

            loaded[path] = table_module(path, table(machine, path))
        else:
            raise ModuleNotFoundError(f"No module named '{path}'", name=path)
    return loaded[path]


def member(machine: Machine, path: str, name: str) -> Any:
    """Return what `from path import name` binds.

    Raises: ImportError, in Python's words.
    """
    full = f"{path}.{name}"
    if is_known(full) and full not in SHADOWED:
        return load(machine, full)
    module = load(machine, path)
    try:
        return module.read(name)
    except AttributeError:
        message = f"cannot import name '{name}' from '{path}'"
        raise ImportError(message, name=name) from None
