"""Making random tensors: rand, randn, randint, randperm, and those shaped like another.

The numbers and their order are torch's (`engine/generator.py`). What a function draws from is the
default stream, or the one given as `generator`.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from .. import door, dtypes
from ..apply import apply
from ..errors import EngineRuntimeError, EngineTypeError, kernel_missing
from ..kinds import DType, Index, Setting, Shape
from ..modes import state
from ..ops.filled import PINNED, PLACED, check_new, made
from ..row import Row
from ..tensor import Tensor
from .functions import enter
from .seeds import chosen

LIKE = PLACED | {"memory_format": None, "pin_memory": False}


class Draw:
    """A random function: like that of a row, but never recorded, and no table lists it."""

    __slots__ = ("name", "rows")

    def __init__(self, name: str, *rows: Row) -> None:
        self.name = name
        self.rows = rows

    def __call__(self, *args: Any, **kwargs: Any) -> Any:
        return enter(self.name, self.rows, args, kwargs, "function", _draw)

    @property
    def __name__(self) -> str:  # type: ignore[override]
        """Its name in torch."""
        return self.name

    def __repr__(self) -> str:
        return f"<built-in method {self.name} of type object>"


def _draw(rows: Sequence[Row], args: tuple, kwargs: dict) -> Any:
    row, canonical = door.choose(rows, args, kwargs)
    return row.forward(*canonical) if row.kind == "composite" else apply(row, canonical)


def composite_row(name: str, forward: Callable, **inert: Any) -> Row:
    """A row that no table lists, of a function that makes tensors."""
    doc = forward.__doc__
    return Row(name, "composite", forward, doc=doc, method=False, inert=inert)


def zero_row(name: str, forward: Callable, node: str, *inputs: str) -> Row:
    """A row that no table lists, recorded with the derivative zero for its inputs."""
    doc = forward.__doc__
    rules = dict.fromkeys(inputs)
    return Row(name, "zero", forward, doc=doc, node=node, method=False, **rules)


def sized(size: tuple[int, ...], dtype: DType | None) -> DType:
    """The dtype of a new tensor, once its size is known to be fine."""
    kind = dtype or state.default_dtype
    check_new(size, kind)
    return kind


def need_float(dtype: DType, kernel: str) -> None:
    """Raise torch's error for a dtype that a random kernel has not."""
    if not dtype.is_floating_point:
        raise kernel_missing(kernel, dtype)


def check_std(std: float) -> None:
    """Raise torch's error for a negative standard deviation."""
    if not std >= 0:
        raise EngineRuntimeError(f"normal expects std >= 0.0, but found std {std:g}")


def check_probability(p: float) -> None:
    """Raise torch's error for what is no probability."""
    if not 0 <= p <= 1:
        raise EngineRuntimeError(f"bernoulli_ expects p to be in [0, 1], but got p={p:g}")


def in_memory_order(array: np.ndarray, draw: Callable[[tuple[int, ...]], Any]) -> np.ndarray:
    """What `draw` gives for a shape like that of `array`, filled in as its elements lie."""
    if array.flags.c_contiguous:
        return draw(array.shape)
    order = sorted(range(array.ndim), key=lambda axis: -abs(array.strides[axis]))
    drawn = draw(tuple(array.shape[axis] for axis in order))
    return np.transpose(drawn, np.argsort(order))


def normals_like(
    array: np.ndarray, mean: float, std: float, kind: DType, source: Any
) -> np.ndarray:
    """Normal numbers for the elements of `array`; scattered ones are always drawn singly."""
    if array.flags.c_contiguous:
        return source.normal(array.shape, mean, std, kind)
    return in_memory_order(array, lambda shape: source.single_normals(shape, mean, std, kind))


# -- uniform and normal


def _rand(
    size: Shape,
    *,
    generator: Setting = None,
    dtype: DType | None = None,
    requires_grad: bool = False,
) -> Tensor:
    """Uniform numbers in [0, 1)."""
    kind = sized(size, dtype)
    need_float(kind, "check_uniform_bounds")
    return made(chosen(generator).uniform(size, dtype=kind), requires_grad)


def _randn(
    size: Shape,
    *,
    generator: Setting = None,
    dtype: DType | None = None,
    requires_grad: bool = False,
) -> Tensor:
    """Normal numbers."""
    kind = sized(size, dtype)
    need_float(kind, "normal_kernel_cpu")
    return made(chosen(generator).normal(size, dtype=kind), requires_grad)


