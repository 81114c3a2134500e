"""The error function and the normal distribution: erf, erfc, erfinv, erfcx, ndtr and kin.

Source: torch tools/autograd/derivatives.yaml, but for slopes that would cancel in a tail,
which have functions of their own in `kernels.erf`.
"""

from __future__ import annotations

import math
from typing import Any

from ..kernels import erf as kernel
from ..kinds import Array
from ..registry import elementwise
from .exponential import exp

_TWO_OVER_SQRT_PI = 2 / math.sqrt(math.pi)
_SQRT_TWO_PI = math.sqrt(2 * math.pi)

gaussian = elementwise(
    "_gaussian",
    lambda self: kernel.exp_square(self, -1.0),
    rounded=True,
    self=lambda g, self, result: g * (-2 * self * result),
    shown=lambda self: exp(-self * self),
    doc="exp(-x^2) of each element x, with the square's rounding error made good.",
)

normal_density = elementwise(
    "_normal_density",
    lambda self: kernel.exp_square(self, -0.5) / _SQRT_TWO_PI,
    rounded=True,
    self=lambda g, self, result: g * (-self * result),
    shown=lambda self: exp(-self * self / 2) / _SQRT_TWO_PI,
    doc="The density of the standard normal distribution at each element.",
)

erf = elementwise(
    "erf",
    lambda self: kernel.erf(self),
    scalar=math.erf,
    rounded=True,
    aliases=("special.erf",),
    self=lambda g, self: _TWO_OVER_SQRT_PI * gaussian(self) * g,
    doc="The error function of each element.",
)

erfc = elementwise(
    "erfc",
    lambda self: kernel.erfc(self),
    scalar=math.erfc,
    rounded=True,
    aliases=("special.erfc",),
    self=lambda g, self: -_TWO_OVER_SQRT_PI * gaussian(self) * g,
    doc="1 - erf(x) of each element x, accurate where it is small.",
)


def _erfinv(self: Array) -> Any:
    from scipy import special

    return special.erfinv(self)


erfinv = elementwise(
    "erfinv",
    _erfinv,
    rounded=True,
    aliases=("special.erfinv",),
    self=lambda g, result: 0.5 * math.sqrt(math.pi) * exp(result * result) * g,
    defined="abs(self) < 1",
    doc="The inverse of the error function, for elements in [-1, 1].",
    domain=(-0.9, 0.9),
)

erfcx = elementwise(
    "special.erfcx",
    lambda self: kernel.erfcx(self),
    rounded=True,
    self=lambda g, self: -2 * g * scaled_integral(self, 1),
    doc="exp(x^2) erfc(x) of each element x.",
    source="Abramowitz and Stegun 7.2.5: torch's 2 x erfcx(x) - 2/sqrt(pi), uncancelled",
)


def _scaled_integral(self: Array, n: int) -> Any:
    return kernel.scaled_integral(self, n)


scaled_integral = elementwise(
    "_scaled_integral",
    _scaled_integral,
    rounded=True,
    self=lambda g, self, n: -2 * (n + 1) * g * scaled_integral(self, n + 1),
    shown=lambda self, n: 1 / math.sqrt(math.pi) - self * erfcx(self),  # n is 1
    doc="exp(x^2) times the n-th repeated integral of erfc from x to infinity.",
)

ndtr = elementwise(
    "special.ndtr",
    lambda self: kernel.ndtr(self),
    rounded=True,
    node="MulBackward1",
    self=lambda g, self: g * normal_density(self),
    doc="The standard normal distribution function of each element.",
)

log_ndtr = elementwise(
    "special.log_ndtr",
    lambda self: kernel.log_ndtr(self),
    rounded=True,
    self=lambda g, self: g * ndtr_ratio(self),
    doc="The logarithm of the standard normal distribution function of each element.",
)

ndtr_ratio = elementwise(
    "_ndtr_ratio",
    lambda self: kernel.ndtr_ratio(self),
    rounded=True,
    self=lambda g, self, result: -g * (result * ndtr_excess(self)),
    shown=lambda self: exp(-self * self / 2 - log_ndtr(self)) / _SQRT_TWO_PI,
    doc="The standard normal density over its distribution function.",
)

ndtr_excess = elementwise(
    "_ndtr_excess",
    lambda self: kernel.ndtr_excess(self),
    rounded=True,
    self=lambda g, self, result: g * (1 - ndtr_ratio(self) * result),
    shown=lambda self: self + ndtr_ratio(self),
    doc="x + ndtr_ratio(x) of each element x.",
)


def _ndtri(self: Array) -> Any:
    from scipy import special

    return special.ndtri(self)


ndtri = elementwise(
    "special.ndtri",
    _ndtri,
    rounded=True,
    self=lambda g, result: g * _SQRT_TWO_PI * exp(result * result / 2),
    defined="(self > 0) & (self < 1)",
    doc="The inverse of the standard normal distribution function, for elements in [0, 1].",
    domain=(0.05, 0.95),
)
