"""Every command and every option is described, and the examples of the help work."""

import re

import pytest
import typer
from typer.main import get_command

from gradcalc.cli.main import COMMANDS, app

from .transcripts import run_line, run_words

PROGRAM = get_command(app)
CONTEXT = typer.Context(PROGRAM, info_name="gradcalc")
EXAMPLES = [
    pytest.param(line.strip(), id=f"{name}: {line.strip()[:70]}")
    for name in COMMANDS
    for line in PROGRAM.get_command(CONTEXT, name).help.splitlines()
    if re.match(r"\s+(gradcalc|echo) ", line) and "< requests" not in line
]


@pytest.mark.parametrize("name", COMMANDS)
def test_a_command_and_its_options_are_described(name):
    command = PROGRAM.get_command(CONTEXT, name)
    assert "Examples:\n" in command.help
    for parameter in command.params:
        assert parameter.help, f"{name}: {parameter.name} is not described"
        assert parameter.help.endswith("."), f"{name}: {parameter.name} is no sentence"


@pytest.mark.parametrize("name", COMMANDS)
def test_help_begins_with_examples_and_goes_to_standard_output(name):
    outcome = run_words([name, "--help"])
    text = outcome.stdout.decode()
    assert (outcome.status, outcome.stderr) == (0, "")
    assert text.index("Examples:") < text.index("Usage:") < text.index("Options:")
    assert max(map(len, text.splitlines())) <= 80
    assert text.isascii()


@pytest.mark.parametrize("words", [[], ["--help"], ["-h"], ["help"]])
def test_the_program_lists_its_commands(words):
    outcome = run_words(words)
    text = outcome.stdout.decode()
    assert outcome.status == 0
    assert all(re.search(rf"^  {name} +\S.*\.$", text, re.M) for name in COMMANDS)


def test_help_does_not_depend_on_the_terminal(monkeypatch):
    wide = run_words(["grad", "--help"])
    monkeypatch.setenv("COLUMNS", "30")
    monkeypatch.setenv("FORCE_COLOR", "1")
    assert run_words(["grad", "--help"]) == wide


@pytest.mark.parametrize("line", EXAMPLES)
def test_an_example_of_the_help_works(line):
    outcome = run_line(line)
    assert outcome.status == (3 if "--finite" in line else 1 if "--diff" in line else 0)
    assert outcome.stdout


def test_the_version_names_what_it_stands_on():
    lines = run_words(["--version"]).stdout.decode().splitlines()
    assert re.fullmatch(r"gradcalc \d+\.\d+\.\d+", lines[0])
    assert re.fullmatch(r"Python [\d.]+\S*, numpy \S+, lark \S+, typer \S+", lines[1])


@pytest.mark.parametrize("name", COMMANDS)
def test_help_can_be_asked_for_in_other_words(name):
    wanted = run_words([name, "--help"])
    assert run_words([name, "-h"]) == wanted
    assert run_words(["help", name]) == wanted


@pytest.mark.parametrize(
    "words", [["eval", "-h", "h=2"], ["eval", "h=2", "-h", "h=3"], ["diff", "-h", "h"]]
)
def test_minus_h_is_an_expression_where_there_is_an_h(words):
    assert "Examples" not in run_words(words).stdout.decode()


def test_minus_h_is_an_expression_behind_two_dashes():
    assert "the name 'h' has no value" in run_words(["eval", "--", "-h"]).stderr
