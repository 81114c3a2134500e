"""Histograms of one and several coordinates; torch differentiates none of them."""

from __future__ import annotations

from typing import Any

import numpy as np

from .. import dtypes, shapes
from ..apply import named
from ..errors import EngineRuntimeError, kernel_missing
from ..kinds import Array, Index, Number, Setting
from ..registry import composite, plain
from ..tensor import Tensor, result
from .spaced import spaced


def _histc(self: Array, bins: int = 100, min: Number = 0, max: Number = 0) -> Any:
    array = np.asarray(self)
    if array.dtype.kind != "f":
        raise kernel_missing("histogram_cpu", dtypes.of(array))
    if bins <= 0:
        raise EngineRuntimeError(
            f"torch.histogram(): bins must be > 0, but got {bins} for dimension 0"
        )
    low, high = float(min), float(max)
    if low == high and array.size:
        low, high = float(array.min()), float(array.max())
    if low == high:
        low, high = low - 1, high + 1
    if not np.isfinite([low, high]).all():
        raise EngineRuntimeError(f"torch.histc: range of [{low:g}, {high:g}] is not finite")
    if low > high:
        raise EngineRuntimeError("torch.histc: max must be larger than min")
    shapes.check_size((bins,))
    return np.histogram(array, bins, (low, high))[0].astype(array.dtype)


histc = plain("histc", _histc, doc="How many elements fall into each of equally wide bins.")


# -- the edges of bins


def _even_edges(column: np.ndarray, bins: int, bounds: tuple, axis: int) -> np.ndarray:
    """The edges of equally wide bins, within bounds or from the least to the largest number.

    Source: torch aten/src/ATen/native/Histogram.cpp, select_outer_bin_edges.
    """
    if bins <= 0:
        raise EngineRuntimeError(
            f"torch.histogram(): bins must be > 0, but got {bins} for dimension {axis}"
        )
    if bounds:
        low, high = bounds
    else:
        low, high = (float(column.min()), float(column.max())) if column.size else (0.0, 1.0)
    if not np.isfinite([low, high]).all():
        raise EngineRuntimeError(
            f"torch.histogramdd: dimension {axis}'s range [{low:g}, {high:g}] is not finite"
        )
    if low > high:
        raise EngineRuntimeError(
            "torch.histogramdd: min should not exceed max, but got min "
            f"{low:g} max {high:g} for dimension {axis}"
        )
    if low == high:
        low, high = low - 0.5, high + 0.5
    return spaced(low, high, bins + 1, dtypes.of(column))


def _given_edges(edges: np.ndarray, points: np.ndarray, axis: int) -> np.ndarray:
    """Edges that a caller gave. Raises: torch's errors for other shapes and dtypes."""
    if edges.ndim != 1:
        raise EngineRuntimeError(
            f"torch.histogramdd: bins tensor should have one dimension, but got {edges.ndim} "
            f"dimensions in the bins tensor for dimension {axis}"
        )
    if not edges.size:
        raise EngineRuntimeError(
            "torch.histogramdd: bins tensor should have at least 1 element, but got 0 elements "
            f"in the bins tensor for dimension {axis}"
        )
    if edges.dtype != points.dtype:
        raise EngineRuntimeError(
            "torch.histogramdd: input tensor and bins tensors should have the same dtype, but "
            f"got input with dtype {dtypes.of(points).c_name} and bins for dimension {axis} with "
            f"dtype {_c_name(edges)}"
        )
    return edges


def _c_name(array: np.ndarray) -> str:
    name = dtypes.of(array).c_name
    return "long int" if name == "int64" else name


# -- counting


def _counted(
    points: np.ndarray, edges: list[np.ndarray], weight: np.ndarray | None, density: bool
) -> np.ndarray:
    """How many of the points (one a row) lie in each box; the last bins hold their upper edge.

    Weights are added up in the dtype of the points, as torch does.
    """
    sizes = tuple(len(e) - 1 for e in edges)
    shapes.check_size(sizes, points.itemsize)
    inside = np.ones(len(points), bool)
    places = []
    for column, bounds in zip(points.T, edges, strict=True):
        inside &= (column >= bounds[0]) & (column <= bounds[-1])
        found = np.searchsorted(bounds, column, "right") - 1
        places.append(np.where(column == bounds[-1], len(bounds) - 2, found))
    out = np.zeros(sizes, points.dtype)
    amount = 1 if weight is None else weight.reshape(-1)[inside]
    np.add.at(out, tuple(p[inside] for p in places), amount)
    if density:
        out /= out.sum()
        for axis, bounds in enumerate(edges):
            out /= np.diff(bounds).reshape(-1, *(1,) * (len(edges) - axis - 1))
    return out


