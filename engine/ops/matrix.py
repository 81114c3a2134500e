"""Moves on the last two axes that the rules of matrix operations share, and torch's checks.

`matmul_own` multiplies matrices that have any axes in front: an operation's own batch and a
pass's lead axes alike. Names here begin with an underscore or are functions for other rows.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from .. import dtypes, shapes
from ..errors import EngineRuntimeError, kernel_missing
from ..kernels.products import product
from ..kinds import Array, Setting
from ..registry import structural
from ..symbol import Symbol
from ..tensor import Tensor, result
from .diagonal import diagonal, set_diagonal
from .lead import (
    ndim,
    pad_own,
    permute_own,
    squeeze_own,
    sum_back,
    unsqueeze_own,
)


def transpose(matrix: Any) -> Any:
    """The last two axes exchanged."""
    return permute_own(matrix, (-1, -2))


def matrix_product(self: np.ndarray, other: np.ndarray) -> np.ndarray:
    """The product of two matrices. A column times a row is no sum: where it is 0 * -1, it is -0,
    as in torch, whose kernels add nothing to the first product.
    """
    if self.shape[1] == 1 and self.shape[0] > 1 and other.shape[1] > 1:
        return self * other
    return product(self, other)


def _matmul(self: Array, other: Array) -> Any:
    """numpy's product; many matrices times one become a single tall matrix times it."""
    if self.ndim == 2 and other.ndim == 2:
        return matrix_product(self, other)
    if other.ndim == 2 and self.ndim > 2:
        tall = self.reshape(-1, self.shape[-1]) if self.size else None
        if tall is not None:
            return product(tall, other).reshape(*self.shape[:-1], other.shape[-1])
    return product(self, other)


def _matmul_vjp(
    g: Any, self: Any, other: Any, needs: tuple, self_shape: Any, other_shape: Any
) -> tuple:
    lead = ndim(g) - max(len(self_shape), len(other_shape))
    return (
        sum_back(matmul_own(g, transpose(other)), lead, self_shape) if needs[0] else None,
        sum_back(matmul_own(transpose(self), g), lead, other_shape) if needs[1] else None,
    )


def _matmul_jvp(
    self: Any, other: Any, self_t: Any, other_t: Any, self_shape: Any, other_shape: Any
) -> Any:
    most = max(len(self_shape), len(other_shape))
    return add_tangents(
        None if self_t is None else matmul_own(padded(self_t, self_shape, most), other),
        None if other_t is None else matmul_own(self, padded(other_t, other_shape, most)),
    )


def padded(tangent: Any, shape: tuple[int, ...], most: int) -> Any:
    """A tangent of an input of `shape`, its own axes aligned with a result of `most` axes."""
    return pad_own(tangent, ndim(tangent) - len(shape), most - len(shape))


matmul_own = structural(
    "_matmul",
    _matmul,
    vjp=_matmul_vjp,
    jvp=_matmul_jvp,
    doc="Matrix product over the last two axes; the axes in front broadcast.",
)


def add_tangents(*parts: Any) -> Any:
    """The sum of the tangents that are there; None if none is."""
    total = None
    for part in parts:
        if part is not None:
            total = part if total is None else total + part
    return total


def matvec(matrix: Any, vector: Any) -> Any:
    """Matrices times vectors, both with any axes in front."""
    return squeeze_own(matmul_own(matrix, unsqueeze_own(vector, (-1,))), (-1,))


def vecmat(vector: Any, matrix: Any) -> Any:
    """Row vectors times matrices, both with any axes in front."""
    raw = vector.__class__ is np.ndarray and matrix.__class__ is np.ndarray
    if raw and vector.ndim == matrix.ndim == 2 and vector.size:
        return product(vector, matrix)  # a Jacobian's rows: what follows, in one step
    return squeeze_own(matmul_own(unsqueeze_own(vector, (-2,)), matrix), (-2,))


def outer_own(column: Any, row: Any) -> Any:
    """The products of all pairs of elements of two vectors, with any axes in front."""
    return unsqueeze_own(column, (-1,)) * unsqueeze_own(row, (-2,))


def diagonal_own(matrices: Any) -> Any:
    """The main diagonals of matrices."""
    return diagonal(matrices, 0, -2, -1)


def place_diagonal(values: Any, rows: int, columns: int) -> Any:
    """Matrices with given main diagonals, zero elsewhere."""
    return set_diagonal(values, (rows, columns), 0, -2, -1)


