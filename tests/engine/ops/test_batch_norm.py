"""Running statistics, as torch 2.13.0 moves them."""

from __future__ import annotations

import numpy as np
import pytest

from gradcalc.engine import Tensor
from gradcalc.engine.surface.namespace import lookup

batch_norm = lookup("nn.functional.batch_norm")
instance_norm = lookup("nn.functional.instance_norm")


def rows() -> Tensor:
    return Tensor(np.asarray([[1, 2], [3, 5], [0, 1]], np.float32))


def statistics() -> tuple[Tensor, Tensor]:
    return Tensor(np.zeros(2, np.float32)), Tensor(np.ones(2, np.float32))


def test_training_moves_the_statistics() -> None:
    mean, var = statistics()
    batch_norm(rows(), mean, var, training=True)
    assert [0.13333334028720856, 0.2666666805744171] == mean.tolist()
    assert [1.1333333253860474, 1.3333333730697632] == var.tolist()


def test_moving_the_statistics_is_no_write() -> None:
    mean, var = statistics()
    batch_norm(rows(), mean, var, training=True)
    assert mean.version == 0


def test_evaluation_leaves_the_statistics_alone() -> None:
    mean, var = statistics()
    batch_norm(rows(), mean, var)
    assert [0.0, 0.0] == mean.tolist()


def test_instances_move_the_mean_of_their_statistics() -> None:
    mean, var = statistics()
    instance_norm(Tensor(np.arange(12, dtype=np.float32).reshape(2, 2, 3)), mean, var)
    assert [0.4000000059604645, 0.699999988079071] == mean.tolist()
    assert mean.version == 1


def test_statistics_want_no_gradient() -> None:
    mean, var = statistics()
    with pytest.raises(RuntimeError) as caught:
        batch_norm(rows(), mean.requires_grad_(), var)
    expected = (
        "The function 'native_batch_norm' is not differentiable with respect to argument "
        "'running_mean'. This input cannot have requires_grad True."
    )
    assert expected == str(caught.value)
