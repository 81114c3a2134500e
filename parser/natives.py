"""The functions the language adds to the engine's: Python's own on plain numbers and sequences.

A row is a name, a function and how many arguments it takes. Where the engine has a function of the
same name (`max`, `sum`, `round`, …), tensors and lists go there and plain numbers stay plain.
"""

from __future__ import annotations

import builtins
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from .limits import Limits
from .operators import BINARY, Generated, TooLargeError, check_extent, too_many_digits
from .problems import describe

Lookup = Callable[[str], object | None]
PLAIN = (int, float)  # bool is an int


@dataclass(frozen=True, slots=True, eq=False)
class Native:
    """A function of the language and what it takes."""

    name: str
    function: Callable
    least: int
    most: int
    keywords: frozenset[str] = frozenset()

    def __call__(self, *arguments: object, **keywords: object) -> object:
        if not self.least <= len(arguments) <= self.most:
            takes = str(self.least) if self.least == self.most else f"{self.least} to {self.most}"
            plural = "" if takes == "1" else "s"
            raise TypeError(
                f"{self.name}() takes {takes} argument{plural}, but {len(arguments)} were given"
            )
        for name in keywords:
            if name not in self.keywords:
                raise TypeError(f"{self.name}() has no parameter '{name}'")
        return self.function(*arguments, **keywords)


def native_functions(limits: Limits, lookup: Lookup) -> dict[str, Callable]:
    """Return the functions by name, bound to the limits and to the engine's functions."""
    natives = _Natives(limits, lookup)
    rows = (
        Native("len", natives.length, 1, 1),
        Native("range", natives.range, 1, 3),
        Native("float", natives.float, 1, 1),
        Native("int", natives.int, 1, 1),
        Native("bool", natives.bool, 1, 1),
        Native("list", natives.list, 0, 1),
        Native("tuple", natives.tuple, 0, 1),
        Native("zip", natives.zip, 1, 100),
        Native("enumerate", natives.enumerate, 1, 2, frozenset({"start"})),
        Native("sorted", natives.sorted, 1, 1, frozenset({"key", "reverse"})),
    )
    shared = {
        "abs": natives.abs, "round": natives.round, "pow": natives.pow, "min": natives.min,
        "max": natives.max, "sum": natives.sum, "all": natives.all, "any": natives.any,
    }  # fmt: skip
    return {row.name: row for row in rows} | {
        name: _Shared(name, function) for name, function in shared.items()
    }


@dataclass(frozen=True, slots=True, eq=False)
class _Shared:
    """A function that both Python and the engine have; it takes what either takes."""

    name: str
    function: Callable

    def __call__(self, *arguments: object, **keywords: object) -> object:
        return self.function(*arguments, **keywords)


