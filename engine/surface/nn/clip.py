"""nn.utils: gradients kept within bounds, and parameters as one vector and back."""

from __future__ import annotations

import math
from collections.abc import Iterable

import numpy as np

from ...modes import no_grad, state
from ...ops.arithmetic import add, mul, reciprocal
from ...ops.inplace import store
from ...ops.public import call
from ...tensor import Tensor
from ..naming import typename
from ..tensor_settings import set_data


def _tensors(parameters: Tensor | Iterable[Tensor]) -> list[Tensor]:
    return [parameters] if isinstance(parameters, Tensor) else list(parameters)


def get_total_norm(
    tensors: Tensor | Iterable[Tensor],
    norm_type: float = 2.0,
    error_if_nonfinite: bool = False,
    foreach: bool | None = None,
) -> Tensor:
    """The norm of several tensors, as of one vector of all their elements."""
    several = _tensors(tensors)
    norm_type = float(norm_type)
    if not several:
        return Tensor(np.zeros((), state.default_dtype.np))
    norms = [call("linalg.vector_norm", t, norm_type) for t in several]
    total = call("linalg.vector_norm", call("stack", norms), norm_type)
    if error_if_nonfinite and not math.isfinite(total.item()):
        raise RuntimeError(
            f"The total norm of order {norm_type} for gradients from `parameters` is non-finite, "
            "so it cannot be clipped. To disable this error and scale the gradients by the "
            "non-finite norm anyway, set `error_if_nonfinite=False`"
        )
    return total


def clip_grad_norm_(
    parameters: Tensor | Iterable[Tensor],
    max_norm: float,
    norm_type: float = 2.0,
    error_if_nonfinite: bool = False,
    foreach: bool | None = None,
) -> Tensor:
    """Scale all gradients down so that their norm is at most `max_norm`; the norm they had."""
    several = _tensors(parameters)
    with no_grad():
        grads = [p.grad for p in several if p.grad is not None]
        total = get_total_norm(grads, norm_type, error_if_nonfinite)
        clip_grads_with_norm_(several, max_norm, total)
    return total


def clip_grads_with_norm_(
    parameters: Tensor | Iterable[Tensor],
    max_norm: float,
    total_norm: Tensor,
    foreach: bool | None = None,
) -> None:
    """Scale all gradients by `max_norm / total_norm` where that is below one."""
    with no_grad():
        factor = mul(reciprocal(add(total_norm, 1e-6)), float(max_norm))
        factor = call("clamp", factor, max=1.0)
        for p in _tensors(parameters):
            if p.grad is not None:
                store(p.grad, mul(p.grad, factor).data)


def clip_grad_value_(
    parameters: Tensor | Iterable[Tensor], clip_value: float, foreach: bool | None = None
) -> None:
    """Cut every element of the gradients off at plus and minus `clip_value`."""
    bound = float(clip_value)
    with no_grad():
        for p in _tensors(parameters):
            if p.grad is not None:
                store(p.grad, call("clamp", p.grad, -bound, bound).data)


def parameters_to_vector(parameters: Iterable[Tensor]) -> Tensor:
    """All elements of the parameters as one vector."""
    return call("cat", [call("view", p, -1) for p in parameters])


def vector_to_parameters(vec: Tensor, parameters: Iterable[Tensor]) -> None:
    """Give the parameters the elements of a vector, as views of its memory."""
    if not isinstance(vec, Tensor):
        raise TypeError(f"expected torch.Tensor, but got: {typename(vec)}")
    start = 0
    for p in parameters:
        part = call("narrow", vec, 0, start, p.numel())
        set_data(p, call("view_as", part, p))
        start += p.numel()
