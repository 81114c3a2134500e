"""An operation as a function: of tensors it records, of raw values it is the forward, of symbols
it is an expression.

`unary`, `binary` and `with_number` repeat what `apply` does for float64 scalars, with everything
that cannot happen there left out: a scalar operation costs less than the bookkeeping around it,
and chains of scalars are what the language mostly evaluates.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Protocol

import numpy as np

from .apply import apply
from .modes import state
from .node import Node, next_seq
from .row import Row
from .symbol import Symbol, among, build
from .tensor import Tensor, edge, element, result

_new = object.__new__
_NUMBERS = (float, int)
_SCALARS = (float, int, bool)
FLOAT_ERRORS = (ArithmeticError, ValueError)


class Op(Protocol):
    """An operation as a function, and the row that declares it."""

    row: Row

    def __call__(self, *args: Any, **kwargs: Any) -> Any: ...


def function_of(row: Row) -> Callable:
    """The operation of a row, in the form that is quickest for its arguments.

    A composite is its forward: the operations that it calls tell tensors from raw values.
    """
    if row.kind == "composite":
        return row.forward
    if row.kind in ("elementwise", "zero") and len(row.params) == 1:
        return unary(row)
    if row.kind == "elementwise":
        if len(row.params) == len(row.inputs) == 2:
            return binary(row)
        if [p.kind for p in row.params] == ["Array", "Scalar"] and row.scalar is not None:
            return with_number(row, row.scalar)
    return anything(row)


def unary(row: Row) -> Callable:
    """The operation as a function of one argument: raw value or tensor."""
    forward = row.forward
    scalar = row.scalar
    keeps_result = row.saves_result
    keeps_self = row.kept((True,))[0]

    def op(x: Any) -> Any:
        if x.__class__ is not Tensor:
            return _raw_unary(row, x)
        if scalar is None or state.on_apply is not None:
            return apply(row, (x,))
        a = x.data
        if a.__class__ is not float or x.storage is not None or x.output_nr:
            a = _number_in(x)
            if a is None:
                return apply(row, (x,))
        try:
            v = scalar(a)
        except FLOAT_ERRORS:
            v = _ieee(forward, a)
        if x.requires_grad and state.grad_enabled:
            kept = x if keeps_self else None
            saved = (kept, v) if keeps_result else (kept,)
            return _recorded(row, v, (x.grad_fn or edge(x),), saved)
        return result(v)

    return op


def binary(row: Row) -> Callable:
    """The operation as a function of two arguments: raw values, Python numbers or tensors."""
    forward = row.forward
    keep_both = row.kept((True, True))
    keep_first = row.kept((True, False))
    keep_second = row.kept((False, True))
    compute = None if row.extras else row.scalar

    def op(x: Any, y: Any) -> Any:
        tx = x.__class__ is Tensor
        ty = y.__class__ is Tensor
        if not (tx or ty):
            return _raw_binary(row, x, y)
        a = x.data if tx else x
        b = y.data if ty else y
        if tx and (a.__class__ is not float or x.storage is not None or x.output_nr):
            a = _number_in(x)
        if ty and (b.__class__ is not float or y.storage is not None or y.output_nr):
            b = _number_in(y)
        if b.__class__ is int and a.__class__ is float:
            b = float(b)
        floats = a.__class__ is float and b.__class__ is float
        if not floats or compute is None or state.on_apply is not None:
            return _general(row, x, y)
        try:
            v: Any = compute(a, b)
        except FLOAT_ERRORS:
            v = None
        if v.__class__ is not float:  # a power may be complex
            v = _ieee(forward, a, b)
        rx = tx and x.requires_grad
        ry = ty and y.requires_grad
        if not (rx or ry) or not state.grad_enabled:
            return result(v)
        k0, k1 = (keep_both if ry else keep_first) if rx else keep_second
        edges = ((x.grad_fn or edge(x)) if rx else None, (y.grad_fn or edge(y)) if ry else None)
        return _recorded(row, v, edges, (x if k0 else None, y if k1 else None))

    return op


def with_number(row: Row, scalar: Callable) -> Callable:
    """The operation as a function of a tensor or raw value and a number without derivative."""
    forward = row.forward
    keeps_self = row.kept((True,))[0]

    def op(x: Any, number: Any) -> Any:
        if x.__class__ is not Tensor:
            return _raw_binary(row, x, number)
        a = x.data
        if a.__class__ is not float or x.storage is not None or x.output_nr:
            a = _number_in(x)
        if a is None or number.__class__ not in _NUMBERS or state.on_apply is not None:
            return apply(row, (x, number))
        v = _scalar_value(forward, scalar, a, number)
        if x.requires_grad and state.grad_enabled:
            saved = (x if keeps_self else None, number)
            return _recorded(row, v, (x.grad_fn or edge(x),), saved)
        return result(v)

    return op


def _recorded(row: Row, value: float, edges: tuple, saved: tuple) -> Tensor:
    """A tensor with a float64 scalar, and the node of the operation that computed it."""
    node: Node = _new(Node)
    node.row = row
    node.seq = next_seq()
    node.origin = state.origin
    node.next = edges
    node.saved = saved
    node.extra = None
    node.result_storage = None
    out: Tensor = _new(Tensor)
    out.data = value
    out.requires_grad = True
    out.grad_fn = node
    out.output_nr = 0
    out.storage = None
    out.extra = None
    return out


def _number_in(x: Tensor) -> Any:
    """The float in a tensor that a node for float64 scalars can save and lead back to.

    None for other dtypes and shapes, for outputs but the first, for memory that was written, and
    for views made without recording, whose edge is their own.
    """
    if x.output_nr or x.ndim:
        return None
    base = None if x.extra is None else x.extra.base
    if x.grad_fn is None and base is not None and base.requires_grad:
        return None
    return element(x)


def _scalar_value(forward: Callable, scalar: Callable, a: float, b: float) -> float:
    try:
        v = scalar(a, b)
    except FLOAT_ERRORS:
        return _ieee(forward, a, b)
    return v if v.__class__ is float else _ieee(forward, a, b)  # a power may be complex


def _ieee(forward: Callable, *args: float) -> float:
    """The result by IEEE arithmetic where Python's floats raise: infinities and NaNs."""
    with np.errstate(all="ignore"):
        return float(forward(*args))


