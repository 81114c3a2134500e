"""Comparisons and predicates: never recorded, never differentiated."""

from __future__ import annotations

from typing import Any

import numpy as np

from ..errors import EngineRuntimeError
from ..kinds import Array
from ..registry import composite, plain
from ..tensor import Tensor


def _comparison(name: str, ufunc: np.ufunc, doc: str, aliases: tuple[str, ...] = ()) -> Any:
    def forward(self: Array, other: Array) -> Any:
        return ufunc(self, other)

    return plain(name, forward, promote="type", inplace="zero", aliases=aliases, doc=doc)


eq = _comparison("eq", np.equal, "Whether self equals other, elementwise.")
ne = _comparison("ne", np.not_equal, "Whether self differs from other.", ("not_equal",))
lt = _comparison("lt", np.less, "Whether self is less than other.", ("less",))
le = _comparison("le", np.less_equal, "Whether self is at most other.", ("less_equal",))
gt = _comparison("gt", np.greater, "Whether self is greater than other.", ("greater",))
ge = _comparison("ge", np.greater_equal, "Whether self is at least other.", ("greater_equal",))


def _predicate(name: str, ufunc: np.ufunc, doc: str) -> Any:
    def forward(self: Array) -> Any:
        return ufunc(self)

    return plain(name, forward, doc=doc)


isnan = _predicate("isnan", np.isnan, "Whether each element is NaN.")
isinf = _predicate("isinf", np.isinf, "Whether each element is infinite.")
isfinite = _predicate("isfinite", np.isfinite, "Whether each element is neither NaN nor infinite.")


def _isposinf(self: Array) -> Any:
    return np.equal(self, np.inf)


def _isneginf(self: Array) -> Any:
    return np.equal(self, -np.inf)


def _isreal(self: Array) -> Any:
    return np.ones(np.shape(self), bool)


def _signbit(self: Array) -> Any:
    array = np.asarray(self)
    return np.signbit(array) if array.dtype.kind == "f" else array < 0


plain("isposinf", _isposinf, doc="Whether each element is plus infinity.")
plain("isneginf", _isneginf, doc="Whether each element is minus infinity.")
plain("isreal", _isreal, doc="Whether each element is real, which all are.")
plain("signbit", _signbit, doc="Whether the sign of each element is minus, -0.0 included.")


def _isclose(
    self: Array,
    other: Array,
    rtol: float = 1e-05,
    atol: float = 1e-08,
    equal_nan: bool = False,
) -> Any:
    _need_tolerances(rtol, atol)
    near = np.equal(self, other)
    kind = np.result_type(self, other).kind
    if kind == "b":
        return near
    if kind != "f":
        return near | (np.abs(np.subtract(self, other)) <= atol + rtol * np.abs(other))
    if equal_nan:
        near = near | (np.isnan(self) & np.isnan(other))
    gap = np.abs(np.subtract(self, other))
    return near | (np.isfinite(gap) & (gap <= atol + np.abs(np.multiply(rtol, other))))


def _need_tolerances(rtol: float, atol: float) -> None:
    for name, value in (("rtol", rtol), ("atol", atol)):
        if value < 0:
            raise EngineRuntimeError(
                f"{name} must be greater than or equal to zero, but got {value:g}"
            )


_isclose_row = plain(
    "isclose",
    _isclose,
    promote="type",
    doc="Whether self and other differ by at most atol + rtol * |other|.",
)


def _allclose(
    self: Array, other: Array, rtol: float = 1e-05, atol: float = 1e-08, equal_nan: bool = False
) -> bool:
    near = _isclose_row(self, other, rtol, atol, equal_nan)
    return bool(np.all(near.data if near.__class__ is Tensor else near))


composite(
    "allclose",
    _allclose,
    doc="Whether all elements of self and other differ by at most atol + rtol * |other|.",
)


def _equal(self: Array, other: Array) -> bool:
    left, right = (np.asarray(v.data if v.__class__ is Tensor else v) for v in (self, other))
    return np.array_equal(left, right)


composite("equal", _equal, doc="Whether self and other have the same shape and elements.")


def _is_nonzero(self: Array) -> bool:
    return bool(self)


composite("is_nonzero", _is_nonzero, doc="Whether the one element is not zero.")
