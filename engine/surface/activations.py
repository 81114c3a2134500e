"""The activations of nn.functional that may write into their input, each as torch declares it.

Source of the signatures and node names: torch/nn/functional.py and derivatives.yaml of
PyTorch 2.13.
"""

from __future__ import annotations

from copy import copy
from functools import cache
from typing import Any

from .. import door, registry
from ..ops.inplace import write
from ..row import Row
from ..tensor import Tensor
from . import signatures

# activations whose in-place form has a node of its own in torch
_OTHER_NODE = {
    "selu": "EluBackward1",
    "elu": "EluBackward1",
    "celu": "CeluBackward1",
    "leaky_relu": "LeakyReluBackward1",
    "threshold": "ThresholdBackward1",
}


@cache
def _rows(name: str) -> list[Row]:
    rows = registry.lookup(f"nn.functional.{name}")
    assert rows is not None, name
    return rows


@cache
def _writing_rows(name: str) -> list[Row]:
    """The rows of an activation as they are recorded where it writes into its input."""
    twins = [copy(row) for row in _rows(name)]
    for twin in twins:
        twin.node_name = _OTHER_NODE.get(name, twin.node_name)
    return twins


def _run(name: str, inplace: bool, *args: Any) -> Tensor:
    signatures.check(f"nn.functional.{name}", "function", args, {})
    if not inplace:
        return door.call(_rows(name), args, {})
    row, canonical = door.choose(_writing_rows(name), args, {})
    return write(row, canonical)


def relu(input: Tensor, inplace: bool = False) -> Tensor:
    """max(x, 0)."""
    return _run("relu", inplace, input)


def relu6(input: Tensor, inplace: bool = False) -> Tensor:
    """x cut off at 0 and 6."""
    return _run("relu6", inplace, input)


def silu(input: Tensor, inplace: bool = False) -> Tensor:
    """x times sigmoid(x)."""
    return _run("silu", inplace, input)


def mish(input: Tensor, inplace: bool = False) -> Tensor:
    """x times tanh(softplus(x))."""
    return _run("mish", inplace, input)


def selu(input: Tensor, inplace: bool = False) -> Tensor:
    """ELU scaled so that activations normalise themselves."""
    return _run("selu", inplace, input)


def hardsigmoid(input: Tensor, inplace: bool = False) -> Tensor:
    """Sigmoid in straight pieces."""
    return _run("hardsigmoid", inplace, input)


def hardswish(input: Tensor, inplace: bool = False) -> Tensor:
    """x times hardsigmoid(x)."""
    return _run("hardswish", inplace, input)


def threshold(input: Tensor, threshold: float, value: float, inplace: bool = False) -> Tensor:
    """x where it is above a threshold, else a fixed value."""
    return _run("threshold", inplace, input, threshold, value)


def hardtanh(
    input: Tensor, min_val: float = -1.0, max_val: float = 1.0, inplace: bool = False
) -> Tensor:
    """x cut off at two values."""
    return _run("hardtanh", inplace, input, min_val, max_val)


def elu(input: Tensor, alpha: float = 1.0, inplace: bool = False) -> Tensor:
    """x where positive, else alpha (exp(x) - 1)."""
    return _run("elu", inplace, input, alpha)


def celu(input: Tensor, alpha: float = 1.0, inplace: bool = False) -> Tensor:
    """x where positive, else alpha (exp(x / alpha) - 1)."""
    return _run("celu", inplace, input, alpha)


def leaky_relu(input: Tensor, negative_slope: float = 0.01, inplace: bool = False) -> Tensor:
    """x where positive, else a small slope times x."""
    return _run("leaky_relu", inplace, input, negative_slope)


def relu_(input: Tensor) -> Tensor:
    """relu into its input."""
    return relu(input, True)


def selu_(input: Tensor) -> Tensor:
    """selu into its input."""
    return selu(input, True)


def threshold_(input: Tensor, threshold: float, value: float) -> Tensor:
    """threshold into its input."""
    return _run("threshold", True, input, threshold, value)


def hardtanh_(input: Tensor, min_val: float = -1.0, max_val: float = 1.0) -> Tensor:
    """hardtanh into its input."""
    return hardtanh(input, min_val, max_val, True)


def elu_(input: Tensor, alpha: float = 1.0) -> Tensor:
    """elu into its input."""
    return elu(input, alpha, True)


def celu_(input: Tensor, alpha: float = 1.0) -> Tensor:
    """celu into its input."""
    return celu(input, alpha, True)


def leaky_relu_(input: Tensor, negative_slope: float = 0.01) -> Tensor:
    """leaky_relu into its input."""
    return leaky_relu(input, negative_slope, True)
