"""Errors are data."""

from __future__ import annotations

from gradcalc.parser.errors import Label, LanguageError, fault
from gradcalc.parser.spans import Source, Span

SOURCE = Source("t", "x + y")


def test_a_fault_has_one_primary_place() -> None:
    error = fault("NameError", "no y", SOURCE, Span(4, 5), "here", "give it a value")
    assert ("NameError", "no y", [Label(Span(4, 5), "here", True)], ["give it a value"]) == (
        error.kind,
        error.message,
        error.labels,
        error.helps,
    )


def test_the_span_is_that_of_the_primary_label() -> None:
    labels = [Label(Span(0, 1), "because", primary=False), Label(Span(4, 5))]
    assert Span(4, 5) == LanguageError("TypeError", "m", SOURCE, labels).span


def test_an_error_may_have_no_place() -> None:
    assert LanguageError("LimitError", "m", SOURCE).span is None


def test_the_message_is_what_str_gives() -> None:
    assert "m" == str(LanguageError("TypeError", "m", SOURCE))
