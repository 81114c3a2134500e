"""Random functions of programs: seeds, states, order in memory, what is refused."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from .torchlike import leaf, plain, seed, torch


def test_a_seed_starts_the_stream_again() -> None:
    torch("manual_seed")(5)
    first = torch("randn")(3).tolist()
    torch("manual_seed")(5)
    assert torch("randn")(3).tolist() == first


def test_a_state_is_a_place_in_the_stream() -> None:
    seed(1)
    torch("randn")(3)
    state = torch("get_rng_state")()
    first = torch("randn")(3).tolist()
    torch("set_rng_state")(state)
    assert (torch("randn")(3).tolist(), state.shape) == (first, (5056,))


def test_a_generator_has_a_stream_of_its_own() -> None:
    seed(0)
    mine = torch("Generator")().manual_seed(0)
    assert torch("rand")(2).tolist() == torch("rand")(2, generator=mine).tolist()


def test_forked_streams_count_for_nothing() -> None:
    seed(0)
    with torch("random.fork_rng")():
        inner = torch("rand")(1).item()
    assert torch("rand")(1).item() == inner


def test_scattered_tensors_are_filled_as_they_lie() -> None:
    seed(0)
    straight = torch("rand")(3, 4)
    seed(0)
    crossed = plain(np.zeros((3, 4))).t().uniform_()
    assert crossed.t().tolist() == straight.tolist()


@pytest.mark.parametrize(
    ("name", "args", "node"),
    [
        ("uniform_", (), "UniformBackward0"),
        ("normal_", (), "NormalBackward0"),
        ("random_", (3,), "RandomBackward1"),
        ("bernoulli_", (0.5,), "BernoulliBackward2"),
    ],
)
def test_filling_is_recorded_as_zero(name: str, args: tuple, node: str) -> None:
    x = leaf([1.0, 2.0])
    y = x * 1
    getattr(y, name)(*args)
    y.sum().backward()
    assert (y.grad_fn.name(), y.version, x.grad.tolist()) == (node, 1, [0.0, 0.0])


def test_tracked_leaves_are_not_filled() -> None:
    with pytest.raises(RuntimeError, match="a leaf Variable that requires grad"):
        leaf([1.0]).uniform_()


@pytest.mark.parametrize(
    ("work", "error"),
    [
        (lambda: torch("rand")(-1), "negative dimension -1"),
        (lambda: torch("randint")(3, 3, (2,)), "got from=3 >= to=3"),
        (lambda: torch("randint")(0, 5, 2), "received an invalid combination of arguments"),
        (lambda: torch("rand")(2, dtype=torch("int32")), "not implemented for 'Int'"),
        (lambda: torch("normal")(0.0, -1.0, (2,)), "std >= 0.0, but found std -1"),
        (lambda: torch("bernoulli")(plain([2.0])), "p_in >= 0"),
        (lambda: torch("multinomial")(plain([1.0]), 2), "without replacement"),
        (lambda: torch("nn.functional.dropout")(plain([1.0]), 1.5), "between 0 and 1"),
        (lambda: torch("manual_seed")(1 << 64), "Overflow when unpacking long long"),
    ],
)
def test_misuse_is_explained(work: Any, error: str) -> None:
    with pytest.raises((RuntimeError, TypeError, ValueError), match=error):
        work()


def test_dropout_multiplies_with_scaled_noise() -> None:
    seed(0)
    x = leaf([1.0] * 6)
    y = torch("nn.functional.dropout")(x, 0.5)
    y.sum().backward()
    assert y.grad_fn.name() == "MulBackward0"
    assert x.grad.tolist() == y.tolist()
    assert set(y.tolist()) <= {0.0, 2.0}


def test_windows_rise_and_fall() -> None:
    assert torch("hann_window")(4, periodic=False).tolist() == pytest.approx([0, 0.75, 0.75, 0])
    assert torch("bartlett_window")(5, False).tolist() == [0.0, 0.5, 1.0, 0.5, 0.0]
