"""Where two traces part: in the operations, in a value, in a cotangent.

Entries are compared in the order of evaluation. Values are compared as far as the operations are
the same; they differ where their text with the digits asked for differs. What was given, the
variables, is not compared: the question is what the operations made of it.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import zip_longest
from typing import Any, NamedTuple

from ...engine.tape import VARIABLE, Entry, Step
from ..jsonio import dumps
from .record import View
from .table import table
from .values import cut, raw_json, raw_text, value_text

SIDES = ("A", "B")
KINDS = ("structure", "value", "result", "cotangent")


class Difference(NamedTuple):
    """The first place of its kind where two traces differ; None on a side that has no more.

    values: of a difference in structure, those of the two operations; else what differs.
    """

    kind: str
    entries: tuple[Entry | None, Entry | None]
    values: tuple[Any, Any]


def differences(a: View, b: View) -> list[Difference]:
    """The first difference of each kind, in the order of `KINDS`."""
    found: dict[str, Difference] = {}
    for difference in (*forward(a, b), *result(a, b), *backward(a, b)):
        found.setdefault(difference.kind, difference)
    if "structure" not in found and "value" in found:
        found.pop("result", None)  # the operations are the same: the first value says it already
    return [found[kind] for kind in KINDS if kind in found]


def forward(a: View, b: View) -> Iterator[Difference]:
    """Differences of the evaluations, up to where the operations differ."""
    for x, y in zip_longest(operations(a), operations(b)):
        if x is None or y is None or signature(x) != signature(y):
            yield Difference("structure", (x, y), (x and x.value, y and y.value))
            return
        if text_of(a, x.value) != text_of(b, y.value):
            yield Difference("value", (x, y), (x.value, y.value))


def result(a: View, b: View) -> Iterator[Difference]:
    """The difference of the results, however they were computed."""
    values = [raw(view) for view in (a, b)]
    if text_of(a, values[0]) != text_of(b, values[1]):
        entries = (a.tape.entries.get(a.tape.output), b.tape.entries.get(b.tape.output))
        yield Difference("result", entries, (values[0], values[1]))


def raw(view: View) -> Any:
    """The value of an expression as a raw value, or as it is where it is no tensor."""
    return getattr(view.value, "data", view.value)


def backward(a: View, b: View) -> Iterator[Difference]:
    """Differences of what was passed on, up to where the nodes differ."""
    for x, y in zip(a.tape.steps, b.tape.steps, strict=False):
        if names_of(x) != names_of(y):
            return
        for flow, other in zip(x.flows, y.flows, strict=True):
            if text_of(a, flow.value) != text_of(b, other.value):
                entries = (a.tape.entries[x.names[0]], b.tape.entries[y.names[0]])
                yield Difference("cotangent", entries, (flow.value, other.value))


def operations(view: View) -> Iterator[Entry]:
    """The entries that were computed, and constants."""
    return (e for e in view.tape.entries.values() if e.op != VARIABLE)


def signature(entry: Entry) -> tuple:
    """What an operation is, its value apart."""
    return entry.op, [o.text for o in entry.operands], entry.dtype, entry.shape


def names_of(step: Step) -> tuple:
    """What a step is, its numbers apart."""
    return step.grad_fn, step.names, [flow.to for flow in step.flows]


def text_of(view: View, value: Any) -> str:
    """All of a value, as precisely as digits are asked for."""
    return raw_text(value, view.digits, full=True)


def as_text(a: View, b: View, found: list[Difference]) -> str:
    """The differences for people."""
    if not found:
        return f"no difference in {len(list(operations(a)))} operations\n"
    lines = []
    for kind, entries, values in found:
        names = dict.fromkeys(entry.name for entry in entries if entry is not None)
        place = f" first at {' and '.join(names)}" if kind != "result" else ""
        lines.append(f"{kind}: differs{place}")
        rows = [row(v, e, k) for k, (v, e) in enumerate(zip((a, b), entries, strict=True))]
        for line, entry, value, view in zip(rows, entries, values, (a, b), strict=True):
            shown = "" if entry is None and kind == "structure" else value_text(value, view)
            if kind == "structure":
                line.insert(4, shown)
            else:
                line[3] = shown
        head = ("", "name", "operation", *[""] * (len(rows[0]) - 4), "source")
        lines += ["  " + line for line in table(head, rows)[1:]]
    return "\n".join(lines) + "\n"


def row(view: View, entry: Entry | None, side: int) -> list[str]:
    """One side of a difference."""
    if entry is None:
        return [SIDES[side], "", "nothing more" if view.tape.entries else "", "", ""]
    operands = ", ".join(operand.text for operand in entry.operands)
    kind = f"{entry.dtype.name} {list(entry.shape)}"
    return [
        SIDES[side],
        entry.name,
        cut(f"{entry.op}({operands})"),
        kind,
        cut(view.excerpt(view.span(entry))),
    ]


def as_json(a: View, b: View, found: list[Difference]) -> str:
    """The differences as one object: one field for each of `KINDS`, null where none is.

    Each has "A" and "B": `name`, `op`, `inputs`, `shape` and `value`.
    """
    fields: dict[str, Any] = dict.fromkeys(KINDS)
    for kind, entries, values in found:
        fields[kind] = {
            side: None if entry is None else side_json(entry, values[k])
            for k, (side, entry) in enumerate(zip(SIDES, entries, strict=True))
        }
    return dumps(dict(sorted({**fields, "do": "trace", "schema": 1}.items()))) + "\n"


def side_json(entry: Entry, value: Any) -> dict[str, Any]:
    """One side of a difference for JSON."""
    return {
        "inputs": [operand.text for operand in entry.operands],
        "name": entry.name,
        "op": entry.op,
        "shape": list(entry.shape),
        "value": raw_json(value, full=True),
    }
