"""Attention: scaled_dot_product_attention, and the multi-head attention made of it.

torch has a fused kernel for batches of heads, with a node of its own, and composes the rest from
matrix products; so does this. A row of the mask that admits nothing gives zeros.
Source: torch aten/src/ATen/native/transformers/attention.cpp and sdp_utils_cpp.h.
"""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from .. import shapes
from ..apply import wants
from ..errors import EngineRuntimeError
from ..kinds import Array, Index, Number, Setting
from ..registry import composite, structural
from ..tensor import result
from .dropout import dropped
from .lead import ndim, shape_of, sum_axes
from .matrix import add_tangents, matmul_own, raw_of, transpose, type_name
from .public import call
from .softmax import safe_softmax

F = "nn.functional."


# -- the fused operation


def _scores(query: Any, key: Any, mask: Any, scale: float) -> Any:
    """How much each place attends to each other one."""
    scores = matmul_own(query, transpose(key)) * scale
    return safe_softmax(scores if mask is None else scores + mask, -1)


def _fused(query: Array, key: Array, value: Array, mask: Index | None, scale: Setting) -> Any:
    shapes.check_size((*query.shape[:-1], key.shape[-2]), query.itemsize)
    return np.matmul(_scores(query, key, mask, scale), value)


def _along(scores: Any, moved: Any) -> Any:
    """The Jacobian of softmax, which is symmetric, times a cotangent or tangent."""
    return scores * (moved - sum_axes(scores * moved, (-1,), True))


def _fused_vjp(
    g: Any, query: Any, key: Any, value: Any, mask: Any, scale: float, needs: tuple
) -> tuple:
    scores = _scores(query, key, mask, scale)
    d = _along(scores, matmul_own(g, transpose(value))) * scale if needs[0] or needs[1] else None
    return (
        matmul_own(d, key) if needs[0] else None,
        matmul_own(transpose(d), query) if needs[1] else None,
        matmul_own(transpose(scores), g) if needs[2] else None,
    )


def _fused_jvp(
    query: Any,
    key: Any,
    value: Any,
    mask: Any,
    scale: float,
    query_t: Any,
    key_t: Any,
    value_t: Any,
) -> Any:
    scores = _scores(query, key, mask, scale)
    moved = add_tangents(
        None if query_t is None else matmul_own(query_t, transpose(key)),
        None if key_t is None else matmul_own(query, transpose(key_t)),
    )
    return add_tangents(
        None if moved is None else matmul_own(_along(scores, moved * scale), value),
        None if value_t is None else matmul_own(scores, value_t),
    )


fused = structural(
    "_fused_attention",
    _fused,
    node="ScaledDotProductFlashAttentionForCpuBackward0",
    vjp=_fused_vjp,
    jvp=_fused_jvp,
    doc="Values weighted by the softmax of how queries match keys.",
)


# -- what programs call


def _attention(
    query: Array,
    key: Array,
    value: Array,
    attn_mask: Array | None = None,
    dropout_p: Number = 0.0,
    is_causal: bool = False,
    *,
    scale: Number | None = None,
    enable_gqa: bool = False,
) -> Any:
    _check(query, key, value, attn_mask)
    factor = 1.0 / math.sqrt(shape_of(query)[-1] or 1) if scale is None else float(scale)
    mask = _float_mask(attn_mask, query)
    if _fits_fused(query, key, value, attn_mask, dropout_p, enable_gqa):
        if is_causal:
            causal = _causal_mask(query, key)
            mask = causal if mask is None else mask + causal
        key, value = _repeated_heads(query, key, value, enable_gqa)
        return fused(query, key, value, mask, factor)
    if is_causal and attn_mask is not None:
        raise EngineRuntimeError(
            "_scaled_dot_product_attention: Explicit attn_mask should not be set when "
            "is_causal=True"
        )
    if is_causal:
        mask = _causal_mask(query, key)
    key, value = _repeated_heads(query, key, value, enable_gqa)
    half = math.sqrt(abs(factor))
    scores = call(
        "matmul",
        query * (half if factor >= 0 else -half),
        call("transpose", key, -2, -1) * half,
    )
    scores = safe_softmax(scores if mask is None else scores + mask, -1)
    if dropout_p:
        scores = dropped(scores, dropout_p)
    return call("matmul", scores, value)


