"""Nodes of operations that a user defines by a forward and a backward of his own.

The passes see an ordinary node; its rule is the user's, which gets and gives tensors. What the
user's functions share is the context, an object that belongs to the surface; what the engine
has to know of a call is in `CallState`.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from . import shapes
from .addresses import address
from .errors import EngineRuntimeError, NotOffered, freed_graph
from .modes import state
from .node import ArrayNode, Node, next_seq
from .ops import lead as lead_ops
from .ops.convert import to_dtype
from .saved import Packed, check_version, packed
from .tensor import Tensor, edge, result, wants_grad


class _Row:
    """What the passes ask of a row, for the nodes of one user-defined operation."""

    kind = "function"
    formulas = ()
    freed = ()
    params = ()
    extras = ()
    keep: frozenset = frozenset()
    saves_result = False
    outputs = None

    def __init__(self, name: str) -> None:
        self.name = name
        self.node_name = name + "Backward"


class CallState:
    """What one call of a user's operation notes for its backward.

    backward, jvp: the user's rules, with the context bound. saved, versions: the tensors saved
    and their versions then. freed: whether they may be used no longer. dirty, non_differentiable:
    tensors so marked. materialize_grads: whether backward gets zeros in place of None.
    """

    __slots__ = (
        "backward",
        "dirty",
        "freed",
        "jvp",
        "materialize_grads",
        "non_differentiable",
        "saved",
        "versions",
    )

    def __init__(self, backward: Callable, jvp: Callable) -> None:
        self.backward = backward
        self.jvp = jvp
        self.saved: tuple = ()
        self.versions: tuple[int, ...] = ()
        self.freed = False
        self.dirty: tuple = ()
        self.non_differentiable: tuple = ()
        self.materialize_grads = True

    def save(self, tensors: tuple) -> None:
        """Keep tensors, None among them, as they are now."""
        self.saved = tuple(None if t is None else packed(t) for t in tensors)
        self.versions = tuple(0 if t is None else t.version for t in tensors)

    def saved_tensors(self) -> tuple:
        """What was saved. Raises: torch's errors if it was freed, or changed since."""
        if self.freed:
            raise freed_graph()
        found = []
        for t, version in zip(self.saved, self.versions, strict=True):
            if t.__class__ is Packed:
                found.append(t.open())
                continue
            if t is not None:
                check_version(t, version)
            found.append(t)
        return tuple(found)


class FunctionNode(ArrayNode):
    """The node of one call. ctx: what forward and backward share; call: what the engine needs.

    places: which arguments of the call the edges belong to. count: how many arguments it had.
    expected: shape and dtype of the tensors behind the edges. made: shapes and dtypes of the
    results, by output number.
    """

    __slots__ = ("call", "count", "ctx", "expected", "made", "places")

    def __init__(self, name: str, ctx: Any, call: CallState, args: Sequence[Any]) -> None:
        super().__init__()
        self.row = _Row(name)
        self.ctx = ctx
        self.call = call
        self.count = len(args)
        self.places = tuple(k for k, a in enumerate(args) if isinstance(a, Tensor))
        tensors = [args[k] for k in self.places]
        self.expected = tuple((t.shape, t.dtype) for t in tensors)
        self.made: tuple = ()
        self.next = tuple(edge(t) if wants_grad(t) else None for t in tensors)
        numbers = tuple(
            t.output_nr if n is not None else 0 for t, n in zip(tensors, self.next, strict=True)
        )
        self.next_nr = numbers if any(numbers) else None
        self.seq = next_seq()
        self.saved = ()
        self.extra = None
        self.origin = state.origin
        self.result_storage = None

    def finish(self, outs: Sequence[Tensor]) -> None:
        """Note what the operation gave."""
        self.made = tuple((t.shape, t.dtype) for t in outs)
        self.outputs = self.made if len(outs) > 1 else None

    def __repr__(self) -> str:
        return f"<torch.autograd.function.{self.name()} object at {address(self)}>"

    def release(self) -> None:
        """Drop what was saved; a later look at it is an error."""
        if self.call.saved:
            self.call.freed = True


