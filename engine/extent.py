"""Sizes that remember whose they are, so that formulas can name them: `len(x)` and not 3."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from .symbol import Symbol


class Extent(int):
    """The size of an axis of a symbol, or a product of such sizes; elsewhere a plain int.

    factors: the symbols and the numbers of their axes, counted from the front. times: the number
    that the product of their sizes is multiplied by.
    """

    factors: tuple[tuple[Symbol, int], ...]
    times: int

    def __mul__(self, other: Any) -> Any:
        """Stay an extent where the other is one, or an int; leave symbols to themselves."""
        if isinstance(other, Extent):
            factors, times = self.factors + other.factors, self.times * other.times
            return extent(int(self) * int(other), factors, times)
        if other.__class__ is int:
            return extent(int(self) * other, self.factors, self.times * other)
        return int.__mul__(self, other)

    __rmul__ = __mul__


def extent(size: int, factors: tuple[tuple[Symbol, int], ...], times: int = 1) -> Extent:
    """A size with its origin."""
    made = Extent(size)
    made.factors = factors
    made.times = times
    return made
