"""The one place where an operation runs on tensors: unwrap, promote, forward, record, wrap.

Arguments arrive here in canonical form (see door.py).
"""

from __future__ import annotations

from collections import namedtuple
from typing import Any

import numpy as np

from . import dtypes
from .dtypes import DType
from .errors import inference_saved
from .modes import state
from .node import ArrayNode, Node, next_seq
from .promotion import promote
from .row import Row
from .shapes import broadcast_all, check_size, shape_of
from .tensor import Tensor, edge, result, wants_grad


def apply(row: Row, args: tuple | list) -> Any:
    """Run `row` on canonical arguments; record a node if an input wants gradients."""
    out = _applied(row, args)
    if state.on_apply is not None:
        state.on_apply(row, args, out)
    return out


def _applied(row: Row, args: tuple | list) -> Any:
    raws = [a.data if a.__class__ is Tensor else a for a in args]
    if row.variadic:
        raws[0] = [a.data if a.__class__ is Tensor else a for a in args[0]]
    if row.view:
        raws[0] = args[0].materialize()
    common = promote(row, args, raws) if row.promote != "none" else None
    if row.spread:
        _check_shapes([raws[i] for i in row.spread])
    data = _computed(row, raws)
    needs = _needs(row, args) if state.grad_enabled and row.kind != "plain" else None
    if row.outputs is None:
        out = result(data)
        if row.view:
            _share(out, args[0])
        if needs is not None and _is_float(out.data):
            node = record(row, args, needs, (out.data,), common)
            _track(out, node, 0)
        return out
    return _several(row, args, data, needs, common)


def _computed(row: Row, raws: list) -> Any:
    """Run the forward; Python floats raise where IEEE arithmetic gives inf or nan."""
    try:
        return row.forward(*raws)
    except ArithmeticError:
        return row.forward(*[np.float64(r) if r.__class__ is float else r for r in raws])


def _check_shapes(raws: list) -> None:
    """Raise torch's error for shapes that do not broadcast, and for results over the limit."""
    sizes = [r.shape for r in raws if r.__class__ is np.ndarray]
    if len(set(sizes)) > 1:
        check_size(broadcast_all(sizes))


def _several(row: Row, args: Any, data: Any, needs: tuple | None, common: DType | None) -> Any:
    """Wrap the results of a row with several; those that gradients flow through are tracked."""
    outs = [result(d) for d in data]
    if row.view:
        for out in outs:
            _share(out, args[0])
            if state.grad_enabled:
                out.extras().creation = "multi"
    if needs is not None:
        node = record(row, args, needs, tuple(o.data for o in outs), common)
        node.outputs = tuple((o.shape, o.dtype) for o in outs)
        flowing = range(len(outs)) if row.outputs == "list" else row.differentiable
        for number in flowing:
            _track(outs[number], node, number)
    return tuple(outs) if row.outputs == "list" else named(row)(*outs)


_named: dict[tuple[str, ...], type] = {}


def named(row: Row) -> type:
    """The named tuple type of a row's results, as in `max(x, 0).values`."""
    fields = row.outputs
    assert isinstance(fields, tuple)
    key = (row.name, *fields)
    if key not in _named:
        name = row.name.removeprefix("nn.functional.").replace(".", "_").lstrip("_")
        kind = namedtuple(name, fields)
        kind.__repr__ = _results_text  # type: ignore[method-assign]
        kind.__module__ = "torch.return_types"
        _named[key] = kind
    return _named[key]


def _results_text(self: Any) -> str:
    """Named results as torch shows them, each on a line of its own."""
    lines = [f"{name}={value!r}" for name, value in zip(self._fields, self, strict=True)]
    return f"torch.return_types.{type(self).__name__}(\n" + ",\n".join(lines) + ")"


def _is_float(data: Any) -> bool:
    return data.__class__ is float or data.dtype.kind == "f"


