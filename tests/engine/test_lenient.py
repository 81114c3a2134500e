"""Promotion for expressions: where torch refuses dtypes, they get the number in floats."""

from __future__ import annotations

import numpy as np
import pytest

from gradcalc.engine import Tensor, default_dtype, float64, modes, namespace, tensor
from gradcalc.engine.backward import gradients
from gradcalc.engine.errors import EngineError


def called(name: str, *args: object) -> Tensor:
    with default_dtype(float64), modes.lenient():
        return namespace.lookup(name)(*args)


@pytest.mark.parametrize(
    ("expected", "name", "args"),
    [
        (2.0, "mean", ([1, 2, 3],)),
        (-2.0, "det", ([[1, 2], [3, 4]],)),
        (5.0, "norm", ([3, 4],)),
        ([4.0, 9.0], "matmul", ([[1, 2], [3, 4]], [1.0, 1.5])),
        (5.5, "einsum", ("i,i->", [1, 2], [1.5, 2])),
        ([[2.5, 4.0]], "addmm", ([[1, 2]], [[1]], [[1.5, 2]])),
        ([0.0, 0.5], "linalg.solve", ([[1, 2], [3, 4]], [1, 2])),
        ([-4.5, 6.0, -2.5], "linalg.cross", ([1, 2, 3], [4, 5.5, 6])),
    ],
)
def test_integers_are_taken_for_floats(expected: object, name: str, args: tuple) -> None:
    found = called(name, *args)
    assert found.dtype is float64
    np.testing.assert_allclose(found.array(), expected)


def test_gradients_are_in_the_dtype_of_their_input() -> None:
    narrow = tensor([[1.0, 2.0]], requires_grad=True)
    wide = tensor([1.0, 3.0], dtype=float64, requires_grad=True)
    (of_narrow, of_wide) = gradients([called("matmul", narrow, wide)], [narrow, wide])
    assert (of_narrow.dtype.name, of_wide.dtype.name) == ("float32", "float64")
    assert (of_narrow.tolist(), of_wide.tolist()) == ([[1.0, 3.0]], [1.0, 2.0])


@pytest.mark.parametrize(
    ("message", "name", "args"),
    [
        ("shapes cannot be multiplied", "matmul", ([[1, 2]], [[3.0]])),
        ("Expected dtype int32/int64 for index", "gather", ([1, 2], 0, [0.5])),
        ("negative integer powers", "pow", ([1, 2], -1)),
        ("not implemented for 'Double'", "bitwise_and", ([1.5], [2])),
    ],
)
def test_what_floats_do_not_help_is_said_as_before(message: str, name: str, args: tuple) -> None:
    with pytest.raises(EngineError, match=message):
        called(name, *args)


def test_programs_get_the_error_of_torch() -> None:
    with pytest.raises(EngineError, match="could not infer output dtype"):
        namespace.lookup("mean")([1, 2, 3])
    with pytest.raises(EngineError, match="must have the same dtype"):
        namespace.lookup("matmul")([[1, 2]], [1.0, 1.5])
