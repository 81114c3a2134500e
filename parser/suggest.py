"""Did you mean: the names nearest to a misspelt one."""

from __future__ import annotations

import difflib
from collections.abc import Iterable


def nearest(name: str, known: Iterable[str]) -> str | None:
    """Return the known name most like `name`, or None where nothing is close.

    Letters of the wrong case count as the right ones: `Sin` and `SIN` mean `sin`.
    """
    candidates = sorted(set(known) - {name})
    folded = name.casefold()
    for candidate in candidates:
        if candidate.casefold() == folded:
            return candidate
    if len(name) < 2:
        return None
    close = difflib.get_close_matches(name, candidates, n=1, cutoff=0.66)
    return close[0] if close else None


def did_you_mean(name: str, known: Iterable[str]) -> str | None:
    """Return the sentence that names the nearest known name, or None."""
    found = nearest(name, known)
    return None if found is None else f"did you mean '{found}'?"
