"""torch.autograd.forward_ad: dual numbers, tensors that carry a tangent.

A dual tensor here is one whose operations are recorded; its tangent, and those of what comes of
it, are pushed along the graph when they are asked for.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any, NamedTuple

from ..errors import EngineRuntimeError, EngineTypeError
from ..forward import tangents
from ..modes import enable_grad
from ..tensor import Tensor, edge, wants_grad
from .levels import Level


class UnpackedDualTensor(NamedTuple):
    """The two parts of a dual tensor; the tangent is None for a plain one."""

    primal: Tensor
    tangent: Tensor | None


class _Open:
    """The open level: what was made dual, and with which tangents."""

    def __init__(self) -> None:
        self.level = Level()
        self.inputs: list[Tensor] = []
        self.seeds: list[Tensor] = []


_open: list[_Open] = []


@contextmanager
def dual_level() -> Iterator[int]:
    """Make dual tensors inside the block; outside they are plain again.

    Raises: RuntimeError inside another level.
    """
    if _open:
        raise EngineRuntimeError("Nested forward mode AD is not supported at the moment")
    with enable_grad():
        _open.append(_Open())
        try:
            yield 0
        finally:
            _open.pop()


def make_dual(tensor: Any, tangent: Any, *, level: int | None = None) -> Tensor:
    """A tensor with a tangent. Raises: torch's errors outside a level and for other shapes."""
    if not _open:
        raise EngineRuntimeError(
            "Trying to create a dual Tensor for forward AD but no level exists, make sure to "
            "enter_dual_level() first."
        )
    for value, name in ((tensor, "tensor"), (tangent, "tangent")):
        if not isinstance(value, Tensor) or not value.dtype.is_floating_point:
            kind = value.dtype if isinstance(value, Tensor) else type(value)
            raise EngineTypeError(f"Expected {name} to be floating point or complex, got: {kind}")
    if tensor.shape != tangent.shape:
        raise EngineRuntimeError(
            "Trying to set a forward gradient that has a different size than that of the original "
            f"Tensor, this is not supported. Tensor is of size {list(tensor.shape)} while the "
            f"given forward gradient is of size {list(tangent.shape)}."
        )
    current = _open[-1]
    dual = current.level.enter(tensor)
    current.inputs.append(dual)
    current.seeds.append(tangent)
    return dual


def unpack_dual(tensor: Tensor, *, level: int | None = None) -> UnpackedDualTensor:
    """The value of a tensor and its tangent, None for one that is not dual."""
    if not _open:
        return UnpackedDualTensor(tensor, None)
    current = _open[-1]
    found = None
    if wants_grad(tensor) and edge(tensor) is not None:
        found = tangents([tensor], current.inputs, current.seeds, create_graph=True)[0]
    primal = current.level.leave(tensor)
    return UnpackedDualTensor(primal, None if found is None else current.level.leave(found))
