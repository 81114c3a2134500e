"""Transformers: layers of attention and feed-forward networks, encoders and decoders of them."""

from __future__ import annotations

from collections.abc import Callable
from copy import deepcopy
from typing import Any

import numpy as np

from ...dtypes import DType
from ...modes import state
from ...ops.arithmetic import add
from ...tensor import Tensor
from . import init
from .attention import MultiheadAttention
from .container import ModuleList
from .dropout import Dropout
from .functional import F
from .linear import Linear
from .module import Module
from .normalization import LayerNorm


class _Layer(Module):
    """What the layers of encoders and decoders have in common.

    blocks: how many there are, each with its norm and its dropout.
    """

    _init_shown = "each"
    blocks: int

    def __init__(
        self,
        d_model: int,
        nhead: int,
        dim_feedforward: int = 2048,
        dropout: float = 0.1,
        activation: str | Callable[[Tensor], Tensor] = "relu",
        layer_norm_eps: float = 1e-5,
        batch_first: bool = False,
        norm_first: bool = False,
        bias: bool = True,
        device: Any = None,
        dtype: DType | None = None,
    ) -> None:
        super().__init__()
        place = {"device": device, "dtype": dtype}
        for name in ("self_attn", "multihead_attn")[: self.blocks - 1]:
            made = MultiheadAttention(
                d_model, nhead, dropout, bias, batch_first=batch_first, **place
            )
            setattr(self, name, made)
        self.linear1 = Linear(d_model, dim_feedforward, bias, **place)
        self.dropout = Dropout(dropout)
        self.linear2 = Linear(dim_feedforward, d_model, bias, **place)
        self.norm_first = norm_first
        for number in range(1, self.blocks + 1):
            norm = LayerNorm(d_model, layer_norm_eps, bias=bias, **place)
            setattr(self, f"norm{number}", norm)
        for number in range(1, self.blocks + 1):
            setattr(self, f"dropout{number}", Dropout(dropout))
        self.activation = _activation(activation)

    def _through(self, x: Tensor, *blocks: Callable[[Tensor], Tensor]) -> Tensor:
        """x through the blocks, each beside a way around it and normalised before or after."""
        for number, block in enumerate(blocks, 1):
            norm = getattr(self, f"norm{number}")
            x = add(x, block(norm(x))) if self.norm_first else norm(add(x, block(x)))
        return x

    def _feed_forward(self, x: Tensor) -> Tensor:
        x = self.linear2(self.dropout(self.activation(self.linear1(x))))
        return getattr(self, f"dropout{self.blocks}")(x)

    def _attend_self(
        self, x: Tensor, mask: Tensor | None, padding: Tensor | None, causal: bool
    ) -> Tensor:
        return self.dropout1(_attended(self.self_attn, x, x, mask, padding, causal))


def _attended(
    attention: Module,
    x: Tensor,
    source: Tensor,
    mask: Tensor | None,
    padding: Tensor | None,
    causal: bool,
) -> Tensor:
    output, _ = attention(
        x,
        source,
        source,
        attn_mask=mask,
        key_padding_mask=padding,
        is_causal=causal,
        need_weights=False,
    )
    return output


def _activation(given: str | Callable) -> Callable:
    """An activation by name. Raises: RuntimeError for other names."""
    if not isinstance(given, str):
        return given
    if given not in ("relu", "gelu"):
        raise RuntimeError(f"activation should be relu/gelu, not {given}")
    return getattr(F, given)


class TransformerEncoderLayer(_Layer):
    """Attention of a sequence to itself, then a feed-forward network."""

    blocks = 2

    def forward(
        self,
        src: Tensor,
        src_mask: Tensor | None = None,
        src_key_padding_mask: Tensor | None = None,
        is_causal: bool = False,
    ) -> Tensor:
        """`src` through both blocks."""
        return self._through(
            src,
            lambda x: self._attend_self(x, src_mask, src_key_padding_mask, is_causal),
            self._feed_forward,
        )


class TransformerDecoderLayer(_Layer):
    """Attention of a target to itself and to a memory, then a feed-forward network."""

    blocks = 3

    def forward(
        self,
        tgt: Tensor,
        memory: Tensor,
        tgt_mask: Tensor | None = None,
        memory_mask: Tensor | None = None,
        tgt_key_padding_mask: Tensor | None = None,
        memory_key_padding_mask: Tensor | None = None,
        tgt_is_causal: bool = False,
        memory_is_causal: bool = False,
    ) -> Tensor:
        """`tgt` through the three blocks."""

        def attend(x: Tensor) -> Tensor:
            found = _attended(
                self.multihead_attn,
                x,
                memory,
                memory_mask,
                memory_key_padding_mask,
                memory_is_causal,
            )
            return self.dropout2(found)

        return self._through(
            tgt,
            lambda x: self._attend_self(x, tgt_mask, tgt_key_padding_mask, tgt_is_causal),
            attend,
            self._feed_forward,
        )


class _Stack(Module):
    """Copies of a layer one above the other, and a norm at the end."""

    def __init__(self, layer: Module, num_layers: int, norm: Module | None = None) -> None:
        super().__init__()
        self.layers = ModuleList([deepcopy(layer) for _ in range(num_layers)])
        self.num_layers = num_layers
        self.norm = norm

    def _normed(self, x: Tensor) -> Tensor:
        return x if self.norm is None else self.norm(x)


