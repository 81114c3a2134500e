"""The functions the language adds to the engine's."""

from __future__ import annotations

import pytest

from gradcalc.engine import tensor

from .running import failure, number, value


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("max(2, 3)", 3),
        ("min(2.5, 3, 1)", 1),
        ("abs(-2)", 2),
        ("round(2.5)", 2),
        ("round(2.567, 2)", 2.57),
        ("round(1234, -2)", 1200),
        ("round(5, -10**9)", 0),
        ("pow(2, -1)", 0.5),
        ("len([1, 2])", 2),
        ("len('abc')", 3),
        ("list(range(1, 6, 2))", [1, 3, 5]),
        ("float('1.5')", 1.5),
        ("int(2.9)", 2),
        ("bool(0)", False),
        ("tuple([1, 2])", (1, 2)),
        ("zip([1, 2], 'ab')", [(1, "a"), (2, "b")]),
        ("enumerate([5, 6], start=1)", [(1, 5), (2, 6)]),
        ("sorted([3, 1, 2], reverse=True)", [3, 2, 1]),
        ("sorted([3, 1, 2], key=lambda x: -x)", [3, 2, 1]),
        ("sum(i^2 for i in range(4))", 14),
        ("max(i for i in range(4))", 3),
        ("any(x > 2 for x in [1, 2, 3])", True),
        ("all(x > 2 for x in [1, 2, 3])", False),
    ],
)
def test_plain_values_stay_plain(text: str, expected: object) -> None:
    found = value(text)
    assert (expected, type(expected)) == (found, type(found))


def test_tensors_and_lists_go_to_the_engine() -> None:
    assert [3.0, 6.0] == [number("abs(x)", x=tensor(-3.0)), number("sum([x, 2, 1])", x=tensor(3.0))]


def test_a_generator_of_tensors_is_added_term_by_term() -> None:
    assert [3.0, 6.0] == number("sum(i*x for i in range(3))", x=tensor([1.0, 2.0]))


@pytest.mark.parametrize(
    ("text", "kind", "message"),
    [
        ("len(1, 2)", "TypeError", "len() takes 1 argument, but 2 were given"),
        ("range()", "TypeError", "range() takes 1 to 3 arguments, but 0 were given"),
        ("sorted([1], by=1)", "TypeError", "sorted() has no parameter 'by'"),
        ("list(range(10**12))", "LimitError", "more than 10000000 items"),
        ("range(0.5)", "TypeError", "an integer is needed, not the number 0.5"),
        ("sorted(3)", "TypeError", "the number 3 has no items to go through"),
        ("int('9' * 5000)", "LimitError", "more than 4300 digits"),
        ("pow(9, 9^9)", "LimitError", "the integer would have more than 4300 digits"),
    ],
)
def test_wrong_uses_are_named(text: str, kind: str, message: str) -> None:
    error = failure(text)
    assert (kind, message) == (error.kind, error.message)
