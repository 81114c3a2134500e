"""Tensors as text of the language."""

import numpy as np
import pytest

from gradcalc.cli.literals import UnprintableError, value_text


def test_a_vector_stands_on_one_line():
    assert value_text(np.array([1.0, 10.0, 0.5])) == "[1.0, 10.0, 0.5]"


def test_columns_of_a_matrix_are_aligned():
    assert (
        value_text(np.array([[1.0, -20.5], [300.0, 4.0]])) == "[[  1.0, -20.5],\n [300.0,   4.0]]"
    )


def test_three_axes_nest_their_brackets():
    text = "[[[0, 1],\n  [2, 3]],\n [[4, 5],\n  [6, 7]]]"
    assert value_text(np.arange(8).reshape(2, 2, 2)) == text


@pytest.mark.parametrize(
    ("array", "text"),
    [
        (np.zeros(0), "[]"),
        (np.zeros((0, 3)), "zeros(0, 3)"),
        (np.zeros((2, 0)), "zeros(2, 0)"),
        (np.zeros((0, 3), np.int64), "zeros(0, 3, dtype=torch.int64)"),
        (np.zeros(0, bool), "zeros(0, dtype=torch.bool)"),
    ],
)
def test_an_empty_tensor_tells_its_shape(array, text):
    assert value_text(array) == text


def test_kinds_of_numbers_stay_apart():
    values = [np.array(2.0), np.array(2), np.array(True), 2.0, 2, True, None, "it's"]
    texts = ["2.0", "2", "True", "2.0", "2", "True", "None", '"it\'s"']
    assert [value_text(value) for value in values] == texts


def test_tuples_keep_their_form():
    assert value_text((1.0,)) == "(1.0,)"
    assert value_text((np.eye(2), 3)) == "([[1.0, 0.0],\n  [0.0, 1.0]],\n 3)"


def test_digits_reach_every_number():
    assert value_text(np.array([1 / 3, 2 / 3]), 3) == "[0.333, 0.667]"


def test_a_function_has_no_text():
    with pytest.raises(UnprintableError):
        value_text(len)
