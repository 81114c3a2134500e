"""The `Did you mean` of Python's tracebacks: the same names at the same distances.

Source of the distances: CPython 3.11, Python/suggestions.c.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from .problems import VISIBLE

MOVE = 2
CASE = 1
MOST_CANDIDATES = 750
LONGEST = 40


def suggestion(error: BaseException) -> str:
    """Return what a traceback adds to the text of an error."""
    name = getattr(error, "name", None)
    if not isinstance(name, str) or name.startswith("__"):
        return ""
    if isinstance(error, NameError):
        candidates = [c for names in error.__dict__.get(VISIBLE, ()) for c in names]
    elif isinstance(error, AttributeError):
        candidates = attributes_of(getattr(error, "obj", None), name.startswith("_"))
    else:
        return ""
    found = nearest(name, candidates)
    return f". Did you mean: '{found}'?" if found else ""


def attributes_of(value: Any, private: bool) -> list[str]:
    """Return the names a value has for Python to suggest."""
    from ...engine import Tensor
    from ...engine.surface import members, methods, tensor_facts, tensor_moves
    from .namespaces import Namespace

    if value is None:
        return []
    if isinstance(value, Tensor):
        tables = (tensor_facts.PROPERTIES, tensor_facts.QUESTIONS, tensor_moves.METHODS)
        names = {*methods.names(), *(name for table in tables for name in table), "backward"}
        return sorted(names)
    if isinstance(value, Namespace):
        return value.names()
    names = set(dir(value))
    if members.offered(value):
        for table in ("_parameters", "_buffers", "_modules"):
            names.update(getattr(value, table, None) or ())
    return sorted(name for name in names if private or not name.startswith("_"))


def nearest(name: str, candidates: Iterable[str]) -> str | None:
    """Return the first of the nearest names that are near enough, if any is."""
    best = None
    least = 1 << 30
    for count, candidate in enumerate(candidates):
        if count >= MOST_CANDIDATES:
            return None
        if candidate == name:
            continue
        most = min((len(name) + len(candidate) + 3) * MOVE // 6, least - 1)
        distance = edits(name, candidate, most)
        if distance <= most:
            best, least = candidate, distance
    return best


def edits(a: str, b: str, most: int) -> int:
    """Return the cost of the edits from one name to another; anything above `most` will do."""
    while a and b and a[0] == b[0]:
        a, b = a[1:], b[1:]
    while a and b and a[-1] == b[-1]:
        a, b = a[:-1], b[:-1]
    if not a or not b:
        return (len(a) + len(b)) * MOVE
    if len(a) > LONGEST or len(b) > LONGEST or abs(len(a) - len(b)) * MOVE > most:
        return most + 1
    row = [MOVE * (i + 1) for i in range(len(a))]
    for i, character in enumerate(b):
        diagonal = result = i * MOVE
        least = 1 << 30
        for j, other in enumerate(a):
            substituted = diagonal + _cost(character, other)
            diagonal = row[j]
            result = min(substituted, min(result, diagonal) + MOVE)
            row[j] = result
            least = min(least, result)
        if least > most:
            return most + 1
    return row[-1]


def _cost(a: str, b: str) -> int:
    if a == b:
        return 0
    return CASE if a.lower() == b.lower() else MOVE
