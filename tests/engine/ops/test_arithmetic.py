"""What arithmetic refuses, as torch words it, and how integers divide."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import pytest

from gradcalc.engine import Tensor, namespace, tensor
from gradcalc.engine.errors import EngineRuntimeError, LimitExceeded

div = namespace.lookup("torch.div")
add = namespace.lookup("torch.add")
fmod = namespace.lookup("torch.fmod")

INTS = tensor([7, -7])
BOOLS = tensor([True, False])


@pytest.mark.parametrize(
    ("operation", "message"),
    [
        (
            lambda: BOOLS - BOOLS,
            "Subtraction, the `-` operator, with two bool tensors is not supported. Use the `^` "
            "or `logical_xor()` operator instead.",
        ),
        (
            lambda: -BOOLS,
            "Negation, the `-` operator, on a bool tensor is not supported. If you are trying to "
            "invert a mask, use the `~` or `logical_not()` operator instead.",
        ),
        (lambda: BOOLS // BOOLS, "\"div_floor_cpu\" not implemented for 'Bool'"),
        (lambda: abs(BOOLS), "\"abs_cpu\" not implemented for 'Bool'"),
        (lambda: INTS // tensor([2, 0]), "ZeroDivisionError"),
        (lambda: INTS % 0, "ZeroDivisionError"),
        (lambda: INTS**-1, "Integers to negative integer powers are not allowed."),
        (
            lambda: add(INTS, INTS, alpha=0.5),
            "For integral input tensors, argument alpha must not be a floating point number.",
        ),
        (
            lambda: div(INTS, 2, rounding_mode="up"),
            "div expected rounding_mode to be one of None, 'trunc', or 'floor' but found 'up'",
        ),
        (
            lambda: tensor([1.0, 2.0]) + tensor([1.0, 2.0, 3.0]),
            "The size of tensor a (2) must match the size of tensor b (3) at non-singleton "
            "dimension 0",
        ),
    ],
)
def test_errors_are_those_of_torch(operation: Callable, message: str) -> None:
    with pytest.raises(EngineRuntimeError) as error:
        operation()
    assert str(error.value) == message


def test_what_is_no_number_is_refused() -> None:
    with pytest.raises(TypeError):
        tensor([1.0]) + None


def test_a_broadcast_beyond_the_limit_is_refused_before_it_is_computed() -> None:
    column = Tensor(np.zeros((100_000, 1)))
    with pytest.raises(LimitExceeded):
        column * Tensor(np.zeros(100_000))


def test_integer_quotients_are_exact_beyond_the_precision_of_floats() -> None:
    large = tensor([2**62 + 1, -(2**62) - 1])
    assert div(large, 2, rounding_mode="trunc").tolist() == [2**61, -(2**61)]
    assert div(large, 2, rounding_mode="floor").tolist() == [2**61, -(2**61) - 1]


def test_remainders_have_the_sign_of_the_divisor_or_of_the_dividend() -> None:
    assert (INTS % 3).tolist() == [1, 2]
    assert fmod(INTS, 3).tolist() == [1, -1]


def test_small_integers_wrap_around() -> None:
    small = tensor([3, 200], dtype=namespace.lookup("torch.uint8"))
    assert (small - 10).tolist() == [249, 190]
    assert (small + 300).tolist() == [47, 244]


def test_a_tensor_differs_from_what_is_no_number() -> None:
    assert (tensor([1.0]) == None) is False  # noqa: E711
    assert (tensor([1.0]) != "a") is True
