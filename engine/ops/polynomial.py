"""Orthogonal polynomials of torch.special. torch gives them no derivative; here they have it."""

from __future__ import annotations

from typing import Any

from ..kernels import polynomial as kernel
from ..kinds import Array, Index
from ..registry import elementwise
from .public import call


def _derivative(x: Array, n: Index, name: str, order: int) -> Any:
    return kernel.polynomial(x, n, name, order)


def _shown(x: Any, n: Any, name: str, order: int) -> Any:
    """The derivative of order 1 by the polynomials themselves, for symbols.

    Source: Abramowitz and Stegun 22.8; V and W are differences and sums of neighbours in U.
    """
    if name.startswith("shifted_"):
        return 2 * _shown(2 * x - 1, n, name.removeprefix("shifted_"), order)

    def p(letter: str, degree: Any) -> Any:
        return call(f"special.{name[:-1]}{letter}", x, degree)

    def of_u(degree: Any) -> Any:
        return ((degree + 1) * p("t", degree + 1) - x * p("u", degree)) / (x * x - 1)

    return {
        "chebyshev_polynomial_t": lambda: n * p("u", n - 1),
        "chebyshev_polynomial_u": lambda: of_u(n),
        "chebyshev_polynomial_v": lambda: of_u(n) - of_u(n - 1),
        "chebyshev_polynomial_w": lambda: of_u(n) + of_u(n - 1),
        "hermite_polynomial_h": lambda: 2 * n * p("h", n - 1),
        "hermite_polynomial_he": lambda: n * call("special.hermite_polynomial_he", x, n - 1),
        "laguerre_polynomial_l": lambda: n * (p("l", n) - p("l", n - 1)) / x,
        "legendre_polynomial_p": lambda: n * (x * p("p", n) - p("p", n - 1)) / (x * x - 1),
    }[name]()


derivative = elementwise(
    "_polynomial_derivative",
    _derivative,
    rounded=True,
    x=lambda g, x, n, name, order: g * derivative(x, n, name, order + 1),
    shown=_shown,
    doc="The derivative of some order of an orthogonal polynomial.",
)


def _declare(name: str) -> None:
    def forward(x: Array, n: Index) -> Any:
        return kernel.polynomial(x, n, name, 0)

    plain = name.removeprefix("shifted_")
    words = name.removesuffix(f"_{name[-2:].strip('_')}").replace("_", " ")
    elementwise(
        f"special.{name}",
        forward,
        rounded=True,
        x=lambda g, x, n: g * derivative(x, n, name, 1),
        derivative=f"2*g times the slope of {plain} at 2*x - 1" if plain != name else None,
        doc=f"The {words} {name.rpartition('_')[2].capitalize()} of degree n at each element.",
    )


for _name in kernel.FAMILIES:
    _declare(_name)
