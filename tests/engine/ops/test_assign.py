"""Which operations have a form in place: what their rows say."""

from __future__ import annotations

import pytest

from gradcalc.engine.ops.assign import rows_in_place
from gradcalc.engine.row import Row


def forward(self: object) -> object:
    """A forward that nobody calls."""
    return self


@pytest.mark.parametrize("name", ["sin", "cumsum", "eq", "not_equal", "scatter", "square", "zero"])
def test_torchs_methods_in_place_are_found(name: str) -> None:
    assert rows_in_place(f"{name}_")


@pytest.mark.parametrize("name", ["maximum", "clone", "matmul", "sum", "transpose", "sort", "nope"])
def test_what_torch_cannot_write_in_place_is_not_found(name: str) -> None:
    assert rows_in_place(f"{name}_") is None


@pytest.mark.parametrize(("kind", "inplace"), [("elementwise", True), ("structural", False)])
def test_elementwise_rows_are_written_in_place_unless_they_say_otherwise(
    kind: str, inplace: bool
) -> None:
    assert Row("some", kind, forward, doc="").inplace is inplace
    assert Row("some", kind, forward, doc="", inplace=not inplace).inplace is not inplace
