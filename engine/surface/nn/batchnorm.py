"""BatchNorm: each channel normalised over the batch, or by what was seen while training."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np

from ...dtypes import DType
from ...tensor import Tensor
from . import init
from .functional import F
from .module import Module
from .parameter import filled, parameter


class NormBase(Module):
    """Channels with a scale and a shift each, and running means and variances.

    momentum: the weight of the newest batch in the running values; None averages all batches.
    """

    _init_shown = "_BatchNorm"
    _version = 2

    def __init__(
        self,
        num_features: int,
        eps: float = 1e-5,
        momentum: float | None = 0.1,
        affine: bool = True,
        track_running_stats: bool = True,
        device: Any = None,
        dtype: DType | None = None,
        *,
        bias: bool = True,
    ) -> None:
        super().__init__()
        self.num_features = num_features
        self.eps = eps
        self.momentum = momentum
        self.affine = affine
        self.track_running_stats = track_running_stats
        for name, wanted in (("weight", affine), ("bias", affine and bias)):
            made = parameter(num_features, device, dtype) if wanted else None
            self.register_parameter(name, made)
        if track_running_stats:
            self.register_buffer("running_mean", filled(num_features, 0, device, dtype))
            self.register_buffer("running_var", filled(num_features, 1, device, dtype))
            self.register_buffer("num_batches_tracked", Tensor(np.array(0)))
        else:
            for name in ("running_mean", "running_var", "num_batches_tracked"):
                self.register_buffer(name, None)
        self.reset_parameters()

    def reset_running_stats(self) -> None:
        """Forget the batches seen so far."""
        if self.track_running_stats:
            init.zeros_(self.running_mean)
            init.ones_(self.running_var)
            init.zeros_(self.num_batches_tracked)

    def reset_parameters(self) -> None:
        """Set scales to one, shifts to zero, and forget the batches seen."""
        self.reset_running_stats()
        if self.affine:
            init.ones_(self.weight)
            if self.bias is not None:
                init.zeros_(self.bias)

    def _check_input_dim(self, input: Tensor) -> None:
        raise NotImplementedError

    def extra_repr(self) -> str:
        return (
            f"{self.num_features}, eps={self.eps}, momentum={self.momentum}, "
            f"affine={self.affine}, bias={self.bias is not None}, "
            f"track_running_stats={self.track_running_stats}"
        )

    def _load_from_state_dict(
        self, state_dict: dict, prefix: str, local_metadata: Mapping, *report: Any
    ) -> None:
        version = local_metadata.get("version", None)
        if (version is None or version < 2) and self.track_running_stats:
            key = prefix + "num_batches_tracked"
            state_dict.setdefault(key, self.num_batches_tracked)
        super()._load_from_state_dict(state_dict, prefix, local_metadata, *report)


class _BatchNorm(NormBase):
    """What the batch norms have in common."""

    def forward(self, input: Tensor) -> Tensor:
        """`input` normalised; while training, the running values take the batch in."""
        self._check_input_dim(input)
        factor = 0.0 if self.momentum is None else self.momentum
        if self.training and self.track_running_stats and self.num_batches_tracked is not None:
            self.num_batches_tracked.add_(1)
            if self.momentum is None:
                factor = 1.0 / float(self.num_batches_tracked)
        by_batch = self.training or (self.running_mean is None and self.running_var is None)
        known = not self.training or self.track_running_stats
        return F.batch_norm(
            input,
            self.running_mean if known else None,
            self.running_var if known else None,
            self.weight,
            self.bias,
            by_batch,
            factor,
            self.eps,
        )


class BatchNorm1d(_BatchNorm):
    """For (N, C) or (N, C, L)."""

    def _check_input_dim(self, input: Tensor) -> None:
        if input.ndim not in (2, 3):
            raise ValueError(f"expected 2D or 3D input (got {input.ndim}D input)")


class BatchNorm2d(_BatchNorm):
    """For (N, C, H, W)."""

    def _check_input_dim(self, input: Tensor) -> None:
        if input.ndim != 4:
            raise ValueError(f"expected 4D input (got {input.ndim}D input)")


class BatchNorm3d(_BatchNorm):
    """For (N, C, D, H, W)."""

    def _check_input_dim(self, input: Tensor) -> None:
        if input.ndim != 5:
            raise ValueError(f"expected 5D input (got {input.ndim}D input)")
