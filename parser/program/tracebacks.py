"""Uncaught errors as Python shows them: the way through the program's own lines, then the error."""

from __future__ import annotations

from itertools import groupby

from ..spans import Source, Span
from .formatting import text_of
from .nearby import suggestion
from .problems import Entry, entries_of

HEAD = "Traceback (most recent call last):\n"
BECAUSE = "\nThe above exception was the direct cause of the following exception:\n\n"
WHILE = "\nDuring handling of the above exception, another exception occurred:\n\n"
SHOWN_ALIKE = 3


def traceback_text(error: BaseException) -> str:
    """Return what Python prints for an error, with those that led to it."""
    parts: list[str] = []
    seen: set[int] = set()
    current: BaseException | None = error
    while current is not None and id(current) not in seen:
        seen.add(id(current))
        parts.append(_one(current))
        if current.__cause__ is not None:
            parts.append(BECAUSE)
            current = current.__cause__
        elif current.__context__ is not None and not current.__suppress_context__:
            parts.append(WHILE)
            current = current.__context__
        else:
            current = None
    if len(parts) % 2 == 0:
        parts.pop()
    return "".join(reversed(parts))


def error_line(error: BaseException) -> str:
    """Return the last line of a traceback, which names the error."""
    kind = type(error)
    name = kind.__qualname__
    if kind.__module__ not in ("builtins", "__main__"):
        name = f"{kind.__module__}.{name}"
    try:
        text = text_of(error) + suggestion(error)
    except Exception:  # the program's own __str__ may fail, as in Python
        text = "<exception str() failed>"
    return f"{name}: {text}\n" if text else f"{name}\n"


def _one(error: BaseException) -> str:
    notes = getattr(error, "__notes__", None) or []
    tail = error_line(error) + "".join(f"{note}\n" for note in notes)
    entries = entries_of(error)
    return (HEAD if entries else "") + _lines(entries[::-1]) + tail


def _lines(entries: list[Entry]) -> str:
    """Return the lines of the calls, the outermost first; many alike are counted."""
    lines: list[str] = []
    for text, group in groupby(map(_line, entries)):
        count = sum(1 for _ in group)
        lines += [text] * min(count, SHOWN_ALIKE)
        more = count - SHOWN_ALIKE
        if more > 0:
            lines.append(f"  [Previous line repeated {more} more time{'s' if more > 1 else ''}]\n")
    return "".join(lines)


def _line(entry: Entry) -> str:
    source, span = entry.code.source, entry.span or Span(0, 0)
    number = source.position(span.start).line
    name = "<module>" if entry.code.kind == "module" else entry.code.name
    return f'  File "{source.name}", line {number}, in {name}\n' + _excerpt(source, span)


def _excerpt(source: Source, span: Span) -> str:
    """Return the line of the program, and carets where only a part of it is meant."""
    bounds = source.line_bounds(span.start)
    line = source.text[bounds.start : bounds.end]
    shown = line.strip()
    if not shown:
        return ""
    first = bounds.start + len(line) - len(line.lstrip())
    end = min(span.end, first + len(shown))
    text = f"    {shown}\n"
    if span.start <= first and end >= first + len(shown):
        return text
    return text + "    " + " " * (span.start - first) + "^" * max(end - span.start, 1) + "\n"
