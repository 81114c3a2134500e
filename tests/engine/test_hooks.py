"""Hooks: what they see, what they change, and the order they run in."""

from __future__ import annotations

import pytest

from gradcalc.engine import Tensor, float64, hooks, tensor
from gradcalc.engine.backward import backward, gradients
from gradcalc.engine.errors import EngineRuntimeError


def leaf(data: object) -> Tensor:
    return tensor(data, dtype=float64, requires_grad=True)


def test_a_hook_replaces_the_gradient_of_a_leaf() -> None:
    x = leaf(2.0)
    hooks.register_hook(x, lambda g: g * 10)
    backward([x * x])
    assert x.grad is not None
    assert x.grad.item() == 40.0


def test_a_removed_hook_does_not_run() -> None:
    x = leaf(2.0)
    handle = hooks.register_hook(x, lambda g: g * 10)
    handle.remove()
    backward([x * x])
    assert x.grad is not None
    assert x.grad.item() == 4.0


def test_retained_gradients_come_after_hooks() -> None:
    x = leaf(2.0)
    y = x * 3
    hooks.retain_grad(y)
    hooks.register_hook(y, lambda g: g * 2)
    backward([y * y])
    assert y.grad is not None
    assert y.grad.item() == 24.0


def test_hooks_run_in_torchs_order() -> None:
    seen: list[str] = []
    x = leaf(1.0)
    y = x * 2
    z = y * 3
    assert y.grad_fn is not None
    assert z.grad_fn is not None
    hooks.register_hook(z, lambda g: seen.append("z"))
    hooks.register_node_prehook(z.grad_fn, lambda g: seen.append("before"))
    hooks.register_node_hook(z.grad_fn, lambda d, g: seen.append("after"))
    hooks.register_hook(y, lambda g: seen.append("y"))
    hooks.register_post_accumulate_grad_hook(x, lambda t: seen.append("leaf"))
    backward([z])
    assert seen == ["z", "before", "after", "y", "leaf"]


def test_node_hooks_replace_what_is_passed_on() -> None:
    x = leaf(1.0)
    y = x * 2
    assert y.grad_fn is not None
    hooks.register_node_prehook(y.grad_fn, lambda gs: (gs[0] * 5,))
    hooks.register_node_hook(y.grad_fn, lambda ds, gs: (ds[0] + 1, *ds[1:]))
    (g,) = gradients([y], [x])
    assert g is not None
    assert g.item() == 11.0


def test_hooks_need_a_tracked_tensor() -> None:
    with pytest.raises(EngineRuntimeError, match="doesn't require gradient"):
        hooks.register_hook(tensor(1.0), lambda g: g)
    with pytest.raises(EngineRuntimeError, match="requires_grad=False"):
        hooks.retain_grad(tensor(1.0))
