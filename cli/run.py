"""The command that runs a program: its output as Python would print it, its errors too."""

import gc
from typing import Annotated

import typer

from .options import Colour, ColourOption, Group, takes
from .status import Status
from .terminal import say, warn


class Program(Group):
    """The program and what it may use."""

    file: Annotated[
        str,
        typer.Argument(
            metavar="FILE", help="The program, or - for standard input.", show_default=False
        ),
    ]
    max_memory: Annotated[
        str,
        typer.Option(
            "--max-memory", metavar="BYTES", help="Most memory of a tensor: 4G, 512M, 65536."
        ),
    ] = "4G"
    max_integer: Annotated[
        int,
        typer.Option("--max-integer", metavar="DIGITS", min=20, help="Most digits of an integer."),
    ] = 1_000_000
    max_steps: Annotated[
        int, typer.Option("--max-steps", metavar="N", min=1, help="Most steps of the program.")
    ] = 10_000_000_000
    max_length: Annotated[
        int,
        typer.Option("--max-length", metavar="N", min=1, help="Most characters of the program."),
    ] = 16 * 2**20
    color: ColourOption = Colour.auto


@takes(Program)
def run(program: Program) -> None:
    """Run a PyTorch-style program and print what it prints.

    Examples:
      gradcalc run snippet.py
      echo 'import torch; print(torch.ones(2))' | gradcalc run -

    The program is Python as far as autograd code needs it; it imports torch, and
    prints what Python with PyTorch prints.  Exit code 1 says that it raised an
    error, 2 that it is not part of the language: then nothing has run.
    """
    from ..parser.limits import Limits
    from ..parser.program.run import read_program, run_program
    from .files import read_text
    from .inputs import read_bytes

    limits = Limits(
        text_length=program.max_length,
        steps=program.max_steps,
        integer_digits=program.max_integer,
    )
    most_bytes = read_bytes(program.max_memory)
    name = "<stdin>" if program.file == "-" else program.file
    code = read_program(read_text(program.file), limits, name)
    # Unlike a single command, a program can leave cycles behind without end.
    gc.freeze()
    gc.enable()
    error = run_program(code, limits, say, most_bytes)
    if error is not None:
        raise typer.Exit(report(error))


def report(error: BaseException) -> int:
    """Say on standard error how a program ended, as Python does; return the exit status."""
    from ..parser.program.tracebacks import traceback_text

    if isinstance(error, SystemExit):
        if error.code is None or isinstance(error.code, int):
            return error.code or Status.FINE
        warn(f"{error.code}\n")
        return Status.DIFFERENT
    warn(traceback_text(error))
    return Status.DIFFERENT
