"""A tape as a Mermaid flowchart, which READMEs show as a picture."""

from __future__ import annotations

from collections.abc import Iterator

from .graph import HEX, arrows, boxes
from .record import View

# what means something to Mermaid or to HTML inside a quoted label
ESCAPES = str.maketrans(
    {"#": "#35;", "&": "#38;", '"': "#34;", "<": "#60;", ">": "#62;", "`": "#96;", "*": "#42;"}
)


def as_mermaid(view: View) -> str:
    """The drawing as a text."""
    return "".join(lines(view))


def lines(view: View) -> Iterator[str]:
    """The boxes, the arrows, then the colours."""
    identities: dict[str, str] = {}
    yield "flowchart TD\n"
    for box in boxes(view):
        identity = identities[box.name] = identity_of(box.name, len(identities))
        label = "<br/>".join(line.translate(ESCAPES) for line in box.lines)
        yield f'  {identity}["{label}"]:::{box.kind}\n'
    for arrow in arrows(view):
        sign = "-.->" if arrow.saved else "-->"
        yield f"  {identities[arrow.source]} {sign} {identities[arrow.target]}\n"
    for kind, colour in HEX.items():
        yield f"  classDef {kind} fill:{colour},stroke:#333,color:#000\n"


def identity_of(name: str, place: int) -> str:
    """An identifier that is no word of Mermaid's: the name with a letter before it."""
    plain = name.replace(".", "_")
    return f"n_{plain}" if plain.isascii() else f"n_{place}"
