"""Syntax errors; `tests/errors` pins one of each kind."""

from __future__ import annotations

import keyword

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from gradcalc.parser.build import parse_expression
from gradcalc.parser.errors import LanguageError
from gradcalc.parser.spans import Span

from .running import failure, marked

PIECES = "x|2|2.5|(|)|[|]|+|-|*|^|if|else|for|in|lambda|:|,|=|==|not|.|...|'a'|²|√|;|$|'|class"


def problem(text: str) -> LanguageError | None:
    """Return the error of a text, or None where it parses."""
    try:
        parse_expression(text)
    except LanguageError as error:
        return error
    return None


@settings(max_examples=300, deadline=None, derandomize=True)
@given(st.lists(st.sampled_from([*PIECES.split("|"), " ", "\n"]), max_size=12).map("".join))
def test_any_text_parses_or_has_a_placed_error(text: str) -> None:
    error = problem(text)
    span = error.span if error else Span(0, 0)
    assert span is not None
    assert 0 <= span.start <= span.end <= len(text)


@settings(max_examples=300, deadline=None, derandomize=True)
@given(st.text(max_size=20))
def test_any_characters_parse_or_are_refused(text: str) -> None:
    error = problem(text)
    assert error is None or error.kind in ("SyntaxError", "LimitError")


@pytest.mark.parametrize("word", [w for w in keyword.kwlist if w not in ("None", "True", "False")])
def test_no_reserved_word_is_a_variable(word: str) -> None:
    assert "SyntaxError" == failure(f"{word} * 2").kind


def test_a_wrong_bracket_shows_both_places() -> None:
    assert ["]", "("] == marked(failure("(x + [1]]"))
