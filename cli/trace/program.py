"""Traces of a program: one for each of its reverse passes, written as the pass ends."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from typing import TYPE_CHECKING

from ...engine import Tensor
from ...engine.modes import state
from ...engine.passes import PassRecorder, recording_passes
from ...engine.tape import Tape
from ...parser.program.naming import name_of, variables
from ...parser.spans import Source, Span
from .record import Pass, View
from .writers import writer

if TYPE_CHECKING:
    from ...parser.program.machine import Machine
    from .appearance import Appearance


class ProgramTrace:
    """Writes the passes of one run of a program; `call` chooses one, None all."""

    def __init__(
        self, source: Source, shown: Appearance, call: int | None, write: Callable[[str], object]
    ) -> None:
        self.source = source
        self.shown = shown
        self.call = call
        self.write = write
        self.passes = 0

    @contextmanager
    def observe(self, machine: Machine) -> Iterator[None]:
        """Trace what runs inside the block."""

        def tensors() -> Mapping[str, Tensor]:
            found = variables(machine)
            return {name: value for name, value in found.items() if isinstance(value, Tensor)}

        recorder = PassRecorder(lambda tensor: name_of(machine, tensor), tensors, self.take)
        with recording_passes(recorder):
            yield

    def take(self, tape: Tape) -> None:
        """Write one pass, if it is wanted."""
        self.passes += 1
        if self.call not in (None, self.passes):
            return
        origin = state.origin
        view = View(
            tape,
            self.source,
            self.shown,
            which=Pass(self.passes, origin if isinstance(origin, Span) else None),
        )
        self.write(writer(self.shown.format)(view))
