"""Products of vectors and matrices: dot, mv, mm, bmm, and matmul, which is made of them.

As in torch, `matmul` (the operator @) has no node of its own: it chooses one of the others by
the numbers of axes. Formulas: torch derivatives.yaml.
"""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from .. import shapes
from ..errors import EngineRuntimeError
from ..kernels.products import batch_product
from ..kinds import Array
from ..registry import composite, structural
from .lead import expand_own, ndim, reshape_own, shape_of, squeeze_own, sum_axes, unsqueeze_own
from .matrix import (
    add_tangents,
    check_product,
    matmul_own,
    matrix_product,
    matvec,
    name_of,
    outer_own,
    raw_of,
    refuse_bool,
    transpose,
    type_name,
    vecmat,
)
from .shape import unsafe_view


def _check_vectors(self: Any, other: Any) -> None:
    if ndim(self) != 1 or ndim(other) != 1:
        raise EngineRuntimeError(
            f"1D tensors expected, but got {ndim(self)}D and {ndim(other)}D tensors"
        )
    if name_of(self) != name_of(other):
        raise EngineRuntimeError(
            "dot : expected both vectors to have same dtype, but found "
            f"{name_of(self)} and {name_of(other)}"
        )
    n, m = self.size, other.size
    if n != m:
        raise EngineRuntimeError(
            f"inconsistent tensor size, expected tensor [{n}] and src [{m}] to have the same "
            f"number of elements, but got {n} and {m} elements respectively"
        )
    refuse_bool("dot", self)


def _dot(self: Array, other: Array) -> Any:
    _check_vectors(self, other)
    return np.dot(self, other)


def _dot_vjp(g: Any, self: Any, other: Any, needs: tuple) -> tuple:
    g = unsqueeze_own(g, (-1,))
    return g * other if needs[0] else None, g * self if needs[1] else None


def _dot_jvp(self: Any, other: Any, self_t: Any, other_t: Any) -> Any:
    return add_tangents(
        None if self_t is None else sum_axes(self_t * other, (-1,)),
        None if other_t is None else sum_axes(other_t * self, (-1,)),
    )


dot = structural(
    "dot",
    _dot,
    vjp=_dot_vjp,
    jvp=_dot_jvp,
    derivative={"self": "g*other", "other": "g*self"},
    doc="The sum of the products of two vectors' elements.",
)
vdot = structural(
    "vdot",
    _dot,
    vjp=_dot_vjp,
    jvp=_dot_jvp,
    derivative={"self": "g*other", "other": "g*self"},
    doc="The sum of the products of two vectors' elements; complex ones would be conjugated.",
)


def _mv(self: Array, vec: Array) -> Any:
    if self.ndim != 2 or ndim(vec) != 1:
        raise EngineRuntimeError(
            f"vector + matrix @ vector expected, got 1, {self.ndim}, {ndim(vec)}"
        )
    if self.shape[1] != vec.size:
        raise EngineRuntimeError(
            f"size mismatch, got input ({self.shape[0]}), mat "
            f"({self.shape[0]}x{self.shape[1]}), vec ({vec.size})"
        )
    if self.dtype != vec.dtype:
        raise EngineRuntimeError(
            f"addmv input tensors must have the same dtype, but got {name_of(vec)}, "
            f"{name_of(self)}, and {name_of(vec)}"
        )
    refuse_bool("addmv_impl_cpu", self)
    return self @ vec


def mv_vjp(g: Any, self: Any, vec: Any, needs: tuple) -> tuple:
    """The cotangents of a matrix and the vector that it multiplies."""
    return outer_own(g, vec) if needs[0] else None, vecmat(g, self) if needs[1] else None


def mv_jvp(self: Any, vec: Any, self_t: Any, vec_t: Any) -> Any:
    """The tangent of a matrix times a vector."""
    return add_tangents(
        None if self_t is None else matvec(self_t, vec),
        None if vec_t is None else vecmat(vec_t, transpose(self)),
    )


mv = structural(
    "mv",
    _mv,
    vjp=mv_vjp,
    jvp=mv_jvp,
    derivative={"self": "outer(g, vec)", "vec": "t(self) @ g"},
    doc="A matrix times a vector.",
)


def check_factors(self: Any, mat2: Any) -> None:
    """Raise torch's errors unless two matrices can be multiplied."""
    if self.shape[1] != mat2.shape[0]:
        raise EngineRuntimeError(
            f"mat1 and mat2 shapes cannot be multiplied ({self.shape[0]}x{self.shape[1]} and "
            f"{mat2.shape[0]}x{mat2.shape[1]})"
        )


