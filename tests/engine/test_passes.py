"""Each reverse pass of a program has a tape of its own; nothing is kept that it cannot reach."""

import gc

import numpy as np
import pytest

from gradcalc import engine
from gradcalc.engine import float64, modes, tensor
from gradcalc.engine.passes import PassRecorder, recording_passes


def leaf(value):
    return tensor(value, dtype=float64, requires_grad=True)


class Listened:
    """Tapes of the passes inside the block; `variables` is what the program has."""

    def __init__(self):
        self.tapes = []
        self.variables = {}
        called = lambda t: next((n for n, v in self.variables.items() if v is t), "")  # noqa: E731
        self.recorder = PassRecorder(called, lambda: self.variables, self.tapes.append)

    def __enter__(self):
        self.context = recording_passes(self.recorder)
        self.context.__enter__()
        return self

    def __exit__(self, *exception):
        self.context.__exit__(*exception)


def test_a_tape_holds_what_the_pass_goes_through():
    with Listened() as heard:
        x = heard.variables["x"] = leaf(2.0)
        engine.exp(x)
        y = heard.variables["y"] = engine.sin(x * x)
        y.backward()
    (tape,) = heard.tapes
    assert list(tape.entries) == ["x", "mul_1", "sin_1"]
    assert tape.entries["sin_1"].assigned == "y"
    assert [step.grad_fn for step in tape.steps] == ["SinBackward0", "MulBackward0"]
    assert tape.arrivals[0].gradient == pytest.approx(x.grad.item())


def test_names_count_anew_in_each_pass():
    with Listened() as heard:
        x = heard.variables["x"] = leaf(2.0)
        for _ in range(3):
            (x * x).backward()
    assert [list(tape.entries) for tape in heard.tapes] == [["x", "mul_1"]] * 3


def test_leaves_without_a_variable_and_leaves_of_one_name_are_told_apart():
    with Listened() as heard:
        heard.variables["mul_1"] = leaf(2.0)
        z = heard.variables["mul_1"] * leaf(3.0) * leaf(4.0)
        heard.variables["mul_1"] = leaf(5.0)
        (z * heard.variables["mul_1"]).backward()
    names = ["mul_1", "leaf_1", "mul_2", "leaf_2", "mul_3", "mul_1_2", "mul_4"]
    assert list(heard.tapes[0].entries) == names


def test_graphs_made_before_an_earlier_pass_are_remembered():
    with Listened() as heard:
        x = leaf(2.0)
        first, second = x * x, engine.cos(x)
        first.backward()
        second.backward()
    assert list(heard.tapes[1].entries) == ["leaf_1", "cos_1"]


def test_what_a_program_cannot_reach_is_forgotten():
    with Listened() as heard:
        x = leaf([1.0, 2.0])
        for _ in range(50):
            (engine.sin(x) * x.detach()).sum().backward()
        gc.collect()
        assert len(heard.recorder.entries) <= 1


def test_a_leaf_written_between_passes_has_its_new_value():
    with Listened() as heard:
        w = heard.variables["w"] = leaf([1.0])
        for _ in range(2):
            (w * w).sum().backward()
            with modes.no_grad():
                w.sub_(0.25)
    values = [tape.entries["w"].value.tolist() for tape in heard.tapes]
    assert values == [[1.0], [0.75]]


def test_a_result_that_becomes_a_leaf_is_a_variable():
    with Listened() as heard:
        x = heard.variables["x"] = (tensor([1.0, 2.0], dtype=float64) * 2.0).requires_grad_()
        (x * x).sum().backward()
    assert list(heard.tapes[0].entries) == ["x", "mul_1", "sum_1"]


def test_a_write_through_a_view_is_on_the_tape():
    with Listened() as heard:
        x = leaf([1.0, 2.0])
        y = x * 3.0
        y[0:1].mul_(2.0)
        y.sum().backward()
    (tape,) = heard.tapes
    assert [e.op for e in tape.entries.values() if e.op == "copy_slices"] == ["copy_slices"]
    np.testing.assert_array_equal(tape.arrivals[0].gradient, [6.0, 3.0])


def test_every_sum_of_parts_is_the_gradient():
    with Listened() as heard:
        x = leaf([0.5, -1.0, 2.0])
        (engine.softmax(x * x, 0) * engine.tanh(x)).sum().backward(create_graph=True)
        total = x.grad.sum()
        x.grad = None
        total.backward()
    assert x.grad is not None
    np.testing.assert_allclose(heard.tapes[1].arrivals[0].gradient, x.grad.numpy(), rtol=1e-12)


def test_gradients_that_are_asked_for_are_the_arrivals():
    with Listened() as heard:
        x = leaf(2.0)
        y = heard.variables["y"] = x * x
        engine.backward.gradients([engine.sin(y)], [y, x])
    assert [arrival.name for arrival in heard.tapes[0].arrivals] == ["mul_1", "leaf_1"]


def test_a_pass_that_fails_says_so():
    with Listened() as heard:
        x = leaf([1.0])
        y = tensor([2.0], dtype=float64)
        z = (x * y).sum()
        y.add_(1.0)
        with pytest.raises(engine.errors.EngineRuntimeError, match="modified by an inplace"):
            z.backward()
    assert [a.reason for a in heard.tapes[0].arrivals] == ["the pass ended early"]


def test_recording_ends_with_the_block():
    with Listened():
        assert modes.state.on_pass is not None
    assert (modes.state.on_apply, modes.state.on_pass) == (None, None)
