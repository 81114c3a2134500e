"""The options of the commands, each described once, in groups that a command takes whole.

A group is a class whose fields carry typer's description; `takes` makes a typer command of a
function that wants groups.  Typer needs the fields one by one, people need them in one place.
(Not dataclasses: making those costs a start three milliseconds.)
"""

import inspect
from collections.abc import Callable
from enum import StrEnum
from typing import Annotated, Any

import typer
from typer.models import OptionInfo

ARGUMENTS_HELP = (
    "The variables. VALUE is an expression, evaluated left to right with the earlier variables "
    "known, or @FILE (.npy, .npz, .csv, .json; @FILE:KEY picks an array or a column), "
    "or @- for JSON on standard input."
)


class Format(StrEnum):
    """How an answer is written."""

    text = "text"
    json = "json"
    csv = "csv"
    npy = "npy"


class Listing(StrEnum):
    """How a list is written."""

    text = "text"
    json = "json"


class Dtype(StrEnum):
    """What floating-point numbers are."""

    float64 = "float64"
    float32 = "float32"


class OnKinks(StrEnum):
    """What to do about a convention in place of a derivative that does not exist."""

    silent = "silent"
    warn = "warn"
    error = "error"


class Colour(StrEnum):
    """When to colour."""

    auto = "auto"
    always = "always"
    never = "never"


ColourOption = Annotated[
    Colour,
    typer.Option(
        "--color",
        help="Colour error reports: auto is by terminal, NO_COLOR, FORCE_COLOR, CLICOLOR_FORCE.",
    ),
]


ExpressionArgument = Annotated[
    str,
    typer.Argument(
        metavar="EXPR",
        help="The expression, or - for standard input, or @FILE.",
        show_default=False,
    ),
]


class Group:
    """Options that belong together; the annotations of a subclass describe them to typer."""

    def __init__(self, values: dict[str, Any]) -> None:
        """Take the values of the group's own options out of all of a command's."""
        for name in self.__annotations__:
            setattr(self, name, values[name])

    @classmethod
    def parameters(cls) -> list[inspect.Parameter]:
        """Describe the options as keyword parameters."""
        empty = inspect.Parameter.empty
        return [
            inspect.Parameter(
                name,
                inspect.Parameter.KEYWORD_ONLY,
                default=getattr(cls, name, empty),
                annotation=annotation,
            )
            for name, annotation in cls.__annotations__.items()
        ]


class Problem(Group):
    """The expression and its variables."""

    expr: ExpressionArgument
    given: Annotated[
        list[str] | None,
        typer.Argument(metavar="[NAME=VALUE]...", help=ARGUMENTS_HELP, show_default=False),
    ] = None
    dtype: Annotated[Dtype, typer.Option("--dtype", help="The type of floats.")] = Dtype.float64


class Choice(Group):
    """What to differentiate by."""

    wrt: Annotated[
        str | None,
        typer.Option(
            "--wrt",
            metavar="NAMES",
            help="Differentiate by these, in this order: x,y. A name that the expression assigns "
            "(u in 'u = x*y; u^2') counts too. Otherwise by all variables given.",
            show_default=False,
        ),
    ] = None


class Cotangent(Group):
    """The vector of a vjp."""

    cotangent: Annotated[
        str | None,
        typer.Option(
            "--cotangent",
            metavar="VALUE",
            help="The vector to multiply the Jacobian with from the left, of the shape of the "
            "value. Not needed where the value is one number: then it is 1.",
            show_default=False,
        ),
    ] = None


class Tangents(Group):
    """The vectors of a jvp or an hvp."""

    tangent: Annotated[
        list[str] | None,
        typer.Option(
            "--tangent",
            metavar="NAME=VALUE",
            help="The direction of a variable, of its shape; one option a variable. "
            "Variables without one do not move.",
            show_default=False,
        ),
    ] = None


class Output(Group):
    """How to write the answer."""

    format: Annotated[
        Format, typer.Option("--format", help="csv and npy hold one array: see --only.")
    ] = Format.text
    digits: Annotated[
        str,
        typer.Option(
            "--digits", metavar="N", help="Significant digits of text and csv: 1 to 17, or full."
        ),
    ] = "12"
    only: Annotated[
        str | None,
        typer.Option(
            "--only",
            metavar="NAME",
            help="Print one entry alone: a variable (the derivative by it), "
            "f (the value), or the label that stands before it in the text.",
            show_default=False,
        ),
    ] = None
    finite: Annotated[
        bool,
        typer.Option("--finite", help="Exit with 3, saying where, if a number is NaN or infinite."),
    ] = False


class Care(Group):
    """What to say about a derivative."""

    kinks: Annotated[
        OnKinks,
        typer.Option(
            "--kinks",
            help="Where a function has no derivative, as abs at 0 and max at a tie, a convention "
            "stands in for it: warn says so, error refuses.",
        ),
    ] = OnKinks.silent


class Ceilings(Group):
    """What an expression may use at most."""

    max_memory: Annotated[
        str,
        typer.Option(
            "--max-memory",
            metavar="BYTES",
            help="Most memory of a tensor: 4G, 512M, 65536. All together may have four times as "
            "much.",
        ),
    ] = "4G"
    max_integer: Annotated[
        int,
        typer.Option("--max-integer", metavar="DIGITS", min=20, help="Most digits of an integer."),
    ] = 4300
    max_steps: Annotated[
        int,
        typer.Option(
            "--max-steps", metavar="N", min=1, help="Most steps of calls and comprehensions."
        ),
    ] = 100_000_000
    max_length: Annotated[
        int,
        typer.Option("--max-length", metavar="N", min=1, help="Most characters of an expression."),
    ] = 16 * 2**20
    color: ColourOption = Colour.auto


def option_names() -> list[str]:
    """Return the options of the commands that answer questions about expressions."""
    groups = (Problem, Choice, Cotangent, Tangents, Output, Care, Ceilings)
    fields = [item for group in groups for item in group.__annotations__.items()]
    return [
        f"--{name.replace('_', '-')}"
        for name, annotation in fields
        if isinstance(annotation.__metadata__[0], OptionInfo)
    ]


def takes(*groups: type[Group]) -> Callable[[Callable[..., None]], Callable[..., None]]:
    """Make a typer command of a function that wants these groups as its arguments."""

    def decorate(function: Callable[..., None]) -> Callable[..., None]:
        def command(**values: Any) -> None:
            function(*(group(values) for group in groups))

        command.__name__ = function.__name__
        command.__doc__ = function.__doc__
        # typer reads the options off the signature
        parameters = [parameter for group in groups for parameter in group.parameters()]
        setattr(command, "__signature__", inspect.Signature(parameters))  # noqa: B010
        return command

    return decorate