def _raw_unary(row: Row, x: Any) -> Any:
    scalar = row.scalar
    if scalar is not None and x.__class__ in _NUMBERS:
        try:
            return scalar(float(x))
        except FLOAT_ERRORS:
            return _ieee(row.forward, float(x))
    return build(row, (x,)) if x.__class__ is Symbol else row.forward(x)


def _raw_binary(row: Row, x: Any, y: Any) -> Any:
    scalar = row.scalar
    if x.__class__ is float and y.__class__ in _NUMBERS and scalar is not None:
        try:
            v = scalar(x, y)
        except FLOAT_ERRORS:
            v = None
        if v.__class__ is float:
            return v
    if x.__class__ is Symbol or y.__class__ is Symbol:
        return build(row, (x, y))
    v = row.forward(x, y)
    return float(v) if v.__class__ is np.float64 else v


def anything(row: Row) -> Callable:
    """The operation as a function of any canonical arguments, raw or tensors.

    On raw values alone it is the forward: that is how rules run in an unrecorded pass.
    """
    forward = row.forward
    defaults = {i: p.default for i, p in enumerate(row.params) if not p.required}
    count = len(row.params)
    places = row.places

    def op(*args: Any, **kwargs: Any) -> Any:
        full = list(args)
        if len(full) < count:
            full += [defaults.get(i) for i in range(len(full), count)]
        for name, value in kwargs.items():
            full[places[name]] = value
        for a in full:
            kind = a.__class__
            if kind is Tensor or kind is Symbol:
                return _run(row, full)
        if row.variadic and any(a.__class__ in (Tensor, Symbol) for a in full[0]):
            return _run(row, full)
        return _plain(forward(*full))

    return op


def _general(row: Row, x: Any, y: Any) -> Any:
    """An operation on two tensors, or on one and something else: a number, a symbol, an array.

    Anything more is left to Python: its operators then ask the other side, or say that there is
    no such operation.
    """
    if x.__class__ is y.__class__:
        return apply(row, (x, y))
    other = y if x.__class__ is Tensor else x
    if other.__class__ in _SCALARS:
        return apply(row, (x, y))
    if other.__class__ is Symbol:
        return build(row, (x, y))
    if isinstance(other, np.ndarray | np.generic):
        wrapped = result(other)
        return apply(row, (x, wrapped) if other is y else (wrapped, y))
    return NotImplemented


def _run(row: Row, args: tuple | list) -> Any:
    """Record an operation on tensors; with a symbol among them, write it down."""
    for a in args:
        if a.__class__ is Symbol or (a.__class__ is list and next(among(a), None) is not None):
            return build(row, args)
    return apply(row, args)


def _plain(data: Any) -> Any:
    """Raw results with float64 scalars as Python floats."""
    if data.__class__ is np.float64:
        return float(data)
    return data
