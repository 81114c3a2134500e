"""What expressions may use of torch besides functions of tensors."""

from __future__ import annotations

import pytest

from gradcalc.engine import default_dtype, float64, generator, namespace, tensor


@pytest.mark.parametrize("name", ["manual_seed", "no_grad", "set_default_dtype", "Generator"])
def test_expressions_do_not_change_the_engine(name: str) -> None:
    assert namespace.lookup(name) is None
    assert namespace.in_torch(name) is not None


def test_expressions_may_ask_about_shapes_and_dtypes() -> None:
    assert namespace.lookup("broadcast_shapes")((2, 1), (3,)) == (2, 3)
    assert namespace.lookup("torch.is_floating_point")(tensor([1.0]))
    assert not namespace.lookup("is_tensor")(2.0)


def test_expressions_draw_the_numbers_of_torch() -> None:
    generator.default_generator.manual_seed(0)
    with default_dtype(float64):
        found = namespace.lookup("rand")(2)
    assert found.tolist() == pytest.approx([0.9700530018065531, 0.707819864399788])
    generator.default_generator.manual_seed(generator.DEFAULT_SEED)
