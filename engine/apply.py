"""The one place where an operation runs on tensors: unwrap, promote, forward, record, wrap.

Arguments arrive here in canonical form (see door.py). The closures at the end are the same
path for float scalars with everything that cannot happen there left out; they exist because a
scalar operation costs less than the bookkeeping around it.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from . import dtypes
from .dtypes import DType
from .errors import EngineRuntimeError, EngineTypeError
from .modes import state
from .node import Node, next_seq
from .row import Row
from .tensor import Tensor, edge, raw, result

_new = object.__new__
FLOAT_ERRORS = (ArithmeticError, ValueError)


def apply(row: Row, args: tuple | list) -> Any:
    """Run `row` on canonical arguments; record a node if an input wants gradients."""
    raws = [a.data if a.__class__ is Tensor else a for a in args]
    if row.variadic:
        raws[0] = [a.data if a.__class__ is Tensor else a for a in args[0]]
    if row.view:
        raws[0] = args[0].materialize()
    common = _promote(row, args, raws) if row.promote != "none" else None
    data = row.forward(*raws)
    needs = _needs(row, args) if state.grad_enabled and row.kind != "plain" else None
    if row.outputs is None:
        out = result(data)
        if row.view:
            _share(out, args[0])
        if needs is not None and _is_float(out.data):
            node = record(row, args, needs, (out.data,), common)
            _track(out, node, 0)
            if row.saves_result:
                node.result_storage = out.share_storage()
        return out
    return _several(row, args, data, needs, common)


def _several(row: Row, args: Any, data: Any, needs: tuple | None, common: DType | None) -> Any:
    """Wrap the results of a row with several; those that gradients flow through are tracked."""
    outs = [result(d) for d in data]
    if row.view:
        for out in outs:
            _share(out, args[0])
            out.extras().creation = "multi"
    if needs is not None:
        node = record(row, args, needs, tuple(o.data for o in outs), common)
        node.outputs = tuple((o.shape, o.dtype) for o in outs)
        flowing = range(len(outs)) if row.outputs == "list" else row.differentiable
        for number in flowing:
            _track(outs[number], node, number)
        if row.saves_result:
            node.result_storage = outs[row.result_positions[0][1]].share_storage()
    return tuple(outs) if row.outputs == "list" else named(row)(*outs)


_named: dict[tuple[str, ...], type] = {}


def named(row: Row) -> type:
    """The named tuple type of a row's results, as in `max(x, 0).values`."""
    from collections import namedtuple

    fields = row.outputs
    assert isinstance(fields, tuple)
    key = (row.name, *fields)
    if key not in _named:
        _named[key] = namedtuple(row.name.rpartition(".")[2].lstrip("_"), fields)
    return _named[key]


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
    if not state.grad_enabled:
        extra.creation = "no_grad"


def _needs(row: Row, args: Any) -> tuple[bool, ...] | None:
    """Which inputs want gradients, or None if none does."""
    if row.variadic:
        needs = [t.__class__ is Tensor and t.requires_grad for t in args[0]]
        needs += [_wants(args[i]) for i in row.inputs[1:]]
    else:
        needs = [_wants(args[i]) for i in row.inputs]
    return tuple(needs) if True in needs else None


def _wants(arg: Any) -> bool:
    return arg.__class__ is Tensor and arg.requires_grad


def inputs_of(row: Row, args: Any) -> list:
    """The differentiable inputs one by one, a list of them flattened."""
    if row.variadic:
        return [*args[0], *(args[i] for i in row.inputs[1:])]
    return [args[i] for i in row.inputs]


def record(row: Row, args: Any, needs: tuple, outs: tuple, common: DType | None) -> Node:
    """The node of one operation: its edges and what its rules need."""
    inputs = inputs_of(row, args)
    node: Node = _new(Node)
    node.row = row
    node.seq = next_seq()
    node.origin = state.origin
    node.extra = None
    node.outputs = None
    node.common = common
    node.result_storage = None
    node.result_version = 0
    node.next = tuple(
        [edge(t) if need else None for t, need in zip(inputs, needs, strict=True)]
    )
    numbers = [t.output_nr if need else 0 for t, need in zip(inputs, needs, strict=True)]
    node.next_nr = tuple(numbers) if any(numbers) else None
    node.shapes = None
    if row.kind in ("elementwise", "zero"):
        shapes = [shape_of(t) for t in inputs]
        out_shape = shape_of(outs[0])
        if any(s != out_shape for s in shapes):
            node.shapes = (*shapes, out_shape)
    node.dtypes = None
    if row.promote != "none" and any(_mixed(t, outs[0]) for t in inputs):
        node.dtypes = tuple(t.dtype if t.__class__ is Tensor else None for t in inputs)
    _save(node, row, args, needs, outs)
    return node


