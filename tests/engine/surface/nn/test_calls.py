"""Hooks around a module's forward and its part of a backward."""

from __future__ import annotations

from typing import Any

import pytest

from gradcalc.engine.surface.nn.activation import ReLU
from gradcalc.engine.surface.nn.container import Sequential
from gradcalc.engine.surface.nn.linear import Identity, Linear
from gradcalc.engine.surface.nn.module import Module

from ..torchlike import leaf, plain


class Double(Module):
    """Twice its input."""

    def forward(self, x: Any) -> Any:
        """The double."""
        return x * 2


def test_hooks_see_arguments_and_output() -> None:
    seen: list = []
    module = Double()
    module.register_forward_pre_hook(lambda m, args: seen.append(args[0].tolist()))
    module.register_forward_hook(lambda m, args, out: seen.append(out.tolist()))
    module(plain([3.0]))
    assert seen == [[3.0], [6.0]]


def test_what_hooks_return_takes_the_place() -> None:
    module = Double()
    module.register_forward_pre_hook(lambda m, args: args[0] + 1)
    module.register_forward_hook(lambda m, args, out: out * 10)
    assert module(plain([1.0])).tolist() == [40.0]


def test_a_removed_hook_is_not_called() -> None:
    module = Double()
    with module.register_forward_hook(lambda m, args, out: out * 0):
        assert module(plain([1.0])).tolist() == [0.0]
    assert module(plain([1.0])).tolist() == [2.0]


def test_prepended_hooks_run_first() -> None:
    order: list = []
    module = Double()
    module.register_forward_hook(lambda m, args, out: order.append("second"))
    module.register_forward_hook(lambda m, args, out: order.append("first"), prepend=True)
    module(plain([1.0]))
    assert order == ["first", "second"]


def test_hooks_may_take_keyword_arguments() -> None:
    seen: list = []
    module = Double()
    module.register_forward_hook(lambda m, a, kw, out: seen.append(sorted(kw)), with_kwargs=True)
    module(x=plain([1.0]))
    assert seen == [["x"]]


def test_a_hook_may_be_called_even_after_an_error() -> None:
    seen: list = []
    module = Linear(2, 2)
    module.register_forward_hook(lambda m, a, out: seen.append(out), always_call=True)
    with pytest.raises(RuntimeError):
        module(plain([1.0]))
    assert seen == [None]


def test_backward_hooks_see_both_gradients() -> None:
    seen: list = []
    module = Double()
    module.register_full_backward_hook(
        lambda m, gi, go: seen.append((gi[0].tolist(), go[0].tolist()))
    )
    x = leaf([1.0])
    out = module(x)
    assert out.grad_fn.name() == "BackwardHookFunctionBackward"
    (out * 3).sum().backward()
    assert seen == [([6.0], [3.0])]


def test_backward_hooks_may_change_gradients() -> None:
    module = Double()
    module.register_full_backward_pre_hook(lambda m, go: (go[0] * 10,))
    module.register_full_backward_hook(lambda m, gi, go: (gi[0] + 1,))
    x = leaf([1.0])
    module(x).sum().backward()
    assert x.grad is not None
    assert x.grad.tolist() == [21.0]


def test_untracked_inputs_show_as_none() -> None:
    seen: list = []
    module = Linear(1, 1)
    module.register_full_backward_hook(lambda m, gi, go: seen.append(gi))
    module(plain([[1.0]])).sum().backward()
    assert seen == [(None,)]


def test_layers_are_told_from_the_last_to_the_first() -> None:
    order: list = []
    net = Sequential(Linear(1, 2), ReLU(), Linear(2, 1))
    for module in net:
        module.register_full_backward_hook(lambda m, gi, go: order.append(type(m).__name__))
    net(leaf([[1.0]])).sum().backward()
    assert order == ["Linear", "ReLU", "Linear"]


def test_hooks_of_both_kinds_cannot_be_mixed() -> None:
    module = Identity()
    module.register_full_backward_hook(lambda m, gi, go: None)
    with pytest.raises(RuntimeError, match="Cannot use both regular backward hooks"):
        module.register_backward_hook(lambda m, gi, go: None)


def test_a_wrong_number_of_gradients_is_refused() -> None:
    module = Double()
    module.register_full_backward_hook(lambda m, gi, go: (gi[0], gi[0]))
    with pytest.raises(RuntimeError, match="invalid number of grad_input, got 2, but expected 1"):
        module(leaf([1.0])).sum().backward()


class Failing(Module):
    """A module whose forward raises."""

    def forward(self, x: Any) -> Any:
        """Nothing."""
        raise ValueError("inside")


def test_an_error_in_a_hook_gives_way_to_that_of_the_forward() -> None:
    seen: list = []

    def fail(module: Module, args: tuple, out: Any) -> None:
        seen.append("failing")
        raise KeyError("hook")

    module = Failing()
    module.register_forward_hook(fail, always_call=True)
    module.register_forward_hook(lambda m, a, out: seen.append(out), always_call=True)
    with pytest.raises(ValueError, match="inside"):
        module(plain([1.0]))
    assert seen == ["failing", None]


def test_an_interrupt_calls_no_hooks() -> None:
    seen: list = []
    module = Double()
    module.register_forward_hook(lambda m, a, out: seen.append(out), always_call=True)

    def interrupt(module: Module, args: tuple) -> None:
        raise KeyboardInterrupt

    module.register_forward_pre_hook(interrupt)
    with pytest.raises(KeyboardInterrupt):
        module(plain([1.0]))
    assert seen == []
