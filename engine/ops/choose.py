"""Choosing between values: where, clamp, maximum, minimum, with torch's choices at ties."""

from __future__ import annotations

from typing import Any

import numpy as np

from ..kinds import Array, Index
from ..registry import elementwise
from .lead import zeros_like


def _where(condition: Index, self: Array, other: Array) -> Any:
    if condition.__class__ is bool:
        return np.asarray(self)[()] if condition else np.asarray(other)[()]
    return np.where(condition, self, other)


where = elementwise(
    "where",
    _where,
    promote="type",
    node="WhereBackward0",
    self=lambda g, condition: where(condition, g, zeros_like(g)),
    other=lambda g, condition: where(condition, zeros_like(g), g),
    doc="self where the condition is true, other elsewhere.",
)
