"""nn.init: filling tensors in place with numbers of a given spread.

Everything runs without recording and counts as one write, as in torch. The numbers come from the
default generator or the one given, in torch's order.
Source of the formulas: torch/nn/init.py of PyTorch 2.13; Glorot and Bengio 2010, He et al. 2015,
Saxe et al. 2013.
"""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from ...generator import Generator, default_generator
from ...modes import no_grad
from ...ops.inplace import check_writable, store
from ...tensor import Tensor
from ..fills import fill
from ..seeds import chosen

_PLAIN = (
    "linear",
    "conv1d",
    "conv2d",
    "conv3d",
    "conv_transpose1d",
    "conv_transpose2d",
    "conv_transpose3d",
    "sigmoid",
)
_GAINS = {"tanh": 5.0 / 3, "relu": math.sqrt(2.0), "selu": 3.0 / 4}


def _write(tensor: Tensor, values: Any) -> Tensor:
    check_writable(tensor, tracking=False)
    store(tensor, values)
    return tensor


def uniform_(
    tensor: Tensor, a: float = 0.0, b: float = 1.0, generator: Generator | None = None
) -> Tensor:
    """Uniform numbers in [a, b)."""
    with no_grad():
        return fill("uniform_", tensor, a, b, generator=generator)


def normal_(
    tensor: Tensor, mean: float = 0.0, std: float = 1.0, generator: Generator | None = None
) -> Tensor:
    """Normal numbers."""
    with no_grad():
        return fill("normal_", tensor, mean, std, generator=generator)


def constant_(tensor: Tensor, val: float) -> Tensor:
    """One number everywhere."""
    return _write(tensor, np.full(tensor.shape, val))


def ones_(tensor: Tensor) -> Tensor:
    """Ones."""
    return constant_(tensor, 1.0)


def zeros_(tensor: Tensor) -> Tensor:
    """Zeros."""
    return constant_(tensor, 0.0)


def eye_(tensor: Tensor) -> Tensor:
    """Ones on the diagonal of a matrix, zeros beside it."""
    if tensor.ndim != 2:
        raise ValueError("Only tensors with 2 dimensions are supported")
    return _write(tensor, np.eye(tensor.shape[0], tensor.shape[1]))


