"""Derivatives as compositions of the two passes: vjp, jvp, hvp, Jacobian, Hessian.

A Jacobian is one batched pass over the identity, in the cheaper mode, cut into blocks where
memory asks for it. A Hessian is a batched pass over a recorded gradient. The `_of` functions
take a graph that is there already; the others take a function and its primals.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any

import numpy as np

from .backward import gradients, reachable
from .errors import EngineRuntimeError
from .forward import tangents
from .shapes import check_size
from .tensor import Tensor, edge, result

BLOCK_BYTES = 64 << 20  # what one batched intermediate may take


def jacobian_of(
    output: Tensor, inputs: Sequence[Tensor], *, create_graph: bool = False
) -> list[Tensor | None]:
    """The Jacobian of `output` for each input, of shape `output.shape + input.shape`.

    Returns None for an input that the output does not depend on.
    Raises: LimitExceeded where a Jacobian is larger than the limit on tensors.
    """
    if not output.requires_grad:
        return [None] * len(inputs)
    for t in inputs:
        check_size((*output.shape, *t.shape))
    rows, columns = output.numel(), sum(t.numel() for t in inputs)
    if rows == 1 and output.numel() and not create_graph:
        return [_with_shape(g, output.shape) for g in _one_row(output, inputs)]
    if columns < rows:
        return _by_columns(output, inputs, create_graph)
    return _by_rows(output, inputs, create_graph)


def _one_row(output: Tensor, inputs: Sequence[Tensor]) -> list[Tensor | None]:
    return gradients([output], inputs, retain_graph=True)


def _with_shape(g: Tensor | None, shape: tuple[int, ...]) -> Tensor | None:
    return None if g is None else result(g.array().reshape(shape + g.shape))


def _by_rows(output: Tensor, inputs: Sequence[Tensor], create_graph: bool) -> list[Tensor | None]:
    """Reverse mode: cotangents are rows of the identity."""
    parts: list[list[Tensor | None]] = []
    for basis in _basis(output, _widest([output])):
        parts.append(
            gradients(
                [output], inputs, [basis], create_graph=create_graph, retain_graph=True, lead=1
            )
        )
    return [_join([p[k] for p in parts], output.shape + t.shape) for k, t in enumerate(inputs)]


def _by_columns(
    output: Tensor, inputs: Sequence[Tensor], create_graph: bool
) -> list[Tensor | None]:
    """Forward mode: tangents are columns of the identity."""
    widest = _widest([output])
    found: list[Tensor | None] = []
    for k, t in enumerate(inputs):
        parts: list[Tensor | None] = []
        for basis in _basis(t, widest):
            seeds = [basis if j == k else None for j in range(len(inputs))]
            parts += tangents([output], inputs, seeds, create_graph=create_graph, lead=1)
        found.append(_columns_last(_join(parts, t.shape + output.shape), t.ndim))
    return found


def _columns_last(block: Tensor | None, ndim: int) -> Tensor | None:
    """Move the first `ndim` axes, which count inputs, behind the output's."""
    if block is None:
        return None
    order = (*range(ndim, block.ndim), *range(ndim))
    if block.requires_grad:
        return block.permute(order)  # type: ignore[attr-defined]
    return result(np.ascontiguousarray(block.array().transpose(order)))


