"""Did you mean."""

from __future__ import annotations

from gradcalc.parser.suggest import did_you_mean, nearest


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
