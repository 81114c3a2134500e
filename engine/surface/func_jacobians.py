"""torch.func.jacrev, jacfwd and hessian: Jacobians in one batched pass, either way.

Source: torch/_functorch/eager_transforms.py of PyTorch 2.13.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from ..errors import EngineValueError
from ..modes import enable_grad
from ..ops.public import call as enter
from ..tensor import Tensor, result
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
        with enable_grad():
            blocks = [
                level.leave(trees.unflatten(row, input_structure))
                for row in _by_rows(outputs, inputs)
            ]
        jacobian = trees.unflatten(blocks, structure)
        return (jacobian, aux) if has_aux else jacobian

    return named_as(func, wrapper)


def _by_rows(outputs: list[Tensor], inputs: list[Tensor]) -> list[list[Tensor]]:
    """The blocks of each output for each input, by one pass backward over the identity.

    All outputs share the pass, as in torch: where one has a unit the others have zeros, which
    decides the sign of zeros in the result.
    """
    sizes = [out.numel() for out in outputs]
    found = pulled_back(outputs, inputs, _units(outputs, sizes), lead=1)
    columns = []
    for g, t in zip(found, inputs, strict=True):
        if g.ndim == t.ndim:  # nothing depends on it: zeros without the batch axis
            columns.append([_zeros(out, t) for out in outputs])
            continue
        parts = enter("split", g, sizes, 0)
        columns.append(
            [p.reshape(out.shape + t.shape) for p, out in zip(parts, outputs, strict=True)]
        )
    return [list(row) for row in zip(*columns, strict=True)]


def _units(tensors: list[Tensor], sizes: list[int]) -> list[Tensor]:
    """For each tensor its part of the unit tensors of all together, along a new first axis."""
    total, start = sum(sizes), 0
    made = []
    for t, size in zip(tensors, sizes, strict=True):
        units = np.eye(total, size, -start, dtype=t.dtype.np)
        made.append(result(units.reshape((total, *t.shape))))
        start += size
    return made


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
            blocks = [
                level.leave(trees.unflatten(row, source_structure))
                for row in _by_columns(flat, sources)
            ]
            jacobian = trees.unflatten(blocks, structure)
            return (jacobian, level.leave(aux)) if has_aux else jacobian

    return named_as(func, wrapper)


def _by_columns(outputs: list[Tensor], inputs: list[Tensor]) -> list[list[Tensor]]:
    """The blocks of each output for each input, by one pass forward over the identity."""
    sizes = [t.numel() for t in inputs]
    found = push_forward(outputs, inputs, _units(inputs, sizes), lead=1)
    rows = []
    for out, tangent in zip(outputs, found, strict=True):
        if tangent.ndim == out.ndim:  # it depends on nothing: zeros without the batch axis
            rows.append([_zeros(out, t) for t in inputs])
            continue
        parts = enter("split", tangent, sizes, 0)
        order = (*range(1, tangent.ndim), 0)
        rows.append(
            [
                p.permute(order).reshape(out.shape + t.shape)
                for p, t in zip(parts, inputs, strict=True)
            ]
        )
    return rows


def hessian(func: Callable, argnums: Any = 0) -> Callable:
    """The function that gives the Hessian of `func`: forward over backward."""
    return jacfwd(jacrev(func, argnums), argnums)
