"""One step of a recurrent network: RNNCell, LSTMCell, GRUCell.

The step functions take what the linear maps of input and state give, and run torch's operations
in its order, so that the graph has its nodes.
Source: torch aten/src/ATen/native/RNN.cpp, SimpleCell, LSTMCell and GRUCell.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

from ...dtypes import DType
from ...ops.activation import relu, sigmoid
from ...ops.arithmetic import add, mul, sub
from ...ops.hyperbolic import tanh
from ...ops.public import call
from ...tensor import Tensor
from . import init
from .functional import F
from .module import Module
from .parameter import filled, parameter

SQUASHES: dict[str, Callable[[Tensor], Tensor]] = {"tanh": tanh, "relu": relu}


def simple_step(squash: Callable, from_state: Tensor, from_input: Tensor) -> Tensor:
    """The next state of a plain network."""
    return squash(add(from_state, from_input))


def lstm_step(from_state: Tensor, from_input: Tensor, cell: Tensor) -> tuple[Tensor, Tensor]:
    """The next state and cell of an LSTM."""
    into, keep, new, out = call("unsafe_chunk", add(from_state, from_input), 4, 1)
    into, keep, new, out = sigmoid(into), sigmoid(keep), tanh(new), sigmoid(out)
    cell = add(mul(keep, cell), mul(into, new))
    return mul(out, tanh(cell)), cell


def gru_step(state: Tensor, from_state: Tensor, from_input: Tensor) -> Tensor:
    """The next state of a GRU."""
    input_reset, input_keep, input_new = call("unsafe_chunk", from_input, 3, 1)
    state_reset, state_keep, state_new = call("unsafe_chunk", from_state, 3, 1)
    reset = sigmoid(add(state_reset, input_reset))
    keep = sigmoid(add(state_keep, input_keep))
    new = tanh(add(input_new, mul(state_new, reset)))
    return add(mul(sub(state, new), keep), new)


class RNNCellBase(Module):
    """What the cells have in common: the weights of input and state."""

    def __init__(
        self,
        input_size: int,
        hidden_size: int,
        bias: bool,
        num_chunks: int,
        device: Any = None,
        dtype: DType | None = None,
    ) -> None:
        super().__init__()
        self.input_size = input_size
        self.hidden_size = hidden_size
        self.bias = bias
        rows = num_chunks * hidden_size
        self.weight_ih = parameter((rows, input_size), device, dtype)
        self.weight_hh = parameter((rows, hidden_size), device, dtype)
        for name in ("bias_ih", "bias_hh"):
            self.register_parameter(name, parameter(rows, device, dtype) if bias else None)
        self.reset_parameters()

    def reset_parameters(self) -> None:
        """Draw all weights anew, uniformly within 1 / sqrt(hidden_size)."""
        bound = 1.0 / math.sqrt(self.hidden_size) if self.hidden_size > 0 else 0
        for weight in self.parameters():
            init.uniform_(weight, -bound, bound)

    def extra_repr(self) -> str:
        text = f"{self.input_size}, {self.hidden_size}"
        if self.bias is not True:
            text += f", bias={self.bias}"
        nonlinearity = self.__dict__.get("nonlinearity", "tanh")
        return text if nonlinearity == "tanh" else f"{text}, nonlinearity={nonlinearity}"

    def _maps(self, input: Tensor, *states: Tensor) -> tuple[Tensor, Tensor]:
        """What the (first) state and the input give, each through its linear map."""
        self._check_sizes(input, states)
        state = states[0]
        from_input = F.linear(input, self.weight_ih, self.bias_ih)
        return F.linear(state, self.weight_hh, self.bias_hh), from_input

    def _check_sizes(self, input: Tensor, states: tuple[Tensor, ...]) -> None:
        """Raise torch's errors for sizes that do not fit."""
        batch, got = input.shape
        if got != self.input_size:
            raise RuntimeError(
                f"input has inconsistent input_size: got {got} expected {self.input_size}"
            )
        for place, state in enumerate(states):
            if state.shape[0] != batch:
                raise RuntimeError(
                    f"Input batch size {batch} doesn't match hidden{place} batch size "
                    f"{state.shape[0]}"
                )
            if state.shape[1] != self.hidden_size:
                raise RuntimeError(
                    f"hidden{place} has inconsistent hidden_size: got {state.shape[1]}, "
                    f"expected {self.hidden_size}"
                )

    def _check(self, name: str, value: Tensor) -> None:
        if value.ndim not in (1, 2):
            raise ValueError(
                f"{type(self).__name__}: Expected {name} to be 1D or 2D, got {value.ndim}D instead"
            )

    def _zeros(self, input: Tensor) -> Tensor:
        return filled((input.shape[0], self.hidden_size), 0, dtype=input.dtype)


def _batched(value: Tensor) -> Tensor:
    return call("unsqueeze", value, 0)


def _single(value: Tensor) -> Tensor:
    return call("squeeze", value, 0)


class _OneState(RNNCellBase):
    """A cell with one state."""

    _forward_shown = "each"

    def forward(self, input: Tensor, hx: Tensor | None = None) -> Tensor:
        """The next state; a single sample without batch axis is fine."""
        self._check("input", input)
        if hx is not None:
            self._check("hidden", hx)
        if input.ndim == 2:
            return self._step(input, self._zeros(input) if hx is None else hx)
        input = _batched(input)
        return _single(self._step(input, self._zeros(input) if hx is None else _batched(hx)))

    def _step(self, input: Tensor, state: Tensor) -> Tensor:
        raise NotImplementedError


class RNNCell(_OneState):
    """The step of a plain network."""

    def __init__(
        self,
        input_size: int,
        hidden_size: int,
        bias: bool = True,
        nonlinearity: str = "tanh",
        device: Any = None,
        dtype: DType | None = None,
    ) -> None:
        super().__init__(input_size, hidden_size, bias, 1, device, dtype)
        self.nonlinearity = nonlinearity

    def _step(self, input: Tensor, state: Tensor) -> Tensor:
        if self.nonlinearity not in SQUASHES:
            raise RuntimeError(f"Unknown nonlinearity: {self.nonlinearity}")
        return simple_step(SQUASHES[self.nonlinearity], *self._maps(input, state))


class GRUCell(_OneState):
    """The step of a gated recurrent unit."""

    def __init__(
        self,
        input_size: int,
        hidden_size: int,
        bias: bool = True,
        device: Any = None,
        dtype: DType | None = None,
    ) -> None:
        super().__init__(input_size, hidden_size, bias, 3, device, dtype)

    def _step(self, input: Tensor, state: Tensor) -> Tensor:
        return gru_step(state, *self._maps(input, state))


class LSTMCell(RNNCellBase):
    """The step of a network with long short-term memory."""

    def __init__(
        self,
        input_size: int,
        hidden_size: int,
        bias: bool = True,
        device: Any = None,
        dtype: DType | None = None,
    ) -> None:
        super().__init__(input_size, hidden_size, bias, 4, device, dtype)

    def forward(
        self, input: Tensor, hx: tuple[Tensor, Tensor] | None = None
    ) -> tuple[Tensor, Tensor]:
        """The next state and cell; a single sample without batch axis is fine."""
        self._check("input", input)
        for place, value in enumerate(hx or ()):
            self._check(f"hx[{place}]", value)
        single = input.ndim == 1
        if single:
            input = _batched(input)
        if hx is None:
            state = cell = self._zeros(input)
        else:
            state, cell = map(_batched, hx) if single else hx
        state, cell = lstm_step(*self._maps(input, state, cell), cell)
        return (_single(state), _single(cell)) if single else (state, cell)