def _basis(t: Tensor, widest: int) -> Iterator[Tensor]:
    """The identity on `t`, as batches of unit tensors of its shape."""
    n = t.numel()
    per_block = max(1, BLOCK_BYTES // (8 * max(widest, 1)))
    for start in range(0, n, per_block):
        count = min(per_block, n - start)
        units = np.zeros(count * n, t.dtype.np)
        units[start :: n + 1][:count] = 1
        yield result(units.reshape((count, *t.shape)))


def _widest(outputs: Sequence[Tensor]) -> int:
    """The size of the largest tensor in the graph, as far as nodes tell it."""
    order, leaves = reachable([n for n in map(edge, outputs) if n is not None])
    sizes = [t.numel() for t in outputs]
    sizes += [n.variable.numel() for n in leaves]  # type: ignore[attr-defined]
    for node in order:
        for value in node.saved or ():
            if value.__class__ is Tensor or value.__class__ is np.ndarray:
                data = value.data if value.__class__ is Tensor else value
                sizes.append(1 if data.__class__ is float else data.size)
    return max(sizes)


def _join(parts: list[Tensor | None], shape: tuple[int, ...]) -> Tensor | None:
    """Blocks under each other, reshaped; None if the output depends on nothing here."""
    known = [p for p in parts if p is not None]
    if not known:
        return None
    if known[0].requires_grad:
        from .ops.join import cat

        return cat(known, -known[0].ndim).reshape(shape)
    arrays = [p.array() for p in known]
    whole = arrays[0] if len(arrays) == 1 else np.concatenate(arrays)
    return result(whole.reshape(shape))


def recorded_gradients(output: Tensor, inputs: Sequence[Tensor]) -> list[Tensor | None]:
    """The gradients of a one-element output, themselves part of the graph."""
    if output.numel() != 1:
        raise EngineRuntimeError(
            f"a Hessian is of a scalar; the expression has the shape {list(output.shape)}"
        )
    if not output.requires_grad:
        return [None] * len(inputs)
    return gradients([output], inputs, create_graph=True)


def hessian_of(output: Tensor, inputs: Sequence[Tensor]) -> list[list[Tensor | None]]:
    """The Hessian blocks: entry [i][j] has the shape `inputs[i].shape + inputs[j].shape`.

    Returns None where a first derivative does not depend on the second variable.
    """
    blocks: list[list[Tensor | None]] = []
    for g in recorded_gradients(output, inputs):
        blocks.append([None] * len(inputs) if g is None else jacobian_of(g, inputs))
    return blocks


def hvp_of(
    output: Tensor, inputs: Sequence[Tensor], vectors: Sequence[Tensor | None]
) -> list[Tensor | None]:
    """The Hessian times `vectors` (None: zero), for each input; forward over reverse."""
    gs = recorded_gradients(output, inputs)
    live = [g for g in gs if g is not None and g.requires_grad]
    if not live:
        return [None] * len(gs)
    found = iter(tangents(live, inputs, vectors))
    return [next(found) if g is not None and g.requires_grad else None for g in gs]


# -- of functions


def _leaves(primals: Sequence[Tensor]) -> list[Tensor]:
    return [t.detach().requires_grad_() for t in primals]


def value_and_grad(
    function: Callable[..., Tensor], *primals: Tensor
) -> tuple[Tensor, list[Tensor | None]]:
    """The value of `function` at `primals` and its gradient for each."""
    leaves = _leaves(primals)
    value = function(*leaves)
    return value, gradients([value], leaves)


def vjp(
    function: Callable[..., Tensor], primals: Sequence[Tensor], cotangent: Tensor
) -> tuple[Tensor, list[Tensor | None]]:
    """The value, and the cotangent pulled back to each primal."""
    leaves = _leaves(primals)
    value = function(*leaves)
    return value, gradients([value], leaves, [cotangent])


def jvp(
    function: Callable[..., Tensor], primals: Sequence[Tensor], seeds: Sequence[Tensor | None]
) -> tuple[Tensor, Tensor | None]:
    """The value, and the tangents of the primals pushed forward."""
    leaves = _leaves(primals)
    value = function(*leaves)
    return value, tangents([value], leaves, seeds)[0]


def jacobian(function: Callable[..., Tensor], *primals: Tensor) -> list[Tensor | None]:
    """The Jacobian of `function` at `primals`, for each."""
    leaves = _leaves(primals)
    return jacobian_of(function(*leaves), leaves)


def hessian(function: Callable[..., Tensor], *primals: Tensor) -> list[list[Tensor | None]]:
    """The Hessian blocks of a scalar `function` at `primals`."""
    leaves = _leaves(primals)
    return hessian_of(function(*leaves), leaves)


def hvp(
    function: Callable[..., Tensor], primals: Sequence[Tensor], vectors: Sequence[Any]
) -> list[Tensor | None]:
    """The Hessian of a scalar `function` at `primals` times `vectors`."""
    leaves = _leaves(primals)
    return hvp_of(function(*leaves), leaves, vectors)
