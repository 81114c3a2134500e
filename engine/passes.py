"""Records the reverse passes of a program: for each, a tape of what it goes through.

A program runs on without end, so nothing is kept longer than the program itself could come back
to it: an entry lives as long as its tensor, its node, or an entry that was computed from it.
Until a tape is made of them, entries have marks for names; each tape counts from 1.
"""

from __future__ import annotations

import itertools
import re
import weakref
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import replace
from typing import Any

from . import backward
from .modes import state
from .node import LEAF_SEQ, CopySlices, Node
from .recorder import Recorder, short_name, watcher, why_none
from .row import Row
from .tape import CONSTANT, SEED, SOURCES, VARIABLE, Arrival, Entry, Operand, Part, Saved, Tape
from .tensor import Tensor

LEAF = "leaf"
MARK = re.compile("\0[0-9]+\0")  # no text of an operand has a NUL in it


class PassRecorder(Recorder):
    """Hears operations and reverse passes; `done` is called with the tape of each pass.

    called: what the program calls a tensor, or ''. variables: the tensors in its variables.
    """

    def __init__(
        self,
        called: Callable[[Tensor], str],
        variables: Callable[[], Mapping[str, Tensor]],
        done: Callable[[Tape], object],
    ) -> None:
        super().__init__({})
        self.called = called
        self.variables = variables
        self.done = done
        self.entries: weakref.WeakValueDictionary[str, Entry] = weakref.WeakValueDictionary()
        self._by_node = weakref.WeakKeyDictionary()
        self._of_node: weakref.WeakKeyDictionary[Node, list[Entry]] = weakref.WeakKeyDictionary()
        self._of_tensor: dict[int, tuple[weakref.ref, int, Entry]] = {}
        self._marks = itertools.count()

    # -- the forward pass

    def name_of(self, tensor: Tensor) -> str:
        """The mark of a tensor: of what made it, of the variable, or of a constant."""
        node = tensor.grad_fn
        if node is not None:
            return self.name_behind(node, tensor.output_nr) or self._catch_up(node, tensor)
        entry = self._entry_of(tensor)
        if entry is not None:
            return entry.name
        mark = self._fresh("")
        op = VARIABLE if tensor.requires_grad else CONSTANT
        self._add(tensor, mark, op, [], None)
        self.entries[mark].assigned = self.called(tensor)
        return mark

    def _entry_of(self, tensor: Tensor) -> Entry | None:
        """What is known of a tensor that no node made; becoming a leaf makes another of it."""
        _, version, entry = self._of_tensor.get(id(tensor), (None, -1, None))
        if entry is None or version != tensor.version:
            return None
        return entry if entry.requires_grad == tensor.requires_grad else None

    def _fresh(self, stem: str) -> str:
        """A mark; the stem is found again from the operation where a tape is made."""
        return f"\0{next(self._marks)}\0"

    def _add(
        self,
        tensor: Tensor,
        name: str,
        op: str,
        operands: list[Operand],
        row: Row | None,
        args: Sequence[Any] = (),
    ) -> None:
        node = tensor.grad_fn
        entry = self._entry(tensor, node, name, op, operands, row)
        if op == VARIABLE:
            entry.grad_fn = "AccumulateGrad"
            accumulator = None if tensor.extra is None else tensor.extra.accumulator
            node = None if accumulator is None else accumulator()
        self._own(entry, node, tensor.output_nr)
        key = id(tensor)
        owner = weakref.ref(tensor, lambda _: self._of_tensor.pop(key, None))
        self._of_tensor[key] = owner, tensor.version, entry

    def _own(self, entry: Entry, node: Node | None, number: int) -> None:
        """Let an entry live as long as its node, and what it was computed from as long as it."""
        entry.sources = tuple(self.entries[name] for name in entry.inputs())
        self.entries[entry.name] = entry
        if node is not None:
            self._by_node.setdefault(node, {}).setdefault(number, entry.name)
            self._of_node.setdefault(node, []).append(entry)

    def _catch_up(self, node: Node, tensor: Tensor) -> str:
        """Take down what was made unheard: writes through views, operations of the program's own.

        Returns the mark of `tensor`, which `node` made.
        """
        for unheard in self._unheard_behind(node):
            operands = [
                Operand(f"input[{k}]", mark, (mark,))
                for k, (n, number) in enumerate(unheard.next_functions)
                if n is not None and (mark := self.name_behind(n, number))
            ]
            if isinstance(unheard, CopySlices) and (made := self.names_made(unheard.change)):
                operands.append(Operand("written", made[0], (made[0],)))
            entry = self._entry(tensor, unheard, self._fresh(""), unheard.row.name, operands, None)
            if unheard is not node:  # its value is gone
                entry.value, entry.shape, entry.number = None, (), 0
            entry.origin = unheard.origin
            self._own(entry, unheard, entry.number)
        return self.name_behind(node, tensor.output_nr)

    def name_behind(self, node: Node, number: int) -> str:
        """The mark of what an edge leads to; '' for what was made unheard."""
        if node.seq == LEAF_SEQ:
            return self.name_of(node.variable)  # type: ignore[attr-defined]
        return super().name_behind(node, number)

    def _unheard_behind(self, node: Node) -> Iterable[Node]:
        """The nodes without an entry up to those with one, the earliest first."""
        found = {node}
        todo = [node]
        while todo:
            for n in todo.pop().next:
                if n is None or n.seq == LEAF_SEQ or n in found or n in self._by_node:
                    continue
                found.add(n)
                todo.append(n)
        return sorted(found, key=lambda n: n.seq)

    # -- the reverse pass

    @contextmanager
    def listen_to_pass(
        self, seeds: Sequence[tuple[Node, int, Tensor]], targets: Sequence | None
    ) -> Iterator[backward.Watch]:
        """Note the steps of one reverse pass: `modes.state.on_pass` while recording."""
        marks = [self.name_behind(node, number) for node, number, _ in seeds]
        book = Book(self, marks)
        tape = book.tape
        names = [book.names.get(mark, "") for mark in marks]
        tape.output = names[0] if names else ""
        for name, (_, _, g) in zip(names, seeds, strict=True):
            tape.parts.setdefault(name, []).append(Part(SEED, g.data))
        wanted = None if targets is None else [book.name_behind(*target) for target in targets]
        reason = "the pass ended early"
        try:
            yield watcher(book, tape)
            reason = ""
        finally:
            tape.arrivals = list(arrivals(tape, wanted, reason))
            self.done(tape)

    def entries_behind(self, marks: Iterable[str]) -> list[Entry]:
        """The entries that some entries were computed from, in the order of the evaluation."""
        found: dict[str, Entry] = {}
        todo = [self.entries[mark] for mark in marks if mark in self.entries]
        while todo:
            entry = todo.pop()
            if entry.name not in found:
                found[entry.name] = entry
                todo += entry.sources
        ordered: dict[str, Entry] = {}
        for entry in sorted(found.values(), key=lambda entry: int(entry.name.strip("\0"))):
            if entry.op not in SOURCES:
                # what was there before all passes stands right before its first use in this one
                ordered |= {s.name: s for s in entry.sources if s.op in SOURCES}
                ordered[entry.name] = entry
        return list((ordered or found).values())

    def marks_of_node(self, node: Node) -> list[str]:
        """The marks of all that is known by a node: of a leaf, its values one after the other."""
        return [entry.name for entry in self._of_node.get(node, ())]

    def marks_of_variables(self) -> dict[str, str]:
        """What the program calls each of its tensors, by the mark."""
        found = {}
        for name, tensor in self.variables().items():
            if tensor.grad_fn is not None:
                found[super().name_behind(tensor.grad_fn, tensor.output_nr)] = name
            elif (entry := self._entry_of(tensor)) is not None:
                found[entry.name] = name
        return found