def dirac_(tensor: Tensor, groups: int = 1) -> Tensor:
    """The kernel of a convolution that passes as many channels through as it can."""
    if tensor.ndim not in (3, 4, 5):
        raise ValueError("Only tensors with 3, 4, or 5 dimensions are supported")
    shape = tensor.shape
    if shape[0] % groups:
        raise ValueError("dim 0 must be divisible by groups")
    values = np.zeros(shape)
    each = shape[0] // groups
    centre = tuple(n // 2 for n in shape[2:])
    for group in range(groups):
        for channel in range(min(each, shape[1])):
            values[(group * each + channel, channel, *centre)] = 1
    return _write(tensor, values)


# -- by the number of inputs and outputs


def calculate_gain(nonlinearity: str, param: float | None = None) -> float:
    """What a nonlinearity's weights are scaled with to keep the spread of activations."""
    if nonlinearity in _PLAIN:
        return 1
    if nonlinearity in _GAINS:
        return _GAINS[nonlinearity]
    if nonlinearity != "leaky_relu":
        raise ValueError(f"Unsupported nonlinearity {nonlinearity}")
    slope = 0.01 if param is None else param
    if isinstance(slope, bool) or not isinstance(slope, int | float):
        raise ValueError(f"negative_slope {param} not a valid number")
    return math.sqrt(2.0 / (1 + slope**2))


def fan_in_and_out(tensor: Tensor) -> tuple[int, int]:
    """How many inputs an output has, and how many outputs an input."""
    if tensor.ndim < 2:
        raise ValueError(
            "Fan in and fan out can not be computed for tensor with fewer than 2 dimensions"
        )
    outputs, inputs, *field = tensor.shape
    size = math.prod(field)
    return inputs * size, outputs * size


def _fan(tensor: Tensor, mode: str) -> int:
    mode = mode.lower()
    modes = ["fan_in", "fan_out"]
    if mode not in modes:
        raise ValueError(f"Mode {mode} not supported, please use one of {modes}")
    return fan_in_and_out(tensor)[modes.index(mode)]


def xavier_uniform_(
    tensor: Tensor, gain: float = 1.0, generator: Generator | None = None
) -> Tensor:
    """Uniform numbers of variance 2 / (inputs + outputs)."""
    bound = math.sqrt(3.0) * _xavier_std(tensor, gain)
    return uniform_(tensor, -bound, bound, generator)


def xavier_normal_(tensor: Tensor, gain: float = 1.0, generator: Generator | None = None) -> Tensor:
    """Normal numbers of variance 2 / (inputs + outputs)."""
    return normal_(tensor, 0.0, _xavier_std(tensor, gain), generator)


def _xavier_std(tensor: Tensor, gain: float) -> float:
    fan_in, fan_out = fan_in_and_out(tensor)
    return gain * math.sqrt(2.0 / float(fan_in + fan_out))


def kaiming_uniform_(
    tensor: Tensor,
    a: float = 0,
    mode: str = "fan_in",
    nonlinearity: str = "leaky_relu",
    generator: Generator | None = None,
) -> Tensor:
    """Uniform numbers of variance gain² / fan."""
    if 0 in tensor.shape:
        return tensor
    bound = math.sqrt(3.0) * _kaiming_std(tensor, a, mode, nonlinearity)
    return uniform_(tensor, -bound, bound, generator)


def kaiming_normal_(
    tensor: Tensor,
    a: float = 0,
    mode: str = "fan_in",
    nonlinearity: str = "leaky_relu",
    generator: Generator | None = None,
) -> Tensor:
    """Normal numbers of variance gain² / fan."""
    if 0 in tensor.shape:
        return tensor
    return normal_(tensor, 0, _kaiming_std(tensor, a, mode, nonlinearity), generator)


def _kaiming_std(tensor: Tensor, a: float, mode: str, nonlinearity: str) -> float:
    fan = _fan(tensor, mode)
    return calculate_gain(nonlinearity, a) / math.sqrt(fan)


# -- with conditions


def trunc_normal_(
    tensor: Tensor,
    mean: float = 0.0,
    std: float = 1.0,
    a: float = -2.0,
    b: float = 2.0,
    generator: Generator | None = None,
) -> Tensor:
    """Normal numbers, those outside [a, b] drawn again."""
    source = chosen(generator)
    draw = _again if _mass(mean, std, a, b) > 0.3 else _by_rejection
    return _write(tensor, draw(source, tensor, mean, std, a, b))


def _mass(mean: float, std: float, a: float, b: float) -> float:
    """How much of the normal distribution is between a and b."""
    ends = [(1.0 + math.erf((x - mean) / std / math.sqrt(2.0))) / 2.0 for x in (b, a)]
    return ends[0] - ends[1]


def _again(source: Generator, t: Tensor, mean: float, std: float, a: float, b: float) -> Any:
    low, high = np.array([a, b], t.dtype.np)
    values = source.normal(t.shape, mean, std, t.dtype)
    while (outside := (values < low) | (values > high)).any():
        values = np.where(outside, source.normal(t.shape, mean, std, t.dtype), values)
    return values


def _by_rejection(source: Generator, t: Tensor, mean: float, std: float, a: float, b: float) -> Any:
    """Uniform candidates, each kept with the density's share of its peak as the probability."""
    kind = t.dtype.np.type
    peak = -0.5 * ((max(a, min(mean, b)) - mean) / std) ** 2
    values = np.zeros(t.shape, kind)
    pending = np.ones(t.shape, bool)
    while pending.any():
        drawn = source.uniform(t.shape, a, b, t.dtype)
        values = np.where(pending, drawn, values)
        density = ((drawn - kind(mean)) / kind(std)) ** 2 * kind(-0.5) - kind(peak)
        with np.errstate(divide="ignore"):
            chance = np.log(source.uniform(t.shape, 0.0, 1.0, t.dtype).astype(np.float64))
        pending = pending & (chance.astype(kind) > density)
    return values


def orthogonal_(tensor: Tensor, gain: float = 1, generator: Generator | None = None) -> Tensor:
    """A matrix (of the first axis by the others) with orthonormal rows or columns, times gain."""
    if tensor.ndim < 2:
        raise ValueError("Only tensors with 2 or more dimensions are supported")
    if not tensor.numel():
        return tensor
    from ...ops.public import call

    source = chosen(generator)
    rows = tensor.shape[0]
    cols = tensor.numel() // rows
    drawn = source.normal((rows, cols), 0.0, 1.0, tensor.dtype)
    with no_grad():
        q, r = call("linalg.qr", Tensor(np.ascontiguousarray(drawn.T) if rows < cols else drawn))
        signs = np.sign(np.diag(r.array()))
        q = q.array() * signs
    values = (q.T if rows < cols else q).reshape(tensor.shape)
    return _write(tensor, values * tensor.dtype.np.type(gain))


def sparse_(
    tensor: Tensor, sparsity: float, std: float = 0.01, generator: Generator | None = None
) -> Tensor:
    """Normal numbers in a matrix, a part of each column set to zero."""
    if tensor.ndim != 2:
        raise ValueError("Only tensors with 2 dimensions are supported")
    rows, cols = tensor.shape
    zeros = math.ceil(sparsity * rows)
    source = chosen(generator)
    values = source.normal(tensor.shape, 0, std, tensor.dtype)
    for column in range(cols):
        values[default_generator.permutation(rows)[:zeros], column] = 0
    return _write(tensor, values)
