"""A recorded tape holds every operation, every step of the reverse pass, and sums that add up."""

import numpy as np
import pytest

from gradcalc import engine
from gradcalc.engine import float64, modes, tensor
from gradcalc.engine.recorder import differentiate, recording
from gradcalc.engine.tape import SEED


def leaf(value):
    return tensor(value, dtype=float64, requires_grad=True)


def recorded(function, **values):
    leaves = {name: leaf(value) for name, value in values.items()}
    with recording(leaves) as recorder:
        out = function(**leaves)
    return differentiate(recorder, out, leaves)


def test_entries_are_named_by_operation_and_count():
    tape = recorded(lambda x, y: engine.sin(x * y) * (x * x), x=2.0, y=3.0)
    assert list(tape.entries) == ["x", "y", "mul_1", "sin_1", "mul_2", "mul_3"]


def test_a_variable_keeps_its_name_from_an_operation():
    tape = recorded(lambda mul_1: mul_1 * mul_1, mul_1=2.0)
    assert list(tape.entries) == ["mul_1", "mul_2"]


def test_cotangents_that_meet_are_kept_apart():
    tape = recorded(lambda x, y: x * y + engine.sin(x), x=1.0, y=2.0)
    assert [(p.source, p.value) for p in tape.parts["x"]] == [
        ("sin_1", np.cos(1.0)),
        ("mul_1", 2.0),
    ]
    assert tape.parts["add_1"] == [(SEED, 1.0)]


def test_parts_sum_to_the_gradient():
    tape = recorded(
        lambda x, w: (engine.softmax(x * w, 0) * x).sum() + w.sum(),
        x=[1.0, 2.0, -1.0],
        w=[0.5, 0.1, 0.2],
    )
    for arrival in tape.arrivals:
        total = sum(part.value for part in tape.parts[arrival.name])
        np.testing.assert_allclose(total, arrival.gradient, rtol=1e-15)


def test_every_cotangent_of_a_step_is_the_sum_of_its_parts():
    tape = recorded(lambda x: engine.exp(x) * engine.exp(x) + x * x, x=0.3)
    for step in tape.steps:
        total = sum(part.value for part in tape.parts[step.names[0]])
        assert total == pytest.approx(step.cotangent, rel=1e-15)


def test_an_input_without_a_path_says_so():
    tape = recorded(lambda x, y: x * x, x=1.0, y=2.0)
    assert tape.arrivals[1].gradient is None
    assert tape.arrivals[1].reason == "the result does not depend on y"


def test_detaching_is_named_as_the_reason():
    tape = recorded(lambda x, y: y.detach() * x, x=1.0, y=2.0)
    assert tape.arrivals[1].reason == "detach_1 passes no gradient on"


def test_results_of_one_operation_have_names_of_their_own():
    tape = recorded(lambda x: engine.max(x, 0).values * 2.0, x=[1.0, 5.0, 2.0])
    assert [e.name for e in tape.entries.values() if e.op == "max"] == ["max_1", "max_2"]
    assert tape.steps[-1].names[0] == "max_1"


def test_a_written_tensor_gets_a_new_name():
    leaves = {"x": leaf([1.0, 2.0])}
    with recording(leaves) as recorder:
        y = leaves["x"] * 2.0
        y.mul_(3.0)
        z = (y * y).sum()
    tape = differentiate(recorder, z, leaves)
    mul = [e for e in tape.entries.values() if e.op == "mul"]
    assert [list(e.inputs()) for e in mul] == [["x"], ["mul_1"], ["mul_2", "mul_2"]]
    np.testing.assert_array_equal(tape.arrivals[0].gradient, [72.0, 144.0])


def test_saved_memory_is_counted_once():
    tape = recorded(lambda x: (x * x).sum(), x=[1.0, 2.0, 3.0])
    assert tape.saved_bytes() == 24


def test_depths_count_operations_from_the_result():
    tape = recorded(lambda x, y: engine.sin(engine.cos(x)) + y, x=1.0, y=2.0)
    assert tape.depths() == {"add_1": 0, "sin_1": 1, "y": 1, "cos_1": 2, "x": 3}


def test_recording_ends_with_the_block():
    with recording({}):
        assert modes.state.on_apply is not None
    assert modes.state.on_apply is None


def test_recording_changes_no_number():
    def function(x, y):
        return engine.tanh(x * y - 2.0 / x) ** 2 + engine.atan2(x, y)

    plain = function(leaf(0.7), leaf(-1.3))
    leaves = {"x": leaf(0.7), "y": leaf(-1.3)}
    with recording(leaves):
        heard = function(**leaves)
    assert plain.item() == heard.item()
