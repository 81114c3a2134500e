"""Finding elements: nonzero, searchsorted, isin, one_hot. Never differentiated."""

from __future__ import annotations

from typing import Any

import numpy as np

from .. import shapes
from ..errors import EngineRuntimeError
from ..kinds import Index
from ..registry import composite, plain
from ..tensor import result


def _argwhere(self: Index) -> Any:
    array = np.asarray(self)
    positions = np.nonzero(np.atleast_1d(array))
    found = np.stack(positions, 1) if array.ndim else np.zeros((len(positions[0]), 0), np.int64)
    return found.astype(np.int64)


argwhere = plain("argwhere", _argwhere, doc="The positions of the nonzero elements, a row each.")


def _nonzero(self: Index, *, as_tuple: bool = False) -> Any:
    if not as_tuple:
        return argwhere(self)
    return tuple(result(part) for part in np.nonzero(np.atleast_1d(self.array())))


composite(
    "nonzero",
    _nonzero,
    doc="The positions of the nonzero elements: a row each, or a tensor for each axis.",
)


def _nonzero_static(self: Index, *, size: int, fill_value: int = -1) -> Any:
    if size < 0:
        raise EngineRuntimeError("nonzero_static: 'size' must be an non-negative integer")
    found = _argwhere(self)[:size]
    shapes.check_size((size, found.shape[1]))
    out = np.full((size, found.shape[1]), fill_value, np.int64)
    out[: len(found)] = found
    return out


plain(
    "nonzero_static",
    _nonzero_static,
    doc="The positions of the first nonzero elements, a row each, filled up to `size` rows.",
)


def _one_hot(tensor: Index, num_classes: int = -1) -> Any:
    array = np.asarray(tensor)
    if array.dtype != np.int64:
        raise EngineRuntimeError("one_hot is only applicable to index tensor of type LongTensor.")
    if not array.size and num_classes <= 0:
        raise EngineRuntimeError(
            "Can not infer total number of classes from empty tensor."
            if num_classes == -1
            else "Can not create an empty tensor of classes."
        )
    if array.size and array.min() < 0:
        raise EngineRuntimeError("Class values must be non-negative.")
    most = int(array.max()) if array.size else -1
    if num_classes == -1:
        num_classes = most + 1
    elif most >= num_classes:
        raise EngineRuntimeError("Class values must be smaller than num_classes.")
    shapes.check_size((*array.shape, num_classes))
    out = np.zeros((array.size, num_classes), np.int64)
    out[np.arange(array.size), array.ravel()] = 1
    return out.reshape((*array.shape, num_classes))


plain(
    "nn.functional.one_hot",
    _one_hot,
    method=False,
    doc="Rows of zeros with a one at each index.",
)


def _isin(
    elements: Index, test_elements: Index, *, assume_unique: bool = False, invert: bool = False
) -> Any:
    return np.isin(elements, test_elements, invert=invert)


plain(
    "isin",
    _isin,
    method=False,
    doc="Whether each element is one of the test elements.",
)


def _is_right(name: str, right: bool, side: str | None) -> bool:
    if side not in (None, "left", "right"):
        raise EngineRuntimeError(f"{name}(): side can only be 'left' or 'right' but got {side}")
    if side == "left" and right:
        raise EngineRuntimeError(
            f"{name}(): side and right can't be set to opposites, got side of left while right "
            "was True"
        )
    return right or side == "right"


def _searchsorted(
    sorted_sequence: Index,
    self: Index,
    *,
    out_int32: bool = False,
    right: bool = False,
    side: str | None = None,
    sorter: Index | None = None,
) -> Any:
    bounds, values = np.asarray(sorted_sequence), np.asarray(self)
    side = "right" if _is_right("torch.searchsorted", right, side) else "left"
    _check_search(bounds, values)
    order = None if sorter is None else np.asarray(sorter)
    if order is not None:
        if order.shape != bounds.shape:
            raise EngineRuntimeError(
                "torch.searchsorted(): boundary and sorter must have the same size, but got "
                f"boundary tensor {list(bounds.shape)}and got sorter tensor {list(order.shape)}"
            )
        bounds = np.take_along_axis(bounds, order, -1)
    if bounds.ndim == 1:
        found = np.searchsorted(bounds, values, side)
    else:
        found = np.empty(values.shape, np.int64)
        for at in np.ndindex(bounds.shape[:-1]):
            found[at] = np.searchsorted(bounds[at], values[at], side)
    return np.asarray(found, np.int32 if out_int32 else np.int64)


def _check_search(bounds: np.ndarray, values: np.ndarray) -> None:
    """Raise torch's errors for boundaries and values whose axes do not fit."""
    if not bounds.ndim:
        raise EngineRuntimeError(
            "torch.searchsorted(): input value can be a scalar only when boundaries tensor "
            "dimension is 1, but we got boundaries tensor dim(0) and input value's "
            f"dim({values.ndim}) numel({values.size})"
        )
    if not values.ndim and bounds.ndim != 1:
        raise EngineRuntimeError(
            "torch.searchsorted(): input value can be a scalar only when boundaries tensor "
            f"dimension is 1, but we got boundaries tensor dim({bounds.ndim}) and input value's "
            "dim(0) numel(1)"
        )
    if bounds.ndim != 1 and bounds.shape[:-1] != values.shape[:-1]:
        raise EngineRuntimeError(
            "torch.searchsorted(): boundaries tensor should be 1 dimension or the first N-1 "
            "dimensions of boundaries tensor and input value tensor must match, but we got "
            f"boundaries tensor {list(bounds.shape)} and input value tensor {list(values.shape)}"
        )


plain(
    "searchsorted",
    _searchsorted,
    method=False,
    doc="Where in sorted boundaries each value would go, before equals or after (right).",
)


def _bucketize(
    self: Index, boundaries: Index, *, out_int32: bool = False, right: bool = False
) -> Any:
    bounds = np.asarray(boundaries)
    if bounds.ndim != 1:
        raise EngineRuntimeError(
            f"boundaries tensor must be 1 dimension, but got dim({bounds.ndim})"
        )
    return _searchsorted(bounds, self, out_int32=out_int32, right=right)


plain(
    "bucketize",
    _bucketize,
    method=False,
    doc="The bucket of each value between sorted boundaries, each including its upper bound.",
)
