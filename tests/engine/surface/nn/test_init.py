"""nn.init against torch: the same numbers from the same seed, and the same words."""

from __future__ import annotations

import re

import numpy as np
import pytest

from gradcalc.engine import Tensor

from ..torchlike import close, recorded, seed, torch

RECORDED = recorded("initialisation")


def empty(*shape: int) -> Tensor:
    """A float32 tensor to be filled."""
    return Tensor(np.zeros(shape, np.float32))


@pytest.mark.parametrize("fill", RECORDED["fills"], ids=lambda f: f"{f['name']}{f['shape']}")
def test_a_seed_fills_with_torchs_numbers(fill: dict) -> None:
    seed(5)
    tensor = empty(*fill["shape"])
    returned = torch(f"nn.init.{fill['name']}")(tensor, **fill["settings"])
    assert returned is tensor
    exact = fill["name"] != "orthogonal_"  # made by a factorization
    assert tensor.tolist() == fill["values"] if exact else close(tensor, fill["values"])


def test_filling_counts_as_one_write() -> None:
    tensor = empty(2, 2)
    torch("nn.init.kaiming_normal_")(tensor)
    assert tensor.version == 1


def test_filling_a_tracked_leaf_is_not_recorded() -> None:
    tensor = empty(2, 2).requires_grad_()
    torch("nn.init.ones_")(tensor)
    assert tensor.is_leaf
    assert tensor.requires_grad


@pytest.mark.parametrize("gain", RECORDED["gains"], ids=lambda g: f"{g[0]}-{g[1]}")
def test_gains_are_torchs(gain: list) -> None:
    assert torch("nn.init.calculate_gain")(gain[0], gain[1]) == gain[2]


@pytest.mark.parametrize(
    ("name", "shape", "settings", "message"),
    [
        ("eye_", (2,), {}, "Only tensors with 2 dimensions are supported"),
        ("dirac_", (2,), {}, "Only tensors with 3, 4, or 5 dimensions are supported"),
        (
            "xavier_uniform_",
            (2,),
            {},
            "Fan in and fan out can not be computed for tensor with fewer than 2 dimensions",
        ),
        (
            "kaiming_uniform_",
            (2, 2),
            {"mode": "x"},
            "Mode x not supported, please use one of ['fan_in', 'fan_out']",
        ),
        ("kaiming_uniform_", (2, 2), {"nonlinearity": "x"}, "Unsupported nonlinearity x"),
        ("orthogonal_", (2,), {}, "Only tensors with 2 or more dimensions are supported"),
    ],
)
def test_what_cannot_be_filled_is_refused(
    name: str, shape: tuple, settings: dict, message: str
) -> None:
    with pytest.raises(ValueError, match=f"^{re.escape(message)}$"):
        torch(f"nn.init.{name}")(empty(*shape), **settings)
