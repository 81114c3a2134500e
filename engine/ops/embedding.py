"""Rows of a table by index: embedding, and embedding_bag, which reduces them bag by bag.

The cotangent of the table is `Pieces` at the rows that were read: it does not cost the table.
Source: torch aten/src/ATen/native/Embedding.cpp and EmbeddingBag.cpp.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from .. import dtypes
from ..errors import (
    EngineIndexError,
    EngineRuntimeError,
    EngineValueError,
    NotDifferentiable,
)
from ..kinds import Array, Index
from ..registry import composite, linear, structural
from ..tensor import Tensor, result
from .choose import where
from .gather import indices
from .lead import ndim, shape_of, sum_axes, unsqueeze_own
from .place import Cells, Pieces, beside, pick, place_all
from .shape import reshape


def _table_place(shape: tuple, index: Any, name: str) -> Cells:
    """The rows of a table that an index reads. Raises: torch's errors."""
    at = indices(index)
    if at.dtype not in (np.int64, np.int32):
        raise EngineRuntimeError(
            "Expected tensor for argument #1 'indices' to have one of the following scalar "
            f"types: Long, Int; but got {dtypes.of(at).tensor_type} instead "
            f"(while checking arguments for {name})"
        )
    if len(shape) != 2:
        raise EngineRuntimeError("'weight' must be 2-D")
    if at.size and (at.min() < 0 or at.max() >= shape[0]):
        raise EngineIndexError("index out of range in self")
    return Cells(at.astype(np.int64), shape[:1], 1)


def _embedding(
    weight: Array,
    indices: Index,
    padding_idx: int = -1,
    scale_grad_by_freq: bool = False,
    sparse: bool = False,
) -> Any:
    return pick(weight, _table_place(shape_of(weight), indices, "embedding"))


def _embedding_vjp(
    g: Any, weight_shape: tuple, indices: Any, padding_idx: int, scale_grad_by_freq: bool
) -> Pieces:
    place = _table_place(weight_shape, indices, "embedding")
    factors = _row_factors(place.at, padding_idx, scale_grad_by_freq)
    if factors is not None:
        g = g * beside(g, factors[..., None])
    return Pieces(g, weight_shape, place)


def _row_factors(at: np.ndarray, padding_idx: int, by_frequency: bool) -> np.ndarray | None:
    """What the cotangent of each row read is multiplied with, or None where it is 1."""
    if padding_idx < 0 and not by_frequency:
        return None
    factors = np.ones(at.shape)
    if by_frequency and at.size:
        factors = 1.0 / np.bincount(at.ravel())[at]
    factors[at == padding_idx] = 0.0
    return factors


embedding = linear(
    "embedding",
    _embedding,
    vjp=_embedding_vjp,
    jvp=lambda weight_t, weight_shape, indices: pick(
        weight_t, _table_place(weight_shape, indices, "embedding")
    ),
    method=False,
    derivative="g added up in the rows that indices name, but that of padding_idx",
    doc="The rows of a table at indices; the row padding_idx gets no gradient.",
)


def _nn_embedding(
    input: Index,
    weight: Array,
    padding_idx: int | None = None,
    max_norm: float | None = None,
    norm_type: float = 2.0,
    scale_grad_by_freq: bool = False,
    sparse: bool = False,
) -> Any:
    padding = _padding(padding_idx, shape_of(weight))
    if max_norm is not None:
        _renormalize(weight, input, max_norm, norm_type)
    return embedding(weight, input, padding, scale_grad_by_freq, sparse)


def _padding(padding_idx: int | None, shape: tuple) -> int:
    """The row without gradient, or -1. Raises: torch's error for one outside the table."""
    if padding_idx is None:
        return -1
    rows = shape[0] if shape else 0
    if not -rows <= padding_idx < rows:
        raise EngineValueError("Padding_idx must be within num_embeddings")
    return padding_idx % rows


def _renormalize(weight: Tensor, index: Tensor, max_norm: float, p: float) -> None:
    """Scale the rows to be read down to `max_norm`, in place, as torch does."""
    table = weight.materialize()
    rows = np.unique(_table_place(table.shape, index, "embedding_renorm_").at)
    norms = np.linalg.norm(table[rows], ord=p, axis=1)
    long = norms > max_norm
    table[rows[long]] *= (max_norm / (norms[long] + 1e-7))[:, None].astype(table.dtype)
    weight.share_storage().count_write()


