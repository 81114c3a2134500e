"""The command that runs a program: its output as Python would print it, its errors too."""

import gc
from typing import Annotated

import typer

from .options import Colour, ColourOption, Group, takes
from .report import usage_fault
from .status import Status
from .terminal import say, warn
from .trace.appearance import Appearance


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
            "--max-memory",
            metavar="BYTES",
            help="Most memory of a tensor: 4G, 512M, 65536. All together may have four times as "
            "much.",
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
    finite: Annotated[
        bool,
        typer.Option(
            "--finite",
            help="Exit with 3, saying where, if an operation or its derivative makes a NaN or an "
            "infinity of finite numbers.",
        ),
    ] = False
    color: ColourOption = Colour.auto


class Tracing(Group):
    """Whether reverse passes are traced, which, and where to."""

    trace: Annotated[
        bool,
        typer.Option(
            "--trace", help="Trace every reverse pass (backward, autograd.grad) to standard error."
        ),
    ] = False
    trace_to: Annotated[
        str | None,
        typer.Option("--trace-to", metavar="FILE", help="Trace into a file.", show_default=False),
    ] = None
    trace_call: Annotated[
        int | None,
        typer.Option(
            "--trace-call",
            metavar="N",
            min=1,
            help="Trace only the N-th pass. mermaid, svg and html hold one: the first, unless "
            "another is chosen.",
            show_default=False,
        ),
    ] = None

    def is_asked(self) -> bool:
        """Whether anything is to be traced."""
        return self.trace or self.trace_to is not None


@takes(Program, Tracing, Appearance)
def run(program: Program, tracing: Tracing, appearance: Appearance) -> None:
    """Run a PyTorch-style program and print what it prints.

    Examples:
      gradcalc run snippet.py
      echo 'import torch; print(torch.ones(2))' | gradcalc run -
      gradcalc run snippet.py --trace
      gradcalc run snippet.py --trace --format json

    The program is Python as far as autograd code needs it; it imports torch, and
    prints what Python with PyTorch prints.  Exit code 1 says that it raised an
    error, 2 that it is not part of the language: then nothing has run.

    --format, --values, --only, --depth and --digits say how traces are written;
    json is one object a line, for each pass.  --trace-to page.html --format html
    makes a page to step through.
    """
    from ..parser.limits import Limits
    from ..parser.program.problems import places_of
    from ..parser.program.run import read_program, run_program
    from .files import read_text
    from .inputs import read_bytes
    from .memory import bound, lift

    limits = Limits(
        text_length=program.max_length,
        steps=program.max_steps,
        integer_digits=program.max_integer,
    )
    most_bytes = read_bytes(program.max_memory)
    bound(most_bytes)
    check_appearance(tracing, appearance)
    name = "<stdin>" if program.file == "-" else program.file
    code = read_program(read_text(program.file), limits, name)
    watch = None
    if program.finite or tracing.is_asked():
        from .watch import Watch

        watch = Watch(code.source, tracing, appearance, program.finite)
    # Unlike a single command, a program can leave cycles behind without end.
    gc.freeze()
    gc.enable()
    error = run_program(code, limits, say, most_bytes, watch and watch.observe)
    status = Status.FINE if watch is None else watch.end()
    if error is not None:
        lift()
        if places_of(error) is not None:
            from .program_faults import note_about

            warn(note_about(error, code, limits, most_bytes))
        status = report(error) or status
    if status:
        raise typer.Exit(status)


def check_appearance(tracing: Tracing, appearance: Appearance) -> None:
    """Refuse what would not be heeded. Raises: LanguageError."""
    if appearance.format == "tree":
        raise usage_fault("a program is not drawn as a tree", word="tree")
    chosen = {
        "--format": appearance.format != "text",
        "--values": appearance.values != "short",
        "--only": appearance.only is not None,
        "--depth": appearance.depth is not None,
        "--trace-call": tracing.trace_call is not None,
    }
    if any(chosen.values()) and not tracing.is_asked():
        word = next(name for name, is_chosen in chosen.items() if is_chosen)
        raise usage_fault("this option is about traces", "add --trace", word=word)


def report(error: BaseException) -> int:
    """Say on standard error how a program ended, as Python does; return the exit status."""
    from ..parser.program.tracebacks import traceback_text

    if isinstance(error, SystemExit):
        if error.code is None or isinstance(error.code, int):
            return exit_status(error.code)
        warn(f"{error.code}\n")
        return Status.DIFFERENT
    warn(traceback_text(error))
    return Status.DIFFERENT


def exit_status(code: int | None) -> int:
    """Return what the system shows for a code that a program exits with, as Python does."""
    number = code or 0
    return number % 256 if -(2**63) <= number < 2**63 else 255