def _mm(self: Array, mat2: Array) -> Any:
    if ndim(self) != 2:
        raise EngineRuntimeError("self must be a matrix")
    if ndim(mat2) != 2:
        raise EngineRuntimeError("mat2 must be a matrix")
    check_factors(self, mat2)
    if self.dtype != mat2.dtype:
        raise EngineRuntimeError(
            "expected m1 and m2 to have the same dtype, but got: "
            f"{type_name(self)} != {type_name(mat2)}"
        )
    refuse_bool("addmm_impl_cpu_", self)
    check_product(self.shape[:1], mat2.shape[1], self)
    return matrix_product(self, mat2)


def mm_vjp(g: Any, self: Any, mat2: Any, needs: tuple) -> tuple:
    """The cotangents of two matrices, or two batches of them, from that of their product."""
    return (
        matmul_own(g, transpose(mat2)) if needs[0] else None,
        matmul_own(transpose(self), g) if needs[1] else None,
    )


def mm_jvp(self: Any, mat2: Any, self_t: Any, mat2_t: Any) -> Any:
    """The tangent of the product of two matrices, or of two batches of them."""
    return add_tangents(
        None if self_t is None else matmul_own(self_t, mat2),
        None if mat2_t is None else matmul_own(self, mat2_t),
    )


mm = structural(
    "mm",
    _mm,
    vjp=mm_vjp,
    jvp=mm_jvp,
    derivative={"self": "g @ t(mat2)", "mat2": "t(self) @ g"},
    doc="The product of two matrices.",
)


def check_batches(self: Any, mat2: Any) -> None:
    """Raise torch's errors unless two batches of matrices can be multiplied."""
    for number, value in ((1, self), (2, mat2)):
        if ndim(value) != 3:
            raise EngineRuntimeError(f"batch{number} must be a 3D tensor")
    want = (self.shape[0], self.shape[2])
    if mat2.shape[:2] != want:
        raise EngineRuntimeError(
            "Expected size for first two dimensions of batch2 tensor to be: "
            f"{list(want)} but got: {list(mat2.shape[:2])}."
        )
    if self.dtype != mat2.dtype:
        raise EngineRuntimeError(f"expected scalar type {name_of(self)} but found {name_of(mat2)}")


def _bmm(self: Array, mat2: Array) -> Any:
    check_batches(self, mat2)
    refuse_bool("bmm", self)
    check_product(self.shape[:2], mat2.shape[2], self)
    return batch_product(self, mat2)


bmm = structural(
    "bmm",
    _bmm,
    vjp=mm_vjp,
    jvp=mm_jvp,
    derivative={"self": "g @ mat2.mT", "mat2": "self.mT @ g"},
    doc="The products of two batches of matrices, in pairs.",
)


def _matmul(self: Array, other: Array) -> Any:
    m, n = ndim(self), ndim(other)
    if not m or not n:
        raise EngineRuntimeError(
            f"both arguments to matmul need to be at least 1D, but they are {m}D and {n}D"
        )
    if m == 1 and n == 1:
        return dot(self, other)
    if m == 2 and n == 1:
        return mv(self, other)
    if m == 1 and n == 2:
        return squeeze_own(mm(unsqueeze_own(self, (-2,)), other), (-2,))
    if m == 2 and n == 2:
        return mm(self, other)
    if n <= 2:
        return fold(self, other)
    if m == 1:
        return squeeze_own(_batched(unsqueeze_own(self, (-2,)), other), (-2,))
    return _batched(self, other)


def fold(self: Any, other: Any) -> Any:
    """Many matrices times one, or one vector: a single tall matrix times it."""
    shape = shape_of(self)
    tall = reshape_own(self, len(shape), (math.prod(shape[:-1]), shape[-1]))
    product = mv(tall, other) if ndim(other) == 1 else mm(tall, other)
    return unsafe_view(product, shape[:-1] + shape_of(other)[1:])


def _batched(self: Any, other: Any) -> Any:
    """Batches of matrices, whose axes in front broadcast."""
    left, right = shape_of(self), shape_of(other)
    front = shapes.broadcast(left[:-2], right[:-2])
    check_product((*front, left[-2]), right[-1], raw_of(self))
    product = bmm(_one_batch(self, front), _one_batch(other, front))
    return unsafe_view(product, (*front, left[-2], right[-1]))


def _one_batch(matrices: Any, front: tuple[int, ...]) -> Any:
    """Matrices with their axes in front broadcast to `front` and made one."""
    shape = shape_of(matrices)
    if shape[:-2] != front:
        matrices = expand_own(matrices, front + shape[-2:])
    if len(front) == 1:
        return matrices
    return reshape_own(matrices, len(front) + 2, (math.prod(front), *shape[-2:]))


matmul = composite(
    "matmul",
    _matmul,
    aliases=("linalg.matmul",),
    doc="The product of vectors, matrices or batches of matrices; also written self @ other.",
)
