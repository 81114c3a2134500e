"""Nodes as programs see them: text, saved values, edges, hooks on several tensors."""

from __future__ import annotations

import pytest

from gradcalc.engine.surface import nodes

from .torchlike import leaf


def test_addresses_stay_and_differ() -> None:
    first, second = (leaf([1.0]) * 2).grad_fn, (leaf([1.0]) * 2).grad_fn
    assert repr(first) == repr(first) != repr(second)
    assert repr(first).startswith("<MulBackward0 object at 0x000")


def test_saved_leaves_are_the_leaves() -> None:
    x = leaf([1.0, 2.0])
    node = (x * leaf([3.0, 4.0])).grad_fn
    assert nodes.attribute(node, "_saved_self") is x


def test_saved_results_lead_back_to_their_node() -> None:
    node = leaf([0.0]).exp().grad_fn
    assert nodes.attribute(node, "_saved_result").grad_fn is node


def test_saved_axes_are_shown_as_they_were_written_and_without_a_sign() -> None:
    for dim, shown in ((1, 1), (-1, 2**64 - 1)):
        node = leaf([[1.0, 2.0]]).sum(dim=dim).grad_fn
        assert nodes.attribute(node, "_saved_self_sym_sizes") == (1, 2)
        assert nodes.attribute(node, "_saved_dim") == (shown,)


def test_freed_values_say_so() -> None:
    y = leaf([2.0]).exp()
    y.sum().backward()
    with pytest.raises(RuntimeError, match="directly access saved tensors after they have"):
        nodes.attribute(y.grad_fn, "_saved_result")


def test_unknown_attributes_are_refused() -> None:
    node = (leaf([1.0]) + 1).grad_fn
    with pytest.raises(AttributeError, match="'AddBackward0' object has no attribute 'foo'"):
        nodes.attribute(node, "foo")


def test_accumulators_know_their_variable() -> None:
    x = leaf([1.0])
    (accumulator, _), _ = (x * 2).grad_fn.next_functions
    assert nodes.attribute(accumulator, "variable") is x
    assert accumulator.name() == "torch::autograd::AccumulateGrad"


def test_metadata_is_kept() -> None:
    node = (leaf([1.0]) * 2).grad_fn
    nodes.attribute(node, "metadata")["seen"] = True
    assert nodes.attribute(node, "metadata") == {"seen": True}


def test_several_gradients_come_in_together() -> None:
    x, y = leaf([1.0]), leaf([2.0])
    seen = []
    handle = nodes.register_multi_grad_hook((x, y, x * y), lambda gs: seen.append(gs))
    (x * y).sum().backward()
    handle.remove()
    (x * y).sum().backward()
    assert [[None if g is None else g.tolist() for g in gs] for gs in seen] == [
        [[2.0], [1.0], None]
    ]


def test_edges_lead_to_the_node() -> None:
    y = leaf([1.0]) * 2
    assert nodes.get_gradient_edge(y)[:2] == (y.grad_fn, 0)
