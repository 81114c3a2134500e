"""The operations of the engine in those that every language has.

By the name of a row: how its value for numbers is made. `WHOLE` does the same for arrays of
lines; operations in neither table are run on such arrays as they are (stacking, for one).
"""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

import numpy as np

from .scalars import Program, Value

# what every language has, by the name of the row
CORE = {
    "add", "sub", "mul", "div", "neg", "pow", "exp", "log", "sqrt", "sin", "cos", "tan", "asin",
    "acos", "atan", "atan2", "sinh", "cosh", "tanh", "asinh", "acosh", "atanh", "exp2", "expm1",
    "log1p", "log2", "log10", "erf", "erfc", "lgamma", "abs", "floor", "ceil", "trunc", "round",
    "hypot", "where", "lt", "le", "gt", "ge", "eq", "ne", "and", "or", "not",
}  # fmt: skip
# what only some have
SPECIAL = {"digamma", "polygamma"}
Make = Callable[..., Value]


def _scaled(p: Program, x: Value, alpha: Any) -> Value:
    return p.emit("mul", x, alpha) if alpha not in (None, 1) else x


def _division(p: Program, x: Value, y: Value, rounding_mode: str | None = None) -> Value:
    found = p.emit("div", x, y)
    names = {"floor": "floor", "trunc": "trunc"}
    return p.emit(names[rounding_mode], found) if rounding_mode else found


def _logistic(p: Program, x: Value) -> Value:
    return p.emit("div", 1.0, 1.0 + p.emit("exp", -x))


def _larger(p: Program, x: Value, y: Value) -> Value:
    return p.emit("where", p.emit("gt", x, y), x, y)


def _smaller(p: Program, x: Value, y: Value) -> Value:
    return p.emit("where", p.emit("lt", x, y), x, y)


def _clamp(p: Program, x: Value, low: Value = None, high: Value = None) -> Value:
    x = x if low is None else _larger(p, x, low)
    return x if high is None else _smaller(p, x, high)


def _sign(p: Program, x: Value) -> Value:
    lower = p.emit("where", p.emit("lt", x, 0.0), -1.0, 0.0)
    return p.emit("where", p.emit("gt", x, 0.0), 1.0, lower)


def _log_add(p: Program, x: Value, y: Value) -> Value:
    return _larger(p, x, y) + p.emit("log1p", p.emit("exp", -p.emit("abs", x - y)))


def _xlogy(p: Program, x: Value, y: Value) -> Value:
    return p.emit("where", p.emit("eq", x, 0.0), 0.0, x * p.emit("log", y))


def _xlog1py(p: Program, x: Value, y: Value) -> Value:
    return p.emit("where", p.emit("eq", x, 0.0), 0.0, x * p.emit("log1p", y))


def _softplus(p: Program, x: Value, beta: float = 1, threshold: float = 20) -> Value:
    scaled = x * float(beta)
    soft = p.emit("log1p", p.emit("exp", scaled)) / float(beta)
    return p.emit("where", p.emit("gt", scaled, threshold), x, soft)


def _ndtr(p: Program, x: Value) -> Value:
    return 0.5 * p.emit("erfc", -x * math.sqrt(0.5))


def _density(p: Program, x: Value) -> Value:
    return p.emit("exp", x * x * -0.5) * (1 / math.sqrt(2 * math.pi))


def _gelu(p: Program, x: Value, approximate: str = "none") -> Value:
    if approximate == "tanh":
        inner = math.sqrt(2 / math.pi) * (x + 0.044715 * x * x * x)
        return 0.5 * x * (1.0 + p.emit("tanh", inner))
    return x * _ndtr(p, x)


def _elu(p: Program, x: Value, alpha: float = 1, scale: float = 1, inner: float = 1) -> Value:
    below = p.emit("expm1", x * float(inner)) * float(alpha) * float(scale)
    return p.emit("where", p.emit("gt", x, 0.0), x * float(scale), below)


def _leaky(p: Program, x: Value, slope: float = 0.01) -> Value:
    return p.emit("where", p.emit("gt", x, 0.0), x, x * float(slope))


def _remainder(p: Program, x: Value, y: Value) -> Value:
    return x - p.emit("floor", p.emit("div", x, y)) * y


def _sinc(p: Program, x: Value) -> Value:
    angle = x * math.pi
    return p.emit("where", p.emit("eq", x, 0.0), 1.0, p.emit("sin", angle) / angle)


