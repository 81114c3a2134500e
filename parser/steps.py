"""What the machine does for each kind of instruction: one function a kind.

A step gets the machine, the instruction's argument and its span. It returns None to go on, an
instruction number to jump to, or ENTER or LEAVE where the running code changes.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from .operators import (
    COMPARISONS,
    GUARDED,
    RELATIONS,
    SEQUENCES,
    UNARY,
    Generated,
    Operator,
    check_extent,
)
from .problems import RunError, cannot_apply, describe
from .scope import UNSET, Frame, Scope, find
from .spans import Span

if TYPE_CHECKING:
    from .compile import Code
    from .evaluate import Machine

ENTER = -1
LEAVE = -2

# -- values and names


def push(machine: Machine, value: object, span: Span) -> None:
    """Push a constant."""
    machine.stack.append(value)


def pop(machine: Machine, argument: None, span: Span) -> None:
    """Drop the value on top."""
    machine.stack.pop()


def load(machine: Machine, name: str, span: Span) -> None:
    """Push the value of a name: the text's own, the caller's, or the language's."""
    scope: Scope | None = machine.scope
    while scope is not None:
        names = scope.names
        if name in names:
            machine.stack.append(names[name])
            return
        scope = scope.parent
    value = machine.names.lookup(name)
    if value is None:
        raise machine.unknown_name(name)
    machine.stack.append(value)


def load_function(machine: Machine, name: str, span: Span) -> None:
    """Push what a call begins with: as `load`, but an unknown name is an unknown function."""
    value = find(machine.scope, name)
    if value is UNSET:
        value = machine.names.lookup(name)
        if value is None:
            raise machine.unknown_function(name)
    machine.stack.append(value)


def load_path(machine: Machine, path: tuple[str, ...], span: Span) -> None:
    """Push what a dotted name means: attributes of a variable, or a name of the language."""
    machine.state.origin = span
    value = find(machine.scope, path[0])
    rest = path[1:]
    if value is UNSET:
        value, rest = _language_path(machine, path)
    for name in rest:
        value = machine.attribute(value, name)
    machine.stack.append(value)


def _language_path(machine: Machine, path: tuple[str, ...]) -> tuple[object, tuple[str, ...]]:
    """Find the longest beginning that the language knows, and what is left as attributes."""
    for size in range(len(path), 0, -1):
        value = machine.names.lookup(".".join(path[:size]))
        if value is not None:
            return value, path[size:]
    if machine.names.is_module(path[0]):
        raise machine.unknown_function(".".join(path))
    raise machine.unknown_name(path[0])


def store(machine: Machine, name: str, span: Span) -> None:
    """Give a name in the running code's scope the value on top."""
    machine.scope.names[name] = machine.stack.pop()


def assign(machine: Machine, name: str, span: Span) -> None:
    """Give a name of the text itself a value, as the caller wants it."""
    value = machine.stack.pop()
    if machine.on_assign is not None:
        value = machine.on_assign(name, value)
    machine.scope.names[name] = value


def unpack(machine: Machine, count: int, span: Span) -> None:
    """Replace a sequence by its items, the first on top."""
    value = machine.stack.pop()
    if not isinstance(value, (list, tuple, range)) and not machine.is_tensor(value):
        raise RunError("TypeError", f"{describe(value)} cannot be taken apart")
    items = list(value)  # type: ignore[call-overload]
    if len(items) != count:
        raise RunError("ValueError", f"{count} names cannot take {len(items)} values")
    machine.stack.extend(reversed(items))


def duplicate(machine: Machine, argument: None, span: Span) -> None:
    """Push the value on top once more."""
    machine.stack.append(machine.stack[-1])


def keep(machine: Machine, argument: None, span: Span) -> None:
    """Make the value on top the result so far."""
    machine.result = machine.stack.pop()


# -- operators


def binary(machine: Machine, operator: Operator, span: Span) -> None:
    """Replace two operands by the result of an operator."""
    stack = machine.stack
    right = stack.pop()
    left = stack[-1]
    machine.state.origin = span
    try:
        if left.__class__ in GUARDED or right.__class__ in GUARDED:
            result = operator.guarded(left, right, machine.limits, machine.stacked)
        else:
            result = operator.plain(left, right)
    except TypeError as error:
        raise cannot_apply(error, operator.sign, left, right) from None
    stack[-1] = result
    if machine.watch is not None:
        machine.watch(span, result, (left, right))


def unary(machine: Machine, sign: str, span: Span) -> None:
    """Replace an operand by the result of a sign."""
    stack = machine.stack
    operand = stack[-1]
    machine.state.origin = span
    value = machine.stacked(operand) if isinstance(operand, SEQUENCES) else operand
    try:
        stack[-1] = UNARY[sign](value)
    except TypeError as error:
        raise cannot_apply(error, sign, operand) from None
    if machine.watch is not None:
        machine.watch(span, stack[-1], (operand,))


def negate(machine: Machine, argument: None, span: Span) -> None:
    """Replace a value by whether it is false."""
    machine.stack[-1] = not machine.stack[-1]


def root(machine: Machine, argument: None, span: Span) -> None:
    """Replace an operand by its square root: the sign √."""
    operand = machine.stack[-1]
    machine.state.origin = span
    machine.stack[-1] = machine.engine_function("sqrt")(operand)
    if machine.watch is not None:
        machine.watch(span, machine.stack[-1], (operand,))


