"""Syntax errors of programs in words."""

from __future__ import annotations

import re

from .. import syntax
from ..errors import LanguageError, fault
from ..lalr import UnexpectedTokenError
from ..spans import Source, Span

# The word in front of the token that does not fit, or that token itself.
NOT_OFFERED = re.compile(r"\b(async|await)\b(?=\s*\S*\Z)")
# Statements that begin with what is else a name, up to the token that does not fit.
STATEMENT = re.compile(
    r"^[ \t]*(match|type)\b(?=[ \t]+[^\s=]+\Z|[ \t]*[(\[{][^=\n]*:\s*\Z)", re.MULTILINE
)
PRINTED = re.compile(r"\bprint[ \t]+\Z")


def explain(error: UnexpectedTokenError, source: Source) -> LanguageError:
    """Return the error to show for a token that does not fit."""
    place = Span(error.start, error.end)
    if error.terminal == "indent":
        return fault("SyntaxError", "unexpected indent", source, place)
    if "indent" in error.expected:
        message = "expected an indented block"
        return fault("SyntaxError", message, source, place)
    if PRINTED.search(source.text, 0, error.start):
        help_ = "put what it prints in parentheses: print(…)"
        return fault("SyntaxError", "print is a function", source, place, "", help_)
    offender = NOT_OFFERED.search(source.text, 0, error.end)
    offender = offender or STATEMENT.search(source.text, 0, error.end)
    if offender is not None:
        message = f"'{offender[1]}' is not part of the language"
        return fault("SyntaxError", message, source, Span(*offender.span(1)))
    if error.terminal in ("newline", "dedent"):
        end = Span(error.previous_end, error.previous_end)
        label = "':' is expected here" if "colon" in error.expected else ""
        return fault("SyntaxError", "the line ends too early", source, end, label)
    found = syntax.explain(error, source)
    found.message = found.message.replace("the expression ", "the program ")
    return found
