"""How much a text may ask for before it is refused in plain words."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Limits:
    """The bounds of one parse and one evaluation; the command line has an option for each.

    `text_length` is in characters, `steps` in instructions of the evaluator (spent by calls and
    iterations: straight-line text is bounded by its length), `sequence_length` in elements of a
    list or characters of a string. `integer_digits` is Python's own bound for printing an integer:
    a larger one could be computed but not shown.
    """

    text_length: int = 16 * 2**20
    steps: int = 100_000_000
    call_depth: int = 100_000
    integer_digits: int = 4300
    sequence_length: int = 10_000_000

    @property
    def integer_bits(self) -> int:
        """The size of the largest integer in bits; a decimal digit is 3.3219… of them."""
        return self.integer_digits * 33220 // 10000


DEFAULT_LIMITS = Limits()
