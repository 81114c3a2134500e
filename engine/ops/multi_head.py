"""Multi-head attention as torch composes it: projections, attention by heads, a projection.

Source: torch nn/functional.py, multi_head_attention_forward.
"""

from __future__ import annotations

import math
from typing import Any, NamedTuple

import numpy as np

from ..errors import EngineAssertionError, EngineRuntimeError
from ..kinds import Array, Number
from ..registry import composite
from ..tensor import result
from .attention import additive_mask
from .dropout import dropped
from .lead import ndim, shape_of
from .matrix import raw_of
from .public import call

F = "nn.functional."


class _Sizes(NamedTuple):
    """Lengths of the sequences, and how the embedding is divided."""

    target: int
    source: int
    batch: int
    heads: int
    part: int

    @property
    def rows(self) -> int:
        """The heads of the whole batch."""
        return self.batch * self.heads


def _require(condition: bool, message: str) -> None:
    if not condition:
        raise EngineAssertionError(message)


def _size(value: Any) -> str:
    """A shape as torch prints it."""
    return f"torch.Size({list(shape_of(value))})"


def _forward(
    query: Array,
    key: Array,
    value: Array,
    embed_dim_to_check: int,
    num_heads: int,
    in_proj_weight: Array | None,
    in_proj_bias: Array | None,
    bias_k: Array | None,
    bias_v: Array | None,
    add_zero_attn: bool,
    dropout_p: Number,
    out_proj_weight: Array,
    out_proj_bias: Array | None,
    training: bool = True,
    key_padding_mask: Array | None = None,
    need_weights: bool = True,
    attn_mask: Array | None = None,
    use_separate_proj_weight: bool = False,
    q_proj_weight: Array | None = None,
    k_proj_weight: Array | None = None,
    v_proj_weight: Array | None = None,
    static_k: Array | None = None,
    static_v: Array | None = None,
    average_attn_weights: bool = True,
    is_causal: bool = False,
) -> Any:
    batched = _check_axes(query, key, value, key_padding_mask, attn_mask, num_heads)
    query, key, value = (t if batched else call("unsqueeze", t, 1) for t in (query, key, value))
    sizes = _sizes(query, key, value, embed_dim_to_check, num_heads, use_separate_proj_weight)
    padding = _padding_mask(key_padding_mask, query, batched)
    causal = _is_hint(is_causal, attn_mask, padding, need_weights)
    mask = None if causal else _fitted(_canonical(attn_mask, "attn_mask", query), sizes)
    separate = (q_proj_weight, k_proj_weight, v_proj_weight)
    weights = separate if use_separate_proj_weight else _thirds(in_proj_weight)
    q, k, v = _projected((query, key, value), weights, _thirds(in_proj_bias))
    q, k, v = _heads(q, (k, bias_k, static_k), (v, bias_v, static_v), add_zero_attn, sizes)
    sizes = sizes._replace(source=shape_of(k)[1])
    mask = _with_padding(mask, padding, (bias_k is not None) + add_zero_attn, sizes)
    attend = _weighted if need_weights else _unweighted
    found = attend(q, k, v, mask, dropout_p if training else 0, causal, sizes)
    return _finished(found, (out_proj_weight, out_proj_bias), average_attn_weights, batched, sizes)


def _check_axes(
    query: Any, key: Any, value: Any, key_mask: Any, attn_mask: Any, heads: int
) -> bool:
    """Whether there is a batch. Raises: torch's errors for other numbers of axes."""
    count = ndim(query)
    _require(
        count in (2, 3),
        f"query should be unbatched 2D or batched 3D tensor but received {count}-D query tensor",
    )
    said = "batched (3-D)" if count == 3 else "unbatched (2-D)"
    _require(
        ndim(key) == count and ndim(value) == count,
        f"For {said} `query`, expected `key` and `value` to be {count}-D but found "
        f"{ndim(key)}-D and {ndim(value)}-D tensors respectively",
    )
    _require(
        key_mask is None or ndim(key_mask) == count - 1,
        f"For {said} `query`, expected `key_padding_mask` to be `None` or {count - 1}-D but found "
        f"{ndim(key_mask)}-D tensor instead",
    )
    _require(
        attn_mask is None or ndim(attn_mask) in (2, 3),
        f"For {said} `query`, expected `attn_mask` to be `None`, 2-D or 3-D but found "
        f"{ndim(attn_mask)}-D tensor instead",
    )
    if count == 2 and attn_mask is not None and ndim(attn_mask) == 3:
        wanted = (heads, shape_of(query)[0], shape_of(key)[0])
        _require(
            shape_of(attn_mask) == wanted,
            f"Expected `attn_mask` shape to be {wanted} but got {_size(attn_mask)}",
        )
    return count == 3


