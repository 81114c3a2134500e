"""Gradients kept within bounds, and parameters as one vector."""

from __future__ import annotations

import pytest

from gradcalc.engine.surface.nn.linear import Linear
from gradcalc.engine.surface.nn.parameter import Parameter

from ..torchlike import close, leaf, plain, torch


def with_gradient(values: list[float]) -> Parameter:
    """A parameter whose gradient is given."""
    made = Parameter(plain([0.0] * len(values)))
    made.grad = plain(values)
    return made


def test_gradients_are_scaled_to_the_norm() -> None:
    p = with_gradient([3.0, 4.0])
    assert torch("nn.utils.clip_grad_norm_")([p], 1.0).item() == 5.0
    assert close(p.grad, [0.6, 0.8])


def test_small_gradients_stay() -> None:
    p = with_gradient([3.0, 4.0])
    torch("nn.utils.clip_grad_norm_")(p, 10.0)
    assert p.grad is not None
    assert p.grad.tolist() == [3.0, 4.0]


def test_other_norms() -> None:
    norm = torch("nn.utils.clip_grad_norm_")([with_gradient([3.0, -4.0])], 1.0, float("inf"))
    assert norm.item() == 4.0


def test_a_norm_that_is_not_finite_can_be_an_error() -> None:
    with pytest.raises(RuntimeError, match="is non-finite, so it cannot be clipped"):
        torch("nn.utils.clip_grad_norm_")(
            [with_gradient([float("nan")])], 1.0, error_if_nonfinite=True
        )


def test_values_are_cut_off() -> None:
    p = with_gradient([3.0, -0.25])
    torch("nn.utils.clip_grad_value_")([p], 0.5)
    assert p.grad is not None
    assert p.grad.tolist() == [0.5, -0.25]


def test_parameters_as_a_vector_and_back() -> None:
    layer = Linear(2, 1)
    vector = torch("nn.utils.parameters_to_vector")(layer.parameters())
    assert vector.tolist() == [*layer.weight.tolist()[0], *layer.bias.tolist()]
    torch("nn.utils.vector_to_parameters")(leaf([1.0, 2.0, 3.0]).detach(), layer.parameters())
    assert layer.weight.tolist() == [[1.0, 2.0]]
    assert layer.bias.tolist() == [3.0]
