"""Values and faults in words."""

from __future__ import annotations

import pytest

from gradcalc.engine import tensor
from gradcalc.parser.problems import as_problem, describe


@pytest.mark.parametrize(
    ("value", "expected"),
    [
        (None, "None"),
        (True, "True"),
        (..., "..."),
        (2, "the number 2"),
        (0.5, "the number 0.5"),
        (10**40, "a number"),
        ("ab", "a string"),
        ([1], "a list"),
        ((1,), "a tuple"),
        (slice(1), "a slice"),
        (range(3), "a range"),
        (tensor(1.0), "a 0-d tensor"),
        (tensor([1.0, 2.0]), "a tensor of shape [2]"),
    ],
)
def test_values_are_described(value: object, expected: str) -> None:
    assert expected == describe(value)


@pytest.mark.parametrize(
    ("error", "kind", "message"),
    [
        (ZeroDivisionError("float modulo"), "ZeroDivisionError", "division by zero"),
        (OverflowError(34, "range"), "OverflowError", "a number here is too large"),
        (RecursionError("depth"), "LimitError", "the value is nested too deep"),
        (MemoryError(), "LimitError", "not enough memory"),
        (IndexError("i"), "IndexError", "i"),
        (RuntimeError("r"), "RuntimeError", "r"),
    ],
)
def test_python_errors_become_faults(error: Exception, kind: str, message: str) -> None:
    problem = as_problem(error)
    assert (kind, message) == (problem.kind, problem.message)
