"""torch.autograd.grad, backward, functional and gradcheck, with their messages."""

from __future__ import annotations

from typing import Any

import pytest

from gradcalc.engine.surface.anomaly import detect_anomaly
from gradcalc.engine.surface.function import Function

from .torchlike import leaf, plain, torch

grad, gradcheck = torch("autograd.grad"), torch("autograd.gradcheck")


def test_unused_inputs_are_an_error_none_or_zeros() -> None:
    x, y = leaf([1.0]), leaf([2.0])
    with pytest.raises(RuntimeError, match="at index 1 appears to not have been used"):
        grad((x * 2).sum(), (x, y))
    assert grad((x * 2).sum(), (x, y), allow_unused=True)[1] is None
    assert grad((x * 2).sum(), (x, y), materialize_grads=True)[1].tolist() == [0.0]


def test_a_dict_of_inputs_gives_a_dict() -> None:
    x = leaf([1.0])
    assert grad((x * 2).sum(), {"x": x})["x"].tolist() == [2.0]


def test_a_batch_of_gradients_gives_rows() -> None:
    x = leaf([1.0, 2.0])
    (rows,) = grad(x * x, x, plain([[1.0, 0.0], [0.0, 1.0]]), is_grads_batched=True)
    assert rows.tolist() == [[2.0, 0.0], [0.0, 4.0]]


@pytest.mark.parametrize(
    ("work", "error"),
    [
        (lambda x: grad(x * 2, x), "implicitly created only for scalar outputs"),
        (lambda x: grad(x * 2, x, 1.0), "'float' object is not iterable"),
        (lambda x: grad(x * 2, x, plain([1.0] * 3)), "Mismatch in shape: grad_output"),
        (lambda x: grad(x.sum(), []), r"argument to `grad\(\)` cannot be empty"),
        (lambda x: grad(x.sum(), plain([1.0])), "does not require grad"),
        (lambda x: (x * 2).sum().backward(inputs=[]), "cannot be empty"),
    ],
)
def test_arguments_that_do_not_fit_are_explained(work: Any, error: str) -> None:
    with pytest.raises((RuntimeError, TypeError), match=error):
        work(leaf([1.0, 2.0]))


def test_a_recorded_gradient_is_a_copy_with_a_history() -> None:
    x = leaf([1.0, 2.0])
    (x * x).sum().backward(create_graph=True)
    assert x.grad.grad_fn.name() == "torch::autograd::CopyBackwards"


def test_anomaly_mode_names_the_operation() -> None:
    x = leaf([0.0])
    with detect_anomaly(), pytest.raises(RuntimeError, match="'SqrtBackward0' returned nan values"):
        (x.sqrt() * 0).sum().backward()


def test_jacobians_and_products_agree() -> None:
    x, v = plain([1.0, 2.0]), plain([1.0, -1.0])

    def f(t: Any) -> Any:
        return t * t * t

    rows = torch("autograd.functional.jacobian")(f, x)
    assert (rows @ v).tolist() == torch("autograd.functional.jvp")(f, x, v)[1].tolist()
    assert (v @ rows).tolist() == torch("autograd.functional.vjp")(f, x, v)[1].tolist()


def test_strict_mode_refuses_independence() -> None:
    with pytest.raises(RuntimeError, match="does not require gradients"):
        torch("autograd.functional.jacobian")(lambda t: t.detach(), plain([1.0]), strict=True)


class Wrong(Function):
    """x^3 with the slope of x^2."""

    @staticmethod
    def forward(ctx: Any, x: Any) -> Any:
        ctx.save_for_backward(x)
        return x * x * x

    @staticmethod
    def backward(ctx: Any, g: Any) -> Any:
        (x,) = ctx.saved_tensors
        return 2 * x * g


def test_gradcheck_finds_a_wrong_rule() -> None:
    x = leaf([1.0, 2.0], "float64")
    with pytest.raises(RuntimeError, match="Jacobian mismatch for output 0 with respect to input"):
        gradcheck(Wrong.apply, (x,))
    assert not gradcheck(Wrong.apply, (x,), raise_exception=False)


def test_gradcheck_takes_right_rules_of_both_orders() -> None:
    x = leaf([1.0, 2.0], "float64")
    assert gradcheck(lambda t: (t * t).sum(), x)
    assert torch("autograd.gradgradcheck")(lambda t: t * t * t, x)


def test_gradcheck_needs_a_tracked_input() -> None:
    with pytest.raises(ValueError, match="at least one input tensor to require gradient"):
        gradcheck(lambda t: t, plain([1.0]))


def test_dual_numbers_carry_tangents() -> None:
    make, unpack = torch("autograd.forward_ad.make_dual"), torch("autograd.forward_ad.unpack_dual")
    with torch("autograd.forward_ad.dual_level")():
        dual = make(plain([2.0]), plain([1.0]))
        assert unpack(dual * dual).tangent.tolist() == [4.0]
        assert unpack(plain([1.0])).tangent is None
    with pytest.raises(RuntimeError, match="no level exists"):
        make(plain([2.0]), plain([1.0]))
