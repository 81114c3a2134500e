"""The commands that explain: check compares derivatives, functions lists the language."""

from typing import Annotated

import typer

from .options import Ceilings, Choice, Colour, ColourOption, Dtype, Group, Listing, Problem, takes
from .status import Status
from .terminal import say


class Report(Group):
    """How a list is written."""

    format: Annotated[Listing, typer.Option("--format", help="text or json.")] = Listing.text


class Pattern(Group):
    """Which functions to list."""

    pattern: Annotated[
        str | None,
        typer.Argument(
            metavar="[PATTERN]",
            help="A name (its details are shown), a part of one, or a pattern such as 'log*'.",
            show_default=False,
        ),
    ] = None
    color: ColourOption = Colour.auto


@takes(Problem, Choice, Report, Ceilings)
def check(problem: Problem, choice: Choice, report: Report, ceilings: Ceilings) -> None:
    """Compare every derivative with finite differences.

    Examples:
      gradcalc check 'x^2*sin(y)' x=2 y=0.5
      gradcalc check '[x[0]*x[1], exp(x[0])]' x='[1,2]' --format json

    The value may be a tensor: all its derivatives are compared.  The differences
    are central, in float64, with Richardson extrapolation, and notice a relative
    error of 1e-6.  Exit code 1 says that some number was not confirmed.  At a kink
    differences give the mean of the slopes: relu(x) at 0 fails, abs(x) does not.
    """
    from .compiler import Compiler
    from .inputs import Values, read_limits, read_names, read_problem

    limits, most_bytes = read_limits(ceilings)
    compiler = Compiler(limits)
    text, assignments = read_problem(problem, compiler)
    values = Values(compiler, most_bytes)
    values.parse(assignments)

    from .comparison import as_json, as_text, compare
    from .jsonio import dumps
    from .request import Request, answer, numbers

    with numbers(Dtype.float64, most_bytes):
        known = values.read_all(assignments)
        blocks = compare(answer(Request("jac", text, known, read_names(choice.wrt)), compiler))
    say(dumps(as_json(blocks)) + "\n" if report.format is Listing.json else as_text(blocks))
    if any(block.doubts for block in blocks):
        raise typer.Exit(Status.DIFFERENT)


@takes(Pattern, Report)
def functions(pattern: Pattern, report: Report) -> None:
    """List the functions of the language, with their derivatives.

    Examples:
      gradcalc functions
      gradcalc functions sin
      gradcalc functions 'log*' --format json

    Of one function all is shown.  A derivative is the cotangent of each input: in
    "self: g*cos(self)", g is the cotangent of the result, self the input.
    """
    from .catalogue import as_json, as_text, found

    rows = found(pattern.pattern)
    say(as_json(rows) if report.format is Listing.json else as_text(rows, pattern.pattern))