def _uniform_like(array: np.ndarray, kind: DType, source: Any) -> np.ndarray:
    """Uniform numbers in the shape of a tensor."""
    need_float(kind, "check_uniform_bounds")
    return in_memory_order(array, lambda shape: source.uniform(shape, dtype=kind))


def _normal_like(array: np.ndarray, kind: DType, source: Any) -> np.ndarray:
    """Normal numbers in the shape of a tensor."""
    need_float(kind, "normal_kernel_cpu")
    return normals_like(array, 0.0, 1.0, kind, source)


def _like(draw: Callable) -> Callable:
    def like(
        self: Index,
        *,
        generator: Setting = None,
        dtype: DType | None = None,
        requires_grad: bool = False,
    ) -> Tensor:
        drawn = draw(self.array(), dtype or self.dtype, chosen(generator))
        return made(drawn, requires_grad)

    like.__doc__ = draw.__doc__
    return like


rand = Draw("rand", composite_row("rand", _rand, **PINNED))
randn = Draw("randn", composite_row("randn", _randn, **PINNED))
rand_like = Draw("rand_like", composite_row("rand_like", _like(_uniform_like), **LIKE))
randn_like = Draw("randn_like", composite_row("randn_like", _like(_normal_like), **LIKE))

# -- integers


def integers(low: int, high: int, size: tuple, kind: DType, generator: Any) -> np.ndarray:
    """Integers in [low, high) as `kind`. Raises: torch's errors for bounds that do not fit."""
    if low >= high:
        raise EngineRuntimeError(
            f"random_ expects 'from' to be less than 'to', but got from={low} >= to={high}"
        )
    if kind.category == 1:
        limits = np.iinfo(kind.np)
        for name, value in (("from", low), ("to - 1", high - 1)):
            if not limits.min <= value <= limits.max:
                raise EngineRuntimeError(f"{name} is out of bounds for {kind.c_name}")
    return chosen(generator).integers(low, high, size).astype(kind.np)


def _randint(
    low: int,
    high: int,
    size: Setting,
    *,
    generator: Setting = None,
    dtype: DType | None = None,
    requires_grad: bool = False,
) -> Tensor:
    """Integers from low up to but not including high."""
    shape = _checked_size(size)
    kind = sized(shape, dtype or dtypes.int64)
    return made(integers(low, high, shape, kind, generator), requires_grad)


def _checked_size(size: Any) -> tuple[int, ...]:
    """A size, which randint wants as one sequence. Raises: TypeError for an int."""
    if not isinstance(size, tuple | list):
        raise EngineTypeError(
            "randint(): argument 'size' (position 2) must be tuple of ints, not "
            f"{type(size).__name__}"
        )
    return tuple(size)


def _randint_below(
    high: int,
    size: Setting,
    *,
    generator: Setting = None,
    dtype: DType | None = None,
    requires_grad: bool = False,
) -> Tensor:
    """Integers from 0 up to but not including high."""
    return _randint(0, high, size, generator=generator, dtype=dtype, requires_grad=requires_grad)


def _randint_like(
    self: Index,
    low: int,
    high: int,
    *,
    generator: Setting = None,
    dtype: DType | None = None,
    requires_grad: bool = False,
) -> Tensor:
    """Integers from low up to but not including high, in the shape and dtype of self."""
    kind = dtype or self.dtype
    return made(integers(low, high, self.shape, kind, generator), requires_grad)


def _randint_like_below(
    self: Index,
    high: int,
    *,
    generator: Setting = None,
    dtype: DType | None = None,
    requires_grad: bool = False,
) -> Tensor:
    """Integers from 0 up to but not including high, in the shape and dtype of self."""
    return _randint_like(
        self, 0, high, generator=generator, dtype=dtype, requires_grad=requires_grad
    )


randint = Draw(
    "randint",
    composite_row("randint", _randint_below, **PINNED),
    composite_row("randint", _randint, **PINNED),
)
randint_like = Draw(
    "randint_like",
    composite_row("randint_like", _randint_like_below, **LIKE),
    composite_row("randint_like", _randint_like, **LIKE),
)


def _randperm(
    n: int,
    *,
    generator: Setting = None,
    dtype: DType | None = None,
    requires_grad: bool = False,
) -> Tensor:
    """The integers from 0 to n - 1 in random order."""
    kind = sized((n,), dtype or dtypes.int64)
    return made(chosen(generator).permutation(n).astype(kind.np), requires_grad)


randperm = Draw("randperm", composite_row("randperm", _randperm, **PINNED))
