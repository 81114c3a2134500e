"""Steps of values: operators, comparisons, items, attributes and displays.

A program is Python: operators mean what Python means, on lists too. Guarded are only operations
whose result may be too large.
"""

from __future__ import annotations

import operator
from array import array
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from ..operators import BINARY as GROWING
from ..spans import Span
from .formatting import percent
from .sets import Set, collected, of_views

if TYPE_CHECKING:
    from .machine import Machine

PLAIN: dict[str, Callable] = {
    "-": operator.sub, "/": operator.truediv, "//": operator.floordiv,
    "@": operator.matmul, "&": operator.and_, "|": operator.or_, "^": operator.xor,
    ">>": operator.rshift, "<": operator.lt, "<=": operator.le, ">": operator.gt,
    ">=": operator.ge, "==": operator.eq, "!=": operator.ne, "is": operator.is_,
    "is not": operator.is_not,
}  # fmt: skip
GUARDED: dict[str, Callable] = {
    "*": operator.mul, "**": operator.pow, "<<": operator.lshift, "%": operator.mod,
}  # fmt: skip
IN_PLACE: dict[str, tuple[Callable, str]] = {
    "+": (operator.iadd, "add_"), "-": (operator.isub, "sub_"), "*": (operator.imul, "mul_"),
    "/": (operator.itruediv, "div_"), "//": (operator.ifloordiv, "floor_divide_"),
    "%": (operator.imod, "remainder_"), "**": (operator.ipow, "pow_"),
    "&": (operator.iand, "bitwise_and_"), "|": (operator.ior, "bitwise_or_"),
    "^": (operator.ixor, "bitwise_xor_"), "<<": (operator.ilshift, "bitwise_left_shift_"),
    ">>": (operator.irshift, "bitwise_right_shift_"), "@": (operator.imatmul, ""),
}  # fmt: skip
UNARY: dict[str, Callable] = {
    "-": operator.neg, "+": operator.pos, "~": operator.invert, "not": operator.not_,
}  # fmt: skip
SIZED = (list, tuple, str, bytes, array)


def binary(machine: Machine, function: Callable, span: Span) -> None:
    """Replace two operands by the result of an operator."""
    stack = machine.stack
    right = stack.pop()
    left = stack[-1]
    made = function(left, right)
    stack[-1] = of_views(function, left, right) if made.__class__ is set else made


def add(machine: Machine, argument: None, span: Span) -> None:
    """`+`, which can join texts and lists into something too long."""
    stack = machine.stack
    right = stack.pop()
    left = stack[-1]
    if left.__class__ in SIZED and right.__class__ in SIZED:
        check_length(machine, left, right)
    stack[-1] = left + right


def check_length(machine: Machine, left: Any, right: Any) -> None:
    """Refuse to join what would be too long.  Raises: MemoryError."""
    if len(left) + len(right) > machine.limits.sequence_length:
        raise MemoryError("the sequence would be too long")


def binary_guarded(machine: Machine, sign: str, span: Span) -> None:
    """`*`, `**`, `<<` and `%`, which can make something huge of something small."""
    stack = machine.stack
    right = stack.pop()
    left = stack[-1]
    if left.__class__ is str and sign == "%":
        stack[-1] = percent(left, right)
        return
    check_size(machine, sign, left, right)
    stack[-1] = GUARDED[sign](left, right)


def check_size(machine: Machine, sign: str, left: Any, right: Any) -> None:
    """Refuse what would be too large.  Raises: MemoryError."""
    if isinstance(left, int) and isinstance(right, int):
        grows = GROWING["^" if sign == "**" else sign].grows if sign != "%" else None
        if grows is not None and grows(left, right, machine.limits):
            raise MemoryError("the integer would be too large")
    elif sign == "*" and (isinstance(left, SIZED) or isinstance(right, SIZED)):
        sequence, times = (left, right) if isinstance(left, SIZED) else (right, left)
        if isinstance(times, int) and len(sequence) * times > machine.limits.sequence_length:
            raise MemoryError("the sequence would be too long")


def unary(machine: Machine, function: Callable, span: Span) -> None:
    """Replace an operand by the result of a sign."""
    machine.stack[-1] = function(machine.stack[-1])


def augmented(machine: Machine, sign: str, span: Span) -> None:
    """`left += right` before it is stored: in place where the left side can."""
    stack = machine.stack
    right = stack.pop()
    left = stack[-1]
    function, method = IN_PLACE[sign]
    if isinstance(left, machine.tensor_type):
        if not isinstance(right, (machine.tensor_type, int, float)):
            kind = machine.members.type_of(right).__name__
            raise TypeError(f"unsupported operand type(s) for {sign}=: 'Tensor' and '{kind}'")
        if method:
            stack[-1] = machine.members.get(left, method)(right)
        else:
            stack[-1] = machine.members.get(left, "matmul")(right)
        return
    if left.__class__ in SIZED and right.__class__ in SIZED:
        check_length(machine, left, right)
    if sign in GUARDED:
        if left.__class__ is str and sign == "%":
            stack[-1] = percent(left, right)
            return
        check_size(machine, sign, left, right)
    made = function(left, right)
    stack[-1] = of_views(function, left, right) if made.__class__ is set else made


def contains(machine: Machine, argument: None, span: Span) -> None:
    """Replace a value and a container by whether it is in there."""
    stack = machine.stack
    container = stack.pop()
    stack[-1] = stack[-1] in container


