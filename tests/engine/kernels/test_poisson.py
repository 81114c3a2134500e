"""Poisson numbers: what uniform numbers they are made of, and the moments of many of them."""

from __future__ import annotations

import math
from collections.abc import Callable
from random import Random

import numpy as np
import pytest

from gradcalc.engine.kernels.poisson import draw


def giving(*numbers: float) -> Callable[[], float]:
    """A source of just these numbers."""
    return iter(numbers).__next__


def test_rate_zero_draws_nothing() -> None:
    assert draw(0.0, giving()) == 0


@pytest.mark.parametrize(
    ("numbers", "count"), [((0.3,), 0), ((0.9, 0.4), 1), ((0.9, 0.9, 0.5, 0.9), 3)]
)
def test_small_rates_count_factors_until_the_product_is_below_exp(
    numbers: tuple[float, ...], count: int
) -> None:
    assert math.prod(numbers) <= math.exp(-1.0) < math.prod(numbers[:-1])
    assert draw(1.0, giving(*numbers)) == count


def test_large_rates_accept_at_once_in_the_middle() -> None:
    assert draw(100.0, giving(0.5, 0.5)) == 100


def test_large_rates_go_on_after_a_rejected_pair() -> None:
    assert draw(100.0, giving(0.001, 0.99, 0.5, 0.5)) == 100


@pytest.mark.parametrize("rate", [0.5, 9.9, 10.0, 250.0])
def test_mean_and_variance_are_the_rate(rate: float) -> None:
    source = Random(5)
    drawn = np.array([draw(rate, source.random) for _ in range(4000)])
    spread = math.sqrt(rate / len(drawn))  # the standard deviation of the mean
    assert abs(drawn.mean() - rate) < 4 * spread
    assert drawn.var() == pytest.approx(rate, rel=0.12)
