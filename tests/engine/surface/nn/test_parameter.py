"""Parameters and buffers: tensors with a mark."""

from __future__ import annotations

import numpy as np
import pytest

from gradcalc.engine import Tensor
from gradcalc.engine.surface.nn.parameter import Buffer, Parameter

from ..torchlike import plain, torch


def test_a_parameter_is_a_tensor_that_wants_gradients() -> None:
    made = Parameter(plain([1.0, 2.0]))
    assert isinstance(made, Tensor)
    assert isinstance(made, Parameter)
    assert made.requires_grad
    assert repr(made) == "Parameter containing:\ntensor([1., 2.], requires_grad=True)"


def test_a_tensor_is_no_parameter() -> None:
    assert not isinstance(plain([1.0]), Parameter)
    assert not isinstance(Parameter(plain([1.0])).detach(), Parameter)


def test_a_parameter_shares_memory_and_versions() -> None:
    source = plain([1.0, 2.0])
    made = Parameter(source)
    source.add_(1)
    assert made.tolist() == [2.0, 3.0]
    assert made.version == 1


def test_a_parameter_of_integers_cannot_want_gradients() -> None:
    with pytest.raises(RuntimeError, match="Only Tensors of floating point and complex dtype"):
        Parameter(Tensor(np.array([1, 2])))
    assert repr(Parameter(Tensor(np.array([1, 2])), requires_grad=False)) == (
        "Parameter containing:\ntensor([1, 2])"
    )


def test_a_result_of_parameters_is_a_tensor() -> None:
    assert not isinstance(torch("mul")(Parameter(plain([1.0])), 2), Parameter)


def test_a_buffer_knows_whether_it_is_saved() -> None:
    module = torch("nn.Module")()
    module.kept = Buffer(plain([1.0]))
    module.passing = Buffer(plain([2.0]), persistent=False)
    assert [name for name, _ in module.named_buffers()] == ["kept", "passing"]
    assert list(module.state_dict()) == ["kept"]
