"""Choosing between values: where, clamp, maximum, minimum, with torch's choices at ties.

Source: torch tools/autograd/derivatives.yaml and FunctionsManual.cpp (clamp_backward).
"""

from __future__ import annotations

from typing import Any

import numpy as np

from ..errors import EngineRuntimeError
from ..kinds import Array, Index, Scalar
from ..registry import elementwise


def _where(condition: Index, self: Array, other: Array) -> Any:
    if self.__class__ is float and other.__class__ is float and condition.__class__ is bool:
        return self if condition else other
    return np.where(condition, self, other)[()]


where = elementwise(
    "where",
    _where,
    promote="type",
    self=lambda g, condition: where(condition, g, 0.0),
    other=lambda g, condition: where(condition, 0.0, g),
    doc="self where the condition is true, other elsewhere.",
)

maximum = elementwise(
    "maximum",
    np.maximum,
    promote="type",
    self=lambda g, self, other: where(self < other, 0.0, where(self == other, g / 2, g)),
    other=lambda g, self, other: where(self > other, 0.0, where(self == other, g / 2, g)),
    kink=lambda self, other: self == other,
    doc="The larger of self and other, NaN where one is NaN; ties share the gradient.",
)

minimum = elementwise(
    "minimum",
    np.minimum,
    promote="type",
    self=lambda g, self, other: where(self > other, 0.0, where(self == other, g / 2, g)),
    other=lambda g, self, other: where(self < other, 0.0, where(self == other, g / 2, g)),
    kink=lambda self, other: self == other,
    doc="The smaller of self and other, NaN where one is NaN; ties share the gradient.",
)

fmax = elementwise(
    "fmax",
    np.fmax,
    promote="type",
    self=lambda g, self, other: where((self >= other) | (other != other), g, 0.0),
    other=lambda g, self, other: where((self >= other) | (other != other), 0.0, g),
    kink=lambda self, other: self == other,
    doc="The larger of self and other, of a number and NaN the number; self has ties' gradient.",
)

fmin = elementwise(
    "fmin",
    np.fmin,
    promote="type",
    self=lambda g, self, other: where((self <= other) | (other != other), g, 0.0),
    other=lambda g, self, other: where((self <= other) | (other != other), 0.0, g),
    kink=lambda self, other: self == other,
    doc="The smaller of self and other, of a number and NaN the number; self has ties' gradient.",
)


def _clamp_to(self: Array, min: Scalar | None = None, max: Scalar | None = None) -> Any:
    _need_bound(min, max)
    return _between(self, min, max)


def _need_bound(min: Any, max: Any) -> None:
    if min is None and max is None:
        raise EngineRuntimeError("torch.clamp: At least one of 'min' or 'max' must not be None")


def _between(self: Any, min: Any, max: Any) -> Any:
    """self, at least min, at most max; max wins where min is larger, NaN stays."""
    raised = self if min is None else np.maximum(self, min)
    return raised if max is None else np.minimum(raised, max)


def _within(g: Any, self: Any, min: Any, max: Any) -> Any:
    """g where self lies between the bounds, edges included; 0 elsewhere."""
    if min is None:
        return where(self <= max, g, 0.0)
    if max is None:
        return where(self >= min, g, 0.0)
    return where((self >= min) & (self <= max), g, 0.0)


clamp = elementwise(
    "clamp",
    _clamp_to,
    promote="type",
    aliases=("clip",),
    node="ClampBackward1",
    self=lambda g, self, min, max: _within(g, self, min, max),
    kink=lambda self, min, max: (self == min) | (self == max),
    doc="Each element, but at least min and at most max; the slope at both edges is 1.",
)
