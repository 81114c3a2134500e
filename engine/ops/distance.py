"""Similarities and distances of vectors: normalize, cosine_similarity, pairwise distances."""

from __future__ import annotations

from typing import Any

import numpy as np

from .. import shapes
from ..dtypes import SCALAR_TYPE_NAMES, promote_types
from ..errors import EngineRuntimeError
from ..kinds import Array, Number, Setting, Tensors
from ..registry import composite, linear, structural
from ..tensor import Tensor
from .arithmetic import add_number
from .convert import cast
from .lead import expand_own, shape_of, unsqueeze_own
from .likelihood import at_least
from .norm import norm_along, norm_back, norm_push, vector_norm
from .public import call

F = "nn.functional."


def _normalize(self: Array, p: Number = 2.0, dim: Setting = 1, eps: Number = 1e-12) -> Any:
    size = call("clamp_min", call("norm", self, p, dim, keepdim=True), eps)
    if self.__class__ is Tensor:  # torch stretches the norms, which its graph shows
        size = expand_own(size, shape_of(self))
    return self / size


composite(F + "normalize", _normalize, doc="Vectors along dim, divided by their p-norms.")


def _cosine_similarity(x1: Tensors, x2: Tensors, dim: int = 1, eps: Number = 1e-8) -> Any:
    """Each vector is divided by its norm first; where that is raised to eps, its slope stays."""
    shape = shapes.broadcast(shape_of(x1), shape_of(x2))
    dim = shapes.negative_dim(dim, len(shape))
    common = promote_types(x1.dtype, x2.dtype)
    if not common.is_floating_point:
        raise EngineRuntimeError(
            "expected common dtype to be floating point, yet common dtype is "
            f"{SCALAR_TYPE_NAMES[common.name]}"
        )
    parts = []
    for x in (x1, x2):
        same = x if x.dtype is common else cast(x, common)
        whole = same if shape_of(x) == shape else expand_own(same, shape)
        size = call("linalg.vector_norm", whole, 2, dim, keepdim=True)
        parts.append(whole / at_least(size, eps))
    return call("sum", parts[0] * parts[1], dim)


composite(
    F + "cosine_similarity",
    _cosine_similarity,
    aliases=("cosine_similarity",),
    method=False,
    doc="The cosine of the angle between vectors along dim.",
)


def _pairwise_distance(
    x1: Tensors, x2: Tensors, p: Number = 2.0, eps: Number = 1e-6, keepdim: bool = False
) -> Any:
    return norm_along(add_number(x1 - x2, eps), p, (-1,), keepdim, None)


pairwise_distance = composite(
    F + "pairwise_distance",
    _pairwise_distance,
    aliases=("pairwise_distance",),
    method=False,
    doc="The p-norm of x1 - x2 + eps along the last axis.",
)


# -- within one set of vectors


def _pairs(count: int) -> tuple[np.ndarray, np.ndarray]:
    """The row numbers i < j of all pairs, in torch's order."""
    return np.triu_indices(count, 1)


def _pair_differences(self: Array) -> Any:
    array = np.asarray(self)
    first, second = _pairs(array.shape[-2])
    return array[..., first, :] - array[..., second, :]


pair_differences = linear(
    "_pair_differences",
    _pair_differences,
    vjp=lambda g, self_shape: scatter_pairs(g, self_shape[-2]),
    doc="The differences of all pairs of rows.",
)


def _scatter_pairs(self: Array, count: Setting) -> Any:
    g = np.asarray(self)
    first, second = _pairs(count)
    out = np.zeros((*g.shape[:-2], count, g.shape[-1]), g.dtype)
    rows = np.moveaxis(out, -2, 0)
    np.add.at(rows, first, np.moveaxis(g, -2, 0))
    np.subtract.at(rows, second, np.moveaxis(g, -2, 0))
    return out


scatter_pairs = linear(
    "_scatter_pairs",
    _scatter_pairs,
    vjp=lambda g: pair_differences(g),
    doc="For each row, the values of the pairs that it begins less those that it ends.",
)


def _pdist(self: Array, p: Number = 2.0) -> Any:
    array = np.asarray(self)
    if array.ndim != 2:
        raise EngineRuntimeError(f"pdist only supports 2D tensors, got: {array.ndim}D")
    if array.dtype.kind != "f":
        raise EngineRuntimeError("pdist only supports floating-point dtypes")
    if p < 0:
        raise EngineRuntimeError("pdist only supports non-negative p values")
    rows, columns = array.shape
    shapes.check_size((rows * (rows - 1) // 2, columns), array.itemsize)
    return vector_norm(_pair_differences(array), p, (-1,), False)


def _pdist_back(g: Any, self: Any, p: float, result: Any) -> Any:
    norms = unsqueeze_own(result, (-1,))
    each = norm_back(unsqueeze_own(g, (-1,)), pair_differences(self), p, norms, (-1,))
    return None if each is None else scatter_pairs(each, shape_of(self)[0])


pdist = structural(
    F + "pdist",
    _pdist,
    aliases=("pdist",),
    method=False,
    node="PdistBackward0",
    vjp=lambda g, self, p, result: _pdist_back(g, self, p, result),
    jvp=lambda self_t, self, p, result: norm_push(
        pair_differences(self_t),
        pair_differences(self),
        p,
        unsqueeze_own(result, (-1,)),
        (-1,),
        False,
    ),
    derivative=(
        "for each pair of rows g*sign(d)*(abs(d)/result)^(p - 1), d their difference, summed"
    ),
    doc="The p-norms of the differences of all pairs of rows; torch has no second derivative.",
)
