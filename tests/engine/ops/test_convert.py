"""Conversions as torch makes them, and when they are the very tensor that was given."""

from __future__ import annotations

import math

import pytest

from gradcalc.engine import Tensor, default_dtype, float32, float64, namespace, tensor
from gradcalc.engine.backward import gradients
from gradcalc.engine.errors import EngineRuntimeError, EngineValueError
from gradcalc.engine.surface.methods import attribute


def tracked(value: float | list[float]) -> Tensor:
    return tensor(value, dtype=float32, requires_grad=True)


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("long", [-(2**63), -1, 300, -(2**63), -(2**63)]),
        ("int", [-(2**31), -1, 300, -(2**31), -(2**31)]),
        ("byte", [0, 255, 44, 0, 0]),
        ("char", [0, -1, 44, 0, 0]),
        ("bool", [True, True, True, True, True]),
    ],
)
def test_floats_that_do_not_fit_become_what_x86_makes_of_them(name: str, expected: list) -> None:
    floats = tensor([1e20, -1.5, 300.0, math.nan, math.inf])
    assert attribute(floats, name)().tolist() == expected


@pytest.mark.parametrize(
    ("name", "arguments"),
    [
        ("float", ()),
        ("to", (float32,)),
        ("to", ("cpu",)),
        ("type", (float32,)),
        ("contiguous", ()),
        ("conj", ()),
        ("positive", ()),
    ],
)
def test_a_conversion_to_the_same_is_the_same_tensor(name: str, arguments: tuple) -> None:
    x = tracked([1.0, 2.0])
    assert attribute(x, name)(*arguments) is x


def test_a_copy_is_a_node() -> None:
    x = tracked([1.0, 2.0])
    assert attribute(x, "to")(float32, copy=True).grad_fn.name() == "ToCopyBackward0"
    assert attribute(x, "clone")().grad_fn.name() == "CloneBackward0"


def test_a_gradient_comes_back_in_the_dtype_of_its_input() -> None:
    x = tracked([1.0, 2.0])
    wide = attribute(x, "double")()
    (g,) = gradients([wide], [x], [tensor([0.1, 0.2], dtype=float64)])
    assert g is not None
    assert g.dtype is float32


def test_type_names_the_dtype() -> None:
    with default_dtype(float32):
        x = tensor([1.0])
    assert attribute(x, "type")() == "torch.FloatTensor"
    assert attribute(x, "type")("torch.LongTensor").tolist() == [1]
    with pytest.raises(EngineValueError, match="invalid type: 'number'"):
        attribute(x, "type")("number")


def test_real_tensors_have_no_imaginary_part() -> None:
    with pytest.raises(EngineRuntimeError) as error:
        attribute(tensor([1.0]), "imag")
    assert str(error.value) == "imag is not implemented for tensors with non-complex dtypes."


def test_fill_takes_the_shape_and_the_dtype() -> None:
    fill = namespace.lookup("torch.fill")
    assert fill(tensor([1, 2]), 2.5).tolist() == [2, 2]
    assert fill(tensor([True, False]), 2).tolist() == [True, True]
