"""Linear systems: linalg.solve and what is made of it.

Source: torch FunctionsManual.cpp, linalg_solve_backward and linalg_solve_jvp.
"""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from .. import shapes
from ..errors import EngineRuntimeError, LinAlgError
from ..kernels import lu
from ..kinds import Array, SomeDims
from ..registry import composite, structural
from .lead import (
    ndim,
    permute_own,
    reshape_own,
    shape_of,
    squeeze_own,
    sum_back,
    unsqueeze_own,
)
from .matrix import (
    add_tangents,
    batch_clause,
    matmul_own,
    name_of,
    need_matrices,
    need_precision,
    need_square,
    padded,
    transpose,
)


def _solve_matrices(self: Array, other: Array) -> Any:
    """X of AX = B; many right sides of one matrix are solved together."""
    if self.ndim == 2 and other.ndim > 2:
        *front, n, k = other.shape
        wide = np.moveaxis(other, -2, 0).reshape(n, math.prod(front) * k)
        found = np.linalg.solve(self, wide)
        return np.moveaxis(found.reshape(n, *front, k), 0, -2)
    return np.linalg.solve(self, other)


def _solve_own_vjp(
    g: Any, self: Any, result: Any, needs: tuple, self_shape: Any, other_shape: Any
) -> tuple:
    lead = ndim(g) - max(len(self_shape), len(other_shape))
    right = solve_own(transpose(self), g)
    return (
        sum_back(-matmul_own(right, transpose(result)), lead, self_shape) if needs[0] else None,
        sum_back(right, lead, other_shape) if needs[1] else None,
    )


def _solve_own_jvp(
    self: Any, result: Any, self_t: Any, other_t: Any, self_shape: Any, other_shape: Any
) -> Any:
    most = max(len(self_shape), len(other_shape))
    change = None
    if self_t is not None:
        change = -matmul_own(padded(self_t, self_shape, most), result)
    if other_t is not None:
        change = add_tangents(padded(other_t, other_shape, most), change)
    return solve_own(self, change)


solve_own = structural(
    "_solve",
    _solve_matrices,
    vjp=_solve_own_vjp,
    jvp=_solve_own_jvp,
    doc="The solutions X of AX = B; the axes in front broadcast.",
)


# -- as torch has it: B may hold vectors, and A may stand on the right


def _is_vector(A_shape: tuple, B_shape: tuple) -> bool:
    """Whether B holds one vector per matrix, as torch decides it."""
    return len(B_shape) == 1 or (len(A_shape) - 1 == len(B_shape) and A_shape[:-1] == B_shape)


def _check(what: str, A: Any, B: Any, left: bool) -> bool:
    """Raise torch's errors for shapes and dtypes; tell whether B holds vectors."""
    need_square(what, A)
    need_precision(what, A)
    vector = _is_vector(A.shape, np.shape(B))
    if not vector:
        need_matrices(what, B, "B")
    if A.dtype != B.dtype:
        raise EngineRuntimeError(
            f"{what}: Expected A and B to have the same dtype, but found A of type {name_of(A)} "
            f"and B of type {name_of(B)} instead"
        )
    rows, columns = (B.shape[-1], 1) if vector else B.shape[-2:]
    if (rows if left else columns) != A.shape[-1]:
        raise incompatible(what, A.shape, (rows, columns), left)
    if not vector:
        shapes.broadcast(B.shape[:-2], A.shape[:-2])
    return vector


def incompatible(what: str, A_shape: tuple, B_sizes: tuple, left: bool) -> EngineRuntimeError:
    """torch's error for matrices that make no system of equations."""
    equation = "AX = B" if left else "XA = B"
    return EngineRuntimeError(
        f"{what}: Incompatible shapes of A and B for the equation {equation} "
        f"({A_shape[-2]}x{A_shape[-1]} and {B_sizes[-2]}x{B_sizes[-1]})"
    )


def _solved(A: np.ndarray, B: np.ndarray, left: bool, vector: bool) -> tuple:
    """The solution, with infinities or nan where there is none, and which pivots are zero."""
    right = B[..., None] if vector else B
    if not left:
        A, right = np.swapaxes(A, -1, -2), np.swapaxes(right, -1, -2)
    try:
        found, info = _solve_matrices(A, right), np.zeros(A.shape[:-2], np.int32)
    except np.linalg.LinAlgError:
        with np.errstate(all="ignore"):
            found, info = lu.solve(A, right)
    if not left:
        found = np.swapaxes(found, -1, -2)
    return found[..., 0] if vector else found, info


