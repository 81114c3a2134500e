"""A tape as a page to step through: one file that needs nothing from outside.

The page gets texts, never numbers: values are written by the same rules as everywhere. It is put
together from page.html, page.css and page.js, which lie beside this file.
"""

from __future__ import annotations

import json
from html import escape
from pathlib import Path
from typing import Any

from ...engine.tape import SEED, Arrival, Entry, Step
from .graph import Box, arrows, kind_of, lines_of
from .layout import Place, laid_out
from .record import View
from .svg import curve, size_of
from .text import footer
from .values import cut, value_text
from .words import Words, meeting

HERE = Path(__file__).parent
LONGEST_TITLE = 60
LONGEST_VALUE = 400


def as_html(view: View) -> str:
    """The page."""
    # whatever stands in a text, it does not end the element it is in
    data = json.dumps(as_object(view), ensure_ascii=False).replace("<", "\\u003c")
    parts = {
        "TITLE": escape(cut(view.title(), LONGEST_TITLE)),
        "STYLE": read("page.css"),
        "SCRIPT": read("page.js"),
        "DATA": data,
    }
    # the template is text and names in turn, with the sign between
    pieces = read("page.html").split("@")
    return "".join(parts[piece] if k % 2 else piece for k, piece in enumerate(pieces))


def read(name: str) -> str:
    """A file beside this one."""
    return (HERE / name).read_text(encoding="utf-8")


def as_object(view: View) -> dict[str, Any]:
    """What the page is given."""
    entries = list(view.entries())
    boxes = [Box(e.name, kind_of(view, e), lines_of(view, e)) for e in entries]
    leading = [arrow for arrow in arrows(view) if not arrow.saved]
    layout = laid_out(map(size_of, boxes), [(a.source, a.target) for a in leading])
    words = Words(view)
    locals_ = derivatives(view, words)
    drawn = zip(entries, boxes, strict=True)
    return {
        "arrows": [
            {"source": a.source, "target": a.target, "d": curve(points)}
            for a, points in zip(leading, layout.routes, strict=True)
        ],
        "gradients": [(a.name, gradient(view, a)) for a in view.tape.arrivals],
        "height": layout.height,
        "nodes": [
            node(view, e, box, layout.places[e.name], locals_.get(e.name, [])) for e, box in drawn
        ],
        "output": view.tape.output,
        "source": view.source.text,
        "steps": [step_of(view, step, words) for step in view.steps()] if view.backward else [],
        "summary": ". ".join(footer(view)) + ".",
        "width": layout.width,
    }


def derivatives(view: View, words: Words) -> dict[str, list[str]]:
    """What each entry's node passes on, in words, by the name of the entry."""
    return {
        name: [f"to {flow.to}: {words.local(step, flow)}" for flow in step.flows]
        for step in view.steps()
        for name in step.names
    }


def node(view: View, entry: Entry, box: Box, place: Place, locals_: list[str]) -> dict[str, Any]:
    """One entry: what it says, and where it stands."""
    span = view.span(entry)
    grad = next((text for text in box.lines if text.startswith("grad ")), "")
    excerpt = cut(view.excerpt(span))
    return {
        "arrivals": sum(p.source != SEED for p in view.tape.parts.get(entry.name, [])),
        "assigned": entry.assigned,
        "dtype": entry.dtype.name,
        "excerpt": excerpt,
        "from": list(dict.fromkeys(n for n in entry.inputs() if n not in view.hidden)),
        "gradLine": grad,
        "grad_fn": entry.grad_fn,
        "height": place.height,
        "inputs": [operand.text for operand in entry.operands],
        "kind": box.kind,
        "lines": [(role_of(text), text) for text in box.lines],
        "locals": locals_,
        "meeting": cut(meeting(view, entry.name), LONGEST_VALUE),
        "name": entry.name,
        "op": entry.op,
        "place": view.position(span),
        "saved": [f"{saved.parameter} = {saved.text}, {saved.size} bytes" for saved in entry.saved],
        "shape": str(list(entry.shape)),
        "span": span,
        "text": " ".join([*box.lines, entry.op, excerpt]).lower(),
        "value": cut(value_text(entry.value, view), LONGEST_VALUE),
        "width": place.width,
        "x": place.x,
        "y": place.y,
    }


def role_of(line: str) -> str:
    """Which class a line of a box has: what is shown later is a value or a gradient."""
    word = line.partition(" ")[0]
    return word if word in ("value", "grad") else "name"


def step_of(view: View, step: Step, words: Words) -> dict[str, Any]:
    """One step of the reverse pass."""
    return {
        "cotangent": cut(value_text(step.cotangent, view), LONGEST_VALUE),
        "flows": [
            {
                "local": words.local(step, flow),
                "to": flow.to,
                "value": None
                if flow.value is None
                else cut(value_text(flow.value, view), LONGEST_VALUE),
            }
            for flow in step.flows
        ],
        "grad_fn": step.grad_fn,
        "nodes": step.names,
    }


def gradient(view: View, arrival: Arrival) -> str:
    """The gradient of a variable, or why there is none."""
    if arrival.gradient is None:
        return f"None: {arrival.reason}"
    return cut(value_text(arrival.gradient, view), LONGEST_VALUE)