composite(
    "nn.functional.embedding",
    _nn_embedding,
    doc="The rows of the table weight at the indices input; padding_idx gets no gradient.",
)


# -- bags


class _Bags(NamedTuple):
    """Which row of a table goes to which bag.

    place: the rows read. bag: where in the result each goes. factors: what each is multiplied
    with, 0 for padding. shape: of the result.
    """

    place: Cells
    bag: Cells
    factors: np.ndarray
    shape: tuple[int, int]


def _bags(
    shape: tuple, index: Any, offsets: Any, mode: str, include_last_offset: bool, padding: int
) -> _Bags:
    place = _table_place(shape, index, "embedding_bag")
    starts, length = indices(offsets), place.at.size
    if starts.size and starts[0] != 0:
        raise EngineRuntimeError(
            "offsets[0] has to be 0, i.e., the first sequence in the mini-batch has to start "
            f"from position 0. However, got {starts[0]}"
        )
    if starts.size and starts[-1] > length:
        raise EngineRuntimeError(
            f"offsets[-1] can not be greater than input's length {length} but got offsets[-1] of "
            f"{starts[-1]}"
        )
    count = starts.size - include_last_offset
    bag = np.searchsorted(starts[:count], np.arange(length), side="right") - 1
    factors = (place.at != padding).astype(float)
    if mode == "mean":
        factors /= np.maximum(np.bincount(bag, factors, count), 1)[bag]
    return _Bags(place, Cells(bag, (count,), 1), factors, (count, shape[1]))


def _embedding_bag(
    weight: Array,
    per_sample_weights: Array | None,
    index: Index,
    offsets: Index,
    mode: str,
    scale_grad_by_freq: bool,
    include_last_offset: bool,
    padding_idx: int,
) -> Any:
    bags = _bags(shape_of(weight), index, offsets, mode, include_last_offset, padding_idx)
    if mode == "max":
        return _largest(weight, bags)
    return _into_bags(pick(weight, bags.place), _sample_weights(per_sample_weights, bags), bags)


def _sample_weights(given: Any, bags: _Bags) -> Any:
    """What each row is multiplied with, as a column."""
    if given is None:
        return bags.factors[:, None]
    return unsqueeze_own(given * beside(given, bags.factors), (-1,))


def _into_bags(rows: Any, weights: Any, bags: _Bags) -> Any:
    """The sums over bags of rows times weights."""
    scaled = rows * (weights if weights.__class__ is Tensor else beside(rows, weights))
    lead = shape_of(scaled)[: ndim(scaled) - 2]
    return place_all([scaled], lead + bags.shape, [bags.bag])


def _largest(weight: Any, bags: _Bags) -> Any:
    table = np.asarray(weight)
    place, full = _largest_place(table, bags)
    return np.where(full, place.read(table), np.zeros((), table.dtype))


def _largest_place(table: np.ndarray, bags: _Bags) -> tuple[Cells, np.ndarray]:
    """The cell of each bag's largest element in each column, the first of equals, and whether
    the bag has any."""
    count, width = bags.shape
    chosen = np.zeros(bags.shape, np.int64)
    full = np.zeros((count, 1), bool)
    for row, bag, factor in zip(bags.place.at, bags.bag.at, bags.factors, strict=True):
        if factor:
            better = table[row] > table[chosen[bag], np.arange(width)]
            chosen[bag] = np.where(better | ~full[bag], row, chosen[bag])
            full[bag] = True
    return Cells(chosen * width + np.arange(width), table.shape), full


def _embedding_bag_vjp(
    g: Any,
    weight: Any,
    per_sample_weights: Any,
    index: Any,
    offsets: Any,
    mode: str,
    scale_grad_by_freq: bool,
    include_last_offset: bool,
    padding_idx: int,
    needs: tuple,
) -> tuple:
    shape = shape_of(weight)
    bags = _bags(shape, index, offsets, mode, include_last_offset, padding_idx)
    if mode == "max":
        place, full = _largest_place(np.asarray(_raw(weight)), bags)
        return Pieces(where(full, g, 0.0), shape, place), None
    at_rows = pick(g, bags.bag)
    weights = _sample_weights(per_sample_weights, bags)
    if weights.__class__ is not Tensor:
        weights = beside(g, weights)
    d = at_rows * weights
    if scale_grad_by_freq and bags.place.at.size:
        counts = np.bincount(bags.place.at)[bags.place.at]
        d = d / beside(g, counts[:, None])
    of_samples = None
    if needs[1]:
        products = sum_axes(at_rows * pick(weight, bags.place), (-1,), False)
        of_samples = products * beside(g, bags.factors)
    return Pieces(d, shape, bags.place), of_samples


