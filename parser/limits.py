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
        """The size in bits below which an integer has digits to spare; a digit is 3.3219… bits."""
        return self.integer_digits * 33219 // 10000

    def holds(self, value: int) -> bool:
        """Return whether an integer has no more digits than allowed."""
        return value.bit_length() <= self.integer_bits or abs(value) < 10**self.integer_digits


DEFAULT_LIMITS = Limits()