class Book:
    """The names of what one pass goes through, by their marks, and the tape of these entries."""

    def __init__(self, recorder: PassRecorder, marks: Iterable[str]) -> None:
        self.recorder = recorder
        entries = recorder.entries_behind(marks)
        self.names = names_for(entries)
        variables = recorder.marks_of_variables()
        copies = (self._named(entry, variables.get(entry.name, "")) for entry in entries)
        self.tape = Tape({entry.name: entry for entry in copies})

    def names_made(self, node: Node) -> list[str]:
        """The entries that a node made, by the number of the output."""
        return [self.names[m] for m in self.recorder.names_made(node) if m in self.names]

    def name_behind(self, node: Node, number: int) -> str:
        """The entry that an edge leads to; '' for one that is not on the tape."""
        if node.seq == LEAF_SEQ:
            marks = self.recorder.marks_of_node(node) or [self.recorder.name_behind(node, 0)]
        else:
            marks = [self.recorder.name_behind(node, number)]
        return next((self.names[mark] for mark in reversed(marks) if mark in self.names), "")

    def _named(self, entry: Entry, variable: str) -> Entry:
        """An entry with names in place of marks."""
        name = self.names[entry.name]
        assigned = "" if entry.op == VARIABLE else variable or entry.assigned
        return replace(
            entry,
            name=name,
            operands=[
                Operand(o.parameter, self._text(o.text), tuple(map(self.names.get, o.names)))  # type: ignore[arg-type]
                for o in entry.operands
            ],
            saved=[Saved(s.parameter, self._text(s.text), s.size, s.key) for s in entry.saved],
            assigned=assigned,
            sources=(),
        )

    def _text(self, text: str) -> str:
        return MARK.sub(lambda found: self.names.get(found[0], CONSTANT), text)


def names_for(entries: Sequence[Entry]) -> dict[str, str]:
    """Names for entries, by their marks: what the program calls a variable, else a count."""
    names: dict[str, str] = {}
    counts: defaultdict[str, int] = defaultdict(int)
    taken: set[str] = set()
    for entry in sorted(entries, key=lambda e: e.op != VARIABLE or not e.assigned):
        own = entry.assigned if entry.op == VARIABLE else ""
        stem = own or (LEAF if entry.op == VARIABLE else short_name(entry.op))
        name = own
        while not name or name in taken:
            counts[stem] += 1
            name = f"{stem}_{counts[stem] + bool(own)}"
        taken.add(name)
        names[entry.name] = name
    return names


def arrivals(tape: Tape, wanted: Sequence[str] | None, reason: str) -> Iterator[Arrival]:
    """What arrived at the leaves, or at the entries that were asked for.

    reason: why nothing more arrived, where that is no matter of the graph.
    """
    if wanted is None:
        leaves = tape.entries.values()
        wanted = [e.name for e in leaves if e.op in SOURCES and e.requires_grad]
    for name in wanted:
        parts = tape.parts.get(name, [])
        total = None
        for part in parts:
            total = part.value if total is None else total + part.value
        yield Arrival(name, name, total, "" if parts else reason or why_none(tape, name))


@contextmanager
def recording_passes(recorder: PassRecorder) -> Iterator[None]:
    """Record every operation and every reverse pass inside the block."""
    before = state.on_apply, state.on_pass
    state.on_apply, state.on_pass = recorder.listen, recorder.listen_to_pass
    try:
        yield
    finally:
        state.on_apply, state.on_pass = before
