"""Orthogonal polynomials against numpy's classes, and their derivatives."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import pytest
from numpy.polynomial import Chebyshev, Hermite, HermiteE, Laguerre, Legendre

from gradcalc.engine.errors import LimitExceeded
from gradcalc.engine.kernels.polynomial import FAMILIES, MOST, polynomial

X = np.linspace(-1.5, 1.5, 7)
CLASSES = {
    "chebyshev_polynomial_t": Chebyshev,
    "hermite_polynomial_h": Hermite,
    "hermite_polynomial_he": HermiteE,
    "laguerre_polynomial_l": Laguerre,
    "legendre_polynomial_p": Legendre,
}


@pytest.mark.parametrize("order", [0, 1, 3])
@pytest.mark.parametrize("n", [0, 1, 2, 9])
@pytest.mark.parametrize("name", CLASSES)
def test_derivatives_are_those_of_numpy(name: str, n: int, order: int) -> None:
    make: Callable = CLASSES[name].basis
    expected = make(n).deriv(order)(X) if order else make(n)(X)
    np.testing.assert_allclose(polynomial(X, n, name, order), expected, rtol=1e-11, atol=1e-11)


@pytest.mark.parametrize(
    ("name", "numerator"),
    [
        ("u", lambda n, t: np.sin((n + 1) * t) / np.sin(t)),
        ("v", lambda n, t: np.cos((n + 0.5) * t) / np.cos(t / 2)),
        ("w", lambda n, t: np.sin((n + 0.5) * t) / np.sin(t / 2)),
    ],
)
def test_chebyshev_families_are_quotients_of_cosines(name: str, numerator: Callable) -> None:
    t = np.linspace(0.3, 2.8, 5)
    for n in range(5):
        got = polynomial(np.cos(t), n, f"chebyshev_polynomial_{name}", 0)
        np.testing.assert_allclose(got, numerator(n, t), rtol=1e-12, atol=1e-13)
        moved = polynomial((np.cos(t) + 1) / 2, n, f"shifted_chebyshev_polynomial_{name}", 0)
        np.testing.assert_allclose(moved, got, rtol=1e-12, atol=1e-13)


@pytest.mark.parametrize("name", FAMILIES)
def test_degrees_are_cut_and_zero_below_zero(name: str) -> None:
    degrees = np.array([2.7, 2.0, -1.0])
    got = polynomial(np.full(3, 0.4), degrees, name, 0)
    assert got[0] == got[1]
    assert got[2] == 0


def test_a_huge_degree_is_refused() -> None:
    with pytest.raises(LimitExceeded, match="100,001"):
        polynomial(X, MOST + 1, "legendre_polynomial_p", 0)
