"""From a request to a tape, and to the view of it that the options ask for.

A view is what every writer gets: the tape, the text it came from, and what of it to show.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any, NamedTuple

from ...engine import Tensor
from ...engine.errors import EngineError
from ...engine.recorder import Recorder, differentiate, recording
from ...engine.tape import Entry, Step, Tape
from ...parser.spans import Source, Span
from ..compiler import Compiler
from ..derivatives import engine_fault, output_of, vector_like
from ..numerals import read_digits
from ..request import Evaluation, Request, is_number

if TYPE_CHECKING:
    from .appearance import Appearance


class Pass(NamedTuple):
    """Which reverse pass of a program: its number, from 1, and the call that started it."""

    number: int
    span: Span | None


class View:
    """A tape and what of it to show.

    value: of the expression. which: the pass of a program that it is, if it is one. values:
    'none', 'short' or 'full'. forward, backward: which halves. depth: leave out what lies more
    operations behind the result; None shows all.
    """

    def __init__(
        self,
        tape: Tape,
        source: Source,
        shown: Appearance,
        value: Any = None,
        which: Pass | None = None,
    ) -> None:
        self.tape = tape
        self.source = source
        self.value = value
        self.which = which
        self.values = shown.values.value
        self.digits = read_digits(shown.digits)
        self.forward = shown.only != "backward"
        self.backward = shown.only != "forward"
        self.depth = shown.depth
        self.places = Places(source.text)
        self.hidden: set[str] = set()
        if self.depth is not None:
            depths = tape.depths()
            limit = self.depth
            self.hidden = {n for n in tape.entries if depths.get(n, limit + 1) > limit}

    def entries(self) -> Iterator[Entry]:
        """The entries to show, in the order of evaluation."""
        for entry in self.tape.entries.values():
            if entry.name not in self.hidden:
                yield entry

    def steps(self) -> Iterator[Step]:
        """The steps of the reverse pass to show."""
        for step in self.tape.steps:
            if not self.hidden.issuperset(step.names):
                yield step

    def span(self, entry: Entry) -> Span | None:
        """The part of the text that an entry was evaluated from."""
        return entry.origin if isinstance(entry.origin, Span) else None

    def excerpt(self, span: Span | None) -> str:
        """A part of the text."""
        return "" if span is None else self.source.text[span.start : span.end]

    def position(self, span: Span | None) -> str:
        """The line and the column of a part of the text, as `3:7`."""
        if span is None:
            return ""
        line, column = self.places.position(span.start)
        return f"{line}:{column}"

    def title(self) -> str:
        """What the trace is of."""
        if self.which is None:
            return self.source.text
        number, span = self.which
        place = f" at {self.position(span)}: {self.excerpt(span)}" if span else ""
        return f"pass {number}{place}"


class Places:
    """Lines and columns of a text, found in the time of a binary search."""

    def __init__(self, text: str) -> None:
        self.starts = [0]
        self.starts += [k + 1 for k, character in enumerate(text) if character == "\n"]

    def position(self, offset: int) -> tuple[int, int]:
        """The line and the column of an offset, both from 1."""
        line = bisect_right(self.starts, offset)
        return line, offset - self.starts[line - 1] + 1


class Recorded(Evaluation):
    """An evaluation that is taken down."""

    recorder: Recorder

    def evaluated(self, watch: Any = None, stack: bool = True) -> Any:
        """Evaluate the expression under a recorder."""
        variables = {n: v for n, v in self.variables.items() if isinstance(v, Tensor)}
        with recording(variables) as self.recorder:
            value = super().evaluated(watch, stack)
        self.recorder.label(self.names)
        return value


def record(request: Request, compiler: Compiler) -> tuple[Tape, Evaluation]:
    """Evaluate and differentiate, taking down every step.

    Raises: LanguageError for everything that can be wrong with the request.
    """
    if request.wrt is None and not any(map(is_number, request.variables.values())):
        request.wrt = []
    evaluation = Recorded(request, compiler)
    recorder = evaluation.recorder
    if not isinstance(evaluation.value, Tensor):
        return recorder.tape, evaluation
    output = output_of(evaluation)
    seed = request.cotangent
    if seed is not None:
        seed = vector_like(evaluation, seed, output, "the cotangent")
    wrt = {name: evaluation.inputs[name] for name in evaluation.wrt}
    try:
        return differentiate(recorder, output, wrt, seed), evaluation
    except EngineError as problem:
        raise engine_fault(evaluation, problem) from None
