"""Bessel functions over powers, and differences that would cancel, against 50 digits."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import pytest

from gradcalc.engine.kernels import bessel as kernel

from ..accuracy import mp

NEAR = [1e-200, 1e-9, 9e-5, 1.1e-4, 0.02, 0.8, 3.0, 12.0]
FAR = [0.3, 5.0, 19.9, 20.1, 55.0, 1e3]


def spherical(n: int, x: object) -> object:
    return mp.sqrt(mp.pi / (2 * x)) * mp.besselj(n + mp.mpf(1) / 2, x)


@pytest.mark.parametrize("n", [0, 1, 2, 4])
@pytest.mark.parametrize(
    ("function", "exact"),
    [
        (kernel.modified_over_power, mp.besseli),
        (kernel.scaled_over_power, lambda n, x: mp.exp(-x) * mp.besseli(n, x)),
        (kernel.bessel_over_power, mp.besselj),
        (kernel.spherical_over_power, spherical),
    ],
    ids=["I", "scaled I", "J", "spherical j"],
)
def test_quotients_are_smooth_at_zero(function: Callable, exact: Callable, n: int) -> None:
    expected = [float(exact(n, mp.mpf(x)) / mp.mpf(x) ** n) for x in NEAR]
    for sign in (1, -1):
        np.testing.assert_allclose(function(sign * np.array(NEAR), n), expected, 1e-12, 1e-15)


def test_differences_do_not_cancel() -> None:
    x = np.array(FAR)
    growing = [float(mp.exp(-v) * (mp.besseli(0, v) - mp.besseli(1, v))) for v in map(mp.mpf, FAR)]
    falling = [float(mp.exp(v) * (mp.besselk(1, v) - mp.besselk(0, v))) for v in map(mp.mpf, FAR)]
    np.testing.assert_allclose(kernel.growing_difference(x), growing, rtol=2e-14)
    np.testing.assert_allclose(kernel.falling_difference(x), falling, rtol=2e-14)


def test_airy_underflows_to_zero() -> None:
    np.testing.assert_array_equal(kernel.airy(np.array([1e3, 1e300, np.inf])), 0)
    np.testing.assert_array_equal(kernel.airy_slope(np.array([1e3, 1e300, np.inf])), 0)