def _track(out: Tensor, node: Node, number: int) -> None:
    out.requires_grad = True
    out.grad_fn = node
    out.output_nr = number


def _share(out: Tensor, base: Tensor) -> None:
    """Make `out` a view of `base`: one version counter, and the base remembered."""
    out.storage = base.share_storage()
    extra = out.extras()
    root = base.extra.base if base.extra is not None and base.extra.base is not None else base
    extra.base = root
    extra.view_version = out.storage.version
    if base.extra is not None and base.extra.inference:
        extra.inference = True
    elif state.inference:
        extra.inference = False
    if state.grad_enabled:
        extra.creation = None if base.extra is None else base.extra.creation
    else:
        extra.creation = "inference" if state.inference else "no_grad"
        out.requires_grad = out.data.dtype.kind == "f" and wants_grad(base)


def _needs(row: Row, args: Any) -> tuple[bool, ...] | None:
    """Which inputs want gradients, or None if none does."""
    if row.variadic:
        needs = [wants(t) for t in args[0]]
        needs += [wants(args[i]) for i in row.inputs[1:]]
    else:
        needs = [wants(args[i]) for i in row.inputs]
    return tuple(needs) if True in needs else None


def wants(arg: Any) -> bool:
    """Whether an argument is a tensor that wants gradients."""
    return arg.__class__ is Tensor and (
        arg.requires_grad or (arg.extra is not None and wants_grad(arg))
    )


def inputs_of(row: Row, args: Any) -> list:
    """The differentiable inputs one by one, a list of them flattened."""
    if row.variadic:
        return [*args[0], *(args[i] for i in row.inputs[1:])]
    return [args[i] for i in row.inputs]


def record(row: Row, args: Any, needs: tuple, outs: tuple, common: DType | None) -> Node:
    """The node of one operation: its edges and what its rules need."""
    inputs = inputs_of(row, args)
    node = ArrayNode()
    node.row = row
    node.origin = state.origin
    node.extra = None
    node.common = common
    node.result_storage = None
    edges, numbers = [], []
    for t, need in zip(inputs, needs, strict=True):
        edges.append(edge(t) if need else None)
        numbers.append(t.output_nr if need else 0)
    node.next = tuple(edges)
    node.seq = next_seq()  # after the edges: asking for one may make a node
    if any(numbers):
        node.next_nr = tuple(numbers)
    if row.spread:
        shapes = [shape_of(t) for t in inputs]
        out_shape = shape_of(outs[0])
        if shapes.count(out_shape) != len(shapes):
            node.shapes = (*shapes, out_shape)
    if row.promote != "none" and (common is not None or _mixed(inputs[0], outs[0])):
        node.dtypes = tuple([t.dtype if t.__class__ is Tensor else None for t in inputs])
    _save(node, row, args, needs, outs)
    return node


def _mixed(t: Any, out: Any) -> bool:
    return t.__class__ is Tensor and t.dtype is not dtypes.of(out)


def _save(node: Node, row: Row, args: Any, needs: tuple, outs: tuple) -> None:
    keep = row.kept(needs if row.rules else ())
    saved: list[Any] = [a if k else None for a, k in zip(args, keep, strict=True)]
    versions = None
    for place, v in enumerate(saved):
        if v.__class__ is not Tensor:
            continue
        if v.storage is not None and v.storage.version:
            versions = versions or [0] * len(saved)
            versions[place] = v.storage.version
        if v.extra is not None and v.extra.inference:
            raise inference_saved()
    for what, number in row.extras:
        if what == "result":
            saved.append(outs[number])
        elif what == "shape":
            value = args[number]
            saved.append(
                [shape_of(v) for v in value] if value.__class__ is list else shape_of(value)
            )
        else:
            value = args[number]
            saved.append(
                [dtypes.of(v.data) for v in value] if value.__class__ is list else value.dtype
            )
    node.versions = None if versions is None else tuple(versions)
    node.saved = tuple(saved)
