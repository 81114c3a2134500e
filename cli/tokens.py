"""Which words of a command line are options: a mathematical expression may begin with a minus.

The rule: a word is an option if it begins with `--`, else it is an argument, `-x^2` and `-5` among
them; `--` alone ends the options.  Only `-h` asks for help, where no variable is called h.  An
unknown option is a fault with a suggestion, never an argument.  Typer gets the words sorted,
options first, so that its own parser has nothing to guess.
"""

import shlex
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, NoReturn

import typer
from typer.core import TyperCommand, TyperGroup

from ..parser.errors import LanguageError
from ..parser.spans import Span
from ..parser.suggest import nearest
from .report import usage_fault
from .terminal import say


def split_words(words: Sequence[str], known: Mapping[str, bool]) -> tuple[list[str], list[str]]:
    """Sort words into options (with their values) and arguments.

    `known` says of each option whether it takes a value.
    Raises: LanguageError for an unknown option and for a value that is missing or too many.
    """
    options: list[str] = []
    arguments: list[str] = []
    rest = list(reversed(words))
    while rest:
        word = rest.pop()
        if word == "--":
            return options, arguments + rest[::-1]
        if not word.startswith("--"):
            arguments.append(word)
            continue
        name, equals, _ = word.partition("=")
        if name not in known:
            raise unknown_option(name, word, known)
        if equals and not known[name]:
            raise usage_fault(f"the option {name} takes no value", word=word)
        options.append(word)
        if known[name] and not equals:
            options.append(value_after(name, rest, known))
    return options, arguments


def value_after(name: str, rest: list[str], known: Mapping[str, bool]) -> str:
    """Take the value of an option from the words that are left."""
    if not rest or rest[-1] == "--" or rest[-1].partition("=")[0] in known:
        raise usage_fault(f"the option {name} needs a value", word=name)
    return rest.pop()


def unknown_option(name: str, word: str, known: Iterable[str]) -> LanguageError:
    """Make the fault for an unknown option, with what may have been meant."""
    if near := nearest(name, known):
        help_ = f"did you mean {near}?"
    else:
        help_ = f"an expression that begins with -- goes after -- alone: -- '{word}'"
    return usage_fault(f"there is no option {name}", help_, word=word, span=Span(0, len(name)))


def asks_for_help(words: Sequence[str], arguments: Sequence[str]) -> bool:
    """Whether -h among the arguments asks for help: not behind --, nor where there is an h.

    With a variable h it is an expression, minus h.
    """
    names = (argument.partition("=")[0].strip() for argument in arguments)
    return "-h" in arguments and "--" not in words and "h" not in names


def known_options(command: Any, context: typer.Context) -> dict[str, bool]:
    """Return the options of a command and whether each takes a value."""
    known: dict[str, bool] = {}
    for parameter in command.get_params(context):
        if parameter.param_type_name == "option":
            names = [*parameter.opts, *parameter.secondary_opts]
            known |= dict.fromkeys(names, not parameter.is_flag)
    return known


def tell_help(command: Any, context: typer.Context) -> NoReturn:
    """Print the help of a command and leave."""
    say(command.get_help(context) + "\n")
    raise typer.Exit


def write_help(command: Any, context: Any, formatter: Any) -> None:
    """Write help: what the command does, examples, and only then the usage and the options."""
    formatter.write(command.help + "\n\n")
    command.format_usage(context, formatter)
    command.format_options(context, formatter)


class Command(TyperCommand):
    """A command whose arguments may begin with a minus sign."""

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        """Sort the words, then let typer check and convert them."""
        if ctx.resilient_parsing:
            return super().parse_args(ctx, args)
        options, arguments = split_words(args, known_options(self, ctx))
        if "--help" in options or asks_for_help(args, arguments):
            tell_help(self, ctx)
        if arguments and not any(p.param_type_name == "argument" for p in self.get_params(ctx)):
            message = f"gradcalc {self.name} reads standard input and takes no arguments"
            help_ = f"gradcalc {self.name} < {shlex.quote(arguments[0])}"
            raise usage_fault(message, help_, word=arguments[0])
        needed = [p.metavar for p in self.get_params(ctx) if p.required]
        if needed and not arguments:
            help_ = f"gradcalc {self.name} --help shows examples"
            raise usage_fault(f"gradcalc {self.name} needs {needed[0]}", help_)
        return super().parse_args(ctx, [*options, "--", *arguments])

    def collect_usage_pieces(self, ctx: Any) -> list[str]:
        """Name the arguments, then the options: EXPR [NAME=VALUE]... [OPTIONS]."""
        arguments = [
            str(p.metavar) for p in self.get_params(ctx) if p.param_type_name == "argument"
        ]
        return [*arguments, "[OPTIONS]"]

    def format_help(self, ctx: Any, formatter: Any) -> None:
        """Begin with the examples."""
        write_help(self, ctx, formatter)


class Group(TyperGroup):
    """The program itself: global options, then a command, whose words are left to it."""

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        """Check the words before the command."""
        if ctx.resilient_parsing:
            return super().parse_args(ctx, args)
        known = known_options(self, ctx)
        end = command_place(args, known)
        options, _ = split_words(args[:end], known)
        if "--help" in options or args[:1] == ["-h"] or not args:
            tell_help(self, ctx)
        rest = args[end:]
        if rest[:1] == ["help"]:
            if not rest[1:]:
                tell_help(self, ctx)
            rest = [rest[1], "--help"]
        return super().parse_args(ctx, [*options, "--", *rest])

    def format_help(self, ctx: Any, formatter: Any) -> None:
        """Begin with the examples."""
        write_help(self, ctx, formatter)


def command_place(words: Sequence[str], known: Mapping[str, bool]) -> int:
    """Return the place of the first word that is neither an option nor an option's value."""
    place = 0
    while place < len(words) and words[place].startswith("--") and words[place] != "--":
        # --name=value is one word, --name value two
        place += 2 if known.get(words[place]) else 1
    return place
