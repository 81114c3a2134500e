"""Dropout and the other functions of networks that leave something to chance.

Source: ATen/native/Dropout.cpp, the path for the CPU: noise is drawn, scaled, and multiplied
with the input, so that results show MulBackward0.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

import numpy as np

from .. import registry
from ..apply import apply
from ..dtypes import float64
from ..errors import EngineRuntimeError, EngineTypeError, EngineValueError
from ..ops.inplace import write
from ..ops.lead import zeros_like
from ..ops.public import call
from ..row import Row
from ..tensor import Tensor, result
from .fills import fill
from .seeds import chosen

_ALPHA = 1.7580993408473766  # of selu: its scale times its alpha


def _noise(input: Tensor, p: float, features: bool) -> Tensor:
    """Ones where something stays and zeros where it is dropped; whole channels if `features`."""
    array = input.array()
    if features:
        if array.ndim < 2:
            raise EngineRuntimeError("Feature dropout requires at least 2 dimensions in the input")
        array = np.empty(array.shape[:2] + (1,) * (array.ndim - 2), array.dtype)
    return fill("bernoulli_", result(np.empty_like(array)), 1 - p)


def _times(input: Tensor, noise: Tensor, inplace: bool) -> Tensor:
    return call_in_place("mul", input, noise) if inplace else call("mul", input, noise)


def call_in_place(name: str, self: Tensor, *args: Any) -> Tensor:
    """The in-place form of an operation, its arguments in canonical form."""
    rows = registry.lookup(name)
    assert rows is not None
    return write(rows[0], [self, *args])


def _dropped(
    input: Any, p: float, train: bool, *, features: bool = False, alpha: bool = False,
    inplace: bool = False,
) -> Any:  # fmt: skip
    if not 0 <= p <= 1:
        raise EngineRuntimeError(f"dropout probability has to be between 0 and 1, but got {p:g}")
    if p == 0 or not train or input.numel() == 0:
        return input
    if p == 1:
        return _times(input, zeros_like(input), inplace)
    noise = _noise(input, p, features)
    if not alpha:
        return _times(input, call_in_place("div", noise, 1 - p), inplace)
    scale = 1.0 / math.sqrt((_ALPHA * _ALPHA * p + 1) * (1 - p))
    shift = call("mul", call("sub", noise, 1), _ALPHA * scale)
    shift = call("add", shift, _ALPHA * scale * p)
    return call("add", _times(input, call("mul", noise, scale), inplace), shift)


def dropout(input: Tensor, p: float, train: bool) -> Tensor:
    """torch.dropout."""
    return _dropped(input, p, train)


def feature_dropout(input: Tensor, p: float, train: bool) -> Tensor:
    """torch.feature_dropout: whole channels are dropped."""
    return _dropped(input, p, train, features=True)


def alpha_dropout(input: Tensor, p: float, train: bool) -> Tensor:
    """torch.alpha_dropout: mean and variance stay as they are."""
    return _dropped(input, p, train, alpha=True)


def feature_alpha_dropout(input: Tensor, p: float, train: bool) -> Tensor:
    """torch.feature_alpha_dropout."""
    return _dropped(input, p, train, features=True, alpha=True)


def _functional(name: str, trains: bool, **facts: bool) -> Callable:
    """A dropout of torch.nn.functional."""

    def function(
        input: Tensor, p: float = 0.5, training: bool = trains, inplace: bool = False
    ) -> Tensor:
        if not isinstance(input, Tensor):
            raise EngineTypeError(
                f"{name}(): argument 'input' (position 1) must be Tensor, not "
                f"{type(input).__name__}"
            )
        if p < 0.0 or p > 1.0:
            raise EngineValueError(f"dropout probability has to be between 0 and 1, but got {p}")
        return _dropped(input, p, training, inplace=inplace, **facts)

    function.__name__ = function.__qualname__ = name
    function.__doc__ = f"torch.nn.functional.{name}."
    return function


functional_dropout = _functional("dropout", True)
functional_alpha_dropout = _functional("alpha_dropout", False, alpha=True)
functional_feature_alpha_dropout = _functional(
    "feature_alpha_dropout", False, features=True, alpha=True
)
dropout2d = _functional("dropout2d", True, features=True)
_batched1d = _functional("dropout1d", True, features=True)
_batched3d = _functional("dropout3d", True, features=True)


def dropout1d(
    input: Tensor, p: float = 0.5, training: bool = True, inplace: bool = False
) -> Tensor:
    """torch.nn.functional.dropout1d; a single sample has no batch axis."""
    if input.ndim not in (2, 3):
        raise EngineRuntimeError(
            f"dropout1d: Expected 2D or 3D input, but received a {input.ndim}D input. Note that "
            "dropout1d exists to provide channel-wise dropout on inputs with 1 spatial "
            "dimension, a channel dimension, and an optional batch dimension (i.e. 2D or 3D "
            "inputs)."
        )
    return _single_or_batch(_batched1d, input, p, training, inplace, 3)


def dropout3d(
    input: Tensor, p: float = 0.5, training: bool = True, inplace: bool = False
) -> Tensor:
    """torch.nn.functional.dropout3d; a single sample has no batch axis."""
    return _single_or_batch(_batched3d, input, p, training, inplace, 5)


def _single_or_batch(
    drop: Callable, input: Tensor, p: float, training: bool, inplace: bool, axes: int
) -> Tensor:
    if input.ndim == axes:
        return drop(input, p, training, inplace)
    return call("squeeze", drop(call("unsqueeze", input, 0), p, training, inplace), 0)


# -- rrelu


_leaky = Row(
    "rrelu_with_noise",
    "elementwise",
    lambda self, noise: self * noise,
    promote="none",
    node="RreluWithNoiseBackward0",
    method=False,
    self=lambda g, noise: g * noise,
    doc="Negative elements times slopes of their own.",
)


def rrelu(
    input: Tensor,
    lower: float = 1.0 / 8,
    upper: float = 1.0 / 3,
    training: bool = False,
    generator: Any = None,
) -> Tensor:
    """torch.rrelu: leaky relu with slopes left to chance in training."""
    if not training:
        return call("rrelu", input, lower, upper)
    array = input.array()
    slopes = np.ones_like(array)
    negative = array <= 0
    drawn = chosen(generator).uniform((int(negative.sum()),), lower, upper, float64)
    slopes[negative] = drawn
    return apply(_leaky, [input, result(slopes)])


def functional_rrelu(
    input: Tensor,
    lower: float = 1.0 / 8,
    upper: float = 1.0 / 3,
    training: bool = False,
    inplace: bool = False,
) -> Tensor:
    """torch.nn.functional.rrelu."""
    out = rrelu(input, lower, upper, training)
    return write_back(input, out) if inplace else out


def write_back(self: Tensor, new: Tensor) -> Tensor:
    """Put values into the memory of `self`."""
    return call_in_place("_copy", self, new)


def gumbel_softmax(
    logits: Tensor, tau: float = 1, hard: bool = False, eps: float = 1e-10, dim: int = -1
) -> Tensor:
    """torch.nn.functional.gumbel_softmax: a sample of classes, soft or one-hot."""
    empty = result(np.empty_like(logits.array()))
    gumbels = call("neg", call("log", fill("exponential_", empty)))
    soft = call("softmax", call("div", call("add", logits, gumbels), tau), dim)
    if not hard:
        return soft
    place = call("max", soft, dim, keepdim=True)[1]
    zeros = result(np.zeros_like(logits.array()))
    one_hot = call("scatter", zeros, dim, place, 1.0)
    return call("add", call("sub", one_hot, soft.detach()), soft)
