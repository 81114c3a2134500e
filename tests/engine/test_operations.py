"""Scalars and elements of arrays, which operations treat apart from arrays."""

from __future__ import annotations

import math

import numpy as np
import pytest

from gradcalc.engine import Tensor, float64, no_grad, sin, tensor

X = [0.5, 2.0, -1.0]


def vector() -> Tensor:
    return tensor(X, dtype=float64, requires_grad=True)


def test_an_element_is_computed_with_as_a_scalar_is() -> None:
    x, s = vector(), Tensor(0.5, requires_grad=True)
    by_element = sin(x[0] * x[0]) + 2 * x[0] ** 3
    by_scalar = sin(s * s) + 2 * s**3
    by_element.backward()
    by_scalar.backward()
    assert by_element.item() == by_scalar.item()
    assert x.grad.tolist() == [s.grad.item(), 0.0, 0.0]


def test_an_element_may_stand_on_either_side() -> None:
    x, s = vector(), Tensor(3.0, requires_grad=True)
    (x[1] / s + s / x[1]).backward()
    assert x.grad.tolist() == [0.0, 1 / 3 - 3 / 4, 0.0]
    assert s.grad.item() == -2 / 9 + 1 / 2


def test_an_element_read_after_a_write_has_the_new_value() -> None:
    x = vector()
    y = x * 1
    element = y[0]
    y.mul_(4)
    (element * element).backward()
    assert x.grad.tolist() == [2 * 0.5 * 16, 0.0, 0.0]


def test_an_element_written_after_it_was_saved_is_refused() -> None:
    y = vector() * 1
    product = y[0] * y[0]
    y.mul_(4)
    with pytest.raises(RuntimeError, match="is at version 1; expected version 0 instead"):
        product.backward()


def test_an_element_seen_without_recording_leads_to_nothing() -> None:
    x = vector()
    with no_grad():
        element = x[0]
    other = Tensor(2.0, requires_grad=True)
    (element * other).backward()
    assert x.grad is None
    assert other.grad.item() == 0.5


def test_later_outputs_of_a_node_are_told_apart() -> None:
    x = vector()
    first, second, _ = x.unbind()
    (first * second * second).backward()
    assert x.grad.tolist() == [4.0, 2.0, 0.0]


def test_float32_elements_stay_float32() -> None:
    x = tensor(X, requires_grad=True)
    product = x[0] * x[1]
    assert product.dtype.name == "float32"
    product.backward()
    assert x.grad.dtype.name == "float32"


@pytest.mark.parametrize(
    ("value", "expected"), [(0.0, -math.inf), (-1.0, math.nan), (math.inf, math.inf)]
)
def test_elements_outside_the_domain_follow_ieee(value: float, expected: float) -> None:
    element = tensor([value], dtype=float64)[0]
    np.testing.assert_equal(element.log().item(), expected)
