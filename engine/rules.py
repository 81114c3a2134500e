"""Running a row's rules through a node: cotangents one way, tangents the other.

Every cotangent has the shape `lead + result.shape`, where `lead` is the number of batch axes
of this pass; every rule returns `lead + input.shape`. Broadcasting is undone here, and nowhere
else. A recorded pass runs the same rules on tensors.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from . import custom, registry, saved
from .errors import NotDifferentiable, freed_graph
from .node import CopySlices, Node
from .ops import lead as lead_ops
from .ops import place
from .ops.convert import to_dtype
from .ops.held import beyond_torch
from .row import Row
from .tensor import Tensor, element


def vjp(node: Node, g: Any, lead: int, recorded: bool) -> Any:
    """The cotangents of the node's inputs, in the order of its edges; None where not wanted.

    g: the cotangent of the result; a list, None where nothing flowed, for several results.
    """
    return _VJP[node.row.kind](node, g, lead, recorded)


def jvp(node: Node, tangents: list, lead: int, recorded: bool) -> Any:
    """The tangent of the node's result, or a list for several; None where it is zero."""
    return _JVP[node.row.kind](node, tangents, lead, recorded)


def _elementwise_vjp(node: Node, g: Any, lead: int, recorded: bool) -> list:
    row: Row = node.row
    values = saved.values(node, recorded)
    try:
        return _apply_formulas(node, row, values, g, lead)
    except ArithmeticError:  # Python floats raise where IEEE arithmetic gives inf or nan
        return _apply_formulas(node, row, *_ieee(values, g), lead)


def scalar_vjp(node: Node, row: Row, g: float) -> list | None:
    """The cotangents of an elementwise node whose cotangent is a float, in an unrecorded pass.

    The same formulas without what a float64 scalar cannot need: shapes and lead axes. Returns
    None where the general path has to look: freed, shared or mixed values, IEEE specials.
    """
    saved = node.saved
    storage = node.result_storage
    stale = storage is not None and storage.version != node.result_version
    if saved is None or stale or node.dtypes is not None:
        return None
    out: list = []
    k = 0
    try:
        for function, picks in row.formulas:
            if node.next[k] is None:
                out.append(None)
            elif not picks:
                out.append(function(g))
            elif len(picks) == 1:
                v = saved[picks[0]]
                if v.__class__ is Tensor:
                    v = v.data if v.storage is None else element(v)
                    if v is None:
                        return None
                out.append(function(g, v))
            else:
                args = []
                for p in picks:
                    v = saved[p]
                    if v.__class__ is Tensor:
                        v = v.data if v.storage is None else element(v)
                        if v is None:
                            return None
                    args.append(v)
                out.append(function(g, *args))
            k += 1
    except ArithmeticError:
        return None
    return out


def _ieee(values: list, g: Any) -> tuple[list, Any]:
    wide = [np.float64(v) if v.__class__ is float else v for v in values]
    return wide, np.float64(g) if g.__class__ is float else g


def _apply_formulas(node: Node, row: Row, values: list, g: Any, lead: int) -> list:
    shapes = node.shapes
    casts = node.dtypes
    out = []
    for i, ((function, picks), nxt) in enumerate(zip(row.formulas, node.next, strict=True)):
        if nxt is None:
            out.append(None)
            continue
        d = function(g, *[values[k] for k in picks])
        if shapes is not None:
            d = lead_ops.sum_back(d, lead, shapes[i])
        if casts is not None:
            d = to_dtype(d, casts[i])
        out.append(d)
    return out


def _elementwise_jvp(node: Node, tangents: list, lead: int, recorded: bool) -> Any:
    row: Row = node.row
    values = saved.values(node, recorded)
    if node.common is not None:
        tangents = [to_dtype(t, node.common) for t in tangents]
    try:
        return _sum_formulas(node, row, values, tangents, lead)
    except ArithmeticError:
        wide, _ = _ieee(values, None)
        raised = [np.float64(t) if t.__class__ is float else t for t in tangents]
        return _sum_formulas(node, row, wide, raised, lead)


def _sum_formulas(node: Node, row: Row, values: list, tangents: list, lead: int) -> Any:
    shapes = node.shapes
    total = None
    for i, ((function, picks), t) in enumerate(zip(row.formulas, tangents, strict=True)):
        if t is None:
            continue
        if shapes is not None:
            t = lead_ops.pad_own(t, lead, len(shapes[-1]) - len(shapes[i]))
        d = function(t, *[values[k] for k in picks])
        total = d if total is None else total + d
    if shapes is not None and total is not None:
        total = lead_ops.expand_own(total, shapes[-1])
    return total


