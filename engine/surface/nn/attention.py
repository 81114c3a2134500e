"""MultiheadAttention: projections around attention by heads."""

from __future__ import annotations

from typing import Any

from ...dtypes import DType
from ...ops.public import call
from ...tensor import Tensor
from . import init
from .functional import F
from .linear import NonDynamicallyQuantizableLinear
from .module import Module
from .parameter import parameter


class MultiheadAttention(Module):
    """Each place of a target attends to the places of a source, in several ways at once."""

    def __init__(
        self,
        embed_dim: int,
        num_heads: int,
        dropout: float = 0.0,
        bias: bool = True,
        add_bias_kv: bool = False,
        add_zero_attn: bool = False,
        kdim: int | None = None,
        vdim: int | None = None,
        batch_first: bool = False,
        device: Any = None,
        dtype: DType | None = None,
    ) -> None:
        if embed_dim <= 0 or num_heads <= 0:
            raise ValueError(
                "embed_dim and num_heads must be greater than 0, got "
                f"embed_dim={embed_dim} and num_heads={num_heads} instead"
            )
        super().__init__()
        self.embed_dim = embed_dim
        self.kdim = embed_dim if kdim is None else kdim
        self.vdim = embed_dim if vdim is None else vdim
        self._qkv_same_embed_dim = self.kdim == embed_dim and self.vdim == embed_dim
        self.num_heads = num_heads
        self.dropout = dropout
        self.batch_first = batch_first
        self.head_dim = embed_dim // num_heads
        if self.head_dim * num_heads != embed_dim:
            raise AssertionError("embed_dim must be divisible by num_heads")
        self._add_projections(bias, device, dtype)
        self.out_proj = NonDynamicallyQuantizableLinear(embed_dim, embed_dim, bias, device, dtype)
        self.bias_k = self.bias_v = None
        if add_bias_kv:
            self.bias_k = parameter((1, 1, embed_dim), device, dtype)
            self.bias_v = parameter((1, 1, embed_dim), device, dtype)
        self.add_zero_attn = add_zero_attn
        self._reset_parameters()

    def _add_projections(self, bias: bool, device: Any, dtype: DType | None) -> None:
        """The weights of queries, keys and values: in one where their sizes are equal."""
        size = self.embed_dim
        one = self._qkv_same_embed_dim
        shapes = {
            "q_proj_weight": None if one else (size, size),
            "k_proj_weight": None if one else (size, self.kdim),
            "v_proj_weight": None if one else (size, self.vdim),
            "in_proj_weight": (3 * size, size) if one else None,
            "in_proj_bias": (3 * size,) if bias else None,
        }
        if one:  # torch registers what is there before what is not
            shapes = {"in_proj_weight": shapes.pop("in_proj_weight"), **shapes}
        for name, shape in shapes.items():
            made = None if shape is None else parameter(shape, device, dtype)
            self.register_parameter(name, made)

    def _reset_parameters(self) -> None:
        """Draw the projections anew; biases are zero."""
        for name in ("in_proj_weight", "q_proj_weight", "k_proj_weight", "v_proj_weight"):
            if self._parameters[name] is not None:
                init.xavier_uniform_(self._parameters[name])
        if self.in_proj_bias is not None:
            init.constant_(self.in_proj_bias, 0.0)
            init.constant_(self.out_proj.bias, 0.0)
        for extra in (self.bias_k, self.bias_v):
            if extra is not None:
                init.xavier_normal_(extra)

    def forward(
        self,
        query: Tensor,
        key: Tensor,
        value: Tensor,
        key_padding_mask: Tensor | None = None,
        need_weights: bool = True,
        attn_mask: Tensor | None = None,
        average_attn_weights: bool = True,
        is_causal: bool = False,
    ) -> tuple[Tensor, Tensor | None]:
        """The attended values, and how much each place attends to each if `need_weights`."""
        turned = self.batch_first and query.ndim == 3
        if turned:
            query, key, value = self._turned(query, key, value)
        output, weights = F.multi_head_attention_forward(
            query,
            key,
            value,
            self.embed_dim,
            self.num_heads,
            self.in_proj_weight,
            self.in_proj_bias,
            self.bias_k,
            self.bias_v,
            self.add_zero_attn,
            self.dropout,
            self.out_proj.weight,
            self.out_proj.bias,
            training=self.training,
            key_padding_mask=key_padding_mask,
            need_weights=need_weights,
            attn_mask=attn_mask,
            use_separate_proj_weight=not self._qkv_same_embed_dim,
            q_proj_weight=self.q_proj_weight,
            k_proj_weight=self.k_proj_weight,
            v_proj_weight=self.v_proj_weight,
            average_attn_weights=average_attn_weights,
            is_causal=is_causal,
        )
        return (call("transpose", output, 1, 0) if turned else output), weights

    def _turned(self, *inputs: Tensor) -> list[Tensor]:
        """The inputs with time first; inputs that are one tensor stay one."""
        done = {id(t): call("transpose", t, 1, 0) for t in inputs}
        return [done[id(t)] for t in inputs]
