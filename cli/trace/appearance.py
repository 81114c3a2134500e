"""What of a trace is written, and how: the options of `trace` and of `run --trace`."""

from enum import StrEnum
from typing import Annotated

import typer

from ..options import Group


class Form(StrEnum):
    """How a trace is written."""

    text = "text"
    tree = "tree"
    json = "json"
    dot = "dot"
    mermaid = "mermaid"
    svg = "svg"
    html = "html"


class Shown(StrEnum):
    """How much of the values is shown."""

    none = "none"
    short = "short"
    full = "full"


class Half(StrEnum):
    """Which half of a trace."""

    forward = "forward"
    backward = "backward"


class Appearance(Group):
    """What of a trace is written, and how."""

    format: Annotated[Form, typer.Option("--format", help="How the trace is written.")] = Form.text
    values: Annotated[
        Shown,
        typer.Option("--values", help="Show no values, the beginning of large ones, or all."),
    ] = Shown.short
    only: Annotated[
        Half | None,
        typer.Option("--only", help="Show one half of the trace.", show_default=False),
    ] = None
    depth: Annotated[
        int | None,
        typer.Option(
            "--depth",
            metavar="N",
            min=0,
            help="Show the N operations nearest to the result; of a tree, N levels.",
            show_default=False,
        ),
    ] = None
    digits: Annotated[
        str,
        typer.Option("--digits", metavar="N", help="Significant digits: 1 to 17, or full."),
    ] = "12"
