"""Finding what is below a module by its dotted name."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ...tensor import Tensor
from .parameter import Parameter

if TYPE_CHECKING:
    from .module import Module


def get_submodule(self: Module, target: str) -> Any:
    """The module of a dotted name; this one for the empty name."""
    module: Any = self
    for name in str.__str__(target).split(".") if target else ():
        module = _member(module, name)
        if not isinstance(module, _module_class()):
            raise AttributeError(f"`{name}` is not an nn.Module")
    return module


def _module_class() -> type:
    from .module import Module

    return Module


def _member(module: Module, name: str) -> Any:
    if not hasattr(module, name):
        raise AttributeError(f"{module._get_name()} has no attribute `{name}`")
    return getattr(module, name)


def set_submodule(self: Module, target: str, module: Module, strict: bool = False) -> None:
    """Put a module in the place of the one of a dotted name."""
    if target == "":
        raise ValueError("Cannot set the submodule without a target name!")
    if not isinstance(module, _module_class()):
        raise ValueError(f"`module` is not an nn.Module, found {type(module)}")
    path, _, name = str.__str__(target).rpartition(".")
    parent = self.get_submodule(path)
    if (strict or hasattr(parent, name)) and not isinstance(_member(parent, name), _module_class()):
        raise AttributeError(f"`{name}` is not an nn.Module")
    setattr(parent, name, module)


def get_parameter(self: Module, target: str) -> Tensor:
    """The parameter of a dotted name."""
    path, _, name = target.rpartition(".")
    value = _member(self.get_submodule(path), name)
    if not isinstance(value, Parameter):
        raise AttributeError(f"`{name}` is not an nn.Parameter")
    return value


def get_buffer(self: Module, target: str) -> Tensor:
    """The buffer of a dotted name."""
    path, _, name = target.rpartition(".")
    module = self.get_submodule(path)
    value = _member(module, name)
    if name not in module._buffers:
        raise AttributeError(f"`{name}` is not a buffer")
    return value
