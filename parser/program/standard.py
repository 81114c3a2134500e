"""Tables of the pure functions of Python's modules that torch programs use."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from .machine import Machine

_MATH = """
    acos acosh asin asinh atan atan2 atanh cbrt ceil comb copysign cos cosh degrees dist e erf
    erfc exp exp2 expm1 fabs factorial floor fmod frexp fsum gamma gcd hypot inf isclose isfinite
    isinf isnan isqrt lcm ldexp lgamma log log10 log1p log2 modf nan nextafter perm pi pow prod
    radians remainder sin sinh sqrt tan tanh tau trunc ulp
"""


def table(machine: Machine, path: str) -> dict[str, Any]:
    """Return the names of a module."""
    make = _TABLES.get(path)
    return make(machine) if make is not None else {}


def _math(machine: Machine) -> dict[str, Any]:
    return {name: getattr(math, name) for name in _MATH.split()}


_TABLES: dict[str, Callable[[Machine], dict[str, Any]]] = {"math": _math}
