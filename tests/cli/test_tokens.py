"""Which words are options."""

import pytest

from gradcalc.cli.tokens import split_words
from gradcalc.parser.errors import LanguageError

KNOWN = {"--wrt": True, "--digits": True, "--finite": False, "--help": False}


@pytest.mark.parametrize(
    ("words", "options", "arguments"),
    [
        (["-x^2", "x=3"], [], ["-x^2", "x=3"]),
        (["-5"], [], ["-5"]),
        (["-h", "h=1"], [], ["-h", "h=1"]),
        (["x", "--wrt", "x", "x=-3"], ["--wrt", "x"], ["x", "x=-3"]),
        (["x", "--wrt=x", "--finite"], ["--wrt=x", "--finite"], ["x"]),
        (["--digits", "-1", "x"], ["--digits", "-1"], ["x"]),
        (["--finite", "--", "--x", "--wrt"], ["--finite"], ["--x", "--wrt"]),
        (["--", "--"], [], ["--"]),
        (["-"], [], ["-"]),
    ],
)
def test_words_are_sorted(words, options, arguments):
    assert split_words(words, KNOWN) == (options, arguments)


@pytest.mark.parametrize(
    ("words", "message", "help_"),
    [
        (["--wtr", "x"], "there is no option --wtr", "did you mean --wrt?"),
        (["--fin"], "there is no option --fin", "did you mean --finite?"),
        (["--x^2"], "there is no option --x^2", "goes after -- alone"),
        (["x", "--wrt"], "--wrt needs a value", ""),
        (["--wrt", "--finite"], "--wrt needs a value", ""),
        (["--wrt", "--"], "--wrt needs a value", ""),
        (["--finite=yes"], "--finite takes no value", ""),
    ],
)
def test_wrong_options_are_refused(words, message, help_):
    with pytest.raises(LanguageError) as caught:
        split_words(words, KNOWN)
    assert message in caught.value.message
    assert help_ in " ".join(caught.value.helps)
