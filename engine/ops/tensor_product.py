"""Products along chosen axes and of all pairs: outer, inner, tensordot, kron, cross, trace.

Most are made of other operations, as in torch. Formulas: torch derivatives.yaml.
"""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from .. import shapes
from ..errors import EngineRuntimeError
from ..kinds import Array, Setting
from ..registry import composite, linear, structural
from ..tensor import Tensor
from .lead import (
    expand_own,
    ndim,
    permute_own,
    reshape_own,
    shape_of,
    sum_axes,
    sum_back,
    unsqueeze_own,
)
from .matmul import dot, mm, unsafe_view, vdot
from .matrix import (
    add_tangents,
    diagonal_own,
    name_of,
    need_float,
    padded,
    place_diagonal,
    raw_of,
    refuse_bool,
)


def _outer(self: Array, vec2: Array) -> Any:
    for name, value in (("self", self), ("vec2", vec2)):
        if ndim(value) != 1:
            raise EngineRuntimeError(
                f"outer: Expected 1-D argument {name}, but got {ndim(value)}-D"
            )
    n, m = *shape_of(self), *shape_of(vec2)
    shapes.check_size((n, m))
    return reshape_own(self, 1, (n, 1)) * vec2


outer = composite(
    "outer",
    _outer,
    aliases=("ger",),
    doc="The products of all pairs of elements of two vectors, as a matrix.",
)


# -- sums of products over chosen axes


def _same_dtype(a: Any, b: Any) -> None:
    if raw_of(a).dtype != raw_of(b).dtype:
        raise EngineRuntimeError("both inputs should have same dtype")


def _inner(self: Array, other: Array) -> Any:
    if not ndim(self) or not ndim(other):
        return self * other
    _same_dtype(self, other)
    if shape_of(self)[-1] != shape_of(other)[-1]:
        raise EngineRuntimeError(
            "inner() the last dimension must match on both input tensors but got shapes "
            f"{list(shape_of(self))} and {list(shape_of(other))}"
        )
    return contract(self, other, (-1,), (-1,))


inner = composite(
    "inner",
    _inner,
    doc="The sum of products over the last axis of each; of 0-d tensors, the product.",
)


def contract(a: Any, b: Any, dims_a: tuple, dims_b: tuple) -> Any:
    """The sum of products over axes in pairs; the other axes of a, then of b, remain.

    The axes count from the end of each.
    """
    rest_a = tuple(d for d in range(-ndim(a), 0) if d not in dims_a)
    rest_b = tuple(d for d in range(-ndim(b), 0) if d not in dims_b)
    kept = tuple(shape_of(a)[d] for d in rest_a) + tuple(shape_of(b)[d] for d in rest_b)
    shapes.check_size(kept)
    count = math.prod(shape_of(a)[d] for d in dims_a)
    rows = math.prod(kept[: len(rest_a)])
    columns = math.prod(kept[len(rest_a) :])
    left = permute_own(a, rest_a + dims_a)
    right = permute_own(b, dims_b + rest_b)
    if not kept:
        lines = (reshape_own(x, ndim(x), (count,)) if ndim(x) > 1 else x for x in (left, right))
        return reshape_own(dot(*lines), 0, ())
    left = reshape_own(left, ndim(a), (rows, count))
    right = reshape_own(right, ndim(b), (count, columns))
    return reshape_own(mm(left, right), 2, kept)


def _tensordot(a: Array, b: Array, dims: Setting = 2) -> Any:
    first, second = _paired(a, b, dims.tolist() if dims.__class__ is Tensor else dims)
    if len(first) != len(second):
        raise EngineRuntimeError("both dimension lists should have same length")
    _same_dtype(a, b)
    dims_a, dims_b = [], []
    for p, q in zip(first, second, strict=True):
        i, j = shapes.negative_dim(p, ndim(a)), shapes.negative_dim(q, ndim(b))
        m, n = shape_of(a)[i], shape_of(b)[j]
        if m != n and n == 1:
            a = sum_axes(a, (i,), True)
        elif m != n and m == 1:
            b = sum_axes(b, (j,), True)
        elif m != n:
            raise EngineRuntimeError(
                f"contracted dimensions need to match, but first has size {m} in dim {p} and "
                f"second has size {n} in dim {q}"
            )
        dims_a.append(i)
        dims_b.append(j)
    for chosen, value in ((dims_a, a), (dims_b, b)):
        shapes.negative_dims(chosen, ndim(value))
    return contract(a, b, tuple(dims_a), tuple(dims_b))


def _paired(a: Any, b: Any, dims: Any) -> tuple[list, list]:
    """The axes of each that `dims` pairs: a number of them, or a list for each."""
    if isinstance(dims, list | tuple):
        first, second = dims
        return _listed(first), _listed(second)
    if dims < 0:
        raise EngineRuntimeError(f"tensordot expects dims >= 0, but got dims={dims}")
    if dims > min(ndim(a), ndim(b)):
        raise EngineRuntimeError(f"tensordot expects dims < ndim_a or ndim_b, but got dims={dims}")
    return list(range(-dims, 0)), list(range(dims))


def _listed(dims: Any) -> list[int]:
    if dims.__class__ is Tensor:
        dims = dims.tolist()
    return list(dims) if isinstance(dims, list | tuple) else [dims]


