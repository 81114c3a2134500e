"""Values and slopes against 50 digits: at most 4 ulp, and no worse than the table says."""

from __future__ import annotations

import json

import pytest

from .accuracy import FUNCTIONS, TABLE, measure

RECORDED = json.loads(TABLE.read_text(encoding="utf-8"))

# slopes that torch computes from the saved result, which has rounded away what they need
FROM_RESULT = {"tanh", "sigmoid", "erfinv"}


@pytest.mark.parametrize("name", FUNCTIONS)
def test_values_are_within_four_ulp(name: str) -> None:
    value, _ = measure(name)
    assert value <= 4


@pytest.mark.parametrize("name", [n for n in FUNCTIONS if n not in FROM_RESULT])
def test_slopes_are_within_four_ulp(name: str) -> None:
    _, slope = measure(name)
    assert slope <= 4


@pytest.mark.parametrize("name", FUNCTIONS)
def test_the_table_of_errors_is_up_to_date(name: str) -> None:
    value, slope = measure(name)
    recorded = RECORDED[name]
    # processors differ in the last digit: one ulp more than on the machine of the table
    assert value <= recorded["value"] + 1
    assert slope <= recorded["slope"] * 1.5 + 1


def test_every_function_is_in_the_table() -> None:
    assert sorted(RECORDED) == sorted(FUNCTIONS)
