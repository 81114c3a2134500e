"""Where in a program something went wrong: the first NaN or infinity, a write that came too early.

Operations know their places only while somebody asks (see parser/program/places.py). So a program
that ended with torch's error about an in-place write is run once more, in silence, to find them.
"""

from __future__ import annotations

import weakref
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, nullcontext
from dataclasses import replace
from typing import Any

from ..engine import Tensor
from ..engine.modes import state
from ..engine.node import Node
from ..engine.row import Row
from ..parser.errors import Label, LanguageError
from ..parser.limits import Limits
from ..parser.program.functions import ProgramCode
from ..parser.program.problems import places_of
from ..parser.program.run import run_program
from ..parser.spans import Source, Span
from .finite import is_bad
from .provenance import Passage, bad_parts, explained, is_born, made_from, word_for
from .report import NONFINITE, render

MOST_STEPS_AGAIN = 5_000_000


class FirstBirth:
    """Hears the operations and the reverse passes of a program; `fault` is about the first that
    makes a NaN or an infinity of finite numbers."""

    def __init__(self, source: Source) -> None:
        self.source = source
        self.fault: LanguageError | None = None
        self._operands: weakref.WeakKeyDictionary[Node, Sequence[Any]] = weakref.WeakKeyDictionary()

    @contextmanager
    def observe(self, machine: object) -> Iterator[None]:
        """Watch what runs inside the block, besides whoever listens already."""
        before = state.on_apply, state.on_pass
        hear, enter = before

        def listen(row: Row, args: Sequence[Any], out: Any) -> None:
            if hear is not None:
                hear(row, args, out)
            self.listen(row, args, out)

        @contextmanager
        def listen_to_pass(seeds: Any, targets: Any) -> Iterator[Callable]:
            passage = Passage()
            with enter(seeds, targets) if enter else nullcontext() as watch:
                yield lambda *step: [w(*step) for w in (watch, passage.watch) if w]
            self.judge(passage)

        state.on_apply, state.on_pass = listen, listen_to_pass
        try:
            yield
        finally:
            state.on_apply, state.on_pass = before

    def listen(self, row: Row, args: Sequence[Any], out: Any) -> None:
        """See one operation."""
        if self.fault is not None:
            return
        results = out if isinstance(out, tuple) else (out,)
        for part in results:
            if isinstance(part, Tensor) and part.grad_fn is not None:
                self._operands[part.grad_fn] = args
        bad = next((part for part in results if is_bad(part)), None)
        if bad is not None and is_born(bad, list(bad_parts(list(args)))):
            label = made_from(row.name, bad, args)
            self.say(f"the value of {row.name.strip('_')} is {word_for(bad)}", state.origin, label)

    def judge(self, passage: Passage) -> None:
        """See one reverse pass."""
        node = passage.node
        if node is None or self.fault is not None:
            return
        operands = tuple(self._operands.get(node, ()))
        label = explained(passage, "the derivative", node.op_name, operands)
        word = word_for(passage.passed)
        self.say(f"the gradient of {node.op_name.strip('_')} is {word}", node.origin, label)

    def say(self, message: str, origin: object, label: str) -> None:
        """Make the fault."""
        labels = []
        if isinstance(origin, Span):
            message = f"{place(self.source, origin)}: {message}"
            labels.append(Label(origin, label))
        self.fault = LanguageError(NONFINITE, message, self.source, labels)


def place(source: Source, span: Span) -> str:
    """A place as file, line and column."""
    line, column = source.position(span.start)
    return f"{source.name}:{line}:{column}"


def note_about(error: BaseException, code: ProgramCode, limits: Limits, most_bytes: int) -> str:
    """What an error of the reverse pass has to do with, as a report; '' where that is unknown."""
    places = places_of(error)
    if places.operation is None and places.write is None:
        again = _run_again(code, limits, most_bytes)
        places = None if again is None or str(again) != str(error) else places_of(again)
    if places is None:
        return ""
    source = code.source
    labels, message = [], places.node or "an operation"
    if isinstance(places.operation, Span):
        message += f" (from {place(source, places.operation)})"
        labels.append(Label(places.operation, "made here", not isinstance(places.write, Span)))
    if isinstance(places.write, Span):
        message += f" saved what was written in place at {place(source, places.write)}"
        labels.append(Label(places.write, "written here"))
    if not labels:
        return ""
    return render(LanguageError("Note", message, source, labels), title="note")


def _run_again(code: ProgramCode, limits: Limits, most_bytes: int) -> BaseException | None:
    """The error with which a program ends, its operations knowing their places."""
    steps = min(limits.steps, MOST_STEPS_AGAIN)
    try:
        return run_program(
            code,
            replace(limits, steps=steps),
            lambda text: None,
            most_bytes,
            lambda machine: nullcontext(),
        )
    except LanguageError:
        return None
