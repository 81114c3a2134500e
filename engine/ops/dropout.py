"""Dropout: in evaluation, or where nothing is left to chance; for attention also with it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from ..errors import EngineRuntimeError, EngineValueError
from ..generator import default_generator
from ..kinds import Array, Number
from ..registry import composite
from ..tensor import Tensor, result
from .lead import shape_of, zeros_like
from .matrix import raw_of

F = "nn.functional."


def _drop(name: str, self: Any, p: float, training: bool) -> Any:
    """`self` where nothing is dropped, zeros where everything is."""
    if not 0 <= p <= 1:
        raise EngineValueError(f"dropout probability has to be between 0 and 1, but got {p}")
    if not training or p == 0:
        return self
    if p == 1:
        return self * zeros_like(self)
    raise EngineRuntimeError(f"{name} with training=True and 0 < p < 1 is random")


def _dropout(name: str, trains: bool) -> Callable:
    def function(
        self: Array, p: Number = 0.5, training: bool = trains, inplace: bool = False
    ) -> Any:
        return _drop(name, self, p, training)

    return function


for _name, _trains in (
    ("dropout", True),
    ("dropout1d", True),
    ("dropout2d", True),
    ("dropout3d", True),
    ("alpha_dropout", False),
    ("feature_alpha_dropout", False),
):
    composite(
        F + _name,
        _dropout(_name, _trains),
        doc="The input itself unless training; zeros for p = 1.",
    )


def dropped(self: Any, p: float) -> Any:
    """`self` with elements zero by chance, the others scaled up."""
    kind = raw_of(self).dtype.type
    noise = default_generator.bernoulli(shape_of(self), 1 - p).astype(kind) / kind(1 - p)
    return self * (result(noise) if isinstance(self, Tensor) else noise)