def _check(query: Any, key: Any, value: Any, mask: Any) -> None:
    parts = {"query": query, "key": key, "value": value}
    kinds = [type_name(raw_of(t)) for t in parts.values()]
    if len(set(kinds)) > 1:
        raise EngineRuntimeError(
            "Expected query, key, and value to have the same dtype, but got query.dtype: "
            f"{kinds[0]} key.dtype: {kinds[1]} and value.dtype: {kinds[2]} instead."
        )
    counts = [ndim(t) for t in parts.values()]
    if min(counts) < 2:
        raise EngineRuntimeError(
            "Expected query, key, and value to all be  at least 2 dimensional, but got "
            f"query.dim: {counts[0]} key.dim: {counts[1]} and value.dim: {counts[2]} instead."
        )
    if mask is not None and raw_of(mask).dtype.kind not in "fb":
        raise EngineRuntimeError(
            "Expected attn_mask dtype to be bool or float or to match query dtype, but got "
            f"attn_mask.dtype: {type_name(raw_of(mask))} and  query.dtype: {kinds[0]} instead."
        )


def _float_mask(mask: Any, query: Any) -> Any:
    """A mask to add: booleans become 0 where they admit and -inf elsewhere."""
    if mask is None or raw_of(mask).dtype.kind == "f":
        return mask
    return result(additive_mask(raw_of(mask), raw_of(query).dtype))


def additive_mask(admits: np.ndarray, dtype: np.dtype) -> np.ndarray:
    """0 where a mask admits, -inf elsewhere."""
    return np.where(admits, dtype.type(0), dtype.type(-np.inf))


def _causal_mask(query: Any, key: Any) -> Any:
    """What lets each place attend to those up to its own number."""
    rows, columns = shape_of(query)[-2], shape_of(key)[-2]
    shapes.check_size((rows, columns))
    return result(additive_mask(np.tri(rows, columns, dtype=bool), raw_of(query).dtype))


def _fits_fused(
    query: Any, key: Any, value: Any, mask: Any, dropout_p: float, grouped: bool
) -> bool:
    """Whether torch runs its fused kernel."""
    q, k, v = shape_of(query), shape_of(key), shape_of(value)
    if dropout_p or len(q) != 4 or len(k) != 4 or len(v) != 4:
        return False
    if mask is not None and (wants(mask) or not _fits_mask(shape_of(mask), q, k)):
        return False
    heads = k[1] == v[1] and (q[1] == k[1] or (grouped and k[1] and q[1] % k[1] == 0))
    same = q[0] == k[0] == v[0] and q[3] == k[3] == v[3] and k[2] == v[2]
    return bool(heads and same and q[2] and k[2])


def _fits_mask(mask: tuple[int, ...], q: tuple[int, ...], k: tuple[int, ...]) -> bool:
    wanted = (q[0], q[1], q[2], k[2])
    if len(mask) not in (2, 4):
        return False
    return all(n in (1, m) for n, m in zip(mask, wanted[4 - len(mask) :], strict=True))


def _repeated_heads(query: Any, key: Any, value: Any, grouped: bool) -> tuple[Any, Any]:
    """Keys and values, each head as often as queries share it."""
    if not grouped:
        return key, value
    heads = [shape_of(t)[-3] for t in (query, key, value)]
    if heads[0] % heads[1] or heads[0] % heads[2]:
        raise EngineRuntimeError(
            "Number of heads in key and value must divide the number of heads in "
        )
    return tuple(
        t if n == heads[0] else call("repeat_interleave", t, heads[0] // n, -3)
        for t, n in ((key, heads[1]), (value, heads[2]))
    )


composite(
    f"{F}scaled_dot_product_attention",
    _attention,
    method=False,
    doc="Values weighted by the softmax of the scaled products of queries and keys.",
)
