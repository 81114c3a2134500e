"""Recurrent networks over whole sequences: RNN, LSTM, GRU.

Layers run one above the other, each in one direction or both. The linear map of the input runs
once for the whole sequence, the rest step by step, as torch does on the CPU.
Source: torch aten/src/ATen/native/RNN.cpp, FullLayer and FullBidirectionalLayer.
"""

from __future__ import annotations

import math
from typing import Any, NamedTuple

from ...dtypes import DType, float32
from ...ops.public import call
from ...tensor import Tensor
from ..tensor_moves import view_in_place
from . import init
from .functional import F
from .lstm_layer import lstm_layer
from .module import Module
from .parameter import filled, parameter
from .rnn_cell import SQUASHES, gru_step, lstm_step, simple_step


class _Weights(NamedTuple):
    """The parameters of one layer in one direction."""

    ih: Tensor
    hh: Tensor
    bias_ih: Tensor | None
    bias_hh: Tensor | None
    hr: Tensor | None


class RNNBase(Module):
    """What the networks have in common: their settings, parameters, and the way through layers.

    A state is a tuple of tensors: of one, or of state and cell for an LSTM.
    """

    chunks: int
    mode: str

    def __init__(
        self,
        mode: str,
        input_size: int,
        hidden_size: int,
        num_layers: int = 1,
        bias: bool = True,
        batch_first: bool = False,
        dropout: float = 0.0,
        bidirectional: bool = False,
        proj_size: int = 0,
        device: Any = None,
        dtype: DType | None = None,
    ) -> None:
        super().__init__()
        self.mode = mode
        self.input_size = input_size
        self.hidden_size = hidden_size
        self.num_layers = num_layers
        self.bias = bias
        self.batch_first = batch_first
        self.dropout = dropout
        self.bidirectional = bidirectional
        self.proj_size = proj_size
        self._check_settings()
        self.dropout = float(dropout)
        self._names: list[list[str]] = []
        for layer in range(num_layers):
            for suffix in ("", "_reverse")[: self._directions]:
                self._add_layer(layer, suffix, device, dtype)
        self.reset_parameters()

    @property
    def _directions(self) -> int:
        return 2 if self.bidirectional else 1

    @property
    def _state_size(self) -> int:
        return self.proj_size or self.hidden_size

    def _check_settings(self) -> None:
        """Raise torch's errors for settings that make no network."""
        p = self.dropout
        if isinstance(p, bool) or not isinstance(p, int | float) or not 0 <= p <= 1:
            raise ValueError(
                "dropout should be a number in range [0, 1] representing the probability of an "
                "element being zeroed"
            )
        kinds = {"bias": bool, "batch_first": bool, "input_size": int, "hidden_size": int}
        for name, kind in kinds.items():
            value = self.__dict__[name]
            if not isinstance(value, kind):
                raise TypeError(
                    f"{name} should be of type {kind.__name__}, got: {type(value).__name__}"
                )
        for name in ("input_size", "hidden_size", "num_layers"):
            if self.__dict__[name] <= 0:
                raise ValueError(f"{name} must be greater than zero")
        if self.proj_size < 0:
            raise ValueError(
                "proj_size should be a positive integer or zero to disable projections"
            )
        if self.proj_size >= self.hidden_size:
            raise ValueError("proj_size has to be smaller than hidden_size")

    def _add_layer(self, layer: int, suffix: str, device: Any, dtype: DType | None) -> None:
        rows = self.chunks * self.hidden_size
        inputs = self._state_size * self._directions if layer else self.input_size
        shapes: dict[str, tuple[int, ...]] = {
            "weight_ih": (rows, inputs),
            "weight_hh": (rows, self._state_size),
        }
        if self.bias:
            shapes |= {"bias_ih": (rows,), "bias_hh": (rows,)}
        if self.proj_size:
            shapes["weight_hr"] = (self.proj_size, self.hidden_size)
        names = []
        for name, shape in shapes.items():
            names.append(f"{name}_l{layer}{suffix}")
            setattr(self, names[-1], parameter(shape, device, dtype))
        self._names.append(names)

    def _weights(self, place: int) -> _Weights:
        """The parameters of one layer and direction, the directions of a layer side by side."""
        by_kind = {n.partition("_l")[0]: getattr(self, n) for n in self._names[place]}
        kinds = ("weight_ih", "weight_hh", "bias_ih", "bias_hh", "weight_hr")
        return _Weights(*(by_kind.get(kind) for kind in kinds))  # type: ignore[arg-type]

    @property
    def all_weights(self) -> list[list[Tensor]]:
        """The parameters by layer and direction."""
        return [[getattr(self, name) for name in names] for names in self._names]

    def reset_parameters(self) -> None:
        """Draw all weights anew, uniformly within 1 / sqrt(hidden_size)."""
        bound = 1.0 / math.sqrt(self.hidden_size)
        for weight in self.parameters():
            init.uniform_(weight, -bound, bound)

    def flatten_parameters(self) -> None:
        """Nothing to do: only GPUs want the weights side by side."""

    def extra_repr(self) -> str:
        text = f"{self.input_size}, {self.hidden_size}"
        usual = {
            "proj_size": 0,
            "num_layers": 1,
            "bias": True,
            "batch_first": False,
            "dropout": 0,
            "bidirectional": False,
        }
        for name, value in usual.items():
            if self.__dict__[name] != value:
                text += f", {name}={self.__dict__[name]}"
        return text

    # -- running

    def _run(self, input: Tensor, states: list[Tensor]) -> tuple[Tensor, list[Tensor]]:
        """The outputs of the last layer and the final states; time is the first axis."""
        layers = [list(call("unbind", s, 0)) for s in states]
        finals = []
        for layer in range(self.num_layers):
            outputs = []
            for direction in range(self._directions):
                place = layer * self._directions + direction
                first = tuple(values[place] for values in layers)
                out, final = self._direction(input, first, self._weights(place), direction == 1)
                outputs.append(out)
                finals.append(final)
            input = outputs[0] if len(outputs) == 1 else call("cat", outputs, -1)
            if self.dropout and self.training and layer < self.num_layers - 1:
                input = F.dropout(input, self.dropout, True)
        stacked = [call("stack", list(group), 0) for group in zip(*finals, strict=True)]
        return input, stacked

    def _direction(
        self, input: Tensor, state: tuple, weights: _Weights, backwards: bool
    ) -> tuple[Tensor, tuple]:
        """One layer in one direction: its output at each time, and its final state."""
        steps = call("unbind", F.linear(input, weights.ih, weights.bias_ih), 0)
        outputs = []
        for from_input in reversed(steps) if backwards else steps:
            from_state = F.linear(state[0], weights.hh, weights.bias_hh)
            state = self._step(state, from_state, from_input)
            if weights.hr is not None:
                state = (F.linear(state[0], weights.hr), *state[1:])
            outputs.append(state[0])
        if backwards:
            outputs.reverse()
        return call("stack", outputs, 0), state

    def _step(self, state: tuple, from_state: Tensor, from_input: Tensor) -> tuple:
        raise NotImplementedError

    def _check_input(self, input: Tensor) -> None:
        kind = self._parameters[self._names[0][0]].dtype
        if input.dtype is not kind:
            raise ValueError(
                f"RNN input dtype ({input.dtype}) does not match weight dtype ({kind}). Convert "
                f"input: input.to({kind}), or convert model: model.to({input.dtype})"
            )
        if self.input_size != input.shape[-1]:
            raise RuntimeError(
                "input.size(-1) must be equal to input_size. Expected "
                f"{self.input_size}, got {input.shape[-1]}"
            )

    def _check_rank(self, input: Tensor) -> None:
        if input.ndim not in (2, 3):
            kind = "D tensor" if self.chunks == 1 else "D"
            raise ValueError(
                f"{type(self).__name__}: Expected input to be 2D or 3D, got {input.ndim}{kind} "
                "instead"
            )

    def _first_state(self, input: Tensor, size: int) -> Tensor:
        return filled(self._expected(input, size), 0, dtype=input.dtype)

    def _expected(self, input: Tensor, size: int) -> tuple[int, int, int]:
        return (self.num_layers * self._directions, input.shape[not self.batch_first], size)

    def _check_state(self, what: str, state: Tensor, expected: tuple) -> None:
        if state.shape != expected:
            raise RuntimeError(f"Expected {what} size {expected}, got {list(state.shape)}")

    def _timed(self, value: Tensor) -> Tensor:
        """`value` with time and batch exchanged where the batch comes first."""
        return call("transpose", value, 0, 1) if self.batch_first else value


