"""How far values and slopes are from the truth, in units of the last place (ulp).

The truth comes from mpmath with 50 digits; arguments run from the subnormals to the largest
numbers. `python -m tests.engine.accuracy` measures again and writes tests/golden/accuracy.json.
"""

from __future__ import annotations

import json
import math
from collections.abc import Callable
from pathlib import Path

import mpmath
import numpy as np

from gradcalc.engine import float64, namespace, tensor
from gradcalc.engine.backward import gradients

TABLE = Path(__file__).resolve().parent.parent / "golden" / "accuracy.json"
mp = mpmath.mp.clone()
mp.dps = 50

Function = Callable[[mpmath.mpf], mpmath.mpf]


def _both_signs(*exponents: float) -> list[float]:
    sizes = [1.3 * 10.0**e for e in exponents]
    return [-s for s in reversed(sizes)] + sizes


EVERYWHERE = _both_signs(-310, -300, -100, -20, -8, -3, -1, 0, 0.5, 1, 1.5)
SMALL = _both_signs(-310, -300, -100, -20, -8, -3, -1, 0, 0.3)
LARGE = [*EVERYWHERE, *_both_signs(2, 2.4)]
HUGE = [*EVERYWHERE, *_both_signs(3, 100, 300)]
POSITIVE = [x for x in HUGE if x > 0]
INSIDE = [x for x in [*SMALL, 0.5, -0.5, 0.9, -0.9, 0.999, -0.999] if abs(x) < 1]
ABOVE_ONE = [1.0000001, 1.001, 1.5, 3.0, 1e3, 1e100, 1e300]


def sigmoid(x: mpmath.mpf) -> mpmath.mpf:
    return 1 / (1 + mp.exp(-x))


def softplus(x: mpmath.mpf) -> mpmath.mpf:
    return mp.log1p(mp.exp(x)) if x < 40 else x + mp.exp(-x)


def density(x: mpmath.mpf) -> mpmath.mpf:
    return mp.npdf(x)


LN2 = mp.log(2)
ROOT_PI = mp.sqrt(mp.pi)

