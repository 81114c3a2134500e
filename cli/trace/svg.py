"""A tape as an SVG picture, by a layout of our own: no program has to be installed."""

from __future__ import annotations

import itertools
from collections.abc import Iterator
from html import escape

from ...parser.spans import cells
from .graph import HEX, Box, arrows, boxes
from .layout import Place, laid_out
from .record import View

CHARACTER, LINE, PADDING = 7, 15, 8
HEAD = """\
<svg xmlns="http://www.w3.org/2000/svg" width="{0}" height="{1}" viewBox="0 0 {0} {1}">
<style>
text {{ font: 11px monospace; text-anchor: middle; fill: #000 }}
rect {{ stroke: #333; rx: 4 }}
path {{ fill: none; stroke: #555 }}
.saved-arrow {{ stroke: #d98200; stroke-dasharray: 4 3 }}
</style>
<defs><marker id="head" viewBox="0 0 8 8" refX="8" refY="4" markerWidth="7" markerHeight="7" \
orient="auto"><path d="M0 0L8 4L0 8z" style="fill: #555; stroke: none"/></marker></defs>
<rect width="{0}" height="{1}" fill="#fff" style="stroke: none"/>
"""


def as_svg(view: View) -> str:
    """The picture."""
    drawn = list(boxes(view))
    leading = list(arrows(view))
    layout = laid_out(map(size_of, drawn), [(a.source, a.target) for a in leading])
    lines = [HEAD.format(layout.width, layout.height)]
    for arrow, points in zip(leading, layout.routes, strict=True):
        kind = ' class="saved-arrow"' if arrow.saved else ""
        lines.append(f'<path{kind} marker-end="url(#head)" d="{curve(points)}"/>\n')
    for box in drawn:
        lines += box_lines(box, layout.places[box.name])
    return "".join([*lines, "</svg>\n"])


def size_of(box: Box) -> tuple[str, int, int]:
    """The name, the width and the height of a box, by its text."""
    longest = max(map(cells, box.lines), default=0)
    return box.name, longest * CHARACTER + 2 * PADDING, len(box.lines) * LINE + PADDING


def curve(points: list[tuple[int, int]]) -> str:
    """A smooth path through the points, upright where it begins and ends."""
    parts = [f"M{points[0][0]} {points[0][1]}"]
    for (x, y), (u, v) in itertools.pairwise(points):
        middle = (y + v) // 2
        parts.append(f"C{x} {middle} {u} {middle} {u} {v}")
    return "".join(parts)


def box_lines(box: Box, place: Place) -> Iterator[str]:
    """A box: its name as a tooltip, its frame, its lines of text."""
    left = place.x - place.width // 2
    yield f"<g><title>{escape(box.name)}</title>"
    yield (
        f'<rect x="{left}" y="{place.y}" width="{place.width}" height="{place.height}" '
        f'fill="{HEX[box.kind]}"/>'
    )
    for k, line in enumerate(box.lines):
        y = place.y + PADDING // 2 + (k + 1) * LINE - 4
        yield f'<text x="{place.x}" y="{y}">{escape(line)}</text>'
    yield "</g>\n"
