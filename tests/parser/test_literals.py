"""Numbers and strings."""

from __future__ import annotations

import pytest

from .running import failure, value


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("12", 12),
        ("1_000", 1000),
        ("1e3", 1000.0),
        ("1E+3", 1000.0),
        ("2.5e-3", 0.0025),
        (".5", 0.5),
        ("5.", 5.0),
        ("1_0.2_5", 10.25),
        ("00", 0),
    ],
)
def test_numbers(text: str, expected: float) -> None:
    found = value(text)
    assert (expected, type(expected)) == (found, type(found))


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("'ij,jk->ik'", "ij,jk->ik"),
        ("\"a\" 'b'", "ab"),
        (r"'\n\t\\\'\x41\u00e9\101\q'", "\n\t\\'Aé" + "A\\q"),
        ("'# no comment ('", "# no comment ("),
    ],
)
def test_strings(text: str, expected: str) -> None:
    assert expected == value(text)


@pytest.mark.parametrize("text", ["0x10", "0b1", "0o7", "0XFF", "012", "1__0", "1_", "0x"])
def test_what_is_no_decimal_number_is_refused(text: str) -> None:
    assert "SyntaxError" == failure(text).kind


def test_an_integer_too_long_to_print_is_refused() -> None:
    assert "LimitError" == failure("9" * 5000).kind
