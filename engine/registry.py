"""Declaring rows, and finding them by name.

Six verbs, each a mathematical fact about an operation: `elementwise`, `linear`, `structural`,
`zero`, `plain`, `composite`. Each returns the operation as a function that rules call: on raw
values it is the forward, on tensors it records. Families are imported when a name is looked up
that no loaded family has, the everyday ones first: start-up pays for those before.
"""

from __future__ import annotations

import importlib
from collections.abc import Callable, Iterator, Sequence
from typing import Any, cast

import numpy as np

from .operations import Op, function_of
from .row import BadRow, Row

FAMILIES = (
    "arithmetic",
    "power",
    "exponential",
    "trigonometric",
    "choose",
    "compare",
    "rounding",
    "filled",
    "create",
    "join",
    "shape",
    "select",
    "index",
    "convert",
    "reduce",
    "hyperbolic",
    "activation",
    "softmax",
    "spaced",
    "transpose",
    "expand",
    "diagonal",
    "matmul",
    "products",
    "extrema",
    "norm",
    "matrix_norm",
    "tensor_product",
    "statistics",
    "sort",
    "einsum",
    "special",
    "erf",
    "gamma",
    "split",
    "rearrange",
    "logic",
    "compound",
    "cumulative",
    "loss",
    "likelihood",
    "classify",
    "inverse",
    "determinant",
    "solve",
    "triangular",
    "cholesky",
    "lu",
    "ldl",
    "qr",
    "svd",
    "eigh",
    "addmm",
    "affine",
    "gather",
    "reduce_at",  # before scatter, to whose names it adds forms
    "scatter",
    "strided",
    "differences",
    "order",
    "quantile",
    "counting",
    "histogram",
    "put",
    "patch",
    "assign",
    "embedding",
    "search",
    "pad",
    "masked",
    "segment",
    "bessel",
    "polynomial",
    "shrink",
    "pseudo_inverse",
    "matrix_function",
    "least_squares",
    "fake_quantize",
    "cdist",
    "distance",
    "margin",
    "class_margin",
    "ctc",
    "gate",
    "dropout",
    "batch_norm",
    "layer_norm",
    "correlate",
    "convolution",
    "unfold",
    "max_pool",
    "fractional_pool",
    "avg_pool",
    "interpolate",
    "grid_sample",
    "affine_grid",
    "fft",
    "attention",
    "multi_head",
)

_rows: dict[str, list[Row]] = {}
_ops: dict[tuple[str, str], Op] = {}
_waiting = list(FAMILIES)


def lookup(name: str) -> list[Row] | None:
    """The rows (overloads, in order) of a name such as 'sum' or 'linalg.det', or None."""
    found = first_of([name])
    return None if found is None else found[1]


def first_of(names: Sequence[str]) -> tuple[str, list[Row]] | None:
    """The first of `names` that some family has, with its rows; None if none has any.

    Families are asked in turn, so one that has a later name hides what the next ones have.
    """
    while True:
        for name in names:
            if name in _rows:
                return name, _rows[name]
        if not _waiting:
            return None
        load(_waiting[0])


def load(family: str) -> None:
    """Import one family of rows."""
    if family in _waiting:
        _waiting.remove(family)
    importlib.import_module(f".ops.{family}", __package__)


def all_rows() -> Iterator[Row]:
    """Every row once, in the order of the families."""
    while _waiting:
        load(_waiting[0])
    seen: set[int] = set()
    for rows in list(_rows.values()):
        for row in rows:
            if id(row) not in seen:
                seen.add(id(row))
                yield row


def names() -> Iterator[str]:
    """Every name and alias."""
    while _waiting:
        load(_waiting[0])
    return iter(sorted(_rows))


def operation(row: Row) -> Op:
    """The function that rules call for `row`."""
    return _ops[row.name, row.overload]


def _declare(row: Row) -> Op:
    """Enter a row under its names; the operation as a function."""
    op = cast(Op, function_of(row))
    if (row.name, row.overload) in _ops:
        raise BadRow(f"{row} is declared twice")
    for name in (row.name, *row.aliases):
        _rows.setdefault(name, []).append(row)
    _ops[row.name, row.overload] = op
    op.row = row
    return op


def _in_double(forward: Callable) -> Callable:
    """`forward` with float32 computed in float64 and rounded once.

    Vector units differ in the last digit of float32 transcendentals; rounding a float64
    result once gives every machine the same bytes.
    """

    def rounded(*args: Any) -> Any:
        for x in args:
            dtype = getattr(x, "dtype", None)
            if dtype is not None and dtype.char in "fe":
                wide = [a.astype(np.float64) if hasattr(a, "astype") else a for a in args]
                return forward(*wide).astype(dtype)
        return forward(*args)

    rounded.__name__ = getattr(forward, "__name__", "forward")
    return rounded


def elementwise(
    name: str,
    forward: Callable,
    *,
    promote: str = "float",
    rounded: bool = False,
    **facts: Any,
) -> Op:
    """Declare a function of each element, by one formula per input, written in `g`.

    `g` is a cotangent (the vjp is the formula, summed back to the input's shape) or a tangent
    (the jvp is the sum of the formulas fed tangents). `scalar` computes the same on Python
    floats. `rounded` computes float32 in float64, for what vector units approximate.
    """
    row = Row(name, "elementwise", forward, promote=promote, **facts)
    if rounded:
        row.forward = _in_double(row.forward)
    return _declare(row)


def linear(name: str, forward: Callable, **facts: Any) -> Op:
    """Declare an operation that is linear in its inputs together: the jvp is the operation on
    the tangents (forwards count axes from the end, so lead axes pass through), the vjp given.
    """
    return _declare(Row(name, "linear", forward, **facts))


def structural(name: str, forward: Callable, **facts: Any) -> Op:
    """Declare an operation by its vjp and its jvp, each spelt out."""
    return _declare(Row(name, "structural", forward, **facts))


def zero(name: str, forward: Callable, *, promote: str = "type", **facts: Any) -> Op:
    """Declare an operation that is recorded and whose derivative is zero wherever it has one."""
    return _declare(Row(name, "zero", forward, promote=promote, **facts))


def plain(name: str, forward: Callable, **facts: Any) -> Op:
    """Declare an operation that is never recorded: comparisons, indices, counts."""
    return _declare(Row(name, "plain", forward, **facts))


def composite(name: str, function: Callable, **facts: Any) -> Op:
    """Declare an operation made of others; it has no node of its own, as in torch's graphs.

    `function` gets tensors or raw values and calls other operations.
    """
    row = Row(name, "composite", function, **facts)
    _declare(row)
    op = cast(Op, function)
    op.row = row
    return op
