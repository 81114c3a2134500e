"""Triangular systems: linalg.solve_triangular and the older triangular_solve.

Source: torch FunctionsManual.cpp, linalg_solve_triangular_backward.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from .. import dtypes, shapes
from ..errors import EngineRuntimeError, kernel_missing
from ..kernels.lu import substitute
from ..kinds import Array
from ..registry import structural
from .diagonal import tril, triu
from .lead import expand_own, ndim, shape_of, sum_back
from .matrix import add_tangents, matmul_own, need_matrices, need_square, padded
from .matrix import transpose as mT
from .solve import incompatible


def _substitute(self: Array, other: Array, upper: bool, unitriangular: bool) -> Any:
    with np.errstate(all="ignore"):
        return substitute(self, other, upper, unitriangular)


def masked(matrices: Any, upper: bool, unitriangular: bool) -> Any:
    """The triangle that a solver reads, zero elsewhere."""
    if upper:
        return triu(matrices, 1 if unitriangular else 0)
    return tril(matrices, -1 if unitriangular else 0)


def _own_vjp(
    g: Any,
    self: Any,
    result: Any,
    upper: bool,
    unitriangular: bool,
    needs: Any,
    self_shape: Any,
    other_shape: Any,
) -> tuple:
    lead = ndim(g) - max(len(self_shape), len(other_shape))
    right = triangular_own(mT(self), g, not upper, unitriangular)
    of_self = None
    if needs[0]:
        of_self = masked(-matmul_own(right, mT(result)), upper, unitriangular)
        of_self = sum_back(of_self, lead, self_shape)
    return of_self, sum_back(right, lead, other_shape) if needs[1] else None


def _own_jvp(
    self: Any,
    result: Any,
    self_t: Any,
    other_t: Any,
    upper: bool,
    unitriangular: bool,
    self_shape: Any,
    other_shape: Any,
) -> Any:
    most = max(len(self_shape), len(other_shape))
    change = None
    if self_t is not None:
        step = padded(self_t, self_shape, most)
        change = -matmul_own(masked(step, upper, unitriangular), result)
    if other_t is not None:
        step = padded(other_t, other_shape, most)
        change = add_tangents(step, change)
    return triangular_own(self, change, upper, unitriangular)


triangular_own = structural(
    "_solve_triangular",
    _substitute,
    vjp=_own_vjp,
    jvp=_own_jvp,
    doc="The solutions X of TX = B for triangular T; the axes in front broadcast.",
)


def _linalg_solve_triangular(
    A: Array, B: Array, *, upper: bool, left: bool = True, unitriangular: bool = False
) -> Any:
    what = "linalg.solve_triangular"
    need_square(what, A)
    need_matrices(what, B, "B")
    if (B.shape[-2] if left else B.shape[-1]) != A.shape[-1]:
        raise incompatible(what, A.shape, B.shape, left)
    shapes.broadcast(B.shape[:-2], A.shape[:-2])
    if A.dtype.kind != "f":
        raise kernel_missing("triangular_solve_cpu", dtypes.of(A))
    if left:
        return _substitute(A, B, upper, unitriangular)
    turned = _substitute(np.swapaxes(A, -1, -2), np.swapaxes(B, -1, -2), not upper, unitriangular)
    return np.swapaxes(turned, -1, -2)


def _turned(value: Any, left: bool) -> Any:
    return value if left else mT(value)


def _public_vjp(
    g: Any,
    A: Any,
    A_shape: Any,
    B_shape: Any,
    result: Any,
    upper: bool,
    left: bool,
    unitriangular: bool,
    needs: Any,
) -> tuple:
    lead = ndim(g) - len(shape_of(result))
    turned = mT(A) if left else A
    right = triangular_own(turned, _turned(g, left), upper is not left, unitriangular)
    of_a = None
    if needs[0]:
        of_a = _turned(-matmul_own(right, mT(_turned(result, left))), left)
        of_a = sum_back(masked(of_a, upper, unitriangular), lead, A_shape)
    return of_a, sum_back(_turned(right, left), lead, B_shape) if needs[1] else None


def _public_jvp(
    A: Any,
    A_t: Any,
    B_t: Any,
    A_shape: Any,
    B_shape: Any,
    result: Any,
    upper: bool,
    left: bool,
    unitriangular: bool,
) -> Any:
    most = len(shape_of(result))
    change = None
    if A_t is not None:
        step = padded(A_t, A_shape, most)
        step = _turned(masked(step, upper, unitriangular), left)
        change = -matmul_own(step, _turned(result, left))
    if B_t is not None:
        step = padded(B_t, B_shape, most)
        change = add_tangents(_turned(step, left), change)
    found = triangular_own(_turned(A, left), change, upper is left, unitriangular)
    return _turned(found, left)


linalg_solve_triangular = structural(
    "linalg.solve_triangular",
    _linalg_solve_triangular,
    method=False,
    vjp=_public_vjp,
    jvp=_public_jvp,
    derivative="B: the solution for A.mT and g; A: the triangle of -(that of B) @ result.mT",
    doc="The solution X of AX = B for triangular A, or of XA = B with left=False.",
)


# -- the older form, which returns the matrix too


def _triangular_solve(
    self: Array,
    A: Array,
    upper: bool = True,
    transpose: bool = False,
    unitriangular: bool = False,
) -> Any:
    for name, value in (("b", self), ("A", A)):
        if ndim(value) < 2:
            raise EngineRuntimeError(
                f"torch.triangular_solve: Expected {name} to have at least 2 dimensions, but it "
                f"has {ndim(value)} dimensions instead"
            )
    check_system("triangular_solve", self, A)
    turned = np.swapaxes(A, -1, -2) if transpose else A
    found = _substitute(turned, self, upper is not transpose, unitriangular)
    front = found.shape[:-2]
    return found, np.array(np.broadcast_to(A, front + A.shape[-2:]))


def check_system(what: str, b: Any, A: Any) -> None:
    """Raise the errors of torch's older solvers for shapes that do not fit."""
    m, n = A.shape[-2:]
    if m != n:
        raise EngineRuntimeError(
            f"A must be batches of square matrices, but they are {m} by {n} matrices"
        )
    if b.shape[-2] != n:
        raise EngineRuntimeError(
            f"Incompatible matrix sizes for {what}: each A matrix is {n} by {n} but each b matrix "
            f"is {b.shape[-2]} by {b.shape[-1]}"
        )
    shapes.broadcast(b.shape[:-2], A.shape[:-2])


