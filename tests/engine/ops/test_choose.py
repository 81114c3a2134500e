"""Choosing: conditions, indices of what is not zero, bounds that exclude each other."""

from __future__ import annotations

import numpy as np
import pytest

from gradcalc.engine import Tensor, namespace, tensor
from gradcalc.engine.errors import EngineRuntimeError
from gradcalc.engine.surface.methods import attribute

where = namespace.lookup("torch.where")
clamp = namespace.lookup("torch.clamp")


def test_where_of_one_argument_gives_the_indices_axis_by_axis() -> None:
    rows, columns = where(tensor([[0, 2], [3, 0]]))
    assert rows.tolist() == [0, 1]
    assert columns.tolist() == [1, 0]


def test_where_of_a_scalar_has_one_axis() -> None:
    (at,) = where(tensor(3.0))
    assert at.tolist() == [0]


def test_where_as_a_method_has_the_condition_second() -> None:
    x = tensor([1.0, -2.0])
    assert attribute(x, "where")(x > 0, 0.0).tolist() == [1.0, 0.0]


def test_numbers_do_not_widen_the_result() -> None:
    condition = tensor([True, False])
    narrow = Tensor(np.ones(2, np.float32))
    assert where(condition, narrow, 0.5).dtype.name == "float32"
    assert where(condition, 1, 2).dtype.name == "int64"


@pytest.mark.parametrize(
    ("operation", "message"),
    [
        (
            lambda: where(tensor([1, 0]), 1.0, 2.0),
            "where expected condition to be a boolean tensor, but got a tensor with dtype Long",
        ),
        (
            lambda: clamp(tensor([1.0])),
            "torch.clamp: At least one of 'min' or 'max' must not be None",
        ),
    ],
)
def test_errors_are_those_of_torch(operation, message: str) -> None:
    with pytest.raises(EngineRuntimeError) as error:
        operation()
    assert str(error.value) == message
