"""The operations of the engine on whole arrays of lines, by the name of the row.

What stands in no table is run on arrays of lines as it is on arrays of numbers: stacking, for one.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from .operations import larger, smaller
from .scalars import Program


def _axes(x: np.ndarray, dim: Any) -> Any:
    if dim is None or (isinstance(dim, list | tuple) and not dim):
        return tuple(range(x.ndim))
    return tuple(dim) if isinstance(dim, list | tuple) else (dim,)


def _sum(p: Program, x: Any, dim: Any = None, keepdim: bool = False, dtype: Any = None) -> Any:
    return np.sum(x, axis=_axes(x, dim), keepdims=bool(keepdim))


def _mean(p: Program, x: Any, dim: Any = None, keepdim: bool = False, dtype: Any = None) -> Any:
    total = _sum(p, x, dim, keepdim)
    return total / float(x.size // max(np.size(total), 1))


def _extremum(choose: Callable[[Program, Any, Any], Any]) -> Callable[..., Any]:
    """The largest or the smallest number over axes."""

    def extremum(p: Program, x: Any, dim: Any = None, keepdim: bool = False) -> Any:
        axes = _axes(x, dim)
        chosen = np.frompyfunc(lambda a, b: choose(p, a, b), 2, 1)
        for axis in sorted(a % x.ndim for a in axes):
            x = np.expand_dims(chosen.reduce(x, axis=axis), axis)
        return x if keepdim else np.squeeze(x, axis=axes)

    return extremum


_largest, _smallest = _extremum(larger), _extremum(smaller)


def _tie_mask(p: Program, x: Any, result: Any, dims: Any, keepdim: Any, nan: Any) -> Any:
    full = result if keepdim or not dims else np.expand_dims(result, dims)
    ones = np.frompyfunc(lambda a, b: p.emit("where", p.emit("eq", a, b), 1.0, 0.0), 2, 1)
    return ones(x, full)


def _tie_count(p: Program, mask: Any, dims: Any, like: Any) -> Any:
    return np.sum(mask, axis=dims, keepdims=True)


def _var(p: Program, x: Any, dim: Any = None, correction: Any = None, keepdim: bool = False) -> Any:
    apart = x - _mean(p, x, dim, True)
    total = _sum(p, apart * apart, dim, keepdim)
    freedom = x.size // max(np.size(total), 1) - (1 if correction is None else correction)
    if freedom <= 0:
        raise ValueError("no variance of so few numbers")
    return total / float(freedom)


def _std(p: Program, *args: Any) -> Any:
    return _each(p, "sqrt", _var(p, *args))


def _loss(of: Callable[..., Any]) -> Callable[..., Any]:
    """A loss: something of each difference, its mean or sum."""

    def loss(p: Program, x: Any, y: Any, reduction: str = "mean", *settings: float) -> Any:
        each = np.frompyfunc(lambda d: of(p, d, *settings), 1, 1)
        losses = np.asarray(each(np.subtract(x, y)), dtype=object)
        return {"mean": _mean, "sum": _sum, "none": lambda p, x: x}[reduction](p, losses)

    return loss


def _huber(p: Program, d: Any, delta: float = 1.0) -> Any:
    size = p.emit("abs", d)
    beyond = float(delta) * (size - 0.5 * delta)
    return p.emit("where", p.emit("le", size, delta), 0.5 * size * size, beyond)


def _smooth(p: Program, d: Any, beta: float = 1.0) -> Any:
    size = p.emit("abs", d)
    near = 0.5 * size * size / float(beta)
    return p.emit("where", p.emit("lt", size, beta), near, size - 0.5 * beta)


def _each(p: Program, name: str, x: Any) -> Any:
    return np.frompyfunc(lambda a: p.emit(name, a), 1, 1)(x)


def _logsumexp(p: Program, x: Any, dim: Any = None, keepdim: bool = False) -> Any:
    top = _largest(p, x, dim, True)
    found = _each(p, "log", _sum(p, _each(p, "exp", x - top), dim, True)) + top
    return found if keepdim else np.squeeze(found, axis=_axes(x, dim))


def _softmax(p: Program, x: Any, dim: Any, dtype: Any = None) -> Any:
    powers = _each(p, "exp", x - _largest(p, x, dim, True))
    return powers / _sum(p, powers, dim, True)


def _log_softmax(p: Program, x: Any, dim: Any, dtype: Any = None) -> Any:
    return x - _logsumexp(p, x, dim, True)


def _norm(p: Program, x: Any, ord: Any = 2, dim: Any = None, keepdim: bool = False, *_: Any) -> Any:
    if ord in (None, 2):
        return _each(p, "sqrt", _sum(p, x * x, dim, keepdim))
    if ord == 1:
        return _sum(p, _each(p, "abs", x), dim, keepdim)
    raise ValueError("this norm is not exported")


WHOLE: dict[str, Callable[..., Any]] = {
    **dict.fromkeys(("mv", "mm", "bmm", "matmul", "dot"), lambda p, a, b: np.matmul(a, b)),
    "stack": lambda p, parts, dim=0: np.stack(parts, axis=dim),
    "cat": lambda p, parts, dim=0: np.concatenate(parts, axis=dim),
    "sum": _sum,
    "mean": _mean,
    "amax": _largest,
    "amin": _smallest,
    "max": _largest,
    "min": _smallest,
    "_tie_mask": _tie_mask,
    "_tie_count": _tie_count,
    "var": _var,
    "std": _std,
    "nn.functional.mse_loss": _loss(lambda p, d: d * d),
    "nn.functional.huber_loss": _loss(_huber),
    "_smooth_l1_loss": _loss(_smooth),
    "trace": lambda p, x: np.trace(x),
    "logsumexp": _logsumexp,
    "softmax": _softmax,
    "log_softmax": _log_softmax,
    "linalg.vector_norm": _norm,
}