class _OneState(RNNBase):
    """A network whose state is one tensor."""

    _forward_shown = "each"

    def forward(self, input: Tensor, hx: Tensor | None = None) -> tuple[Tensor, Tensor]:
        """The output at each time and the final state."""
        self._check_rank(input)
        single = input.ndim == 2
        batch_axis = 0 if self.batch_first else 1
        if hx is not None and hx.ndim != input.ndim:
            kind, n = ("unbatched 2-D", 2) if single else ("batched 3-D", 3)
            raise RuntimeError(
                f"For {kind} input, hx should also be {n}-D but got {hx.ndim}-D tensor"
            )
        if single:
            input = call("unsqueeze", input, batch_axis)
            hx = None if hx is None else call("unsqueeze", hx, 1)
        if hx is None:
            hx = self._first_state(input, self.hidden_size)
        self._check_input(input)
        self._check_state("hidden", hx, self._expected(input, self.hidden_size))
        output, (final,) = self._run(self._timed(input), [hx])
        if self.batch_first:
            output = view_in_place("transpose_", output, 0, 1)
        if single:
            return call("squeeze", output, batch_axis), call("squeeze", final, 1)
        return output, final


class RNN(_OneState):
    """A plain network: the squashed sum of what input and state give."""

    chunks = 1

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        if "proj_size" in kwargs:
            raise ValueError("proj_size argument is only supported for LSTM, not RNN or GRU")
        nonlinearity = args[3] if len(args) > 3 else kwargs.pop("nonlinearity", "tanh")
        if nonlinearity not in SQUASHES:
            raise ValueError(
                f"Unknown nonlinearity '{nonlinearity}'. Select from 'tanh' or 'relu'."
            )
        self.nonlinearity = nonlinearity
        super().__init__(f"RNN_{nonlinearity.upper()}", *args[:3], *args[4:], **kwargs)

    def _step(self, state: tuple, from_state: Tensor, from_input: Tensor) -> tuple:
        return (simple_step(SQUASHES[self.nonlinearity], from_state, from_input),)


