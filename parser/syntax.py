"""Syntax errors in words: from the token that did not fit to a message, a place and a way out."""

from __future__ import annotations

import keyword
import re
import unicodedata

from .errors import Label, LanguageError, fault
from .lalr import CLOSING, OPENING, UnexpectedTokenError
from .spans import Source, Span

CHARACTER_HELPS = {
    "!": "write != for 'differs', not for 'no', and exp(lgamma(n + 1)) for n factorial",
    "{": "group with ( ) and make lists with [ ]",
    "}": "group with ( ) and make lists with [ ]",
    "$": "names hold letters, digits and _",
    "?": "for a choice, write a if test else b",
    "“": "strings stand in plain quotes: '…' or \"…\"",
    "”": "strings stand in plain quotes: '…' or \"…\"",
    "‘": "strings stand in plain quotes: '…' or \"…\"",
    "’": "strings stand in plain quotes: '…' or \"…\"",
    "–": "a minus sign is - or −",
    "—": "a minus sign is - or −",
    "∗": "multiplication is *, × or ·",
    "²": "a power needs something before it",
    "∕": "division is / or ÷",
    "⁄": "division is / or ÷",
    "∑": "a sum is sum(x), or sum(i^2 for i in range(1, n + 1))",
    "∂": "derivatives are commands: grad, jac, hess, diff",
    "∇": "derivatives are commands: grad, jac, hess, diff",
    "∥": "a norm is norm(x)",
    "‖": "a norm is norm(x)",
    "°": "angles are in radians: deg2rad(30)",
    "\\": "LaTeX is not read: a fraction is a/b, a root sqrt(x)",
}
# What other languages write, and people type.
OTHER_LANGUAGES = {"&&": "and", "||": "or", "<>": "!=", "=>": ">=", "=<": "<="}
VALUE_STARTS = {"name", "number", "coefficient", "based number", "string", "√", "(", "["}


def explain(error: UnexpectedTokenError, source: Source) -> LanguageError:
    """Return the error to show for a token that does not fit."""
    token = source.text[error.start : error.end]
    if error.terminal is None:
        return _unknown_character(error, source)
    if error.terminal == "end":
        return _too_short(error, source)
    if token in CLOSING:
        closing = _closing(error, source, token)
        if closing is not None:
            return closing
    if keyword.iskeyword(token):
        return _reserved(error, source, token)
    if error.terminal == "=":
        return _fault(
            error, source, "'=' cannot stand here", "",
            "to compare, write ==", "a statement name = value ends with a new line or ;",
        )  # fmt: skip
    if "name" in error.expected:
        return _value_wanted(error, source, token)
    if error.terminal in VALUE_STARTS:
        return _operator_wanted(error, source, token)
    return _fault(error, source, f"{_quoted(token)} cannot stand here", _expectation(error))


def _unknown_character(error: UnexpectedTokenError, source: Source) -> LanguageError:
    character = source.text[error.start]
    if character in "'\"":
        return _fault(
            error, source, "the string is not closed", "it begins here",
            f"end it with {character} on the same line",
        )  # fmt: skip
    shown = f"'{character}'"
    if not character.isascii() or not character.isprintable():
        name = unicodedata.name(character, "no printable character")
        shown = (
            f"{shown if character.isprintable() else 'character'} (U+{ord(character):04X} {name})"
        )
    known = CHARACTER_HELPS.get(character)
    helps = [known] if known else _spelt_out(source.text, error.start)
    return _fault(error, source, f"{shown} is not part of the language", "", *helps)


def _spelt_out(text: str, place: int) -> list[str]:
    """Say how to write a fraction in one character, or a raised letter: with / and with ^."""
    kind, _, _ = unicodedata.decomposition(text[place]).partition(" ")
    plain = unicodedata.normalize("NFKC", text[place]).replace("⁄", "/")
    before = re.search(r"[\w.]*\Z", text[:place])
    base = before[0] if before else ""
    if kind == "<fraction>":
        # 2½ is a sum; without parentheses, 1/2m would be 1/(2m)
        quotient = f"({base}+{plain})" if base[-1:].isdecimal() else f"({plain})"
        after = re.match(r"[^\W\d]\w*|[(√]", text[place + 1 :])
        return [f"write {quotient}*{after[0]}" if after else f"write {quotient}"]
    return [f"write {base}^{plain}"] if kind == "<super>" else []


