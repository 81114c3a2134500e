"""Nested lists and their shapes, in both directions."""

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra import numpy as hnp

from gradcalc.cli.jsonio import NotATensorError, decode, dumps, encode, loads, told_shape


def test_numbers_that_are_not_finite_become_words():
    assert encode([[1.0, math.nan], [math.inf, -math.inf]]) == [
        [1.0, "NaN"],
        ["Infinity", "-Infinity"],
    ]


@pytest.mark.parametrize("value", [3, True, 2.5, [], [[], []], [True, False]])
def test_finite_values_stay(value):
    assert encode(value) == value


@pytest.mark.parametrize(
    ("value", "dtype", "shape"),
    [
        (3, "int64", ()),
        (True, "bool", ()),
        (2.5, "float64", ()),
        ([1, 2.5], "float64", (2,)),
        ([True, 1], "float64", (2,)),
        ([], "float64", (0,)),
        ([[], []], "float64", (2, 0)),
        ({"value": [], "shape": [0, 3]}, "float64", (0, 3)),
        (["NaN", 1], "float64", (2,)),
    ],
)
def test_dtype_and_shape_are_read_off(value, dtype, shape):
    array = decode(value)
    assert (array.dtype.name, array.shape) == (dtype, shape)


def test_integers_become_floats_where_asked():
    assert decode([1, 2], floating=True).dtype == np.float64


@pytest.mark.parametrize(
    ("value", "message"),
    [
        ([[1, 2], [3]], "ragged"),
        ([1, [2]], "ragged"),
        ([[1], 2], "ragged"),
        ("oops", '"oops" is no number'),
        (None, "null is no number"),
        ([{}], "an object is no number"),
        ({"a": 1}, "must be"),
        ({"value": [1], "shape": [2]}, "does not hold"),
        ({"value": [1], "shape": [True]}, "list of sizes"),
        (10**30, "64 bits"),
    ],
)
def test_what_is_no_tensor_is_refused(value, message):
    with pytest.raises(NotATensorError, match=message):
        decode(value)


def test_very_deep_lists_are_refused_without_recursion():
    value = 1.0
    for _ in range(100_000):
        value = [value]
    with pytest.raises(NotATensorError, match="nested more than 64"):
        decode(value)


def test_very_deep_json_is_refused():
    with pytest.raises(NotATensorError, match="nested too deeply"):
        loads("[" * 200_000)


@pytest.mark.parametrize("text", ["NaN", "[Infinity]", "{", "", "1 2", "nul"])
def test_json_is_strict(text):
    with pytest.raises(NotATensorError):
        loads(text)


@given(hnp.arrays(np.float64, hnp.array_shapes(min_dims=0, max_dims=3, min_side=1)))
def test_float_arrays_survive_the_round_trip(array):
    back = decode(loads(dumps({"x": encode(array.tolist())}))["x"])
    assert back.shape == array.shape
    np.testing.assert_array_equal(back, array)


@given(st.lists(st.integers(0, 3), max_size=4))
def test_told_shape_is_a_beginning_of_the_shape(sizes):
    told = told_shape(np.zeros(sizes).tolist())
    assert told == tuple(sizes)[: len(told)]


@pytest.mark.parametrize("shape", [[0, 10**24], [0, 2**62, 2**62], [1] * 70])
def test_a_shape_no_tensor_can_have_is_refused(shape):
    value = {"value": [1] if 0 not in shape else [], "shape": shape}
    with pytest.raises(NotATensorError, match="larger than a tensor can be"):
        decode(value)


def test_an_integer_too_long_to_read_is_refused_in_plain_words():
    with pytest.raises(NotATensorError, match=r"^an integer has too many digits to be read$"):
        loads("1" * 5000)
