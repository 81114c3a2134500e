"""Filling a tensor with random numbers in place: uniform_, normal_, bernoulli_ and kin.

Each writes as every in-place operation does: it counts up the version, is refused on tracked
leaves, and is recorded with the derivative zero.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

import numpy as np

from .. import door, dtypes
from ..errors import ArgumentMismatch, EngineRuntimeError
from ..kinds import Array, Index, Number, Scalar, Setting
from ..ops.inplace import write
from ..row import Row
from ..tensor import Tensor
from . import signatures
from .draws import (
    check_probability,
    check_std,
    in_memory_order,
    integers,
    need_float,
    normals_like,
    zero_row,
)
from .mismatch import explained
from .seeds import chosen


def _array(self: Any) -> np.ndarray:
    return np.asarray(self)


def _filled(self: Any, draw: Callable) -> np.ndarray:
    """What `draw` gives, in the order and the dtype of the elements of `self`."""
    array = _array(self)
    return np.asarray(in_memory_order(array, draw)).astype(array.dtype)


def _uniform(self: Array, low: Number = 0.0, to: Number = 1.0, *, generator: Setting = None) -> Any:
    """Uniform numbers."""
    kind = dtypes.of(self)
    need_float(kind, "check_uniform_bounds")
    if low > to:
        raise EngineRuntimeError(
            f"uniform_ expects to return a [from, to) range, but found from={low:g} > to={to:g}"
        )
    source = chosen(generator)
    return _filled(self, lambda shape: source.uniform(shape, low, to, kind))


def _normal(
    self: Array, mean: Number = 0.0, std: Number = 1.0, *, generator: Setting = None
) -> Any:
    """Normal numbers."""
    kind = dtypes.of(self)
    need_float(kind, "normal_kernel_cpu")
    check_std(std)
    return normals_like(_array(self), mean, std, kind, chosen(generator))


def _exponential(self: Array, lambd: Number = 1.0, *, generator: Setting = None) -> Any:
    """Exponential numbers."""
    kind = dtypes.of(self)
    if not kind.is_floating_point:
        name = dtypes.SCALAR_TYPE_NAMES[kind.name]
        raise EngineRuntimeError(
            "Exponential distribution is a continuous probability distribution. dtype must be a "
            f"floating point but you specified {name}"
        )
    if not lambd > 0:
        raise EngineRuntimeError(f"exponential_ expects lambda > 0.0, but found lambda={lambd:g}")
    source = chosen(generator)
    return _filled(self, lambda shape: source.exponential(shape, lambd, kind))


def _bernoulli(self: Array, p: Scalar = 0.5, *, generator: Setting = None) -> Any:
    """Ones with one probability, else zeros."""
    check_probability(p)
    source = chosen(generator)
    return _filled(self, lambda shape: source.bernoulli(shape, p))


def _bernoulli_each(self: Array, p: Index, *, generator: Setting = None) -> Any:
    """Ones, each with a probability of its own, else zeros."""
    each = np.broadcast_to(_array(p), np.shape(self))
    return chosen(generator).bernoulli_each(each).astype(_array(self).dtype)


def _random(self: Array, low: int, to: int, *, generator: Setting = None) -> Any:
    """Integers within bounds."""
    kind = dtypes.of(self)
    return _filled(self, lambda shape: integers(low, to, shape, kind, generator))


def _random_below(self: Array, to: int, *, generator: Setting = None) -> Any:
    """Integers from zero up to but not including a bound."""
    return _random(self, 0, to, generator=generator)


_WHOLE = {"float16": 1 << 11, "float32": 1 << 24, "float64": 1 << 53}


def _random_all(self: Array, *, generator: Setting = None) -> Any:
    """Integers over all that the dtype can hold exactly."""
    kind = dtypes.of(self)
    source = chosen(generator)
    if kind.is_floating_point:
        top = _WHOLE[kind.name]
        wide = kind is dtypes.float64
        return _filled(self, lambda shape: source.remainders(shape, top + 1, wide=wide))
    if kind is dtypes.bool_:
        return _filled(self, lambda shape: source.remainders(shape, 2))
    top = int(np.iinfo(kind.np).max) + 1
    wide = kind is dtypes.int64
    return _filled(self, lambda shape: source.remainders(shape, top, wide=wide))


def _geometric(self: Array, p: Number, *, generator: Setting = None) -> Any:
    """How many trials it takes to a first success."""
    if not 0 < p < 1:
        raise EngineRuntimeError(f"geometric_ expects p to be in (0, 1), but got p={p:g}")
    source = chosen(generator)
    return _filled(self, lambda shape: source.geometric(shape, p))


def _cauchy(
    self: Array, median: Number = 0.0, sigma: Number = 1.0, *, generator: Setting = None
) -> Any:
    """Cauchy numbers."""
    if not sigma > 0:
        raise EngineRuntimeError(f"cauchy_ expects sigma > 0.0, but found sigma={sigma:g}")
    source = chosen(generator)
    return _filled(self, lambda shape: source.cauchy(shape, median, sigma))


def _log_normal(
    self: Array, mean: Number = 1.0, std: Number = 2.0, *, generator: Setting = None
) -> Any:
    """Numbers whose logarithms are normal."""
    if not std > 0:
        raise EngineRuntimeError(f"log_normal_ expects std > 0.0, but found std={std:g}")
    source = chosen(generator)
    return _filled(self, lambda shape: source.log_normal(shape, mean, std))


def _rows(name: str, **forwards: Callable) -> list[Row]:
    """The overloads of an in-place method, by the name of the node that each leaves."""
    return [zero_row(name, f, node, "self") for node, f in forwards.items()]


METHODS: dict[str, list[Row]] = {
    "uniform_": _rows("uniform_", UniformBackward0=_uniform),
    "normal_": _rows("normal_", NormalBackward0=_normal),
    "exponential_": _rows("exponential_", ExponentialBackward0=_exponential),
    "bernoulli_": _rows(
        "bernoulli_", BernoulliBackward2=_bernoulli, BernoulliBackward1=_bernoulli_each
    ),
    "random_": _rows(
        "random_",
        RandomBackward2=_random_all,
        RandomBackward1=_random_below,
        RandomBackward0=_random,
    ),
    "geometric_": _rows("geometric_", GeometricBackward0=_geometric),
    "cauchy_": _rows("cauchy_", CauchyBackward0=_cauchy),
    "log_normal_": _rows("log_normal_", LogNormalBackward0=_log_normal),
}


def fill(name: str, self: Tensor, /, *args: Any, **kwargs: Any) -> Tensor:
    """Run the in-place method `name`. Raises: torch's errors for its arguments and the leaf."""
    rows = METHODS[name]
    signatures.check(name, "method", args, kwargs)
    try:
        row, canonical = door.choose(rows, (self, *args), kwargs)
    except ArgumentMismatch:
        raise explained(name, rows, (self, *args), kwargs, "method") from None
    return write(row, canonical)


def method(name: str) -> Callable:
    """One of the methods here, as a function of the tensor and its arguments."""
    return partial(fill, name)
