"""The graph as programs walk it: what a node tells, its saved values, gradient edges.

A node's attributes are those of torch's nodes. `_saved_NAME` is what its rule keeps under that
name, `_saved_NAME_sym_sizes` a shape that it keeps, with torch's checks for freed and changed
values.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import Any, NamedTuple

import numpy as np

from .. import hooks, saved
from ..addresses import address
from ..backward import will_reach
from ..custom import FunctionNode
from ..errors import EngineAttributeError, EngineRuntimeError, EngineValueError, freed_graph
from ..node import AccumulateGrad, CopySlices, Node
from ..shapes import GivenAxis
from ..tensor import Tensor, edge, result, tracked

__all__ = [
    "GradientEdge",
    "Node",
    "attribute",
    "get_gradient_edge",
    "increment_version",
    "names",
    "register_multi_grad_hook",
]

_METHODS: dict[str, Callable] = {
    "name": lambda node: node.name(),
    "register_hook": hooks.register_node_hook,
    "register_prehook": hooks.register_node_prehook,
    "_sequence_nr": lambda node: node.seq,
}
_UNSIGNED = 1 << 64


def attribute(node: Node, name: str) -> Any:
    """The attribute `name` of a node. Raises: AttributeError as Python words it."""
    if name in _METHODS:
        return partial(_METHODS[name], node)
    if name == "next_functions":
        return _next_functions(node)
    if name == "metadata":
        return hooks.of_node(node).metadata
    if name == "requires_grad":
        return True
    if name == "variable" and isinstance(node, AccumulateGrad):
        return node.variable
    if isinstance(node, FunctionNode) and not name.startswith("_"):
        return getattr(node.ctx, name)
    if name.startswith("_saved_") and not isinstance(node, AccumulateGrad | CopySlices):
        found = _saved(node, name.removeprefix("_saved_"))
        if found is not _MISSING:
            return found
    raise EngineAttributeError(f"'{node.type_name()}' object has no attribute '{name}'")


def names(node: Node) -> list[str]:
    """The names that `dir` would list of a node."""
    known = [*_METHODS, "next_functions", "metadata", "requires_grad"]
    if isinstance(node, AccumulateGrad):
        return sorted([*known, "variable"])
    row = node.row
    if isinstance(node, CopySlices):
        return sorted(known)
    kept = [f"_saved_{p.name}" for i, p in enumerate(row.params) if i in row.keep]
    for what, number in row.extras:
        if what == "result":
            outputs = row.outputs if isinstance(row.outputs, tuple) else ("result",)
            kept.append(f"_saved_{outputs[number]}")
        else:
            kept.append(f"_saved_{row.params[number].name}_{_SUFFIX[what]}")
    return sorted(known + kept)


def _next_functions(node: Node) -> tuple:
    """The nodes behind, with the numbers of their outputs; what torch does not track is left out
    where it has no history here either.
    """
    edges = node.next_functions
    shown = _EDGES.get(node.name(), len(edges))
    return edges[:shown] if all(behind is None for behind, _ in edges[shown:]) else edges


_MISSING: Any = object()
_SUFFIX = {"shape": "sym_sizes", "dtype": "scalar_type"}
# what torch's nodes call otherwise than the rows here
_OWN_NAMES = {
    ("DotBackward0", "tensor"): "other",
    ("LinalgInvExBackward0", "inverse"): "result",
    ("LinalgCholeskyExBackward0", "L"): "result",
    ("LinalgDetBackward0", "A"): "self",
}
# what they keep though their rules do without it
_CONSTANTS = {(node, "alpha"): 1 for node in ("AddBackward0", "SubBackward0", "RsubBackward1")}
_REDUCTIONS = {"none": 0, "mean": 1, "sum": 2}
_ENDS = {"start": 0, "end": (1 << 63) - 1}  # of a slice that has none
# the edges that torch's nodes have; the rows here have derivatives for weights too
_EDGES = {
    "BinaryCrossEntropyBackward0": 2,
    "BinaryCrossEntropyWithLogitsBackward0": 2,
    "SoftMarginLossBackward0": 1,
}


def _saved(node: Node, name: str) -> Any:
    """What a node keeps under a name. Raises: RuntimeError if it was freed or changed."""
    row = node.row
    name = _OWN_NAMES.get((node.name(), name), name)
    places = {p.name: i for i, p in enumerate(row.params) if i in row.keep}
    if name in places:
        return _argument(node, places[name])
    if (node.name(), name) in _CONSTANTS:
        return _CONSTANTS[node.name(), name]
    for k, (what, number) in enumerate(row.extras, len(row.params)):
        if what == "result":
            outputs = row.outputs if isinstance(row.outputs, tuple) else ("result",)
            if name == outputs[number]:
                return _result(node, _one(node, k), number)
        elif name == f"{row.params[number].name}_{_SUFFIX[what]}":
            return _one(node, k)
    return _MISSING


def _one(node: Node, place: int) -> Any:
    """One saved value, with torch's checks."""
    if node.saved is None:
        raise freed_graph()
    value = node.saved[place]
    if value.__class__ is saved.Packed:
        return value.open()
    return saved.values(node, recorded=True)[place]


