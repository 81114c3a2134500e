"""What can be wrong with a text, as data: a kind, a message, labelled places and help.

Nothing here renders: `cli/report.py` draws carets, `batch` makes JSON of the same fields. The kinds
are Python's exception names where one fits, since programs will catch them under these names.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from .spans import Source, Span


@dataclass(frozen=True, slots=True)
class Label:
    """A marked place. The primary one is the fault; secondary ones say what it has to do with."""

    span: Span
    text: str = ""
    primary: bool = True


class LanguageError(Exception):
    """A fault of a text: its syntax, a name in it, or an operation that it asked for."""

    def __init__(
        self,
        kind: str,
        message: str,
        source: Source,
        labels: Iterable[Label] = (),
        helps: Iterable[str] = (),
    ) -> None:
        super().__init__(message)
        self.kind = kind
        self.message = message
        self.source = source
        self.labels = list(labels)
        self.helps = list(helps)

    @property
    def span(self) -> Span | None:
        """The place of the fault, if it has one."""
        return next((label.span for label in self.labels if label.primary), None)


def fault(
    kind: str, message: str, source: Source, span: Span, label: str = "", *helps: str
) -> LanguageError:
    """Make an error with one marked place."""
    return LanguageError(kind, message, source, [Label(span, label)], helps)
