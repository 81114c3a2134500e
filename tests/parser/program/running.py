"""How these tests run programs: what they print, and how they end."""

from __future__ import annotations

from gradcalc.parser.errors import LanguageError
from gradcalc.parser.limits import DEFAULT_LIMITS, Limits
from gradcalc.parser.program.run import read_program, run_program
from gradcalc.parser.program.tracebacks import traceback_text


def ran(text: str, limits: Limits = DEFAULT_LIMITS) -> tuple[str, BaseException | None]:
    """Run a program; return what it printed and the error that ended it."""
    printed: list[str] = []
    code = read_program(text, limits, "program.py")
    error = run_program(code, limits, printed.append)
    return "".join(printed), error


def output(text: str, limits: Limits = DEFAULT_LIMITS) -> str:
    """Return what a program prints that ends well."""
    printed, error = ran(text, limits)
    if error is not None:
        raise AssertionError(traceback_text(error))
    return printed


def value(expression: str, before: str = "") -> str:
    """Return what printing an expression prints, after some statements."""
    return output(f"{before}\nprint({expression})\n").removesuffix("\n")


def error_of(text: str) -> str:
    """Return the type and text of the error that ends a program."""
    error = ran(text)[1]
    assert error is not None
    return f"{type(error).__name__}: {error}"


def trace(text: str) -> str:
    """Return the traceback of a program that ends with an error."""
    error = ran(text)[1]
    assert error is not None
    return traceback_text(error)


def refusal(text: str, limits: Limits = DEFAULT_LIMITS) -> LanguageError:
    """Return why a text is no program."""
    try:
        ran(text, limits)
    except LanguageError as error:
        return error
    raise AssertionError(f"{text!r} is a program")


def marked(error: LanguageError) -> str:
    """Return the part of the text that an error marks."""
    assert error.span is not None
    return error.source.text[error.span.start : error.span.end]
