"""Module: what assignment registers, how it shows, and what it refuses."""

from __future__ import annotations

from typing import Any

import pytest

from gradcalc.engine.surface.nn.activation import ReLU, Tanh
from gradcalc.engine.surface.nn.container import Sequential
from gradcalc.engine.surface.nn.linear import Linear
from gradcalc.engine.surface.nn.module import Module
from gradcalc.engine.surface.nn.parameter import Parameter

from ..torchlike import plain


class Net(Module):
    """Two layers, a parameter of its own and two buffers."""

    def __init__(self) -> None:
        super().__init__()
        self.first = Linear(2, 3)
        self.rest = Sequential(ReLU(), Linear(3, 1))
        self.scale = Parameter(plain([2.0]))
        self.register_buffer("steps", plain([0.0]))
        self.register_buffer("passing", plain([1.0]), persistent=False)
        self.register_parameter("missing", None)
        self.note = "text"

    def forward(self, x: Any) -> Any:
        """The layers, scaled."""
        return self.rest(self.first(x)) * self.scale


def message(error: type[Exception], action: Any) -> str:
    """The text of the error that an action raises."""
    with pytest.raises(error) as raised:
        action()
    return str(raised.value)


def test_a_module_shows_its_submodules_indented() -> None:
    assert repr(Net()) == (
        "Net(\n"
        "  (first): Linear(in_features=2, out_features=3, bias=True)\n"
        "  (rest): Sequential(\n"
        "    (0): ReLU()\n"
        "    (1): Linear(in_features=3, out_features=1, bias=True)\n"
        "  )\n"
        ")"
    )


def test_parameters_come_in_the_order_of_registration() -> None:
    assert [name for name, _ in Net().named_parameters()] == [
        "scale",
        "first.weight",
        "first.bias",
        "rest.1.weight",
        "rest.1.bias",
    ]


def test_modules_come_before_what_they_hold() -> None:
    assert [name for name, _ in Net().named_modules()] == ["", "first", "rest", "rest.0", "rest.1"]


def test_a_shared_parameter_is_listed_once() -> None:
    a, b = Linear(2, 2, bias=False), Linear(2, 2, bias=False)
    b.weight = a.weight
    both = Sequential(a, b)
    assert [n for n, _ in both.named_parameters()] == ["0.weight"]
    assert [n for n, _ in both.named_parameters(remove_duplicate=False)] == [
        "0.weight",
        "1.weight",
    ]
    assert list(both.state_dict()) == ["0.weight", "1.weight"]


def test_training_mode_reaches_everything() -> None:
    net = Net()
    assert net.eval() is net
    assert [m.training for m in net.modules()] == [False] * 5
    net.train()
    assert net.rest[0].training


def test_apply_goes_to_the_children_first() -> None:
    seen: list[str] = []
    Net().apply(lambda m: seen.append(type(m).__name__))
    assert seen == ["Linear", "ReLU", "Linear", "Sequential", "Net"]


def test_gradients_are_forgotten_or_zeroed() -> None:
    net = Net()
    net(plain([[1.0, 1.0]])).sum().backward()
    net.zero_grad(set_to_none=False)
    assert net.scale.grad.tolist() == [0.0]
    net.zero_grad()
    assert net.scale.grad is None


def test_conversion_keeps_parameters_themselves() -> None:
    net = Net()
    weight = net.first.weight
    net.double()
    assert net.first.weight is weight
    assert str(weight.dtype) == "torch.float64"
    assert str(net.steps.dtype) == "torch.float64"


def test_deleting_takes_a_name_out_of_its_table() -> None:
    net = Net()
    del net.scale
    assert "scale" not in dict(net.named_parameters())
    assert message(AttributeError, lambda: net.scale) == "'Net' object has no attribute 'scale'"


def test_a_parameter_takes_the_place_of_a_plain_attribute() -> None:
    net = Net()
    net.note = Parameter(plain([1.0]))
    assert "note" not in net.__dict__
    assert "note" in dict(net.named_parameters())


@pytest.mark.parametrize(
    ("name", "value", "text"),
    [
        (
            "scale",
            plain([1.0]),
            "cannot assign 'torch.FloatTensor' as parameter 'scale' (torch.nn.Parameter or None "
            "expected)",
        ),
        (
            "first",
            3,
            "cannot assign 'int' as child module 'first' (torch.nn.Module or None expected)",
        ),
        (
            "steps",
            "x",
            "cannot assign 'str' as buffer 'steps' (torch.nn.Buffer, torch.Tensor or None "
            "expected)",
        ),
    ],
)
def test_what_does_not_fit_a_registered_name_is_refused(name: str, value: Any, text: str) -> None:
    assert message(TypeError, lambda: setattr(Net(), name, value)) == text


@pytest.mark.parametrize(
    ("name", "module", "error", "text"),
    [
        ("a.b", Tanh(), KeyError, "'module name can\\'t contain \".\", got: a.b'"),
        ("", Tanh(), KeyError, "'module name can\\'t be empty string \"\"'"),
        ("note", Tanh(), KeyError, "\"attribute 'note' already exists\""),
        (3, Tanh(), TypeError, "module name should be a string. Got int"),
        ("new", Linear, TypeError, "torch.nn.modules.linear.Linear is not a Module subclass"),
    ],
)
def test_bad_names_and_modules_are_refused(
    name: Any, module: Any, error: type[Exception], text: str
) -> None:
    assert message(error, lambda: Net().add_module(name, module)) == text


def test_nothing_can_be_registered_before_init() -> None:
    class Late(Module):
        def __init__(self) -> None:
            self.layer = Linear(1, 1)

    assert message(AttributeError, Late) == "cannot assign module before Module.__init__() call"


def test_a_module_has_to_say_what_it_computes() -> None:
    class Silent(Module):
        pass

    text = 'Module [Silent] is missing the required "forward" function'
    assert message(NotImplementedError, lambda: Silent()(1)) == text


def test_types_show_where_torch_has_them() -> None:
    assert str(Linear) == "<class 'torch.nn.modules.linear.Linear'>"
    assert str(Module) == "<class 'torch.nn.modules.module.Module'>"


def test_paths_lead_to_what_is_below() -> None:
    net = Net()
    assert net.get_submodule("rest.1") is net.rest[1]
    assert net.get_parameter("rest.1.bias") is net.rest[1].bias
    assert net.get_buffer("steps") is net.steps
    text = message(AttributeError, lambda: net.get_submodule("rest.9"))
    assert text == "Sequential has no attribute `9`"
