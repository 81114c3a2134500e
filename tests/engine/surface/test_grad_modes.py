"""The switches of recording, as contexts, decorators and functions."""

from __future__ import annotations

import pytest

from gradcalc.engine.modes import state
from gradcalc.engine.surface.grad_modes import (
    enable_grad,
    inference_mode,
    is_inference,
    no_grad,
    set_grad_enabled,
)

from .torchlike import leaf, plain


def test_no_grad_may_stand_without_parentheses() -> None:
    @no_grad
    def double(t):
        """Twice."""
        return t * 2

    assert (double(leaf([1.0])).requires_grad, double.__doc__) == (False, "Twice.")


def test_an_inner_switch_is_undone_at_its_end() -> None:
    with no_grad():
        with enable_grad():
            inner = state.grad_enabled
        outer = state.grad_enabled
    assert (inner, outer, state.grad_enabled) == (True, False, True)


def test_set_grad_enabled_works_when_called_and_is_undone_as_a_decorator() -> None:
    switch = set_grad_enabled(False)
    called = state.grad_enabled
    decorated = switch(lambda t: (t * 2).requires_grad)
    assert (called, state.grad_enabled, decorated(leaf([1.0]))) == (False, True, False)


def test_a_decorated_method_gets_its_object() -> None:
    class Step:
        @no_grad()
        def run(self, t):
            return (t * 2).requires_grad

    assert not Step().run(leaf([1.0]))


def test_inference_tensors_cannot_be_saved() -> None:
    with inference_mode():
        made = plain([1.0]) * 2
    assert is_inference(made)
    with pytest.raises(RuntimeError, match="Inference tensors cannot be saved for backward"):
        made * leaf([1.0])


def test_inference_tensors_are_not_written_outside() -> None:
    with inference_mode():
        made = plain([1.0]) * 2
    with pytest.raises(RuntimeError, match="Inplace update to inference tensor"):
        made.add_(1)


def test_a_switch_needs_a_bool() -> None:
    with pytest.raises(TypeError, match="must be bool, not int"):
        set_grad_enabled(1)
    assert state.grad_enabled
