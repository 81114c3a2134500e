"""Products added to something: addmm, addmv, addr, addbmm, baddbmm.

Each is beta times self plus alpha times a product. With beta 0 self is not looked at, so that
nan and infinity in it do not spread. Formulas: torch derivatives.yaml.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np

from ..errors import EngineIndexError, EngineRuntimeError
from ..kernels.products import batch_product
from ..kinds import Array, Number
from ..registry import structural
from .lead import expand_own, ndim, pad_own, sum_axes, sum_back, unsqueeze_own
from .matmul import (
    check_batches,
    check_factors,
    mm_jvp,
    mm_vjp,
    mv_jvp,
    mv_vjp,
)
from .matrix import (
    add_tangents,
    check_product,
    expect_expandable,
    kind_of,
    matrix_product,
    matvec,
    name_of,
    outer_own,
    refuse_bool,
    type_name,
    vecmat,
)


def _combined(self: Any, product: Any, beta: Any, alpha: Any) -> Any:
    """beta * self + alpha * product; integers take the whole part of the factors, as in torch."""
    if product.dtype.kind in "iu":
        beta, alpha = int(beta), int(alpha)
    if alpha != 1:
        product = product * product.dtype.type(alpha)
    if beta == 0:
        return product
    return product + (self if beta == 1 else np.asarray(self) * product.dtype.type(beta))


def _scaled(value: Any, factor: Any) -> Any:
    return value if factor == 1 else value * factor


class _Product(NamedTuple):
    """What is added: the rules of a product, and its shape for two factors."""

    vjp: Callable
    jvp: Callable
    shape: Callable[[Any, Any], tuple[int, ...]]


def _vjp(
    product: _Product, g: Any, self_shape: tuple, factors: tuple, scales: tuple, needs: tuple
) -> tuple:
    """The cotangents of self and of both factors; scales: beta and alpha."""
    beta, alpha = scales
    own = len(product.shape(*factors))
    first, second = product.vjp(g, *factors, needs[1:])
    return (
        sum_back(_scaled(g, beta), ndim(g) - own, self_shape) if needs[0] else None,
        None if first is None else _scaled(first, alpha),
        None if second is None else _scaled(second, alpha),
    )


def _jvp(
    product: _Product, tangents: tuple, self_shape: tuple, factors: tuple, scales: tuple
) -> Any:
    """The tangent of the result, from those of self and of both factors."""
    beta, alpha = scales
    self_t, a_t, b_t = tangents
    still = a_t is None and b_t is None
    through = None if still else _scaled(product.jvp(*factors, a_t, b_t), alpha)
    if self_t is None:
        return through
    shape = product.shape(*factors)
    lead = ndim(self_t) - len(self_shape)
    direct = pad_own(_scaled(self_t, beta), lead, len(shape) - len(self_shape))
    return add_tangents(expand_own(direct, shape), through)


_MATRICES = _Product(mm_vjp, mm_jvp, lambda a, b: (*a.shape[:-1], b.shape[-1]))
_MATRIX_VECTOR = _Product(mv_vjp, mv_jvp, lambda mat, vec: tuple(mat.shape[:1]))


# -- a matrix times a matrix


def _addmm(self: Array, mat1: Array, mat2: Array, *, beta: Number = 1, alpha: Number = 1) -> Any:
    for number, value in ((1, mat1), (2, mat2)):
        if ndim(value) != 2:
            raise EngineRuntimeError(f"mat{number} must be a matrix, got {ndim(value)}-D tensor")
    check_factors(mat1, mat2)
    shape = (mat1.shape[0], mat2.shape[1])
    expect_expandable(np.shape(self), shape, kind_of(self))
    _same_dtype(self, mat1, mat2)
    refuse_bool("addmm_impl_cpu_", mat1)
    check_product(shape[:1], shape[1], mat1)
    return _combined(self, matrix_product(mat1, mat2), beta, alpha)


def _same_dtype(self: Any, first: Any, second: Any) -> None:
    if name_of(self) != name_of(second):
        raise EngineRuntimeError(
            f"self and mat2 must have the same dtype, but got {name_of(self)} and {name_of(second)}"
        )
    if name_of(first) != name_of(second):
        raise EngineRuntimeError(
            f"mat1 and mat2 must have the same dtype, but got {name_of(first)} and "
            f"{name_of(second)}"
        )


addmm = structural(
    "addmm",
    _addmm,
    vjp=lambda g, self_shape, mat1, mat2, beta, alpha, needs: _vjp(
        _MATRICES, g, self_shape, (mat1, mat2), (beta, alpha), needs
    ),
    jvp=lambda self_t, mat1_t, mat2_t, self_shape, mat1, mat2, beta, alpha: _jvp(
        _MATRICES, (self_t, mat1_t, mat2_t), self_shape, (mat1, mat2), (beta, alpha)
    ),
    derivative={
        "self": "sum_to_size(beta*g, self.shape)",
        "mat1": "alpha*g @ t(mat2)",
        "mat2": "alpha*t(mat1) @ g",
    },
    inplace=True,
    doc="beta * self plus alpha times the product of two matrices.",
)


# -- a matrix times a vector


def _addmv(self: Array, mat: Array, vec: Array, *, beta: Number = 1, alpha: Number = 1) -> Any:
    if ndim(self) > 1 or ndim(mat) != 2 or ndim(vec) != 1:
        raise EngineRuntimeError(
            f"vector + matrix @ vector expected, got {ndim(self)}, {ndim(mat)}, {ndim(vec)}"
        )
    if mat.shape[1] != vec.size or np.size(self) not in (1, mat.shape[0]):
        raise EngineRuntimeError(
            f"size mismatch, got input ({np.size(self)}), mat ({mat.shape[0]}x{mat.shape[1]}), "
            f"vec ({vec.size})"
        )
    if not name_of(self) == name_of(mat) == name_of(vec):
        raise EngineRuntimeError(
            f"addmv input tensors must have the same dtype, but got {name_of(self)}, "
            f"{name_of(mat)}, and {name_of(vec)}"
        )
    refuse_bool("addmv_impl_cpu", mat)
    return _combined(self, mat @ vec, beta, alpha)


addmv = structural(
    "addmv",
    _addmv,
    vjp=lambda g, self_shape, mat, vec, beta, alpha, needs: _vjp(
        _MATRIX_VECTOR, g, self_shape, (mat, vec), (beta, alpha), needs
    ),
    jvp=lambda self_t, mat_t, vec_t, self_shape, mat, vec, beta, alpha: _jvp(
        _MATRIX_VECTOR, (self_t, mat_t, vec_t), self_shape, (mat, vec), (beta, alpha)
    ),
    derivative={
        "self": "sum_to_size(beta*g, self.shape)",
        "mat": "alpha*outer(g, vec)",
        "vec": "alpha*t(mat) @ g",
    },
    inplace=True,
    doc="beta * self plus alpha times a matrix times a vector.",
)


# -- the outer product of vectors


def _addr(self: Array, vec1: Array, vec2: Array, *, beta: Number = 1, alpha: Number = 1) -> Any:
    for number, value in ((1, vec1), (2, vec2)):
        if ndim(value) != 1:
            raise EngineRuntimeError(
                f"addr: Expected 1-D argument vec{number}, but got {ndim(value)}-D"
            )
    shape = (vec1.size, vec2.size)
    expect_expandable(np.shape(self), shape, kind_of(self))
    check_product(shape[:1], shape[1], vec1)
    if vec1.dtype.kind == "b":
        return (self if beta else False) | (np.multiply.outer(vec1, vec2) & bool(alpha))
    for name, factor in (("beta", beta), ("alpha", alpha)):
        if vec1.dtype.kind in "iu" and isinstance(factor, float):
            raise EngineRuntimeError(
                f"For integral input tensors, argument {name} must not be a floating point number."
            )
    return _combined(self, np.multiply.outer(vec1, vec2), beta, alpha)


def _outer_vjp(g: Any, vec1: Any, vec2: Any, needs: tuple) -> tuple:
    return matvec(g, vec2) if needs[0] else None, vecmat(vec1, g) if needs[1] else None


def _outer_jvp(vec1: Any, vec2: Any, vec1_t: Any, vec2_t: Any) -> Any:
    return add_tangents(
        None if vec1_t is None else outer_own(vec1_t, vec2),
        None if vec2_t is None else outer_own(vec1, vec2_t),
    )


_OUTER = _Product(_outer_vjp, _outer_jvp, lambda a, b: (*a.shape, *b.shape))

addr = structural(
    "addr",
    _addr,
    promote="type",
    vjp=lambda g, self_shape, vec1, vec2, beta, alpha, needs: _vjp(
        _OUTER, g, self_shape, (vec1, vec2), (beta, alpha), needs
    ),
    jvp=lambda self_t, vec1_t, vec2_t, self_shape, vec1, vec2, beta, alpha: _jvp(
        _OUTER, (self_t, vec1_t, vec2_t), self_shape, (vec1, vec2), (beta, alpha)
    ),
    derivative={
        "self": "sum_to_size(beta*g, self.shape)",
        "vec1": "alpha*g @ vec2",
        "vec2": "alpha*t(g) @ vec1",
    },
    inplace=True,
    doc="beta * self plus alpha times the outer product of two vectors.",
)


# -- batches of matrices


def _check_three_axes(batch1: Any, batch2: Any) -> None:
    for value in (batch1, batch2):
        if ndim(value) != 3:
            raise EngineIndexError(
                f"Dimension out of range (expected to be in range of [{-ndim(value)}, "
                f"{ndim(value) - 1}], but got 2)"
            )


def _addbmm(
    self: Array, batch1: Array, batch2: Array, *, beta: Number = 1, alpha: Number = 1
) -> Any:
    _check_three_axes(batch1, batch2)
    shape = (batch1.shape[1], batch2.shape[2])
    expect_expandable(np.shape(self), shape, kind_of(self))
    if batch1.shape[0] != batch2.shape[0]:
        raise EngineRuntimeError(
            "batch1 and batch2 must have same number of batches, got "
            f"{batch1.shape[0]} and {batch2.shape[0]}"
        )
    if batch1.shape[2] != batch2.shape[1]:
        raise EngineRuntimeError(
            f"Incompatible matrix sizes for bmm ({batch1.shape[1]}x{batch1.shape[2]} and "
            f"{batch2.shape[1]}x{batch2.shape[2]})"
        )
    _same_dtype(self, batch1, batch2)
    refuse_bool("addmm_impl_cpu_", batch1)
    check_product(shape[:1], shape[1], batch1)
    kind = batch1.dtype
    return _combined(self, np.add.reduce(batch1 @ batch2, axis=0, dtype=kind), beta, alpha)


def _addbmm_vjp(g: Any, batch1: Any, batch2: Any, needs: tuple) -> tuple:
    return mm_vjp(unsqueeze_own(g, (-3,)), batch1, batch2, needs)


def _addbmm_jvp(batch1: Any, batch2: Any, batch1_t: Any, batch2_t: Any) -> Any:
    return sum_axes(mm_jvp(batch1, batch2, batch1_t, batch2_t), (-3,))


_SUM_OF_MATRICES = _Product(_addbmm_vjp, _addbmm_jvp, lambda a, b: (a.shape[1], b.shape[2]))

addbmm = structural(
    "addbmm",
    _addbmm,
    vjp=lambda g, self_shape, batch1, batch2, beta, alpha, needs: _vjp(
        _SUM_OF_MATRICES, g, self_shape, (batch1, batch2), (beta, alpha), needs
    ),
    jvp=lambda self_t, batch1_t, batch2_t, self_shape, batch1, batch2, beta, alpha: _jvp(
        _SUM_OF_MATRICES, (self_t, batch1_t, batch2_t), self_shape, (batch1, batch2), (beta, alpha)
    ),
    derivative={
        "self": "sum_to_size(beta*g, self.shape)",
        "batch1": "alpha*g @ batch2.mT",
        "batch2": "alpha*batch1.mT @ g",
    },
    inplace=True,
    doc="beta * self plus alpha times the sum of the products of two batches of matrices.",
)


def _baddbmm(
    self: Array, batch1: Array, batch2: Array, *, beta: Number = 1, alpha: Number = 1
) -> Any:
    _check_three_axes(batch1, batch2)
    shape = (batch1.shape[0], batch1.shape[1], batch2.shape[2])
    expect_expandable(np.shape(self), shape, kind_of(self))
    if name_of(self) != name_of(batch1):
        raise EngineRuntimeError(
            f"Input dtypes must be the same, got: input {type_name(self)}, batch1: "
            f"{type_name(batch1)}, batch2: {type_name(batch2)}"
        )
    check_batches(batch1, batch2)
    refuse_bool("baddbmm_with_gemm", batch1)
    check_product(shape[:2], shape[2], batch1)
    return _combined(self, batch_product(batch1, batch2), beta, alpha)


baddbmm = structural(
    "baddbmm",
    _baddbmm,
    vjp=lambda g, self_shape, batch1, batch2, beta, alpha, needs: _vjp(
        _MATRICES, g, self_shape, (batch1, batch2), (beta, alpha), needs
    ),
    jvp=lambda self_t, batch1_t, batch2_t, self_shape, batch1, batch2, beta, alpha: _jvp(
        _MATRICES, (self_t, batch1_t, batch2_t), self_shape, (batch1, batch2), (beta, alpha)
    ),
    derivative={
        "self": "sum_to_size(beta*g, self.shape)",
        "batch1": "alpha*g @ batch2.mT",
        "batch2": "alpha*batch1.mT @ g",
    },
    inplace=True,
    doc="beta * self plus alpha times the products of two batches of matrices, in pairs.",
)
