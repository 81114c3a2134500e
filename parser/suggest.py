"""Did you mean: the names nearest to a misspelt one."""

from __future__ import annotations

import difflib
from collections.abc import Callable, Collection, Iterable

LONGEST_PRODUCT = 40  # letters; a longer name was not meant as a product


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


def factors(name: str, known: Collection[str], is_last: Callable[[str], bool]) -> list[str]:
    """Return the fewest known names that give `name` when written side by side; [] if none do.

    `is_last` says whether a part may stand at the end: before a parenthesis, functions may.
    """
    if len(name) > LONGEST_PRODUCT:
        return []
    ways: dict[int, list[str]] = {len(name): []}
    for start in range(len(name) - 1, -1, -1):
        found = [
            [name[start:end], *rest]
            for end, rest in ways.items()
            if (is_last(name[start:end]) if end == len(name) else name[start:end] in known)
        ]
        if found:
            ways[start] = min(found, key=len)
    return ways.get(0, [])


def did_you_mean(name: str, known: Iterable[str]) -> str | None:
    """Return the sentence that names the nearest known name, or None."""
    found = nearest(name, known)
    return None if found is None else f"did you mean '{found}'?"
