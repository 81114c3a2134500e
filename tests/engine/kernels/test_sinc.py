"""Derivatives of sinc at points far from 0, near it and on either side of where the two meet."""

from __future__ import annotations

import numpy as np
import pytest

from gradcalc.engine.kernels.sinc import derivative

POINTS = np.array([0.0, 1e-3, 0.7, 1.9, -3.25, 40.5])
# mpmath 1.3, 40 digits, sincpi and diff.
# fmt: off
EXACT = np.array(
    [
        1.0, 0.999998355066745, 0.36788301057177425,
        -0.0517700864780772, -0.06925510124285432, 0.007859503362562732,
        0.0, -0.0032898648867278964, -1.3652403755203533,
        0.5278034751438057, 0.19626205536729022, -0.00019406181142130204,
        -3.289868133696453, -3.289858392793072, 0.26982700697582357,
        -0.04463233206572483, 0.8042971014811581, -0.07756060567819631,
        0.0, 0.01948179531659038, 7.131038417133915,
        -4.869818201428519, -1.4049147369832018, 0.005745230050236764,
        19.481818206800487, 19.48174953618773, -4.913641288402105,
        5.209371778531471, -8.475202291667422, 0.765019648397503,
    ]
).reshape(5, 6)
# fmt: on


@pytest.mark.parametrize("order", range(5))
def test_derivatives_agree_with_mpmath(order: int) -> None:
    np.testing.assert_allclose(derivative(POINTS, order), EXACT[order], rtol=2e-13, atol=1e-15)


@pytest.mark.parametrize("order", range(6))
def test_series_and_recurrence_meet(order: int) -> None:
    border = (order + 1) / np.pi
    inside, outside = derivative(np.array([border * (1 - 1e-14), border * (1 + 1e-14)]), order)
    assert inside == pytest.approx(outside, rel=1e-11, abs=1e-11)


@pytest.mark.parametrize("order", range(4))
def test_even_orders_are_even_and_odd_orders_odd(order: int) -> None:
    mirrored = (-1) ** order * derivative(-POINTS, order)
    np.testing.assert_allclose(derivative(POINTS, order), mirrored, rtol=1e-12, atol=1e-13)
