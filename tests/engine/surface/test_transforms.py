"""torch.func: histories that lead outside stay, others are cut; what misuse says."""

from __future__ import annotations

from typing import Any

import pytest

from .torchlike import close, leaf, plain, torch

grad, vjp, jvp = torch("func.grad"), torch("func.vjp"), torch("func.jvp")


def cube(t: Any) -> Any:
    return (t * t * t).sum()


def test_gradients_of_gradients() -> None:
    x = plain(2.0)
    assert [f(x).item() for f in (grad(cube), grad(grad(cube)), grad(grad(grad(cube))))] == [
        12.0,
        12.0,
        6.0,
    ]


def test_results_carry_no_history_of_the_transform() -> None:
    assert not grad(cube)(plain(2.0)).requires_grad


def test_results_lead_to_what_was_tracked_outside() -> None:
    w = leaf(3.0)
    g = grad(lambda t: w * t * t)(plain(2.0))
    g.backward()
    assert (g.item(), w.grad.item()) == (12.0, 4.0)


def test_forward_and_backward_products_agree() -> None:
    x, v = plain([1.0, 2.0]), plain([1.0, -1.0])
    value, pull = vjp(lambda t: t * t, x)
    _, pushed = jvp(lambda t: t * t, (x,), (v,))
    assert (pull(v)[0].tolist(), pushed.tolist()) == ([2.0, -4.0], [2.0, -4.0])
    assert value.tolist() == [1.0, 4.0]


def test_both_jacobians_agree() -> None:
    def f(t: Any) -> Any:
        return {"square": t * t, "sum": t.sum()}

    x = plain([1.0, 2.0, 3.0])
    rev, fwd = torch("func.jacrev")(f)(x), torch("func.jacfwd")(f)(x)
    assert all(rev[k].tolist() == fwd[k].tolist() for k in rev)


def test_a_hessian_is_symmetric() -> None:
    h = torch("func.hessian")(lambda t: (t[0] * t[1]).exp())(plain([0.5, 1.5]))
    assert close(h.t(), h.tolist())


@pytest.mark.parametrize(
    ("work", "error"),
    [
        (lambda x: grad(lambda t: t)(x), "return a scalar Tensor, got tensor with 1 dims"),
        (lambda x: grad(lambda t: 3)(x), "to return a Tensor, got <class 'int'>"),
        (lambda x: grad(cube, argnums=1)(x), "Got argnum=1, but only 1 positional inputs"),
        (lambda x: grad(cube, has_aux=True)(x), "should be a tuple"),
        (lambda x: jvp(cube, x, x), "Expected primals to be a tuple"),
        (lambda x: jvp(cube, (x,), (plain([1.0]),)), "different size than that of the original"),
    ],
)
def test_misuse_is_explained(work: Any, error: str) -> None:
    with pytest.raises(RuntimeError, match=error):
        work(plain([1.0, 2.0]))


def test_vmap_stacks_what_each_index_gives() -> None:
    rows = plain([[1.0, 2.0], [3.0, 4.0]])
    out = torch("func.vmap")(lambda r, k: (r * k).sum(), in_dims=(1, None))(rows, plain(10.0))
    assert out.tolist() == [40.0, 60.0]


@pytest.mark.parametrize(
    ("function", "error"),
    [
        (lambda r: r if r.sum() > 0 else -r, "data-dependent control flow"),
        (lambda r: r.sum().item(), "you're calling .item\\(\\) on a Tensor"),
        (lambda r: torch("rand")(2), "randomness error mode"),
    ],
)
def test_vmap_forbids_to_look_at_values(function: Any, error: str) -> None:
    with pytest.raises(RuntimeError, match=error):
        torch("func.vmap")(function)(plain([[1.0], [2.0]]))


def test_a_module_runs_with_other_parameters() -> None:
    layer = torch("nn.Linear")(1, 1)
    call = torch("func.functional_call")
    given = {"weight": plain([[2.0]]), "bias": plain([1.0])}
    before = layer.weight
    assert call(layer, given, plain([3.0])).tolist() == [7.0]
    assert layer.weight is before
