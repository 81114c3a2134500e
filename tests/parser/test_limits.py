"""The limits themselves."""

from __future__ import annotations

import sys

from gradcalc.parser.limits import Limits

from .running import failure, value


def test_the_largest_integer_can_be_printed() -> None:
    limits = Limits()
    assert limits.integer_digits == sys.int_info.default_max_str_digits
    assert len(str(2**limits.integer_bits)) <= limits.integer_digits + 1


def test_a_limit_can_be_raised() -> None:
    assert "LimitError" == failure("2^20000").kind
    assert 2**20000 == value("2^20000", Limits(integer_digits=10_000))
