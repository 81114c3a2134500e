"""Sizes that remember whose they are, so that formulas can name them: `len(x)` and not 3."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from .symbol import Symbol


class Extent(int):
    """The size of an axis of a symbol, or a product of such sizes; elsewhere a plain int.

    factors: the symbols and the numbers of their axes, counted from the front.
    """

    factors: tuple[tuple[Symbol, int], ...]

    def __mul__(self, other: Any) -> Any:
        """Stay an extent where the other is one, or is 1."""
        if isinstance(other, Extent):
            return extent(int(self) * int(other), self.factors + other.factors)
        return self if other.__class__ is int and other == 1 else int(self) * other

    __rmul__ = __mul__


def extent(size: int, factors: tuple[tuple[Symbol, int], ...]) -> Extent:
    """A size with its origin."""
    made = Extent(size)
    made.factors = factors
    return made
