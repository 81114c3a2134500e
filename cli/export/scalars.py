"""Straight-line programs on numbers: each line is one operation on earlier lines and constants.

A program never holds the same line twice, so that what an expression and its derivative have in
common is computed once. What does nothing is not written at all: adding 0, multiplying by 1.
A product with the number 0 is 0, also where the other factor might be infinite.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

Value = Any  # a Ref or a number
FOLDED: dict[str, Callable[..., float]] = {
    "add": lambda a, b: a + b,
    "sub": lambda a, b: a - b,
    "mul": lambda a, b: a * b,
    "neg": lambda a: -a,
}


@dataclass(frozen=True, slots=True)
class Line:
    """One operation; of a variable, the name (and the place in it) stands in `args`."""

    op: str
    args: tuple[Value, ...]


@dataclass(slots=True)
class Program:
    """Lines in order, and where each is found again.

    origins: what each line was made from (see `modes.State`). origin: the same of the next.
    """

    lines: list[Line] = field(default_factory=list)
    places: dict[tuple, int] = field(default_factory=dict)
    origins: list[object] = field(default_factory=list)
    origin: object = None

    def variable(self, name: str, index: tuple[int, ...]) -> Ref:
        """A number that is given."""
        return self.add(Line("variable", (name, index)))

    def add(self, line: Line) -> Ref:
        """The line, new or as it is there already."""
        key = (line.op, *((Ref, a.place) if isinstance(a, Ref) else repr(a) for a in line.args))
        place = self.places.get(key)
        if place is None:
            place = self.places[key] = len(self.lines)
            self.lines.append(line)
            self.origins.append(self.origin)
        return Ref(self, place)

    def emit(self, op: str, *args: Value) -> Value:
        """The value of an operation."""
        numbers = [a for a in args if not isinstance(a, Ref)]
        if len(numbers) == len(args) and op in FOLDED:
            return FOLDED[op](*args)
        simpler = SIMPLER.get(op)
        found = simpler(self, *args) if simpler else None
        return self.add(Line(op, tuple(map(plain, args)))) if found is None else found

    def needed(self, outputs: list[Value]) -> list[int]:
        """The lines that outputs are made of, in order."""
        wanted = {o.place for o in outputs if isinstance(o, Ref)}
        for place in range(len(self.lines) - 1, -1, -1):
            if place in wanted:
                wanted |= {a.place for a in self.lines[place].args if isinstance(a, Ref)}
        return sorted(wanted)


@dataclass(frozen=True, slots=True, eq=False)
class Ref:
    """The value of a line, with the operators of numbers."""

    program: Program = field(repr=False)
    place: int

    def __bool__(self) -> bool:
        """Refuse to be decided by. Raises: TypeError."""
        raise TypeError("a line has no value to decide by")

    def __eq__(self, other: object) -> bool:
        """Whether it is the same line. Raises: TypeError for a number, which only a value is."""
        if isinstance(other, Ref):
            return self.place == other.place
        if isinstance(other, bool | int | float):
            raise TypeError("a line has no value to compare")
        return NotImplemented

    def __hash__(self) -> int:
        return hash((Ref, self.place))

    def __add__(self, other: Value) -> Value:
        return self.program.emit("add", self, other)

    def __radd__(self, other: Value) -> Value:
        return self.program.emit("add", other, self)

    def __sub__(self, other: Value) -> Value:
        return self.program.emit("sub", self, other)

    def __rsub__(self, other: Value) -> Value:
        return self.program.emit("sub", other, self)

    def __mul__(self, other: Value) -> Value:
        return self.program.emit("mul", self, other)

    def __rmul__(self, other: Value) -> Value:
        return self.program.emit("mul", other, self)

    def __truediv__(self, other: Value) -> Value:
        return self.program.emit("div", self, other)

    def __rtruediv__(self, other: Value) -> Value:
        return self.program.emit("div", other, self)

    def __neg__(self) -> Value:
        return self.program.emit("neg", self)


def plain(value: Value) -> Value:
    """A constant as a Python float; truth values stay."""
    if isinstance(value, Ref | bool | str | tuple):
        return value
    return float(value)


def is_constant(value: Value, *numbers: float) -> bool:
    """Whether a value is one of some numbers."""
    return not isinstance(value, Ref) and value in numbers


# -- what is simpler: the value without an operation, or by a cheaper one; None leaves it


def _add(program: Program, a: Value, b: Value) -> Value | None:
    if is_constant(a, 0):
        return b
    if is_constant(b, 0):
        return a
    if isinstance(b, Ref) and program.lines[b.place].op == "neg":
        return a - program.lines[b.place].args[0]
    return None


def _sub(program: Program, a: Value, b: Value) -> Value | None:
    if is_constant(b, 0):
        return a
    if is_constant(a, 0):
        return -b
    if isinstance(b, Ref) and program.lines[b.place].op == "neg":
        return a + program.lines[b.place].args[0]
    return None


def _mul(program: Program, a: Value, b: Value) -> Value | None:
    for one, other in ((a, b), (b, a)):
        if is_constant(one, 0):
            return 0.0
        if is_constant(one, 1):
            return other
        if is_constant(one, -1):
            return -other
        if isinstance(one, Ref) and program.lines[one.place].op == "neg":
            return -(program.lines[one.place].args[0] * other)
        if isinstance(one, Ref) and is_reciprocal(program.lines[one.place]):
            return other / program.lines[one.place].args[1]
    return b * a if isinstance(a, Ref) and not isinstance(b, Ref) else None


def is_reciprocal(line: Line) -> bool:
    """Whether a line is 1 over something."""
    return line.op == "div" and is_constant(line.args[0], 1)


def _div(program: Program, a: Value, b: Value) -> Value | None:
    if is_constant(b, 1):
        return a
    if is_constant(a, 0):
        return 0.0
    if isinstance(a, Ref) and program.lines[a.place].op == "neg":
        return -(program.lines[a.place].args[0] / b)
    return None


def _neg(program: Program, a: Ref) -> Value | None:
    line = program.lines[a.place]
    if line.op == "neg":
        return line.args[0]
    return line.args[1] - line.args[0] if line.op == "sub" else None


def _pow(program: Program, a: Value, b: Value) -> Value | None:
    if isinstance(b, Ref):
        return program.emit("exp", b) if is_constant(a, math.e) else None
    simple: dict[float, Callable[[], Value]] = {
        0: lambda: 1.0,
        1: lambda: a,
        2: lambda: a * a,
        -1: lambda: 1.0 / a,
        0.5: lambda: program.emit("sqrt", a),
        -0.5: lambda: 1.0 / program.emit("sqrt", a),
        -2: lambda: 1.0 / (a * a),
    }
    return simple[b]() if b in simple else None


def _where(program: Program, condition: Value, a: Value, b: Value) -> Value | None:
    if not isinstance(condition, Ref):
        return a if condition else b
    return a if type(a) is type(b) and a == b else None


SIMPLER: dict[str, Callable[..., Value | None]] = {
    "add": _add,
    "sub": _sub,
    "mul": _mul,
    "div": _div,
    "neg": _neg,
    "pow": _pow,
    "where": _where,
}