def compare(machine: Machine, sign: str, span: Span) -> None:
    """Replace two operands by the answer of a comparison."""
    relation = RELATIONS.get(sign)
    if relation is None:
        binary(machine, COMPARISONS[sign], span)
        return
    right = machine.stack.pop()
    left = machine.stack[-1]
    machine.state.origin = span
    if "in" in sign and not isinstance(right, (*SEQUENCES, str)) and not machine.is_tensor(right):
        raise RunError("TypeError", f"nothing is in {describe(right)}")
    if "in" in sign and isinstance(right, (list, tuple, range)):
        if not isinstance(left, int):  # which a range finds without going through
            machine.bounded(right)
        check_extent(left, machine.limits)
        check_extent(right, machine.limits)
    machine.stack[-1] = relation(left, right)


def compare_in_chain(machine: Machine, argument: tuple[str, int], span: Span) -> int | None:
    """Compare, and go on with the right operand unless the answer is already no."""
    sign, end = argument
    right = machine.stack[-1]
    compare(machine, sign, span)
    if machine.stack[-1]:
        machine.stack[-1] = right
        return None
    return end


# -- jumps


def jump(machine: Machine, target: int, span: Span) -> int:
    """Go on elsewhere."""
    return target


def jump_if_false(machine: Machine, target: int, span: Span) -> int | None:
    """Take a value; go on elsewhere if it is false."""
    return None if machine.stack.pop() else target


def jump_if_false_keeping(machine: Machine, target: int, span: Span) -> int | None:
    """Go on elsewhere with a value that is false; drop one that is true (`and`)."""
    if machine.stack[-1]:
        machine.stack.pop()
        return None
    return target


def jump_if_true_keeping(machine: Machine, target: int, span: Span) -> int | None:
    """Go on elsewhere with a value that is true; drop one that is false (`or`)."""
    if machine.stack[-1]:
        return target
    machine.stack.pop()
    return None


# -- sequences


def build_list(machine: Machine, count: int, span: Span) -> None:
    """Replace so many values by a list of them."""
    stack = machine.stack
    items = stack[len(stack) - count :]
    del stack[len(stack) - count :]
    stack.append(items)


def build_tuple(machine: Machine, count: int, span: Span) -> None:
    """Replace so many values by a tuple of them."""
    build_list(machine, count, span)
    machine.stack[-1] = tuple(machine.stack[-1])


def build_slice(machine: Machine, argument: None, span: Span) -> None:
    """Replace start, stop and step by a slice."""
    build_list(machine, 3, span)
    machine.stack[-1] = slice(*machine.stack[-1])


def build_starred(machine: Machine, argument: tuple[str, list[bool]], span: Span) -> None:
    """Make a list or tuple in which starred items are spread."""
    kind, starred = argument
    build_list(machine, len(starred), span)
    items = spread(machine, machine.stack[-1], starred)
    machine.stack[-1] = tuple(items) if kind == "tuple" else items


def spread(machine: Machine, values: list, starred: list[bool]) -> list:
    """The values, those that are starred taken apart."""
    items: list[object] = []
    for value, is_starred in zip(values, starred, strict=True):
        if not is_starred:
            items.append(value)
        elif isinstance(value, (*SEQUENCES, str)) or machine.is_tensor(value):
            items.extend(machine.bounded(value))
        else:
            raise RunError("TypeError", f"{describe(value)} has no items to spread")
    return items


def index(machine: Machine, argument: None, span: Span) -> None:
    """Replace a value and an index by what is there."""
    place = machine.stack.pop()
    value = machine.stack[-1]
    machine.state.origin = span
    if isinstance(value, (*SEQUENCES, str)):
        if isinstance(place, (tuple, list)) or machine.is_mask(place):
            value = machine.stacked(value)
    elif not machine.is_tensor(value):
        raise RunError("TypeError", f"{describe(value)} cannot be indexed")
    machine.stack[-1] = value[place]  # type: ignore[index]
    if machine.watch is not None:
        machine.watch(span, machine.stack[-1], (value,))


def attribute(machine: Machine, name: str, span: Span) -> None:
    """Replace a value by an attribute of it."""
    machine.state.origin = span
    machine.stack[-1] = machine.attribute(machine.stack[-1], name)


# -- comprehensions


def begin_items(machine: Machine, argument: None, span: Span) -> None:
    """Replace a sequence by an iterator over it."""
    value = machine.stack[-1]
    if not isinstance(value, (*SEQUENCES, str)) and not machine.is_tensor(value):
        raise RunError("TypeError", f"{describe(value)} has no items to go through")
    machine.stack[-1] = iter(machine.bounded(value))


def next_item(machine: Machine, end: int, span: Span) -> int | None:
    """Push the next item, or drop the iterator and jump to the end."""
    machine.spend(machine.frames[-1].code)
    iterator = machine.stack[-1]
    for item in iterator:
        machine.stack.append(item)
        return None
    machine.stack.pop()
    return end


def append_item(machine: Machine, depth: int, span: Span) -> None:
    """Add the value on top to the list that lies `depth` below it."""
    value = machine.stack.pop()
    items = machine.stack[-depth]
    if len(items) >= machine.limits.sequence_length:
        limit = machine.limits.sequence_length
        raise RunError("LimitError", f"the list would have more than {limit} items")
    items.append(value)


def begin_list(machine: Machine, kind: str, span: Span) -> None:
    """Push the list that a comprehension fills."""
    machine.stack.append(Generated() if kind == "generator" else [])


def run_code(machine: Machine, code: Code, span: Span) -> int:
    """Run a comprehension's code in a scope of its own, its first sequence on the stack."""
    machine.frames.append(Frame(code, Scope({}, machine.scope), span))
    machine.scope = machine.frames[-1].scope
    return ENTER
