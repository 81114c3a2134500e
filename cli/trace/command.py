"""The command that shows how a number came about: gradcalc trace."""

from typing import Annotated

import typer

from ..options import Ceilings, Choice, Cotangent, Group, Problem, takes
from .appearance import Appearance


class Comparison(Group):
    """Whether two traces are compared."""

    diff: Annotated[
        bool,
        typer.Option(
            "--diff",
            help="Say where two expressions part, or one at two points (a variable is given "
            "twice); exit code 1 if they do.",
        ),
    ] = False


@takes(Problem, Choice, Cotangent, Appearance, Comparison, Ceilings)
def trace(
    problem: Problem,
    choice: Choice,
    vector: Cotangent,
    appearance: Appearance,
    comparison: Comparison,
    ceilings: Ceilings,
) -> None:
    """Show every step of the evaluation and of the reverse pass.

    Examples:
      gradcalc trace 'x*y + sin(x)' x=1 y=2
      gradcalc trace '-x^2 + 2x' --format tree
      gradcalc trace 'sum(A @ v)' A='[[1,2],[3,4]]' v='[1,1]' --only backward
      gradcalc trace 'x^2*sin(y)' x=2 y=0.5 --format json --values none
      gradcalc trace --diff 'x^2 - y^2' '(x-y)*(x+y)' x=1e8 y=1
      gradcalc trace --diff 'where(x > 0, sqrt(x), x)' x=4 x=-1

    Each operation has a name, such as mul_1; the reverse pass shows what every
    node was given, its local derivative, and what it passed on.  Where cotangents
    meet, the sum is written out.  A value of several numbers is taken times a
    cotangent of ones, unless --cotangent gives another.
    """
    from ..compiler import Compiler
    from ..inputs import read_limits
    from .answer import Asked, write_difference, write_trace

    limits, most_bytes = read_limits(ceilings)
    asked = Asked(problem, choice, vector, appearance, Compiler(limits), most_bytes)
    if not comparison.diff:
        write_trace(asked)
    elif status := write_difference(asked):
        raise typer.Exit(status)
