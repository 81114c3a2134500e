"""Formatting: f-string values, `format`, `str.format` and `%`, without a way to attributes.

Widths and precisions are bounded: a few characters of a program must not fill the memory. Where
Python shows an object's address, its number in this run stands instead.
"""

from __future__ import annotations

import gc
import re
import string
from collections import deque
from typing import Any

MOST_DIGITS = 5
LONG_NUMBER = re.compile(rf"\d{{{MOST_DIGITS + 1},}}")
PERCENT = re.compile(r"%(?:\(.*?\))?[-#0 +]*(\*|\d+)?(?:\.(\*|\d+))?[a-zA-Z%]", re.DOTALL)
ADDRESS = re.compile(r"(?<= at 0x)[1-9a-f][0-9a-f]{5,}(?=>)")  # ours begin with a zero
MOST_OBJECTS = 10_000
PLAIN = {int, float, bool, str, type(None)}  # whose texts have no address


def text_of(value: Any) -> str:
    """`str(value)`."""
    text = str(value)
    return text if value.__class__ in PLAIN else steady(text, value)


def steady(text: str, value: Any) -> str:
    """Return a value's text with numbers, the same in each run, for the addresses in it.

    What is at an address is looked for among what the value refers to, nearest first; what merely
    reads like an address stays.
    """
    if not str.__contains__(text, " at 0x"):  # also of a program's own kind of strings
        return text
    from ...engine.addresses import address  # not above: the engine is not loaded to compile

    sought = {int(shown, 16) for shown in ADDRESS.findall(text)}
    found: dict[int, Any] = {}
    seen: set[int] = set()
    waiting = deque([value])
    while waiting and len(found) < len(sought) and len(seen) < MOST_OBJECTS:
        near = waiting.popleft()
        if id(near) in seen:
            continue
        seen.add(id(near))
        if id(near) in sought:
            found[id(near)] = near
        waiting.extend(gc.get_referents(near))

    def number(match: re.Match[str]) -> str:
        place = int(match[0], 16)
        return address(found[place])[2:] if place in found else match[0]

    return ADDRESS.sub(number, text)


def format_value(value: Any, spec: str = "") -> str:
    """Format as `format(value, spec)` does.

    Raises: ValueError, as Python does for a spec with too many digits.
    """
    if spec and LONG_NUMBER.search(spec):
        raise ValueError("Too many decimal digits in format string")
    text = format(value, spec)
    return text if value.__class__ in PLAIN else steady(text, value)


class _Formatter(string.Formatter):
    """Looks attributes up as programs do."""

    def get_field(self, field_name: str, args: Any, kwargs: Any) -> tuple[Any, Any]:
        from .attributes import read

        first, rest = _split(field_name)
        value = self.get_value(first, args, kwargs)
        for is_attribute, name in rest:
            value = read(value, name) if is_attribute else value[name]
        return value, first

    def convert_field(self, value: Any, conversion: str | None) -> Any:
        if conversion is None or conversion not in "rsa":
            return super().convert_field(value, conversion)  # type: ignore[arg-type]
        return convert(value, conversion)

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
    return steady(text % values, values)


def convert(value: Any, conversion: str) -> Any:
    """Apply `!r`, `!s` or `!a`."""
    if conversion == "s":
        return text_of(value)
    if not conversion:
        return value
    return steady(repr(value) if conversion == "r" else ascii(value), value)
