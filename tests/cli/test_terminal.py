"""The decision about colour, and options seen before parsing."""

import pytest

from gradcalc.cli.terminal import colours_wanted, wanted_option


@pytest.mark.parametrize(
    ("choice", "environment", "terminal", "colour"),
    [
        (None, {}, True, True),
        (None, {}, False, False),
        ("auto", {}, True, True),
        ("always", {"NO_COLOR": "1"}, False, True),
        ("never", {"FORCE_COLOR": "1"}, True, False),
        (None, {"NO_COLOR": "1"}, True, False),
        (None, {"NO_COLOR": ""}, True, True),
        (None, {"NO_COLOR": "1", "FORCE_COLOR": "1"}, True, False),
        (None, {"FORCE_COLOR": "1"}, False, True),
        (None, {"FORCE_COLOR": ""}, False, False),
        (None, {"CLICOLOR_FORCE": "1"}, False, True),
        (None, {"CLICOLOR_FORCE": "0"}, False, False),
        (None, {"TERM": "dumb"}, True, False),
        (None, {"TERM": "dumb", "FORCE_COLOR": "1"}, True, True),
        (None, {"CLICOLOR": "0"}, True, False),
    ],
)
def test_colour(choice, environment, terminal, colour):
    assert colours_wanted(choice, environment, terminal) is colour


@pytest.mark.parametrize(
    ("words", "value"),
    [
        (["eval", "1", "--format", "json"], "json"),
        (["eval", "1", "--format=csv"], "csv"),
        (["--format", "csv", "--format=json"], "json"),
        (["eval", "--", "--format", "json"], None),
        (["eval", "--format"], None),
        ([], None),
    ],
)
def test_an_option_is_seen_before_parsing(words, value):
    assert wanted_option(words, "--format") == value