def _mixed(t: Any, out: Any) -> bool:
    return t.__class__ is Tensor and t.dtype is not dtypes.of(out)


def shape_of(value: Any) -> tuple[int, ...]:
    """The shape of a tensor, array or number."""
    return getattr(value, "shape", ())


def _save(node: Node, row: Row, args: Any, needs: tuple, outs: tuple) -> None:
    keep = row.kept(needs if row.rules else ())
    saved = [a if k else None for a, k in zip(args, keep, strict=True)]
    for what, number in row.extras:
        if what == "result":
            saved.append(outs[number])
        elif what == "shape":
            value = args[number]
            saved.append([shape_of(v) for v in value] if value.__class__ is list else shape_of(value))
        else:
            value = args[number]
            saved.append(
                [dtypes.of(v.data) for v in value] if value.__class__ is list else value.dtype
            )
    versions = [v.storage.version if v.__class__ is Tensor and v.storage else 0 for v in saved]
    node.versions = tuple(versions) if any(versions) else None
    node.saved = tuple(saved)


# -- promotion


def result_dtype(args: list) -> DType | None:
    """The dtype that tensors and Python numbers together compute in; None without any.

    Source: torch aten/src/ATen/native/TypeProperties.cpp, result_type.
    """
    dims = zero = numbers = None
    for a in args:
        if a.__class__ is Tensor:
            dtype = a.dtype
            if a.ndim:
                dims = dtype if dims is None else dtypes.promote_types(dims, dtype)
            else:
                zero = dtype if zero is None else dtypes.promote_types(zero, dtype)
        elif a.__class__ in (int, float, bool):
            dtype = dtypes.of_number(a, state.default_dtype)
            numbers = dtype if numbers is None else dtypes.promote_types(numbers, dtype)
    return dtypes.combine(dims, dtypes.combine(zero, numbers)) or dtypes.combine(zero, numbers)


def _promote(row: Row, args: Any, raws: list) -> DType | None:
    """Cast the inputs in `raws` to one dtype; return it if a tensor had to be cast."""
    positions = row.arrays
    inputs = list(args[0]) if row.variadic else [args[i] for i in positions if args[i] is not None]
    common = result_dtype(inputs)
    if common is None:
        return None
    if row.promote == "float" and common.category < 2:
        common = state.default_dtype
    cast = False
    if row.variadic:
        values = raws[0]
        for k, value in enumerate(values):
            values[k], did = _cast(value, inputs[k], common)
            cast = cast or did
    for i in positions:
        if args[i] is not None:
            raws[i], did = _cast(raws[i], args[i], common)
            cast = cast or did
    return common if cast else None


def _cast(value: Any, arg: Any, common: DType) -> tuple[Any, bool]:
    """`value` in the dtype `common`, and whether it was a tensor of another one."""
    if arg.__class__ is not Tensor:
        if arg.__class__ not in (int, float, bool):
            raise EngineTypeError(f"unsupported operand type: '{type(arg).__name__}'")
        return (float(value), False) if common.category == 2 else (value, False)
    if value.__class__ is float:
        if common is dtypes.float64:
            return value, False
        return np.asarray(value, dtype=common.np), True
    if value.dtype == common.np:
        return value, False
    array = value.astype(common.np)
    return (float(array) if common is dtypes.float64 and not array.ndim else array), True


# -- the same for scalars


def unary(row: Row, scalar: Callable | None) -> Callable:
    """The operation as a function of one argument: raw value or tensor."""
    forward = row.forward
    keeps_result = row.saves_result
    keeps_self = row.kept((True,))[0]
    differentiable = row.kind != "plain"

    def op(x: Any) -> Any:
        kind = x.__class__
        if kind is Tensor:
            a = x.data
            if a.__class__ is not float or scalar is None:
                return apply(row, (x,))
            try:
                v = scalar(a)
            except FLOAT_ERRORS:
                v = float(forward(a))
            out: Tensor = _new(Tensor)
            out.data = v
            out.output_nr = 0
            out.storage = None
            out.extra = None
            if x.requires_grad and state.grad_enabled and differentiable:
                out.requires_grad = True
                node: Node = _new(Node)
                node.row = row
                node.seq = next_seq()
                node.origin = state.origin
                node.next = (x.grad_fn or edge(x),)
                node.next_nr = (x.output_nr,) if x.output_nr else None
                node.extra = node.outputs = node.common = node.shapes = node.dtypes = None
                node.versions = (
                    (x.storage.version,)
                    if keeps_self and x.storage is not None and x.storage.version
                    else None
                )
                node.result_version = 0
                if keeps_result:
                    node.saved = (x if keeps_self else None, v)
                    node.result_storage = out.share_storage()
                else:
                    node.saved = (x if keeps_self else None,)
                    node.result_storage = None
                out.grad_fn = node
            else:
                out.requires_grad = False
                out.grad_fn = None
                if state.inference:
                    out.extras().inference = True
            return out
        if scalar is not None and (kind is float or kind is int):
            try:
                return scalar(float(x))
            except FLOAT_ERRORS:
                return float(forward(x))
        return forward(x)

    return op


