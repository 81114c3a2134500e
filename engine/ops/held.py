"""Slopes that depend on a point without changing with it: of relu, of a clipped value, of a pool.

Their second derivative is zero wherever it exists. torch still records that the slope came from
the point (its `threshold_backward` and the like have both as inputs), so that a gradient of the
gradient is zeros there and no error. Only a recorded pass does this; on raw values and on symbols
the slope is all there is to say.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from ..errors import derivative_missing
from ..kinds import Array
from ..modes import state
from ..registry import elementwise
from ..tensor import Tensor
from .lead import shape_of, zeros_like
from .place import Pieces


def _held(slope: Array, self: Array) -> Any:
    shape = np.broadcast_shapes(shape_of(slope), shape_of(self))
    return slope if shape_of(slope) == shape else np.broadcast_to(slope, shape)


def held_at(backward: str, *, implemented: bool = True) -> Callable[[Any, Any], Any]:
    """What records that a slope depends on a point, with the derivative zero.

    backward: torch's name of the operation that computes the slope, as 'threshold_backward'; its
    node shows it. implemented: whether torch can differentiate that. The function takes the slope,
    which is nobody else's, and the point, the shape of which is the slope's without lead axes.
    """

    def in_point(g: Any) -> Any:
        return zeros_like(g) if implemented else beyond_torch(backward, zeros_like(g))

    row = elementwise(
        f"_held_{backward}",
        _held,
        promote="none",
        node=node_of(backward + "_backward") if implemented else "torch::autograd::NotImplemented",
        slope=lambda g: g,
        self=in_point,
        shown=lambda slope, self: slope,
        doc=f"The slope that {backward} computes at a point.",
    )

    def held(slope: Any, point: Any) -> Any:
        if point.__class__ is not Tensor:
            return slope
        return row(slope.whole() if slope.__class__ is Pieces else slope, point)

    return held


def node_of(backward: str) -> str:
    """The name of the node whose rule is `backward`, as AvgPool2DBackward0."""
    words = backward.replace("2d", "2D").replace("3d", "3D").split("_")
    return "".join(w[:1].upper() + w[1:] for w in words) + "0"


def beyond_torch(name: str, slope: Any) -> Any:
    """`slope`, which torch does not implement: expressions get it, programs torch's error."""
    if state.implemented_only:
        raise derivative_missing(name)
    return slope
