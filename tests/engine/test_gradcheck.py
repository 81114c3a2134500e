"""Finite differences that can be trusted to contradict a rule."""

import numpy as np
import pytest

from gradcalc.engine.gradcheck import jumps, richardson

CASES = {
    "sin": (np.sin, np.cos, (0.0, 1.0, 1e3, 1e6, 1e-8)),
    "log": (np.log, lambda x: 1 / x, (1e-8, 0.01, 1.0, 1e5)),
    "exp": (np.exp, np.exp, (0.0, 50.0, 300.0)),
    "reciprocal": (lambda x: 1 / x, lambda x: -1 / x**2, (1e-8, 2.0, 1e6)),
    "sqrt": (np.sqrt, lambda x: 0.5 / np.sqrt(x), (1e-10, 0.3, 4e9)),
    "periodic": (
        lambda x: np.sin(20 * np.pi * x),
        lambda x: 20 * np.pi * np.cos(20 * np.pi * x),
        (1.0, 0.5, 0.13),
    ),
    "near a pole": (np.tan, lambda x: 1 / np.cos(x) ** 2, (1.5, 1.57)),
    "beside a kink": (np.abs, np.sign, (1e-5, 0.05)),
}
PAIRS = [(name, x) for name, (_, _, points) in CASES.items() for x in points]


@pytest.mark.parametrize(("name", "x"), PAIRS)
def test_differences_are_good_to_ten_digits_and_say_so(name, x):
    function, slope, _ = CASES[name]
    with np.errstate(all="ignore"):
        found, error = richardson(lambda p: function(p), np.array(x))
    assert abs(found - slope(x)) <= 1e-10 * abs(slope(x))
    assert error <= 1e-9 * abs(slope(x))


def test_a_jacobian_has_the_value_s_axes_first():
    matrix = np.arange(6.0).reshape(2, 3)
    found, error = richardson(lambda p: matrix @ p, np.ones(3))
    np.testing.assert_allclose(found, matrix, atol=1e-10)
    assert error.shape == (2, 3)


def test_truth_values_and_integers_have_differences():
    for function in (lambda p: p > 0.5, lambda p: np.asarray(p).astype(np.uint8)):
        assert richardson(function, np.array(2.5))[0] == 0.0


def test_no_number_gives_an_infinite_error():
    with np.errstate(all="ignore"):
        found, error = richardson(lambda p: np.sqrt(p), np.array(-1.0))
    assert np.isnan(found)
    assert np.isinf(error)


@pytest.mark.parametrize(
    ("function", "x", "found"),
    [
        (np.floor, 2.0, True),
        (np.sign, 0.0, True),
        (lambda x: np.where(x > 0, x, 5.0), 0.0, True),
        (np.abs, 0.0, False),
        (np.sqrt, 1e-300, False),
        (lambda x: (1 + x * x) - 1, 1e-5, False),
        (np.cos, 1e9, False),
        (lambda x: 1 / x, 1e-9, False),
    ],
)
def test_a_jump_is_told_from_a_slope(function, x, found):
    assert jumps(lambda p: function(p), np.array(x)) == found


def test_jumps_are_told_number_by_number():
    point = np.array([1.0, 0.5])
    assert jumps(np.floor, point).tolist() == [[True, False], [False, False]]
