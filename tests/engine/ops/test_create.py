"""Tensors from numbers, lists and arrays, as torch reads them."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from gradcalc.engine import (
    Tensor,
    default_dtype,
    dtypes,
    float32,
    float64,
    int64,
    namespace,
    tensor,
)
from gradcalc.engine.errors import EngineError

torch_tensor = namespace.lookup("torch.tensor")
as_tensor = namespace.lookup("torch.as_tensor")
array = namespace.lookup("np.array")


@pytest.mark.parametrize(
    ("data", "dtype", "shape"),
    [
        (2, "int64", ()),
        (2.0, "float32", ()),
        (True, "bool", ()),
        ([], "float32", (0,)),
        ([[], []], "float32", (2, 0)),
        ([1, 2.5, True], "float32", (3,)),
        ([True, 2], "int64", (2,)),
        ([[True], [False]], "bool", (2, 1)),
        (range(3), "int64", (3,)),
        (((1, 2), (3, 4)), "int64", (2, 2)),
        (np.float64(2), "float64", ()),
        (np.ones((2, 1), np.int16), "int16", (2, 1)),
        (np.ones(2, ">f8"), "float64", (2,)),
        ([np.float32(2), 1], "float32", (2,)),
        ([2**63, 1.0], "float32", (2,)),
    ],
)
def test_data_get_the_dtype_that_torch_gives_them(data: Any, dtype: str, shape: tuple) -> None:
    made = tensor(data)
    assert (made.dtype.name, made.shape) == (dtype, shape)


def test_floats_take_the_default_dtype() -> None:
    with default_dtype(float64):
        assert tensor([1, 2.5]).dtype is float64
        assert tensor(1.5).data.__class__ is float


# texts recorded from torch 2.13.0
@pytest.mark.parametrize(
    ("data", "kind", "text"),
    [
        ([[1.0, 2], [3]], ValueError, "expected sequence of length 2 at dim 1 (got 1)"),
        (
            [[[1], [2]], [[3], [4, 5]]],
            ValueError,
            "expected sequence of length 1 at dim 2 (got 2)",
        ),
        ([[1, 2], 3], TypeError, "not a sequence"),
        ([1.0, [2]], TypeError, "must be real number, not list"),
        ([1, [2]], TypeError, "'list' object cannot be interpreted as an integer"),
        ([1, "a"], TypeError, "new(): invalid data type 'str'"),
        ("a", TypeError, "new(): invalid data type 'str'"),
        (None, RuntimeError, "Could not infer dtype of NoneType"),
        ([None], RuntimeError, "Could not infer dtype of NoneType"),
        ({1}, RuntimeError, "Could not infer dtype of set"),
        (2**63, ValueError, "Overflow when unpacking long long"),
        ([2**63, -1], ValueError, "Overflow when unpacking long long"),
        ([2**64], ValueError, "Overflow when unpacking long long"),
    ],
)
def test_what_is_no_tensor_is_refused_in_torchs_words(data: Any, kind: type, text: str) -> None:
    with pytest.raises(kind) as caught:
        tensor(data)
    assert isinstance(caught.value, EngineError)
    assert str(caught.value) == text


def test_lists_nested_deeper_than_arrays_can_be_are_refused() -> None:
    deep: Any = 1.0
    for _ in range(100_000):
        deep = [deep]
    with pytest.raises(ValueError, match="too many dimensions"):
        tensor(deep)
    while isinstance(deep, list):  # taken apart here, for Python would recurse
        deep = deep[0]


def test_a_list_that_holds_itself_is_refused() -> None:
    for first in ([], [1.0], [[]]):
        endless: list = list(first)
        endless += [endless, endless]
        with pytest.raises((ValueError, TypeError)):
            tensor(endless)


@pytest.mark.parametrize(
    ("data", "dtype", "expected"),
    [
        ([2.7, -2.7], "int8", [2, -2]),
        ([-255], "uint8", [1]),
        ([2, 0], "bool", [True, False]),
        ([1e40], "float32", [np.inf]),
        (np.array([300]), "uint8", [44]),
    ],
)
def test_another_dtype_converts_as_torch_does(data: Any, dtype: str, expected: list) -> None:
    assert tensor(data, dtypes.BY_NAME[dtype]).tolist() == expected


@pytest.mark.parametrize(
    ("data", "dtype"),
    [([300], "uint8"), ([-256], "uint8"), ([np.nan], "int64"), (1e30, "int64"), (2**40, "int32")],
)
def test_integers_out_of_range_are_refused(data: Any, dtype: str) -> None:
    text = f"value cannot be converted to type {dtype} without overflow"
    with pytest.raises(RuntimeError, match=text):
        tensor(data, dtypes.BY_NAME[dtype])


def test_integers_cannot_require_gradients() -> None:
    text = "Only Tensors of floating point and complex dtype can require gradients"
    with pytest.raises(RuntimeError, match=text):
        tensor([1, 2], requires_grad=True)


def test_lists_of_tensors_are_stacked_with_their_history() -> None:
    x = tensor(2.0, float64, requires_grad=True)
    made = tensor([[x, 1], [3.5, x * x]])
    assert made.tolist() == [[2.0, 1.0], [3.5, 4.0]]
    assert made.requires_grad
    assert made.dtype is float64


def test_plain_numbers_beside_tensors_do_not_widen_them() -> None:
    assert tensor([tensor(1.0, float32), 2]).dtype is float32
    assert tensor([tensor(1), 2]).dtype is int64
    with default_dtype(float64):
        assert tensor([tensor([1.0], float32), [2.5]]).dtype is float32


def test_torchs_tensor_copies_without_history() -> None:
    x = tensor([1.0, 2.0], requires_grad=True)
    copy = torch_tensor(x)
    assert not copy.requires_grad
    assert not np.shares_memory(copy.data, x.data)
    assert not torch_tensor([x[0], x[1]]).requires_grad
    assert torch_tensor([x[0], 1]).tolist() == [1.0, 1.0]


def test_torchs_tensor_takes_one_element_tensors_for_numbers() -> None:
    assert torch_tensor([tensor([1.0]), tensor([2.0])]).shape == (2,)
    with pytest.raises(ValueError, match="only one element tensors can be converted"):
        torch_tensor([tensor([1.0, 2.0])])


def test_as_tensor_keeps_a_tensor_and_its_history() -> None:
    x = tensor([1.0, 2.0], requires_grad=True)
    assert as_tensor(x) is x
    assert as_tensor(x, dtype=float64).requires_grad
    assert array([x, x]).requires_grad


def test_wrapping_an_array_copies_it() -> None:
    source = np.ones(2)
    made: Tensor = tensor(source)
    source[0] = 5.0
    assert made.tolist() == [1.0, 1.0]
