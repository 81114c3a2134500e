"""Gradients of leaves: the first is a copy, later ones are added to it where it lies."""

from __future__ import annotations

import numpy as np
import pytest

from gradcalc.engine import Tensor
from gradcalc.engine.accumulate import accumulate
from gradcalc.engine.dtypes import float32
from gradcalc.engine.hooks import register_post_accumulate_grad_hook


@pytest.fixture
def leaf() -> Tensor:
    """A vector that wants a gradient."""
    return Tensor(np.array([1.0, 2.0]), requires_grad=True)


def test_the_first_gradient_is_a_copy(leaf: Tensor) -> None:
    g = np.array([3.0, 4.0])
    accumulate(leaf, g)
    g[0] = 9.0
    assert leaf.grad is not None
    assert leaf.grad.tolist() == [3.0, 4.0]


def test_later_gradients_are_added_in_place(leaf: Tensor) -> None:
    accumulate(leaf, np.array([3.0, 4.0]))
    first = leaf.grad
    assert first is not None
    shared = first.detach()
    accumulate(leaf, np.array([1.0, 1.0]))
    assert leaf.grad is first
    assert shared.tolist() == [4.0, 5.0]
    assert first.version == 1


def test_recorded_gradients_are_added_to_a_new_tensor(leaf: Tensor) -> None:
    accumulate(leaf, Tensor(np.array([3.0, 4.0])))
    first = leaf.grad
    accumulate(leaf, Tensor(np.array([1.0, 1.0])))
    assert leaf.grad is not None
    assert leaf.grad is not first
    assert leaf.grad.tolist() == [4.0, 5.0]


def test_scalars_add_up_as_floats() -> None:
    leaf = Tensor(2.0, requires_grad=True)
    accumulate(leaf, 0.5)
    accumulate(leaf, 0.25)
    assert leaf.grad is not None
    assert leaf.grad.data == 0.75
    assert leaf.grad.data.__class__ is float


def test_a_gradient_takes_the_dtype_that_its_leaf_asks_for(leaf: Tensor) -> None:
    leaf.extras().grad_dtype = float32
    accumulate(leaf, np.array([3.0, 4.0]))
    assert leaf.grad is not None
    assert leaf.grad.dtype is float32


def test_hooks_run_after_each_gradient(leaf: Tensor) -> None:
    seen: list[list[float]] = []
    register_post_accumulate_grad_hook(leaf, lambda t: seen.append(t.grad.tolist()))
    accumulate(leaf, np.array([1.0, 2.0]))
    accumulate(leaf, np.array([1.0, 2.0]))
    assert seen == [[1.0, 2.0], [2.0, 4.0]]
