"""Choosing between values: where, clamp, maximum, minimum, with torch's choices at ties.

Source: torch tools/autograd/derivatives.yaml and FunctionsManual.cpp (clamp_backward).
"""

from __future__ import annotations

from typing import Any

import numpy as np

from .. import dtypes
from ..errors import EngineRuntimeError
from ..kinds import Array, Index, Number, Scalar
from ..registry import elementwise, plain
from .compare import isfinite


def _where(condition: Index, self: Array, other: Array) -> Any:
    if condition.__class__ is not bool and np.asarray(condition).dtype.char not in "?B":
        raise EngineRuntimeError(
            "where expected condition to be a boolean tensor, but got a tensor with dtype "
            + dtypes.of(condition).tensor_type[6:-6]
        )
    if self.__class__ is float and other.__class__ is float and condition.__class__ is bool:
        return self if condition else other
    return np.where(condition, self, other)[()]


where = elementwise(
    "where",
    _where,
    promote="type",
    self=lambda g, condition: where(condition, g, 0.0),
    other=lambda g, condition: where(condition, 0.0, g),
    inplace=False,
    doc="self where the condition is true, other elsewhere.",
)


def _nonzero(condition: Index) -> list:
    return [at.astype(np.int64) for at in np.nonzero(np.atleast_1d(condition))]


plain(
    "where:nonzero",
    _nonzero,
    outputs="list",
    doc="The indices, axis by axis, of the elements that are not zero.",
)

maximum = elementwise(
    "maximum",
    np.maximum,
    promote="type",
    self=lambda g, self, other: where(self < other, 0.0, where(self == other, g / 2, g)),
    other=lambda g, self, other: where(self > other, 0.0, where(self == other, g / 2, g)),
    kink=lambda self, other: self == other,
    inplace=False,
    doc="The larger of self and other, NaN where one is NaN; ties share the gradient.",
)

minimum = elementwise(
    "minimum",
    np.minimum,
    promote="type",
    self=lambda g, self, other: where(self > other, 0.0, where(self == other, g / 2, g)),
    other=lambda g, self, other: where(self < other, 0.0, where(self == other, g / 2, g)),
    kink=lambda self, other: self == other,
    inplace=False,
    doc="The smaller of self and other, NaN where one is NaN; ties share the gradient.",
)


def _fmax(self: Array, other: Array) -> Any:
    return np.where(np.greater_equal(self, other) | np.isnan(other), self, other)[()]


def _fmin(self: Array, other: Array) -> Any:
    return np.where(np.less_equal(self, other) | np.isnan(other), self, other)[()]


fmax = elementwise(
    "fmax",
    _fmax,
    promote="type",
    self=lambda g, self, other: where((self >= other) | (other != other), g, 0.0),
    other=lambda g, self, other: where((self >= other) | (other != other), 0.0, g),
    kink=lambda self, other: self == other,
    inplace=False,
    doc="The larger of self and other, of a number and NaN the number; self has ties' gradient.",
)

fmin = elementwise(
    "fmin",
    _fmin,
    promote="type",
    self=lambda g, self, other: where((self <= other) | (other != other), g, 0.0),
    other=lambda g, self, other: where((self <= other) | (other != other), 0.0, g),
    kink=lambda self, other: self == other,
    inplace=False,
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


def _clamp_between(self: Array, min: Array | None = None, max: Array | None = None) -> Any:
    _need_bound(min, max)
    return _between(self, min, max)


def _below_min(g: Any, self: Any, min: Any, max: Any) -> Any:
    """g where the lower bound is the result: self is below it, and it is below the upper one."""
    if max is None:
        return where(self < min, g, 0.0)
    return where((min < max) & (self < min), g, 0.0)


def _above_max(g: Any, self: Any, min: Any, max: Any) -> Any:
    """g where the upper bound is the result: self is above it, or the lower bound is."""
    if min is None:
        return where(self > max, g, 0.0)
    return where((self > max) | (max < min), g, 0.0)


elementwise(
    "clamp:tensor",
    _clamp_between,
    promote="type",
    aliases=("clip",),
    node="ClampBackward0",
    self=lambda g, self, min, max: _within(g, self, min, max),
    min=lambda g, self, min, max: _below_min(g, self, min, max),
    max=lambda g, self, min, max: _above_max(g, self, min, max),
    kink=lambda self, min, max: (self == min) | (self == max),
    doc="Each element, but at least min and at most max; at both edges self has the gradient.",
)


def _clamp_min_to(self: Array, min: Scalar) -> Any:
    return np.maximum(self, min)


elementwise(
    "clamp_min:scalar",
    _clamp_min_to,
    promote="type",
    node="ClampMinBackward0",
    self=lambda g, self, min: where(self >= min, g, 0.0),
    kink=lambda self, min: self == min,
    doc="Each element, but at least min; the slope at the edge is 1.",
)

clamp_min = elementwise(
    "clamp_min",
    np.maximum,
    promote="type",
    node="ClampMinBackward1",
    self=lambda g, self, min: where(self >= min, g, 0.0),
    min=lambda g, self, min: where(self < min, g, 0.0),
    kink=lambda self, min: self == min,
    doc="Each element, but at least min; at a tie self has the gradient.",
)


def _clamp_max_to(self: Array, max: Scalar) -> Any:
    return np.minimum(self, max)


elementwise(
    "clamp_max:scalar",
    _clamp_max_to,
    promote="type",
    node="ClampMaxBackward0",
    self=lambda g, self, max: where(self <= max, g, 0.0),
    kink=lambda self, max: self == max,
    doc="Each element, but at most max; the slope at the edge is 1.",
)

clamp_max = elementwise(
    "clamp_max",
    np.minimum,
    promote="type",
    node="ClampMaxBackward1",
    self=lambda g, self, max: where(self <= max, g, 0.0),
    max=lambda g, self, max: where(self > max, g, 0.0),
    kink=lambda self, max: self == max,
    doc="Each element, but at most max; at a tie self has the gradient.",
)


def _nan_to_num(
    self: Array,
    nan: Number | None = None,
    posinf: Number | None = None,
    neginf: Number | None = None,
) -> Any:
    return np.nan_to_num(self, nan=0.0 if nan is None else nan, posinf=posinf, neginf=neginf)


nan_to_num = elementwise(
    "nan_to_num",
    _nan_to_num,
    promote="type",
    self=lambda g, self: g * isfinite(self),
    doc="Each element; NaN becomes nan or 0, infinities posinf and neginf or the largest numbers.",
)
