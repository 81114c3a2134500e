"""Evenly spaced numbers and index patterns: arange, linspace, logspace, the triangles' indices."""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from .. import dtypes, shapes
from ..errors import EngineRuntimeError, UnsupportedDType
from ..kernels.fused import multiply_add
from ..kinds import DType, Number
from ..modes import state
from ..registry import composite
from ..tensor import Tensor
from .filled import PLACED, made


def _arange(
    start: Number,
    end: Number,
    step: Number = 1,
    *,
    dtype: DType | None = None,
    requires_grad: bool = False,
) -> Tensor:
    floating = any(isinstance(v, float) for v in (start, end, step))
    kind = dtype or (state.default_dtype if floating else dtypes.int64)
    if kind is dtypes.bool_:
        raise UnsupportedDType("\"arange_cpu\" not implemented for 'Bool'")
    if not (math.isfinite(start) and math.isfinite(end)):
        raise EngineRuntimeError(f"unsupported range: {start:g} -> {end:g}")
    if step == 0:
        raise EngineRuntimeError("step must be nonzero")
    if (end - start) * step < 0:
        raise EngineRuntimeError("upper bound and lower bound inconsistent with step sign")
    if kind.category == 1:
        start, end, step = int(start), int(end), int(step)
        count = -((start - end) // step) if step else 0
    else:
        count = math.ceil((end - start) / step)
    shapes.check_size((count,), kind.itemsize)
    if kind.category == 1:
        return made((start + step * np.arange(count)).astype(kind.np), requires_grad)
    # torch counts on from the first number of each vector of 32 bytes; vectors are taken two at
    # a time, and what remains singly. Source: aten RangeFactoriesKernel.cpp, Loops.h (AVX2).
    width = 32 // kind.itemsize
    places = np.arange(count)
    whole = count // (2 * width) * (2 * width)
    blocks = np.where(places < whole, places // width * width, places)
    first = multiply_add(float(step), blocks.astype(np.float64), float(start)).astype(kind.np)
    within = (places - blocks).astype(np.float64)
    numbers = multiply_add(float(step), within, first.astype(np.float64))
    return made(numbers.astype(kind.np), requires_grad)


def _arange_end(
    end: Number,
    *,
    dtype: DType | None = None,
    requires_grad: bool = False,
) -> Tensor:
    return _arange(0, end, dtype=dtype, requires_grad=requires_grad)


composite(
    "arange:end", _arange_end, inert=PLACED, method=False, doc="0, 1, 2 and so on, before end."
)
arange = composite(
    "arange",
    _arange,
    inert=PLACED,
    method=False,
    doc="start, start + step, start + 2 step and so on, before end.",
)


def spaced(start: float, end: float, steps: int, kind: dtypes.DType) -> np.ndarray:
    """`steps` evenly spaced numbers, counted from both ends to the middle.

    Source: torch aten/src/ATen/native/cpu/RangeFactoriesKernel.cpp, linspace_kernel: floats in
    their own precision, integers in float64.
    """
    if steps < 0:
        raise EngineRuntimeError("number of steps must be non-negative")
    shapes.check_size((steps,), kind.itemsize)
    if steps < 2:
        return np.full(steps, start, kind.np)
    number = kind.np.type if kind.is_floating_point else np.float64
    step = float((number(end) - number(start)) / number(steps - 1))
    places = np.arange(steps, dtype=np.float64)
    rising = multiply_add(step, places, float(number(start)))
    falling = multiply_add(-step, steps - 1 - places, float(number(end)))
    return np.where(places < steps // 2, rising, falling).astype(kind.np)


def _linspace(
    start: Number,
    end: Number,
    steps: int,
    *,
    dtype: DType | None = None,
    requires_grad: bool = False,
) -> Tensor:
    return made(spaced(start, end, steps, dtype or state.default_dtype), requires_grad)


composite(
    "linspace",
    _linspace,
    inert=PLACED,
    method=False,
    doc="steps numbers, evenly, from start to end.",
)


def _logspace(
    start: Number,
    end: Number,
    steps: int,
    base: Number = 10.0,
    *,
    dtype: DType | None = None,
    requires_grad: bool = False,
) -> Tensor:
    kind = dtype or state.default_dtype
    exponents = spaced(start, end, steps, dtypes.float64)
    return made(np.power(float(base), exponents).astype(kind.np), requires_grad)


composite(
    "logspace",
    _logspace,
    inert=PLACED,
    method=False,
    doc="steps numbers from base**start to base**end, evenly on a logarithmic scale.",
)


def _triangle(row: int, col: int, offset: int, kind: dtypes.DType, lower: bool) -> Any:
    if row < 0 or col < 0:
        name, value = ("row", row) if row < 0 else ("col", col)
        raise EngineRuntimeError(f"{name} must be non-negative, got{value}")
    shapes.check_size((2, row, col))
    grid = np.tri(row, col, offset if lower else offset - 1, dtype=bool)
    return np.array(np.nonzero(grid if lower else ~grid), kind.np)


def _tril_indices(
    row: int,
    col: int,
    offset: int = 0,
    *,
    dtype: DType | None = None,
) -> Tensor:
    return made(_triangle(row, col, offset, dtype or dtypes.int64, True), False)


def _triu_indices(
    row: int,
    col: int,
    offset: int = 0,
    *,
    dtype: DType | None = None,
) -> Tensor:
    return made(_triangle(row, col, offset, dtype or dtypes.int64, False), False)


composite(
    "tril_indices",
    _tril_indices,
    inert=PLACED,
    method=False,
    doc="Rows and columns of the lower triangle of a row by col matrix.",
)
composite(
    "triu_indices",
    _triu_indices,
    inert=PLACED,
    method=False,
    doc="Rows and columns of the upper triangle of a row by col matrix.",
)
