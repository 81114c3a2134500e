"""Faults as text and as JSON: what is wrong, where, and what to do.

    error: the name 'y' has no value
      x^2 + y
            ^
    help: give it one: y=1

A report is the same bytes wherever it goes, but for colour.  The faults themselves come from the
parser, and from `usage_fault` for the words of the command line.
"""

from typing import Any

from ..parser.errors import Label, LanguageError
from ..parser.spans import Excerpt, Source, Span
from .status import Status

INDENT = "  "
STYLES = {
    "error": "\x1b[1;31m",
    "warning": "\x1b[1;33m",
    "note": "\x1b[1m",
    "mark": "\x1b[31m",
    "help": "\x1b[36m",
}
PLAIN = "\x1b[0m"
NONFINITE = "NonFinite"
USAGE = "UsageError"
INTERNAL = "InternalError"
STATUSES = {NONFINITE: Status.NONFINITE, INTERNAL: Status.INTERNAL}


def usage_fault(
    message: str, *helps: str, word: str = "", span: Span | None = None
) -> LanguageError:
    """Make the fault of a command line that cannot be meant, in a word of it or a part of that."""
    labels = [Label(span or Span(0, len(word)))] if word else []
    return LanguageError(USAGE, message, Source("<command line>", word), labels, helps)


def plain_fault(kind: str, message: str, *helps: str) -> LanguageError:
    """Make a fault that has no place in a text."""
    return LanguageError(kind, message, Source("", ""), (), helps)


def moved(fault: LanguageError, word: str, offset: int) -> LanguageError:
    """Show a fault of a part in the word of the command line that holds it."""
    whole = [Label(Span(0, len(word)))]
    labels = [
        Label(Span(label.span.start + offset, label.span.end + offset), label.text, label.primary)
        for label in fault.labels
    ]
    source = Source("<command line>", word)
    return LanguageError(fault.kind, fault.message, source, labels or whole, fault.helps)


def own_fault(problem: BaseException) -> LanguageError:
    """Make a fault of an error that should not have happened; memory can run out anywhere."""
    if isinstance(problem, MemoryError):
        return plain_fault("LimitError", "not enough memory")
    message = f"gradcalc itself failed: {type(problem).__name__}: {problem}"
    return plain_fault(
        INTERNAL, message, "this is a bug; python -X dev -m gradcalc.cli shows the trace"
    )


def status_of(fault: LanguageError) -> Status:
    """Return the exit status that a fault means."""
    return STATUSES.get(fault.kind, Status.USAGE)


def as_json(fault: LanguageError) -> dict[str, Any]:
    """Return the object that stands under "error" in answers."""
    span = fault.span
    line, column = fault.source.position(span.start) if span else (None, None)
    label = next((label.text for label in fault.labels if label.primary), "")
    fields = {
        "column": column,
        "help": fault.helps,
        "label": label,
        "line": line,
        "message": fault.message,
        "type": fault.kind,
    }
    return {name: value for name, value in fields.items() if value not in ("", [])}


def render(fault: LanguageError, colour: bool = False, title: str = "error") -> str:
    """Write the report, with a newline at its end."""
    lines = [painted(f"{title}:", title, colour) + " " + visible(fault.message)]
    shown = [fault.source.excerpt(label.span) for label in fault.labels]
    widest = max((len(str(part.line)) for part in shown), default=0)
    for label, part in zip(fault.labels, shown, strict=True):
        number = f"{part.line:>{widest}} | " if "\n" in fault.source.text.strip("\n") else ""
        lines += excerpt(part, number, label, colour)
    lines += [painted("help:", "help", colour) + " " + visible(text) for text in fault.helps]
    return "\n".join(lines) + "\n"


def excerpt(shown: Excerpt, number: str, label: Label, colour: bool) -> list[str]:
    """Return the source line of a label, behind its number, and the carets under it."""
    gutter = INDENT + number
    marks = ("^" if label.primary else "-") * shown.width
    words = f" {visible(label.text)}" if label.text else ""
    margin = " " * (len(gutter) + shown.indent)
    return [gutter + shown.text, margin + painted(marks + words, "mark", colour)]


def painted(text: str, style: str, colour: bool) -> str:
    """Colour a text, where colour is wanted."""
    return STYLES[style] + text + PLAIN if colour else text


def visible(message: str) -> str:
    """Make a message harmless for a terminal: control characters but line breaks go blank."""
    return "".join(c if c.isprintable() or c == "\n" else " " for c in message)
