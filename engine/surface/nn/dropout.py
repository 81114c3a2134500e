"""Dropout and its kin, which let parts of the input fall out while training."""

from __future__ import annotations

from ...tensor import Tensor
from .functional import F
from .module import Module


class _Dropout(Module):
    """What they have in common: the probability."""

    _init_shown = "_DropoutNd"

    def __init__(self, p: float = 0.5, inplace: bool = False) -> None:
        super().__init__()
        if p < 0 or p > 1:
            raise ValueError(f"dropout probability has to be between 0 and 1, but got {p}")
        self.p = p
        self.inplace = inplace

    def extra_repr(self) -> str:
        return f"p={self.p}, inplace={self.inplace}"


class Dropout(_Dropout):
    """Single elements fall out."""

    def forward(self, input: Tensor) -> Tensor:
        """`input` with elements zero, the others scaled up; itself unless training."""
        return F.dropout(input, self.p, self.training, self.inplace)


class Dropout1d(_Dropout):
    """Whole channels of sequences fall out."""

    def forward(self, input: Tensor) -> Tensor:
        """`input` with channels zero, the others scaled up; itself unless training."""
        return F.dropout1d(input, self.p, self.training, self.inplace)


class Dropout2d(_Dropout):
    """Whole channels of images fall out."""

    def forward(self, input: Tensor) -> Tensor:
        """`input` with channels zero, the others scaled up; itself unless training."""
        return F.dropout2d(input, self.p, self.training, self.inplace)


class Dropout3d(_Dropout):
    """Whole channels of volumes fall out."""

    def forward(self, input: Tensor) -> Tensor:
        """`input` with channels zero, the others scaled up; itself unless training."""
        return F.dropout3d(input, self.p, self.training, self.inplace)


class AlphaDropout(_Dropout):
    """Elements fall to the least value of SELU; mean and variance are kept."""

    def forward(self, input: Tensor) -> Tensor:
        """`input` after the fall; itself unless training."""
        return F.alpha_dropout(input, self.p, self.training)


class FeatureAlphaDropout(_Dropout):
    """Whole channels fall to the least value of SELU; mean and variance are kept."""

    def forward(self, input: Tensor) -> Tensor:
        """`input` after the fall; itself unless training."""
        return F.feature_alpha_dropout(input, self.p, self.training)
