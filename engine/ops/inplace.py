"""Writing into tensors: the in-place forms of operations, and how they rewrite history.

`y.mul_(w)` computes what `mul` computes, copies the result into y's memory, counts up its
version, and makes y the result of the new node. A write through a view makes the base the
result of a `CopySlices` node, which sends the part's cotangent through the operation and the
rest around it. A view whose memory was written since is made again as AsStrided of its base
when its history is next asked for. Everything is refused before anything is changed.
Source: torch torch/csrc/autograd/VariableTypeUtils.h and variable.cpp (rebase_history).
"""

from __future__ import annotations

from copy import copy
from typing import Any

import numpy as np

from .. import dtypes
from ..apply import apply, inputs_of, record, wants
from ..errors import EngineRuntimeError, overlapping
from ..modes import state
from ..node import CopySlices, Node, next_seq
from ..row import Row
from ..tensor import Tensor, edge
from .place import Box, Cells, Place
from .strided import Geometry, as_strided_from, memory_places

_new = object.__new__
LEAF = "leaf Variable that requires grad is being used in an in-place operation."
MULTIPLE = (
    " This view is the output of a function that returns multiple views. Such functions do not "
    "allow the output views to be modified inplace. You should replace the inplace operation by "
    "an out-of-place one."
)
FUNCTION = (
    " This view was created inside a custom Function (or because an input was returned as-is) and "
    "the autograd logic to handle view+inplace would override the custom backward associated with "
    "the custom Function, leading to incorrect gradients. This behavior is forbidden. You can fix "
    "this by cloning the output of the custom Function."
)
INFERENCE = (
    "Inplace update to inference tensor outside InferenceMode is not allowed.You can make a clone "
    "to get a normal tensor before doing inplace update.See https://github.com/pytorch/rfcs/pull/17"
    " for more details."
)
UNCLEAR = (
    " Given that this use case is ambiguous and error-prone, it is forbidden. You can clarify "
    "your code by moving both the view and the inplace either both inside the {} block (if "
    "you don't want the inplace to be tracked) or both outside (if you want the inplace to be "
    "tracked)."
)


def write(row: Row, args: list | tuple) -> Tensor:
    """Run `row` on canonical arguments and write the result into the first. Returns the first.

    Raises: torch's errors for tracked leaves and views of them, for results of another shape or
    a dtype that cannot be cast, and for memory that elements share.
    """
    self: Tensor = args[0]
    tracking = state.grad_enabled and any(wants(a) for a in inputs_of(row, args))
    check_writable(self, tracking)
    before = _before(self)
    if row.kind == "composite":
        new = row.forward(before, *args[1:])
    else:
        new = apply(_recorded(row) if tracking else row, [before, *args[1:]])
    _check_result(self, new)
    if self.data.__class__ is not float:
        _check_overlap(self.data, args[1:])
        if new.grad_fn is not None and any(s is before for s in new.grad_fn.saved):
            before.data = before.data.copy()
    store(self, new.data)
    node = new.grad_fn
    if node is not None and self.dtype.is_floating_point:
        if node.row.saves_result:
            node.result_storage = self.storage
            node.result_version = self.version
        rebase(self, node)
    return self


_zero_twins: dict[Row, Row] = {}


def _recorded(row: Row) -> Row:
    """The row as it is recorded: a comparison written into floats has the derivative zero."""
    if row.inplace != "zero":
        return row
    if row not in _zero_twins:
        twin = copy(row)
        twin.kind = "zero"
        twin.forward = lambda self, other: np.add(row.forward(self, other), 0.0)
        _zero_twins[row] = twin
    return _zero_twins[row]


def store(self: Tensor, value: Any) -> None:
    """Write a raw value into the memory of a tensor and count up its version."""
    if self.data.__class__ is float:
        self.data = float(value)
    else:
        np.copyto(self.data, value, casting="unsafe")
    if self.extra is not None and self.extra.inference and not state.inference:
        raise EngineRuntimeError(INFERENCE)  # as in torch, once the values are there
    self.share_storage().count_write()


