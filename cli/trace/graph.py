"""A tape as a picture: boxes with lines of text and arrows between, for every drawing format.

Boxes are leaves, constants, operations, saved tensors and the output. The colours follow the
convention known from drawings of PyTorch graphs: leaves light blue, saved tensors orange,
operations grey, the output green.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from ...engine.tape import CONSTANT, SOURCES, VARIABLE, Entry
from .record import View
from .values import cut, value_text

LEAF, OPERATION, OUTPUT, SAVED = "leaf", "operation", "output", "saved"
COLOURS = {
    LEAF: "lightblue",
    CONSTANT: "white",
    OPERATION: "lightgrey",
    OUTPUT: "darkolivegreen1",
    SAVED: "orange",
}
# the same colours for formats that know no X11 names
HEX = {
    LEAF: "#add8e6",
    CONSTANT: "#ffffff",
    OPERATION: "#d3d3d3",
    OUTPUT: "#caff70",
    SAVED: "#ffa500",
}
LONGEST_LINE = 40


@dataclass(slots=True)
class Box:
    """One box: a stable name, what it is, and the lines in it."""

    name: str
    kind: str
    lines: list[str]


@dataclass(slots=True)
class Arrow:
    """From box to box: a value forward, or saved for a node."""

    source: str
    target: str
    saved: bool = False


def boxes(view: View) -> Iterator[Box]:
    """The boxes, in the order of evaluation; what a node saves comes right after it."""
    for entry in view.entries():
        yield Box(entry.name, kind_of(view, entry), lines_of(view, entry))
        for name, text in saved_of(view, entry):
            yield Box(name, SAVED, [cut(text, LONGEST_LINE)])


def arrows(view: View) -> Iterator[Arrow]:
    """The arrows, from inputs to results and from saved tensors to the nodes that keep them."""
    for entry in view.entries():
        for source in dict.fromkeys(entry.inputs()):
            if source not in view.hidden:
                yield Arrow(source, entry.name)
        for name, _ in saved_of(view, entry):
            yield Arrow(name, entry.name, saved=True)


def kind_of(view: View, entry: Entry) -> str:
    """Which kind of box an entry is."""
    if entry.op == VARIABLE:
        return LEAF
    if entry.op == CONSTANT:
        return CONSTANT
    return OUTPUT if entry.name == view.tape.output else OPERATION


def lines_of(view: View, entry: Entry) -> list[str]:
    """The text in a box: name, operation, value and gradient."""
    name = f"{entry.name} ({entry.assigned})" if entry.assigned else entry.name
    lines = [name]
    if entry.op not in SOURCES:
        operands = ", ".join(operand.text for operand in entry.operands)
        lines.append(cut(f"{entry.op}({operands})", LONGEST_LINE))
    if entry.shape or view.values == "none":
        lines.append(f"{entry.dtype.name} {list(entry.shape)}")
    if view.forward and view.values != "none":
        lines.append(f"value {cut(value_text(entry.value, view), LONGEST_LINE)}")
    if view.backward and entry.requires_grad and view.values != "none":
        lines.append(f"grad {cut(arrived(view, entry), LONGEST_LINE)}")
    return lines


def arrived(view: View, entry: Entry) -> str:
    """The cotangent of an entry, all its parts summed."""
    parts = view.tape.parts.get(entry.name)
    if not parts:
        return "None"
    total = parts[0].value
    for part in parts[1:]:
        total = total + part.value
    return value_text(total, view)


def saved_of(view: View, entry: Entry) -> Iterator[tuple[str, str]]:
    """The names and texts of what a node saves."""
    for saved in entry.saved if view.backward else []:
        text = saved.text if saved.text == saved.parameter else f"{saved.parameter} = {saved.text}"
        yield f"{entry.name}.{saved.parameter}", text
