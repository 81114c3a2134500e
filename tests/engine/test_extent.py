"""Sizes of symbols remember whose they are, and are plain ints to everyone else."""

from __future__ import annotations

import math

import numpy as np

from gradcalc.engine import namespace
from gradcalc.engine.extent import Extent
from gradcalc.engine.symbol import Symbol


def matrix() -> Symbol:
    return Symbol("A", np.ones((2, 3)))


def test_a_symbol_times_an_extent_is_a_symbol() -> None:
    symbol = matrix()
    assert isinstance(symbol.shape[0] * symbol, Symbol)
    assert isinstance(symbol * symbol.shape[0], Symbol)


def test_an_extent_is_the_number_that_it_is() -> None:
    assert matrix().shape == (2, 3)
    assert list(range(matrix().shape[1])) == [0, 1, 2]


def test_products_of_extents_name_all_their_axes() -> None:
    symbol = matrix()
    count = math.prod(symbol.shape)
    assert count == 6
    assert count.factors == ((symbol, 0), (symbol, 1))  # type: ignore[attr-defined]


def test_multiples_remember_by_what() -> None:
    made = 2 * matrix().shape[1]
    assert made == 6
    assert isinstance(made, Extent)
    assert made.times == 2


def test_sums_and_floats_are_plain() -> None:
    assert (matrix().shape[0] + 1).__class__ is int
    assert (matrix().shape[0] * 0.5).__class__ is float


def test_an_identity_of_a_symbols_size_is_a_symbol() -> None:
    size = matrix().shape[1]
    made = namespace.lookup("eye")(size)
    assert isinstance(made, Symbol)
    assert made.args == (size,)
    np.testing.assert_array_equal(made.array(), np.eye(3))
