"""Numbers as text that the language reads back.

One rule for all floats: a point or an exponent always shows; the exponent appears below 1e-4 and
from 10^digits upward (1e16 in full), so that no digit is printed that was not asked for.  The
sign of a zero is kept, since 1/x tells 0.0 from -0.0.  Infinities and NaN are `inf` and `nan`.
"""

from .report import usage_fault

DEFAULT_DIGITS = 12
MOST_DIGITS = 17
# What a float32 holds: nine digits always tell two of them apart.
SINGLE_DIGITS = 9


def float_text(value: float, digits: int | None = DEFAULT_DIGITS, single: bool = False) -> str:
    """Write a float with so many significant digits; None is the shortest exact form.

    `single` says that the value came from a float32, whose shortest form has fewer digits than
    that of the float64 it was widened to.
    """
    if single and (digits is None or digits >= SINGLE_DIGITS):
        value = shortest_single(value)
    text = repr(value) if digits is None else f"{value:.{digits}g}"
    return text if marks_a_float(text) else text + ".0"


def marks_a_float(text: str) -> bool:
    """Whether the text has a point, an exponent, or is inf or nan."""
    return "." in text or "e" in text or "n" in text


def shortest_single(value: float) -> float:
    """Return the shortest decimal that rounds to the same float32."""
    import numpy as np

    return float(str(np.float32(value)))


def number_text(value: object, digits: int | None = DEFAULT_DIGITS, single: bool = False) -> str:
    """Write a float, an integer or a truth value."""
    if isinstance(value, float):
        return float_text(value, digits, single)
    return str(value)


def read_digits(text: str) -> int | None:
    """Read the value of --digits: 'full' (None) or 1 to 17.

    Raises: LanguageError for anything else.
    """
    if text == "full":
        return None
    if text.isascii() and text.isdigit() and 1 <= int(text[:3]) <= MOST_DIGITS:
        return int(text[:3])
    message = f"--digits takes a number from 1 to {MOST_DIGITS}, or full"
    raise usage_fault(message, word=text or "''")
