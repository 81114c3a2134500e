"""Nodes and edges of the graph: what an operation leaves behind for the two passes.

A node knows its row (which holds the rules), what the rules need (`saved`), and its edges
(`next`, `next_nr`): for each input the node and output number that made it, None where no
gradient is wanted. Numbers in `seq` grow, so a node always comes after those it leads to.
"""

from __future__ import annotations

import itertools
from typing import TYPE_CHECKING, Any

from .addresses import address
from .dtypes import DType
from .storage import Storage

if TYPE_CHECKING:
    from .tensor import Tensor

next_seq = itertools.count().__next__
LEAF_SEQ = 1 << 62  # leaves run as soon as they are ready, as in torch


class Node:
    """One recorded operation.

    row: the operation; its rules run backward and forward through this node.
    saved: the arguments that the rules name, None in place of the others, then the extras
        (shapes, dtypes, the result); None as a whole once freed.
    next: for each input the node that made it, None where no gradient is wanted.
    origin: what was being evaluated (`modes.state.origin`), for reports.
    result_storage: the version counter of a saved result, once its memory is shared.
    extra: hooks, or None.

    The rest has the values below in the nodes of float64 scalars, which need no more and are
    made by the million; `ArrayNode` has room for it.
    """

    __module__ = "torch.autograd.graph"  # where programs know it from
    __slots__ = ("__weakref__", "extra", "next", "origin", "result_storage", "row", "saved", "seq")
    row: Any
    saved: tuple | None
    next: tuple[Node | None, ...]
    seq: int
    origin: object
    extra: Any
    result_storage: Storage | None

    next_nr: tuple[int, ...] | None = None
    versions: tuple[int, ...] | None = None
    shapes: tuple | None = None
    common: DType | None = None
    dtypes: tuple | None = None
    outputs: tuple | None = None
    result_version: int = 0

    @property
    def op_name(self) -> str:
        """The language's name of the operation, for reports."""
        return self.row.name

    def name(self) -> str:
        """torch's name of the node, such as 'MulBackward0'."""
        return self.row.node_name

    def type_name(self) -> str:
        """The name without torch's namespace, which is how texts show the node."""
        return self.name().rpartition("::")[2]

    def __repr__(self) -> str:
        return f"<{self.type_name()} object at {address(self)}>"

    @property
    def next_functions(self) -> tuple[tuple[Node | None, int], ...]:
        """The edges: pairs of node and output number, as torch shows them."""
        numbers = self.next_nr or (0,) * len(self.next)
        return tuple(zip(self.next, numbers, strict=True))

    def release(self) -> None:
        """Drop what was saved; a later pass through this node is an error."""
        saved = self.saved
        if saved is not None:
            for k in self.row.freed:
                if saved[k] is not None:
                    self.saved = None
                    return


class ArrayNode(Node):
    """A node with what array operations need besides.

    next_nr: the output number of each edge, or None if all are 0.
    versions: the versions of the saved arguments, or None if all were at 0.
    shapes: input shapes and the result's, or None where all are equal (elementwise rows).
    common: the dtype that inputs of several dtypes were promoted to, or None.
    dtypes: the dtypes of the inputs where they differ from the result's, else None: cotangents
        are cast back to them.
    outputs: shapes and dtypes of the results of a node with several, else None.
    result_version: the version of a saved result.
    """

    __slots__ = (
        "common",
        "dtypes",
        "next_nr",
        "outputs",
        "result_version",
        "shapes",
        "versions",
    )

    def __init__(self) -> None:
        self.next_nr = self.versions = self.shapes = None
        self.common = self.dtypes = self.outputs = None
        self.result_version = 0


class AccumulateGrad(Node):
    """Where a leaf's gradient arrives. It holds the leaf; the leaf refers back weakly."""

    __slots__ = ("variable",)

    def __init__(self, variable: Tensor) -> None:
        self.variable = variable
        self.row = None
        self.saved = ()
        self.next = ()
        self.seq = LEAF_SEQ
        self.result_storage = None
        self.origin = None
        self.extra = None

    @property
    def op_name(self) -> str:
        return "leaf"

    def name(self) -> str:
        return "torch::autograd::AccumulateGrad"


class CopySlices(ArrayNode):
    """The history of a tensor part of which was written through a view.

    change: the node of the operation that wrote; its first edge is not used. place: the part.
    shape: of the whole. The edges are that of the whole as it was, then the other inputs of
    `change`. Its rules are in `rules.py`: they run those of `change` on the part.
    """

    __slots__ = ("change", "place", "shape")

    def __init__(self, change: Node, place: Any, shape: tuple, whole: Node | None, nr: int) -> None:
        super().__init__()
        self.row = _COPY_SLICES
        self.change = change
        self.place = place
        self.shape = shape
        self.saved = ()
        self.next = (whole, *change.next[1:])
        numbers = (nr if whole is not None else 0, *(change.next_nr or (0,) * len(change.next))[1:])
        self.next_nr = numbers if any(numbers) else None
        self.result_storage = None
        self.extra = None

    @property
    def op_name(self) -> str:
        return self.change.op_name

    def release(self) -> None:
        """Drop what the operation saved; a later pass through this node is an error."""
        self.saved = None
        self.change.saved = None


class _CopySlicesRow:
    """What the passes ask of a row, for nodes that have none."""

    name = "copy_slices"
    kind = "copy_slices"
    node_name = "torch::autograd::CopySlices"
    formulas = ()
    saves_result = False


_COPY_SLICES = _CopySlicesRow()
