"""The command that writes an expression and its gradient as source: gradcalc export."""

from enum import StrEnum
from typing import Annotated

import typer

from ..options import Ceilings, Choice, Group, Problem, takes
from ..terminal import say


class Target(StrEnum):
    """The languages."""

    python = "python"
    numpy = "numpy"
    torch = "torch"
    jax = "jax"
    c = "c"
    latex = "latex"
    julia = "julia"


class Writing(Group):
    """What to write."""

    lang: Annotated[Target, typer.Option("--lang", help="The language of the source.")] = (
        Target.python
    )


@takes(Problem, Choice, Writing, Ceilings)
def export(problem: Problem, choice: Choice, writing: Writing, ceilings: Ceilings) -> None:
    """Write an expression and its gradient as source.

    Examples:
      gradcalc export 'x^2*sin(y)'
      gradcalc export 'sqrt(x^2 + y^2)' --lang c
      gradcalc export 'sum((A @ v)^2)' A='[[1,2],[3,4]]' v='[1,1]' --lang numpy
      gradcalc export 'exp(-x^2/2)' --lang latex --wrt x

    What several parts have in common is computed once.  A variable without a value
    is a number; a value gives the shape of an array, which is written out number
    by number.  Choices are written with where(c, a, b), since 'a if c else b' would
    be decided once and for all.
    """
    from ..compiler import Compiler
    from ..inputs import Values, read_limits, read_names, read_problem
    from .sample import exported

    limits, most_bytes = read_limits(ceilings)
    compiler = Compiler(limits)
    text, assignments = read_problem(problem, compiler)
    values = Values(compiler, most_bytes)
    values.parse(assignments)

    from ..request import numbers

    with numbers("float64", most_bytes):
        known = values.read_all(assignments)
        source = exported(text, known, read_names(choice.wrt), compiler, writing.lang.value)
    say(source)
