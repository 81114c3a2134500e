"""Bessel functions of whole order, modified and spherical ones, and the Airy function.

torch gives derivatives to i0, i0e, i1 and i1e alone; the others have them here too. Near 0 the
quotients f_n(x) / x^n of `kernels.bessel` keep slopes finite and smooth.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from ..kernels import bessel as kernel
from ..kinds import Array
from ..registry import elementwise
from .rounding import sign
from .trigonometric import cos

S = "special."


def _over_power(
    name: str, forward: Callable, direction: int, shown: Callable, doc: str
) -> Callable:
    """f_n(x) / x^n as an operation; its slope is `direction` x times that of n + 1."""

    def run(self: Array, n: int) -> Any:
        return forward(self, n)

    def slope(g: Any, self: Any, n: int) -> Any:
        return direction * g * (self * operation(self, n + 1))

    operation = elementwise(name, run, rounded=True, self=slope, shown=shown, doc=doc)
    return operation


def _shown(first: Callable, second: Callable, direction: int) -> Callable:
    """f_n(x) / x^n by the recurrence from f_0 and f_1, for symbols.

    Source: Abramowitz and Stegun 9.1.27 and 9.6.26, f_(n+1) = +-(f_(n-1) - (2 n / x) f_n).
    """

    def shown(self: Any, n: int) -> Any:
        before, now = first(self), second(self)
        for k in range(1, n):
            before, now = now, direction * (before - 2 * k / self * now)
        return (now if n else before) / self**n

    return shown


# -- modified, growing

modified_over_power = _over_power(
    "_modified_over_power",
    kernel.modified_over_power,
    1,
    _shown(lambda x: i0(x), lambda x: i1(x), 1),
    "I_n(x) / x^n.",
)

i0 = elementwise(
    "i0",
    lambda self: kernel.evaluate("i0", self),
    rounded=True,
    aliases=(S + "i0", S + "modified_bessel_i0"),
    self=lambda g, self: g * i1(self),
    doc="The modified Bessel function of the first kind of order 0.",
)

i1 = elementwise(
    S + "i1",
    lambda self: kernel.evaluate("i1", self),
    rounded=True,
    aliases=(S + "modified_bessel_i1",),
    self=lambda g, self: (
        g * (modified_over_power(self, 1) + self * self * modified_over_power(self, 2))
    ),
    doc="The modified Bessel function of the first kind of order 1.",
)


def _scaled_over_power(self: Array, n: int) -> Any:
    return kernel.scaled_over_power(self, n)


scaled_over_power = elementwise(
    "_scaled_over_power",
    _scaled_over_power,
    rounded=True,
    self=lambda g, self, n, result: (
        g * (self * scaled_over_power(self, n + 1) - sign(self) * result)
    ),
    shown=_shown(lambda x: i0e(x), lambda x: i1e(x), 1),
    doc="exp(-|x|) I_n(x) / x^n.",
)

i0e = elementwise(
    S + "i0e",
    lambda self: kernel.evaluate("i0e", self),
    rounded=True,
    node="SpecialI0EBackward0",
    self=lambda g, self: -g * (sign(self) * growing_difference(self)),
    kink=lambda self: self == 0,
    doc="exp(-|x|) i0(x); the slope at 0 is 0.",
)

i1e = elementwise(
    S + "i1e",
    lambda self: kernel.evaluate("i1e", self),
    rounded=True,
    node="SpecialI1EBackward0",
    self=lambda g, self: g * (growing_difference(self) - scaled_over_power(self, 1)),
    doc="exp(-|x|) i1(x).",
)

growing_difference = elementwise(
    "_growing_difference",
    lambda self: kernel.growing_difference(self),
    rounded=True,
    self=lambda g, self, result: g * (sign(self) * (scaled_over_power(self, 1) - 2 * result)),
    shown=lambda self: i0e(self) - sign(self) * i1e(self),
    doc="exp(-|x|) (I0(|x|) - I1(|x|)), without cancellation.",
)

# -- modified, falling

k0 = elementwise(
    S + "modified_bessel_k0",
    lambda self: kernel.evaluate("k0", self),
    rounded=True,
    self=lambda g, self: -g * k1(self),
    doc="The modified Bessel function of the second kind of order 0.",
    defined="self > 0",
    domain=(0.3, 3),
)

k1 = elementwise(
    S + "modified_bessel_k1",
    lambda self: kernel.evaluate("k1", self),
    rounded=True,
    self=lambda g, self, result: -g * (k0(self) + result / self),
    doc="The modified Bessel function of the second kind of order 1.",
    defined="self > 0",
    domain=(0.3, 3),
)

k0e = elementwise(
    S + "scaled_modified_bessel_k0",
    lambda self: kernel.evaluate("k0e", self),
    rounded=True,
    self=lambda g, self: -g * falling_difference(self),
    doc="exp(x) times the modified Bessel function of the second kind of order 0.",
    defined="self > 0",
    domain=(0.3, 3),
)

k1e = elementwise(
    S + "scaled_modified_bessel_k1",
    lambda self: kernel.evaluate("k1e", self),
    rounded=True,
    self=lambda g, self, result: g * (falling_difference(self) - result / self),
    doc="exp(x) times the modified Bessel function of the second kind of order 1.",
    defined="self > 0",
    domain=(0.3, 3),
)

falling_difference = elementwise(
    "_falling_difference",
    lambda self: kernel.falling_difference(self),
    rounded=True,
    self=lambda g, self, result: g * (2 * result - k1e(self) / self),
    shown=lambda self: k1e(self) - k0e(self),
    doc="exp(x) (K1(x) - K0(x)), without cancellation.",
    domain=(0.3, 3),
)

# -- oscillating

bessel_over_power = _over_power(
    "_bessel_over_power",
    kernel.bessel_over_power,
    -1,
    _shown(lambda x: bessel_j0(x), lambda x: bessel_j1(x), -1),
    "J_n(x) / x^n.",
)

bessel_j0 = elementwise(
    S + "bessel_j0",
    lambda self: kernel.evaluate("j0", self),
    rounded=True,
    self=lambda g, self: -g * bessel_j1(self),
    doc="The Bessel function of the first kind of order 0.",
)

bessel_j1 = elementwise(
    S + "bessel_j1",
    lambda self: kernel.evaluate("j1", self),
    rounded=True,
    self=lambda g, self: (
        g * (bessel_over_power(self, 1) - self * self * bessel_over_power(self, 2))
    ),
    doc="The Bessel function of the first kind of order 1.",
)

bessel_y0 = elementwise(
    S + "bessel_y0",
    lambda self: kernel.evaluate("y0", self),
    rounded=True,
    self=lambda g, self: -g * bessel_y1(self),
    doc="The Bessel function of the second kind of order 0.",
    defined="self > 0",
    domain=(0.3, 3),
)

bessel_y1 = elementwise(
    S + "bessel_y1",
    lambda self: kernel.evaluate("y1", self),
    rounded=True,
    self=lambda g, self, result: g * (bessel_y0(self) - result / self),
    doc="The Bessel function of the second kind of order 1.",
    defined="self > 0",
    domain=(0.3, 3),
)

spherical_over_power = _over_power(
    "_spherical_over_power",
    kernel.spherical_over_power,
    -1,
    lambda self, n: (spherical_j0(self) - cos(self)) / (self * self),  # n is 1
    "The spherical Bessel function of order n, over x^n.",
)

spherical_j0 = elementwise(
    S + "spherical_bessel_j0",
    lambda self: kernel.spherical_over_power(self, 0),
    rounded=True,
    self=lambda g, self: -g * (self * spherical_over_power(self, 1)),
    doc="sin(x) / x of each element x: the spherical Bessel function of order 0.",
)

airy_ai = elementwise(
    S + "airy_ai",
    lambda self: kernel.airy(self),
    rounded=True,
    self=lambda g, self: g * airy_slope(self),
    derivative="g times the slope of Ai",
    doc="The Airy function Ai of each element.",
)

airy_slope = elementwise(
    "_airy_slope",
    lambda self: kernel.airy_slope(self),
    rounded=True,
    self=lambda g, self: g * (self * airy_ai(self)),
    doc="The derivative of the Airy function Ai.",
)
