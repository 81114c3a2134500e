"""Steps of calls and of what is called: functions, comprehensions, classes."""

from __future__ import annotations

from types import MethodType
from typing import TYPE_CHECKING, Any

from ..scope import Scope
from ..spans import Span
from ..steps import ENTER
from .classes import ANNOTATED, make_class
from .functions import Function, ProgramCode
from .generators import Generator
from .guards import GUARDS
from .machine import MOST_FRAMES, Frame
from .sets import Set

if TYPE_CHECKING:
    from .machine import Machine


def call(machine: Machine, count: int, span: Span) -> int | None:
    """Call with positional arguments only."""
    stack = machine.stack
    base = len(stack) - count
    arguments = stack[base:]
    del stack[base:]
    function = stack.pop()
    kind = function.__class__
    if kind is Function:
        return enter(machine, function, arguments, None)
    if kind is MethodType and function.__func__.__class__ is Function:
        return enter(machine, function.__func__, [function.__self__, *arguments], None)
    if kind is type and function in GUARDS:
        stack.append(GUARDS[function](machine, *arguments))
    else:
        stack.append(function(*arguments))
    return None


def call_with_names(
    machine: Machine, argument: tuple[int, tuple[str, ...]], span: Span
) -> int | None:
    """Call with some named arguments, which lie on top."""
    count, names = argument
    stack = machine.stack
    base = len(stack) - len(names)
    keywords = dict(zip(names, stack[base:], strict=True))
    del stack[base:]
    base -= count
    arguments = stack[base:]
    del stack[base:]
    return _call(machine, stack.pop(), arguments, keywords)


def call_spread(
    machine: Machine, argument: tuple[list[bool], list[str | None]], span: Span
) -> int | None:
    """Call with `*items` and `**mapping` among the arguments."""
    starred, names = argument
    values = machine.take(len(names))
    positional = machine.take(len(starred))
    arguments: list[object] = []
    function = machine.stack.pop()
    for value, is_starred in zip(positional, starred, strict=True):
        if not is_starred:
            arguments.append(value)
            continue
        try:
            arguments.extend(value)
        except TypeError:
            if hasattr(value, "__iter__"):
                raise
            told = "Value" if len(starred) > 1 else f"{_called(function)} argument"
            raise TypeError(
                f"{told} after * must be an iterable, not {type(value).__name__}"
            ) from None
    keywords: dict[str, object] = {}
    for name, value in zip(names, values, strict=True):
        _add_keyword(function, keywords, name, value)
    return _call(machine, function, arguments, keywords)


def _add_keyword(function: object, keywords: dict, name: str | None, value: object) -> None:
    if name is not None:
        found = {name: value}
    elif hasattr(value, "keys"):
        found = dict(value)  # type: ignore[call-overload]
    else:
        raise TypeError(
            f"{_called(function)} argument after ** must be a mapping, not {type(value).__name__}"
        )
    for key, item in found.items():
        if key in keywords:
            raise TypeError(f"{_called(function)} got multiple values for keyword argument '{key}'")
        if not isinstance(key, str):
            raise TypeError("keywords must be strings")
        keywords[key] = item


def _called(function: object) -> str:
    name = getattr(function, "__qualname__", type(function).__name__)
    module = "__main__." if isinstance(function, Function) else ""
    return f"{module}{name}()"


def _call(machine: Machine, function: Any, arguments: list, keywords: dict) -> int | None:
    kind = function.__class__
    if kind is Function:
        return enter(machine, function, arguments, keywords)
    if kind is MethodType and function.__func__.__class__ is Function:
        return enter(machine, function.__func__, [function.__self__, *arguments], keywords)
    if kind is type and function in GUARDS:
        machine.stack.append(GUARDS[function](machine, *arguments, **keywords))
    else:
        machine.stack.append(function(*arguments, **keywords))
    return None


def enter(
    machine: Machine, function: Function, arguments: list, keywords: dict | None
) -> int | None:
    """Begin a function of the program: a frame more, no recursion."""
    if len(machine.frames) >= MOST_FRAMES:
        raise RecursionError("maximum recursion depth exceeded")
    frame = machine.frame_of(function, arguments, keywords)
    if function.code.is_generator:
        machine.stack.append(Generator(machine, frame))
        return None
    machine.frames.append(frame)
    return ENTER


