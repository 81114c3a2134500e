"""Places of coordinates between -1 and 1, inside and outside."""

from __future__ import annotations

import numpy as np
import pytest

from gradcalc.engine.kernels.grid import PADDINGS, located, slopes, taps

from ...sampling import draw


def test_corners_are_centres_or_edges() -> None:
    ends = np.asarray([-1.0, 1.0])
    assert [0.0, 3.0] == located(ends, 4, "zeros", True).tolist()
    assert [-0.5, 3.5] == located(ends, 4, "zeros", False).tolist()


def test_border_holds_what_lies_outside() -> None:
    far = np.asarray([-9.0, 9.0, np.nan])
    assert [0.0, 3.0, 0.0] == located(far, 4, "border", True).tolist()


def test_reflection_comes_back_from_both_sides() -> None:
    places = located(np.asarray([-5 / 3, 5 / 3, 3.0, 11 / 3]), 4, "reflection", True)
    np.testing.assert_allclose(places, [1.0, 2.0, 0.0, 1.0], atol=1e-12)


@pytest.mark.parametrize("padding", PADDINGS)
@pytest.mark.parametrize("align", [False, True])
@pytest.mark.parametrize("size", [1, 4])
def test_slopes_are_those_of_the_places(padding: str, align: bool, size: int) -> None:
    x = draw(50, key=padding)
    step = 1e-6
    difference = located(x + step, size, padding, align) - located(x - step, size, padding, align)
    np.testing.assert_allclose(slopes(x, size, padding, align), difference / (2 * step), atol=1e-6)


def test_nearest_takes_the_even_one_of_two() -> None:
    at, inside = taps(np.asarray([[0.0]]), 4, "nearest", "zeros", True)
    assert [[[2]]] == at.tolist()
    assert inside.all()


def test_elements_outside_are_told() -> None:
    _, inside = taps(np.asarray([[-1.2, 0.0, 1.2]]), 4, "bilinear", "zeros", True)
    assert [[[False, True, True], [True, True, False]]] == inside.tolist()