def _linalg_solve(A: Array, B: Array, *, left: bool = True) -> Any:
    vector = _check("linalg.solve", A, B, left)
    found, info = _solved(A, B, left, vector)
    if info.any():
        raise _singular("torch.linalg.solve", info)
    return found


def _singular(what: str, info: np.ndarray) -> LinAlgError:
    batch, _ = batch_clause(info)
    return LinAlgError(f"{what}: {batch}The solver failed because the input matrix is singular.")


def _as_columns(value: Any, vector: bool, left: bool) -> Any:
    """A cotangent, tangent or solution as matrices of columns for AX = B."""
    value = unsqueeze_own(value, (-1,)) if vector else value
    return value if left else transpose(value)


def _from_columns(value: Any, vector: bool, left: bool) -> Any:
    value = value if left else transpose(value)
    return squeeze_own(value, (-1,)) if vector else value


def _solve_vjp(
    g: Any, A: Any, A_shape: Any, B_shape: Any, result: Any, left: bool, needs: Any
) -> tuple:
    vector = _is_vector(A_shape, B_shape)
    lead = ndim(g) - len(shape_of(result))
    right = solve_own(transpose(A) if left else A, _as_columns(g, vector, left))
    of_a = None
    if needs[0]:
        of_a = -matmul_own(right, transpose(_as_columns(result, vector, left)))
        of_a = sum_back(of_a if left else transpose(of_a), lead, A_shape)
    return of_a, sum_back(_from_columns(right, vector, left), lead, B_shape) if needs[1] else None


def _solve_jvp(
    A: Any, A_t: Any, B_t: Any, A_shape: Any, B_shape: Any, result: Any, left: bool
) -> Any:
    vector = _is_vector(A_shape, B_shape)
    count = len(shape_of(result)) + vector
    change = None
    if A_t is not None:
        step = padded(A_t, A_shape, count)
        x = _as_columns(result, vector, left)
        change = -matmul_own(step if left else transpose(step), x)
    if B_t is not None:
        step = padded(B_t, B_shape, count - vector)
        step = unsqueeze_own(step, (-1,)) if vector else step
        change = add_tangents(step if left else transpose(step), change)
    found = solve_own(A if left else transpose(A), change)
    return _from_columns(found, vector, left)


linalg_solve = structural(
    "linalg.solve",
    _linalg_solve,
    node="LinalgSolveExBackward0",
    method=False,
    vjp=_solve_vjp,
    jvp=_solve_jvp,
    derivative="B: linalg.solve(A.mT, g); A: -(that of B) @ result.mT",
    doc="The solution X of AX = B, or of XA = B with left=False.",
)


def _solve_ex(A: Array, B: Array, *, left: bool = True, check_errors: bool = False) -> Any:
    vector = _check("linalg.solve_ex", A, B, left)
    found, info = _solved(A, B, left, vector)
    if check_errors and info.any():
        raise _singular("torch.linalg.solve_ex", info)
    return found, info


structural(
    "linalg.solve_ex",
    _solve_ex,
    outputs=("result", "info"),
    node="LinalgSolveExBackward0",
    method=False,
    vjp=lambda g_result, A, A_shape, B_shape, result, left, needs: _solve_vjp(
        g_result, A, A_shape, B_shape, result, left, needs
    ),
    jvp=lambda A, A_t, B_t, A_shape, B_shape, result, left: [
        _solve_jvp(A, A_t, B_t, A_shape, B_shape, result, left),
        None,
    ],
    derivative="B: linalg.solve(A.mT, g); A: -(that of B) @ result.mT",
    doc="The solution, and instead of an error the number of the first zero pivot.",
)


def _tensorsolve(A: Array, B: Array, dims: SomeDims | None = None) -> Any:
    if dims:
        rest = tuple(d for d in range(-ndim(A), 0) if d not in dims)
        A = permute_own(A, rest + tuple(dims))
    shape = shape_of(A)
    count = ndim(B)
    rows, columns = math.prod(shape_of(B)), math.prod(shape[count:])
    if rows != columns:
        raise EngineRuntimeError(
            "Expected self to satisfy the requirement prod(self.shape[other.ndim:]) == "
            f"prod(self.shape[:other.ndim]), but got {columns} != {rows}"
        )
    found = linalg_solve(
        reshape_own(A, len(shape), (math.prod(shape[:count]), columns)),
        reshape_own(B, count, (rows,)),
    )
    return reshape_own(found, 1, shape[count:])


composite(
    "linalg.tensorsolve",
    _tensorsolve,
    method=False,
    doc="The solution X of tensordot(A, X, X.ndim) = B; axes `dims` of A are moved to its end.",
)
