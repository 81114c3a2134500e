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


def name_init(kind: Any) -> None:
    """Let messages about wrong arguments name the class whose constructor it is in torch.

    `_init_shown` says which: "each" class that inherits it, or one by name.
    """
    shown, own = kind._init_shown, vars(kind).get("__init__")
    if shown == "each" and own is None:
        inherited = kind.__init__
        made = FunctionType(
            inherited.__code__,
            inherited.__globals__,
            "__init__",
            inherited.__defaults__,
            inherited.__closure__,
        )
        made.__kwdefaults__ = inherited.__kwdefaults__
        made.__qualname__ = f"{kind.__name__}.__init__"
        kind.__init__ = made
    elif shown != "each" and "_init_shown" in vars(kind) and own is not None:
        own.__qualname__ = f"{shown}.__init__"


def typename(value: Any) -> str:
    """The type of a value as torch's messages show it, such as 'torch.FloatTensor' or 'int'."""
    if isinstance(value, Tensor):
        return value.dtype.tensor_type
    kind = value if isinstance(value, type) else type(value)
    if kind.__module__ == "builtins":
        return kind.__qualname__
    return f"{kind.__module__}.{kind.__qualname__}"
