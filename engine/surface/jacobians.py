"""torch.autograd.functional.jacobian and hessian.

Source: torch/autograd/functional.py of PyTorch 2.13. Rows come one by one from the pass
backward, as in torch, whose numbers and histories they then have.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from ..errors import EngineAssertionError, EngineRuntimeError, NotOffered
from ..forward import tangents
from ..modes import enable_grad
from ..ops.lead import zeros_like
from ..ops.public import call as enter
from ..tensor import Tensor, result, wants_grad
from .arguments import (
    OUTPUTS,
    Call,
    as_tuple,
    check_tracked,
    finished,
    fresh,
    gradients,
    unpacked,
)

_STRATEGIES = ("forward-mode", "reverse-mode")
_FORWARD = 'and `strategy="forward-mode"` are not supported together (yet). Please either set '


def jacobian(
    func: Callable,
    inputs: Any,
    create_graph: bool = False,
    strict: bool = False,
    vectorize: bool = False,
    strategy: str = "reverse-mode",
) -> Any:
    """The Jacobian of a function: a tensor, or nested tuples by output and input."""
    if strategy not in _STRATEGIES:
        raise EngineAssertionError(
            'Expected strategy to be either "forward-mode" or "reverse-mode". Hint: If your '
            'function has more outputs than inputs, "forward-mode" tends to be more performant. '
            'Otherwise, prefer to use "reverse-mode".'
        )
    if strategy == "forward-mode":
        return _by_columns(func, inputs, create_graph, strict, vectorize)
    with enable_grad():
        call = Call("jacobian", func, inputs, create_graph=create_graph, strict=strict)
        call.run()
        if vectorize and strict:
            raise EngineRuntimeError(
                "torch.autograd.functional.jacobian: `strict=True` and `vectorized=True` are not "
                "supported together. Please either set `strict=False` or `vectorize=False`."
            )
        blocks = tuple(_rows(call, i, out) for i, out in enumerate(call.outputs))
    blocks = finished(blocks, create_graph=create_graph)
    return unpacked(blocks, (call.several_out, call.several_in))


def _rows(call: Call, i: int, out: Tensor) -> tuple:
    """The blocks of one output: for each input the rows stacked."""
    rows: list[list[Tensor]] = [[] for _ in call.inputs]
    for j in range(out.numel()):
        entry = out.reshape(-1)[j]  # type: ignore[attr-defined]
        found = gradients((entry,), call.inputs, retain_graph=True, create_graph=call.create_graph)
        for k, (g, t) in enumerate(zip(found, call.inputs, strict=True)):
            rows[k].append(_row(call, i, k, g, t))
    return tuple(
        enter("stack", blocks, 0).view(out.shape + t.shape)
        if blocks
        else result(t.array()[None][:0].reshape(out.shape + t.shape))
        for blocks, t in zip(rows, call.inputs, strict=True)
    )


def _row(call: Call, i: int, k: int, g: Tensor | None, t: Tensor) -> Tensor:
    """One row, zeros where it was unused. Raises: torch's errors in strict mode."""
    if g is None:
        if call.strict:
            raise EngineRuntimeError(
                f"Output {i} of the user-provided function is independent of input {k}. This is "
                "not allowed in strict mode."
            )
        return zeros_like(t.detach())
    if call.strict and call.create_graph and not wants_grad(g):
        raise EngineRuntimeError(
            f"The jacobian of the user-provided function is independent of input {i}. This is not "
            "allowed in strict mode when create_graph=True."
        )
    return g


def _by_columns(
    func: Callable, inputs: Any, create_graph: bool, strict: bool, vectorize: bool
) -> Any:
    """The Jacobian by forward mode."""
    start = "torch.autograd.functional.jacobian: "
    if create_graph:
        raise NotOffered(
            f"{start}`create_graph=True` {_FORWARD}`create_graph=False` or "
            '`strategy="reverse-mode"`.'
        )
    if strict:
        raise EngineRuntimeError(
            f'{start}`strict=True` {_FORWARD}`strict=False` or `strategy="reverse-mode"`.'
        )
    several_in, given = as_tuple(inputs, "inputs", "jacobian")
    if not vectorize:
        raise NotOffered(
            "Computing Jacobian using forward-AD or forward-over-reverse Hessian isonly "
            "implemented for `vectorize=True`."
        )
    with enable_grad():
        made = fresh(given, create_graph=True, tracked=True)
        several_out, outputs = as_tuple(func(*made), OUTPUTS, "jacobian")
        blocks = tuple(_columns(out, made) for out in outputs)
    keeps = any(wants_grad(t) for t in given)
    return unpacked(finished(blocks, create_graph=keeps), (several_out, several_in))


def _columns(out: Tensor, inputs: Sequence[Tensor]) -> tuple:
    """The blocks of one output, a column for each element of each input."""
    return tuple(columns(out, inputs, k) for k in range(len(inputs)))


def columns(out: Tensor, inputs: Sequence[Tensor], which: int) -> Tensor:
    """The Jacobian of `out` for one of the inputs, of shape `out.shape + input.shape`, recorded."""
    t = inputs[which]
    if not wants_grad(out):
        return result(_zeros(out.shape + t.shape, out))
    units = enter("eye", t.numel(), dtype=t.dtype).reshape((t.numel(), *t.shape))
    seeds = [units if k == which else None for k in range(len(inputs))]
    found = tangents([out], inputs, seeds, create_graph=True, lead=1)[0]
    if found is None:
        return result(_zeros(out.shape + t.shape, out))
    order = (*range(1, found.ndim), 0)
    return found.permute(order).reshape(out.shape + t.shape)  # type: ignore[attr-defined]


def _zeros(shape: tuple[int, ...], like: Tensor) -> Any:
    return enter("zeros", shape, dtype=like.dtype).data


def hessian(
    func: Callable,
    inputs: Any,
    create_graph: bool = False,
    strict: bool = False,
    vectorize: bool = False,
    outer_jacobian_strategy: str = "reverse-mode",
) -> Any:
    """The Hessian of a function of numbers: a tensor, or nested tuples by the inputs."""
    several, given = as_tuple(inputs, "inputs", "hessian")
    if outer_jacobian_strategy not in _STRATEGIES:
        raise EngineAssertionError(
            'Expected strategy to be either "forward-mode" or "reverse-mode".'
        )

    def number(*args: Tensor) -> Tensor:
        out = func(*args)
        many, outputs = as_tuple(out, OUTPUTS, "hessian")
        check_tracked(outputs, "outputs", strict)
        if many:
            raise EngineRuntimeError("The function given to hessian should return a single Tensor")
        if out.numel() != 1:
            raise EngineRuntimeError(
                "The Tensor returned by the function given to hessian should contain a single "
                "element"
            )
        return out.squeeze()

    def slopes(*args: Tensor) -> Any:
        found = jacobian(number, args, create_graph=True)
        check_tracked(found, "jacobian", strict)
        return found

    found = jacobian(slopes, given, create_graph, strict, vectorize, outer_jacobian_strategy)
    return unpacked(found, (several, several))