def make_function(
    machine: Machine, argument: tuple[ProgramCode, int, tuple[str, ...]], span: Span
) -> None:
    """Take defaults off the stack, those of keyword-only parameters on top."""
    code, count, names = argument
    keyword_defaults = dict(zip(names, machine.take(len(names)), strict=True))
    defaults = tuple(machine.take(count))
    function = Function(code, defaults, keyword_defaults, closure(machine), machine)
    machine.stack.append(function)


def closure(machine: Machine) -> Scope:
    """Return the scope that a function made here sees: the body of a class is none."""
    if machine.frames[-1].code.kind == "class":
        assert machine.scope.parent is not None
        return machine.scope.parent
    return machine.scope


# ------------------------------------------------------------- comprehensions

EMPTY = {"list": list, "set": Set, "dict": dict}


def run_comprehension(machine: Machine, code: ProgramCode, span: Span) -> int | None:
    """Run a comprehension in a scope of its own; its first iterator is on the stack."""
    iterator = machine.stack.pop()
    scope = Scope({}, closure(machine))
    if code.is_generator:
        machine.stack.append(Generator(machine, Frame(code, scope, [iterator])))
        return None
    if len(machine.frames) >= MOST_FRAMES:
        raise RecursionError("maximum recursion depth exceeded")
    machine.frames.append(Frame(code, scope, [EMPTY[code.named_rest](), iterator]))  # type: ignore[index]
    return ENTER


def append_item(machine: Machine, depth: int, span: Span) -> None:
    """Add the value on top to the list that lies `depth` below it."""
    value = machine.stack.pop()
    machine.stack[-depth].append(value)


def add_item(machine: Machine, depth: int, span: Span) -> None:
    """Add the value on top to the set that lies `depth` below it."""
    value = machine.stack.pop()
    machine.stack[-depth].add(value)


def put_item(machine: Machine, depth: int, span: Span) -> None:
    """Put the key and the value on top into the dict that lies `depth` below them."""
    value = machine.stack.pop()
    key = machine.stack.pop()
    machine.stack[-depth][key] = value


# -------------------------------------------------------------------- classes


def begin_class(
    machine: Machine, argument: tuple[ProgramCode, int, tuple[str, ...]], span: Span
) -> int:
    """Run the body of a class; its bases and keywords are on the stack."""
    code, count, names = argument
    keywords = dict(zip(names, machine.take(len(names)), strict=True))
    bases = tuple(machine.take(count))
    cell = Scope({}, closure(machine))
    namespace: dict[str, object] = {"__module__": "__main__", "__qualname__": code.qualname}
    if code.doc is not None:
        namespace["__doc__"] = code.doc
    machine.frames.append(Frame(code, Scope(namespace, cell), [bases, keywords]))
    return ENTER


def finish_class(machine: Machine, argument: None, span: Span) -> None:
    """Make the class of what its body bound; leave it on the stack to be returned."""
    stack = machine.stack
    keywords, bases = stack.pop(), stack.pop()
    frame = machine.frames[-1]
    made = make_class(machine, frame.code.name, bases, frame.scope.names, keywords)
    assert frame.scope.parent is not None
    frame.scope.parent.names["__class__"] = made
    stack.append(made)


def make_super(machine: Machine, hops: int, span: Span) -> None:
    """`super()`: the class around the running method, and the method's first argument."""
    scope = machine.scope
    for _ in range(hops):
        assert scope.parent is not None
        scope = scope.parent
    owner = scope.names.get("__class__")
    frame = machine.frames[-1]
    if not frame.code.parameters or not isinstance(owner, type):
        raise RuntimeError("super(): no arguments")
    instance = machine.scope.names[frame.code.parameters[0]]
    machine.stack.append(super(owner, instance))  # type: ignore[arg-type]


def annotate(machine: Machine, name: str, span: Span) -> None:
    """Write down that a class body annotates a name: dataclasses ask for it."""
    names = machine.scope.names
    names.setdefault(ANNOTATED, {})[name] = None  # type: ignore[attr-defined]
