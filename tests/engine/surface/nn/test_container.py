"""Containers: modules and parameters in sequences and dictionaries."""

from __future__ import annotations

from collections import OrderedDict

import pytest

from gradcalc.engine.surface.nn.activation import ReLU, Sigmoid, Tanh
from gradcalc.engine.surface.nn.container import ModuleDict, ModuleList, Sequential
from gradcalc.engine.surface.nn.linear import Identity, Linear
from gradcalc.engine.surface.nn.parameter import Parameter
from gradcalc.engine.surface.nn.parameter_container import ParameterDict, ParameterList

from ..torchlike import plain


def names(modules: Sequential | ModuleList) -> list[str]:
    """The types of the modules, in order."""
    return [type(m).__name__ for m in modules]


def test_a_sequence_runs_one_after_the_other() -> None:
    assert Sequential(ReLU(), Sigmoid())(plain([-1.0])).tolist() == [0.5]


def test_names_of_an_ordered_dict_are_kept() -> None:
    net = Sequential(OrderedDict([("one", ReLU()), ("two", Tanh())]))
    assert net.two is net[1]
    assert list(net[:1].state_dict()) == []
    assert repr(net[1:]) == "Sequential(\n  (two): Tanh()\n)"


def test_a_sequence_changes_as_a_list_does() -> None:
    net = Sequential(ReLU(), Tanh(), Sigmoid())
    net.append(Identity())
    del net[1]
    net.insert(1, Tanh())
    assert names(net) == ["ReLU", "Tanh", "Sigmoid", "Identity"]
    assert names(net.pop(slice(0, 2))) == ["ReLU", "Tanh"]
    assert names(net + Sequential(ReLU())) == ["Sigmoid", "Identity", "ReLU"]
    assert names(net * 2) == ["Sigmoid", "Identity"] * 2
    assert list(net._modules) == ["0", "1"]


def test_an_index_out_of_range_is_refused() -> None:
    with pytest.raises(IndexError, match="index 3 is out of range"):
        Sequential(ReLU())[3]


def test_equal_neighbours_of_a_list_show_together() -> None:
    made = ModuleList([Linear(2, 2), Linear(2, 2), ReLU()])
    assert repr(made) == (
        "ModuleList(\n"
        "  (0-1): 2 x Linear(in_features=2, out_features=2, bias=True)\n"
        "  (2): ReLU()\n"
        ")"
    )
    assert repr(ModuleList()) == "ModuleList()"


def test_a_list_of_modules_is_not_called() -> None:
    with pytest.raises(NotImplementedError, match=r"Module \[ModuleList\] is missing"):
        ModuleList([ReLU()])(1)


def test_modules_by_name() -> None:
    made = ModuleDict({"a": ReLU()})
    made.update([("b", Tanh())])
    assert list(made.keys()) == ["a", "b"]
    assert "b" in made
    made.pop("a")
    assert repr(made) == "ModuleDict(\n  (b): Tanh()\n)"


def test_what_is_no_pair_is_refused() -> None:
    with pytest.raises(ValueError, match="element #0 has length 3; 2 is required"):
        ModuleDict([("a", ReLU(), 1)])


def test_tensors_in_a_list_become_parameters() -> None:
    made = ParameterList([Parameter(plain([1.0, 2.0])), plain([0.0]), 3])
    assert repr(made) == (
        "ParameterList(\n"
        "    (0): Parameter containing: [torch.float32 of size 2]\n"
        "    (1): Parameter containing: [torch.float32 of size 1]\n"
        "    (2): Object of type: int\n"
        ")"
    )
    assert [n for n, _ in made.named_parameters()] == ["0", "1"]
    assert len(made[1:]) == 2


def test_a_dictionary_of_parameters_sorts_plain_dictionaries() -> None:
    made = ParameterDict({"b": plain([1.0]), "a": plain([[0.0]])})
    assert list(made.keys()) == ["a", "b"]
    assert repr(made) == (
        "ParameterDict(\n"
        "    (a): Parameter containing: [torch.FloatTensor of size 1x1]\n"
        "    (b): Parameter containing: [torch.FloatTensor of size 1]\n"
        ")"
    )
    assert made.popitem()[0] == "b"
    assert made.get("b", 5) == 5
