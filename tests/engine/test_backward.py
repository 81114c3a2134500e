"""The reverse pass: accumulation, order, freed graphs, create_graph, deep graphs."""

from __future__ import annotations

import numpy as np
import pytest

from gradcalc.engine import Tensor, float64, no_grad, tensor
from gradcalc.engine import functional as transforms
from gradcalc.engine.backward import backward, gradients
from gradcalc.engine.errors import EngineRuntimeError
from gradcalc.engine.surface.namespace import lookup

sin, exp, total = lookup("sin"), lookup("exp"), lookup("sum")


def leaf(data: object) -> Tensor:
    return tensor(data, dtype=float64, requires_grad=True)


def test_gradients_accumulate_in_leaves() -> None:
    x = leaf(3.0)
    backward([x * x])
    backward([x * 2.0])
    assert x.grad is not None
    assert x.grad.item() == 8.0


def test_a_leaf_used_twice_gets_the_sum() -> None:
    x = leaf(2.0)
    (g,) = gradients([x * x + x], [x])
    assert g is not None
    assert g.item() == 5.0


def test_two_leaves_never_share_their_gradient_array() -> None:
    x, y = leaf([1.0, 2.0]), leaf([3.0, 4.0])
    backward([total(x + y)])
    assert x.grad is not None
    assert y.grad is not None
    assert not np.shares_memory(x.grad.array(), y.grad.array())


def test_no_path_is_none_and_not_zero() -> None:
    x, y = leaf(1.0), leaf(2.0)
    gx, gy = gradients([x * 0.0], [x, y])
    assert gx is not None
    assert gx.item() == 0.0
    assert gy is None


def test_gradient_of_an_intermediate() -> None:
    x = leaf(2.0)
    u = x * x
    (g,) = gradients([sin(u)], [u])
    assert g is not None
    assert g.item() == pytest.approx(np.cos(4.0))


def test_second_pass_needs_the_graph_kept() -> None:
    x = leaf(2.0)
    y = exp(x)
    gradients([y], [x], retain_graph=True)
    gradients([y], [x])
    with pytest.raises(EngineRuntimeError, match="backward through the graph a second time"):
        gradients([y], [x])


def test_what_saves_nothing_may_run_twice() -> None:
    x = leaf([1.0, 2.0])
    y = total(x + x)
    gradients([y], [x])
    (g,) = gradients([y], [x])
    assert g is not None
    assert g.tolist() == [2.0, 2.0]


def test_a_product_with_a_number_counts_as_saving() -> None:
    y = leaf(1.0) * 3
    backward([y])
    with pytest.raises(EngineRuntimeError, match="second time"):
        backward([y])


def test_non_scalar_output_needs_a_cotangent() -> None:
    with pytest.raises(EngineRuntimeError, match="only for scalar outputs"):
        gradients([leaf([1.0, 2.0]) * 2], [leaf(1.0)])


def test_cotangent_of_another_shape_is_refused() -> None:
    x = leaf([1.0, 2.0])
    with pytest.raises(EngineRuntimeError) as caught:
        gradients([x * 2], [x], [tensor([1.0, 1.0, 1.0], dtype=float64)])
    assert str(caught.value) == (
        "Mismatch in shape: grad_output[0] has a shape of torch.Size([3]) "
        "and output[0] has a shape of torch.Size([2])."
    )


def test_untracked_output_is_refused() -> None:
    with pytest.raises(EngineRuntimeError, match="does not require grad"):
        backward([tensor(1.0)])


def test_nothing_is_recorded_under_no_grad() -> None:
    x = leaf(1.0)
    with no_grad():
        y = x * 2.0
    assert not y.requires_grad
    assert y.grad_fn is None


def test_create_graph_gives_every_order() -> None:
    x = leaf(2.0)
    y = x * x * x * x
    for expected in (32.0, 48.0, 48.0, 24.0):
        (y,) = gradients([y], [x], create_graph=True)  # type: ignore[assignment]
        assert y.item() == expected


def test_a_pass_touches_only_paths_to_its_inputs() -> None:
    x, y = leaf(1.0), leaf(2.0)
    u = exp(y)
    whole = x * u
    gradients([whole], [x], retain_graph=False)
    assert gradients([u], [y])[0] is not None


@pytest.mark.parametrize("n", [200_000])
def test_depth_is_no_limit(n: int) -> None:
    x = leaf(1.0)
    y = x
    for _ in range(n):
        y = y + x
    (g,) = gradients([y], [x])
    assert g is not None
    assert g.item() == n + 1


def test_mixed_dtypes_give_each_input_its_own() -> None:
    x = Tensor(np.ones(3, np.float32), True)
    y = leaf(2.0)
    gx, gy = gradients([total(x * y)], [x, y])
    assert gx is not None
    assert gy is not None
    assert (gx.dtype.name, gy.dtype.name) == ("float32", "float64")


def test_float_division_by_zero_follows_ieee() -> None:
    x = leaf(0.0)
    (g,) = gradients([1.0 / x], [x])
    assert g is not None
    assert g.item() == -np.inf


def test_jacobian_modes_are_chosen_by_size() -> None:
    wide = transforms.jacobian(lambda x: total(x * x), tensor([1.0, 2.0], dtype=float64))[0]
    tall = transforms.jacobian(
        lambda x: x * tensor([1.0, 2.0, 3.0], dtype=float64), tensor(2.0, dtype=float64)
    )[0]
    assert wide is not None
    assert tall is not None
    assert wide.tolist() == [2.0, 4.0]
    assert tall.tolist() == [1.0, 2.0, 3.0]


def test_jacobian_in_blocks_is_the_jacobian(monkeypatch: pytest.MonkeyPatch) -> None:
    x = tensor([1.0, 2.0, 3.0, 4.0, 5.0], dtype=float64)
    whole = transforms.jacobian(lambda x: sin(x) * x, x)[0]
    monkeypatch.setattr(transforms, "BLOCK_BYTES", 80)
    blocks = transforms.jacobian(lambda x: sin(x) * x, x)[0]
    assert whole is not None
    assert blocks is not None
    assert blocks.tolist() == whole.tolist()


def test_hessian_blocks_and_products_agree() -> None:
    x, y = tensor([0.5, -1.0], dtype=float64), tensor(0.7, dtype=float64)
    v, w = tensor([1.0, 2.0], dtype=float64), tensor(-0.5, dtype=float64)

    def f(x: Tensor, y: Tensor) -> Tensor:
        return total(sin(x) * exp(x * y)) * y

    blocks = transforms.hessian(f, x, y)
    product = transforms.hvp(f, [x, y], [v, w])
    for row, got in zip(blocks, product, strict=True):
        (hx, hy) = row
        assert hx is not None
        assert hy is not None
        assert got is not None
        expected = hx.array() @ v.array() + hy.array() * w.item()
        np.testing.assert_allclose(got.array(), expected, rtol=1e-12)
