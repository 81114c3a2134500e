"""Every layer against torch: its text, its first parameters, outputs, nodes and gradients."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from gradcalc.engine import Tensor, dtypes

from ..torchlike import close, recorded, seed, torch

LAYERS = recorded("layers")["layers"]
RUN = [layer for layer in LAYERS if "inputs" in layer]


def label(layer: dict) -> str:
    """A name for a recorded layer."""
    return f"{layer['layer']}-{LAYERS.index(layer)}"


def made(layer: dict) -> Any:
    """The layer, its parameters drawn from the recorded seed."""
    seed(7)
    settings = {k: dtypes.BY_NAME[v] if k == "dtype" else v for k, v in layer["settings"].items()}
    return torch(f"nn.{layer['layer']}")(*layer["args"], **settings)


def inputs_of(layer: dict) -> list[Tensor]:
    """The inputs, drawn behind the parameters as they were recorded."""
    made_inputs = []
    for shape in layer["inputs"]:
        if shape[0] == "int":
            made_inputs.append(torch("randint")(0, shape[1], tuple(shape[2])))
        else:
            made_inputs.append(torch("randn")(*shape))
            made_inputs[-1].requires_grad_()
    return made_inputs


def flat(outputs: Any) -> list[Tensor]:
    """Outputs one by one."""
    if isinstance(outputs, Tensor):
        return [outputs]
    return [t for part in outputs for t in flat(part)]


@pytest.mark.parametrize("layer", LAYERS, ids=label)
def test_a_layer_shows_as_in_torch(layer: dict) -> None:
    assert repr(made(layer)) == layer["text"]


@pytest.mark.parametrize("layer", LAYERS, ids=label)
def test_a_layer_starts_with_torchs_numbers(layer: dict) -> None:
    parameters = dict(made(layer).named_parameters())
    assert {n: p.tolist() for n, p in parameters.items()} == layer["parameters"]
    assert [p.version for p in parameters.values()] == layer["versions"]


@pytest.mark.parametrize("layer", RUN, ids=label)
def test_a_layer_computes_what_torch_computes(layer: dict) -> None:
    module = made(layer)
    if layer.get("eval"):
        module.eval()
    inputs = inputs_of(layer)
    outputs = flat(module(*inputs))
    nodes = [t.grad_fn and t.grad_fn.name() for t in outputs]
    assert nodes == layer["nodes"]
    for got, expected in zip(outputs, layer["outputs"], strict=True):
        assert close(got, expected)
    total: Any = sum((t * t).sum() for t in outputs if t.dtype.is_floating_point)  # type: ignore[operator]
    total.backward()
    for t, expected in zip(inputs, layer["grads"], strict=True):
        assert expected is None or close(t.grad, expected)
    for name, expected in layer["parameter_grads"].items():
        assert close(module.get_parameter(name).grad, expected), name
    for name, expected in layer["buffers"].items():
        assert close(dict(module.named_buffers())[name], expected), name


def test_a_layer_may_have_another_dtype() -> None:
    layer = torch("nn.Linear")(2, 1, dtype=dtypes.float64)
    assert layer.weight.data.dtype == np.float64


def test_refusals_list_what_there_is_in_one_order() -> None:
    # torch shows a set here, whose order changes from run to run
    with pytest.raises(ValueError, match=r"should be one of \{'same', 'valid'\}$"):
        torch("nn.Conv1d")(1, 1, 1, padding="none")
    with pytest.raises(ValueError, match=r"one of \{'zeros', 'reflect', 'replicate', 'circular'\}"):
        torch("nn.Conv1d")(1, 1, 1, padding_mode="none")
