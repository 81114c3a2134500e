"""Walking a module's tables: its parameters, buffers and submodules, by name and in order."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Any

from ...ops.assign import detach_
from ...ops.inplace import store
from ...tensor import Tensor

if TYPE_CHECKING:
    from .module import Module


def named_modules(
    self: Module,
    memo: set[Module] | None = None,
    prefix: str = "",
    remove_duplicate: bool = True,
) -> Iterator[tuple[str, Module]]:
    """This module and all below it with their dotted names, each before its children."""
    seen = set() if memo is None else memo
    waiting = [(prefix, self)]
    while waiting:
        name, module = waiting.pop()
        if module in seen:
            continue
        if remove_duplicate:
            seen.add(module)
        yield name, module
        below = [
            (f"{name}.{key}" if name else key, child)
            for key, child in module._modules.items()
            if child is not None
        ]
        waiting += reversed(below)


def modules(self: Module, remove_duplicate: bool = True) -> Iterator[Module]:
    """This module and all below it."""
    for _, module in self.named_modules(remove_duplicate=remove_duplicate):
        yield module


def named_children(self: Module) -> Iterator[tuple[str, Module]]:
    """The submodules with their names."""
    seen = set()
    for name, module in self._modules.items():
        if module is not None and module not in seen:
            seen.add(module)
            yield name, module


def children(self: Module) -> Iterator[Module]:
    """The submodules."""
    for _, module in self.named_children():
        yield module


def _named_members(
    module: Module, table: str, prefix: str, recurse: bool, remove_duplicate: bool
) -> Iterator[tuple[str, Any]]:
    """The entries of one table, of this module and of all below it, each tensor once."""
    seen: set[int] = set()
    owners = (
        module.named_modules(prefix=prefix, remove_duplicate=remove_duplicate)
        if recurse
        else [(prefix, module)]
    )
    for path, owner in owners:
        for key, value in getattr(owner, table).items():
            if value is None or id(value) in seen:
                continue
            if remove_duplicate:
                seen.add(id(value))
            yield f"{path}.{key}" if path else key, value


def named_parameters(
    self: Module, prefix: str = "", recurse: bool = True, remove_duplicate: bool = True
) -> Iterator[tuple[str, Tensor]]:
    """The parameters with their dotted names."""
    yield from _named_members(self, "_parameters", prefix, recurse, remove_duplicate)


def parameters(self: Module, recurse: bool = True) -> Iterator[Tensor]:
    """The parameters, in the order in which they were registered."""
    for _, value in self.named_parameters(recurse=recurse):
        yield value


def named_buffers(
    self: Module, prefix: str = "", recurse: bool = True, remove_duplicate: bool = True
) -> Iterator[tuple[str, Tensor]]:
    """The buffers with their dotted names."""
    yield from _named_members(self, "_buffers", prefix, recurse, remove_duplicate)


def buffers(self: Module, recurse: bool = True) -> Iterator[Tensor]:
    """The buffers."""
    for _, value in self.named_buffers(recurse=recurse):
        yield value


def train(self: Module, mode: bool = True) -> Module:
    """Put this module and all below it into training mode, or out of it."""
    if not isinstance(mode, bool):
        raise ValueError("training mode is expected to be boolean")
    self.training = mode
    for module in self.children():
        module.train(mode)
    return self


def evaluate(self: Module) -> Module:
    """Take this module and all below it out of training mode."""
    return self.train(False)


def apply(self: Module, fn: Callable[[Module], Any]) -> Module:
    """Call `fn` with every module below this one, then with this one."""
    for module in self.children():
        module.apply(fn)
    fn(self)
    return self


def requires_grad_(self: Module, requires_grad: bool = True) -> Module:
    """Ask for gradients of all parameters, or for none."""
    for p in self.parameters():
        p.requires_grad_(requires_grad)
    return self


def zero_grad(self: Module, set_to_none: bool = True) -> None:
    """Forget the gradients of all parameters, or set them to zeros."""
    for p in self.parameters():
        forget_grad(p, set_to_none)


def forget_grad(p: Tensor, set_to_none: bool) -> None:
    """Forget the gradient of one leaf, or cut it from its history and set it to zeros."""
    grad = p.grad
    if grad is None:
        return
    if set_to_none:
        p.grad = None
        return
    if grad.grad_fn is not None:
        detach_(grad)
    else:
        grad.requires_grad_(False)
    store(grad, 0)
