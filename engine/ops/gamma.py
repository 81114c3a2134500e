"""The gamma function's logarithm, its derivatives, its incomplete integrals, and zeta.

Source: torch tools/autograd/derivatives.yaml.
"""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from .. import shapes
from ..errors import EngineRuntimeError
from ..kernels import gamma as kernel
from ..kinds import Array
from ..registry import composite, elementwise
from .exponential import exp, log, xlogy

lgamma = elementwise(
    "lgamma",
    lambda self: kernel.lgamma(self),
    scalar=kernel.lgamma_number,
    rounded=True,
    aliases=("special.gammaln",),
    self=lambda g, self: g * digamma(self),
    defined="(self > 0) | (self != floor(self))",
    doc="The logarithm of the absolute value of the gamma function.",
    domain=(0.3, 4),
)

digamma = elementwise(
    "digamma",
    lambda self: kernel.digamma(self),
    rounded=True,
    aliases=("special.digamma", "special.psi"),
    self=lambda g, self: g * polygamma(1, self),
    defined="(self > 0) | (self != floor(self))",
    doc="The derivative of lgamma.",
    domain=(0.3, 4),
)


def _polygamma(n: int, self: Array) -> Any:
    if n < 0:
        raise EngineRuntimeError("polygamma(n, x) does not support negative n.")
    return kernel.polygamma(n, self)


polygamma = elementwise(
    "polygamma",
    _polygamma,
    rounded=True,
    aliases=("special.polygamma",),
    self=lambda g, n, self: g * polygamma(n + 1, self),
    doc="The n-th derivative of digamma.",
)


def _polygamma_of(self: Array, n: int) -> Any:
    return polygamma(n, self)


composite(
    "polygamma:method",
    _polygamma_of,
    doc="The n-th derivative of digamma, with the tensor first, as in x.polygamma(1).",
)


def _mvlgamma(self: Array, p: int) -> Any:
    if p < 1:
        raise EngineRuntimeError("p has to be greater than or equal to 1")
    shapes.check_size((*np.shape(self), p))
    total = p * (p - 1) / 4 * math.log(math.pi)
    for k in range(p):
        total = total + kernel.lgamma(self - k / 2)
    return total


def _mvlgamma_back(g: Any, self: Any, p: int) -> Any:
    total = digamma(self)
    for k in range(1, p):
        total = total + digamma(self - k / 2)
    return g * total


mvlgamma = elementwise(
    "mvlgamma",
    _mvlgamma,
    rounded=True,
    aliases=("special.multigammaln",),
    self=_mvlgamma_back,
    derivative={"self": "g*sum(digamma(self - k/2) for k in range(p))"},
    doc="The logarithm of the gamma function of p dimensions.",
)

zeta = elementwise(
    "special.zeta",
    lambda self, other: kernel.zeta(self, other),
    rounded=True,
    self=None,
    other=lambda g, self, other: g * (-self * zeta(self + 1, other)),
    doc="Hurwitz's zeta function; torch gives no derivative in its first argument.",
    domain=((1.5, 4), (0.5, 3)),
)


gamma_density = elementwise(
    "_gamma_density",
    lambda self, other: kernel.gamma_density(self, other),
    rounded=True,
    self=lambda g, self, other, result: g * (result * (log(other) - digamma(self))),
    other=lambda g, self, other, result: g * (result * ((self - 1) / other - 1)),
    shown=lambda self, other: exp(xlogy(self - 1, other) - other - lgamma(self)),
    doc="The density of the gamma distribution of shape self at other.",
    domain=((0.5, 3), (0.3, 3)),
)

gammainc = elementwise(
    "igamma",
    lambda self, other: kernel.gammainc(self, other),
    rounded=True,
    aliases=("special.gammainc",),
    self=None,
    other=lambda g, self, other: g * gamma_density(self, other),
    doc="The lower incomplete gamma function over gamma(self), from 0 to other.",
    domain=((0.5, 3), (0.3, 3)),
)

gammaincc = elementwise(
    "igammac",
    lambda self, other: kernel.gammaincc(self, other),
    rounded=True,
    aliases=("special.gammaincc",),
    self=None,
    other=lambda g, self, other: -g * gamma_density(self, other),
    doc="1 - igamma(self, other), accurate where it is small.",
    domain=((0.5, 3), (0.3, 3)),
)
