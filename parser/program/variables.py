"""Steps of names: reading, binding and deleting them where the compiler found them to live."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..scope import Scope
from ..spans import Span
from .problems import VISIBLE

if TYPE_CHECKING:
    from .machine import Machine


def load_local(machine: Machine, name: str, span: Span) -> None:
    """Push the value of a name of the running function."""
    try:
        machine.stack.append(machine.scope.names[name])
    except KeyError:
        raise UnboundLocalError(
            f"cannot access local variable '{name}' where it is not associated with a value"
        ) from None


def load_enclosing(machine: Machine, argument: tuple[str, int], span: Span) -> None:
    """Push the value of a name of a function around it, so many scopes out."""
    name, hops = argument
    try:
        machine.stack.append(_scope(machine, hops).names[name])
    except KeyError:
        raise NameError(
            f"cannot access free variable '{name}' where it is not associated with a value in "
            "enclosing scope"
        ) from None


def load_global(machine: Machine, name: str, span: Span) -> None:
    """Push the value of a name of the program, or else of the language."""
    names = machine.globals
    if name in names:
        machine.stack.append(names[name])
    else:
        load_builtin(machine, name, span)


def load_builtin(machine: Machine, name: str, span: Span) -> None:
    """Push the value of a name of the language."""
    try:
        machine.stack.append(machine.builtins[name])
    except KeyError:
        raise unknown(machine, name) from None


def load_in_class(machine: Machine, argument: tuple[str, int], span: Span) -> None:
    """Read a name in a class body: its own, else one outside (`hops` 0 means global)."""
    name, hops = argument
    names = machine.scope.names
    if name in names:
        machine.stack.append(names[name])
    elif hops:
        load_enclosing(machine, argument, span)
    else:
        load_global(machine, name, span)


def store_local(machine: Machine, name: str, span: Span) -> None:
    """Give a name of the running function the value on top."""
    machine.scope.names[name] = machine.stack.pop()


def store_enclosing(machine: Machine, argument: tuple[str, int], span: Span) -> None:
    """Give a name of a function around it the value on top."""
    name, hops = argument
    _scope(machine, hops).names[name] = machine.stack.pop()


def store_global(machine: Machine, name: str, span: Span) -> None:
    """Give a name of the program the value on top."""
    machine.globals[name] = machine.stack.pop()


def delete_local(machine: Machine, name: str, span: Span) -> None:
    """Delete a name of the running function."""
    if name not in machine.scope.names:
        raise UnboundLocalError(
            f"cannot access local variable '{name}' where it is not associated with a value"
        )
    del machine.scope.names[name]


def delete_enclosing(machine: Machine, argument: tuple[str, int], span: Span) -> None:
    """Delete a name of a function around it."""
    name, hops = argument
    if _scope(machine, hops).names.pop(name, machine) is machine:
        raise NameError(
            f"cannot access free variable '{name}' where it is not associated with a value in "
            "enclosing scope"
        )


def delete_global(machine: Machine, name: str, span: Span) -> None:
    """Delete a name of the program."""
    if name not in machine.globals:
        raise unknown(machine, name)
    del machine.globals[name]


def clear_local(machine: Machine, name: str, span: Span) -> None:
    """Forget a name that may be gone already: the end of `except … as name`."""
    machine.scope.names.pop(name, None)


def clear_enclosing(machine: Machine, argument: tuple[str, int], span: Span) -> None:
    """Forget a name of a function around that may be gone already."""
    _scope(machine, argument[1]).names.pop(argument[0], None)


def clear_global(machine: Machine, name: str, span: Span) -> None:
    """Forget a name of the program that may be gone already."""
    machine.globals.pop(name, None)


def unknown(machine: Machine, name: str) -> NameError:
    """Make the error for a name without a value; it has where to look for similar ones."""
    error = NameError(f"name '{name}' is not defined", name=name)
    visible: list = [machine.globals, machine.builtins]
    if machine.scope.names is not machine.globals:
        visible.insert(0, machine.scope.names)
    error.__dict__[VISIBLE] = visible
    return error


def _scope(machine: Machine, hops: int) -> Scope:
    scope = machine.scope
    for _ in range(hops):
        assert scope.parent is not None
        scope = scope.parent
    return scope
