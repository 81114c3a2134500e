"""The limits themselves."""

from __future__ import annotations

import sys

import pytest

from gradcalc.parser.limits import Limits

from .running import failure, value


def test_the_largest_integer_can_be_printed() -> None:
    limits = Limits()
    assert limits.integer_digits == sys.int_info.default_max_str_digits
    assert len(str(2**limits.integer_bits)) <= limits.integer_digits + 1


def test_a_limit_can_be_raised() -> None:
    assert "LimitError" == failure("2^20000").kind
    assert 2**20000 == value("2^20000", Limits(integer_digits=10_000))


@pytest.mark.parametrize(
    "text",
    ["10^4300", "9*10^4299 + 9*10^4299", "99^2200", "-(9*10^4299) - 9*10^4299", "1 << 14285",
     "sum(9*10^4299 for i in range(10))"],
)  # fmt: skip
def test_no_integer_is_too_long_to_print(text: str) -> None:
    assert "LimitError" == failure(text).kind


def test_the_largest_integer_that_can_be_printed_is_allowed() -> None:
    assert 10**4300 - 1 == value("10^4299*9 + (10^4299 - 1)")


SHARED = "a = (1, 1); b = (1, 1);" + "a = (a, a); b = (b, b);" * 40


@pytest.mark.parametrize(
    "text",
    ["t = (1,);" + "t = t + t;" * 40 + "len(t)", SHARED + "a == b", SHARED + "a in [b]",
     SHARED + "sorted([a, b])", SHARED + "[a] + 1", "1.5 in range(10^15)",
     "a = [1];" + "a = [a];" * 5000 + "a + 1"],
)  # fmt: skip
def test_sequences_that_explode_are_refused_at_once(text: str) -> None:
    assert "LimitError" == failure(text).kind


def test_an_integer_is_found_in_a_range_of_any_length() -> None:
    assert value("5 in range(10^15)") is True
