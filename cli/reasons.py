"""Why an operation gives a NaN or an infinity, in words: by its name and by the numbers it got."""

from __future__ import annotations

import math
from collections.abc import Sequence

SIGNS = {"+": "add", "-": "sub", "*": "mul", "/": "div", "^": "pow", "√": "sqrt"}
# operations that are finite at every finite number, as far as floats hold them
GROWING = {
    "add", "sub", "mul", "square", "exp", "exp2", "expm1", "sinh", "cosh", "hypot", "logaddexp",
    "i0", "i1", "sum", "prod", "cumsum", "cumprod", "mean", "var", "std", "norm", "dist", "det",
    "dot", "matmul", "mm", "mv",
}  # fmt: skip
INFINITIES = {
    "add": "inf - inf",
    "sub": "inf - inf",
    "sum": "inf - inf",
    "mul": "0 * inf",
    "div": "inf / inf",
}


def reason(
    name: str, numbers: Sequence[float], shapes: Sequence[tuple], result: float, holds: str
) -> str:
    """Why the first number of a result that is not finite is so; '' where that is not known.

    name: of the operation, as torch calls it, or its sign. numbers: what that number was made of,
    where each operand has one for it. shapes: of the tensors among the operands. holds: the dtype
    of the result.
    """
    name = SIGNS.get(name, name).rpartition(".")[2]
    if any(math.isnan(x) for x in numbers):
        return ""
    if any(0 in shape for shape in shapes):
        return f"{name} of no numbers"
    if name in ("std", "var") and any(math.prod(shape) == 1 for shape in shapes):
        return f"{name} of one number"
    if name == "logdet":
        return "the determinant is 0" if result == -math.inf else ""
    if math.isnan(result):
        return _why_nan(name, numbers)
    if any(map(math.isinf, numbers)):
        return ""
    return _why_infinite(name, numbers) or f"more than {holds} holds"


def _why_nan(name: str, numbers: Sequence[float]) -> str:
    if any(map(math.isinf, numbers)):
        return INFINITIES.get(name, f"outside the domain of {name}")
    if name == "div":
        return "0 / 0"
    if name == "pow":
        return "a negative number to a power that is no integer"
    if len(numbers) == 1 and name not in GROWING:
        return f"outside the domain of {name}"
    return ""


def _why_infinite(name: str, numbers: Sequence[float]) -> str:
    """Which division by zero or pole it is; '' where the number is just too large."""
    if name in ("div", "pow", "reciprocal", "rsqrt"):
        below = numbers[-1:] if name == "div" else numbers[:1]
        return "1 / 0" if any(x == 0 for x in below) else ""
    return "" if name in GROWING else f"a pole of {name}"