class GRU(_OneState):
    """A network of gated recurrent units."""

    chunks = 3

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        if "proj_size" in kwargs:
            raise ValueError("proj_size argument is only supported for LSTM, not RNN or GRU")
        super().__init__("GRU", *args, **kwargs)

    def _step(self, state: tuple, from_state: Tensor, from_input: Tensor) -> tuple:
        return (gru_step(state[0], from_state, from_input),)


class LSTM(RNNBase):
    """A network with long short-term memory."""

    chunks = 4

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__("LSTM", *args, **kwargs)

    def _step(self, state: tuple, from_state: Tensor, from_input: Tensor) -> tuple:
        return lstm_step(from_state, from_input, state[1])

    def _direction(
        self, input: Tensor, state: tuple, weights: _Weights, backwards: bool
    ) -> tuple[Tensor, tuple]:
        """One layer in one direction, in the way that torch chooses for it."""
        if self.proj_size or input.dtype is not float32:
            return super()._direction(input, state, weights, backwards)
        output, *final = lstm_layer(input, *weights[:4], *state, backwards)
        return output, tuple(final)

    def forward(
        self, input: Tensor, hx: tuple[Tensor, Tensor] | None = None
    ) -> tuple[Tensor, tuple[Tensor, Tensor]]:
        """The output at each time and the final state and cell."""
        self._check_rank(input)
        single = input.ndim == 2
        batch_axis = 0 if self.batch_first else 1
        if single:
            input = call("unsqueeze", input, batch_axis)
        if hx is None:
            state = self._first_state(input, self._state_size)
            cell = self._first_state(input, self.hidden_size)
        else:
            state, cell = self._given(hx, single)
        self._check_input(input)
        self._check_state("hidden[0]", state, self._expected(input, self._state_size))
        self._check_state("hidden[1]", cell, self._expected(input, self.hidden_size))
        output, (state, cell) = self._run(self._timed(input), [state, cell])
        output = self._timed(output)
        if single:
            output = call("squeeze", output, batch_axis)
            state, cell = call("squeeze", state, 1), call("squeeze", cell, 1)
        return output, (state, cell)

    def _given(self, hx: tuple[Tensor, Tensor], single: bool) -> tuple[Tensor, Tensor]:
        state, cell = hx
        kind, n = ("unbatched 2-D", 2) if single else ("batched 3-D", 3)
        if state.ndim != n or cell.ndim != n:
            raise RuntimeError(
                f"For {kind} input, hx and cx should also be {n}-D but got ({state.ndim}-D, "
                f"{cell.ndim}-D) tensors"
            )
        if not single:
            return state, cell
        return call("unsqueeze", state, 1), call("unsqueeze", cell, 1)