def _check_weight(shape: tuple, points: np.ndarray, weight: np.ndarray | None) -> None:
    """Raise torch's errors for weights of another shape or dtype than the points."""
    if weight is None:
        return
    if weight.shape != shape[:-1]:
        raise EngineRuntimeError(
            "torch.histogramdd: if weight tensor is provided it should have the same shape as the "
            f"input tensor excluding its innermost dimension, but got input with shape "
            f"{list(shape)} and weight with shape {list(weight.shape)}"
        )
    if weight.dtype != points.dtype:
        raise EngineRuntimeError(
            "torch.histogramdd: if weight tensor is provided, input tensor and weight tensor "
            f"should have the same dtype, but got input({dtypes.of(points).c_name}), and "
            f"weight({_c_name(weight)})"
        )


def _boxes(
    array: np.ndarray, bins: list, bounds: Any, weight: Any, density: bool
) -> tuple[np.ndarray, list[np.ndarray]]:
    """The histogram of points whose coordinates lie along the last axis, and its edges."""
    if array.dtype.kind != "f":
        raise kernel_missing("histogramdd", dtypes.of(array))
    count = array.shape[-1]
    if len(bins) != count:
        raise EngineRuntimeError(
            "histogramdd: The size of bins must be equal to the innermost dimension of the input."
        )
    if bounds is not None and len(bounds) != 2 * count:
        raise EngineRuntimeError(
            f"torch.histogramdd: for a {count}-dimensional histogram range should have "
            f"{2 * count} elements, but got {len(bounds)}"
        )
    weights = None if weight is None else np.asarray(weight)
    _check_weight(array.shape, array, weights)
    points = array.reshape(-1, count)
    edges = [
        _even_edges(points[:, k], b, tuple(bounds or ())[2 * k : 2 * k + 2], k)
        if isinstance(b, int)
        else _given_edges(b, points, k)
        for k, b in enumerate(bins)
    ]
    return _counted(points, edges, weights, density), edges


def _histogram(
    self: Array,
    bins: int,
    *,
    range: Setting = None,
    weight: Index | None = None,
    density: bool = False,
) -> Any:
    array = np.asarray(self).reshape(-1, 1)
    weights = None if weight is None else np.asarray(weight).reshape(-1)
    hist, edges = _boxes(array, [bins], range, weights, density)
    return hist, edges[0]


def _histogram_between(
    self: Array, bins: Index, *, weight: Index | None = None, density: bool = False
) -> Any:
    array = np.asarray(self).reshape(-1, 1)
    weights = None if weight is None else np.asarray(weight).reshape(-1)
    hist, edges = _boxes(array, [np.asarray(bins)], None, weights, density)
    return hist, edges[0]


plain(
    "histogram",
    _histogram,
    outputs=("hist", "bin_edges"),
    doc="How many elements, or what weight of them, fall into equally wide bins; and the edges.",
)
plain(
    "histogram:edges",
    _histogram_between,
    outputs=("hist", "bin_edges"),
    doc="The same between given edges; the last bin holds its upper edge.",
)


def _histogramdd(
    self: Index,
    bins: Setting,
    *,
    range: Setting = None,
    weight: Index | None = None,
    density: bool = False,
) -> Any:
    array = self.array()
    if array.ndim < 2:
        raise EngineRuntimeError(
            "torch.histogramdd: input tensor should have at least 2 dimensions"
        )
    wanted = [bins] * array.shape[-1] if isinstance(bins, int) else list(bins)
    wanted = [b.array() if b.__class__ is Tensor else b for b in wanted]
    weights = None if weight is None else weight.array()
    hist, edges = _boxes(array, wanted, range, weights, density)
    return named(histogramdd.row)(result(hist), tuple(result(e) for e in edges))


histogramdd = composite(
    "histogramdd",
    _histogramdd,
    outputs=("hist", "bin_edges"),
    method=False,
    doc="How many points, or what weight of them, fall into boxes; and the edges of each axis.",
)
