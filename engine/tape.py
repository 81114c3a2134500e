"""The graph as rows of data: what was computed, in order, and what the reverse pass did with it.

A Tape is what every trace is written from. `recorder.py` fills it; nothing here computes or
prints. Entries are named by their operation and a count, such as 'mul_2': names depend on
nothing but the order of evaluation.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from .dtypes import DType
from .row import Row

SEED = "seed"  # where the cotangent of the result comes from
VARIABLE = "variable"
CONSTANT = "constant"
SOURCES = (VARIABLE, CONSTANT)


class Operand(NamedTuple):
    """One argument of an operation: its parameter, how it is written, and what it refers to.

    names: the entries among it, in order; of a number or a setting, none.
    """

    parameter: str
    text: str
    names: tuple[str, ...]


class Saved(NamedTuple):
    """A value that a node keeps for its rules: the rules' name for it, its text and its bytes.

    key: the same for the same memory.
    """

    parameter: str
    text: str
    size: int
    key: int


@dataclass(slots=True, weakref_slot=True, eq=False)
class Entry:
    """One tensor of the forward pass.

    op: the operation, or 'variable' or 'constant'. args: as the operation was given them.
    number: which of the operation's results.
    value: the raw value; None where nobody saw it. origin: what it was evaluated from (see
    `modes.State`). grad_fn: the name of the node that made it, of the accumulator of a variable,
    or ''. assigned: the name that the text gives it, or ''. sources: the entries that it was
    computed from, where they are to live as long as this one.
    """

    name: str
    op: str
    operands: list[Operand]
    value: Any
    dtype: DType
    shape: tuple[int, ...]
    requires_grad: bool
    saved: list[Saved]
    origin: object
    grad_fn: str
    row: Row | None
    number: int
    args: Sequence[Any] = ()
    assigned: str = ""
    sources: tuple[Entry, ...] = ()

    def inputs(self) -> Iterator[str]:
        """The names of the entries that it was computed from."""
        for operand in self.operands:
            yield from operand.names


class Part(NamedTuple):
    """One of the cotangents that meet at an entry: where it comes from, and what it is."""

    source: str
    value: Any


@dataclass(slots=True)
class Flow:
    """A cotangent on its way to one input of a node.

    to: the entry. index: which of the node's edges; number: which output of the next node.
    """

    to: str
    index: int
    number: int
    parameter: str
    value: Any


@dataclass(slots=True)
class Step:
    """One node of the reverse pass: what came in, and what it passed on to each input.

    names: the entries that the node made. row: its operation; None where the rule is of another
    kind. settings: its arguments that are no tensors, by parameter. cotangent: of the result; for
    several results a list, None where nothing flowed.
    """

    names: list[str]
    grad_fn: str
    row: Row | None
    settings: dict[str, Any]
    cotangent: Any
    flows: list[Flow]


@dataclass(slots=True)
class Arrival:
    """The gradient of one variable; None where there is none, with the reason.

    name: as it was asked for. entry: what it is called on the tape.
    """

    name: str
    entry: str
    gradient: Any
    reason: str


@dataclass(slots=True)
class Tape:
    """A recorded evaluation; `recorder.differentiate` fills all but the entries.

    parts: the cotangents that arrived at each entry, in the order in which they were added.
    """

    entries: dict[str, Entry] = field(default_factory=dict)
    output: str = ""
    steps: list[Step] = field(default_factory=list)
    parts: dict[str, list[Part]] = field(default_factory=dict)
    arrivals: list[Arrival] = field(default_factory=list)

    def saved_bytes(self) -> int:
        """What the nodes keep for the reverse pass, shared memory counted once."""
        sizes = {saved.key: saved.size for e in self.entries.values() for saved in e.saved}
        return sum(sizes.values())

    def depths(self) -> dict[str, int]:
        """How many operations each entry lies behind an output; of those it depends on only."""
        seeded = (name for name, parts in self.parts.items() if parts[0].source == SEED)
        found = {name: 0 for name in (self.output, *seeded) if name in self.entries}
        # an entry comes after all it was computed from, so one sweep backwards meets every path
        for name in reversed(self.entries):
            depth = found.get(name)
            if depth is None:
                continue
            for source in self.entries[name].inputs():
                found[source] = min(found.get(source, depth + 1), depth + 1)
        return found
