"""The operators on values: Python's on numbers, the engine's on tensors, lists stacked first.

On the common operands (tensors and floats) an operator is one Python call. Types in `GUARDED` need
a look first: integers may grow past the limit, lists become tensors, strings only join.
"""

from __future__ import annotations

import operator
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from .limits import Limits

Check = Callable[[int, int, Limits], bool]
Stack = Callable[[Any], Any]


class Generated(list):
    """What a generator produced; `sum` adds its terms up as Python does instead of stacking
    them."""


GUARDED = frozenset({int, bool, str, list, tuple, range, Generated})
SEQUENCES = (list, tuple, range)
# As many axes as a tensor may have; nothing that can be shown or compared is nested deeper.
MOST_NESTING = 64


class TooLargeError(Exception):
    """A result past a limit; the message says which."""


def too_many_digits(limits: Limits) -> TooLargeError:
    """Make the fault of an integer past the limit."""
    return TooLargeError(f"the integer would have more than {limits.integer_digits} digits")


def check_extent(value: object, limits: Limits) -> None:
    """Refuse nested sequences too large to be gone through, or too deep.

    A list may hold another many times over, so a short text can make one of 2^40 parts: each is
    counted once and its count added up, level by level from the innermost.

    Raises: TooLargeError.
    """
    counts: dict[int, tuple[int, int]] = {}
    waiting = [value]
    while waiting:
        whole = waiting[-1]
        if id(whole) in counts or not isinstance(whole, (list, tuple)):
            waiting.pop()
            continue
        parts = [part for part in whole if isinstance(part, (list, tuple))]
        missing = [part for part in parts if id(part) not in counts]
        if missing:
            waiting += missing
            continue
        waiting.pop()
        size = len(whole) + sum(counts[id(part)][0] for part in parts)
        depth = 1 + max((counts[id(part)][1] for part in parts), default=0)
        if size > limits.sequence_length:
            raise TooLargeError(f"more than {limits.sequence_length} items")
        if depth > MOST_NESTING:
            raise TooLargeError(f"lists are nested more than {MOST_NESTING} deep")
        counts[id(whole)] = (size, depth)


@dataclass(frozen=True, slots=True, eq=False)
class Operator:
    """An operator: its sign, Python's function for it, and when integers grow too large in it."""

    sign: str
    plain: Callable[[Any, Any], Any]
    grows: Check | None = None

    def guarded(self, left: Any, right: Any, limits: Limits, stack: Stack) -> Any:
        """Apply to operands of which one is of a guarded type."""
        if isinstance(left, str) or isinstance(right, str):
            return self._on_text(left, right, limits)
        if isinstance(left, SEQUENCES) or isinstance(right, SEQUENCES):
            if type(left) is type(right) is tuple and self.sign in TUPLE_SIGNS:
                return self._on_tuples(left, right, limits)
            left = stack(left) if isinstance(left, SEQUENCES) else left
            right = stack(right) if isinstance(right, SEQUENCES) else right
        elif self.grows and isinstance(left, int) and isinstance(right, int):
            self._check_growth(left, right, limits)
        result = self.plain(left, right)
        if type(result) is int and not limits.holds(result):
            raise too_many_digits(limits)
        return result

    def _check_growth(self, left: int, right: int, limits: Limits) -> None:
        """Refuse what would take long to compute; what is close is computed and then looked at."""
        if self.grows is not None and self.grows(left, right, limits):
            raise too_many_digits(limits)

    def _on_tuples(self, left: Any, right: Any, limits: Limits) -> Any:
        if self.sign == "+" and len(left) + len(right) > limits.sequence_length:
            raise TooLargeError(f"more than {limits.sequence_length} items")
        if self.sign != "+":
            check_extent(left, limits)
            check_extent(right, limits)
        return self.plain(left, right)

    def _on_text(self, left: Any, right: Any, limits: Limits) -> Any:
        if isinstance(left, str) and isinstance(right, str) and self.sign in TEXT_SIGNS:
            size = len(left) + len(right) if self.sign == "+" else 0
        elif self.sign in ("==", "!="):
            size = 0
        elif self.sign == "*" and isinstance(left, int) != isinstance(right, int):
            text, times = (left, right) if isinstance(left, str) else (right, left)
            size = len(text) * max(int(times), 0)
        else:
            raise TypeError("unsupported operand")
        if size > limits.sequence_length:
            raise TooLargeError(
                f"the string would be longer than {limits.sequence_length} characters"
            )
        return self.plain(left, right)


TEXT_SIGNS = {"+", "<", "<=", ">", ">=", "==", "!="}
TUPLE_SIGNS = TEXT_SIGNS


def _product_grows(left: int, right: int, limits: Limits) -> bool:
    return left.bit_length() + right.bit_length() - 1 > limits.integer_bits


def _power_grows(base: int, exponent: int, limits: Limits) -> bool:
    return exponent > 0 and (abs(base).bit_length() - 1) * exponent > limits.integer_bits


def _shift_grows(value: int, by: int, limits: Limits) -> bool:
    return value != 0 and value.bit_length() + by > limits.integer_bits


def _power(base: Any, exponent: Any) -> Any:
    result = base**exponent
    if type(result) is complex:
        raise ValueError("a negative number to a fractional power is not a real number")
    return result


def _is_in(value: Any, container: Any) -> bool:
    return value in container


def _is_not_in(value: Any, container: Any) -> bool:
    return value not in container


BINARY = {
    row.sign: row
    for row in (
        Operator("+", operator.add),
        Operator("-", operator.sub),
        Operator("*", operator.mul, _product_grows),
        Operator("/", operator.truediv),
        Operator("//", operator.floordiv),
        Operator("%", operator.mod),
        Operator("^", _power, _power_grows),
        Operator("@", operator.matmul),
        Operator("|", operator.or_),
        Operator("&", operator.and_),
        Operator("<<", operator.lshift, _shift_grows),
        Operator(">>", operator.rshift),
    )
}
COMPARISONS = {
    row.sign: row
    for row in (
        Operator("<", operator.lt),
        Operator("<=", operator.le),
        Operator(">", operator.gt),
        Operator(">=", operator.ge),
        Operator("==", operator.eq),
        Operator("!=", operator.ne),
    )
}
# These look at the container or the object itself: nothing is stacked first.
RELATIONS: dict[str, Callable[[object, object], object]] = {
    "in": _is_in,
    "not in": _is_not_in,
    "is": operator.is_,
    "is not": operator.is_not,
}
UNARY: dict[str, Callable] = {"-": operator.neg, "+": operator.pos, "~": operator.invert}