def _fill_diagonal(self: Array, value: Setting) -> Any:
    out = np.array(self)
    places = np.arange(min(out.shape[-2:]))
    out[..., places, places] = value
    return out


fill_diagonal = structural(
    "_fill_diagonal",
    _fill_diagonal,
    vjp=lambda g: fill_diagonal(g, 0),
    jvp=lambda self_t: fill_diagonal(self_t, 0),
    doc="Matrices with a number in place of their main diagonals.",
)


def constant_like(array: np.ndarray, like: Any) -> Any:
    """An array as what rules compute with: a tensor beside tensors, raw beside raw values."""
    return result(array) if like.__class__ is Tensor else array


# -- torch's checks


def name_of(value: Any) -> str:
    """torch's name of a dtype in messages such as 'expected scalar type Double'."""
    return dtypes.SCALAR_TYPE_NAMES[dtypes.of(value).name]


def type_name(value: Any) -> str:
    """C++'s name of a dtype, as in 'expected m1 and m2 to have the same dtype'."""
    return _TYPE_NAMES.get(dtypes.of(value).name, dtypes.of(value).name)


_TYPE_NAMES = {
    "float64": "double",
    "float32": "float",
    "float16": "c10::Half",
    "int64": "long int",
    "int32": "int",
    "int16": "short int",
    "int8": "signed char",
    "uint8": "unsigned char",
}


def kind_of(value: Any) -> str:
    """torch's class name of a tensor, as in 'expand(torch.DoubleTensor{[2]}, …)'."""
    return dtypes.of(value).tensor_type


def raw_of(value: Any) -> np.ndarray:
    """The array of a tensor or raw value, for looking at."""
    return value.array() if value.__class__ in (Tensor, Symbol) else np.asarray(value)


def need_float(what: str, value: Any) -> None:
    """Raise torch's error unless a value is floating point."""
    if raw_of(value).dtype.kind != "f":
        raise EngineRuntimeError(
            f"{what}: Expected a floating point or complex tensor as input. Got "
            f"{name_of(raw_of(value))}"
        )


def need_matrices(what: str, value: Any, name: str = "A") -> None:
    """Raise torch's error unless a value has at least two axes."""
    if ndim(value) < 2:
        raise EngineRuntimeError(
            f"{what}: The input tensor {name} must have at least 2 dimensions."
        )


def need_precision(what: str, value: Any) -> None:
    """Raise torch's error unless a value is single or double precision."""
    need_float(what, value)
    if raw_of(value).dtype.itemsize == 2:
        raise EngineRuntimeError(
            f"{what}: Low precision dtypes not supported. Got {name_of(raw_of(value))}"
        )


def need_square(what: str, value: Any) -> None:
    """Raise torch's errors unless a value is a matrix or a batch of them, square ones."""
    need_matrices(what, value)
    m, n = value.shape[-2:]
    if m != n:
        raise EngineRuntimeError(
            f"{what}: A must be batches of square matrices, but they are {m} by {n} matrices"
        )


def batch_clause(info: np.ndarray) -> tuple[str, int]:
    """How torch names the first matrix of a batch that failed, and its number of what failed."""
    if not info.ndim:
        return "", int(info)
    flat = info.reshape(-1)
    first = int(np.flatnonzero(flat)[0])
    return f"(Batch element {first}): ", int(flat[first])


def refuse_bool(kernel: str, value: Any) -> None:
    """Raise torch's error where a kernel gets booleans."""
    if dtypes.of(value) is dtypes.bool_:
        raise kernel_missing(kernel, dtypes.bool_)


def expect_expandable(shape: tuple[int, ...], target: tuple[int, ...], kind: str) -> None:
    """Raise torch's error unless a tensor of `shape` expands to `target`."""
    if len(shape) > len(target):
        raise EngineRuntimeError(
            f"expand({kind}{{{list(shape)}}}, size={list(target)}): the number of sizes provided "
            f"({len(target)}) must be greater or equal to the number of dimensions in the tensor "
            f"({len(shape)})"
        )
    for axis in range(-1, -len(shape) - 1, -1):
        if shape[axis] not in (1, target[axis]):
            raise EngineRuntimeError(
                f"The expanded size of the tensor ({target[axis]}) must match the existing size "
                f"({shape[axis]}) at non-singleton dimension {len(target) + axis}.  "
                f"Target sizes: {list(target)}.  Tensor sizes: {list(shape)}"
            )


def check_product(rows: tuple[int, ...], columns: int, like: np.ndarray) -> None:
    """Refuse a result too large before it is allocated."""
    shapes.check_size((*rows, columns), like.itemsize)
