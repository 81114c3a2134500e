"""Orthogonal polynomials of torch.special. torch gives them no derivative; here they have it."""

from __future__ import annotations

from typing import Any

from ..kernels import polynomial as kernel
from ..kinds import Array, Index
from ..registry import elementwise


def _derivative(x: Array, n: Index, name: str, order: int) -> Any:
    return kernel.polynomial(x, n, name, order)


derivative = elementwise(
    "_polynomial_derivative",
    _derivative,
    rounded=True,
    x=lambda g, x, n, name, order: g * derivative(x, n, name, order + 1),
    doc="The derivative of some order of an orthogonal polynomial.",
)


def _declare(name: str) -> None:
    def forward(x: Array, n: Index) -> Any:
        return kernel.polynomial(x, n, name, 0)

    words = name.removesuffix(f"_{name[-2:].strip('_')}").replace("_", " ")
    elementwise(
        f"special.{name}",
        forward,
        rounded=True,
        x=lambda g, x, n: g * derivative(x, n, name, 1),
        doc=f"The {words} {name.rpartition('_')[2].capitalize()} of degree n at each element.",
    )


for _name in kernel.FAMILIES:
    _declare(_name)
