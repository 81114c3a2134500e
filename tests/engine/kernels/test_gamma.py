"""The gamma function's logarithm and its derivatives against 50 digits."""

from __future__ import annotations

import math

import numpy as np
import pytest

from gradcalc.engine.kernels import gamma as kernel

from ..accuracy import mp, ulps

ABOVE_ZERO = [1e-300, 1e-5, 0.3, 0.499, 0.501, 0.999, 1.0001, 1.499, 1.501, 1.999, 2.001, 2.499]
ONWARDS = [2.501, 3.499, 3.501, 7.5, 33.3, 1e5, 1e100]


@pytest.mark.parametrize("x", ABOVE_ZERO + ONWARDS)
def test_lgamma_keeps_its_digits_near_its_zeros(x: float) -> None:
    assert ulps(kernel.lgamma_number(x), mp.loggamma(x)) <= 4.5


@pytest.mark.parametrize("x", ABOVE_ZERO + ONWARDS + [-0.5, -2.2, -2.9999, -30.00001])
def test_arrays_and_numbers_agree(x: float) -> None:
    assert kernel.lgamma(np.array([x]))[0] == kernel.lgamma_number(x)


@pytest.mark.parametrize("x", [0.0, -1.0, -170.0, math.inf, -math.inf, 1e306])
def test_lgamma_is_infinite_at_poles_and_beyond(x: float) -> None:
    assert kernel.lgamma_number(x) == math.inf


@pytest.mark.parametrize("x", [-0.3, -1.5, -2.999999, -5.0000001, -6 + 1e-10, 0.2, 4.0])
def test_digamma_near_its_poles(x: float) -> None:
    exact = mp.digamma(mp.mpf(x))
    assert abs(kernel.digamma(np.array([x]))[0] - exact) <= 1e-14 * (abs(exact) + 1)


@pytest.mark.parametrize(
    ("n", "x"), [(1, 0.2), (1, 60.0), (2, 1.0), (3, 7.5), (6, 0.2), (30, 60.0), (180, 7.5)]
)
def test_polygamma_of_many_orders(n: int, x: float) -> None:
    got = kernel.polygamma(n, np.array([x]))[0]
    assert got == pytest.approx(float(mp.polygamma(n, x)), rel=1e-13 if n < 170 else 1e-11)


def test_polygamma_vanishes_at_infinity() -> None:
    np.testing.assert_array_equal(kernel.polygamma(2, np.array([np.inf])), [-0.0])


@pytest.mark.parametrize("a", [0.3, 2.5, 29.9, 30.1, 200.0, 1e6])
def test_gamma_density_about_its_peak(a: float) -> None:
    for x in (a, a * 0.9999, a + 2 * a**0.5):
        exact = mp.exp((mp.mpf(a) - 1) * mp.log(x) - x - mp.loggamma(a))
        got = kernel.gamma_density(np.float64(a), np.float64(x))
        assert abs(got - exact) <= exact * (3e-14 + 1e-15 * abs(a - x))


def test_gamma_density_at_the_ends() -> None:
    with np.errstate(all="ignore"):
        got = kernel.gamma_density(np.array([0.5, 1, 2, 31, 31]), np.array([0, 0, 0, 0, np.inf]))
    np.testing.assert_array_equal(got, [np.inf, 1, 0, 0, 0])
