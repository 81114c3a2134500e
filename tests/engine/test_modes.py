"""The switches: on inside a block, as they were after it, whatever happens there."""

from __future__ import annotations

from typing import Any

import pytest

from gradcalc.engine import dtypes, modes
from gradcalc.engine.modes import state

SWITCHES = [
    ("grad_enabled", modes.no_grad, (), False),
    ("default_dtype", modes.default_dtype, (dtypes.float64,), dtypes.float64),
    ("lenient", modes.lenient, (), True),
    ("tensor_bytes", modes.tensor_bytes, (7,), 7),
    ("mapping", modes.mapping, ("same",), "same"),
    ("saved_hooks_refused", modes.refusing_saved_hooks, ("no",), "no"),
]


@pytest.mark.parametrize(("name", "block", "args", "inside"), SWITCHES)
def test_a_switch_is_set_inside_its_block_alone(
    name: str, block: Any, args: tuple, inside: object
) -> None:
    before = getattr(state, name)
    assert before != inside
    seen: list[object] = []

    def fail() -> None:
        with block(*args):
            seen.append(getattr(state, name))
            raise KeyError

    with pytest.raises(KeyError):
        fail()
    assert seen == [inside]
    assert getattr(state, name) == before


def test_recording_can_be_turned_on_again_within() -> None:
    with modes.no_grad():
        with modes.enable_grad():
            assert state.grad_enabled
        with modes.set_grad_enabled(False):
            assert not state.grad_enabled
        assert not state.grad_enabled


def test_a_fresh_start_has_no_switch_set_and_leaves_none_behind() -> None:
    with modes.no_grad(), modes.default_dtype(dtypes.float64):
        with modes.fresh(123):
            assert state.grad_enabled
            assert state.default_dtype is dtypes.float32
            assert state.tensor_bytes == 123
            state.anomaly = True
        assert not state.grad_enabled
        assert state.default_dtype is dtypes.float64
        assert not state.anomaly


def test_every_switch_has_a_value_from_the_start() -> None:
    assert all(hasattr(modes.State(), name) for name in modes.State.__slots__)
