"""The examples in this folder: a text that fails, and its error as pinned data.

Each `.txt` file is named after the way to fail. It holds the text, a line `---`, and the error: its
kind and message, a line for each label (`line:column+length role: text`), a line for each help. The
text runs with `x` a number and `v` a vector of three; update a file by hand, after a look at what
changed.
"""

from __future__ import annotations

from pathlib import Path

from gradcalc.parser.errors import LanguageError

FOLDER = Path(__file__).parent
EXAMPLES = sorted(FOLDER.glob("*.txt"))


def read(example: Path) -> tuple[str, str]:
    """Return an example's text and its pinned error."""
    text, _, error = example.read_text(encoding="utf-8").partition("\n---\n")
    return text, error


def render(error: LanguageError) -> str:
    """Return an error as the examples pin it."""
    lines = [f"{error.kind}: {error.message}"]
    for label in error.labels:
        line, column = error.source.position(label.span.start)
        role = "here" if label.primary else "also"
        length = label.span.end - label.span.start
        lines.append(f"{line}:{column}+{length} {role}: {label.text}".rstrip())
    lines += [f"help: {help_}" for help_ in error.helps]
    return "\n".join(lines) + "\n"
