"""nn.functional for the modules: `F.linear(x, w)` is what a program's `F.linear(x, w)` is."""

from __future__ import annotations

from collections.abc import Callable

from ..namespace import in_torch


class _Functional:
    """Functions by name, found when first used and then kept as attributes."""

    def __getattr__(self, name: str) -> Callable:
        found = in_torch("nn.functional." + name)
        if found is None:
            raise AttributeError(f"module 'torch.nn.functional' has no attribute '{name}'")
        setattr(self, name, found)
        return found


F = _Functional()
