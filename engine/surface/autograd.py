"""torch.autograd.backward and torch.autograd.grad, with torch's checks and words.

Source: torch/autograd/__init__.py of PyTorch 2.13.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from .. import backward as passes
from ..errors import EngineRuntimeError, EngineTypeError, EngineValueError
from ..ops.lead import zeros_like
from ..tensor import Tensor
from .nodes import GradientEdge
from .size import Size

_BATCHED = (
    "If `is_grads_batched=True`, we interpret the first dimension of each grad_output as the batch "
    "dimension. The sizes of the remaining dimensions are expected to match the shape of "
    "corresponding output, but a mismatch was detected: grad_output[{k}] has a shape of {got} and "
    "output[{k}] has a shape of {wanted}. If you only want some tensors in `grad_output` to be "
    "considered batched, consider using vmap."
)


def backward(
    tensors: Any,
    grad_tensors: Any = None,
    retain_graph: bool | None = None,
    create_graph: bool = False,
    grad_variables: Any = None,
    inputs: Any = None,
) -> None:
    """Accumulate gradients of `tensors` into the leaves behind them, or into `inputs` only.

    Raises: torch's errors for shapes, freed graphs and tensors without history.
    """
    if inputs is not None:
        inputs = _sequence(inputs)
        if not inputs:
            raise EngineRuntimeError("`inputs` argument to `backward()` cannot be empty.")
        _check_inputs(inputs)
    outputs = _sequence(tensors)
    grads = _gradients(grad_tensors if grad_variables is None else grad_variables, len(outputs))
    cotangents = _cotangents(outputs, grads, batched=False)
    passes.backward(
        outputs,
        cotangents,
        retain_graph=retain_graph,
        create_graph=create_graph,
        inputs=inputs,
    )


def _sequence(value: Any) -> tuple:
    if isinstance(value, Tensor) or type(value) is GradientEdge:
        return (value,)
    try:
        return tuple(value)
    except TypeError:
        raise EngineTypeError(f"'{type(value).__name__}' object is not iterable") from None


def _check_inputs(inputs: Sequence) -> None:
    for value in inputs:
        if not isinstance(value, Tensor | GradientEdge):
            raise EngineRuntimeError(
                f"all inputs have to be Tensors or GradientEdges, but got {type(value).__name__}"
            )


def _gradients(given: Any, count: int) -> tuple:
    """One gradient, or None, for each output."""
    if given is None:
        return (None,) * count
    return _sequence(given)


def _cotangents(outputs: Sequence, given: Sequence, *, batched: bool) -> list[Tensor | None]:
    """The gradients checked against the outputs. Raises: torch's errors."""
    made: list[Tensor | None] = []
    for k, (out, g) in enumerate(zip(outputs, given, strict=False)):
        if isinstance(g, Tensor):
            _check_shape(k, out, g, batched)
        elif g is not None:
            raise EngineTypeError(
                f"gradients can be either Tensors or None, but got {type(g).__name__}"
            )
        elif isinstance(out, Tensor) and out.requires_grad and out.numel() != 1:
            raise EngineRuntimeError("grad can be implicitly created only for scalar outputs")
        made.append(g)
    if len(outputs) > len(given):
        raise EngineRuntimeError(f"got {len(outputs)} tensors and {len(given)} gradients")
    return made


def _check_shape(k: int, out: Any, g: Tensor, batched: bool) -> None:
    if not isinstance(out, Tensor):
        return
    shape = g.shape[1:] if batched else g.shape
    if shape == out.shape and not (batched and not g.ndim):
        return
    got, wanted = Size(shape), Size(out.shape)
    if batched:
        raise EngineRuntimeError(_BATCHED.format(k=k, got=got, wanted=wanted))
    raise EngineRuntimeError(
        f"Mismatch in shape: grad_output[{k}] has a shape of {got} and output[{k}] has a shape "
        f"of {wanted}."
    )


def grad(
    outputs: Any,
    inputs: Any,
    grad_outputs: Any = None,
    retain_graph: bool | None = None,
    create_graph: bool = False,
    only_inputs: bool = True,
    allow_unused: bool | None = None,
    is_grads_batched: bool = False,
    materialize_grads: bool = False,
) -> Any:
    """The gradients of `outputs` for `inputs`, stored nowhere; a dict for a dict of inputs.

    Raises: torch's errors, among them one for an input that was not used.
    """
    if materialize_grads and allow_unused is False:
        raise EngineValueError(
            "Expected allow_unused to be True or not passed when materialize_grads=True, but got: "
            "allow_unused=False."
        )
    by_name = isinstance(inputs, dict)
    wanted = _sequence(tuple(inputs.values()) if by_name else inputs)
    sources = _sequence(outputs)
    if not wanted:
        raise EngineRuntimeError("`inputs` argument to `grad()` cannot be empty.")
    _check_inputs(wanted)
    given = _gradients(grad_outputs, len(sources))
    cotangents = _cotangents(sources, given, batched=is_grads_batched)
    found = passes.gradients(
        sources,
        wanted,
        cotangents,
        create_graph=create_graph,
        retain_graph=retain_graph,
        lead=1 if is_grads_batched else 0,
    )
    found = _checked(found, wanted, allow_unused, materialize_grads)
    return dict(zip(inputs, found, strict=True)) if by_name else found


def _checked(found: list, wanted: Sequence, allow_unused: bool | None, materialize: bool) -> tuple:
    """The gradients found. Raises: RuntimeError for an input that was not used, unless allowed."""
    if materialize:
        return tuple(
            zeros_like(t.detach()) if g is None else g for g, t in zip(found, wanted, strict=True)
        )
    if not allow_unused:
        for k, g in enumerate(found):
            if g is None:
                raise EngineRuntimeError(
                    f"The differentiated Tensor at index {k} appears to not have been used in the "
                    "graph. Set allow_unused=True if this is the desired behavior."
                )
    return tuple(found)
