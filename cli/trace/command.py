"""The command that shows how a number came about: gradcalc trace."""

from enum import StrEnum
from typing import Annotated

import typer

from ..compiler import Compiler
from ..options import Ceilings, Choice, Cotangent, Group, Problem, takes
from ..terminal import say


class Form(StrEnum):
    """How a trace is written."""

    text = "text"
    tree = "tree"
    json = "json"


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


@takes(Problem, Choice, Cotangent, Appearance, Ceilings)
def trace(
    problem: Problem,
    choice: Choice,
    vector: Cotangent,
    appearance: Appearance,
    ceilings: Ceilings,
) -> None:
    """Show every step of the evaluation and of the reverse pass.

    Examples:
      gradcalc trace 'x*y + sin(x)' x=1 y=2
      gradcalc trace '-x^2 + 2x' --format tree
      gradcalc trace 'sum(A @ v)' A='[[1,2],[3,4]]' v='[1,1]' --only backward
      gradcalc trace 'x^2*sin(y)' x=2 y=0.5 --format json --values none

    Each operation has a name, such as mul_1; the reverse pass shows what every
    node was given, its local derivative, and what it passed on.  Where cotangents
    meet, the sum is written out.  A value of several numbers is taken times a
    cotangent of ones, unless --cotangent gives another.
    """
    from ..inputs import Values, read_limits, read_names, read_problem, read_vector
    from ..numerals import read_digits

    digits = read_digits(appearance.digits)
    names = read_names(choice.wrt)
    limits, most_bytes = read_limits(ceilings)
    compiler = Compiler(limits)
    text, assignments = read_problem(problem, compiler)
    if appearance.format is Form.tree:
        say(tree_of(text, compiler, appearance.depth))
        return
    values = Values(compiler, most_bytes)
    values.parse(assignments)

    from ..request import Request, numbers
    from .record import View, record
    from .writers import writer

    with numbers(problem.dtype, most_bytes):
        known = values.read_all(assignments)
        request = Request("trace", text, known, names, dtype=problem.dtype)
        if vector.cotangent is not None:
            request.cotangent = read_vector(vector.cotangent, "--cotangent", values)
        tape, evaluation = record(request, compiler)
        view = View(
            tape,
            evaluation.source,
            evaluation.value,
            appearance.values.value,
            digits,
            appearance.only is not Half.backward,
            appearance.only is not Half.forward,
            appearance.depth,
        )
        say(writer(appearance.format.value)(view))


def tree_of(text: str, compiler: Compiler, depth: int | None) -> str:
    """Parse only: a tree needs no numbers."""
    from ...parser.build import parse_expression
    from .tree import as_tree

    return as_tree(parse_expression(text, compiler.limits), depth)
