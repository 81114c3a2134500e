"""Numbers and strings as written in a text, read without Python's own evaluation."""

from __future__ import annotations

import re
import unicodedata

from .errors import fault
from .limits import Limits
from .spans import Source, Span

ESCAPES = {
    "n": "\n", "t": "\t", "r": "\r", "a": "\a", "b": "\b", "f": "\f", "v": "\v",
    "\\": "\\", "'": "'", '"': '"', "\n": "",
}  # fmt: skip
ESCAPE = re.compile(
    r"\\(?:([0-7]{1,3})|N\{([^}]*)\}|x([0-9a-fA-F]{2})|u([0-9a-fA-F]{4})|U([0-9a-fA-F]{8})|(.))",
    re.DOTALL,
)


def read_number(text: str, start: int, source: Source, limits: Limits) -> int | float:
    """Return the value of a decimal number; `1_000`, `1e3`, `.5` and `5.` are all fine."""
    digits = text.replace("_", "")
    if not digits.isdecimal():
        return float(digits)
    span = Span(start, start + len(text))
    if len(digits) > limits.integer_digits:
        message = f"an integer of {len(digits)} digits is more than the limit of "
        raise fault("LimitError", message + str(limits.integer_digits), source, span)
    if digits[0] == "0" and digits.strip("0"):
        raise fault(
            "SyntaxError", "a number does not begin with zeros", source, span, "",
            f"write {digits.lstrip('0')}",
        )  # fmt: skip
    return int(digits)


def read_string(text: str, span: Span, source: Source) -> str:
    """Return what a quoted string says, its escapes replaced as in Python."""
    return unescape(text[1:-1], span, source)


def unescape(inside: str, span: Span, source: Source) -> str:
    """Replace the escapes of a string."""
    if "\\" not in inside:
        return inside

    def replace(match: re.Match[str]) -> str:
        octal, name, *hexadecimal, plain = match.groups()
        if octal:
            return chr(int(octal, 8))
        if name:
            try:
                return unicodedata.lookup(name)
            except KeyError:
                raise fault("SyntaxError", "no such character in a string", source, span) from None
        for digits in hexadecimal:
            if digits:
                code = int(digits, 16)
                if code > 0x10FFFF:
                    raise fault("SyntaxError", "no such character in a string", source, span)
                return chr(code)
        return ESCAPES.get(plain, match[0])

    return ESCAPE.sub(replace, inside)