def lacks(machine: Machine, argument: None, span: Span) -> None:
    """Replace a value and a container by whether it is not in there."""
    stack = machine.stack
    container = stack.pop()
    stack[-1] = stack[-1] not in container


def compare_in_chain(
    machine: Machine, argument: tuple[Callable, object, int], span: Span
) -> int | None:
    """Compare, and go on with the right operand unless the answer is already no."""
    step, operation, end = argument
    right = machine.stack[-1]
    step(machine, operation, span)
    if machine.stack[-1]:
        machine.stack[-1] = right
        return None
    return end


# ---------------------------------------------------------------------- items


def load_item(machine: Machine, argument: None, span: Span) -> None:
    """Replace a value and an index by what is there."""
    stack = machine.stack
    place = stack.pop()
    value = stack[-1]
    if isinstance(value, type):
        stack[-1] = machine.attributes.parametrized(value, place)
    else:
        stack[-1] = value[place]


def store_item(machine: Machine, argument: None, span: Span) -> None:
    """Take (value, container, place) off the stack."""
    stack = machine.stack
    place, container, value = stack.pop(), stack.pop(), stack.pop()
    if isinstance(container, machine.tensor_type):
        machine.members.set_item(container, place, value)
    else:
        container[place] = value


def delete_item(machine: Machine, argument: None, span: Span) -> None:
    """Take (container, place) off the stack and delete what is there."""
    stack = machine.stack
    place, container = stack.pop(), stack.pop()
    del container[place]


def duplicate_two(machine: Machine, argument: None, span: Span) -> None:
    """Push the two values on top once more."""
    machine.stack += machine.stack[-2:]


def rotate_three(machine: Machine, argument: None, span: Span) -> None:
    """Put the value on top below the two under it."""
    stack = machine.stack
    stack.insert(-2, stack.pop())


def rotate_two(machine: Machine, argument: None, span: Span) -> None:
    """Exchange the two values on top."""
    stack = machine.stack
    stack.append(stack.pop(-2))


# ----------------------------------------------------------------- attributes


def load_attribute(machine: Machine, name: str, span: Span) -> None:
    """Replace a value by an attribute of it."""
    stack = machine.stack
    stack[-1] = machine.attributes.read(stack[-1], name)


def store_attribute(machine: Machine, name: str, span: Span) -> None:
    """Take (value, owner) off the stack."""
    stack = machine.stack
    owner, value = stack.pop(), stack.pop()
    machine.attributes.write(owner, name, value)


def delete_attribute(machine: Machine, name: str, span: Span) -> None:
    """Take a value off the stack and delete an attribute of it."""
    machine.attributes.delete(machine.stack.pop(), name)


# ------------------------------------------------------------------- displays


def build_set(machine: Machine, count: int, span: Span) -> None:
    """Replace so many values by a set of them."""
    machine.stack.append(collected(machine.take(count)))


def build_constant_set(machine: Machine, count: int, span: Span) -> None:
    """Replace three or more constants by a set, which Python copies from one that it has merged
    with the program's other constants and so made twice."""
    machine.stack.append(collected(collected(machine.take(count))).copy())


def build_starred(machine: Machine, argument: tuple[str, list[bool]], span: Span) -> None:
    """Make a list, tuple or set in which starred items are spread."""
    kind, starred = argument
    made: Any = Set() if kind == "set" else []
    spread, put = (made.update, made.add) if kind == "set" else (made.extend, made.append)
    for value, is_starred in zip(machine.take(len(starred)), starred, strict=True):
        (spread if is_starred else put)(value)
    machine.stack.append(tuple(made) if kind == "tuple" else made)


def build_dict(machine: Machine, spread: list[bool], span: Span) -> None:
    """Make a dict of pairs and of mappings to spread, which stand as one value."""
    count = sum(1 if is_spread else 2 for is_spread in spread)
    values = iter(machine.take(count))
    made: dict = {}
    for is_spread in spread:
        value = next(values)
        if is_spread:
            made.update(value)
        else:
            made[value] = next(values)
    machine.stack.append(made)


def unpack(machine: Machine, argument: tuple[int, int], span: Span) -> None:
    """Replace a sequence by its items, the first on top; `before` items precede the starred one,
    `after` follow it; after is -1 where none is starred."""
    before, after = argument
    value = machine.stack.pop()
    try:
        items = iter(value)
    except TypeError:
        if hasattr(value, "shape"):
            raise  # a 0-d tensor says so itself
        kind = type(value).__name__
        raise TypeError(f"cannot unpack non-iterable {kind} object") from None
    taken = []
    for item in items:
        taken.append(item)
        if after < 0 and len(taken) > before:
            raise ValueError(f"too many values to unpack (expected {before})")
    if after < 0:
        if len(taken) < before:
            message = f"not enough values to unpack (expected {before}, got {len(taken)})"
            raise ValueError(message)
    else:
        if len(taken) < before + after:
            least = before + after
            message = f"not enough values to unpack (expected at least {least}, got {len(taken)})"
            raise ValueError(message)
        end = len(taken) - after
        taken[before:end] = [taken[before:end]]
    machine.stack.extend(reversed(taken))


def load_kind_name(machine: Machine, argument: None, span: Span) -> None:
    """`value.__class__.__name__`, the one use of a class that needs no class."""
    machine.stack[-1] = machine.members.type_of(machine.stack[-1]).__name__


def jump_if_true(machine: Machine, target: int, span: Span) -> int | None:
    """Take a value; go on elsewhere if it is true."""
    return target if machine.stack.pop() else None
