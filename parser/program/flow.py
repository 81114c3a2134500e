"""Steps of statements: loops, blocks that end in some way, errors, with, return and yield."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from ..spans import Span
from ..steps import LEAVE
from .machine import SUSPEND, Block, BlockKind
from .problems import Stop

if TYPE_CHECKING:
    from .machine import Machine


END = object()
# What a round of a for loop counts for, whose body may be a single instruction: an empty loop is
# to end at the limit too.
STEPS_A_ROUND = 4


class Exit(NamedTuple):
    """Leaving blocks on the way to a place (`break`, `continue`) or out of the function.

    place: where to go on, or None for a return of `value`. depth, height: the number of blocks
    and of values on the stack there.
    """

    place: int | None
    depth: int
    height: int
    value: object = None


# ---------------------------------------------------------------------- loops


def begin_items(machine: Machine, argument: None, span: Span) -> None:
    """Replace a value by an iterator over it."""
    machine.stack[-1] = iter(machine.stack[-1])


def next_item(machine: Machine, end: int, span: Span) -> int | None:
    """Push the next item, or drop the iterator and jump to the end."""
    machine.steps_left -= STEPS_A_ROUND
    if machine.steps_left < 0:
        machine.count(0)
    item = next(machine.stack[-1], END)
    if item is END:
        machine.stack.pop()
        return end
    machine.stack.append(item)
    return None


def begin_round(machine: Machine, argument: None, span: Span) -> None:
    """Begin a round of a while loop, however the last one ended."""
    machine.spend(machine.frames[-1].code)


# --------------------------------------------------------------------- blocks


def begin_block(machine: Machine, argument: tuple[BlockKind, int, int], span: Span) -> None:
    """Enter a block: what is to be done when it is left early."""
    machine.frames[-1].blocks.append(Block(*argument))


def end_block(machine: Machine, argument: None, span: Span) -> None:
    """Leave a block at its end."""
    machine.frames[-1].blocks.pop()


def leave(machine: Machine, argument: tuple[int, int, int], span: Span) -> int:
    """`break` or `continue` out of blocks."""
    return _leave(machine, Exit(*argument))


def leave_function(machine: Machine, argument: None, span: Span) -> int:
    """`return` out of blocks; the value is on the stack."""
    return _leave(machine, Exit(None, 0, 0, machine.stack.pop()))


def _leave(machine: Machine, exit_: Exit) -> int:
    frame = machine.frames[-1]
    blocks, stack = frame.blocks, frame.stack
    while len(blocks) > exit_.depth:
        block = blocks.pop()
        if block.kind is BlockKind.HANDLER:
            machine.leave_handler(block, frame)
        elif block.kind is BlockKind.FINALLY:
            del stack[block.height :]
            stack.append(exit_)
            return block.place
    if exit_.place is None:
        stack.append(exit_.value)
        return LEAVE
    del stack[exit_.height :]
    return exit_.place


def return_(machine: Machine, argument: None, span: Span) -> int:
    """Leave the running code with the value on top."""
    return LEAVE


def yield_(machine: Machine, argument: None, span: Span) -> int:
    """Hand out the value on the stack; what is sent comes back in its place."""
    return SUSPEND


def yield_from(machine: Machine, end: int, span: Span) -> int:
    """Hand out the next value of the iterator below what was sent; at its end, its result."""
    from .generators import next_of

    stack = machine.stack
    sent = stack.pop()
    is_over, value = next_of(stack[-1], sent)
    if is_over:
        stack[-1] = value
        return end
    stack.append(value)
    return SUSPEND


# --------------------------------------------------------------------- errors


def match_error(machine: Machine, otherwise: int, span: Span) -> int | None:
    """Take the kind of a handler; go on if the error below it is of that kind."""
    stack = machine.stack
    kind = stack.pop()
    kinds = kind if isinstance(kind, tuple) else (kind,)
    for one in kinds:
        if not (isinstance(one, type) and issubclass(one, BaseException)):
            message = "catching classes that do not inherit from BaseException is not allowed"
            raise TypeError(message)
    return None if isinstance(stack[-1], kinds) else otherwise


def begin_handler(machine: Machine, clear: tuple | None, span: Span) -> None:
    """Take the error off the stack: it is being handled now."""
    error = machine.stack.pop()
    block = Block(BlockKind.HANDLER, 0, len(machine.handled), clear)
    machine.frames[-1].blocks.append(block)
    machine.handled.append(error)


def end_handler(machine: Machine, argument: None, span: Span) -> None:
    """Leave the handler of an error at its end."""
    frame = machine.frames[-1]
    machine.leave_handler(frame.blocks.pop(), frame)


def raise_again(machine: Machine, argument: None, span: Span) -> None:
    """No handler was for the error on the stack."""
    raise machine.stack.pop()


def raise_handled(machine: Machine, argument: None, span: Span) -> None:
    """A bare `raise`."""
    if not machine.handled:
        raise RuntimeError("No active exception to reraise")
    raise machine.handled[-1]


def raise_(machine: Machine, has_cause: bool, span: Span) -> None:
    """Raise the error on the stack; its cause, if it has one, lies on top."""
    cause = machine.stack.pop() if has_cause else None
    error = _as_error(machine.stack.pop(), "exceptions must derive from BaseException")
    if has_cause:
        if cause is not None:
            cause = _as_error(cause, "exception causes must derive from BaseException")
        error.__cause__ = cause
        error.__suppress_context__ = True
    raise error


def _as_error(value: object, message: str) -> BaseException:
    if isinstance(value, type) and issubclass(value, BaseException):
        value = value()
    if not isinstance(value, BaseException):
        raise TypeError(message)
    return value


def fail_assertion(machine: Machine, has_message: bool, span: Span) -> None:
    """Raise what an assertion that failed raises, with its message if it has one."""
    if has_message:
        raise AssertionError(machine.stack.pop())
    raise AssertionError


def begin_finally(machine: Machine, argument: None, span: Span) -> None:
    """Begin a finally clause: an error that waits for its end is being handled."""
    pending = machine.stack[-1]
    block = Block(BlockKind.HANDLER, 0, len(machine.handled))
    machine.frames[-1].blocks.append(block)
    if isinstance(pending, BaseException):
        machine.handled.append(pending)


def end_finally(machine: Machine, argument: None, span: Span) -> int | None:
    """Go on as was meant before the finally clause ran."""
    end_handler(machine, argument, span)
    return _go_on(machine, machine.stack.pop())


def _go_on(machine: Machine, pending: object) -> int | None:
    if isinstance(pending, BaseException):
        raise pending
    if isinstance(pending, Exit):
        return _leave(machine, pending)
    return None


# ----------------------------------------------------------------------- with


def enter_context(machine: Machine, argument: tuple[int, int], span: Span) -> None:
    """Enter the context on the stack: leave its exit there, and above it what it gave."""
    place, height = argument
    context = machine.stack.pop()
    kind = type(context)
    if not hasattr(kind, "__enter__") or not hasattr(kind, "__exit__"):
        name = kind.__name__
        raise TypeError(f"'{name}' object does not support the context manager protocol")
    leave_it = kind.__exit__.__get__(context, kind)
    value = kind.__enter__(context)
    machine.stack.append(leave_it)
    machine.frames[-1].blocks.append(Block(BlockKind.FINALLY, place, height + 1))
    machine.stack.append(value)


def exit_context(machine: Machine, argument: None, span: Span) -> int | None:
    """Leave a context; it may swallow the error that ended its block."""
    pending = machine.stack.pop()
    leave_it = machine.stack.pop()
    if not isinstance(pending, BaseException):
        leave_it(None, None, None)
        return _go_on(machine, pending)
    machine.handled.append(pending)
    try:
        swallowed = leave_it(type(pending), pending, None)
    finally:
        machine.handled.pop()
    if not swallowed or isinstance(pending, Stop):
        raise pending
    return None
