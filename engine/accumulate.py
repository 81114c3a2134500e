"""What arrives at a leaf: cotangents become its `.grad`, whole, and in memory of its own."""

from __future__ import annotations

from typing import Any

import numpy as np

from . import modes
from .dtypes import DType
from .layouts import copied_like
from .ops.convert import to_dtype
from .ops.lead import zeros_like
from .ops.place import Pieces
from .tensor import Tensor, raw, result


def whole(g: Any) -> Any:
    """A cotangent, or each of a list, as an array or tensor."""
    if g.__class__ is Pieces:
        return g.whole()
    if g.__class__ is list:
        return [d.whole() if d.__class__ is Pieces else d for d in g]
    return g


def accumulate(leaf: Tensor, g: Any) -> None:
    """Add a cotangent to the leaf's `.grad`, then run its post-accumulate hooks.

    A first gradient is copied, to lie in memory as its leaf does: rules pass one array on to
    several leaves.
    """
    extra = leaf.extras()
    grad = extra.grad
    wanted = extra.grad_dtype
    if isinstance(wanted, DType):
        g = to_dtype(whole(g), wanted)
    if grad is None:
        if g.__class__ is Tensor or (g.__class__ is Pieces and g.recorded):
            extra.grad = _copied(whole(g))
        elif g.__class__ is Pieces:
            extra.grad = result(g.whole())
        else:
            extra.grad = result(copied_like(raw(g), modes.state.grad_layout and leaf.data))
    elif g.__class__ is Tensor or (g.__class__ is Pieces and g.recorded):
        extra.grad = grad + whole(g)  # type: ignore[operator]
    else:
        _add_in_place(grad, g)
    for hook in list((extra.post_hooks or {}).values()):
        hook(leaf)


def _copied(g: Tensor) -> Tensor:
    """A recorded gradient in memory of its own, which is what the history of torch's shows."""
    if not g.requires_grad:
        return result(g.data if g.data.__class__ is float else np.array(g.data))
    from .ops.assign import copied

    return copied(zeros_like(g.detach()), g)


def _add_in_place(grad: Tensor, g: Any) -> None:
    """Accumulate without create_graph writes into the gradient that is there, as torch does."""
    if g.__class__ is not Pieces or not g.add_to(grad.data):
        g = whole(g)
        if grad.data.__class__ is float:
            grad.data = grad.data + float(g)
        else:
            np.add(grad.data, g, out=grad.data, casting="unsafe")
    if grad.storage is not None:
        grad.storage.count_write()
