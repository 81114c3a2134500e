"""Attributes of values as programs read and write them.

One table or rule per kind of value says what there is; nothing else can be reached. Values of the
language itself (numbers, strings, lists, its own classes) are the interpreter's business.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from importlib import import_module
from typing import Any

import numpy as np

from .. import hooks, registry
from ..addresses import address, number
from ..custom import FunctionNode
from ..errors import EngineAttributeError, EngineError, EngineTypeError, LinAlgError
from ..node import Node
from ..tensor import Tensor
from . import functions, nodes, printing, tensor_facts, tensor_settings

_HOOKS: dict[str, Callable] = {
    "register_hook": hooks.register_hook,
    "register_post_accumulate_grad_hook": hooks.register_post_accumulate_grad_hook,
    "retain_grad": hooks.retain_grad,
    "requires_grad_": tensor_settings.requires_grad_,
    "__hash__": number,
}
# methods whose modules are imported when one of them is used: each has a function `method(name)`
_ELSEWHERE = {
    name: module
    for module, names in {
        "tensor_moves": """
            apply_ cpu cuda detach detach_ map_ new pin_memory resize_ set_ share_memory_ to type
            t_ transpose_ swapaxes_ swapdims_ unsqueeze_ squeeze_
        """,
        "fills": """
            uniform_ normal_ exponential_ bernoulli_ random_ geometric_ cauchy_ log_normal_
        """,
        "distributions": "bernoulli multinomial",
        "shape_functions": "fill_diagonal_ new_empty_strided resize_as_",
        "storages": "untyped_storage storage",
    }.items()
    for name in names.split()
}
_OPERATORS = frozenset(
    f"__{name}__"
    for name in (
        "add", "radd", "iadd", "sub", "rsub", "isub", "mul", "rmul", "imul", "truediv",
        "rtruediv", "itruediv", "floordiv", "mod", "pow", "rpow", "matmul", "neg", "abs",
        "invert", "and", "or", "xor", "eq", "ne", "lt", "le", "gt", "ge", "getitem", "setitem",
        "bool", "float", "int", "index", "iter", "repr", "str",
    )
)  # fmt: skip


def get(value: Any, name: str) -> Any:
    """`value.name`. Raises: AttributeError as Python or torch words it."""
    if value.__class__ is Tensor:
        return _of_tensor(value, name)
    if isinstance(value, Node):
        return nodes.attribute(value, name)
    if isinstance(value, np.ndarray | np.generic):
        from .arrays import attribute

        return attribute(value, name)
    return _of_object(value, name)


def set(value: Any, name: str, new: Any) -> None:
    """`value.name = new`. Raises: AttributeError for what cannot be set."""
    if value.__class__ is Tensor:
        tensor_settings.set_on(value, name, new)
    elif isinstance(value, Node | np.ndarray | np.generic):
        raise EngineAttributeError(
            f"attribute '{name}' of '{type_of(value).__name__}' objects is not writable"
        )
    else:
        _check_public(value, name)
        setattr(value, name, new)


def delete(value: Any, name: str) -> None:
    """`del value.name`. Raises: AttributeError for what cannot be deleted."""
    if value.__class__ is Tensor:
        tensor_settings.delete_from(value, name)
    else:
        _check_public(value, name)
        delattr(value, name)


# -- tensors


def _of_tensor(t: Tensor, name: str) -> Any:
    if name in tensor_facts.PROPERTIES:
        return tensor_facts.PROPERTIES[name](t)
    method = tensor_method(name)
    if method is not None:
        return BoundMethod(name, method, t)
    extra = t.extra
    if extra is not None and extra.attributes and name in extra.attributes:
        return extra.attributes[name]
    raise EngineAttributeError(f"'{type_of(t).__name__}' object has no attribute '{name}'")


class BoundMethod:
    """A method of one tensor, as a program holds it."""

    __slots__ = ("__name__", "__self__", "_function")

    def __init__(self, name: str, function: Callable, owner: Tensor) -> None:
        self.__name__ = name
        self.__self__ = owner
        self._function = function

    def __call__(self, /, *args: Any, **kwargs: Any) -> Any:
        return self._function(self.__self__, *args, **kwargs)

    def __repr__(self) -> str:
        if self.__name__ in ("backward", "register_hook"):
            return f"<bound method Tensor.{self.__name__} of {self.__self__!r}>"
        return f"<built-in method {self.__name__} of Tensor object at {address(self.__self__)}>"


_methods: dict[str, Callable] = {}  # those that were asked for


def tensor_method(name: str) -> Callable | None:
    """The method `name` of tensors as a function of the tensor and its arguments."""
    found = _methods.get(name)
    if found is None:
        found = _find_method(name)
        if found is not None:
            _methods[name] = found
    return found


def _find_method(name: str) -> Callable | None:
    if name in tensor_facts.QUESTIONS:
        return partial(tensor_facts.ask, name)
    if name in _HOOKS:
        return _HOOKS[name]
    if name in _ELSEWHERE:
        return import_module(f".{_ELSEWHERE[name]}", __package__).method(name)
    if name == "backward":
        return _backward
    if name in functions.METHODS:
        return functions.METHODS[name]
    if name in _OPERATORS:
        return getattr(Tensor, name)
    if name.startswith("_"):
        return None
    if name.endswith("_"):
        from ..ops.assign import rows_in_place

        writers = rows_in_place(name)
        return None if writers is None else partial(functions.write_method, name, writers)
    rows = registry.lookup(name)
    if rows is not None and rows[0].method:
        return functions.method(name, rows)
    return None


def _backward(
    self: Tensor,
    gradient: Any = None,
    retain_graph: bool | None = None,
    create_graph: bool = False,
    inputs: Any = None,
) -> None:
    from . import autograd

    autograd.backward(self, gradient, retain_graph, create_graph, inputs=inputs)


_backward.__qualname__ = "Tensor.backward"  # which Python's TypeErrors show


# -- objects of the surface

_UNDERSCORED = frozenset(
    ["_parameters", "_buffers", "_modules", "_get_name", "_apply", "_version", "_fields"]
)


def _check_public(value: Any, name: str) -> None:
    """Refuse what no program may reach on an object that is not its own."""
    if name.startswith("_") and name not in _UNDERSCORED:
        raise EngineAttributeError(_no_attribute(value, name))
    if not offered(value):
        raise EngineAttributeError(_no_attribute(value, name))


def _of_object(value: Any, name: str) -> Any:
    _check_public(value, name)
    try:
        return getattr(value, name)
    except AttributeError:
        raise EngineAttributeError(_no_attribute(value, name)) from None


def _no_attribute(value: Any, name: str) -> str:
    if isinstance(value, type):
        return f"type object '{value.__name__}' has no attribute '{name}'"
    kind = type_of(value)
    module = "torch." if kind.__module__ == "torch" and kind.__name__ != "Tensor" else ""
    return f"'{module}{kind.__name__}' object has no attribute '{name}'"


def offered(value: Any) -> bool:
    """Whether an object is one of torch's, so that its public attributes may be read."""
    kind = value if isinstance(value, type) else type(value)
    return any(
        k.__module__.startswith(("torch", _SURFACE)) for k in kind.__mro__ if k is not object
    )


