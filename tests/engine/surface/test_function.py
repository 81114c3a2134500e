"""Operations that a program defines."""

from __future__ import annotations

from typing import Any

import pytest

from gradcalc.engine import backward
from gradcalc.engine.surface.function import Function, once_differentiable

from .torchlike import leaf, plain


class Square(Function):
    """x^2, with a rule of its own."""

    @staticmethod
    def forward(ctx: Any, x: Any) -> Any:
        ctx.save_for_backward(x)
        return x * x

    @staticmethod
    def backward(ctx: Any, g: Any) -> Any:
        (x,) = ctx.saved_tensors
        return 2 * x * g


def defined(forward: Any, backward: Any) -> type[Function]:
    """A function of two rules."""
    rules = {"forward": staticmethod(forward), "backward": staticmethod(backward)}
    return type("Mine", (Function,), rules)


def test_the_node_has_the_name_of_the_class() -> None:
    y = Square.apply(leaf([3.0]))
    assert y.grad_fn.name() == "SquareBackward"
    assert repr(y.grad_fn).startswith("<torch.autograd.function.SquareBackward object at 0x")


def test_derivatives_of_any_order_follow_the_rule() -> None:
    x = leaf([3.0])
    (first,) = backward.gradients([Square.apply(x)], [x], create_graph=True)
    (second,) = backward.gradients([first], [x])
    assert (first.tolist(), second.tolist()) == ([6.0], [2.0])


def test_a_batch_of_cotangents_is_taken_one_by_one() -> None:
    x = leaf([3.0, 4.0])
    identity = plain([[1.0, 0.0], [0.0, 1.0]])
    (rows,) = backward.gradients([Square.apply(x)], [x], [identity], lead=1)
    assert rows.tolist() == [[6.0, 0.0], [0.0, 8.0]]


def test_freed_tensors_cannot_be_used_again() -> None:
    y = Square.apply(leaf([3.0]))
    y.backward()
    with pytest.raises(RuntimeError, match="backward through the graph a second time"):
        y.backward()


def test_changed_tensors_are_noticed() -> None:
    x = leaf([3.0]) * 1
    y = Square.apply(x)
    x.add_(1)
    with pytest.raises(RuntimeError, match="is at version 1; expected version 0 instead"):
        y.backward()


@pytest.mark.parametrize(
    ("rule", "error"),
    [
        (lambda ctx, g: (g, g), r"incorrect number of gradients \(expected 1, got 2\)"),
        (lambda ctx, g: 3, r"expected Variable or None \(got int\)"),
        (lambda ctx, g: plain([1.0] * 3), r"got \[3\] but expected shape compatible with \[2\]"),
    ],
)
def test_wrong_gradients_are_refused(rule: Any, error: str) -> None:
    y = defined(lambda ctx, x: x * 2, rule).apply(leaf([1.0, 2.0]))
    with pytest.raises(RuntimeError, match=error):
        y.sum().backward()


def test_missing_gradients_are_zeros_unless_refused() -> None:
    seen = []

    def forward(ctx: Any, x: Any, materialize: bool) -> Any:
        ctx.set_materialize_grads(materialize)
        return x * 2, x * 3

    def rule(ctx: Any, a: Any, b: Any) -> Any:
        seen.append(b)
        return a, None

    for materialize in (True, False):
        first, _ = defined(forward, rule).apply(leaf([1.0]), materialize)
        first.backward()
    assert (seen[0].tolist(), seen[1]) == ([0.0], None)


def test_setup_context_separates_the_two_parts() -> None:
    class Scale(Function):
        @staticmethod
        def forward(x: Any, factor: float) -> Any:
            return x * factor

        @staticmethod
        def setup_context(ctx: Any, inputs: tuple, output: Any) -> None:
            ctx.factor = inputs[1]

        @staticmethod
        def backward(ctx: Any, g: Any) -> Any:
            return g * ctx.factor, None

    x = leaf([2.0])
    Scale.apply(x, 3.0).backward()
    assert x.grad is not None
    assert x.grad.tolist() == [3.0]


def test_an_input_written_in_place_is_the_result() -> None:
    def forward(ctx: Any, x: Any) -> Any:
        ctx.mark_dirty(x)
        return x.mul_(2)

    x = leaf([1.0]) * 1
    y = defined(forward, lambda ctx, g: g * 2).apply(x)
    assert (y is x, x.grad_fn.name(), x.version) == (True, "MineBackward", 2)


def test_once_differentiable_rules_are_not_recorded() -> None:
    class Once(Square):
        backward = staticmethod(once_differentiable(Square.backward))

    x = leaf([3.0])
    (g,) = backward.gradients([Once.apply(x)], [x], create_graph=True)
    assert not g.requires_grad


@pytest.mark.parametrize(
    ("rules", "error"),
    [
        ({}, "You must implement the forward function"),
        ({"forward": staticmethod(lambda ctx, x: x * 2)}, "implement either the backward or vjp"),
    ],
)
def test_missing_rules_are_named(rules: dict, error: str) -> None:
    with pytest.raises(NotImplementedError, match=error):
        type("Partly", (Function,), rules).apply(leaf([1.0])).backward()