def _too_short(error: UnexpectedTokenError, source: Source) -> LanguageError:
    if error.open:
        place = error.open[-1]
        opening = source.text[place]
        return fault(
            "SyntaxError", f"'{opening}' is never closed", source, Span(place, place + 1), "",
            f"add the missing {OPENING[opening]}",
        )  # fmt: skip
    if _is_blank(source.text):
        message, example = "the expression is empty", "write one, such as x^2 + 1"
        return fault("SyntaxError", message, source, Span(0, 0), "", example)
    end = Span(error.previous_end, error.previous_end)
    helps = []
    if "else" in error.expected:
        helps.append("a choice has both sides: a if test else b")
    label = _wanted(error) if "name" in error.expected else _expectation(error)
    return fault("SyntaxError", "the expression ends too early", source, end, label, *helps)


def _is_blank(text: str) -> bool:
    """Return whether a text holds nothing but blanks, separators and comments."""
    return not any(line.partition("#")[0].strip(" \t\r;") for line in text.split("\n"))


def _closing(error: UnexpectedTokenError, source: Source, token: str) -> LanguageError | None:
    """Say what is wrong with a closing bracket, or None where it fits the one that is open."""
    if not error.open:
        return _fault(
            error, source, f"'{token}' closes nothing", "",
            f"remove it, or add the missing {CLOSING[token]}",
        )  # fmt: skip
    place = error.open[-1]
    opening = source.text[place]
    if OPENING[opening] == token:
        return None
    labels = [
        Label(Span(error.start, error.end), f"{OPENING[opening]} is expected here"),
        Label(Span(place, place + 1), "opened here", primary=False),
    ]
    message = f"'{token}' does not close '{opening}'"
    return LanguageError("SyntaxError", message, source, labels)


def _reserved(error: UnexpectedTokenError, source: Source, word: str) -> LanguageError:
    if "name" in error.expected:
        message = f"'{word}' is a reserved word and cannot stand for a value"
        return _fault(error, source, message, "a value is expected here")
    message = f"'{word}' is a reserved word and cannot stand here"
    return _fault(error, source, message, _expectation(error))


def _value_wanted(error: UnexpectedTokenError, source: Source, token: str) -> LanguageError:
    wanted = _wanted(error)
    if "\n" in token:
        place = Span(error.previous_end, error.previous_end)
        help_ = "to go on in the next line, put the expression in parentheses"
        return fault("SyntaxError", "the line ends too early", source, place, wanted, help_)
    helps = []
    if error.previous_end == error.start:
        typed = source.text[error.start - 1 : error.end]
        helps = [f"write {OTHER_LANGUAGES[typed]}"] if typed in OTHER_LANGUAGES else []
    if token == "|" and not helps:
        helps = ["an absolute value is abs(x)"]
    return _fault(error, source, f"unexpected {_quoted(token)}", wanted, *helps)


def _wanted(error: UnexpectedTokenError) -> str:
    return f"a {'value' if 'number' in error.expected else 'name'} is expected here"


def _operator_wanted(error: UnexpectedTokenError, source: Source, token: str) -> LanguageError:
    before = source.text[: error.start].rstrip()[-1:]
    helps = ["to multiply, write *"]
    if token == "(" and before in "⁰¹²³⁴⁵⁶⁷⁸⁹":
        helps = ["write the power after the call: sin(x)²"]
    elif before.isalnum() and not before.isdigit():
        helps.append("to call a function, put its argument in parentheses: sin(x)")
    message = f"unexpected {_quoted(token)}"
    unexpected = _fault(error, source, message, "an operator is expected before it", *helps)
    if error.open and "\n" in source.text[error.previous_end : error.start]:
        # a line that begins inside a bracket is more often one that should not
        place = error.open[-1]
        opening = source.text[place]
        unexpected.labels.append(Label(Span(place, place + 1), "still open", primary=False))
        unexpected.helps.insert(0, f"to close '{opening}', write {OPENING[opening]}")
    return unexpected


def _expectation(error: UnexpectedTokenError) -> str:
    """Say what would be accepted, where that is short enough to help."""
    names = {"end": "the end", "newline": "a new line", "name": "a name"}
    accepted = sorted(names.get(e, f"'{e}'") for e in error.expected if e != "newline")
    if len(accepted) > 4:
        return ""
    last = accepted.pop() if accepted else ""
    return f"expected {', '.join(accepted)}{' or ' if accepted else ''}{last}" if last else ""


def _quoted(token: str) -> str:
    if token.startswith("\n"):
        return "new line"
    return token if token[0] in "'\"" else f"'{token}'"


def _fault(
    error: UnexpectedTokenError, source: Source, message: str, label: str, *helps: str
) -> LanguageError:
    return fault("SyntaxError", message, source, Span(error.start, error.end), label, *helps)
