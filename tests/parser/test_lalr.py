"""The parser's loop: what it says of a token that does not fit."""

from __future__ import annotations

import pytest

from gradcalc.parser.build import Builder, expression_parser
from gradcalc.parser.lalr import UnexpectedTokenError
from gradcalc.parser.limits import Limits
from gradcalc.parser.spans import Source


def unexpected(text: str) -> UnexpectedTokenError:
    with pytest.raises(UnexpectedTokenError) as caught:
        expression_parser().parse(text, Builder(Source("t", text), Limits()))
    return caught.value


def test_the_token_has_its_place_and_its_terminal() -> None:
    error = unexpected("x +  *y")
    assert (5, 6, "*", 3) == (error.start, error.end, error.terminal, error.previous_end)


def test_what_would_be_accepted_is_known() -> None:
    assert {"name", "number", "(", "-", "√"} < unexpected("x + *").expected
    assert {"+", "end", "["} < unexpected("x y").expected


def test_open_brackets_are_known() -> None:
    assert [0, 4] == unexpected("(x, [1, (2), )]").open


def test_the_end_is_a_token() -> None:
    error = unexpected("x + ")
    assert ("end", 4, 4) == (error.terminal, error.start, error.end)


def test_a_character_of_no_token_has_no_terminal() -> None:
    error = unexpected("x $")
    assert (None, 2, 3) == (error.terminal, error.start, error.end)
