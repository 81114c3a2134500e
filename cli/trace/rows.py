"""A tape as JSON: one object, schema 1, with sorted keys.

- `nodes`: the forward pass in order. Each has `name`, `op`, `inputs` (`parameter`, `text`, and
  `nodes`, the names it refers to), `dtype`, `shape`, `value` (unless --values none),
  `requires_grad`, `saved` (`parameter`, `text`, `bytes`), `grad_fn`, and, where it comes from the
  text, `span` (`start`, `end` in characters from 0; `line`, `column` from 1) and `assigned`.
- `steps`: the reverse pass in order. Each has `grad_fn`, `nodes`, `cotangent`, and `flows`: `to`,
  `input` (the index of the edge), `output` (of the node that it leads to), `parameter`, `local`
  (the local derivative in words and numbers) and `value`.
- `gradients`: by variable `value` (null with a `reason`), `node` and `parts` (`from`, `value`).
- `summary`: `nodes`, `operations`, `saved_bytes`, `first_nonfinite` (null, if there is none).

The trace of a program's reverse pass has in place of `expression` the name of the `program` and the
`call` (`number` from 1, `span`, `text`).

A tensor of more than 8 numbers is {"first": …, "size": …} unless --values full.
"""

from __future__ import annotations

import json
from typing import Any

from ...engine.tape import SOURCES, Arrival, Entry, Step
from ...parser.spans import Span
from .record import View
from .text import first_nonfinite
from .values import raw_json
from .words import Words

SCHEMA = 1


def as_json(view: View) -> str:
    """The whole trace."""
    return json.dumps(as_object(view), ensure_ascii=False, allow_nan=False) + "\n"


def as_object(view: View) -> dict[str, Any]:
    """The trace as what JSON can hold."""
    tape = view.tape
    words = Words(view)
    found: dict[str, Any] = {"do": "trace", "output": tape.output, **origin(view)}
    if view.forward:
        found["nodes"] = [node(view, entry) for entry in view.entries()]
    if view.backward:
        found["gradients"] = {a.name: gradient(view, a) for a in tape.arrivals}
        found["steps"] = [step_of(view, step, words) for step in view.steps()]
    entries = tape.entries.values()
    found["summary"] = {
        "first_nonfinite": first_nonfinite(view) or None,
        "nodes": len(entries),
        "operations": sum(entry.op not in SOURCES for entry in entries),
        "saved_bytes": tape.saved_bytes(),
    }
    found["schema"] = SCHEMA
    return dict(sorted(found.items()))


def origin(view: View) -> dict[str, Any]:
    """What the trace is of: an expression, or a pass of a program."""
    if view.which is None:
        return {"expression": view.source.text}
    number, span = view.which
    call: dict[str, Any] = {"number": number}
    if span is not None:
        call |= {"span": span_of(view, span), "text": view.excerpt(span)}
    return {"call": dict(sorted(call.items())), "program": view.source.name}


def span_of(view: View, span: Span) -> dict[str, int]:
    """A part of the text."""
    line, column = view.places.position(span.start)
    return {"column": column, "end": span.end, "line": line, "start": span.start}


def with_value(view: View, fields: dict[str, Any], key: str, value: Any) -> dict[str, Any]:
    """Add a value, unless none are wanted; sort the keys."""
    if view.values != "none":
        fields[key] = raw_json(value, view.values == "full")
    return dict(sorted(fields.items()))


def node(view: View, entry: Entry) -> dict[str, Any]:
    """One entry of the forward pass."""
    fields: dict[str, Any] = {
        "dtype": entry.dtype.name,
        "grad_fn": entry.grad_fn or None,
        "inputs": [
            {"nodes": list(o.names), "parameter": o.parameter, "text": o.text}
            for o in entry.operands
        ],
        "name": entry.name,
        "op": entry.op,
        "requires_grad": entry.requires_grad,
        "saved": [{"bytes": s.size, "parameter": s.parameter, "text": s.text} for s in entry.saved],
        "shape": list(entry.shape),
    }
    if entry.assigned:
        fields["assigned"] = entry.assigned
    span = view.span(entry)
    if span is not None:
        fields["span"] = span_of(view, span)
    return with_value(view, fields, "value", entry.value)


def step_of(view: View, step: Step, words: Words) -> dict[str, Any]:
    """One step of the reverse pass."""
    flows = [
        with_value(
            view,
            {
                "input": flow.index,
                "local": words.local(step, flow),
                "output": flow.number,
                "parameter": flow.parameter,
                "to": flow.to,
            },
            "value",
            flow.value,
        )
        for flow in step.flows
    ]
    fields = {"flows": flows, "grad_fn": step.grad_fn, "nodes": step.names}
    return with_value(view, fields, "cotangent", step.cotangent)


def gradient(view: View, arrival: Arrival) -> dict[str, Any]:
    """The gradient of one variable."""
    if arrival.gradient is None:
        return {"node": arrival.entry, "parts": [], "reason": arrival.reason, "value": None}
    parts = [
        with_value(view, {"from": part.source}, "value", part.value)
        for part in view.tape.parts.get(arrival.entry, [])
    ]
    return with_value(view, {"node": arrival.entry, "parts": parts}, "value", arrival.gradient)
