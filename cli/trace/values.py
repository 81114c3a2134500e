"""Raw values on one line: whole, cut, or left out.

Numbers follow the rule of numerals.py; what a tensor's text leaves out, it counts.
"""

from __future__ import annotations

from typing import Any

from ...engine import dtypes
from ..jsonio import encode
from ..numerals import number_text

MOST_NUMBERS = 8
SHOWN_NUMBERS = 4
LONGEST_EXCERPT = 40


def value_text(value: Any, view: Any) -> str:
    """A raw value as the view's settings show it; '' where they show none."""
    if view.values == "none":
        return ""
    return raw_text(value, view.digits, view.values == "full")


def raw_text(value: Any, digits: int | None, full: bool = False) -> str:
    """A float or an array on one line; None for a cotangent that did not arrive."""
    if value is None:
        return "None"
    if isinstance(value, bool | int | float):
        return number_text(value, digits)
    if isinstance(value, list):
        return ", ".join(raw_text(part, digits, full) for part in value)
    single = dtypes.of(value) is dtypes.float32
    if full or value.size <= MOST_NUMBERS:
        return _nested(value.tolist(), digits, single)
    # islice of flat, and not tolist of all of a large tensor
    head = [number_text(leaf.item(), digits, single) for leaf in value.flat[:SHOWN_NUMBERS]]
    return f"[{', '.join(head)}, … {value.size - SHOWN_NUMBERS} more]"


def _nested(part: Any, digits: int | None, single: bool) -> str:
    if isinstance(part, list):
        return "[" + ", ".join(_nested(p, digits, single) for p in part) + "]"
    return number_text(part, digits, single)


def raw_json(value: Any, full: bool) -> Any:
    """A raw value for JSON: nested lists; of a large tensor, unless `full`, its first numbers."""
    if value is None or isinstance(value, float):
        return None if value is None else encode(value)
    if isinstance(value, list):
        return [raw_json(part, full) for part in value]
    if full or value.size <= MOST_NUMBERS:
        return encode(value.tolist())
    return {"first": encode(value.flat[:SHOWN_NUMBERS].tolist()), "size": value.size}


def cut(text: str, most: int = LONGEST_EXCERPT) -> str:
    """A text on one line, its end left out where it is long."""
    text = " ".join(text.split())
    return text if len(text) <= most else text[: most - 1] + "…"
