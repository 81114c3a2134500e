"""A tape as text: the forward pass a row a node, the reverse pass as it ran, the gradients."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Any

import numpy as np

from ...engine.tape import SOURCES, Entry, Step
from ..literals import value_text as shown
from .record import View
from .table import table
from .values import cut, raw_text, value_text
from .words import Words, meeting

FORWARD = ("name", "op", "inputs", "dtype", "shape", "value", "grad", "saves", "at", "source")
BACKWARD = ("node", "of", "cotangent", "input", "to", "local derivative", "passes on")
GRADIENTS = ("variable", "gradient", "contributions")
LONGEST_INPUTS = 60
LONGEST_TITLE = 100
INDENT = "  "


def as_text(view: View) -> str:
    """The whole trace."""
    lines: list[str] = [] if view.which is None else [cut(view.title(), LONGEST_TITLE)]
    if not view.tape.entries:
        return f"the value is {shown(view.value, view.digits)}, computed without a tensor\n"
    if view.forward:
        lines += section("forward", FORWARD, (forward_row(view, e) for e in view.entries()))
    if view.backward and view.tape.steps:
        lines += section("backward", BACKWARD, backward_rows(view))
    if view.backward and view.tape.arrivals:
        lines += section("gradients", GRADIENTS, gradient_rows(view))
    return "\n".join([*lines, *footer(view)]) + "\n"


def section(title: str, head: Sequence[str], rows: Iterable[Sequence[str]]) -> list[str]:
    """A title and a table under it; no empty line, so that a trace is one piece."""
    return [title, *(INDENT + line for line in table(head, rows))]


def forward_row(view: View, entry: Entry) -> list[str]:
    """One entry."""
    span = view.span(entry)
    return [
        f"{entry.name} ({entry.assigned})" if entry.assigned else entry.name,
        entry.op,
        cut(", ".join(operand.text for operand in entry.operands), LONGEST_INPUTS),
        entry.dtype.name,
        str(list(entry.shape)),
        value_text(entry.value, view),
        "yes" if entry.requires_grad else "no",
        ", ".join(dict.fromkeys(saved.text for saved in entry.saved)),
        view.position(span),
        cut(view.excerpt(span)),
    ]


def backward_rows(view: View) -> Iterator[list[str]]:
    """Each step: a row for every input that a cotangent goes to."""
    words = Words(view)
    for step in view.steps():
        head = [step.grad_fn, ", ".join(step.names), incoming(view, step)]
        for flow in step.flows:
            yield [
                *head,
                str(flow.index),
                flow.to + (f"[{flow.number}]" if flow.number else ""),
                words.local(step, flow),
                value_text(flow.value, view),
            ]
            head = ["", "", ""]


def incoming(view: View, step: Step) -> str:
    """The cotangent of a step, as the sum that it is."""
    if len(step.names) == 1:
        return meeting(view, step.names[0])
    return ", ".join(meeting(view, name) or "None" for name in step.names)


def gradient_rows(view: View) -> Iterator[list[str]]:
    """Each variable: its gradient, or why there is none."""
    for arrival in view.tape.arrivals:
        if arrival.gradient is None:
            yield [arrival.name, "None", arrival.reason]
            continue
        parts = view.tape.parts.get(arrival.entry, [])
        sources = ", ".join(dict.fromkeys(p.source for p in parts))
        gradient = meeting(view, arrival.entry) if parts else value_text(arrival.gradient, view)
        yield [arrival.name, gradient, f"{len(parts)} from {cut(sources, LONGEST_INPUTS)}"]


def footer(view: View) -> list[str]:
    """What to know of the whole: sizes, norms, and the first number that is not finite."""
    tape = view.tape
    entries = tape.entries.values()
    operations = sum(entry.op not in SOURCES for entry in entries)
    lines = [
        f"nodes: {len(entries)}, operations: {operations}; "
        f"saved for the reverse pass: {tape.saved_bytes()} bytes"
    ]
    if view.hidden:
        lines.append(
            f"not shown: {len(view.hidden)} nodes more than {view.depth} behind the result"
        )
    norms = [(norm(a.gradient), a.name) for a in tape.arrivals if a.gradient is not None]
    if norms:
        small, large = min(norms), max(norms)
        lines.append(
            f"gradient norms: smallest {raw_text(small[0], view.digits)} ({small[1]}), "
            f"largest {raw_text(large[0], view.digits)} ({large[1]})"
        )
    lines.append(f"first non-finite: {first_nonfinite(view) or 'none'}")
    return lines


def norm(value: Any) -> float:
    """The Euclidean norm of a raw value."""
    return float(np.linalg.norm(np.ravel(value)))


def first_nonfinite(view: View) -> str:
    """Where the first NaN or infinity stands: an entry's value, else a step's cotangent."""
    for entry in view.tape.entries.values():
        if not finite(entry.value):
            return f"the value of {entry.name}"
    for step in view.tape.steps:
        for flow in step.flows:
            if not finite(flow.value):
                return f"the cotangent that {step.grad_fn} passes on to {flow.to}"
    return ""


def finite(value: Any) -> bool:
    """Whether all numbers of a raw value are finite; of a value that nobody saw, too."""
    return value is None or bool(np.isfinite(value).all())