def _before(self: Tensor) -> Tensor:
    """The tensor as it is before the write: what the operation saves and leads back to.

    A view leads to the edge of its base: its node becomes part of the base's history.
    """
    before: Tensor = _new(Tensor)
    before.data = self.data
    before.storage = before.extra = None
    source = self if self.extra is None or self.extra.base is None else self.extra.base
    before.requires_grad = source.requires_grad
    before.grad_fn = edge(source)
    before.output_nr = source.output_nr
    return before


# -- what is refused


def check_writable(self: Tensor, tracking: bool) -> None:
    """Raise torch's error where `self` must not be written; `tracking`: a gradient is involved."""
    if self.data.__class__ is not float and _overlaps_itself(self.data):
        raise overlapping()
    if not tracking:
        return
    extra = self.extra
    if extra is not None and extra.base is not None:
        if extra.creation is not None:
            raise _refused_view(self, "is being")
        if extra.base.requires_grad and extra.base.grad_fn is None:
            raise EngineRuntimeError(f"a view of a {LEAF}")
    elif self.requires_grad and self.grad_fn is None:
        raise EngineRuntimeError(f"a {LEAF}")


def _overlaps_itself(array: np.ndarray) -> bool:
    """Whether elements share memory, as after expand."""
    return any(s == 0 and n > 1 for n, s in zip(array.shape, array.strides, strict=True))


def _refused_view(self: Tensor, what: str) -> EngineRuntimeError:
    """torch's message for a write to a view that was made where its history was not recorded."""
    assert self.extra is not None
    multiple = self.extra.creation == "multi"
    node = self.grad_fn
    made = "" if node is None else node.name().removesuffix("Backward0")
    if self.extra.creation == "function":
        made = made.removesuffix("Backward")
        return EngineRuntimeError(
            f"Output {self.output_nr} of {made} is a view and {what} modified inplace.{FUNCTION}"
        )
    if multiple and node is not None:
        text = f"Output {self.output_nr} of {made} is a view and {what} modified inplace."
    else:
        start = (
            "A view was created in"
            if node is None
            else f"Output {self.output_nr} of {made} is a view of a view which was created in"
        )
        if self.extra.creation == "inference":
            return EngineRuntimeError(
                f"{start} inference mode and {what} modified inplace in normal mode."
                + UNCLEAR.format("inference_mode")
            )
        text = f"{start} no_grad mode and {what} modified inplace with grad mode enabled."
    return EngineRuntimeError(text + (MULTIPLE if multiple else UNCLEAR.format("no_grad")))


def _check_result(self: Tensor, new: Tensor) -> None:
    """Raise torch's errors for a result that does not fit into the memory of `self`."""
    had, got = self.dtype, new.dtype
    if got.category > had.category:
        names = dtypes.SCALAR_TYPE_NAMES
        raise EngineRuntimeError(
            f"result type {names[got.name]} can't be cast to the desired output type "
            f"{names[had.name]}"
        )
    if new.shape != self.shape:
        raise EngineRuntimeError(
            f"output with shape {list(self.shape)} doesn't match the broadcast shape "
            f"{list(new.shape)}"
        )


def _check_overlap(array: np.ndarray, others: Any) -> None:
    """Raise torch's error for another argument that shares part of the written memory.

    As in torch, only dense memory is looked at; an operation on the very same elements is fine.
    """
    for other in others:
        data = other.data if isinstance(other, Tensor) else None
        if not isinstance(data, np.ndarray) or not (_dense(array) and _dense(data)):
            continue
        first, last = np.lib.array_utils.byte_bounds(array)
        low, high = np.lib.array_utils.byte_bounds(data)
        if first < high and low < last and (first, last) != (low, high):
            raise EngineRuntimeError(
                "unsupported operation: some elements of the input tensor and the written-to "
                "tensor refer to a single memory location. Please clone() the tensor before "
                "performing the operation."
            )


