"""Chains of products and the affine maps of networks: multi_dot, linear, bilinear."""

from __future__ import annotations

import math
from typing import Any

from ..errors import EngineRuntimeError
from ..kinds import Array, Arrays
from ..registry import composite, linear
from .addmm import addmm
from .einsum import einsum
from .lead import ndim, reshape_own, shape_of, unsqueeze_own
from .matmul import matmul, mm
from .matrix import raw_of, transpose, type_name


def _t(self: Array) -> Any:
    return self.T


t_own = linear(
    "_t",
    _t,
    node="TBackward0",
    vjp=lambda g: transpose(g),
    jvp=lambda self_t: transpose(self_t),
    doc="A matrix with its axes exchanged.",
)


# -- chains


def _multi_dot(tensors: Arrays) -> Any:
    n = len(tensors)
    if n < 2:
        raise EngineRuntimeError(f"multi_dot(): expected at least 2 tensors but got {n}")
    _check_chain(tensors)
    first, last = tensors[0], tensors[-1]
    shape = shape_of(first)[:-1] + shape_of(last)[1:]
    chain = list(tensors)
    if ndim(first) == 1:
        chain[0] = unsqueeze_own(first, (-2,))
    if ndim(last) == 1:
        chain[-1] = unsqueeze_own(last, (-1,))
    return reshape_own(_multiply(chain), 2, shape)


def _check_chain(tensors: list) -> None:
    n = len(tensors)
    for k, t in enumerate(tensors):
        ends = k in (0, n - 1)
        if ends and ndim(t) not in (1, 2):
            which = "first" if k == 0 else "last"
            raise EngineRuntimeError(
                f"multi_dot(): the {which} tensor must be 1D or 2D but got {ndim(t)}D"
            )
        if not ends and ndim(t) != 2:
            raise EngineRuntimeError(f"multi_dot(): tensor {k} must be 2D but got {ndim(t)}D")
        if raw_of(t).dtype != raw_of(tensors[0]).dtype:
            raise EngineRuntimeError(
                "multi_dot(): all tensors must have be the same dtype but tensor 0 is "
                f"{type_name(raw_of(tensors[0]))} and tensor {k} {type_name(raw_of(t))}"
            )
    for k in range(n - 1):
        a, b = shape_of(tensors[k]), shape_of(tensors[k + 1])
        if a[-1] != b[0]:
            raise EngineRuntimeError(
                f"multi_dot(): tensors {k} and {k + 1} with shapes {list(a)} and {list(b)} "
                "cannot be multiplied"
            )


def _multiply(chain: list) -> Any:
    """The product of matrices in the order that takes the fewest multiplications.

    Source: Cormen et al., Introduction to Algorithms, matrix-chain multiplication.
    """
    n = len(chain)
    sizes = [shape_of(chain[0])[0], *(shape_of(m)[1] for m in chain)]
    cost = [[0] * n for _ in range(n)]
    cut = [[0] * n for _ in range(n)]
    for span in range(1, n):
        for i in range(n - span):
            j = i + span
            prices = [
                cost[i][k] + cost[k + 1][j] + sizes[i] * sizes[k + 1] * sizes[j + 1]
                for k in range(i, j)
            ]
            cost[i][j] = min(prices)
            cut[i][j] = i + prices.index(cost[i][j])
    return _along_cuts(chain, cut)


def _along_cuts(chain: list, cut: list[list[int]]) -> Any:
    """Multiply as the table of cuts says, without recursion."""
    done: dict[tuple[int, int], Any] = {(k, k): m for k, m in enumerate(chain)}
    pending = [(0, len(chain) - 1)]
    while pending:
        i, j = pending[-1]
        k = cut[i][j]
        missing = [part for part in ((i, k), (k + 1, j)) if part not in done]
        if missing:
            pending += missing
            continue
        done[i, j] = mm(done[i, k], done[k + 1, j])
        pending.pop()
    return done[0, len(chain) - 1]


multi_dot = composite(
    "linalg.multi_dot",
    _multi_dot,
    method=False,
    doc="The product of a chain of matrices, in the cheapest order; vectors may end it.",
)


def _chain_matmul(tensors: Arrays) -> Any:
    for t in tensors:
        if ndim(t) != 2:
            raise EngineRuntimeError(f"Tensor dimension is {ndim(t)}, expected 2 instead.")
    return tensors[0] if len(tensors) == 1 else multi_dot(tensors)


composite(
    "chain_matmul",
    _chain_matmul,
    method=False,
    doc="The product of a chain of matrices, in the cheapest order.",
)


# -- affine maps


def _linear(input: Array, weight: Array, bias: Array | None = None) -> Any:
    if not ndim(input) or not ndim(weight):
        raise EngineRuntimeError(
            "both arguments to linear need to be at least 1D, but they are "
            f"{ndim(input)}D and {ndim(weight)}D"
        )
    if ndim(weight) > 2:
        raise EngineRuntimeError(
            f"t() expects a tensor with <= 2 dimensions, but self is {ndim(weight)}D"
        )
    turned = t_own(weight) if ndim(weight) == 2 else weight
    if bias is None:
        return matmul(input, turned)
    if ndim(input) == 2:
        return addmm(bias, input, turned)
    if not raw_of(input).flags.c_contiguous:
        return matmul(input, turned) + bias
    shape = shape_of(input)
    tall = reshape_own(input, len(shape), (math.prod(shape[:-1]), shape[-1]))
    return reshape_own(addmm(bias, tall, turned), 2, (*shape[:-1], shape_of(weight)[0]))


nn_linear = composite(
    "nn.functional.linear",
    _linear,
    method=False,
    doc="The last axis of input times the transposed weight, plus bias.",
)


def _bilinear(input1: Array, input2: Array, weight: Array, bias: Array | None = None) -> Any:
    a, b, w = shape_of(input1), shape_of(input2), shape_of(weight)
    _check_bilinear(a, b, w, bias)
    left = reshape_own(input1, len(a), (math.prod(a[:-1]), a[-1]))
    right = reshape_own(input2, len(b), (math.prod(b[:-1]), b[-1]))
    product = einsum("bi,oij,bj->bo", [left, weight, right])
    out = reshape_own(product, 2, (*a[:-1], w[0]))
    return out if bias is None else out + bias


def _check_bilinear(a: tuple, b: tuple, w: tuple, bias: Any) -> None:
    if len(a) != len(b):
        raise EngineRuntimeError(
            f"bilinear(): input dimensions do not match: got {len(a)} and {len(b)}"
        )
    for axis, (p, q) in enumerate(zip(a[:-1], b[:-1], strict=True)):
        if p != q:
            raise EngineRuntimeError(
                f"bilinear(): input batch dimensions do not match at dim {axis}: got {p} and {q}"
            )
    if len(w) != 3:
        raise EngineRuntimeError(f"bilinear(): weight must be a 3-D tensor, got {len(w)}-D")
    for name, got, want in (("input1", a[-1], w[1]), ("input2", b[-1], w[2])):
        if got != want:
            raise EngineRuntimeError(
                f"bilinear(): {name} size does not match weight size: got {got} but expected {want}"
            )
    if bias is not None and shape_of(bias) != w[:1]:
        raise EngineRuntimeError(
            "bilinear(): bias size does not match weight size: got "
            f"{(shape_of(bias) or (0,))[0]} but expected {w[0]}"
        )


composite(
    "nn.functional.bilinear",
    _bilinear,
    method=False,
    doc="x1 times weight times x2 for each of its outputs, plus bias.",
)