def binary(row: Row, scalar: Callable | None) -> Callable:
    """The operation as a function of two arguments: raw values, Python numbers or tensors."""
    forward = row.forward
    keep_both = row.kept((True, True))
    keep_first = row.kept((True, False))
    keep_second = row.kept((False, True))
    plain_row = row.saves_result or bool(row.extras) or row.kind == "plain" or len(row.inputs) < 2

    def op(x: Any, y: Any) -> Any:
        tx = x.__class__ is Tensor
        ty = y.__class__ is Tensor
        if not (tx or ty):
            return _raw_binary(forward, scalar, x, y)
        a = x.data if tx else x
        b = y.data if ty else y
        if scalar is None or plain_row or a.__class__ is not float or b.__class__ is not float:
            if not (a.__class__ is float and b.__class__ is int) or scalar is None or plain_row:
                return apply(row, (x, y))
            b = float(b)
        try:
            v = scalar(a, b)
        except FLOAT_ERRORS:
            v = float(forward(a, b))
        if v.__class__ is not float:
            v = float(forward(a, b))
        out: Tensor = _new(Tensor)
        out.data = v
        out.output_nr = 0
        out.storage = None
        out.extra = None
        rx = tx and x.requires_grad
        ry = ty and y.requires_grad
        if (rx or ry) and state.grad_enabled:
            out.requires_grad = True
            node: Node = _new(Node)
            node.row = row
            node.seq = next_seq()
            node.origin = state.origin
            node.extra = node.outputs = node.common = node.shapes = node.dtypes = None
            node.result_storage = None
            node.result_version = 0
            if rx and ry:
                k0, k1 = keep_both
                node.next = (x.grad_fn or edge(x), y.grad_fn or edge(y))
                node.next_nr = (x.output_nr, y.output_nr) if x.output_nr or y.output_nr else None
            elif rx:
                k0, k1 = keep_first
                node.next = (x.grad_fn or edge(x), None)
                node.next_nr = (x.output_nr, 0) if x.output_nr else None
            else:
                k0, k1 = keep_second
                node.next = (None, y.grad_fn or edge(y))
                node.next_nr = (0, y.output_nr) if y.output_nr else None
            node.saved = (x if k0 else None, y if k1 else None)
            node.versions = None
            if (tx and x.storage is not None) or (ty and y.storage is not None):
                node.versions = (
                    x.storage.version if tx and x.storage else 0,
                    y.storage.version if ty and y.storage else 0,
                )
            out.grad_fn = node
        else:
            out.requires_grad = False
            out.grad_fn = None
            if state.inference:
                out.extras().inference = True
        return out

    return op


def _raw_binary(forward: Callable, scalar: Callable | None, x: Any, y: Any) -> Any:
    if x.__class__ is float and y.__class__ is float and scalar is not None:
        try:
            v = scalar(x, y)
        except FLOAT_ERRORS:
            v = None
        if v.__class__ is float:
            return v
    v = forward(x, y)
    return float(v) if v.__class__ is np.float64 else v


def anything(row: Row) -> Callable:
    """The operation as a function of any canonical arguments, raw or tensors.

    On raw values alone it is the forward: that is how rules run in an unrecorded pass.
    """
    forward = row.forward
    defaults = {i: p.default for i, p in enumerate(row.params) if not p.required}
    count = len(row.params)
    names = {p.name: i for i, p in enumerate(row.params)}

    def op(*args: Any, **kwargs: Any) -> Any:
        full = list(args)
        if len(full) < count:
            full += [defaults.get(i) for i in range(len(full), count)]
        for name, value in kwargs.items():
            full[names[name]] = value
        for a in full:
            if a.__class__ is Tensor:
                return apply(row, full)
        if row.variadic and any(a.__class__ is Tensor for a in full[0]):
            return apply(row, full)
        return _plain(forward(*full))

    return op


def _plain(data: Any) -> Any:
    """Raw results with float64 scalars as Python floats."""
    if data.__class__ is np.float64:
        return float(data)
    return data


def need_float(t: Tensor, what: str) -> None:
    """Raise torch's error unless `t` is floating point."""
    if not t.dtype.is_floating_point:
        raise EngineRuntimeError(f"{what}(): input dtype should be floating point.")


__all__ = ["anything", "apply", "binary", "raw", "record", "result_dtype", "unary"]
