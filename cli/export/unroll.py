"""A recorded evaluation and its gradient as one program on numbers.

Arrays become arrays of lines: an operation on elements is written for each of them, one on whole
arrays (a sum, a product of matrices, stacking) is run on arrays of lines as it is on arrays of
numbers. The derivative comes from the same rules as everywhere: its operations are recorded too.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np

from ...engine import Tensor
from ...engine.backward import gradients
from ...engine.errors import EngineError
from ...engine.recorder import Recorder
from ...engine.row import Row
from ...engine.tape import CONSTANT, VARIABLE, Entry
from ...parser.errors import Label, LanguageError
from ...parser.spans import Source, Span
from ..report import plain_fault
from .arrays import WHOLE
from .operations import maker
from .scalars import Program, Ref, Value

MOST_LINES = 50_000
FAULTS = (ArithmeticError, AttributeError, EngineError, LookupError, TypeError, ValueError)


@dataclass
class Function:
    """What is exported: the program, the shapes of the variables, the value, the gradient."""

    program: Program
    shapes: dict[str, tuple[int, ...]]
    value: Value
    gradient: dict[str, np.ndarray]


class Unroller:
    """Turns entries of a tape into lines."""

    def __init__(self, recorder: Recorder, source: Source) -> None:
        self.recorder = recorder
        self.source = source
        self.program = Program()
        self.values: dict[str, np.ndarray] = {}

    def take(self, entry: Entry) -> None:
        """Add the lines of one entry."""
        self.program.origin = entry.origin
        if entry.op == VARIABLE:
            self.values[entry.name] = self.leaves(entry)
        elif entry.op == CONSTANT or not any(map(self.moves, entry.inputs())):
            self.values[entry.name] = np.asarray(entry.value, dtype=object)
        else:
            self.values[entry.name] = self.computed(entry)
        if len(self.program.lines) > MOST_LINES:
            message = f"the exported code would have more than {MOST_LINES} operations"
            raise plain_fault("LimitError", message)

    def leaves(self, entry: Entry) -> np.ndarray:
        """The numbers of a variable."""
        found = np.empty(entry.shape, dtype=object)
        for index in np.ndindex(entry.shape):
            found[index] = self.program.variable(entry.name, index)
        return found

    def moves(self, name: str) -> bool:
        """Whether a value depends on variables."""
        return any(isinstance(part, Ref) for part in self.values[name].flat)

    def computed(self, entry: Entry) -> np.ndarray:
        """The result of an operation."""
        assert entry.row is not None
        args = [self.argument(a) for a in entry.args]
        make = maker(entry.row.name)
        if make is not None:
            return self.elementwise(entry.row, make, args)
        whole = WHOLE.get(entry.row.name) if entry.row.outputs is None else None
        try:
            with np.errstate(all="ignore"):
                found = whole(self.program, *args) if whole else entry.row.forward(*args)
        except FAULTS:
            raise self.unknown(entry) from None
        part = found[entry.number] if entry.row.outputs is not None else found
        made = np.asarray(part, dtype=object)
        if made.shape != entry.shape or not all(map(is_number, made.flat)):
            raise self.unknown(entry)
        return made

    def argument(self, value: Any) -> Any:
        """An argument with lines in the place of tensors."""
        if value.__class__ is Tensor:
            return self.values[self.recorder.name_of(value)]
        if isinstance(value, list):
            return [self.argument(part) for part in value]
        return value

    def elementwise(self, row: Row, make: Any, args: list) -> np.ndarray:
        """An operation on each element; settings go to all."""
        arrays = [k for k, a in enumerate(args) if isinstance(a, np.ndarray)]
        settings = dict(enumerate(args))
        names = [p.name for p in row.params]

        def one(*parts: Value) -> Value:
            whole = settings | dict(zip(arrays, parts, strict=True))
            given = [whole[k] for k in range(len(names))]
            while given and given[-1] is None:
                given.pop()
            return make(self.program, *given)

        found = np.frompyfunc(one, len(arrays), 1)(*(args[k] for k in arrays))
        return np.asarray(found, dtype=object)

    def unknown(self, entry: Entry) -> LanguageError:
        """Make the fault for an operation that cannot be written on numbers."""
        name = entry.op.strip("_")
        message = f"the operation '{name}' cannot be exported"
        if name != entry.op:
            message = f"this needs the operation '{name}', which cannot be exported"
        return placed(message, self.source, entry.origin)


def placed(message: str, source: Source, origin: object, *helps: str) -> LanguageError:
    """Make a fault at the part of a text that an operation comes from."""
    labels = [Label(origin)] if isinstance(origin, Span) else []
    return LanguageError("TypeError", message, source, labels, helps)


def is_number(value: Any) -> bool:
    """Whether something can stand in a line."""
    return isinstance(value, Ref | bool | int | float | np.number)


def unroll(
    recorder: Recorder, output: Tensor, wrt: Mapping[str, Tensor], source: Source
) -> Function:
    """The function and its gradient. To be called while the recorder listens."""
    inputs = list(wrt.values())
    found: list[Tensor | None] = [None] * len(inputs)
    if output.requires_grad:
        found = gradients([output], inputs, create_graph=True)
    # asked before the entries are taken: a constant gets its entry when it is named
    names = [None if g is None else recorder.name_of(g) for g in found]
    result = recorder.name_of(output)
    unroller = Unroller(recorder, source)
    for entry in recorder.tape.entries.values():
        unroller.take(entry)
    value = unroller.values[result].reshape(-1)[0]
    gradient = {}
    for (name, tensor), entry in zip(wrt.items(), names, strict=True):
        zeros = np.zeros(tensor.shape, dtype=object)
        gradient[name] = zeros if entry is None else unroller.values[entry]
    shapes = {e.name: e.shape for e in variables(recorder)}
    return Function(unroller.program, shapes, value, gradient)


def variables(recorder: Recorder) -> Iterator[Entry]:
    """The variables of a tape."""
    return (e for e in recorder.tape.entries.values() if e.op == VARIABLE)
