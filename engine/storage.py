"""What tensors that share memory share: a version counter.

The memory itself is numpy's: a view's array aliases its base's. A scalar result (a Python
float) owns no memory until somebody asks for it; `Tensor.materialize` gives it some. Tensors
without a Storage are at version 0 and share with nobody.
"""

from __future__ import annotations

from .modes import state


class Storage:
    """The version counter of one piece of memory; every in-place write adds one.

    origins: what was being evaluated (`modes.state.origin`) at each write, by the version that
    it made, or None where nobody says.
    """

    __slots__ = ("origins", "version")

    def __init__(self, version: int = 0) -> None:
        self.version = version
        self.origins: dict[int, object] | None = None

    def count_write(self) -> None:
        """Count one in-place write."""
        self.version += 1
        if state.origin is not None:
            self.origins = self.origins or {}
            self.origins[self.version] = state.origin

    def origin_of(self, version: int) -> object:
        """Where the write that made a version stands, or None."""
        return None if self.origins is None else self.origins.get(version)