def _embedding_bag_jvp(
    weight_t: Any,
    per_sample_weights_t: Any,
    weight: Any,
    per_sample_weights: Any,
    index: Any,
    offsets: Any,
    mode: str,
    include_last_offset: bool,
    padding_idx: int,
) -> Any:
    bags = _bags(shape_of(weight), index, offsets, mode, include_last_offset, padding_idx)
    if mode == "max":
        place, full = _largest_place(np.asarray(_raw(weight)), bags)
        return where(full, pick(weight_t, place), 0.0)
    total = None
    if weight_t is not None:
        rows = pick(weight_t, bags.place)
        total = _into_bags(rows, _sample_weights(per_sample_weights, bags), bags)
    if per_sample_weights_t is not None:
        change = _sample_weights(per_sample_weights_t, bags)
        part = _into_bags(pick(weight, bags.place), change, bags)
        total = part if total is None else total + part
    return total


def _raw(value: Any) -> Any:
    return value.data if value.__class__ is Tensor else value


embedding_bag = structural(
    "_embedding_bag",
    _embedding_bag,
    node="EmbeddingBagBackward0",
    vjp=_embedding_bag_vjp,
    jvp=_embedding_bag_jvp,
    doc="Sums, means or largest elements of the rows of a table, bag by bag.",
)


def _nn_embedding_bag(
    input: Index,
    weight: Array,
    offsets: Index | None = None,
    max_norm: float | None = None,
    norm_type: float = 2,
    scale_grad_by_freq: bool = False,
    mode: str = "mean",
    sparse: bool = False,
    per_sample_weights: Array | None = None,
    include_last_offset: bool = False,
    padding_idx: int | None = None,
) -> Any:
    if weight.dtype is dtypes.int64 and input.dtype.is_floating_point:
        input, weight = weight, input
    _check_bags(input, offsets, mode, per_sample_weights)
    if offsets is None:
        offsets = result(np.arange(input.shape[0]) * input.shape[1])
    if max_norm is not None:
        _renormalize(weight, input, max_norm, norm_type)
    if per_sample_weights is not None:
        per_sample_weights = reshape(per_sample_weights, (-1,))
    return embedding_bag(
        weight,
        per_sample_weights,
        reshape(input, (-1,)),
        offsets,
        mode,
        scale_grad_by_freq,
        include_last_offset,
        _padding(padding_idx, weight.shape),
    )


def _check_bags(input: Tensor, offsets: Any, mode: str, per_sample_weights: Any) -> None:
    """Raise torch's errors for inputs that are no bags."""
    if per_sample_weights is not None and per_sample_weights.shape != input.shape:
        raise EngineValueError(
            "embedding_bag: If per_sample_weights "
            f"({list(per_sample_weights.shape)}) is not None, then it must have the same shape "
            f"as the input ({list(input.shape)})"
        )
    if input.ndim == 2 and offsets is not None:
        raise EngineValueError(
            "if input is 2D, then offsets has to be None, as input is treated is a mini-batch of "
            "fixed length sequences. However, found offsets of type <class 'torch.Tensor'>"
        )
    if input.ndim == 1 and offsets is None:
        raise EngineValueError("offsets has to be a 1D Tensor but got None")
    if input.ndim not in (1, 2):
        raise EngineValueError(
            f"input has to be 1D or 2D Tensor, but got Tensor of dimension {input.ndim}"
        )
    if offsets is not None and offsets.ndim != 1:
        raise EngineValueError("offsets has to be a 1D Tensor")
    if mode not in ("sum", "mean", "max"):
        raise EngineValueError("mode has to be one of sum, mean or max")
    if per_sample_weights is not None and mode != "sum":
        raise NotDifferentiable(
            "embedding_bag: per_sample_weights was not None. per_sample_weights is only "
            f"supported for mode='sum' (got mode='{mode}'). Please open a feature request on "
            "GitHub."
        )


composite(
    "nn.functional.embedding_bag",
    _nn_embedding_bag,
    doc="Sums, means or largest elements of the rows of weight, a bag of indices at a time.",
)