# name in the language: the function, its derivative, and where both are tried
FUNCTIONS: dict[str, tuple[Function, Function, list[float]]] = {
    "exp": (mp.exp, mp.exp, LARGE),
    "exp2": (lambda x: mp.mpf(2) ** x, lambda x: LN2 * mp.mpf(2) ** x, LARGE),
    "expm1": (mp.expm1, mp.exp, LARGE),
    "log": (mp.log, lambda x: 1 / x, POSITIVE),
    "log2": (lambda x: mp.log(x) / LN2, lambda x: 1 / (x * LN2), POSITIVE),
    "log10": (mp.log10, lambda x: 1 / (x * mp.log(10)), POSITIVE),
    "log1p": (mp.log1p, lambda x: 1 / (1 + x), [x for x in HUGE if x > -0.9]),
    "sqrt": (mp.sqrt, lambda x: 1 / (2 * mp.sqrt(x)), POSITIVE),
    "rsqrt": (lambda x: 1 / mp.sqrt(x), lambda x: -1 / (2 * x * mp.sqrt(x)), POSITIVE),
    "reciprocal": (lambda x: 1 / x, lambda x: -1 / x**2, [x for x in HUGE if abs(x) > 1e-150]),
    "square": (lambda x: x * x, lambda x: 2 * x, [x for x in HUGE if abs(x) < 1e150]),
    "sin": (mp.sin, mp.cos, EVERYWHERE),
    "cos": (mp.cos, lambda x: -mp.sin(x), EVERYWHERE),
    "tan": (mp.tan, lambda x: 1 + mp.tan(x) ** 2, EVERYWHERE),
    "asin": (mp.asin, lambda x: 1 / mp.sqrt(1 - x * x), INSIDE),
    "acos": (mp.acos, lambda x: -1 / mp.sqrt(1 - x * x), INSIDE),
    "atan": (mp.atan, lambda x: 1 / (1 + x * x), HUGE),
    "sinh": (mp.sinh, mp.cosh, LARGE),
    "cosh": (mp.cosh, mp.sinh, LARGE),
    "tanh": (mp.tanh, lambda x: mp.sech(x) ** 2, SMALL),
    "asinh": (mp.asinh, lambda x: 1 / mp.sqrt(x * x + 1), HUGE),
    "acosh": (mp.acosh, lambda x: 1 / mp.sqrt(x * x - 1), ABOVE_ONE),
    "atanh": (mp.atanh, lambda x: 1 / (1 - x * x), INSIDE),
    "erf": (mp.erf, lambda x: 2 * mp.exp(-x * x) / ROOT_PI, SMALL),
    "erfc": (mp.erfc, lambda x: -2 * mp.exp(-x * x) / ROOT_PI, [*SMALL, 5.0, 10.0, 20.0, 26.0]),
    "erfinv": (
        mp.erfinv,
        lambda x: ROOT_PI / 2 * mp.exp(mp.erfinv(x) ** 2),
        [x for x in INSIDE if abs(x) > 1e-290],
    ),
    "special.erfcx": (
        lambda x: mp.exp(x * x) * mp.erfc(x),
        lambda x: 2 * x * mp.exp(x * x) * mp.erfc(x) - 2 / ROOT_PI,
        [-5.0, -1.0, -0.1, 1e-8, 0.1, 1.0, 5.0, 20.0],
    ),
    "special.ndtr": (
        mp.ncdf,
        density,
        [-30.0, -10.0, -3.0, -1.0, -0.1, 1e-8, 0.1, 1.0, 3.0, 8.0],
    ),
    "special.log_ndtr": (
        lambda x: mp.log(mp.ncdf(x)),
        lambda x: density(x) / mp.ncdf(x),
        [-30.0, -10.0, -3.0, -1.0, -0.1, 0.1, 1.0, 3.0, 8.0],
    ),
    "sigmoid": (sigmoid, lambda x: sigmoid(x) * sigmoid(-x), [*EVERYWHERE, -700.0, 700.0]),
    "nn.functional.softplus": (softplus, sigmoid, [x for x in LARGE if x < 19]),
    "nn.functional.logsigmoid": (lambda x: -softplus(-x), lambda x: sigmoid(-x), LARGE),
    "nn.functional.silu": (
        lambda x: x * sigmoid(x),
        lambda x: sigmoid(x) * (1 + x * sigmoid(-x)),
        [x for x in EVERYWHERE if x > -1.2 or x < -2],
    ),
    "lgamma": (
        mp.loggamma,
        mp.digamma,
        [1e-300, 1e-8, 0.1, 0.5, 2.5, 10.0, 170.0, 1e5, 1e100],
    ),
    "digamma": (
        mp.digamma,
        lambda x: mp.psi(1, x),
        [1e-8, 0.1, 0.5, 1.0, 2.5, 10.0, 170.0, 1e5, 1e100],
    ),
    "i0": (
        lambda x: mp.besseli(0, x),
        lambda x: mp.besseli(1, x),
        [-30.0, -5.0, -0.1, 0.1, 1.0, 8.0, 30.0, 500.0],
    ),
}


def ulps(got: float, exact: mpmath.mpf) -> float:
    """The distance in units of the last place of the exact value."""
    if not math.isfinite(got):
        return 0.0 if mp.isinf(exact) or abs(exact) > mp.mpf(2) ** 1023.99 else math.inf
    unit = np.spacing(abs(float(exact))) if abs(exact) < mp.mpf(2) ** 1023 else 2.0**971
    return float(abs(mp.mpf(got) - exact) / mp.mpf(float(unit)))


def measure(name: str) -> tuple[float, float]:
    """The largest error of the value and of the slope, in ulp, over the points of a function."""
    function, derivative, points = FUNCTIONS[name]
    operation = namespace.lookup(name)
    value_error = slope_error = 0.0
    for point in points:
        x = tensor(point, dtype=float64, requires_grad=True)
        with np.errstate(all="ignore"):
            y = operation(x)
            (slope,) = gradients([y], [x])
        assert slope is not None
        exact = mp.mpf(point)
        value_error = max(value_error, ulps(y.item(), function(exact)))
        slope_error = max(slope_error, ulps(float(slope.item()), derivative(exact)))
    return value_error, slope_error


def table() -> dict[str, dict[str, float]]:
    """Every function with its errors, rounded up to a tenth."""
    out = {}
    for name in FUNCTIONS:
        value, slope = measure(name)
        out[name] = {"value": math.ceil(value * 10) / 10, "slope": math.ceil(slope * 10) / 10}
    return out


if __name__ == "__main__":
    TABLE.write_text(json.dumps(table(), indent=1) + "\n", encoding="utf-8")
