"""Kinks: points where a convention stands in for a derivative that does not exist.

Rows say by a predicate where they are. A listener asks it of every operation that runs; what
counts in the end are the operations from which a value is made.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Any, NamedTuple

import numpy as np

from .modes import state
from .node import Node
from .row import Row
from .tensor import Tensor


class Kink(NamedTuple):
    """An operation at a kink.

    origin: what was being evaluated (`modes.state.origin`). place: the first element where the
    predicate holds; () for one number. inputs: the arguments as raw values.
    """

    row: Row
    origin: object
    place: tuple[int, ...]
    inputs: list
    node: Node


class Listener:
    """Hears of operations (`modes.state.on_apply`) and keeps those at kinks."""

    def __init__(self) -> None:
        self.heard: list[Kink] = []

    def listen(self, row: Row, args: Sequence[Any], out: Any) -> None:
        """Take down an operation if gradients flow through it at a kink."""
        outs = out if isinstance(out, tuple | list) else (out,)
        node = next((o.grad_fn for o in outs if o.__class__ is Tensor and o.grad_fn), None)
        if row.kink is None or node is None:
            return
        holds = np.asarray(_asked(row, args, outs))
        if holds.any():
            place = tuple(int(i) for i in np.argwhere(holds)[0])
            inputs = [_raw(a) for a in args]
            self.heard.append(Kink(row, state.origin, place, inputs, node))

    def behind(self, value: Tensor) -> Iterator[Kink]:
        """The kinks on the way to a value, in the order of the evaluation."""
        reached: set[Node] = set()
        todo = [value.grad_fn]
        while todo:
            node = todo.pop()
            if node is not None and node not in reached:
                reached.add(node)
                todo += node.next
        return (kink for kink in self.heard if kink.node in reached)


def _asked(row: Row, args: Sequence[Any], outs: Sequence[Any]) -> Any:
    """The row's predicate for an operation that ran."""
    assert row.kink is not None
    known = {p.name: _raw(a) for p, a in zip(row.params, args, strict=False)}
    names = row.outputs if isinstance(row.outputs, tuple) else ("result",)
    known |= {name: _raw(o) for name, o in zip(names, outs, strict=False)}
    code = row.kink.__code__  # type: ignore[attr-defined]
    asked = code.co_varnames[: code.co_argcount]
    with np.errstate(all="ignore"):
        return row.kink(**{name: known[name] for name in asked if name in known})


def _raw(value: Any) -> Any:
    return value.data if value.__class__ is Tensor else value


@contextmanager
def listening() -> Iterator[Listener]:
    """Hear of the operations inside the block."""
    listener = Listener()
    before, state.on_apply = state.on_apply, listener.listen
    try:
        yield listener
    finally:
        state.on_apply = before
