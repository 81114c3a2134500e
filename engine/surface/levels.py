"""What torch.func does around a function: fresh tensors going in, histories cut coming out.

A transform differentiates with respect to new tensors that stand for its arguments. One that
leads back to something tracked outside is the result of an identity node; any other is a leaf.
What comes out keeps its history if that leads outside, and loses it otherwise.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from ..backward import gradients, reachable
from ..errors import EngineRuntimeError, EngineValueError
from ..modes import state
from ..node import AccumulateGrad
from ..ops.lead import zeros_like
from ..tensor import Tensor, edge, wants_grad
from . import trees


class Level:
    """One application of a transform. Use inside `enable_grad`.

    leaves: the tensors made for arguments that nothing outside tracks. outside: whether the
    caller records.
    """

    def __init__(self) -> None:
        self.leaves: list[Tensor] = []
        self.outside = state.grad_enabled

    def enter(self, tree: Any) -> Any:
        """Fresh tensors for those in a nested argument. Raises: ValueError for other leaves."""
        return trees.map_leaves(self._fresh, tree)

    def _fresh(self, value: Any) -> Tensor:
        if not isinstance(value, Tensor):
            raise EngineValueError(
                f"Thing passed to transform API must be Tensor, got {type(value)}"
            )
        if self.outside and wants_grad(value):
            return value.view_as(value)  # type: ignore[attr-defined]
        leaf = value.detach().requires_grad_()
        self.leaves.append(leaf)
        return leaf

    def leave(self, tree: Any) -> Any:
        """Results as the caller sees them. Raises: RuntimeError for what is no tensor."""
        return trees.map_leaves(self._cut, tree)

    def _cut(self, value: Any) -> Tensor:
        if not isinstance(value, Tensor):
            raise EngineRuntimeError(f"Expected tensors, got unsupported type {type(value)}")
        node = edge(value)
        if node is None:
            return value
        if not self.outside:
            return value.detach()
        own = {id(leaf) for leaf in self.leaves}
        _, leaves = reachable([node])
        outer = any(isinstance(n, AccumulateGrad) and id(n.variable) not in own for n in leaves)
        return value if outer else value.detach()


def pulled_back(
    outputs: Sequence[Tensor],
    inputs: Sequence[Tensor],
    cotangents: Sequence[Tensor] | None = None,
    *,
    lead: int = 0,
) -> list[Tensor]:
    """The recorded cotangents of `inputs`, zeros where nothing flows."""
    given = cotangents if cotangents is not None else [None] * len(outputs)
    live = [(o, c) for o, c in zip(outputs, given, strict=True) if wants_grad(o)]
    found: Sequence[Tensor | None] = [None] * len(inputs)
    if live:
        found = gradients(
            [o for o, _ in live],
            inputs,
            [c for _, c in live],
            create_graph=True,
            lead=lead,
        )
    return [zeros_like(t.detach()) if g is None else g for g, t in zip(found, inputs, strict=True)]


# -- which arguments


def picked(args: tuple, argnums: Any) -> Any:
    """The argument, or tuple of arguments, that `argnums` names. Raises: torch's errors."""
    if not isinstance(argnums, int | tuple):
        raise EngineRuntimeError(f"argnums must be int or Tuple[int, ...], got: {type(argnums)}")
    if isinstance(argnums, int):
        return args[_place(argnums, len(args))]
    places = tuple(_place(a, len(args)) for a in argnums)
    if not places:
        raise EngineRuntimeError("argnums must be non-empty")
    if len(set(places)) != len(places):
        raise EngineRuntimeError(f"argnums elements must be unique, got {places}")
    return tuple(args[p] for p in places)


def replaced(args: tuple, argnums: Any, new: Any) -> tuple:
    """The arguments with those that `argnums` names replaced."""
    out = list(args)
    if isinstance(argnums, int):
        out[_place(argnums, len(args))] = new
    else:
        for place, value in zip(argnums, new, strict=True):
            out[_place(place, len(args))] = value
    return tuple(out)


def _place(argnum: Any, count: int) -> int:
    if not isinstance(argnum, int):
        raise EngineRuntimeError(f"argnum must be int, got: {type(argnum)}")
    if not -count <= argnum < count:
        raise EngineRuntimeError(f"Got argnum={argnum}, but only {count} positional inputs")
    return argnum % count


# -- what functions may return


def split_aux(output: Any, has_aux: bool, api: str) -> tuple[Any, Any]:
    """The output and what goes with it. Raises: RuntimeError if it should be a pair and is not."""
    if not has_aux:
        return output, None
    if not (isinstance(output, tuple) and len(output) == 2):
        raise EngineRuntimeError(
            f"{api}: output of function f should be a tuple: (output, aux) if has_aux is True"
        )
    return output


def tensors_in(output: Any, api: str) -> tuple[list[Tensor], Any]:
    """The tensors of an output and its structure. Raises: torch's errors for anything else."""
    flat, structure = trees.flatten(output)
    if not flat or (len(flat) == 1 and flat[0] is None):
        raise EngineRuntimeError(
            f"{api}: Expected f to be a function that has non-empty output (got output = {flat})"
        )
    for value in flat:
        if not isinstance(value, Tensor):
            raise EngineRuntimeError(
                f"{api}: expected f(*primals) to return only tensors, got unsupported type "
                f"{type(value)}"
            )
    return flat, structure


def named_as(function: Callable, wrapper: Callable) -> Callable:
    """`wrapper` under the name of what it wraps."""
    wrapper.__name__ = getattr(function, "__name__", wrapper.__name__)
    wrapper.__doc__ = getattr(function, "__doc__", None)
    return wrapper
