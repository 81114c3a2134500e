"""Bits, shifts and divisors of integers."""

from __future__ import annotations

import pytest

from gradcalc.engine import namespace, tensor
from gradcalc.engine.errors import EngineTypeError, UnsupportedDType

gcd = namespace.lookup("torch.gcd")
lcm = namespace.lookup("torch.lcm")
logical_xor = namespace.lookup("torch.logical_xor")

INTS = tensor([6, -5, 0])
BOOLS = tensor([True, False, True])


def test_bits_combine() -> None:
    assert (INTS & 3).tolist() == [2, 3, 0]
    assert (1 | INTS).tolist() == [7, -5, 1]
    assert (INTS ^ BOOLS).tolist() == [7, -5, 1]
    assert (~INTS).tolist() == [-7, 4, -1]
    assert (~BOOLS).tolist() == [False, True, False]


@pytest.mark.parametrize(
    ("shift", "left", "right"),
    [
        (1, [12, -10, 0], [3, -3, 0]),
        (64, [0, 0, 0], [0, -1, 0]),
        (-1, [0, 0, 0], [0, -1, 0]),
    ],
)
def test_shifts_past_the_width_leave_nothing_but_the_sign(
    shift: int, left: list[int], right: list[int]
) -> None:
    assert (INTS << shift).tolist() == left
    assert (INTS >> shift).tolist() == right


def test_common_divisors_are_positive() -> None:
    assert gcd(tensor([-4, 0, 0]), tensor([6, 6, 0])).tolist() == [2, 6, 0]
    assert lcm(tensor([-4, 0]), tensor([6, 6])).tolist() == [12, 0]


def test_truth_is_not_being_zero() -> None:
    assert logical_xor(tensor([0.5, 0.0]), tensor([2, 3])).tolist() == [False, True]


def test_floats_have_no_bits() -> None:
    with pytest.raises(UnsupportedDType, match="\"bitwise_and_cpu\" not implemented for 'Float'"):
        tensor([1.0]) & 1
    with pytest.raises(EngineTypeError, match="only implemented on integer and Boolean"):
        ~tensor([1.0])
