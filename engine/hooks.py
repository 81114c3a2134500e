"""Hooks on tensors and nodes: functions that see, and may replace, what the reverse pass carries.

Order in one node, as in torch: hooks of the node's result, then `retain_grad`, then the node's
pre-hooks, its rule, its hooks. Hooks get tensors, whether or not the pass is recorded.
"""

from __future__ import annotations

import itertools
from collections.abc import Callable
from typing import Any

from .errors import EngineRuntimeError, EngineTypeError
from .node import Node
from .ops.convert import clone
from .tensor import Tensor, history, result, wants_grad

_number = itertools.count().__next__


class RemovableHandle:
    """What registering a hook returns; `remove`, or leaving a with block, takes it away again.

    id: the hook's key among those it was registered with.
    """

    __slots__ = ("_hooks", "id")
    __module__ = "torch.utils.hooks"

    def __init__(self, hooks: dict, key: int) -> None:
        self._hooks = hooks
        self.id = key

    def remove(self) -> None:
        """Take the hook away; nothing happens where it is gone."""
        self._hooks.pop(self.id, None)

    def __enter__(self) -> RemovableHandle:
        return self

    def __exit__(self, *exception: object) -> None:
        self.remove()


def register(hooks: dict, hook: Callable) -> RemovableHandle:
    """Put a hook behind those in a table, under a number of its own."""
    key = _number()
    hooks[key] = hook
    return RemovableHandle(hooks, key)


class NodeHooks:
    """The hooks of one node.

    results: hooks of its results, by output number. retained: tensors whose gradient is kept,
    by output number. before_rule, after_rule: the node's own. metadata: what a program notes.
    """

    __slots__ = ("after_rule", "before_rule", "metadata", "results", "retained")

    def __init__(self) -> None:
        self.results: dict[int, dict] = {}
        self.retained: dict[int, Tensor] = {}
        self.before_rule: dict = {}
        self.after_rule: dict = {}
        self.metadata: dict = {}

    def before(self, node: Node, g: Any, recorded: bool) -> Any:
        """The cotangent after the hooks that run before the rule."""
        several = node.outputs is not None
        gs = list(g) if several else [g]
        for number, hooks in self.results.items():
            if gs[number] is not None:
                gs[number] = run(hooks, gs[number], recorded)
        for number, tensor in self.retained.items():
            if gs[number] is not None:
                _keep(tensor, _tensor(gs[number]))
        if self.before_rule:
            gs = _run_on_all(self.before_rule, (tuple(map(_optional, gs)),), gs, recorded)
        return gs if several else gs[0]

    def after(self, node: Node, g: Any, ds: list, recorded: bool) -> list:
        """The cotangents of the inputs after the node's hooks."""
        if not self.after_rule:
            return ds
        gs = g if node.outputs is not None else [g]
        seen = (tuple(map(_optional, ds)), tuple(map(_optional, gs)))
        return _run_on_all(self.after_rule, seen, list(ds), recorded)


def _tensor(value: Any) -> Tensor:
    return value if value.__class__ is Tensor else result(value)


def _optional(value: Any) -> Tensor | None:
    return None if value is None else _tensor(value)


def _keep(tensor: Tensor, g: Tensor) -> None:
    """Accumulate a gradient of an intermediate tensor."""
    extra = tensor.extras()
    if extra.grad is None:
        extra.grad = clone(g) if g.requires_grad else g
    else:
        extra.grad = extra.grad + g  # type: ignore[operator]


def run(hooks: dict, g: Any, recorded: bool) -> Any:
    """Pass a cotangent through a tensor's hooks; what one returns replaces it.

    Raises: torch's errors for a hook that returns something else than a gradient of this kind.
    """
    for hook in list(hooks.values()):
        changed = hook(_tensor(g))
        if changed is not None:
            _check(changed, _tensor(g), hook)
            g = changed if recorded else changed.data
    return g


def _check(changed: Any, g: Tensor | None, hook: Callable) -> None:
    """Raise torch's errors for what cannot stand for a gradient."""
    if not isinstance(changed, Tensor):
        raise EngineTypeError(f"expected Variable, but hook returned '{type(changed).__name__}'")
    if g is None:
        return
    name = getattr(hook, "__name__", "<unknown>")
    if changed.dtype is not g.dtype:
        raise EngineRuntimeError(
            f"hook '{name}' has changed the type of value (was {g.dtype.tensor_type} got "
            f"{changed.dtype.tensor_type})"
        )
    if changed.shape != g.shape:
        raise EngineRuntimeError(f"hook '{name}' has changed the size of value")


def _run_on_all(hooks: dict, seen: tuple, values: list, recorded: bool) -> list:
    """Pass the cotangents of a node through its hooks; the first item of `seen` holds them."""
    for hook in list(hooks.values()):
        changed = hook(*seen)
        if changed is None:
            continue
        if not isinstance(changed, tuple):
            raise EngineTypeError(f"expected tuple, but hook returned '{type(changed).__name__}'")
        if len(changed) != len(values):
            name = getattr(hook, "__name__", "<unknown>")
            raise EngineRuntimeError(
                f"hook '{name}' has returned an incorrect number of values (got {len(changed)}, "
                f"but expected {len(values)})"
            )
        for new, old in zip(changed, seen[0], strict=True):
            if new is not None:
                _check(new, old, hook)
        values = [c if recorded or c is None else c.data for c in changed]
        seen = (changed, *seen[1:])
    return values


def of_node(node: Node) -> NodeHooks:
    """The hooks of a node, made on first use."""
    if node.extra is None:
        node.extra = NodeHooks()
    return node.extra


def register_hook(tensor: Tensor, hook: Callable) -> RemovableHandle:
    """Call `hook` with every gradient of `tensor`. Raises torch's error if it is not tracked."""
    if not wants_grad(tensor):
        raise EngineRuntimeError("cannot register a hook on a tensor that doesn't require gradient")
    node = history(tensor)
    if node is None:
        extra = tensor.extras()
        if extra.hooks is None:
            extra.hooks = {}
        return register(extra.hooks, hook)
    return register(of_node(node).results.setdefault(tensor.output_nr, {}), hook)


def register_post_accumulate_grad_hook(tensor: Tensor, hook: Callable) -> RemovableHandle:
    """Call `hook` with the leaf after a gradient was accumulated into it."""
    if not wants_grad(tensor):
        raise EngineRuntimeError("cannot register a hook on a tensor that doesn't require gradient")
    if history(tensor) is not None:
        raise EngineRuntimeError(
            "post accumulate grad hooks cannot be registered on non-leaf tensors"
        )
    extra = tensor.extras()
    if extra.post_hooks is None:
        extra.post_hooks = {}
    return register(extra.post_hooks, hook)


def retain_grad(tensor: Tensor) -> None:
    """Keep the gradient of an intermediate tensor in its `.grad`; nothing to do for a leaf."""
    if not wants_grad(tensor):
        raise EngineRuntimeError("can't retain_grad on Tensor that has requires_grad=False")
    node = history(tensor)
    if node is not None:
        tensor.extras().retains_grad = True
        of_node(node).retained[tensor.output_nr] = tensor


def register_node_prehook(node: Node, hook: Callable) -> RemovableHandle:
    """Call `hook(grad_outputs)` before the node's rule."""
    return register(of_node(node).before_rule, hook)


def register_node_hook(node: Node, hook: Callable) -> RemovableHandle:
    """Call `hook(grad_inputs, grad_outputs)` after the node's rule."""
    return register(of_node(node).after_rule, hook)