_SURFACE = __package__ or ""


# -- types

_stand_ins: dict[str, type] = {}


def type_of(value: Any) -> Any:
    """What `type(value)` is to a program: nodes have a type for each name."""
    if value.__class__ is Tensor:
        if value.extra is not None and value.extra.role is not None:
            return _marked(value.extra.role)
        from . import types

        return types.Tensor
    if isinstance(value, Node):
        name = value.type_name()
        if name not in _stand_ins:
            module = "torch.autograd.function" if isinstance(value, FunctionNode) else "builtins"
            _stand_ins[name] = type(name, (), {"__module__": module})
        return _stand_ins[name]
    if isinstance(value, EngineError):
        return error_type(type(value))
    return type(value)


def error_type(kind: type) -> type:
    """The type that Python or torch would raise where the engine raises `kind`."""
    if issubclass(kind, LinAlgError):
        return _LinAlgError
    return next(k for k in kind.__mro__ if k.__module__.startswith(("builtins", "torch")))


class _LinAlgError(RuntimeError):
    """What torch.linalg raises for singular matrices."""

    __module__ = "torch._C"


def _marked(role: str) -> Any:
    """The type of a parameter or buffer."""
    from .nn.parameter import Buffer, Parameter

    return Parameter if role == "parameter" else Buffer


def set_item(value: Any, place: Any, new: Any) -> None:
    """`value[place] = new`. Raises: TypeError for what has no items to set."""
    if not hasattr(type(value), "__setitem__"):
        kind = type_of(value).__name__
        raise EngineTypeError(f"'{kind}' object does not support item assignment")
    value[place] = new


def _copy_by(name: str) -> Callable:
    """One of the protocols of the copy module."""

    def copy(t: Tensor, *memo: dict) -> Tensor:
        from . import tensor_moves

        return getattr(tensor_moves, name)(t, *memo)

    return copy


def _beyond_slots(t: Tensor, name: str) -> Any:
    """What Python code finds on a tensor beyond its slots.

    Nothing a program set under a name of Python's or numpy's protocols is followed: numpy would
    read the memory at any address that an `__array_interface__` names.
    """
    if name.startswith("__") and name.endswith("__"):
        raise AttributeError(f"'Tensor' object has no attribute '{name}'")
    return _of_tensor(t, name)


_PROTOCOLS: dict[str, Callable] = {
    "__getattr__": _beyond_slots,
    "__contains__": tensor_facts.contains,
    "__copy__": _copy_by("shallow_copy"),
    "__deepcopy__": _copy_by("deep_copy"),
    "__reversed__": lambda t: functions.method("flip", registry.lookup("flip") or [])(t, (0,)),
    "__format__": tensor_facts.as_format,
    "__repr__": printing.tensor_text,
    "__str__": printing.tensor_text,
    "backward": _backward,
}
for _name, _function in _PROTOCOLS.items():
    setattr(Tensor, _name, _function)
