"""Evenly spaced numbers and index patterns: arange, linspace, logspace, the triangles' indices."""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from .. import dtypes, shapes
from ..errors import EngineRuntimeError
from ..kinds import DType, Number, Setting
from ..modes import state
from ..registry import composite
from ..tensor import Tensor
from .filled import made


def _arange(
    start: Number,
    end: Number,
    step: Number = 1,
    *,
    dtype: DType | None = None,
    requires_grad: bool = False,
    device: Setting = None,
    layout: Setting = None,
) -> Tensor:
    floating = any(isinstance(v, float) for v in (start, end, step))
    kind = dtype or (state.default_dtype if floating else dtypes.int64)
    count = _arange_count(start, end, step)
    shapes.check_size((count,), kind.itemsize)
    # Source: torch aten/src/ATen/native/cpu/RangeFactoriesKernel.cpp: start + step * i, in the
    # accumulation type of the dtype (float64 for floats).
    places = np.arange(count)
    return made((start + step * places).astype(kind.np), requires_grad)


def _arange_count(start: float, end: float, step: float) -> int:
    """How many numbers arange makes. Raises torch's errors."""
    if step == 0:
        raise EngineRuntimeError("step must be nonzero")
    if not (math.isfinite(start) and math.isfinite(end)):
        raise EngineRuntimeError(f"unsupported range: {start:g} -> {end:g}")
    if (end - start) * step < 0:
        raise EngineRuntimeError("upper bound and lower bound inconsistent with step sign")
    if all(isinstance(v, int) for v in (start, end, step)):
        return -((start - end) // step)
    return math.ceil((end - start) / step)


def _arange_end(
    end: Number,
    *,
    dtype: DType | None = None,
    requires_grad: bool = False,
    device: Setting = None,
    layout: Setting = None,
) -> Tensor:
    return _arange(0, end, dtype=dtype, requires_grad=requires_grad)


composite("arange:end", _arange_end, method=False, doc="0, 1, 2 and so on, before end.")
arange = composite(
    "arange",
    _arange,
    method=False,
    doc="start, start + step, start + 2 step and so on, before end.",
)


def _steps(start: float, end: float, steps: int, kind: dtypes.DType) -> np.ndarray:
    """`steps` evenly spaced numbers from start to end, from both ends towards the middle.

    Source: torch aten/src/ATen/native/cpu/RangeFactoriesKernel.cpp, linspace_kernel: symmetric
    about the middle, in the dtype itself.
    """
    if steps < 0:
        raise EngineRuntimeError("number of steps must be non-negative")
    shapes.check_size((steps,), kind.itemsize)
    if steps < 2:
        return np.full(steps, start, kind.np)
    exact = kind.np if kind.is_floating_point else np.dtype(np.float32)
    first, last = exact.type(start), exact.type(end)
    step = (last - first) / exact.type(steps - 1)
    places = np.arange(steps)
    rising = first + step * places.astype(exact)
    falling = last - step * (steps - 1 - places).astype(exact)
    return np.where(places < steps // 2, rising, falling).astype(kind.np)


def _linspace(
    start: Number,
    end: Number,
    steps: int,
    *,
    dtype: DType | None = None,
    requires_grad: bool = False,
    device: Setting = None,
    layout: Setting = None,
) -> Tensor:
    return made(_steps(start, end, steps, dtype or state.default_dtype), requires_grad)


composite("linspace", _linspace, method=False, doc="steps numbers, evenly, from start to end.")


def _logspace(
    start: Number,
    end: Number,
    steps: int,
    base: Number = 10.0,
    *,
    dtype: DType | None = None,
    requires_grad: bool = False,
    device: Setting = None,
    layout: Setting = None,
) -> Tensor:
    kind = dtype or state.default_dtype
    exponents = _steps(start, end, steps, dtypes.float64)
    return made(np.power(float(base), exponents).astype(kind.np), requires_grad)


composite(
    "logspace",
    _logspace,
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
    device: Setting = None,
    layout: Setting = None,
) -> Tensor:
    return made(_triangle(row, col, offset, dtype or dtypes.int64, True), False)


def _triu_indices(
    row: int,
    col: int,
    offset: int = 0,
    *,
    dtype: DType | None = None,
    device: Setting = None,
    layout: Setting = None,
) -> Tensor:
    return made(_triangle(row, col, offset, dtype or dtypes.int64, False), False)


composite(
    "tril_indices",
    _tril_indices,
    method=False,
    doc="Rows and columns of the lower triangle of a row by col matrix.",
)
composite(
    "triu_indices",
    _triu_indices,
    method=False,
    doc="Rows and columns of the upper triangle of a row by col matrix.",
)
