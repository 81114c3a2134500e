"""Operators: Python's on numbers, the engine's on tensors and lists, bounded on both."""

from __future__ import annotations

import math

import pytest

from gradcalc.engine import Tensor, tensor

from .running import failure, number, value


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("2^-1", 0.5),
        ("7//2", 3),
        ("-7//2", -4),
        ("-7 % 3", 2),
        ("7/2", 3.5),
        ("2^10", 1024),
        ("4^2^-1", 2.0),
        ("-2^2", -4),
        ("-2**-2", -0.25),
        ("6 & 3 | 8", 10),
        ("1 << 4 >> 1", 8),
        ("~5", -6),
        ("-(-3^0)+3", 4),
        ("True + True", 2),
        ("1e308 * 10", math.inf),
    ],
)
def test_plain_numbers_follow_python(text: str, expected: float) -> None:
    found = value(text)
    assert (expected, type(expected)) == (found, type(found))


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("1 < 2 < 3", True),
        ("1 < 3 < 2", False),
        ("3 > 2 >= 2 == 2 != 1", True),
        ("2 in [1, 2]", True),
        ("2 not in (1, 3)", True),
        ("'b' in 'abc'", True),
        ("None is None", True),
        ("None is not None", False),
        ("(1, 2) == (1, 2)", True),
        ("'a' < 'b'", True),
        ("not 0", True),
        ("0 or 'x'", "x"),
        ("0 and 1/0", 0),
        ("1 or 1/0", 1),
        ("1 > 2 > 1/0", False),
        ("5 if [] else 6", 6),
    ],
)
def test_comparisons_and_logic(text: str, expected: object) -> None:
    assert expected == value(text)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("[1, 2] * 2", [2, 4]),
        ("2 * [x, x + 1]", [4.0, 6.0]),
        ("[1, 2] + [3, 4]", [4, 6]),
        ("-[1, 2]", [-1, -2]),
        ("(1, 2) * 2", [2, 4]),
        ("[1, 2] == [1, 3]", [True, False]),
        ("[x, 1] + 0", [2.0, 1.0]),
    ],
)
def test_lists_are_stacked_for_arithmetic(text: str, expected: list) -> None:
    assert expected == number(text, x=tensor(2.0))


@pytest.mark.parametrize(
    ("text", "expected"),
    [("'ab' + 'c'", "abc"), ("'ab' * 2", "abab"), ("2 * 'ab'", "abab"), ("(1,) + (2,)", (1, 2))],
)
def test_strings_and_tuples_are_joined(text: str, expected: object) -> None:
    assert expected == value(text)


def test_roots_are_tensors() -> None:
    found = value("√4")
    assert isinstance(found, Tensor)
    assert 2.0 == found.item()


@pytest.mark.parametrize(
    "text",
    [
        "9**9**9",
        "1 << 10**9",
        "9^4000 * 9^4000",
        "(-9)**9**9",
        "'a' * 10**9",
        "10**9 * 'a'",
        "f(x) = x*x; f(f(f(f(f(f(f(f(f(f(f(f(f(f(f(f(9))))))))))))))))",
    ],
)
def test_results_past_a_limit_are_refused_at_once(text: str) -> None:
    assert "LimitError" == failure(text).kind


@pytest.mark.parametrize(
    ("text", "expected"), [("1**9**9", 1), ("0 << 10**9", 0), ("(-1)**9**9", -1)]
)
def test_small_results_of_large_operands_are_fine(text: str, expected: int) -> None:
    assert expected == value(text)
