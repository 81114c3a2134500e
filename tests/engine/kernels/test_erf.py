"""The error function's kin against 50 digits, in the tails above all."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from gradcalc.engine.kernels import erf as kernel

from ..accuracy import mp, ulps

BOTH_TAILS = [-37.0, -20.5, -3.1, -1.6, -1.2, -0.3, 0.0, 0.4, 1.1, 3.3, 7.9]
UPWARDS = [-20.0, -3.2, -0.7, 0.0, 0.3, 0.99, 1.01, 1.99, 2.01, 8.0, 1e4, 1e150]


def scaled_integral(x: Any, n: int) -> Any:
    """exp(x^2) times the n-th repeated integral of erfc. Source: Abramowitz and Stegun 7.2.2."""
    return (
        mp.exp(x * x)
        * mp.quad(lambda t: (t - x) ** n * mp.exp(-t * t), [x, x + 2, mp.inf])
        * (2 / mp.sqrt(mp.pi) / mp.factorial(n))
    )


def hazard(x: Any) -> Any:
    return mp.npdf(x) / mp.ncdf(x)


@pytest.mark.parametrize(
    ("function", "exact", "points"),
    [
        (kernel.erfc, mp.erfc, [*BOTH_TAILS, 26.0]),
        (kernel.ndtr, mp.ncdf, BOTH_TAILS),
        (kernel.log_ndtr, lambda x: mp.log(mp.ncdf(x)), [*BOTH_TAILS, -1e3]),
        (kernel.ndtr_ratio, hazard, BOTH_TAILS),
        (lambda x: kernel.exp_square(x, -0.5), lambda x: mp.exp(-x * x / 2), BOTH_TAILS),
    ],
    ids=["erfc", "ndtr", "log_ndtr", "ndtr_ratio", "exp_square"],
)
def test_tails_are_within_four_ulp(function: Callable, exact: Callable, points: list) -> None:
    got = function(np.array(points))
    assert max(ulps(g, exact(mp.mpf(x))) for g, x in zip(got, points, strict=True)) <= 4


@pytest.mark.parametrize("x", UPWARDS[:-2])
@pytest.mark.parametrize("n", [0, 1, 2])
def test_repeated_integrals_do_not_cancel(x: float, n: int) -> None:
    got = kernel.scaled_integral(np.array([x]), n)[0]
    assert ulps(got, scaled_integral(mp.mpf(x), n)) <= 8


def test_excess_tends_to_minus_one_over_x() -> None:
    x = np.array([-1e3, -1e8, -1e150])
    np.testing.assert_allclose(kernel.ndtr_excess(x), [1 / 1e3 - 2 / 1e9, 1e-8, 1e-150], rtol=2e-11)


@pytest.mark.parametrize(
    ("function", "at_infinity", "at_minus_infinity"),
    [
        (kernel.erf, 1.0, -1.0),
        (kernel.erfc, 0.0, 2.0),
        (kernel.erfcx, 0.0, np.inf),
        (kernel.ndtr, 1.0, 0.0),
        (kernel.log_ndtr, 0.0, -np.inf),
        (kernel.ndtr_ratio, 0.0, np.inf),
    ],
)
def test_limits(function: Callable, at_infinity: float, at_minus_infinity: float) -> None:
    with np.errstate(all="ignore"):
        got = function(np.array([np.inf, -np.inf, np.nan]))
    np.testing.assert_array_equal(got, [at_infinity, at_minus_infinity, np.nan])