def _zero_vjp(node: Node, g: Any, lead: int, recorded: bool) -> list:
    shapes = node.shapes
    if node.row.node_name.endswith("NotImplemented"):
        beyond_torch(node.row.name, g)
    out = []
    for i, nxt in enumerate(node.next):
        if nxt is None:
            out.append(None)
            continue
        d = lead_ops.zeros_like(g)
        out.append(d if shapes is None else lead_ops.sum_back(d, lead, shapes[i]))
    return out


def _zero_jvp(node: Node, tangents: list, lead: int, recorded: bool) -> Any:
    return None


def _given(node: Node, g: Any) -> dict[str, Any]:
    """What a vjp of a structural or linear row can name besides saved values."""
    given: dict[str, Any] = {"g": g, "gs": g, "needs": tuple(n is not None for n in node.next)}
    outputs = node.row.outputs
    if isinstance(outputs, tuple):
        given |= {f"g_{name}": c for name, c in zip(outputs, g, strict=True)}
    return given


def _structural_vjp(node: Node, g: Any, lead: int, recorded: bool) -> list:
    row: Row = node.row
    rule = row.vjp
    if rule is None:
        row.missing_rule(0)
    if row.outputs is not None and all(c is None for c in g):
        return [None] * len(node.next)
    values = saved.values(node, recorded)
    try:
        d = rule.function(*row.arguments(rule, values, _given(node, g)))
    except ArithmeticError:
        wide, c = _ieee(values, g)
        d = rule.function(*row.arguments(rule, wide, _given(node, c)))
    ds = d if d.__class__ is tuple or d.__class__ is list else (d,)
    if node.dtypes is not None:
        ds = [to_dtype(x, dtype) for x, dtype in zip(ds, node.dtypes, strict=True)]
    return [_wanted(x, n) for x, n in zip(ds, node.next, strict=True)]


def _wanted(d: Any, node: Node | None) -> Any:
    """A cotangent if its input wants one, numpy's float64 scalars as Python floats."""
    if node is None:
        return None
    return float(d) if d.__class__ is np.float64 else d


def _structural_jvp(node: Node, tangents: list, lead: int, recorded: bool) -> Any:
    row: Row = node.row
    if row.jvp is None:
        raise NotDifferentiable(f"forward mode is not implemented for '{row.name}'.")
    values = saved.values(node, recorded)
    if row.variadic:
        count = len(tangents) - (len(row.inputs) - 1)
        tangents = [tangents[:count], *tangents[count:]]
    given = {f"{row.params[i].name}_t": t for i, t in zip(row.inputs, tangents, strict=True)}
    try:
        return row.jvp.function(*row.arguments(row.jvp, values, given))
    except ArithmeticError:
        wide, _ = _ieee(values, None)
        return row.jvp.function(*row.arguments(row.jvp, wide, given))


def _linear_jvp(node: Node, tangents: list, lead: int, recorded: bool) -> Any:
    row: Row = node.row
    if row.jvp is not None:
        return _structural_jvp(node, tangents, lead, recorded)
    values = saved.values(node, recorded)[: len(row.params)]
    for i, t in zip(row.inputs, tangents, strict=True):
        values[i] = t
    return registry.operation(row)(*values)


def _copy_slices_vjp(node: CopySlices, g: Any, lead: int, recorded: bool) -> list:
    """The part's cotangent goes through the operation that wrote it, the rest around it."""
    if node.saved is None:
        raise freed_graph()
    ds = vjp(node.change, place.pick(g, node.place), lead, recorded)
    if node.next[0] is None:
        return [None, *ds[1:]]
    d = ds[0].whole() if ds[0].__class__ is place.Pieces else ds[0]
    whole = place.clear(g, node.place) if d is None else place.put_at(g, d, node.place)
    return [whole, *ds[1:]]


def _copy_slices_jvp(node: CopySlices, tangents: list, lead: int, recorded: bool) -> Any:
    """The tangent of the whole, the part's replaced by the tangent of what was written."""
    whole = tangents[0]
    part = None if whole is None else place.pick(whole, node.place)
    written = jvp(node.change, [part, *tangents[1:]], lead, recorded)
    if whole is not None:
        if written is None:
            return place.clear(whole, node.place)
        return place.put_at(whole, written, node.place)
    if written is None:
        return None
    shape = lead_ops.shape_of(written)[:lead] + node.shape
    return place.place_all([written], shape, [node.place])


_VJP: dict[str, Callable] = {
    "elementwise": _elementwise_vjp,
    "zero": _zero_vjp,
    "linear": _structural_vjp,
    "structural": _structural_vjp,
    "copy_slices": _copy_slices_vjp,
    "function": custom.function_vjp,
    "delayed_error": custom.refuse,
}
_JVP: dict[str, Callable] = {
    "elementwise": _elementwise_jvp,
    "zero": _zero_jvp,
    "linear": _linear_jvp,
    "structural": _structural_jvp,
    "copy_slices": _copy_slices_jvp,
    "function": custom.function_jvp,
    "delayed_error": custom.refuse,
}
