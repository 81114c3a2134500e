"""Calling a module with hooks: before and after its forward, and around its part of a backward."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable
from contextlib import suppress
from typing import TYPE_CHECKING, Any

from ... import hooks
from ...tensor import Tensor

if TYPE_CHECKING:
    from .backward_hook import BackwardHook
    from .module import Module

MIXED = (
    "Cannot use both regular backward hooks and full backward hooks on a single Module. Please "
    "use only one of them."
)


def no_hooks() -> dict[str, Any]:
    """The attributes in which a new module keeps its hooks."""
    return {
        "_forward_hooks": OrderedDict(),
        "_forward_hooks_with_kwargs": set(),
        "_forward_hooks_always_called": set(),
        "_forward_pre_hooks": OrderedDict(),
        "_forward_pre_hooks_with_kwargs": set(),
        "_backward_hooks": OrderedDict(),
        "_backward_pre_hooks": OrderedDict(),
        "_is_full_backward_hook": None,
    }


def _add(table: OrderedDict, hook: Callable, prepend: bool = False) -> hooks.RemovableHandle:
    handle = hooks.register(table, hook)
    if prepend:
        table.move_to_end(handle.id, last=False)
    return handle


def register_forward_pre_hook(
    self: Module, hook: Callable, *, prepend: bool = False, with_kwargs: bool = False
) -> hooks.RemovableHandle:
    """Call `hook(module, args)` before each forward; what it returns replaces the arguments."""
    handle = _add(self._forward_pre_hooks, hook, prepend)
    if with_kwargs:
        self._forward_pre_hooks_with_kwargs.add(handle.id)
    return handle


def register_forward_hook(
    self: Module,
    hook: Callable,
    *,
    prepend: bool = False,
    with_kwargs: bool = False,
    always_call: bool = False,
) -> hooks.RemovableHandle:
    """Call `hook(module, args, output)` after each forward; what it returns is the output."""
    handle = _add(self._forward_hooks, hook, prepend)
    if with_kwargs:
        self._forward_hooks_with_kwargs.add(handle.id)
    if always_call:
        self._forward_hooks_always_called.add(handle.id)
    return handle


def register_full_backward_pre_hook(
    self: Module, hook: Callable, prepend: bool = False
) -> hooks.RemovableHandle:
    """Call `hook(module, grad_output)` before the module's part of a backward."""
    return _add(self._backward_pre_hooks, hook, prepend)


def register_full_backward_hook(
    self: Module, hook: Callable, prepend: bool = False
) -> hooks.RemovableHandle:
    """Call `hook(module, grad_input, grad_output)` after the module's part of a backward."""
    if self._is_full_backward_hook is False:
        raise RuntimeError(MIXED)
    self._is_full_backward_hook = True
    return _add(self._backward_hooks, hook, prepend)


def register_backward_hook(self: Module, hook: Callable) -> hooks.RemovableHandle:
    """Call `hook(module, grad_input, grad_output)` after the output's own node ran."""
    if self._is_full_backward_hook is True:
        raise RuntimeError(MIXED)
    self._is_full_backward_hook = False
    return _add(self._backward_hooks, hook)


def call(module: Module, args: tuple, kwargs: dict) -> Any:
    """The forward of a module between its hooks.

    After an error the hooks that are always called run too, those that did not yet; an interrupt
    calls none, as in torch.
    """
    called: set[int] = set()
    output: Any = None
    try:
        args, kwargs = _before(module, args, kwargs)
        around = _around_backward(module)
        if around is not None:
            args = around.enter(args)
        output = module.forward(*args, **kwargs)
        for key, hook in list(module._forward_hooks.items()):
            called.add(key)
            changed = _after(module, key, hook, args, kwargs, output)
            output = output if changed is None else changed
        if around is not None:
            output = around.leave(output)
        if module._is_full_backward_hook is False:
            _watch_node(module, output)
        return output
    except Exception:
        for key, hook in list(module._forward_hooks.items()):
            if key in module._forward_hooks_always_called and key not in called:
                with suppress(Exception):  # the first error is what the caller gets to see
                    _after(module, key, hook, args, kwargs, output)
        raise


def _around_backward(module: Module) -> BackwardHook | None:
    """What calls the module's hooks in a backward, if it has some."""
    if not module._backward_pre_hooks and not module._is_full_backward_hook:
        return None
    from .backward_hook import BackwardHook  # few modules have such hooks

    full = module._backward_hooks.values() if module._is_full_backward_hook else ()
    return BackwardHook(module, list(full), list(module._backward_pre_hooks.values()))


def _before(module: Module, args: tuple, kwargs: dict) -> tuple[tuple, dict]:
    for key, hook in list(module._forward_pre_hooks.items()):
        if key not in module._forward_pre_hooks_with_kwargs:
            changed = hook(module, args)
            if changed is not None:
                args = changed if isinstance(changed, tuple) else (changed,)
            continue
        changed = hook(module, args, kwargs)
        if changed is None:
            continue
        if not isinstance(changed, tuple) or len(changed) != 2:
            raise RuntimeError(
                "forward pre-hook must return None or a tuple of (new_args, new_kwargs), but got "
                f"{changed}."
            )
        args, kwargs = changed
    return args, kwargs


def _after(module: Module, key: int, hook: Callable, args: tuple, kwargs: dict, output: Any) -> Any:
    if key in module._forward_hooks_with_kwargs:
        return hook(module, args, kwargs, output)
    return hook(module, args, output)


def _watch_node(module: Module, output: Any) -> None:
    """Put hooks of the old kind on the node that made the (first) output."""
    while not isinstance(output, Tensor):
        output = next(iter(output.values())) if isinstance(output, dict) else output[0]
    node = output.grad_fn
    if node is None:
        return
    for hook in module._backward_hooks.values():
        hooks.register_node_hook(node, lambda gi, go, hook=hook: hook(module, gi, go))