OTHERS: dict[str, Make] = {
    "add": lambda p, x, y, alpha=1: p.emit("add", x, _scaled(p, y, alpha)),
    "sub": lambda p, x, y, alpha=1: p.emit("sub", x, _scaled(p, y, alpha)),
    "rsub": lambda p, x, y, alpha=1: p.emit("sub", y, _scaled(p, x, alpha)),
    "div": _division,
    "floor_divide": lambda p, x, y: _division(p, x, y, "floor"),
    "remainder": _remainder,
    "reciprocal": lambda p, x: p.emit("div", 1.0, x),
    "rsqrt": lambda p, x: p.emit("div", 1.0, p.emit("sqrt", x)),
    "square": lambda p, x: p.emit("mul", x, x),
    "positive": lambda p, x: x,
    "sign": _sign,
    "sgn": _sign,
    "relu": lambda p, x: p.emit("where", p.emit("gt", x, 0.0), x, 0.0),
    "sigmoid": _logistic,
    "_logistic": _logistic,
    "_share": _logistic,
    "_one_minus_square": lambda p, x: (1.0 - x) * (1.0 + x),
    "_gaussian": lambda p, x: p.emit("exp", -(x * x)),
    "_normal_density": _density,
    "special.ndtr": _ndtr,
    "special.xlog1py": _xlog1py,
    "xlogy": _xlogy,
    "logaddexp": _log_add,
    "maximum": _larger,
    "minimum": _smaller,
    "fmax": _larger,
    "fmin": _smaller,
    "clamp": _clamp,
    "clamp_min": lambda p, x, low: _clamp(p, x, low),
    "clamp_max": lambda p, x, high: _clamp(p, x, None, high),
    "frac": lambda p, x: x - p.emit("trunc", x),
    "sinc": _sinc,
    "nn.functional.softplus": _softplus,
    "nn.functional.silu": lambda p, x: x * _logistic(p, x),
    "nn.functional.gelu": _gelu,
    "nn.functional.elu": _elu,
    "nn.functional.leaky_relu": _leaky,
    "bitwise_and": lambda p, x, y: p.emit("and", x, y),
    "logical_and": lambda p, x, y: p.emit("and", x, y),
    "bitwise_or": lambda p, x, y: p.emit("or", x, y),
    "logical_or": lambda p, x, y: p.emit("or", x, y),
    "logical_not": lambda p, x: p.emit("not", x),
    "bitwise_not": lambda p, x: p.emit("not", x),
    "detach": lambda p, x: x,
    "clone": lambda p, x: x,
}


def _axes(x: np.ndarray, dim: Any) -> Any:
    if dim is None or (isinstance(dim, list | tuple) and not dim):
        return tuple(range(x.ndim))
    return tuple(dim) if isinstance(dim, list | tuple) else (dim,)


def _sum(p: Program, x: Any, dim: Any = None, keepdim: bool = False, dtype: Any = None) -> Any:
    return np.sum(x, axis=_axes(x, dim), keepdims=bool(keepdim))


def _mean(p: Program, x: Any, dim: Any = None, keepdim: bool = False, dtype: Any = None) -> Any:
    total = _sum(p, x, dim, keepdim)
    return total / float(x.size // max(np.size(total), 1))


def _largest(p: Program, x: Any, dim: Any = None, keepdim: bool = False) -> Any:
    larger = np.frompyfunc(lambda a, b: _larger(p, a, b), 2, 1)
    for axis in sorted(a % x.ndim for a in _axes(x, dim)):
        x = np.expand_dims(larger.reduce(x, axis=axis), axis)
    return x if keepdim else np.squeeze(x, axis=_axes(x, dim))


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
    if ord not in (None, 2):
        raise ValueError("only the Euclidean norm is exported")
    return _each(p, "sqrt", _sum(p, x * x, dim, keepdim))


WHOLE: dict[str, Callable[..., Any]] = {
    **dict.fromkeys(("mv", "mm", "bmm", "matmul", "dot"), lambda p, a, b: np.matmul(a, b)),
    "stack": lambda p, parts, dim=0: np.stack(parts, axis=dim),
    "cat": lambda p, parts, dim=0: np.concatenate(parts, axis=dim),
    "sum": _sum,
    "mean": _mean,
    "amax": _largest,
    "trace": lambda p, x: np.trace(x),
    "logsumexp": _logsumexp,
    "softmax": _softmax,
    "log_softmax": _log_softmax,
    "linalg.vector_norm": _norm,
}


def maker(name: str) -> Make | None:
    """How an operation is made for numbers; None for one on whole arrays, or unknown."""
    if name in OTHERS:
        return OTHERS[name]
    if name in CORE or name in SPECIAL:
        return lambda p, *args: p.emit(name, *args)
    return None
