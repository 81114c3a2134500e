"""What programs read and set: tensors, nodes, arrays, objects of torch, and nothing else."""

from __future__ import annotations

import copy
from typing import Any

import numpy as np
import pytest

from gradcalc.engine import errors
from gradcalc.engine.surface import members
from gradcalc.engine.surface.size import Size
from gradcalc.engine.surface.types import FloatTensor, LongTensor, Tensor

from .torchlike import leaf, plain, torch


def test_shapes_are_sizes() -> None:
    assert members.get(plain([[1.0, 2.0]]), "shape") == Size((1, 2))


def test_data_shares_memory_but_not_the_version() -> None:
    t = leaf([1.0, 2.0])
    members.get(t, "data").mul_(2)
    assert (t.tolist(), t.version) == ([2.0, 4.0], 0)


def test_setting_data_keeps_the_version() -> None:
    t = leaf([1.0])
    members.set(t, "data", plain([3.0, 4.0]))
    assert (t.tolist(), t.requires_grad, t.version) == ([3.0, 4.0], True, 0)


@pytest.mark.parametrize(
    ("name", "new", "error"),
    [
        ("data", 3, "Variable data has to be a tensor, but got int"),
        ("data", plain([1], "int64"), "must be floating point"),
        ("requires_grad", 1, "requires_grad must be a bool"),
        ("shape", (1,), "attribute 'shape' of 'torch._C.TensorBase' objects is not writable"),
        ("grad", 1.0, "expected to be a Tensor or None but got grad of type float"),
        ("grad", plain([1.0, 2.0]), r"gradient of size '\[2\]' to a tensor of size '\[1\]'"),
        ("grad", plain([1.0], "float64"), "gradient with dtype 'double'"),
    ],
)
def test_what_cannot_be_set_is_refused(name: str, new: Any, error: str) -> None:
    with pytest.raises((RuntimeError, TypeError, AttributeError), match=error):
        members.set(leaf([1.0]), name, new)


def test_names_of_a_programs_own_stay_with_the_tensor() -> None:
    t = leaf([1.0])
    members.set(t, "note", "kept")
    assert members.get(t, "note") == "kept"
    members.delete(t, "note")
    with pytest.raises(AttributeError, match="'Tensor' object has no attribute 'note'"):
        members.get(t, "note")


@pytest.mark.parametrize("name", ["__class__", "__dict__", "_data", "__reduce__", "extra"])
def test_what_torch_does_not_show_is_hidden(name: str) -> None:
    with pytest.raises(AttributeError):
        members.get(plain([1.0]), name)


@pytest.mark.parametrize("name", ["tofile", "ctypes", "dump", "data", "__array_interface__"])
def test_arrays_show_no_way_out(name: str) -> None:
    with pytest.raises(AttributeError):
        members.get(np.ones(2), name)


def test_private_attributes_of_objects_are_hidden() -> None:
    handle = leaf([1.0]).register_hook(lambda g: g)
    with pytest.raises(AttributeError):
        members.get(handle, "_hooks")


def test_types_tell_the_dtype() -> None:
    t = plain([1.0])
    assert [isinstance(t, kind) for kind in (Tensor, FloatTensor, LongTensor)] == [
        True,
        True,
        False,
    ]


def test_nodes_have_types_of_their_names() -> None:
    node = (leaf([1.0]) * 2).grad_fn
    assert str(members.type_of(node)) == "<class 'MulBackward0'>"


@pytest.mark.parametrize(
    ("kind", "name"),
    [
        (errors.EngineRuntimeError, "RuntimeError"),
        (errors.NotOffered, "NotImplementedError"),
        (errors.LinAlgError, "_LinAlgError"),
        (errors.LimitExceeded, "MemoryError"),
    ],
)
def test_errors_have_the_names_of_torchs(kind: type, name: str) -> None:
    assert members.error_type(kind).__name__ == name


def test_methods_can_be_taken_from_the_type() -> None:
    assert torch("Tensor").add(plain([1.0]), 1).tolist() == [2.0]


def test_in_place_functions_are_methods() -> None:
    t = plain([-1.0, 1.0])
    assert torch("relu_")(t) is t
    assert t.tolist() == [0.0, 1.0]


def test_deep_copies_of_leaves_have_memory_of_their_own() -> None:
    t = leaf([1.0, 2.0])
    (t * t).sum().backward()
    made = copy.deepcopy(t)
    made.data[0] = 9
    assert (t.tolist(), made.requires_grad, made.grad.tolist()) == ([1.0, 2.0], True, [2.0, 4.0])


def test_results_have_no_deep_copies() -> None:
    with pytest.raises(RuntimeError, match="support the deepcopy protocol"):
        copy.deepcopy(leaf([1.0]) * 2)


def test_numpy_shares_memory_and_refuses_tracked_tensors() -> None:
    t = plain([1.0, 2.0])
    members.get(t, "numpy")()[0] = 7
    assert t.tolist() == [7.0, 2.0]
    with pytest.raises(RuntimeError, match="Can't call numpy"):
        members.get(leaf([1.0]), "numpy")()


def test_views_know_their_place_in_memory() -> None:
    t = plain([[1.0, 2.0], [3.0, 4.0]])
    row = t[1]
    facts = [members.get(row, name)() for name in ("stride", "storage_offset", "is_contiguous")]
    address = members.get(row, "data_ptr")() - members.get(t, "data_ptr")()
    assert [*facts, address] == [(1,), 2, True, 8]


def test_out_is_written_and_returned() -> None:
    t = plain([0.0])
    assert torch("exp")(plain([0.0]), out=t) is t
    assert (t.tolist(), t.version) == ([1.0], 1)
