"""Expressions: what operations make of names instead of numbers.

An operation that is called with a Symbol computes nothing; it returns the Symbol of its result.
The rules of the rows therefore give derivatives as expressions without knowing of it. A symbol
may carry an example of its value, by which its shape and dtype are known.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

import numpy as np

from . import dtypes
from .errors import EngineTypeError
from .extent import extent
from .modes import state
from .tensor import Tensor

if TYPE_CHECKING:
    from .row import Row

_new = object.__new__


class Undecided(EngineTypeError):
    """A question about a symbol that only a value could answer.

    Rules may ask whether a setting is true, or what shape an input has. Cause: nobody listens
    for the first (see `deciding`), or the symbol carries no example for the second.
    """

    def __init__(self, symbol: Symbol) -> None:
        super().__init__("a symbol has no value to decide by")
        self.symbol = symbol


class Symbol:
    """A name, or the result of an operation on symbols and other values.

    name: of a variable; '' for a result. row, args: the operation and its canonical arguments.
    number: which of several results. count: how many there are, of a list of results. example:
    a raw value of the kind that it stands for, or None where that is unknown.
    """

    __slots__ = ("__weakref__", "args", "count", "example", "name", "number", "row")
    __array_ufunc__ = None  # numpy's operators leave symbols to ours
    name: str
    row: Row
    args: tuple
    number: int
    count: int
    example: Any

    def __init__(self, name: str, example: Any = None) -> None:
        """Make a variable."""
        self.name = name
        self.args = ()
        self.number = 0
        self.example = example

    def __bool__(self) -> bool:
        """Answer by the decisions of whoever runs a rule. Raises: Undecided without one."""
        if state.decide is None:
            raise Undecided(self)
        return state.decide(self)

    @property
    def shape(self) -> tuple[int, ...]:
        """The shape of the example, in sizes that know whose they are. Raises: Undecided without
        an example."""
        sizes = np.shape(self._known())
        return tuple([extent(size, ((self, axis),)) for axis, size in enumerate(sizes)])

    @property
    def ndim(self) -> int:
        """The number of axes of the example. Raises: Undecided without one."""
        return np.ndim(self._known())

    @property
    def dtype(self) -> dtypes.DType:
        """The dtype of the example. Raises: Undecided without one."""
        return dtypes.of(self._known())

    def numel(self) -> int:
        """The number of elements of the example. Raises: Undecided without one."""
        return math.prod(self.shape)

    def array(self) -> np.ndarray:
        """The example as an array. Raises: Undecided without one."""
        return np.asarray(self._known())

    def _known(self) -> Any:
        if self.example is None:
            raise Undecided(self)
        return self.example

    def __array__(self, dtype: Any = None, copy: Any = None) -> np.ndarray:
        """Refuse: a symbol must never be taken for an array. Raises: Undecided."""
        raise Undecided(self)

    def __repr__(self) -> str:
        return f"<symbol {self.name or self.row.name}>"


def build(row: Row, args: tuple | list) -> Any:
    """The result of an operation as a symbol; a tuple or list of them for several results."""
    if row.shown is not None:
        return row.shown(*args)
    example = _example(row, args)
    if row.outputs is None:
        return _result(row, args, 0, example)
    if example is None:
        if row.outputs == "list":
            raise Undecided(next(among(args)))
        example = (None,) * len(row.outputs)
    parts = [_result(row, args, k, part) for k, part in enumerate(example)]
    if row.outputs == "list":
        for part in parts:
            part.count = len(parts)
        return tuple(parts)
    from .apply import named

    return named(row)(*parts)


def _result(row: Row, args: tuple | list, number: int, example: Any) -> Symbol:
    out = _new(Symbol)
    out.name = ""
    out.row = row
    out.args = tuple(args)
    out.number = number
    out.example = example
    return out


def sibling(symbol: Symbol, number: int) -> Symbol:
    """Another result of the operation that a symbol is a result of."""
    if number == symbol.number:
        return symbol
    example = _example(symbol.row, symbol.args)
    return _result(symbol.row, symbol.args, number, None if example is None else example[number])


def among(args: Any) -> Iterator[Symbol]:
    """The symbols among arguments, those in lists included."""
    for a in args:
        if a.__class__ is Symbol:
            yield a
        elif a.__class__ is list or a.__class__ is tuple:
            yield from among(a)


def _example(row: Row, args: tuple | list) -> Any:
    """The operation's value for the arguments' examples; None if one of them has none."""
    if any(s.example is None for s in among(args)):
        return None
    with np.errstate(all="ignore"):
        return row.forward(*[_raw(a) for a in args])


def _raw(value: Any) -> Any:
    if value.__class__ is Symbol:
        return value.example
    if value.__class__ is list:
        return [_raw(v) for v in value]
    return value.data if value.__class__ is Tensor else value


@contextmanager
def deciding(decide: Callable[[Symbol], bool]) -> Iterator[None]:
    """Let `decide` answer, inside the block, where a rule asks whether a symbol is true."""
    before, state.decide = state.decide, decide
    try:
        yield
    finally:
        state.decide = before
