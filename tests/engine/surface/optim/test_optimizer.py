"""Optimizers: groups, state, hooks, closures, and what they refuse."""

from __future__ import annotations

from typing import Any

import pytest

from gradcalc.engine.surface.nn.linear import Linear
from gradcalc.engine.surface.optim.adam import Adam
from gradcalc.engine.surface.optim.optimizer import Optimizer
from gradcalc.engine.surface.optim.sgd import SGD

from ..torchlike import leaf, plain


def with_gradient() -> Any:
    """A leaf with a gradient."""
    p = leaf([1.0, 2.0])
    p.grad = plain([1.0, 1.0])
    return p


def test_groups_have_settings_of_their_own() -> None:
    a, b = with_gradient(), with_gradient()
    optimizer = SGD([{"params": [a]}, {"params": b, "lr": 1.0}], lr=0.5)
    optimizer.step()
    assert a.tolist() == [0.5, 1.5]
    assert b.tolist() == [0.0, 1.0]
    assert repr(optimizer).count("\n\nParameter Group 1\n") == 1


def test_parameters_without_gradients_stay() -> None:
    p = leaf([1.0])
    SGD([p], lr=0.5).step()
    assert p.tolist() == [1.0]
    assert p.version == 0


def test_gradients_are_forgotten_or_zeroed() -> None:
    p = with_gradient()
    optimizer = SGD([p])
    optimizer.zero_grad(set_to_none=False)
    assert p.grad.tolist() == [0.0, 0.0]
    optimizer.zero_grad()
    assert p.grad is None


def test_a_closure_is_evaluated_with_recording_on() -> None:
    p = leaf([2.0])
    optimizer = SGD([p], lr=0.25)

    def closure() -> Any:
        loss = (p * p).sum()  # type: ignore[operator]
        loss.backward()
        return loss

    assert optimizer.step(closure).item() == 4.0
    assert p.tolist() == [1.0]


def test_state_is_saved_by_number() -> None:
    p = with_gradient()
    optimizer = Adam([p])
    optimizer.step()
    saved = optimizer.state_dict()
    assert list(saved["state"][0]) == ["step", "exp_avg", "exp_avg_sq"]
    assert saved["param_groups"][0]["params"] == [0]
    other = Adam([with_gradient()], lr=5)
    other.load_state_dict(saved)
    assert other.param_groups[0]["lr"] == 1e-3
    assert other.state[other.param_groups[0]["params"][0]]["step"].item() == 1.0


def test_names_come_with_named_parameters() -> None:
    optimizer = SGD(Linear(1, 1).named_parameters())
    assert optimizer.param_groups[0]["param_names"] == ["weight", "bias"]


def test_hooks_run_around_steps() -> None:
    seen: list = []
    optimizer = SGD([with_gradient()])
    optimizer.register_step_pre_hook(lambda o, args, kwargs: seen.append("before"))
    handle = optimizer.register_step_post_hook(lambda o, args, kwargs: seen.append("after"))
    optimizer.step()
    handle.remove()
    optimizer.step()
    assert seen == ["before", "after", "before"]


def test_a_program_may_write_an_optimizer() -> None:
    class Halving(Optimizer):
        def step(self, closure: Any = None) -> None:
            for group in self.param_groups:
                for p in group["params"]:
                    p.data *= 0.5

    p = leaf([4.0])
    Halving([p], {}).step()
    assert p.tolist() == [2.0]


@pytest.mark.parametrize(
    ("make", "error", "text"),
    [
        (lambda: SGD([]), ValueError, "optimizer got an empty parameter list"),
        (
            lambda: SGD(leaf([1.0])),
            TypeError,
            "params argument given to the optimizer should be an iterable of Tensors or dicts, "
            "but got torch.FloatTensor",
        ),
        (
            lambda: SGD([3]),
            TypeError,
            "optimizer can only optimize Tensors, but one of the params is int",
        ),
        (
            lambda: SGD([leaf([1.0]) * 2]),  # type: ignore[operator]
            ValueError,
            "can't optimize a non-leaf Tensor",
        ),
        (lambda: SGD([leaf([1.0])], lr=-1), ValueError, "Invalid learning rate: -1"),
        (
            lambda: SGD([leaf([1.0])], nesterov=True),
            ValueError,
            "Nesterov momentum requires a momentum and zero dampening",
        ),
        (
            lambda: Adam([leaf([1.0])], betas=(1.5, 0.9)),
            ValueError,
            "Invalid beta parameter at index 0: 1.5",
        ),
    ],
)
def test_bad_settings_are_refused(make: Any, error: type[Exception], text: str) -> None:
    with pytest.raises(error) as refused:
        make()
    assert str(refused.value) == text


def test_a_parameter_belongs_to_one_group() -> None:
    p = leaf([1.0])
    with pytest.raises(ValueError, match="some parameters appear in more than one"):
        SGD([{"params": [p]}, {"params": [p]}])
