"""The operations of the engine on numbers, in those that every language has.

By the name of a row: how its value is made. `arrays.py` does the same for whole arrays.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

from ...engine.ops.activation import SELU_ALPHA, SELU_SCALE
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


def larger(p: Program, x: Value, y: Value) -> Value:
    """The larger of two numbers."""
    return p.emit("where", p.emit("gt", x, y), x, y)


def smaller(p: Program, x: Value, y: Value) -> Value:
    """The smaller of two numbers."""
    return p.emit("where", p.emit("lt", x, y), x, y)


def _clamp(p: Program, x: Value, low: Value = None, high: Value = None) -> Value:
    x = x if low is None else larger(p, x, low)
    return x if high is None else smaller(p, x, high)


def _sign(p: Program, x: Value) -> Value:
    lower = p.emit("where", p.emit("lt", x, 0.0), -1.0, 0.0)
    return p.emit("where", p.emit("gt", x, 0.0), 1.0, lower)


def _log_add(p: Program, x: Value, y: Value) -> Value:
    return larger(p, x, y) + p.emit("log1p", p.emit("exp", -p.emit("abs", x - y)))


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


def _log_sigmoid(p: Program, x: Value) -> Value:
    return smaller(p, x, 0.0) - p.emit("log1p", p.emit("exp", -p.emit("abs", x)))


def _tanh_softplus(p: Program, x: Value) -> Value:
    small = p.emit("exp", -p.emit("abs", x))
    square = small * small
    above = (1.0 + 2.0 * small) / (1.0 + 2.0 * small + 2.0 * square)
    below = (square + 2.0 * small) / (square + 2.0 * small + 2.0)
    return p.emit("where", p.emit("ge", x, 0.0), above, below)


def _logit(p: Program, x: Value, eps: float | None = None) -> Value:
    x = x if eps is None else _clamp(p, x, eps, 1 - eps)
    return p.emit("log", x / (1.0 - x))


def _heaviside(p: Program, x: Value, values: Value) -> Value:
    at_most = p.emit("where", p.emit("eq", x, 0.0), values, 0.0)
    return p.emit("where", p.emit("gt", x, 0.0), 1.0, at_most)


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
    "maximum": larger,
    "minimum": smaller,
    "fmax": larger,
    "fmin": smaller,
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
    "nn.functional.celu": lambda p, x, alpha=1.0: _elu(p, x, alpha, 1, 1 / alpha),
    "nn.functional.selu": lambda p, x: _elu(p, x, SELU_ALPHA, SELU_SCALE),
    "nn.functional.hardtanh": lambda p, x, low=-1.0, high=1.0: _clamp(p, x, low, high),
    "nn.functional.relu6": lambda p, x: _clamp(p, x, 0.0, 6.0),
    "nn.functional.logsigmoid": _log_sigmoid,
    "nn.functional.mish": lambda p, x: x * _tanh_softplus(p, x),
    "_tanh_softplus": _tanh_softplus,
    "logit": _logit,
    "heaviside": _heaviside,
    "fmod": lambda p, x, y: x - p.emit("trunc", p.emit("div", x, y)) * y,
    "addcmul": lambda p, x, a, b, value=1: x + _scaled(p, a * b, value),
    "addcdiv": lambda p, x, a, b, value=1: x + _scaled(p, a / b, value),
    "bitwise_and": lambda p, x, y: p.emit("and", x, y),
    "logical_and": lambda p, x, y: p.emit("and", x, y),
    "bitwise_or": lambda p, x, y: p.emit("or", x, y),
    "logical_or": lambda p, x, y: p.emit("or", x, y),
    "logical_not": lambda p, x: p.emit("not", x),
    "bitwise_not": lambda p, x: p.emit("not", x),
    "detach": lambda p, x: x,
    "clone": lambda p, x: x,
}


def maker(name: str) -> Make | None:
    """How an operation is made for numbers; None for one on whole arrays, or unknown."""
    if name in OTHERS:
        return OTHERS[name]
    if name in CORE or name in SPECIAL:
        return lambda p, *args: p.emit(name, *args)
    return None