def _argument(node: Node, place: int) -> Any:
    """A saved argument as torch shows it."""
    value = _one(node, place)
    param = node.row.params[place]
    if value.__class__ is Tensor:
        return value
    if node.row.name == "slice" and param.name in _ENDS and value is None:
        return _ENDS[param.name]
    if value is None:
        return 1 if param.name == "correction" and _axes_given(node) else None
    if param.kind in ("Array", "Tensors", "Index"):
        if value.__class__ in (int, bool, float):
            return result(np.asarray(value, None if value.__class__ is not float else np.float32))
        return result(value)
    if param.kind == "Arrays":
        return tuple(value)
    if param.kind in ("Dim", "NewDim"):
        return _axis(node, value)
    if param.kind == "Dims" and param.default is None and value and not _axes_given(node):
        return None
    if param.kind in ("Dims", "SomeDims"):
        return tuple(_axis(node, v) for v in value)
    if param.name == "reduction" and value in _REDUCTIONS:
        return _REDUCTIONS[value]
    if isinstance(value, int) and value < 0 and param.kind == "int":
        return value + _UNSIGNED
    if param.name in ("dims", "shifts") and isinstance(value, tuple):
        return tuple(_unsigned(getattr(v, "given", v)) for v in value)
    return value


def _axes_given(node: Node) -> bool:
    """Whether the call named axes, rather than meaning all of them."""
    assert node.saved is not None
    axes = node.saved[node.row.places["dim"]]
    return any(axis.__class__ is GivenAxis for axis in axes or ())


def _unsigned(number: int) -> int:
    """A number as torch shows it, which takes it for one without sign."""
    return number if number >= 0 else number + _UNSIGNED


def _result(node: Node, value: Any, number: int) -> Any:
    """A saved result: tracked where gradients flow through it, indices are not."""
    flows = node.row.outputs is None or number in node.row.differentiable
    if value.__class__ is Tensor:
        return value if flows else result(value.data)
    return tracked(value, node, number) if flows else result(value)


def _axis(node: Node, axis: Any) -> int:
    """An axis as it was given, else from the front where the shape is known.

    torch shows a negative one as an unsigned number.
    """
    if axis.__class__ is GivenAxis:
        return _unsigned(axis.given)
    ndim = _axes_of_input(node)
    return axis + (_UNSIGNED if ndim is None else ndim)


def _axes_of_input(node: Node) -> int | None:
    """How many axes the axes of an operation count, None if nothing tells."""
    assert node.saved is not None
    row = node.row
    for k, (what, number) in enumerate(row.extras, len(row.params)):
        shape = node.saved[k]
        if what == "shape" and number == 0 and shape:
            if isinstance(shape[0], tuple):  # of a list of inputs
                return len(shape[0]) + (row.name == "stack")
            return len(shape)
    if row.outputs == "list" and node.outputs:
        return len(node.outputs[0][0]) + (row.name == "unbind")
    for value in node.saved:
        if value.__class__ is Tensor or isinstance(value, np.ndarray):
            return len(value.shape)
    return None


# -- torch.autograd.graph


class GradientEdge(NamedTuple):
    """Where the gradient of a tensor goes: a node and the number of its output."""

    node: Node
    output_nr: int
    ownership_token: Node | None = None


def get_gradient_edge(tensor: Tensor) -> GradientEdge:
    """The edge of a tensor. Raises: RuntimeError if it is not tracked."""
    node = edge(tensor)
    if node is None:
        raise EngineRuntimeError(
            "It is not possible to get the gradient edge for a Tensor that does not require "
            "gradients"
        )
    return GradientEdge(node, tensor.output_nr)


def increment_version(tensor: Any) -> None:
    """Count up the version of a tensor, or of each of several."""
    for t in (tensor,) if isinstance(tensor, Tensor) else tensor:
        t.share_storage().count_write()


def register_multi_grad_hook(
    tensors: Sequence[Tensor], fn: Callable, *, mode: str = "all"
) -> _MultiHandle:
    """Call `fn` when the gradients of all (or `mode='any'`: the first) of `tensors` are there.

    Raises: ValueError for another mode.
    """
    if mode not in ("all", "any"):
        raise EngineValueError(f"Expects mode to be one of {('all', 'any')} but got {mode}")
    gathered = _Gathered(tensors, fn, mode)
    return _MultiHandle(
        [hooks.register_hook(t, gathered.hook_for(k)) for k, t in enumerate(tensors)]
    )


class _Gathered:
    """The gradients of several tensors that have come in during a pass."""

    def __init__(self, tensors: Sequence[Tensor], fn: Callable, mode: str) -> None:
        self.nodes = [edge(t) for t in tensors]
        self.fn = fn
        self.any = mode == "any"
        self._clear()

    def _clear(self) -> None:
        self.grads: list[Tensor | None] = [None] * len(self.nodes)
        self.seen = 0

    def hook_for(self, place: int) -> Callable:
        """The hook of one of the tensors."""

        def seen(grad: Tensor) -> None:
            self.seen += 1
            self.grads[place] = grad
            if self.any and self.seen == 1:
                self.fn(grad)
            expected = sum(n is not None and will_reach(n) for n in self.nodes)
            if self.seen == expected:
                grads = self.grads
                self._clear()
                if not self.any:
                    self.fn(grads)

        return seen


class _MultiHandle:
    """Several handles as one."""

    __module__ = "torch.autograd.graph"

    def __init__(self, handles: list[hooks.RemovableHandle]) -> None:
        self._handles = handles

    def __repr__(self) -> str:
        return f"<torch.autograd.graph._MultiHandle object at {address(self)}>"

    def remove(self) -> None:
        """Take all the hooks away."""
        for handle in self._handles:
            handle.remove()
