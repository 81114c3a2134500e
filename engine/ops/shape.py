"""Other shapes for the same elements in the same order: reshape, flatten, squeeze, unsqueeze.

Where torch returns a view, so does this; `reshape` copies only where strides leave no choice,
and its node tells which happened, as in torch.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

import numpy as np

from .. import shapes
from ..errors import EngineRuntimeError
from ..kinds import Array, Arrays, Dim, DType, Index, NewDim, Setting, Shape, SomeDims
from ..registry import composite, linear, plain
from ..symbol import Symbol
from ..tensor import Tensor
from .lead import reshape_own, shape_of, squeeze_own, unsqueeze_own
from .views import fresh, view, viewed


def _view(self: Array, size: Shape) -> Any:
    array = np.asarray(self)
    out = viewed(array, shapes.infer_size(size, array.size))
    if out is None:
        raise EngineRuntimeError(
            "view size is not compatible with input tensor's size and stride (at least one "
            "dimension spans across two contiguous subspaces). Use .reshape(...) instead."
        )
    return out


def _view_vjp(g: Any, self_shape: tuple, size: tuple) -> Any:
    return reshape_own(g, len(size), self_shape)


def _view_jvp(self_t: Any, self_shape: tuple, size: tuple) -> Any:
    return reshape_own(self_t, len(self_shape), shapes.infer_size(size, math.prod(self_shape)))


view_as_shape = view(
    "view",
    _view,
    vjp=_view_vjp,
    jvp=_view_jvp,
    derivative={"self": "reshape(g, self.shape)"},
    doc="The elements of self, in order, as a tensor of another shape that shares memory.",
)


def _view_dtype(self: Array, dtype: DType) -> Any:
    return np.asarray(self).view(dtype.np)


plain(
    "view:dtype",
    _view_dtype,
    view=True,
    doc="The memory of self read as elements of another dtype.",
)

reshape_alias = linear(
    "_reshape_alias",
    _view,
    view=True,
    vjp=_view_vjp,
    jvp=_view_jvp,
    doc="What reshape does to a tensor that is not contiguous but needs no copy.",
)


def _unsafe_view(self: Array, size: Shape) -> Any:
    array = np.asarray(self)
    return array.reshape(shapes.infer_size(size, array.size))


unsafe_view = linear(
    "_unsafe_view",
    _unsafe_view,
    vjp=_view_vjp,
    jvp=_view_jvp,
    doc="What reshape does to the copy it had to make.",
)


def _contiguous_clone(self: Array) -> Any:
    return fresh(np.asarray(self))


contiguous_clone = linear(
    "_contiguous_clone",
    _contiguous_clone,
    node="CloneBackward0",
    vjp=lambda g: g,
    jvp=lambda self_t: self_t,
    doc="A copy with its elements in order in memory.",
)


def _array(x: Any) -> np.ndarray:
    return x.array() if x.__class__ in (Tensor, Symbol) else np.asarray(x)


def _reshape(self: Array, shape: Shape) -> Any:
    array = _array(self)
    sizes = shapes.infer_size(shape, array.size)
    if array.flags.c_contiguous:
        return view_as_shape(self, sizes)
    if viewed(array, sizes) is not None:
        return reshape_alias(self, sizes)
    return unsafe_view(contiguous_clone(self), sizes)


reshape = composite(
    "reshape",
    _reshape,
    doc="The elements of self, in order, in another shape; one size may be -1, to be inferred.",
)


def _reshape_as(self: Array, other: Index) -> Any:
    return reshape(self, shape_of(other))


composite("reshape_as", _reshape_as, doc="self in the shape of other.")


def _view_as(self: Array, other: Index) -> Any:
    return view_as_shape(self, shape_of(other))


composite("view_as", _view_as, doc="self as a view in the shape of other.")


def _flatten(self: Array, start_dim: Dim = 0, end_dim: Dim = -1) -> Any:
    sizes = shape_of(self)
    if not sizes:
        return reshape(self, (1,))
    first, last = start_dim % len(sizes), end_dim % len(sizes)
    if first > last:
        raise EngineRuntimeError("flatten() has invalid args: start_dim cannot come after end_dim")
    if first == last:
        return self
    merged = math.prod(sizes[first : last + 1])
    return reshape(self, (*sizes[:first], merged, *sizes[last + 1 :]))


flatten = composite(
    "flatten", _flatten, doc="self with the axes from start_dim to end_dim merged into one."
)


def _ravel(self: Array) -> Any:
    contiguous = _array(self).flags.c_contiguous
    return view_as_shape(self if contiguous else contiguous_clone(self), (-1,))


ravel = composite("ravel", _ravel, doc="All elements of self along one axis.")


def _unflatten(self: Array, dim: Dim, sizes: Shape) -> Any:
    own = shape_of(self)
    at = dim + len(own)
    if not sizes:
        raise EngineRuntimeError("unflatten: sizes must be non-empty")
    try:
        inner = shapes.infer_size(sizes, own[at])
    except EngineRuntimeError:
        if sum(s == -1 for s in sizes) > 1:
            raise
        raise EngineRuntimeError(
            f"unflatten: Provided sizes {list(sizes)} don't multiply up to the size of dim {at} "
            f"({own[at]}) in the input tensor"
        ) from None
    return view_as_shape(self, own[:at] + inner + own[at + 1 :])


composite("unflatten", _unflatten, doc="self with the axis dim split into axes of the sizes.")


def _numel(self: Index) -> int:
    return math.prod(shape_of(self))


composite("numel", _numel, method=False, doc="The number of elements of self, as a plain number.")


# -- axes of size 1


def _ones(shape: tuple, dims: tuple | None = None) -> tuple[int, ...]:
    """The axes of size 1, of all or of `dims`, counted from the end."""
    n = len(shape)
    return tuple(d for d in range(-n, 0) if shape[d] == 1 and (dims is None or d in dims))


def _squeeze(self: Array) -> Any:
    return np.asarray(self).squeeze()


view(
    "squeeze",
    _squeeze,
    vjp=lambda g, self_shape: unsqueeze_own(g, _ones(self_shape)),
    jvp=lambda self_t, self_shape: squeeze_own(self_t, _ones(self_shape)),
    derivative={"self": "reshape(g, self.shape)"},
    doc="self without its axes of size 1.",
)


def _squeeze_dim(self: Array, dim: Dim) -> Any:
    array = np.asarray(self)
    return array.squeeze(_ones(array.shape, (dim,)))


squeeze_dim = view(
    "squeeze:dim",
    _squeeze_dim,
    node="SqueezeBackward1",
    vjp=lambda g, self_shape, dim: unsqueeze_own(g, _ones(self_shape, (dim,))),
    jvp=lambda self_t, self_shape, dim: squeeze_own(self_t, _ones(self_shape, (dim,))),
    derivative={"self": "reshape(g, self.shape)"},
    doc="self without the axis dim if its size is 1.",
)


def _squeeze_dims(self: Array, dim: SomeDims) -> Any:
    array = np.asarray(self)
    return array.squeeze(_ones(array.shape, dim))


squeeze_dims = view(
    "squeeze:dims",
    _squeeze_dims,
    node="SqueezeBackward2",
    vjp=lambda g, self_shape, dim: unsqueeze_own(g, _ones(self_shape, dim)),
    jvp=lambda self_t, self_shape, dim: squeeze_own(self_t, _ones(self_shape, dim)),
    derivative={"self": "reshape(g, self.shape)"},
    doc="self without those of the axes dim whose size is 1.",
)


def _unsqueeze(self: Array, dim: NewDim) -> Any:
    array = np.asarray(self)
    shapes.check_axes(array.ndim + 1)
    return np.expand_dims(array, dim)


unsqueeze = view(
    "unsqueeze",
    _unsqueeze,
    aliases=("expand_dims",),
    vjp=lambda g, dim: squeeze_own(g, (dim,)),
    derivative={"self": "squeeze(g, dim)"},
    doc="self with an axis of size 1 inserted, to be the axis dim of the result.",
)


def atleast(x: Any, count: int) -> Any:
    """A tensor of one, two or three axes at least, as torch adds them.

    Source: torch aten/src/ATen/native/TensorTransformations.cpp, atleast_3d.
    """
    own = len(shape_of(x))
    if own >= count:
        return x
    if not own:
        return reshape(x, (1,) * count)
    if own == 2:
        return unsqueeze(x, -1)
    return atleast(unsqueeze(x, -2), count)


def _atleast(count: int) -> Callable:
    def one(self: Setting = ()) -> Any:
        from .create import tensor  # which stands on join, and that on this file

        if isinstance(self, list | tuple) and (
            not self or any(t.__class__ is Tensor for t in self)
        ):
            return tuple(atleast(tensor(t), count) for t in self)
        return atleast(tensor(self), count)

    return one


def _atleast_several(count: int) -> Callable:
    def every(tensors: Arrays) -> tuple:
        return tuple(atleast(t, count) for t in tensors)

    return every


for _count in (1, 2, 3):
    _doc = f"self, or each of several tensors, with axes of size 1 added to make {_count} axes."
    composite(f"atleast_{_count}d", _atleast(_count), method=False, doc=_doc)
    composite(f"atleast_{_count}d:several", _atleast_several(_count), method=False, doc=_doc)
