"""Formatting: f-string values, `format`, `str.format` and `%`, without a way to attributes.

Widths and precisions are bounded: a few characters of a program must not fill the memory.
"""

from __future__ import annotations

import re
import string
from typing import Any

MOST_DIGITS = 5
LONG_NUMBER = re.compile(rf"\d{{{MOST_DIGITS + 1},}}")
PERCENT = re.compile(r"%(?:\(.*?\))?[-#0 +]*(\*|\d+)?(?:\.(\*|\d+))?[a-zA-Z%]", re.DOTALL)


def format_value(value: Any, spec: str = "") -> str:
    """Format as `format(value, spec)` does.

    Raises: ValueError, as Python does for a spec with too many digits.
    """
    if spec and LONG_NUMBER.search(spec):
        raise ValueError("Too many decimal digits in format string")
    return format(value, spec)


class _Formatter(string.Formatter):
    """Looks attributes up as programs do."""

    def get_field(self, field_name: str, args: Any, kwargs: Any) -> tuple[Any, Any]:
        from .attributes import read

        first, rest = _split(field_name)
        value = self.get_value(first, args, kwargs)
        for is_attribute, name in rest:
            value = read(value, name) if is_attribute else value[name]
        return value, first

    def format_field(self, value: Any, format_spec: str) -> str:
        return format_value(value, format_spec)

    def get_value(self, key: int | str, args: Any, kwargs: Any) -> Any:
        if isinstance(key, int) and key >= len(args):
            message = f"Replacement index {key} out of range for positional args tuple"
            raise IndexError(message)
        return super().get_value(key, args, kwargs)


def _split(field_name: str) -> tuple[int | str, list[tuple[bool, Any]]]:
    """Take `0.name[key]` apart."""
    match = re.match(r"[^.\[]*", field_name)
    assert match is not None
    first: int | str = match[0]
    if match[0].isdigit():
        first = int(match[0])
    rest: list[tuple[bool, Any]] = []
    for dot, name, key in re.findall(r"(\.)([^.\[]+)|\[([^\]]+)\]", field_name[match.end() :]):
        if dot:
            rest.append((True, name))
        else:
            rest.append((False, int(key) if key.isdigit() else key))
    return first, rest


_formatter = _Formatter()


def format_text(text: str, *arguments: Any, **keywords: Any) -> str:
    """`text.format(…)`."""
    return _formatter.vformat(text, arguments, keywords)


def percent(text: str, values: Any) -> str:
    """`text % values`."""
    stars = 0
    for match in PERCENT.finditer(text):
        for size in match.groups():
            if size == "*":
                stars += 1
            elif size is not None and len(size) > MOST_DIGITS:
                raise ValueError("width too big")
    sizes = values if stars and isinstance(values, tuple) else ()
    if any(isinstance(v, int) and abs(v) >= 10**MOST_DIGITS for v in sizes):
        raise ValueError("width too big")
    return text % values


def convert(value: Any, conversion: str) -> Any:
    """Apply `!r`, `!s` or `!a`."""
    if conversion == "r":
        return repr(value)
    if conversion == "s":
        return str(value)
    return ascii(value) if conversion == "a" else value
