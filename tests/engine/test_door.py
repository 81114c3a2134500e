"""From what a caller wrote to canonical arguments: positions, names, axes, sizes and lists."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from gradcalc.engine import Tensor, default_dtype, float64, registry
from gradcalc.engine.door import bind, call, choose
from gradcalc.engine.errors import ArgumentMismatch
from gradcalc.engine.row import Row

GRID = Tensor(np.arange(6.0).reshape(2, 3))


def rows(name: str) -> list[Row]:
    """The overloads of an operation."""
    found = registry.lookup(name)
    assert found is not None
    return found


def bound(name: str, *args: Any, **kwargs: Any) -> list[Any]:
    """The canonical arguments after the first, of the overload that takes them."""
    return choose(rows(name), args, kwargs)[1][1:]


@pytest.mark.parametrize(("given", "counted"), [(0, -2), (1, -1), (-1, -1), (-2, -2)])
def test_axes_are_counted_from_the_end(given: int, counted: int) -> None:
    assert bound("softmax", GRID, given)[0] == counted


@pytest.mark.parametrize("name", ["dim", "axis"])
def test_an_axis_has_torchs_name_and_numpys(name: str) -> None:
    assert call(rows("sum"), (GRID,), {name: 0}).tolist() == [3.0, 5.0, 7.0]


def test_several_axes_may_be_named_as_one() -> None:
    assert bound("sum", GRID, dim=(0, 1)) == bound("sum", GRID, axis=(-2, -1))


@pytest.mark.parametrize("args", [(3, 2), ((3, 2),), ([3, 2],)])
def test_sizes_are_written_one_by_one_or_together(args: tuple) -> None:
    assert bound("reshape", GRID, *args) == [(3, 2)]


def test_tensors_are_written_one_by_one_or_together() -> None:
    together = call(rows("cat"), ([GRID, GRID],), {})
    assert call(rows("cat"), (GRID, GRID), {}).tolist() == together.tolist()


def test_lists_become_tensors() -> None:
    with default_dtype(float64):
        assert call(rows("sin"), ([0.0, 0.0],), {}).tolist() == [0.0, 0.0]
        assert call(rows("add"), (1, 2), {}).item() == 3


def test_defaults_fill_what_is_left_out() -> None:
    assert bound("sum", GRID, 0) == bound("sum", GRID, dim=0, keepdim=False, dtype=None)


def test_the_first_overload_that_takes_the_arguments_is_chosen() -> None:
    assert choose(rows("sum"), (GRID,), {})[0].overload == ""
    assert choose(rows("sum"), (GRID, 0), {})[0].overload == "dim"


def test_an_axis_out_of_range_is_an_index_error() -> None:
    with pytest.raises(IndexError, match=r"expected to be in range of \[-2, 1\], but got 2"):
        call(rows("softmax"), (GRID, 2), {})


@pytest.mark.parametrize(
    ("args", "kwargs", "reason"),
    [
        ((), {}, "the argument 'self' is missing"),
        ((GRID,), {"nope": 1}, "no argument is called 'nope'"),
        ((GRID,), {"self": GRID}, "the argument 'self' is given twice"),
        ((GRID, GRID), {}, "takes at most 1 positional arguments, got 2"),
        (("x",), {}, "argument 'self' must be a tensor, not str"),
    ],
)
def test_a_single_form_says_why_it_does_not_fit(args: tuple, kwargs: dict, reason: str) -> None:
    with pytest.raises(ArgumentMismatch) as caught:
        call(rows("sin"), args, kwargs)
    assert str(caught.value) == f"sin(): {reason}; it is called as sin(self)"


def test_several_forms_are_listed_with_what_was_given() -> None:
    with pytest.raises(ArgumentMismatch) as caught:
        call(rows("sum"), (GRID, "x"), {"keepdim": True})
    assert str(caught.value) == (
        "sum() takes no (Tensor, str, keepdim=bool); it is called as "
        + " or ".join(row.signature for row in rows("sum"))
    )


def test_a_tensor_of_one_element_is_a_number_where_a_number_is_asked_for() -> None:
    (row,) = rows("nn.functional.leaky_relu")
    slope = bind(row, (GRID, Tensor(0.5)), {})[1]
    assert slope.__class__ is float
