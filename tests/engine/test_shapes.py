"""Shape arithmetic: broadcasting and undoing it, axes from the end, sizes that are inferred."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from gradcalc.engine import modes, shapes
from gradcalc.engine.errors import LimitExceeded

SIZES = st.lists(st.sampled_from([1, 2, 3]), max_size=4).map(tuple)


@given(SIZES, SIZES)
def test_shapes_broadcast_as_numpys_do(a: tuple, b: tuple) -> None:
    try:
        expected = np.broadcast_shapes(a, b)
    except ValueError:
        with pytest.raises(RuntimeError, match="must match the size of tensor b"):
            shapes.broadcast(a, b)
    else:
        assert shapes.broadcast(a, b) == expected
        assert shapes.broadcast_all([a, b, a]) == expected


@given(SIZES, st.integers(0, 2), SIZES)
def test_summing_the_axes_away_undoes_broadcasting(shape: tuple, lead: int, other: tuple) -> None:
    try:
        wide = np.broadcast_shapes(shape, other)
    except ValueError:
        return
    g = np.ones((2,) * lead + wide)
    gone, kept = shapes.summed_axes(lead, g.shape, shape)
    assert g.sum(kept, keepdims=True).sum(gone).shape == (2,) * lead + shape


@given(SIZES.filter(bool), st.data())
def test_a_size_is_inferred_from_the_others(shape: tuple, data: st.DataObject) -> None:
    at = data.draw(st.integers(0, len(shape) - 1))
    asked = (*shape[:at], -1, *shape[at + 1 :])
    assert shapes.infer_size(asked, int(np.prod(shape))) == shape


@pytest.mark.parametrize(
    ("shape", "numel", "message"),
    [
        ((2, 2), 3, "shape '[2, 2]' is invalid for input of size 3"),
        ((-1, 2), 3, "shape '[-1, 2]' is invalid for input of size 3"),
        ((-1, -1), 4, "only one dimension can be inferred"),
        ((-2, 2), 4, "invalid shape dimension -2 at index 0 of shape [-2, 2]"),
        (
            (-1, 0),
            0,
            "cannot reshape tensor of 0 elements into shape [-1, 0] because the unspecified "
            "dimension size -1 can be any value and is ambiguous",
        ),
    ],
)
def test_sizes_that_do_not_fit_are_refused(shape: tuple, numel: int, message: str) -> None:
    with pytest.raises(RuntimeError) as caught:
        shapes.infer_size(shape, numel)
    assert str(caught.value) == message


def test_a_tensor_without_axes_takes_axis_0_and_minus_1() -> None:
    assert shapes.negative_dims([0], 0) == shapes.negative_dims([-1], 0) == (-1,)
    with pytest.raises(IndexError):
        shapes.negative_dim(1, 0)


def test_an_axis_given_twice_is_named_from_the_front() -> None:
    with pytest.raises(RuntimeError, match="dim 1 appears multiple times"):
        shapes.negative_dims([1, -1], 2)


def test_sizes_over_the_limit_are_refused_before_anything_is_allocated() -> None:
    with modes.tensor_bytes(1 << 20):
        shapes.check_size((1 << 17,), 8)
        with pytest.raises(LimitExceeded, match=r"takes 1,048,584 bytes; the limit is 1,048,576"):
            shapes.check_size(((1 << 17) + 1,), 8)
    with pytest.raises(LimitExceeded, match="2\\*\\*63 elements"):
        shapes.check_size((1 << 63,), 0)
    with pytest.raises(LimitExceeded, match="65 axes"):
        shapes.check_axes(65)