def _older_vjp(
    g_solution: Any,
    g_cloned_coefficient: Any,
    self_shape: Any,
    A: Any,
    A_shape: Any,
    solution: Any,
    upper: bool,
    transpose: bool,
    unitriangular: bool,
    needs: Any,
) -> tuple:
    turned = mT(A) if transpose else A
    of_b = of_a = None
    if g_solution is not None:
        lead = ndim(g_solution) - len(shape_of(solution))
        right = triangular_own(mT(turned), g_solution, upper is transpose, unitriangular)
        of_b = sum_back(right, lead, self_shape)
        of_a = -matmul_own(right, mT(solution))
        of_a = mT(of_a) if transpose else of_a
        of_a = sum_back(masked(of_a, upper, unitriangular), lead, A_shape)
    if g_cloned_coefficient is not None:
        lead = ndim(g_cloned_coefficient) - len(shape_of(solution))
        of_a = add_tangents(of_a, sum_back(g_cloned_coefficient, lead, A_shape))
    return of_b, of_a


def _older_jvp(
    self_t: Any,
    A: Any,
    A_t: Any,
    self_shape: Any,
    A_shape: Any,
    solution: Any,
    upper: bool,
    transpose: bool,
    unitriangular: bool,
) -> list:
    turned = mT(A) if transpose else A
    most = len(shape_of(solution))
    change = coefficient = None
    if A_t is not None:
        step = padded(A_t, A_shape, most)
        coefficient = expand_own(step, shape_of(solution)[:-2] + A_shape[-2:])
        step = masked(step, upper, unitriangular)
        change = -matmul_own(mT(step) if transpose else step, solution)
    if self_t is not None:
        step = padded(self_t, self_shape, most)
        change = add_tangents(step, change)
    return [triangular_own(turned, change, upper is not transpose, unitriangular), coefficient]


triangular_solve = structural(
    "triangular_solve",
    _triangular_solve,
    outputs=("solution", "cloned_coefficient"),
    vjp=_older_vjp,
    jvp=_older_jvp,
    derivative=(
        "self: the solution for A.mT and g; A: the triangle of -(that of self) @ solution.mT"
    ),
    doc="The solution X of AX = self for triangular A, and a copy of A.",
)
