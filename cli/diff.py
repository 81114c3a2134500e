"""The command that gives derivatives as expressions."""

from typing import Annotated

import typer

from .options import Ceilings, ExpressionArgument, Group, Listing, takes


class Formula(Group):
    """The expression, what to differentiate by, and how often."""

    expr: ExpressionArgument
    words: Annotated[
        list[str] | None,
        typer.Argument(
            metavar="[NAME]... [NAME=VALUE]...",
            help="The variables to differentiate by, else all that the expression has; a variable "
            "with a value stands for it. A variable named in both ways stays a name, and the value "
            "is an example of what it holds: a number, a vector, a matrix.",
            show_default=False,
        ),
    ] = None
    order: Annotated[
        int,
        typer.Option(
            "--order", metavar="N", min=1, max=20, help="Differentiate so often, in every order."
        ),
    ] = 1


class Style(Group):
    """How to write a formula."""

    format: Annotated[Listing, typer.Option("--format", help="text or json.")] = Listing.text
    latex: Annotated[bool, typer.Option("--latex", help="Write LaTeX.")] = False
    steps: Annotated[
        bool, typer.Option("--steps", help="Show the derivative of each part, and the rule.")
    ] = False


@takes(Formula, Style, Ceilings)
def diff(formula: Formula, style: Style, ceilings: Ceilings) -> None:
    """Print the derivative as an expression.

    Examples:
      gradcalc diff 'x^2*sin(x)' x
      gradcalc diff 'exp(-x^2/2)' x --order 2
      gradcalc diff 'x^2*y + sin(y)'
      gradcalc diff 'a*x^3' x a=5 --latex
      gradcalc diff 'sin(x)/x' x --steps
      gradcalc diff 'x @ A @ x' x
      gradcalc diff 'logdet(A)' A

    The rules are those that gradcalc grad applies, run on names in place of
    numbers.  What is printed is an expression of the language.

    In products and functions of matrices, and in functions along axes such as
    sum, a name is taken for a matrix if it begins with a capital letter, for
    a vector if not; elsewhere names are numbers, and an example says
    otherwise.  --steps and --format json tell what was taken for what.  The
    derivative of a vector is its Jacobian, and sizes are taken to fit.
    """
    from .compiler import Compiler
    from .inputs import Values, read_expression, read_limits, split_assignments
    from .report import usage_fault

    limits, most_bytes = read_limits(ceilings)
    words = formula.words or []
    names = [word.strip() for word in words if "=" not in word]
    for name in names:
        if not name.isidentifier():
            raise usage_fault(f"'{name}' cannot name a variable", word=name)
    if len(set(names)) < len(names):
        raise usage_fault("a variable is named twice", "for a second derivative: --order 2")
    assignments = split_assignments(word for word in words if "=" in word)
    text = read_expression(formula.expr, limits)
    compiler = Compiler(limits)
    compiler.code(text)
    values = Values(compiler, most_bytes)
    values.parse(assignments)

    from .formula import answer
    from .request import numbers

    with numbers("float64", most_bytes):
        known = values.read_all(assignments)
        answer(text, names or None, known, formula.order, style, limits)