class TransformerEncoder(_Stack):
    """A stack of encoder layers."""

    def __init__(
        self,
        encoder_layer: Module,
        num_layers: int,
        norm: Module | None = None,
        enable_nested_tensor: bool = True,
        mask_check: bool = True,
    ) -> None:
        super().__init__(encoder_layer, num_layers, norm)

    def forward(
        self,
        src: Tensor,
        mask: Tensor | None = None,
        src_key_padding_mask: Tensor | None = None,
        is_causal: bool | None = None,
    ) -> Tensor:
        """`src` through all layers."""
        for layer in self.layers:
            src = layer(
                src,
                src_mask=mask,
                src_key_padding_mask=src_key_padding_mask,
                is_causal=bool(is_causal),
            )
        return self._normed(src)


class TransformerDecoder(_Stack):
    """A stack of decoder layers."""

    def __init__(self, decoder_layer: Module, num_layers: int, norm: Module | None = None) -> None:
        super().__init__(decoder_layer, num_layers, norm)

    def forward(
        self,
        tgt: Tensor,
        memory: Tensor,
        tgt_mask: Tensor | None = None,
        memory_mask: Tensor | None = None,
        tgt_key_padding_mask: Tensor | None = None,
        memory_key_padding_mask: Tensor | None = None,
        tgt_is_causal: bool | None = None,
        memory_is_causal: bool = False,
    ) -> Tensor:
        """`tgt` through all layers."""
        for layer in self.layers:
            tgt = layer(
                tgt,
                memory,
                tgt_mask=tgt_mask,
                memory_mask=memory_mask,
                tgt_key_padding_mask=tgt_key_padding_mask,
                memory_key_padding_mask=memory_key_padding_mask,
                tgt_is_causal=bool(tgt_is_causal),
                memory_is_causal=memory_is_causal,
            )
        return self._normed(tgt)


class Transformer(Module):
    """An encoder of a source, and a decoder of a target that attends to what it gives."""

    encoder: Any
    decoder: Any

    def __init__(
        self,
        d_model: int = 512,
        nhead: int = 8,
        num_encoder_layers: int = 6,
        num_decoder_layers: int = 6,
        dim_feedforward: int = 2048,
        dropout: float = 0.1,
        activation: str | Callable[[Tensor], Tensor] = "relu",
        custom_encoder: Module | None = None,
        custom_decoder: Module | None = None,
        layer_norm_eps: float = 1e-5,
        batch_first: bool = False,
        norm_first: bool = False,
        bias: bool = True,
        device: Any = None,
        dtype: DType | None = None,
    ) -> None:
        super().__init__()
        settings = (
            d_model,
            nhead,
            dim_feedforward,
            dropout,
            activation,
            layer_norm_eps,
            batch_first,
            norm_first,
            bias,
            device,
            dtype,
        )
        self.encoder = custom_encoder
        if custom_encoder is None:
            layer = TransformerEncoderLayer(*settings)
            norm = LayerNorm(d_model, layer_norm_eps, bias=bias, device=device, dtype=dtype)
            self.encoder = TransformerEncoder(layer, num_encoder_layers, norm)
        self.decoder = custom_decoder
        if custom_decoder is None:
            layer = TransformerDecoderLayer(*settings)
            norm = LayerNorm(d_model, layer_norm_eps, bias=bias, device=device, dtype=dtype)
            self.decoder = TransformerDecoder(layer, num_decoder_layers, norm)
        for p in self.parameters():
            if p.ndim > 1:
                init.xavier_uniform_(p)
        self.d_model = d_model
        self.nhead = nhead
        self.batch_first = batch_first

    def forward(
        self,
        src: Tensor,
        tgt: Tensor,
        src_mask: Tensor | None = None,
        tgt_mask: Tensor | None = None,
        memory_mask: Tensor | None = None,
        src_key_padding_mask: Tensor | None = None,
        tgt_key_padding_mask: Tensor | None = None,
        memory_key_padding_mask: Tensor | None = None,
        src_is_causal: bool | None = None,
        tgt_is_causal: bool | None = None,
        memory_is_causal: bool = False,
    ) -> Tensor:
        """What the decoder makes of `tgt` and the encoded `src`."""
        batch_axis = 0 if self.batch_first else 1
        if src.ndim == 3 and src.shape[batch_axis] != tgt.shape[batch_axis]:
            raise RuntimeError("the batch number of src and tgt must be equal")
        if src.shape[-1] != self.d_model or tgt.shape[-1] != self.d_model:
            raise RuntimeError("the feature number of src and tgt must be equal to d_model")
        memory = self.encoder(src, src_mask, src_key_padding_mask, src_is_causal)
        return self.decoder(
            tgt,
            memory,
            tgt_mask=tgt_mask,
            memory_mask=memory_mask,
            tgt_key_padding_mask=tgt_key_padding_mask,
            memory_key_padding_mask=memory_key_padding_mask,
            tgt_is_causal=tgt_is_causal,
            memory_is_causal=memory_is_causal,
        )

    @staticmethod
    def generate_square_subsequent_mask(
        sz: int, device: Any = None, dtype: DType | None = None
    ) -> Tensor:
        """A mask that hides what comes later: minus infinity above the diagonal."""
        kind = (dtype or state.default_dtype).np
        return Tensor(np.triu(np.full((sz, sz), -np.inf, kind), 1))
