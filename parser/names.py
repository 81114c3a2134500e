"""What a name means that the user gave no value: constants, the language's functions, the engine's.

The engine is imported on first use: a text that does not parse never loads numpy.
"""

from __future__ import annotations

import math
from collections.abc import Iterable

from .limits import Limits
from .natives import native_functions
from .suggest import did_you_mean

CONSTANTS: dict[str, float] = {
    "pi": math.pi, "π": math.pi, "tau": math.tau, "τ": math.tau, "e": math.e,
    "inf": math.inf, "∞": math.inf, "nan": math.nan,
}  # fmt: skip
MODULES = {"torch", "F", "np", "numpy", "math"}


class Names:
    """The names of the language during one evaluation; what was found is remembered for it."""

    def __init__(self, limits: Limits) -> None:
        from ..engine.surface import namespace

        self.engine = namespace
        self.natives = native_functions(limits, namespace.lookup)
        self.found: dict[str, object] = {**CONSTANTS, **self.natives}

    def lookup(self, name: str) -> object | None:
        """Return what a name, dotted or not, stands for in the language; None if nothing."""
        value = self.found.get(name)
        if value is None:
            value = self.engine.lookup(name)
            if value is not None:
                self.found[name] = value
        return value

    def is_module(self, name: str) -> bool:
        """Return whether a name begins dotted names: `torch`, `linalg`, `nn`, `F`, …"""
        beginnings = (known.partition(".") for known in self.engine.names())
        return name in MODULES or any(dot and first == name for first, dot, _ in beginnings)

    def suggestion(self, name: str, variables: Iterable[str]) -> str | None:
        """Return a did-you-mean for an unknown name."""
        last = name.rpartition(".")[2]
        known = {*variables, *CONSTANTS, *self.natives, *self.engine.names()}
        return did_you_mean(name, known) or (did_you_mean(last, known) if last != name else None)
