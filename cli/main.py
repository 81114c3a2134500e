"""The typer app: the commands by name, and the global options.

Commands are described to typer one at a time, when asked for: the description of all of them would
cost every start more than a gradient takes.
"""

import inspect
import sys
from collections.abc import Callable
from typing import Annotated, Any

import typer
from typer.main import get_command

from ..parser.errors import LanguageError
from ..parser.suggest import nearest
from . import batch, diff, explain, expressions, run
from .export import command as exporting
from .options import Colour, ColourOption
from .report import usage_fault
from .terminal import say
from .tokens import Command, Group
from .trace import command as tracing

COMMANDS: dict[str, Callable[..., None]] = {
    "eval": expressions.eval_,
    "grad": expressions.grad,
    "jac": expressions.jac,
    "hess": expressions.hess,
    "vjp": expressions.vjp,
    "jvp": expressions.jvp,
    "hvp": expressions.hvp,
    "trace": tracing.trace,
    "export": exporting.export,
    "diff": diff.diff,
    "check": explain.check,
    "run": run.run,
    "functions": explain.functions,
    "batch": batch.batch,
}
# Help and usage have the same bytes in every terminal.
SETTINGS: dict[str, Any] = {"terminal_width": 80, "help_option_names": ["--help"]}


class Commands(Group):
    """The group of all commands, each made when it is asked for."""

    def list_commands(self, ctx: Any) -> list[str]:
        """Name the commands in the order of the help."""
        return list(COMMANDS)

    def get_command(self, ctx: Any, cmd_name: str) -> Any:
        """Describe one command to typer."""
        if cmd_name not in COMMANDS:
            return None
        single = typer.Typer(add_completion=False, rich_markup_mode=None)
        single.command(cmd_name, cls=Command)(COMMANDS[cmd_name])
        return get_command(single)

    def resolve_command(self, ctx: Any, args: list[str]) -> Any:
        """Find the command, or say what there is."""
        if args[0] not in COMMANDS and not ctx.resilient_parsing:
            raise unknown_command(args[0])
        return super().resolve_command(ctx, args)

    def format_commands(self, ctx: Any, formatter: Any) -> None:
        """List the commands by the first sentences of their help."""
        with formatter.section("Commands"):
            formatter.write_dl([(name, summary(made)) for name, made in COMMANDS.items()])


def summary(command: Callable[..., None]) -> str:
    """Return the first line of a command's help."""
    return (inspect.getdoc(command) or "").partition("\n")[0]


def unknown_command(word: str) -> LanguageError:
    """Make the failure for a word that is no command."""
    if near := nearest(word, COMMANDS):
        helps = [f"did you mean {near}?"]
    else:
        helps = ["gradcalc --help lists the commands"]
        if not word.isidentifier():
            helps.insert(0, f"a command comes first: gradcalc eval '{word}'")
    return usage_fault(f"there is no command '{word}'", *helps, word=word)


def tell_version(wanted: bool) -> None:
    """Print the version, and those of what it stands on, without importing any of it."""
    if not wanted:
        return
    from importlib.metadata import version

    parts = ", ".join(f"{name} {version(name)}" for name in ("numpy", "lark", "typer"))
    python = ".".join(map(str, sys.version_info[:3]))
    say(f"gradcalc {version('gradcalc')}\nPython {python}, {parts}\n")
    raise typer.Exit


app = typer.Typer(
    name="gradcalc",
    cls=Commands,
    rich_markup_mode=None,
    pretty_exceptions_enable=False,
    context_settings=SETTINGS,
)


@app.callback()
def gradcalc(
    version: Annotated[
        bool,
        typer.Option(
            "--version", callback=tell_version, is_eager=True, help="Print the version and exit."
        ),
    ] = False,
    color: ColourOption = Colour.auto,
) -> None:
    """Differentiate mathematical expressions.

    Examples:
      gradcalc grad 'x^2*sin(y)' x=2 y=0.5
      gradcalc grad 'mean(3*(x+2)^2)' x='[[1,2],[3,4]]'
      gradcalc jac '[x[0]^2, x[0]*x[1]]' x='[1,2]'
      gradcalc hess '100*(y-x^2)^2 + (1-x)^2' x=1 y=1
      echo 'x*y + sin(x)' | gradcalc grad - x=1 y=2 --only x

    gradcalc COMMAND --help says more about each command.
    Exit codes: 0 fine; 1 a comparison failed or a program raised an error; 2 usage,
    syntax, unknown name, wrong shape or type; 3 --finite was given and a result is
    NaN or infinite; 70 a fault of gradcalc itself; 130 interrupted.
    """
