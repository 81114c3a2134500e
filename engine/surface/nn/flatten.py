"""Flatten and Unflatten: axes joined and split."""

from __future__ import annotations

from typing import Any

from ...ops.public import call
from ...tensor import Tensor
from .module import Module


class Flatten(Module):
    """A range of axes as one."""

    def __init__(self, start_dim: int = 1, end_dim: int = -1) -> None:
        super().__init__()
        self.start_dim = start_dim
        self.end_dim = end_dim

    def forward(self, input: Tensor) -> Tensor:
        """`input.flatten(start_dim, end_dim)`."""
        return call("flatten", input, self.start_dim, self.end_dim)

    def extra_repr(self) -> str:
        return f"start_dim={self.start_dim}, end_dim={self.end_dim}"


class Unflatten(Module):
    """One axis as several."""

    def __init__(self, dim: int, unflattened_size: Any) -> None:
        super().__init__()
        _require_ints(unflattened_size)
        self.dim = dim
        self.unflattened_size = unflattened_size

    def forward(self, input: Tensor) -> Tensor:
        """`input.unflatten(dim, unflattened_size)`."""
        return call("unflatten", input, self.dim, self.unflattened_size)

    def extra_repr(self) -> str:
        return f"dim={self.dim}, unflattened_size={self.unflattened_size}"


def _require_ints(sizes: Any) -> None:
    """Raise torch's errors for sizes that are no sequence of ints."""
    if not isinstance(sizes, tuple | list):
        raise TypeError(
            f"unflattened_size must be a tuple of ints, but found type {type(sizes).__name__}"
        )
    for place, item in enumerate(sizes):
        if not isinstance(item, int):
            raise TypeError(
                "unflattened_size must be tuple of ints, but found element of type "
                f"{type(item).__name__} at pos {place}"
            )