class _Natives:
    """The bodies. Every one that makes a sequence asks first how long it gets."""

    def __init__(self, limits: Limits, lookup: Lookup) -> None:
        self.limits = limits
        self.lookup = lookup

    def engine(self, name: str) -> Callable:
        function = self.lookup(name)
        if not callable(function):
            raise NotImplementedError(f"{name} of tensors is not implemented")
        return function

    def items(self, value: object) -> Sequence:
        """Return what can be iterated, if it is not too long."""
        if not isinstance(value, (list, tuple, str, range)) and not hasattr(value, "shape"):
            raise TypeError(f"{describe(value)} has no items to go through")
        if len(value) > self.limits.sequence_length:  # type: ignore[arg-type]
            raise TooLargeError(f"more than {self.limits.sequence_length} items")
        return value  # type: ignore[return-value]

    # sequences

    def length(self, value: object) -> int:
        """The number of items, or of a tensor along its first axis."""
        shape = getattr(value, "shape", None)
        return shape[0] if shape else len(value)  # type: ignore[arg-type]

    def range(self, *bounds: object) -> builtins.range:
        """Integers from a start, 0 unless given, up to before an end, in steps."""
        return range(*[_index(b) for b in bounds])

    def list(self, value: object = ()) -> builtins.list:
        """The items of a sequence as a list."""
        return [*self.items(value)]

    def tuple(self, value: object = ()) -> builtins.tuple:
        """The items of a sequence as a tuple."""
        return (*self.items(value),)

    def zip(self, *values: object) -> builtins.list:
        """The first items of several sequences, the second ones, and on to the shortest's end."""
        return list(zip(*[self.items(v) for v in values], strict=False))

    def enumerate(self, value: object, start: object = 0) -> builtins.list:
        """Pairs of a number, counted up from a start, and an item."""
        return list(enumerate(self.items(value), _index(start)))

    def sorted(
        self, value: object, key: Callable | None = None, reverse: object = False
    ) -> builtins.list:
        """The items in ascending order, by a key if one is given."""
        check_extent(value, self.limits)
        return sorted(self.items(value), key=key, reverse=bool(reverse))

    # numbers

    def float(self, value: object) -> builtins.float:
        """A number as a float."""
        return float(value)  # type: ignore[arg-type]

    def int(self, value: object) -> builtins.int:
        """A number or the text of one as an integer, towards zero."""
        if isinstance(value, str) and len(value) > self.limits.integer_digits:
            raise TooLargeError(f"more than {self.limits.integer_digits} digits")
        return int(value)  # type: ignore[call-overload]

    def bool(self, value: object) -> builtins.bool:
        """Whether a value is true."""
        return bool(value)

    # shared with the engine

    def abs(self, *arguments: object, **keywords: object) -> object:
        if _plain(arguments) and len(arguments) == 1 and not keywords:
            return abs(arguments[0])  # type: ignore[arg-type]
        return self.engine("abs")(*arguments, **keywords)

    def round(self, *arguments: object, **keywords: object) -> object:
        if _plain(arguments) and len(arguments) in (1, 2) and not keywords:
            # Python would first compute the power of ten, however large.
            digits = [max(d, -self.limits.integer_digits) for d in arguments[1:]]  # type: ignore[call-overload]
            return round(arguments[0], *digits)  # type: ignore[call-overload]
        return self.engine("round")(*arguments, **keywords)

    def pow(self, *arguments: object, **keywords: object) -> object:
        if _plain(arguments) and len(arguments) == 2 and not keywords:
            return BINARY["^"].guarded(*arguments, self.limits, lambda value: value)
        return self.engine("pow")(*arguments, **keywords)

    def min(self, *arguments: object, **keywords: object) -> object:
        numbers = self._numbers(arguments, keywords)
        return min(numbers) if numbers else self.engine("min")(*arguments, **keywords)

    def max(self, *arguments: object, **keywords: object) -> object:
        numbers = self._numbers(arguments, keywords)
        return max(numbers) if numbers else self.engine("max")(*arguments, **keywords)

    def sum(self, *arguments: object, **keywords: object) -> object:
        if arguments and isinstance(arguments[0], (Generated, range)) and not keywords:
            return self._sum_of_terms(self.items(arguments[0]), *arguments[1:])
        return self.engine("sum")(*arguments, **keywords)

    def _sum_of_terms(self, terms: Sequence, start: object = 0) -> object:
        """Add terms up; only integers and tensors keep their size when they are added."""
        if isinstance(start, (tuple, builtins.list)):
            raise TypeError(f"terms cannot be added to {describe(start)}")
        total = sum(terms, start)  # type: ignore[call-overload]
        if type(total) is int and not self.limits.holds(total):
            raise too_many_digits(self.limits)
        return total

    def all(self, *arguments: object, **keywords: object) -> object:
        if len(arguments) == 1 and isinstance(arguments[0], (list, tuple)):
            return all(arguments[0])
        return self.engine("all")(*arguments, **keywords)

    def any(self, *arguments: object, **keywords: object) -> object:
        if len(arguments) == 1 and isinstance(arguments[0], (list, tuple)):
            return any(arguments[0])
        return self.engine("any")(*arguments, **keywords)

    def _numbers(self, arguments: builtins.tuple, keywords: dict) -> Sequence | None:
        """Return the plain numbers that min or max has to choose from, if they are plain."""
        if keywords:
            return None
        numbers = arguments
        if len(arguments) == 1 and isinstance(arguments[0], (tuple, range, Generated)):
            numbers = self.items(arguments[0])
        elif len(arguments) < 2:
            return None
        return numbers if _plain(numbers) else None


def _plain(values: Sequence) -> builtins.bool:
    return isinstance(values, range) or all(isinstance(v, PLAIN) for v in values)


def _index(value: object) -> int:
    if not hasattr(value, "__index__"):
        raise TypeError(f"an integer is needed, not {describe(value)}")
    return value.__index__()  # type: ignore[attr-defined]
