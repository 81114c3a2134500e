"""Did you mean."""

from __future__ import annotations

import pytest

from gradcalc.parser.suggest import did_you_mean, factors, nearest


def test_the_nearest_name_is_found() -> None:
    assert "sin" == nearest("sinn", ["cos", "sin", "sinh", "tan"])


def test_wrong_case_counts_as_right_letters() -> None:
    assert "relu" == nearest("ReLU", ["relu6", "relu"])


def test_nothing_close_gives_none() -> None:
    assert nearest("banana", ["sin", "cos"]) is None


def test_one_letter_is_like_nothing() -> None:
    assert nearest("y", ["x", "z"]) is None


def test_the_sentence_names_it() -> None:
    assert "did you mean 'sin'?" == did_you_mean("sni", ["sin"])


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("xy", ["x", "y"]),
        ("xyx", ["x", "y", "x"]),
        ("alphax", ["alpha", "x"]),
        ("xz", []),
        ("x" * 1000, []),
    ],
)
def test_a_name_is_split_into_the_fewest_known_ones(name: str, expected: list[str]) -> None:
    known = {"x", "y", "alpha", "a", "lpha"}
    assert expected == factors(name, known, known.__contains__)
