"""InstanceNorm: each channel of each sample normalised by itself."""

from __future__ import annotations

from typing import Any

from ...dtypes import DType
from ...ops.public import call
from ...tensor import Tensor
from .batchnorm import NormBase
from .functional import F


class _InstanceNorm(NormBase):
    """What the instance norms have in common; unlike batch norms they have no parameters.

    axes: how many a single sample has.
    """

    axes: int

    def __init__(
        self,
        num_features: int,
        eps: float = 1e-5,
        momentum: float = 0.1,
        affine: bool = False,
        track_running_stats: bool = False,
        device: Any = None,
        dtype: DType | None = None,
        *,
        bias: bool = True,
    ) -> None:
        super().__init__(
            num_features, eps, momentum, affine, track_running_stats, device, dtype, bias=bias
        )

    def _check_input_dim(self, input: Tensor) -> None:
        if input.ndim not in (self.axes, self.axes + 1):
            raise ValueError(
                f"expected {self.axes}D or {self.axes + 1}D input (got {input.ndim}D input)"
            )

    def forward(self, input: Tensor) -> Tensor:
        """`input` normalised; a single sample without batch axis is fine."""
        self._check_input_dim(input)
        place = input.ndim - self.axes
        if input.shape[place] != self.num_features and self.affine:
            raise ValueError(
                f"expected input's size at dim={place} to match num_features "
                f"({self.num_features}), but got: {input.shape[place]}."
            )
        if place:
            return self._normalized(input)
        return call("squeeze", self._normalized(call("unsqueeze", input, 0)), 0)

    def _normalized(self, input: Tensor) -> Tensor:
        return F.instance_norm(
            input,
            self.running_mean,
            self.running_var,
            self.weight,
            self.bias,
            self.training or not self.track_running_stats,
            self.momentum if self.momentum is not None else 0.0,
            self.eps,
        )


class InstanceNorm1d(_InstanceNorm):
    """For (C, L) or (N, C, L)."""

    axes = 2


class InstanceNorm2d(_InstanceNorm):
    """For (C, H, W) or (N, C, H, W)."""

    axes = 3


class InstanceNorm3d(_InstanceNorm):
    """For (C, D, H, W) or (N, C, D, H, W)."""

    axes = 4
