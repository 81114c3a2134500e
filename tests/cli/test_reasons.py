"""Why a number is not finite is said by the operation and by what it got."""

import math

import pytest

from gradcalc.cli.reasons import reason

INF, NAN = math.inf, math.nan
# operation, numbers, shapes, result, why
CASES = [
    ("log", [0.0], [], -INF, "a pole of log"),
    ("linalg.det", [], [(2, 2)], INF, "more than float64 holds"),
    ("sqrt", [-1.0], [()], NAN, "outside the domain of sqrt"),
    ("√", [-1.0], [()], NAN, "outside the domain of sqrt"),
    ("/", [1.0, 0.0], [], INF, "1 / 0"),
    ("/", [0.0, 0.0], [], NAN, "0 / 0"),
    ("/", [1e300, 1e-300], [], INF, "more than float64 holds"),
    ("/", [INF, INF], [], NAN, "inf / inf"),
    ("-", [INF, INF], [], NAN, "inf - inf"),
    ("*", [0.0, INF], [], NAN, "0 * inf"),
    ("*", [2.0, INF], [], INF, ""),
    ("^", [0.0, -1.0], [], INF, "1 / 0"),
    ("^", [-2.0, 0.5], [], NAN, "a negative number to a power that is no integer"),
    ("exp", [1000.0], [()], INF, "more than float64 holds"),
    ("sin", [INF], [()], NAN, "outside the domain of sin"),
    ("sin", [NAN], [()], NAN, ""),
    ("mean", [], [(0,)], NAN, "mean of no numbers"),
    ("var", [], [(1,)], NAN, "var of one number"),
    ("logdet", [], [(2, 2)], -INF, "the determinant is 0"),
]


@pytest.mark.parametrize(("name", "numbers", "shapes", "result", "why"), CASES)
def test_the_reason_is_named(name, numbers, shapes, result, why):
    assert reason(name, numbers, shapes, result, "float64") == why
