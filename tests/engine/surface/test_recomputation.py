"""Hooks on saved tensors, and checkpoints, which are made of them."""

from __future__ import annotations

import pytest

from gradcalc.engine.surface.checkpoint import checkpoint
from gradcalc.engine.surface.saved_hooks import disable_saved_tensors_hooks, saved_tensors_hooks

from .torchlike import leaf, torch


def test_backward_uses_what_the_hook_unpacks() -> None:
    x = leaf([3.0])
    with saved_tensors_hooks(lambda t: t * 10, lambda t: t):
        y = x * x
    y.backward()
    assert x.grad is not None
    assert x.grad.tolist() == [60.0]


def test_inner_hooks_come_first_and_end_with_their_block() -> None:
    seen = []
    x = leaf([3.0])
    with saved_tensors_hooks(lambda t: seen.append("outer") or t, lambda t: t):
        with saved_tensors_hooks(lambda t: seen.append("inner") or t, lambda t: t):
            x.exp()
        x.exp()
    x.exp()
    assert seen == ["inner", "outer"]


def test_what_is_no_tensor_cannot_be_unpacked() -> None:
    x = leaf([3.0])
    with saved_tensors_hooks(lambda t: t, lambda t: 3):
        y = x.exp()
    with pytest.raises(TypeError, match="unpack_hook expected to be a Tensor but got"):
        y.backward()


def test_hooks_can_be_forbidden() -> None:
    hooks = saved_tensors_hooks(lambda t: t, lambda t: t)
    with (
        disable_saved_tensors_hooks("not here"),
        pytest.raises(RuntimeError, match="not here"),
        hooks,
    ):
        pass


@pytest.mark.parametrize("reentrant", [True, False])
def test_a_checkpoint_runs_again_with_the_same_numbers(reentrant: bool) -> None:
    runs = []

    def noisy(t):
        runs.append("run")
        return t * torch("rand")(3) * t

    torch("manual_seed")(0)
    factors = torch("rand")(3)
    torch("manual_seed")(0)
    x = leaf([1.0, 2.0, 3.0])
    out = checkpoint(noisy, x, use_reentrant=reentrant)
    torch("rand")(5)
    out.sum().backward()
    assert (x.grad.tolist(), len(runs)) == ((2 * x * factors).tolist(), 2)
