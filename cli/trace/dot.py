"""A tape as a Graphviz drawing (`dot -Tsvg`)."""

from __future__ import annotations

from collections.abc import Iterator

from .graph import COLOURS, arrows, boxes
from .record import View

HEAD = """\
digraph trace {
  rankdir=TB;
  node [shape=box, style=filled, fontname="monospace", fontsize=10];
"""


def as_dot(view: View) -> str:
    """The drawing as a text."""
    return "".join([HEAD, *statements(view), "}\n"])


def statements(view: View) -> Iterator[str]:
    """A line for each box, then for each arrow."""
    for box in boxes(view):
        label = "\\n".join(map(escaped, box.lines))
        yield f'  {quoted(box.name)} [label="{label}", fillcolor={COLOURS[box.kind]}];\n'
    for arrow in arrows(view):
        style = " [style=dashed, color=orange]" if arrow.saved else ""
        yield f"  {quoted(arrow.source)} -> {quoted(arrow.target)}{style};\n"


def quoted(name: str) -> str:
    """A name as an identifier of the language."""
    return f'"{escaped(name)}"'


def escaped(text: str) -> str:
    """Text inside quotes."""
    return text.replace("\\", "\\\\").replace('"', '\\"')
