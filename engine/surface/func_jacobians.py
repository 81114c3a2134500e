"""torch.func.jacrev, jacfwd and hessian: Jacobians in one batched pass, either way.

Source: torch/_functorch/eager_transforms.py of PyTorch 2.13.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from ..errors import EngineValueError
from ..modes import enable_grad
from ..ops.lead import zeros_like
from ..ops.public import call as enter
from ..tensor import Tensor, wants_grad
from . import trees
from .levels import Level, named_as, picked, pulled_back, replaced, split_aux, tensors_in
from .transforms import pull_back_function, push_forward


def jacrev(
    func: Callable,
    argnums: Any = 0,
    *,
    has_aux: bool = False,
    chunk_size: int | None = None,
    _preallocate_and_copy: bool = False,
) -> Callable:
    """The function that gives the Jacobian of `func`, by the pass backward."""
    if chunk_size is not None and chunk_size <= 0:
        raise EngineValueError("jacrev: `chunk_size` should be greater than 0.")

    def wrapper(*args: Any) -> Any:
        _, _, aux, between = pull_back_function(func, args, argnums, has_aux)
        level, outputs, structure, inputs, input_structure = between
        blocks = []
        with enable_grad():
            for out in outputs:
                found = _rows(out, inputs)
                blocks.append(level.leave(trees.unflatten(found, input_structure)))
        jacobian = trees.unflatten(blocks, structure)
        return (jacobian, aux) if has_aux else jacobian

    return named_as(func, wrapper)


def _rows(out: Tensor, inputs: list[Tensor]) -> list[Tensor]:
    """The blocks of one output, by one pass over the identity."""
    if not wants_grad(out):
        return [_zeros(out, t) for t in inputs]
    units = identity(out)
    found = pulled_back([out], inputs, [units], lead=1)
    return [
        g.reshape(out.shape + t.shape)  # type: ignore[attr-defined]
        if g.numel() == out.numel() * t.numel()
        else _zeros(out, t)
        for g, t in zip(found, inputs, strict=True)
    ]


def identity(t: Tensor) -> Tensor:
    """The unit tensors of the shape of `t`, along a new first axis."""
    n = t.numel()
    return enter("eye", n, dtype=t.dtype).reshape((n, *t.shape))


def _zeros(out: Tensor, t: Tensor) -> Tensor:
    return enter("zeros", out.shape + t.shape, dtype=out.dtype)


def jacfwd(
    func: Callable, argnums: Any = 0, has_aux: bool = False, *, randomness: str = "error"
) -> Callable:
    """The function that gives the Jacobian of `func`, by the pass forward."""

    def wrapper(*args: Any) -> Any:
        level = Level()
        with enable_grad():
            inputs = level.enter(picked(args, argnums))
            output = func(*replaced(args, argnums, inputs))
            output, aux = split_aux(output, has_aux, "jvp(f, primals, tangents)")
            flat, structure = tensors_in(output, "jvp(f, primals, tangents)")
            sources, source_structure = trees.flatten(inputs)
            by_input = [_columns(flat, sources, k) for k in range(len(sources))]
            blocks = [
                level.leave(trees.unflatten([c[i] for c in by_input], source_structure))
                for i in range(len(flat))
            ]
            jacobian = trees.unflatten(blocks, structure)
            return (jacobian, level.leave(aux)) if has_aux else jacobian

    return named_as(func, wrapper)


def _columns(outputs: list[Tensor], inputs: list[Tensor], which: int) -> list[Tensor]:
    """The blocks of all outputs for one input, by one pass over the identity."""
    t = inputs[which]
    seeds = [identity(t) if k == which else None for k in range(len(inputs))]
    found = push_forward(outputs, inputs, seeds, lead=1)
    blocks = []
    for out, tangent in zip(outputs, found, strict=True):
        if tangent.shape == out.shape:  # not batched: it is zero everywhere
            blocks.append(zeros_like(_zeros(out, t)))
            continue
        order = (*range(1, tangent.ndim), 0)
        blocks.append(tangent.permute(order).reshape(out.shape + t.shape))  # type: ignore[attr-defined]
    return blocks


def hessian(func: Callable, argnums: Any = 0) -> Callable:
    """The function that gives the Hessian of `func`: forward over backward."""
    return jacfwd(jacrev(func, argnums), argnums)
