"""Records a Tape: listens to every operation, then to every step of the reverse pass.

While a Recorder listens, scalars take the same path as arrays (see `operations.py`), so that no
operation is missed. Writing into tensors gives them a new name: a name means one value.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, MutableMapping, Sequence
from contextlib import contextmanager
from typing import Any, Protocol

import numpy as np

from . import backward
from .dtypes import DType
from .modes import state
from .node import Node
from .row import INPUT_KINDS, Row
from .tape import CONSTANT, SEED, VARIABLE, Arrival, Entry, Flow, Operand, Part, Saved, Step, Tape
from .tensor import Tensor, edge, result

LONGEST_LIST = 6
# detaching is no operation of the language's table, but a trace that left it out would lie
DETACH = Row("detach", "plain", lambda self: self, doc="The same values without their history.")


class Recorder:
    """Names the results of operations as they run; `tape` holds them."""

    def __init__(self, variables: Mapping[str, Tensor]) -> None:
        self.tape = Tape()
        self._names: dict[int, tuple[str, int]] = {}  # by identity, with the version
        self._by_node: MutableMapping[Node, dict[int, str]] = {}
        self._kept: list[Tensor] = []  # identities are unique while the tensors live
        self._counts: dict[str, int] = {}
        self._taken = set(variables)
        for name, tensor in variables.items():
            self._add(tensor, name, VARIABLE, [], None)

    def listen(self, row: Row, args: Sequence[Any], out: Any) -> None:
        """Take down one operation: `modes.state.on_apply` while recording."""
        operands = self._operands(row, args)
        results = out if isinstance(out, tuple) else (out,)
        for tensor in results:
            if tensor.__class__ is Tensor:
                self._add(tensor, self._fresh(short_name(row.name)), row.name, operands, row, args)

    def name_of(self, tensor: Tensor) -> str:
        """The name of a tensor; one that no operation made is a constant."""
        known = self._names.get(id(tensor))
        if known is not None and known[1] == tensor.version:
            return known[0]
        node = edge(tensor)
        name = "" if node is None else self.name_behind(node, tensor.output_nr)
        if not name:
            name = self._fresh(CONSTANT)
            self._add(tensor, name, CONSTANT, [], None)
        return name

    def names_made(self, node: Node) -> list[str]:
        """The entries that a node made, by the number of the output."""
        made = self._by_node.get(node, {})
        return [made[number] for number in sorted(made)]

    def name_behind(self, node: Node, number: int) -> str:
        """The entry that an edge leads to; '' for one that was made unheard."""
        return self._by_node.get(node, {}).get(number, "")

    def label(self, names: Mapping[str, Any]) -> None:
        """Remember which names the text gives to results."""
        for name, value in names.items():
            known = self._names.get(id(value))
            if known is not None and known[0] != name:
                self.tape.entries[known[0]].assigned = name

    def _operands(self, row: Row, args: Sequence[Any]) -> list[Operand]:
        found = []
        for param, value in zip(row.params, args, strict=False):
            if not param.required and value is param.default:
                continue
            names: list[str] = []
            text = self._text(value, names)
            if param.keyword_only or not param.required:
                text = f"{param.name}={text}"
            found.append(Operand(param.name, text, tuple(names)))
        return found

    def _text(self, value: Any, names: list[str]) -> str:
        """An argument as text; the entries it refers to are appended to `names`."""
        if value.__class__ is Tensor:
            names.append(self.name_of(value))
            return names[-1]
        if isinstance(value, list | tuple):
            parts = [self._text(part, names) for part in value]
            if len(parts) > LONGEST_LIST:
                parts[LONGEST_LIST - 1 :] = [f"… {len(parts) - LONGEST_LIST + 1} more"]
            return "[" + ", ".join(parts) + "]"
        return _plain_text(value)

    def _fresh(self, stem: str) -> str:
        while True:
            count = self._counts[stem] = self._counts.get(stem, 0) + 1
            name = f"{stem}_{count}"
            if name not in self._taken:
                return name

    def _add(
        self,
        tensor: Tensor,
        name: str,
        op: str,
        operands: list[Operand],
        row: Row | None,
        args: Sequence[Any] = (),
    ) -> None:
        node = edge(tensor)
        self._names[id(tensor)] = name, tensor.version
        self._kept.append(tensor)
        if node is not None:
            self._by_node.setdefault(node, {}).setdefault(tensor.output_nr, name)
        self.tape.entries[name] = self._entry(tensor, node, name, op, operands, row, args)

    def _entry(
        self,
        tensor: Tensor,
        node: Node | None,
        name: str,
        op: str,
        operands: list[Operand],
        row: Row | None,
        args: Sequence[Any] = (),
    ) -> Entry:
        data = tensor.data
        return Entry(
            name,
            op,
            operands,
            data if data.__class__ is float else data.copy(),
            tensor.dtype,
            tensor.shape,
            tensor.requires_grad,
            self._saved(node, name) if row is not None and tensor.requires_grad else [],
            state.origin if row is not None else None,
            "" if node is None else node.type_name(),
            row,
            tensor.output_nr,
            args,
        )

    def _saved(self, node: Node | None, name: str) -> list[Saved]:
        """What a node keeps for its rules; settings and shapes are no memory to speak of."""
        if node is None or not isinstance(node.row, Row) or not node.saved:
            return []
        found = []
        for parameter, place in node.row.fields.items():
            value = node.saved[place]
            if value is None or place not in node.row.freed:
                continue
            for part in value if isinstance(value, list | tuple) else [value]:
                if part.__class__ is Tensor:
                    found.append(
                        Saved(parameter, self.name_of(part), _bytes(part.data), id(part.data))
                    )
                elif part.__class__ is float or part.__class__ is np.ndarray:
                    text = name if parameter == "result" else parameter
                    found.append(Saved(parameter, text, _bytes(part), id(part)))
        return found


def short_name(name: str) -> str:
    """What the results of an operation are called, before the count."""
    return name.rpartition(".")[2].strip("_") or "op"


def _bytes(data: Any) -> int:
    return 8 if data.__class__ is float else data.nbytes


def _plain_text(value: Any) -> str:
    """A setting as text, the same in each run: no addresses."""
    if value is None or value is ... or isinstance(value, bool | int | float | str | slice):
        return repr(value) if value is not ... else "..."
    if isinstance(value, DType):
        return value.name
    if isinstance(value, np.ndarray):
        return f"{value.dtype.name}{list(value.shape)}"
    return getattr(value, "name", None) or type(value).__name__


@contextmanager
def recording(variables: Mapping[str, Tensor]) -> Iterator[Recorder]:
    """Record every operation inside the block."""
    recorder = Recorder(variables)
    before, state.on_apply = state.on_apply, recorder.listen
    try:
        yield recorder
    finally:
        state.on_apply = before


def differentiate(
    recorder: Recorder, output: Tensor, wrt: Mapping[str, Tensor], cotangent: Tensor | None = None
) -> Tape:
    """Run the reverse pass of `output`; note each step and the gradient of each variable.

    cotangent: of the output; None is ones.
    """
    tape = recorder.tape
    tape.output = recorder.name_of(output)
    found: list[Tensor | None] = [None] * len(wrt)
    if output.requires_grad and wrt:
        seed = cotangent if cotangent is not None else _ones(output)
        watch = watcher(recorder, tape)
        tape.parts[tape.output] = [Part(SEED, seed.data)]
        found = backward.gradients(
            [output], list(wrt.values()), [seed], retain_graph=True, watch=watch
        )
    for (name, tensor), gradient in zip(wrt.items(), found, strict=True):
        entry = recorder.name_of(tensor)
        reason = "" if gradient is not None else why_none(tape, entry)
        data = None if gradient is None else gradient.data
        tape.arrivals.append(Arrival(name, entry, data, reason))
    return tape


def _ones(output: Tensor) -> Tensor:
    return result(1.0 if output.data.__class__ is float else np.ones_like(output.data))


class Names(Protocol):
    """What knows the entries of nodes."""

    def names_made(self, node: Node) -> list[str]: ...

    def name_behind(self, node: Node, number: int) -> str: ...


def watcher(recorder: Names, tape: Tape) -> backward.Watch:
    """What a reverse pass calls to have its steps noted on a tape."""

    def watch(node: Node, g: Any, ds: list) -> None:
        names = recorder.names_made(node)
        source = names[0] if names else node.type_name()
        named = parameters(node)
        flows = []
        for index, to, number in _edges(node):
            name = recorder.name_behind(to, number)
            value = _raw(ds[index])
            flows.append(Flow(name, index, number, named[index], value))
            if value is not None:
                tape.parts.setdefault(name, []).append(Part(source, value))
        cotangent = [_raw(d) for d in g] if isinstance(g, list) else _raw(g)
        row = node.row if isinstance(node.row, Row) else None
        known = {} if row is None else settings(row, node)
        tape.steps.append(Step(names, node.type_name(), row, known, cotangent, flows))

    return watch


def settings(row: Row, node: Node) -> dict[str, Any]:
    """The arguments of a node that are no tensors and no cells of one, by parameter."""
    return {
        param.name: value
        for param, value in zip(row.params, node.saved or (), strict=False)
        if param.kind not in (*INPUT_KINDS, "Index") and value is not None
    }


def _edges(node: Node) -> Iterator[tuple[int, Node, int]]:
    """The edges that lead somewhere: index, next node, number of its output."""
    numbers = node.next_nr or (0,) * len(node.next)
    for index, (to, number) in enumerate(zip(node.next, numbers, strict=True)):
        if to is not None:
            yield index, to, number


def parameters(node: Node) -> list[str]:
    """The parameter that each edge of a node belongs to."""
    row = node.row
    if not isinstance(row, Row):
        return [f"input[{k}]" for k in range(len(node.next))]
    names = [row.params[i].name for i in row.inputs]
    if row.variadic:
        count = len(node.next) - (len(names) - 1)
        return [f"{names[0]}[{k}]" for k in range(count)] + names[1:]
    return names


def why_none(tape: Tape, name: str) -> str:
    """Why nothing flowed back to an entry."""
    reached = {name}
    ends: list[str] = []
    for entry in tape.entries.values():
        if reached.isdisjoint(entry.inputs()):
            continue
        reached.add(entry.name)
        tracked = any(s in reached and tape.entries[s].requires_grad for s in entry.inputs())
        if tracked and not entry.requires_grad:
            ends.append(entry.name)
    if tape.output not in reached:
        return f"the result does not depend on {name}"
    if ends:
        return f"{ends[0]} passes no gradient on"
    return f"{name} wants no gradient"


def _raw(value: Any) -> Any:
    return value.data if value.__class__ is Tensor else value
