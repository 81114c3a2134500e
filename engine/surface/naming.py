"""The names that torch gives to types and to the modules they live in.

Texts of programs show them: `print(type(layer))`, error messages. The files of this package are
called as torch's, so that one rule leads from here to there.
"""

from __future__ import annotations

from types import FunctionType
from typing import Any

from ..tensor import Tensor

_NN = f"{__package__}.nn."
_OPTIM = f"{__package__}.optim."
_OUTSIDE_MODULES = {"parameter": "torch.nn.parameter", "init": "torch.nn.init"}
_PARTS = {
    "attention": "activation",
    "linear_loss": "loss",
    "margin_loss": "loss",
    "parameter_container": "container",
    "rnn_cell": "rnn",
    "adaptive_pooling": "pooling",
    "schedules": "lr_scheduler",
    "cyclic": "lr_scheduler",
    "plateau": "lr_scheduler",
    "composed": "lr_scheduler",
}


def public_module(name: str) -> str:
    """torch's name of the module that one of ours stands for; any other name as it is."""
    for prefix, ours in ((_NN, "torch.nn.modules."), (_OPTIM, "torch.optim.")):
        if name.startswith(prefix):
            file = name.removeprefix(prefix)
            return _OUTSIDE_MODULES.get(file, ours + _PARTS.get(file, file))
    return name


def name_methods(kind: Any) -> None:
    """Let messages about wrong arguments name the class that a method belongs to in torch.

    `_init_shown` and `_forward_shown` say which: "each" class that inherits the method, one by
    name, or None for the class that defines it here.
    """
    for method, attribute in (("__init__", "_init_shown"), ("forward", "_forward_shown")):
        shown = getattr(kind, attribute)
        if shown == "each":
            if method not in vars(kind):
                _name(kind, method, kind.__name__)
        elif shown is not None and attribute in vars(kind):
            _name(kind, method, shown)


def _name(kind: Any, method: str, owner: str) -> None:
    """Give a class a copy of its method that says it is another's."""
    function = getattr(kind, method)
    named = FunctionType(
        function.__code__,
        function.__globals__,
        method,
        function.__defaults__,
        function.__closure__,
    )
    named.__kwdefaults__ = function.__kwdefaults__
    named.__qualname__ = f"{owner}.{method}"
    setattr(kind, method, named)


def typename(value: Any) -> str:
    """The type of a value as torch's messages show it, such as 'torch.FloatTensor' or 'int'."""
    if isinstance(value, Tensor):
        return value.dtype.tensor_type
    kind = value if isinstance(value, type) else type(value)
    if kind.__module__ == "builtins":
        return kind.__qualname__
    return f"{kind.__module__}.{kind.__qualname__}"
