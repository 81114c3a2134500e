"""The fused multiply-add against exact fractions."""

from __future__ import annotations

from fractions import Fraction

import numpy as np

from gradcalc.engine.kernels.fused import multiply_add


def test_the_result_is_rounded_once() -> None:
    numbers = np.random.Generator(np.random.PCG64(1))
    a, b = numbers.uniform(-3, 3, 500), numbers.uniform(-3, 3, 500)
    c = -a * b * (1 + numbers.integers(-4, 5, 500) * 2.0**-52)
    exact = [
        float(Fraction(x) * Fraction(y) + Fraction(z)) for x, y, z in zip(a, b, c, strict=True)
    ]
    np.testing.assert_array_equal(multiply_add(a, b, c), exact)


def test_overflow_and_infinities_stay_what_they_are() -> None:
    assert multiply_add(1e200, 1e200, 0.0) == np.inf
    assert multiply_add(1e300, 2.0, 1.0) == 2e300
    assert np.isnan(multiply_add(np.inf, 0.0, 1.0))
