"""Syntax errors of programs in words."""

from __future__ import annotations

from .. import syntax
from ..errors import LanguageError, fault
from ..lalr import UnexpectedTokenError
from ..spans import Source, Span

NOT_OFFERED = {"async", "await"}


def explain(error: UnexpectedTokenError, source: Source) -> LanguageError:
    """Return the error to show for a token that does not fit."""
    token = source.text[error.start : error.end]
    place = Span(error.start, error.end)
    if error.terminal == "indent":
        return fault("SyntaxError", "unexpected indent", source, place)
    if "indent" in error.expected:
        message = "expected an indented block"
        return fault("SyntaxError", message, source, place)
    if token in NOT_OFFERED:
        message = f"'{token}' is not part of the language"
        return fault("SyntaxError", message, source, place)
    if error.terminal in ("newline", "dedent"):
        end = Span(error.previous_end, error.previous_end)
        label = "':' is expected here" if "colon" in error.expected else ""
        return fault("SyntaxError", "the line ends too early", source, end, label)
    found = syntax.explain(error, source)
    found.message = found.message.replace("the expression ", "the program ")
    return found