def function_vjp(node: Any, g: Any, lead: int, recorded: bool) -> list:
    """The cotangents of a user-defined operation, by its backward."""
    if lead:
        return lead_ops.one_by_one(lambda c: function_vjp(node, c, 0, recorded), g, lead)
    given = list(g) if node.outputs is not None else [g]
    call = node.call
    cotangents = [
        (_zeros(made) if call.materialize_grads else None) if c is None else _tensor(c)
        for c, made in zip(given, node.made, strict=True)
    ]
    found = call.backward(*cotangents)
    grads = _checked_count(node, found if isinstance(found, tuple) else (found,))
    out: list[Any] = []
    for k, (place, nxt) in enumerate(zip(node.places, node.next, strict=True)):
        d = grads[place]
        if d is None or nxt is None:
            out.append(None)
            continue
        d = _fitting(node, k, place, d)
        out.append(d if recorded else d.data)
    return out


def _tensor(value: Any) -> Tensor:
    return value if value.__class__ is Tensor else result(value)


def _zeros(made: tuple) -> Tensor:
    shape, dtype = made
    return result(np.zeros(shape, dtype.np))


def _checked_count(node: FunctionNode, grads: tuple) -> tuple:
    """The gradients, one for each argument. Raises: torch's error for another number."""
    name = node.name()
    extra = grads[node.count :]
    if len(grads) < node.count or any(g is not None for g in extra):
        raise EngineRuntimeError(
            f"function {name} returned an incorrect number of gradients (expected {node.count}, "
            f"got {len(grads)})"
        )
    for k, g in enumerate(grads[: node.count]):
        if g is not None and not isinstance(g, Tensor):
            raise EngineRuntimeError(f"expected Variable or None (got {type(g).__name__})")
        if g is not None and k not in node.places:
            raise EngineRuntimeError(
                f"function {name} returned a gradient different from None at position {k + 1}, "
                "but the corresponding forward input was not a Variable"
            )
    return grads


def _fitting(node: FunctionNode, k: int, place: int, d: Tensor) -> Tensor:
    """A gradient in the shape and dtype of its input. Raises: torch's error if it has no such."""
    shape, dtype = node.expected[k]
    if d.shape != shape:
        if not _reduces(d.shape, shape):
            raise EngineRuntimeError(
                f"Function {node.name()} returned an invalid gradient at index {place} - got "
                f"{list(d.shape)} but expected shape compatible with {list(shape)}"
            )
        d = lead_ops.sum_back(d, 0, shape)
    return to_dtype(d, dtype)


def _reduces(whole: tuple[int, ...], shape: tuple[int, ...]) -> bool:
    """Whether `shape` broadcasts to `whole`."""
    try:
        return shapes.broadcast(whole, shape) == whole
    except EngineRuntimeError:
        return False


def function_jvp(node: Any, tangents: list, lead: int, recorded: bool) -> Any:
    """The tangents of a user-defined operation, by its jvp."""
    if lead:
        return lead_ops.one_by_one(lambda ts: function_jvp(node, ts, 0, recorded), tangents, lead)
    given: list[Any] = [None] * node.count
    for place, t in zip(node.places, tangents, strict=True):
        given[place] = None if t is None else _tensor(t)
    found = node.call.jvp(*given)
    several = found if isinstance(found, tuple) else (found,)
    out = [t if recorded or t is None else t.data for t in several]
    return out if node.outputs is not None else out[0]


class DelayedError(Node):
    """A node behind results that must not be differentiated; says why when a pass reaches it."""

    __slots__ = ("message",)

    def __init__(self, message: str) -> None:
        self.message = message
        self.row = _Row("DelayedError")
        self.row.node_name = "DelayedError"
        self.row.kind = "delayed_error"
        self.saved = ()
        self.next = ()
        self.seq = next_seq()
        self.extra = None
        self.origin = None
        self.result_storage = None


def refuse(node: Any, g: Any, lead: int, recorded: bool) -> Any:
    """Raise the error of a node that must not be reached."""
    raise EngineRuntimeError(node.message)


def no_jvp() -> NotOffered:
    """torch's error for forward mode through an operation without a jvp."""
    return NotOffered(
        "You must implement the jvp function for custom autograd.Function to use it with forward "
        "mode AD."
    )
