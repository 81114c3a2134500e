"""Logical and bitwise operations, shifts, and what else only integers have: gcd and lcm."""

from __future__ import annotations

from typing import Any

import numpy as np

from .. import dtypes
from ..errors import EngineTypeError, kernel_missing
from ..kinds import Array
from ..registry import plain


def _logical(name: str, ufunc: np.ufunc, doc: str) -> Any:
    def forward(self: Array, other: Array) -> Any:
        return ufunc(self, other)

    return plain(name, forward, promote="type", inplace=True, doc=doc)


logical_and = _logical("logical_and", np.logical_and, "Whether both are not zero.")
logical_or = _logical("logical_or", np.logical_or, "Whether one of both is not zero.")
logical_xor = _logical("logical_xor", np.logical_xor, "Whether just one of both is not zero.")


def _logical_not(self: Array) -> Any:
    return np.logical_not(self)


logical_not = plain("logical_not", _logical_not, inplace=True, doc="Whether each element is zero.")


def _bitwise_not(self: Array) -> Any:
    if dtypes.of(self).category > 1:
        raise EngineTypeError(
            "~ (operator.invert) is only implemented on integer and Boolean-type tensors"
        )
    return np.invert(self)


bitwise_not = plain(
    "bitwise_not",
    _bitwise_not,
    inplace=True,
    doc="Every bit of integers flipped; the opposite of a bool.",
)


def _on_integers(name: str, kernel: str, kinds: str, function: Any, doc: str) -> Any:
    """Declare an operation on integers; torch's kernel takes the numpy kinds in `kinds`."""

    def forward(self: Array, other: Array) -> Any:
        dtype = np.result_type(self, other)
        if dtype.kind not in kinds:
            raise kernel_missing(kernel, dtypes.BY_NUMPY[dtype])
        return function(self, other)

    return plain(name, forward, promote="type", inplace=True, doc=doc)


bitwise_and = _on_integers(
    "bitwise_and", "bitwise_and_cpu", "biu", np.bitwise_and, "The bits that both have."
)
bitwise_or = _on_integers(
    "bitwise_or", "bitwise_or_cpu", "biu", np.bitwise_or, "The bits that one of both has."
)
bitwise_xor = _on_integers(
    "bitwise_xor", "bitwise_xor_cpu", "biu", np.bitwise_xor, "The bits that just one of both has."
)


def _shift_left(self: Any, other: Any) -> Any:
    """0 where the shift is negative or reaches past the width, as in torch."""
    width = np.result_type(self, other).itemsize * 8
    inside = np.greater_equal(other, 0) & np.less(other, width)
    return np.where(inside, np.left_shift(self, np.where(inside, other, 0)), 0)


def _shift_right(self: Any, other: Any) -> Any:
    """The sign alone where the shift is negative or reaches past the width, as in torch."""
    width = np.result_type(self, other).itemsize * 8
    inside = np.greater_equal(other, 0) & np.less(other, width)
    return np.right_shift(self, np.where(inside, other, width - 1))


bitwise_left_shift = _on_integers(
    "bitwise_left_shift", "lshift_cpu", "iu", _shift_left, "self times 2 ** other."
)
bitwise_right_shift = _on_integers(
    "bitwise_right_shift", "rshift_cpu", "iu", _shift_right, "self over 2 ** other, rounded down."
)

gcd = _on_integers("gcd", "gcd_cpu", "iu", np.gcd, "The greatest common divisor.")
lcm = _on_integers("lcm", "lcm_cpu", "iu", np.lcm, "The least common multiple.")
