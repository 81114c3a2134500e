"""One layer of an LSTM in one direction as a single operation, as torch runs float32 on the CPU.

torch hands such layers to oneDNN; its graphs show one MkldnnRnnLayerBackward0 for each. The
rule runs the layer again, recorded, and differentiates that.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from ... import backward
from ...apply import apply
from ...kinds import Array
from ...modes import enable_grad, no_grad
from ...ops.affine import nn_linear
from ...ops.public import call
from ...row import Row
from ...tensor import Tensor
from .rnn_cell import lstm_step


def _run(
    input: Tensor,
    weight_ih: Tensor,
    weight_hh: Tensor,
    bias_ih: Tensor | None,
    bias_hh: Tensor | None,
    state: Tensor,
    cell: Tensor,
    reverse: bool,
) -> tuple[Tensor, Tensor, Tensor]:
    """The state at each time, and the final state and cell, step by step."""
    steps = call("unbind", nn_linear(input, weight_ih, bias_ih), 0)
    outputs = []
    for from_input in reversed(steps) if reverse else steps:
        state, cell = lstm_step(nn_linear(state, weight_hh, bias_hh), from_input, cell)
        outputs.append(state)
    return call("stack", outputs[::-1] if reverse else outputs, 0), state, cell


def _forward(
    input: Array,
    weight_ih: Array,
    weight_hh: Array,
    bias_ih: Array | None,
    bias_hh: Array | None,
    state: Array,
    cell: Array,
    reverse: bool,
) -> tuple:
    raws = (input, weight_ih, weight_hh, bias_ih, bias_hh, state, cell)
    with no_grad():
        outs = _run(*(None if r is None else Tensor(r) for r in raws), reverse)  # type: ignore[arg-type]
    return tuple(out.array() for out in outs)


def _vjp(
    g_output: Any,
    g_hy: Any,
    g_cy: Any,
    input: Any,
    weight_ih: Any,
    weight_hh: Any,
    bias_ih: Any,
    bias_hh: Any,
    state: Any,
    cell: Any,
    reverse: bool,
    needs: tuple[bool, ...],
) -> list:
    values = [input, weight_ih, weight_hh, bias_ih, bias_hh, state, cell]
    recorded = any(isinstance(v, Tensor) for v in (*values, g_output, g_hy, g_cy))
    leaves = [v if v is None or isinstance(v, Tensor) else _leaf(v) for v in values]
    with enable_grad():
        outs = _run(*leaves, reverse)  # type: ignore[arg-type]
    flowing = [(o, g) for o, g in zip(outs, (g_output, g_hy, g_cy), strict=True) if g is not None]
    wanted = [leaf for leaf, need in zip(leaves, needs, strict=True) if need]
    lead = np.ndim(_raw(flowing[0][1])) - flowing[0][0].ndim
    grads = iter(
        backward.gradients(
            [o for o, _ in flowing],
            wanted,  # type: ignore[arg-type]
            [g if isinstance(g, Tensor) else Tensor(g) for _, g in flowing],
            create_graph=recorded,
            lead=lead,
        )
    )
    found = [next(grads) if need else None for need in needs]
    return [d if d is None or recorded else d.data for d in found]


def _leaf(value: Any) -> Tensor:
    return Tensor(value, requires_grad=True)


def _raw(value: Any) -> Any:
    return value.data if isinstance(value, Tensor) else value


_LAYER = Row(
    "mkldnn_rnn_layer",
    "structural",
    _forward,
    vjp=_vjp,
    outputs=("output", "hy", "cy"),
    method=False,
    doc="A layer of an LSTM in one direction.",
)


def lstm_layer(*args: Any) -> Any:
    """The states over time, the final state and the final cell of a layer; see `_run`."""
    return apply(_LAYER, args)
