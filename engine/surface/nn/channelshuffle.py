"""ChannelShuffle: channels dealt out between groups."""

from __future__ import annotations

from ...tensor import Tensor
from .functional import F
from .module import Module


class ChannelShuffle(Module):
    """The channels of each group spread over all groups."""

    def __init__(self, groups: int) -> None:
        super().__init__()
        self.groups = groups

    def forward(self, input: Tensor) -> Tensor:
        """`input` with its channels in another order."""
        return F.channel_shuffle(input, self.groups)

    def extra_repr(self) -> str:
        return f"groups={self.groups}"
