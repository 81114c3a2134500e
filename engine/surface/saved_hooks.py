"""torch.autograd.graph.saved_tensors_hooks: what nodes save goes through a program's functions.

Source of the behaviour: torch/autograd/graph.py and torch/csrc/autograd/saved_variable.cpp.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from ..errors import EngineRuntimeError
from ..modes import Block, refusing_saved_hooks, state
from ..row import Row
from ..saved import packed
from ..tensor import Tensor, tracked

_MODULE = "torch.autograd.graph"


class saved_tensors_hooks:  # noqa: N801 -- torch's name
    """Inside the block, save what `pack_hook` gives and use what `unpack_hook` gives for it."""

    __module__ = _MODULE

    def __init__(self, pack_hook: Callable, unpack_hook: Callable) -> None:
        self.pack_hook = pack_hook
        self.unpack_hook = unpack_hook
        self._before: list[Callable | None] = []

    def __enter__(self) -> None:
        if state.saved_hooks_refused is not None:
            raise EngineRuntimeError(state.saved_hooks_refused)
        self._before.append(state.on_apply)
        state.saved_tensor_hooks.append((self.pack_hook, self.unpack_hook))
        if state.on_apply is not _pack_saved:
            state.on_apply = _after(state.on_apply)

    def __exit__(self, *exception: object) -> None:
        state.saved_tensor_hooks.pop()
        state.on_apply = self._before.pop()


def _after(before: Callable | None) -> Callable:
    """Packing, after what else wants to know of each operation."""
    if before is None:
        return _pack_saved

    def both(row: Row, args: Any, out: Any) -> None:
        before(row, args, out)
        _pack_saved(row, args, out)

    return both


def _pack_saved(row: Row, args: Any, out: Any) -> None:
    """Pack what the node of an operation saved, in the order in which its rules name it."""
    outs = out if isinstance(out, tuple) else (out,)
    node = next((t.grad_fn for t in outs if t.grad_fn is not None), None)
    if node is None or node.row is not row or node.saved is None:
        return
    results = dict(row.result_positions)
    saved: list[Any] = list(node.saved)
    for place in row.fields.values():
        value = saved[place]
        if value is None:
            continue
        if place in results:
            saved[place] = packed(tracked(value, node, results[place]))
        elif value.__class__ is Tensor:
            saved[place] = packed(value)
    node.saved = tuple(saved)


class save_on_cpu(saved_tensors_hooks):  # noqa: N801 -- torch's name
    """Keep what is saved in the memory of the CPU, where it is anyway."""

    __module__ = _MODULE

    def __init__(self, pin_memory: bool = False, device_type: str = "cuda") -> None:
        super().__init__(lambda t: t, lambda t: t)


def disable_saved_tensors_hooks(error_message: str, is_tracing: bool = False) -> Block:
    """Let hooks on saved tensors raise an error inside the block."""
    return refusing_saved_hooks(error_message)
