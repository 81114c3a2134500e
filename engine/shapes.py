"""Shape arithmetic: broadcasting, negative axes, size inference, size limits.

Works on tuples of ints; knows no Tensor (just that it has a shape) and allocates nothing.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any

from . import modes
from .errors import EngineRuntimeError, LimitExceeded, dim_out_of_range, sizes_differ

Shape = tuple[int, ...]
MOST_AXES = 64


def shape_of(value: Any) -> Shape:
    """The shape of a tensor, array or number."""
    return getattr(value, "shape", ())


def broadcast(a: Shape, b: Shape) -> Shape:
    """The shape that `a` and `b` broadcast to. Raises torch's error if they do not."""
    if a == b:
        return a
    n = max(len(a), len(b))
    left = (1,) * (n - len(a)) + a
    right = (1,) * (n - len(b)) + b
    out = []
    for axis in range(n - 1, -1, -1):
        p, q = left[axis], right[axis]
        if p != q and p != 1 and q != 1:
            raise sizes_differ(p, q, axis)
        out.append(q if p == 1 else p)
    return tuple(reversed(out))


def broadcast_all(shapes: Sequence[Shape]) -> Shape:
    """The shape that all of `shapes` broadcast to."""
    out: Shape = ()
    for shape in shapes:
        out = broadcast(out, shape)
    return out


def negative_dim(dim: int, ndim: int) -> int:
    """`dim` counted from the end (-1 is the last axis), so that lead axes do not matter.

    A 0-d tensor takes 0 and -1, as in torch. Raises: IndexError with torch's words.
    """
    size = ndim or 1
    if not -size <= dim < size:
        raise dim_out_of_range(dim, ndim)
    return dim if dim < 0 else dim - size


class GivenAxis(int):
    """An axis counted from the end that knows how the caller wrote it, for nodes to show."""

    given: int


def given_axis(dim: int, ndim: int) -> GivenAxis:
    """`negative_dim` that remembers `dim`; one that does already stays as it is."""
    if dim.__class__ is GivenAxis:
        return dim  # type: ignore[return-value]
    axis = GivenAxis(negative_dim(dim, ndim))
    axis.given = dim
    return axis


def negative_dims(dims: Sequence[int], ndim: int) -> Shape:
    """`dims` counted from the end. Raises torch's error where one appears twice."""
    out = tuple(given_axis(d, ndim) for d in dims)
    if len(set(out)) != len(out):
        twice = next(d for d in out if out.count(d) > 1)
        axis = twice + (ndim or 1)
        raise EngineRuntimeError(f"dim {axis} appears multiple times in the list of dims")
    return out


def infer_size(shape: Sequence[int], numel: int) -> Shape:
    """`shape` with its -1 replaced so that it holds `numel` elements.

    Raises: RuntimeError with torch's words where no size fits.
    """
    sizes = tuple(shape)
    check_axes(len(sizes))
    for i, size in enumerate(sizes):
        if size < -1:
            raise EngineRuntimeError(
                f"invalid shape dimension {size} at index {i} of shape {list(sizes)}"
            )
    if -1 not in sizes:
        if math.prod(sizes) != numel:
            raise EngineRuntimeError(f"shape '{list(sizes)}' is invalid for input of size {numel}")
        return sizes
    at = sizes.index(-1)
    rest = math.prod(s for i, s in enumerate(sizes) if i != at)
    if -1 in sizes[at + 1 :]:
        raise EngineRuntimeError("only one dimension can be inferred")
    if rest == 0 and numel == 0:
        raise EngineRuntimeError(
            f"cannot reshape tensor of 0 elements into shape {list(sizes)} because the "
            "unspecified dimension size -1 can be any value and is ambiguous"
        )
    if rest <= 0 or numel % rest:
        raise EngineRuntimeError(f"shape '{list(sizes)}' is invalid for input of size {numel}")
    return (*sizes[:at], numel // rest, *sizes[at + 1 :])


def check_size(shape: Sequence[int], itemsize: int = 8) -> None:
    """Refuse a tensor of `shape` that would take more than `modes.state.tensor_bytes` bytes.

    Called before anything is allocated. Raises: LimitExceeded.
    """
    check_axes(len(shape))
    if any(n >> 63 > 0 for n in shape):
        raise LimitExceeded("a tensor with 2**63 elements or more along one axis")
    wanted = math.prod(shape) * itemsize
    if wanted > modes.state.tensor_bytes:
        raise LimitExceeded(
            f"a tensor of shape {list(shape)} takes {wanted:,} bytes; "
            f"the limit is {modes.state.tensor_bytes:,} bytes"
        )


def check_axes(count: int) -> None:
    """Refuse a tensor of more axes than numpy's arrays have. Raises: LimitExceeded."""
    if count > MOST_AXES:
        raise LimitExceeded(f"a tensor of {count} axes; the limit is {MOST_AXES}")


def summed_axes(lead: int, g_shape: Shape, shape: Shape) -> tuple[Shape, Shape]:
    """How to undo broadcasting `shape` to `g_shape[lead:]`: axes to sum away and to keep as 1.

    Both are counted from the start of `g_shape`; the first `lead` axes are never summed.
    """
    own = len(g_shape) - lead
    missing = own - len(shape)
    gone = tuple(range(lead, lead + missing))
    first = lead + missing
    kept = tuple(first + i for i, n in enumerate(shape) if n == 1 and g_shape[first + i] != 1)
    return gone, kept