tensordot = composite(
    "tensordot",
    _tensordot,
    method=False,
    doc="The sum of products over the last axes of a and the first of b, or over given pairs.",
)


def _vecdot(x: Array, y: Array, *, dim: int = -1) -> Any:
    need_float("linalg.vecdot", x)
    if raw_of(x).dtype != raw_of(y).dtype:
        raise EngineRuntimeError(
            "linalg.vecdot: Expected x and y to have the same dtype, but found x of type "
            f"{name_of(raw_of(x))} and y of type {name_of(raw_of(y))} instead"
        )
    if ndim(x) == 1 and ndim(y) == 1:
        shapes.negative_dim(dim, 1)
        return vdot(x, y)
    product = x * y
    if not ndim(product):
        return product
    return sum_axes(product, (shapes.negative_dim(dim, ndim(product)),))


composite(
    "linalg.vecdot",
    _vecdot,
    method=False,
    doc="The sum of products over one axis.",
)


# -- the Kronecker product


def _kron(self: Array, other: Array) -> Any:
    a, b = shape_of(self), shape_of(other)
    n = max(len(a), len(b))
    a, b = (1,) * (n - len(a)) + a, (1,) * (n - len(b)) + b
    sizes = tuple(p * q for p, q in zip(a, b, strict=True))
    shapes.check_size(sizes)
    left = unsafe_view(self, tuple(s for p in a for s in (p, 1)))
    right = unsafe_view(other, tuple(s for q in b for s in (1, q)))
    return unsafe_view(left * right, sizes)


kron = composite("kron", _kron, doc="Each element of self times the whole of other, side by side.")


# -- the cross product


def _cross_forward(self: Array, other: Array, dim: Setting) -> Any:
    return np.cross(self, other, axis=dim)


def _cross_vjp(g: Any, self: Any, other: Any, dim: int, needs: tuple, self_shape, other_shape):
    lead = ndim(g) - max(len(self_shape), len(other_shape))
    return (
        sum_back(cross_own(other, g, dim), lead, self_shape) if needs[0] else None,
        sum_back(cross_own(g, self, dim), lead, other_shape) if needs[1] else None,
    )


def _cross_jvp(
    self: Any, other: Any, self_t: Any, other_t: Any, dim: int, self_shape: Any, other_shape: Any
) -> Any:
    most = max(len(self_shape), len(other_shape))
    return add_tangents(
        None if self_t is None else cross_own(padded(self_t, self_shape, most), other, dim),
        None if other_t is None else cross_own(self, padded(other_t, other_shape, most), dim),
    )


cross_own = structural(
    "_cross",
    _cross_forward,
    node="LinalgCrossBackward0",
    vjp=_cross_vjp,
    jvp=_cross_jvp,
    doc="The cross product along an axis; the axes in front broadcast.",
)


def _linalg_cross(self: Array, other: Array, *, dim: int = -1) -> Any:
    return _cross_along(self, other, dim, dim)


def _cross_along(self: Any, other: Any, dim: int, shown: int) -> Any:
    """The cross product along an axis, which messages call `shown`."""
    if ndim(self) != ndim(other):
        raise EngineRuntimeError("linalg.cross: inputs must have the same number of dimensions.")
    axis = shapes.negative_dim(dim, ndim(self))
    m, n = shape_of(self)[axis], shape_of(other)[axis]
    if m != 3 or n != 3:
        raise EngineRuntimeError(
            f"linalg.cross: inputs dimension {shown} must have length 3. Got {m} and {n}"
        )
    shapes.broadcast(shape_of(self), shape_of(other))
    a, b = raw_of(self), raw_of(other)
    if a.dtype != b.dtype:
        raise EngineRuntimeError(f"expected scalar type {name_of(a)} but found {name_of(b)}")
    refuse_bool("cross", a)
    return cross_own(self, other, axis)


linalg_cross = composite(
    "linalg.cross",
    _linalg_cross,
    method=False,
    doc="The cross product of vectors of three elements along an axis.",
)


def _cross(self: Array, other: Array, dim: int | None = None) -> Any:
    if dim is None:
        three = [d for d in range(-ndim(self), 0) if shape_of(self)[d] == 3]
        if not three:
            raise EngineRuntimeError("no dimension of size 3 in input")
        dim = three[0] + ndim(self)
    return _cross_along(self, other, dim, dim)


cross = composite(
    "cross",
    _cross,
    doc="The cross product along an axis, the first of size 3 where none is given.",
)


# -- the trace


def _trace(self: Array) -> Any:
    if ndim(self) != 2:
        raise EngineRuntimeError(f"trace: expected a matrix, but got tensor with dim {ndim(self)}")
    refuse_bool("trace", self)
    if self.dtype.kind != "f":
        return np.add.reduce(np.diagonal(self), dtype=np.int64)
    running = np.add.accumulate(np.diagonal(self), dtype=np.float64)  # one by one, as torch does
    return self.dtype.type(running[-1] if running.size else 0)


trace = linear(
    "trace",
    _trace,
    vjp=lambda g, self_shape: place_diagonal(
        expand_own(unsqueeze_own(g, (-1,)), (min(self_shape),)), *self_shape
    ),
    jvp=lambda self_t: sum_axes(diagonal_own(self_t), (-1,)),
    derivative={"self": "g*eye(self.shape[0], self.shape[1])"},
    doc="The sum of a matrix's main diagonal.",
)
