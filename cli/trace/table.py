"""Columns of text, aligned by their own contents and by nothing else."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from ...parser.spans import cells

WIDEST = 60
GAP = "  "


def table(head: Sequence[str], rows: Iterable[Sequence[str]]) -> list[str]:
    """The lines of a table. A cell wider than others may be does not widen its column for all;
    a column without any text is left out.
    """
    lines = [list(row) for row in rows]
    used = [k for k in range(len(head)) if any(row[k] for row in lines)]
    sizes = [[cells(row[k]) for k in used[:-1]] for row in ([*head], *lines)]
    widths = [max(min(size, WIDEST) for size in column) for column in zip(*sizes, strict=True)]
    return [
        _line([row[k] for k in used], size, widths)
        for row, size in zip(([*head], *lines), sizes, strict=True)
    ]


def _line(texts: list[str], sizes: list[int], widths: list[int]) -> str:
    """A row; the last column needs no padding."""
    blanks = (" " * (width - size) for size, width in zip(sizes, widths, strict=True))
    padded = [text + blank for text, blank in zip(texts, blanks, strict=False)]
    return GAP.join([*padded, *texts[len(padded) :]]).rstrip()
