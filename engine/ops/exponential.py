"""Exponentials and logarithms, and the functions that pair them: logaddexp, xlogy.

Source of the formulas: torch tools/autograd/derivatives.yaml.
"""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from ..kinds import Array, DType, Index, Scalar
from ..registry import composite, elementwise
from .choose import where
from .convert import dtype_of, to_dtype

_LN2 = math.log(2)
_LN10 = 2.3025850929940456  # torch's digits; math.log(10) ends in 457

exp = elementwise(
    "exp",
    np.exp,
    scalar=math.exp,
    rounded=True,
    self=lambda g, result: g * result,
    doc="e to the power of each element.",
)

exp2 = elementwise(
    "exp2",
    np.exp2,
    scalar=math.exp2,
    rounded=True,
    aliases=("special.exp2",),
    self=lambda g, result: g * result * _LN2,
    doc="2 to the power of each element.",
)

expm1 = elementwise(
    "expm1",
    np.expm1,
    scalar=math.expm1,
    rounded=True,
    aliases=("special.expm1",),
    self=lambda g, self: g * exp(self),  # torch's result + 1 loses all digits below -37
    doc="e to the power of each element, minus 1; exact near 0.",
)

log = elementwise(
    "log",
    np.log,
    scalar=math.log,
    rounded=True,
    aliases=("ln",),
    self=lambda g, self: g / self,
    defined="self > 0",
    doc="The natural logarithm of each element.",
    domain=(0.2, 3),
)

log2 = elementwise(
    "log2",
    np.log2,
    scalar=math.log2,
    rounded=True,
    self=lambda g, self: g / (self * _LN2),
    defined="self > 0",
    doc="The logarithm to base 2 of each element.",
    domain=(0.2, 3),
)

log10 = elementwise(
    "log10",
    np.log10,
    scalar=math.log10,
    rounded=True,
    self=lambda g, self: g / (self * _LN10),
    defined="self > 0",
    doc="The logarithm to base 10 of each element.",
    domain=(0.2, 3),
)

log1p = elementwise(
    "log1p",
    np.log1p,
    scalar=math.log1p,
    rounded=True,
    aliases=("special.log1p",),
    self=lambda g, self: g / (self + 1),
    defined="self > -1",
    doc="The natural logarithm of 1 plus each element; exact near 0.",
    domain=(-0.8, 3),
)


def _share(self: Array) -> Any:
    return np.true_divide(1, 1 + np.exp(np.negative(self)))


def _share2(self: Array) -> Any:
    return np.true_divide(1, 1 + np.exp2(np.negative(self)))


# torch divides by 1 + exp(other - self), of which the second derivative is NaN where that
# overflows. These are the same numbers with derivatives of every order.
share = elementwise(
    "_share",
    _share,
    rounded=True,
    self=lambda g, self: g * (share(self) * share(-self)),
    shown=lambda self: 1 / (1 + exp(-self)),
    doc="The part of exp(self) in exp(self) + 1.",
)

share2 = elementwise(
    "_share2",
    _share2,
    rounded=True,
    self=lambda g, self: g * (share2(self) * share2(-self)) * _LN2,
    shown=lambda self: 1 / (1 + exp2(-self)),
    doc="The part of 2 ** self in 2 ** self + 1.",
)

logaddexp = elementwise(
    "logaddexp",
    np.logaddexp,
    rounded=True,
    self=lambda g, self, other: g * share(self - other),
    other=lambda g, self, other: g * share(other - self),
    inplace=False,
    doc="log(exp(self) + exp(other)), without overflow.",
)

logaddexp2 = elementwise(
    "logaddexp2",
    np.logaddexp2,
    rounded=True,
    self=lambda g, self, other: g * share2(self - other),
    other=lambda g, self, other: g * share2(other - self),
    inplace=False,
    doc="log2(2 ** self + 2 ** other), without overflow.",
)


def _xlogy(self: Array, other: Array) -> Any:
    skipped = (np.asarray(self) == 0) & ~np.isnan(other)
    return np.where(skipped, 0.0, np.multiply(self, log(other)))[()]


def _xlogy_slope(g: Any, self: Any, other: Any) -> Any:
    return where((self == 0) & (other <= 0), 0.0, xlogy(g, other))


def _xlogy_number(self: Array, other: Scalar) -> Any:
    return _xlogy(self, other)


def _xlogy_of_number(self: Scalar, other: Array) -> Any:
    return _xlogy(self, other)


elementwise(
    "xlogy:scalar_other",
    _xlogy_number,
    aliases=("special.xlogy",),
    node="XlogyBackward2",
    self=_xlogy_slope,
    kink=lambda self, other: (self == 0) & (other <= 0),
    defined="(self == 0) | (other > 0)",
    doc="self * log(a number), and 0 where self is 0; its slope there is 0 for numbers <= 0.",
)

elementwise(
    "xlogy:scalar_self",
    _xlogy_of_number,
    aliases=("special.xlogy",),
    node="XlogyBackward1",
    other=lambda g, self, other: g * self / other,
    defined="(self == 0) | (other > 0)",
    doc="A number times log(other), and 0 where the number is 0.",
    domain=(0.2, 3),
)

xlogy = elementwise(
    "xlogy",
    _xlogy,
    aliases=("special.xlogy",),
    self=_xlogy_slope,
    other=lambda g, self, other: g * self / other,
    kink=lambda self, other: (self == 0) & (other <= 0),
    defined="(self == 0) | (other > 0)",
    doc="self * log(other), and 0 where self is 0; its slope in self there is 0 for other <= 0.",
    domain=((-3, 3), (0.2, 3)),
)


def _masked_logaddexp(
    self: Array,
    other: Array,
    *,
    dtype: DType | None = None,
    input_mask: Index | None = None,
    other_mask: Index | None = None,
) -> Any:
    left = self if input_mask is None else where(input_mask, self, -math.inf)
    right = other if other_mask is None else where(other_mask, other, -math.inf)
    result = logaddexp(left, right)
    wanted = dtype or dtype_of(self)
    return to_dtype(result, wanted) if wanted.is_floating_point else result


composite(
    "masked.logaddexp",
    _masked_logaddexp,
    doc="log(exp(self) + exp(other)) of the elements that their masks let through.",
)