def _dense(array: np.ndarray) -> bool:
    return array.flags.c_contiguous or array.flags.f_contiguous


# -- history


def rebase(self: Tensor, node: Node) -> None:
    """Make `self` the result of `node`; where it is a view, make its base that of CopySlices."""
    base = None if self.extra is None else self.extra.base
    if base is not None:
        place = place_of_view(self.data, base.data)
        node = CopySlices(node, place, base.data.shape, edge(base), base.output_nr)
        node.seq = next_seq()
        node.origin = state.origin
        self = base
    former, number = self.grad_fn, self.output_nr
    self.grad_fn = node
    self.output_nr = 0
    self.requires_grad = True
    _move_retained(self, former, number)


def _move_retained(self: Tensor, former: Node | None, number: int) -> None:
    """Let `retain_grad` follow the tensor to its new node."""
    from ..hooks import of_node

    if former is not None and former.extra is not None:
        former.extra.retained.pop(number, None)
    if self.extra is not None and self.extra.retains_grad and self.grad_fn is not None:
        of_node(self.grad_fn).retained[self.output_nr] = self


def renew(view: Tensor) -> None:
    """Bring the history of a view up to date after its memory was written."""
    extra, storage = view.extra, view.storage
    assert extra is not None
    assert storage is not None
    base = extra.base
    assert base is not None
    if view.grad_fn is None and not base.requires_grad:
        extra.view_version = storage.version
        return
    if extra.creation is not None:
        raise _refused_view(view, "its base or another view of its base has been")
    extra.view_version = storage.version
    former, number = view.grad_fn, view.output_nr
    row = as_strided_from.row
    geometries = (_geometry(view.data, base.data), _geometry(base.data, base.data))
    view.grad_fn = record(row, (base, *geometries), (True,), (view.data,), None)
    view.output_nr = 0
    view.requires_grad = True
    _move_retained(view, former, number)


def place_of_view(view: np.ndarray, base: np.ndarray) -> Place:
    """Which elements of `base` a view of its memory shows."""
    if base.flags.c_contiguous:
        box = _box_of_view(view, base)
        return Cells(memory_places(_geometry(view, base)), base.shape) if box is None else box
    shown, whole = memory_places(_geometry(view, base)), memory_places(_geometry(base, base))
    first = whole.min(initial=0)
    numbers = np.empty(whole.max(initial=0) - first + 1, np.int64)
    numbers[whole.ravel() - first] = np.arange(base.size)
    return Cells(numbers[shown - first], base.shape)


def _geometry(view: np.ndarray, base: np.ndarray) -> Geometry:
    """Shape, strides and offset of a view of the memory of `base`, counted in elements."""
    size = view.itemsize
    return view.shape, tuple(s // size for s in view.strides), _distance(view, base) // size


def _distance(view: np.ndarray, base: np.ndarray) -> int:
    """How many bytes behind the start of `base` the view starts."""
    return view.__array_interface__["data"][0] - base.__array_interface__["data"][0]


def _box_of_view(view: np.ndarray, base: np.ndarray) -> Box | None:
    """The ints and slices that select a view from a contiguous base, if it is so simple."""
    if not view.size or view.itemsize != base.itemsize or 0 in base.strides:
        return None
    offset = _distance(view, base)
    index: list[int | slice] = []
    axis = 0
    for stride in base.strides:
        start, offset = divmod(offset, stride)
        if axis == view.ndim or view.strides[axis] < stride:
            index.append(start)
            continue
        step = view.strides[axis] // stride
        index.append(slice(start, start + (view.shape[axis] - 1) * step + 1, step))
        axis += 1
    box = Box(*index)
    return box if axis == view.ndim and _shows(box, base, view) else None


def _shows(box: Box, base: np.ndarray, view: np.ndarray) -> bool:
    """Whether a box reads exactly the memory of the view."""
    try:
        part = box.read(base)
    except IndexError:
        return False
    return _geometry(part, base) == _geometry(view, base)
