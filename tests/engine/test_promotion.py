"""Type promotion by torch's rules."""

from __future__ import annotations

import numpy as np
import pytest

from gradcalc.engine import Tensor, default_dtype, dtypes, float32, tensor
from gradcalc.engine.promotion import result_dtype


def of(name: str, ndim: int) -> Tensor:
    return Tensor(np.ones((1,) * ndim, dtypes.BY_NAME[name].np))


# recorded from torch 2.13.0: torch.result_type
@pytest.mark.parametrize(
    ("a", "b", "expected"),
    [
        (("float32", 1), ("float64", 1), "float64"),
        (("float32", 1), ("float64", 0), "float32"),
        (("float32", 0), ("float64", 1), "float64"),
        (("int64", 1), ("float32", 0), "float32"),
        (("int64", 1), ("float32", 1), "float32"),
        (("uint8", 1), ("int8", 1), "int16"),
        (("bool", 1), ("uint8", 0), "uint8"),
        (("int32", 1), ("int64", 0), "int32"),
        (("float16", 1), ("float32", 0), "float16"),
        (("bool", 0), ("bool", 1), "bool"),
    ],
)
def test_tensors_promote_as_in_torch(a: tuple, b: tuple, expected: str) -> None:
    promoted = result_dtype([of(*a), of(*b)])
    assert promoted is dtypes.BY_NAME[expected]


@pytest.mark.parametrize(
    ("dtype", "number", "expected"),
    [
        ("int64", 2, "int64"),
        ("int64", 2.0, "float32"),
        ("float64", 2, "float64"),
        ("float64", 2.0, "float64"),
        ("bool", True, "bool"),
        ("bool", 2, "int64"),
        ("uint8", 2, "uint8"),
    ],
)
def test_numbers_decide_only_the_category(dtype: str, number: float, expected: str) -> None:
    with default_dtype(float32):
        assert result_dtype([of(dtype, 1), number]) is dtypes.BY_NAME[expected]


def test_integers_become_the_default_dtype_under_a_function() -> None:
    from gradcalc.engine import sin

    with default_dtype(float32):
        assert sin(tensor([1, 2])).dtype.name == "float32"
