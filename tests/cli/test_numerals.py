"""Floats as text: one rule for points and exponents."""

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from gradcalc.cli.numerals import float_text, number_text, read_digits
from gradcalc.parser.errors import LanguageError


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (2.0, "2.0"),
        (-0.0, "-0.0"),
        (0.1 + 0.2, "0.3"),
        (1 / 3, "0.333333333333"),
        (123456789012.0, "123456789012.0"),
        (1e12, "1e+12"),
        (0.0001, "0.0001"),
        (0.00001, "1e-05"),
        (math.inf, "inf"),
        (-math.inf, "-inf"),
        (math.nan, "nan"),
        (5e-324, "4.94065645841e-324"),
    ],
)
def test_twelve_digits_by_default(value, text):
    assert float_text(value) == text


def test_fewer_digits_move_the_exponent_down():
    assert float_text(1234.5, 3) == "1.23e+03"


def test_full_is_the_shortest_exact_form():
    assert float_text(0.1 + 0.2, None) == "0.30000000000000004"
    assert float_text(1e16, None) == "1e+16"


@pytest.mark.parametrize(("digits", "text"), [(12, "0.1"), (None, "0.1"), (3, "0.1")])
def test_float32_shows_no_digits_of_its_widening(digits, text):
    assert float_text(float(np.float32(0.1)), digits, single=True) == text


@given(st.floats())
def test_full_text_reads_back_equal(value):
    read = float(float_text(value, None))
    assert read == value or (math.isnan(read) and math.isnan(value))


@given(st.floats(), st.integers(1, 17))
def test_a_float_always_looks_like_one(value, digits):
    text = float_text(value, digits)
    assert "." in text or "e" in text or text.strip("-") in ("inf", "nan")


@given(st.floats(width=32, allow_nan=False))
def test_float32_text_reads_back_equal(value):
    assert np.float32(float(float_text(value, 12, single=True))) == np.float32(value)


def test_integers_and_truth_values_stay_what_they_are():
    assert [number_text(3), number_text(True), number_text(10**20)] == ["3", "True", str(10**20)]


@pytest.mark.parametrize(("text", "digits"), [("full", None), ("1", 1), ("17", 17)])
def test_digits_are_read(text, digits):
    assert read_digits(text) == digits


@pytest.mark.parametrize("text", ["0", "18", "-1", "", "ten", "1.5", "٣", "9" * 5000])
def test_other_digits_are_refused(text):
    with pytest.raises(LanguageError, match="from 1 to 17, or full"):
        read_digits(text)
