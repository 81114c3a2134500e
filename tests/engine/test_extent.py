"""Sizes of symbols remember whose they are, and are plain ints to everyone else."""

from __future__ import annotations

import math

import numpy as np

from gradcalc.engine import namespace
from gradcalc.engine.extent import Extent
from gradcalc.engine.symbol import Symbol


def matrix() -> Symbol:
    return Symbol("A", np.ones((2, 3)))


def test_an_extent_is_the_number_that_it_is() -> None:
    assert matrix().shape == (2, 3)
    assert list(range(matrix().shape[1])) == [0, 1, 2]


def test_products_of_extents_name_all_their_axes() -> None:
    symbol = matrix()
    count = math.prod(symbol.shape)
    assert count == 6
    assert count.factors == ((symbol, 0), (symbol, 1))  # type: ignore[attr-defined]


def test_other_products_are_plain() -> None:
    assert (2 * matrix().shape[0]).__class__ is int
    assert isinstance(1 * matrix().shape[0], Extent)


def test_an_identity_of_a_symbols_size_is_a_symbol() -> None:
    size = matrix().shape[1]
    made = namespace.lookup("eye")(size)
    assert isinstance(made, Symbol)
    assert made.args == (size,)
    np.testing.assert_array_equal(made.array(), np.eye(3))