def _sizes(query: Any, key: Any, value: Any, embedding: int, heads: int, separate: bool) -> _Sizes:
    target, batch, whole = shape_of(query)
    _require(
        whole == embedding, f"was expecting embedding dimension of {embedding}, but got {whole}"
    )
    _require(whole % heads == 0, f"embed_dim {whole} not divisible by num_heads {heads}")
    if separate:
        _require(
            shape_of(key)[:2] == shape_of(value)[:2],
            f"key's sequence and batch dims torch.Size({list(shape_of(key)[:2])}) do not match "
            f"value's torch.Size({list(shape_of(value)[:2])})",
        )
    else:
        _require(
            shape_of(key) == shape_of(value),
            f"key shape {_size(key)} does not match value shape {_size(value)}",
        )
    return _Sizes(target, shape_of(key)[0], batch, heads, whole // heads)


def _padding_mask(mask: Any, query: Any, batched: bool) -> Any:
    """The mask of whole keys, to be added, with its batch axis."""
    mask = _canonical(mask, "key_padding_mask", query)
    return mask if batched or mask is None else call("unsqueeze", mask, 0)


def _is_hint(causal: bool, mask: Any, padding: Any, need_weights: bool) -> bool:
    """Whether the mask is left to the fused kernel, which knows the causal one."""
    if causal and mask is None:
        raise EngineRuntimeError(
            "Need attn_mask if specifying the is_causal hint. You may use the Transformer module "
            "method `generate_square_subsequent_mask` to create this mask."
        )
    return causal and padding is None and not need_weights


def _canonical(mask: Any, name: str, query: Any) -> Any:
    """A mask to add: booleans become -inf where they hide and 0 elsewhere."""
    if mask is None:
        return None
    kind = raw_of(mask).dtype.kind
    _require(kind in "fb", f"only bool and floating types of {name} are supported")
    if kind == "f":
        return mask
    return result(additive_mask(~raw_of(mask), raw_of(query).dtype))


def _fitted(mask: Any, sizes: _Sizes) -> Any:
    """A mask with three axes. Raises: torch's errors for sizes that do not fit."""
    if mask is None:
        return None
    flat = ndim(mask) == 2
    pair = (sizes.target, sizes.source)
    wanted = pair if flat else (sizes.rows, *pair)
    if shape_of(mask) != wanted:
        raise EngineRuntimeError(
            f"The shape of the {ndim(mask)}D attn_mask is {_size(mask)}, but should be {wanted}."
        )
    return call("unsqueeze", mask, 0) if flat else mask


def _thirds(packed: Any) -> tuple:
    return (None,) * 3 if packed is None else tuple(call("chunk", packed, 3))


def _projected(inputs: tuple, weights: tuple, biases: tuple) -> list:
    return [call(F + "linear", t, w, b) for t, w, b in zip(inputs, weights, biases, strict=True)]


def _with_biases(k: Any, v: Any, bias_k: Any, bias_v: Any, sizes: _Sizes) -> tuple[Any, Any]:
    """Keys and values with one more place of the biases, if they are given."""
    _require(bias_k is None or bias_v is not None, "bias_k is set but bias_v is None")
    _require(bias_v is None or bias_k is not None, "bias_v is set but bias_k is None")
    if bias_k is None:
        return k, v
    k = call("cat", [k, call("repeat", bias_k, (1, sizes.batch, 1))])
    return k, call("cat", [v, call("repeat", bias_v, (1, sizes.batch, 1))])


def _by_heads(x: Any, sizes: _Sizes) -> Any:
    """A sequence with the heads of the batch first."""
    whole = (shape_of(x)[0], sizes.rows, sizes.part)
    return call("transpose", call("view", x, whole), 0, 1)


def _keys(name: str, x: Any, static: Any, sizes: _Sizes) -> Any:
    """Keys or values by heads; `static` ones are so already and stand in their place."""
    if static is None:
        return _by_heads(x, sizes)
    for axis, wanted in ((0, sizes.rows), (2, sizes.part)):
        got = shape_of(static)[axis]
        _require(got == wanted, f"expecting static_{name}.size({axis}) of {wanted}, but got {got}")
    return static


def _heads(q: Any, key: tuple, value: tuple, zeros: bool, sizes: _Sizes) -> tuple:
    """Queries, keys and values by heads.

    key, value: each with its bias and what stands in its place, or None. zeros: whether one more
    place of zeros is added.
    """
    k, v = _with_biases(key[0], value[0], key[1], value[1], sizes)
    k, v = _keys("k", k, key[2], sizes), _keys("v", v, value[2], sizes)
    if zeros:
        place = result(np.zeros((sizes.rows, 1, sizes.part), raw_of(k).dtype))
        k, v = call("cat", [k, place], 1), call("cat", [v, place], 1)
    return _by_heads(q, sizes), k, v


def _with_padding(mask: Any, padding: Any, added: int, sizes: _Sizes) -> Any:
    """The mask with what hides whole keys; `added` places at the end are never hidden."""
    if added:
        mask = None if mask is None else call(F + "pad", mask, (0, added))
        padding = None if padding is None else call(F + "pad", padding, (0, added))
    if padding is None:
        return mask
    for axis, wanted in ((0, sizes.batch), (1, sizes.source)):
        got = shape_of(padding)[axis]
        _require(
            got == wanted,
            f"Expected key_padded_mask.shape[{axis}] to be {wanted}, but got {got}",
        )
    wide = call("view", padding, (sizes.batch, 1, 1, sizes.source))
    wide = call("expand", wide, (-1, sizes.heads, -1, -1))
    wide = call("reshape", wide, (sizes.rows, 1, sizes.source))
    return wide if mask is None else mask + wide


def _weighted(
    q: Any, k: Any, v: Any, mask: Any, chance: float, causal: bool, sizes: _Sizes
) -> tuple[Any, Any]:
    """The attended values, and how much each place attends to each other."""
    q = q * math.sqrt(1.0 / sizes.part)
    turned = call("transpose", k, -2, -1)
    scores = call("bmm", q, turned) if mask is None else call("baddbmm", mask, q, turned)
    scores = call(F + "softmax", scores, -1)
    if chance:
        scores = dropped(scores, chance)
    out = call("transpose", call("bmm", scores, v), 0, 1)
    out = call("reshape", out, (sizes.target * sizes.batch, sizes.heads * sizes.part))
    by_head = (sizes.batch, sizes.heads, sizes.target, sizes.source)
    return out, call("view", scores, by_head)


def _unweighted(
    q: Any, k: Any, v: Any, mask: Any, chance: float, causal: bool, sizes: _Sizes
) -> tuple[Any, None]:
    """The attended values alone."""
    if mask is not None:
        alone = shape_of(mask)[0] == 1
        by_head = (sizes.batch, sizes.heads, -1, sizes.source)
        mask = call("unsqueeze", mask, 0) if alone else call("view", mask, by_head)
    q, k, v = (
        call("view", t, (sizes.batch, sizes.heads, n, sizes.part))
        for t, n in ((q, sizes.target), (k, sizes.source), (v, sizes.source))
    )
    out = call(F + "scaled_dot_product_attention", q, k, v, mask, chance, causal)
    out = call("permute", out, (2, 0, 1, 3))
    return call("reshape", out, (sizes.batch * sizes.target, sizes.heads * sizes.part)), None


def _finished(
    found: tuple, last: tuple, average: bool, batched: bool, sizes: _Sizes
) -> tuple[Any, Any]:
    """The values projected, and the scores averaged over the heads if asked."""
    out, scores = found
    out = call(F + "linear", out, *last)
    out = call("view", out, (sizes.target, sizes.batch, shape_of(out)[1]))
    if scores is not None and average:
        scores = call("mean", scores, 1)
    if batched:
        return out, scores
    return call("squeeze", out, 1), None if scores is None else call("squeeze", scores, 0)


composite(
    f"{F}multi_head_attention_forward",
    _forward,
    method=False,
    doc="Attention by heads between projections of queries, keys and values.",
)
