"""Tensor operators, methods and attributes of the language, read off the rows.

Importing this module attaches the operators to Tensor.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import cache, partial
from typing import Any

import numpy as np

from .. import backward, door, hooks, registry
from ..modes import state
from ..ops import arithmetic, compare, index, power
from ..ops.convert import cast
from ..shapes import negative_dim
from ..symbol import Symbol
from ..tensor import Tensor, wants_grad

NUMBERS = (float, int, bool)
_COMPARED = (Tensor, *NUMBERS, Symbol)


def _number_or(number: Callable, otherwise: Callable) -> Callable:
    """An operator whose other side may be a bare number, which has a row of its own."""

    def operator(self: Tensor, other: Any) -> Any:
        return (number if other.__class__ in NUMBERS else otherwise)(self, other)

    return operator


def _of_values(operation: Callable) -> Callable:
    """An operator left to Python where the other side is neither tensor nor number: == then
    compares by identity, others are errors.
    """

    def operator(self: Tensor, other: Any) -> Any:
        kind = other.__class__
        if kind not in _COMPARED and not (kind is np.ndarray and self.__class__ is Symbol):
            return NotImplemented
        return operation(self, other)

    return operator


def _named(name: str) -> Callable:
    """An operator that goes through the door, for what is rarely on a hot path."""
    taken = (Tensor, Symbol) if name == "matmul" else _COMPARED

    def operator(self: Tensor, *others: Any) -> Any:
        rows = registry.lookup(name)
        assert rows is not None
        if others and not state.lenient and others[0].__class__ not in taken:
            return NotImplemented  # only expressions take a list for a tensor
        return door.call(rows, (self, *others), {})

    return operator


def _swapped(name: str) -> Callable:
    """The same for what stands on the right, its left side being no tensor."""
    forwards = _named(name)

    def operator(self: Tensor, other: Any) -> Any:
        if not state.lenient and (name == "matmul" or other.__class__ not in _COMPARED):
            return NotImplemented
        return forwards(other, self)

    return operator


_OPERATORS: dict[str, Callable] = {
    "__add__": arithmetic.add,
    "__radd__": arithmetic.add,
    "__sub__": arithmetic.sub,
    "__rsub__": _of_values(_number_or(arithmetic.rsub_from, arithmetic.rsub)),
    "__mul__": arithmetic.mul,
    "__rmul__": arithmetic.mul,
    "__truediv__": arithmetic.div,
    "__rtruediv__": _of_values(lambda self, other: arithmetic.reciprocal(self) * other),
    "__floordiv__": _of_values(arithmetic.floor_divide),
    "__rfloordiv__": _of_values(lambda self, other: arithmetic.floor_divide(other, self)),
    "__mod__": _of_values(_number_or(arithmetic.remainder_by, arithmetic.remainder)),
    "__rmod__": _of_values(lambda self, other: arithmetic.remainder(other, self)),
    "__neg__": arithmetic.neg,
    "__pos__": lambda self: self,
    "__pow__": _number_or(power.pow_scalar, power.pow),
    "__rpow__": lambda self, base: power.pow_base(base, self),
    "__abs__": _named("abs"),
    "__invert__": _named("bitwise_not"),
    "__and__": _named("bitwise_and"),
    "__rand__": _swapped("bitwise_and"),
    "__or__": _named("bitwise_or"),
    "__ror__": _swapped("bitwise_or"),
    "__xor__": _named("bitwise_xor"),
    "__rxor__": _swapped("bitwise_xor"),
    "__lshift__": _named("bitwise_left_shift"),
    "__rlshift__": _swapped("bitwise_left_shift"),
    "__rshift__": _named("bitwise_right_shift"),
    "__rrshift__": _swapped("bitwise_right_shift"),
    "__matmul__": _named("matmul"),
    "__rmatmul__": _swapped("matmul"),
    "__eq__": _of_values(compare.eq),
    "__ne__": _of_values(compare.ne),
    "__lt__": _of_values(compare.lt),
    "__le__": _of_values(compare.le),
    "__gt__": _of_values(compare.gt),
    "__ge__": _of_values(compare.ge),
    "__getitem__": index.getitem,
    "__iter__": lambda self: iter(_rows_of(self)),
}


def _rows_of(self: Tensor) -> list:
    from ..errors import EngineTypeError

    if not self.ndim:
        raise EngineTypeError("iteration over a 0-d tensor")
    return list(attribute(self, "unbind")())


# What a tensor tells about itself; everything else are rows.
PROPERTIES: dict[str, Callable[[Tensor], Any]] = {
    "shape": lambda t: t.shape,
    "dtype": lambda t: t.dtype,
    "ndim": lambda t: t.ndim,
    "requires_grad": wants_grad,
    "is_leaf": lambda t: t.is_leaf,
    "T": lambda t: attribute(t, "_T")(),
    "mT": lambda t: attribute(t, "_mT")(),
    "real": lambda t: t,
    "imag": lambda t: _named("imag")(t),
    "H": lambda t: attribute(t, "_H")(),
    "mH": lambda t: attribute(t, "_mH")(),
}
_OF_SYMBOLS = ("shape", "dtype", "ndim", "T", "mT", "real")
_FACTS_OF_SYMBOLS = ("dim", "ndimension", "numel", "nelement", "size")
FACTS: dict[str, Callable] = {
    "dim": lambda t: t.ndim,
    "ndimension": lambda t: t.ndim,
    "numel": lambda t: t.numel(),
    "nelement": lambda t: t.numel(),
    "item": lambda t: t.item(),
    "tolist": lambda t: t.tolist(),
    "size": lambda t, dim=None: t.shape if dim is None else t.shape[negative_dim(dim, t.ndim)],
    "detach": lambda t: t.detach(),
    "detach_": lambda t: _assign().detach_(t),
    "requires_grad_": lambda t, requires_grad=True: t.requires_grad_(requires_grad),
    "is_floating_point": lambda t: t.dtype.is_floating_point,
    "where": lambda t, condition, other: _named("where")(condition, t, other),
}


def attribute(value: Any, name: str) -> Any:
    """The attribute or bound method `name` of a tensor.

    Raises: AttributeError for what the language does not define.
    """
    if value.__class__ is Tensor:
        if name in PROPERTIES:
            return PROPERTIES[name](value)
        if name in FACTS:
            return partial(FACTS[name], value)
        if name.endswith("_"):
            writers = _assign().rows_in_place(name)
            if writers is not None:
                return partial(_write, writers, value)
        rows = registry.lookup(name)
        if rows is not None and rows[0].method:
            return partial(_call, rows, value)
    if value.__class__ is Symbol:
        if name in _OF_SYMBOLS:
            return PROPERTIES[name](value)
        if name in _FACTS_OF_SYMBOLS:
            return partial(FACTS[name], value)
        rows = registry.lookup(name)
        if rows is not None and rows[0].method:
            return partial(_call, rows, value)
    raise AttributeError(f"a {_kind(value)} has no attribute '{name}'")


def _kind(value: Any) -> str:
    return "tensor" if value.__class__ is Tensor else type(value).__name__


def _call(rows: list, value: Tensor, /, *args: Any, **kwargs: Any) -> Any:
    return door.call(rows, (value, *args), kwargs)


@cache
def _assign() -> Any:
    """The writing half of the operations, loaded on first use."""
    from ..ops import assign

    return assign


def _write(rows: list, value: Tensor, /, *args: Any, **kwargs: Any) -> Tensor:
    row, canonical = door.choose(rows, (value, *args), kwargs)
    return _assign().write(row, canonical)


def _augmented(name: str) -> Callable:
    """An operator such as += : the in-place form of an operation."""
    return lambda self, other: attribute(self, name)(other)


def names() -> Iterator[str]:
    """Every attribute and method that tensors have in the language."""
    yield from PROPERTIES
    yield from FACTS
    for name in registry.names():
        rows = registry.lookup(name)
        if "." not in name and not name.startswith("_") and rows and rows[0].method:
            yield name


def _getattr(self: Tensor, name: str) -> Any:
    """What Python code finds on a tensor beyond its slots: the methods of the language."""
    if name.startswith("__"):
        raise AttributeError(name)
    return attribute(self, name)


def _backward(
    self: Tensor,
    gradient: Tensor | None = None,
    retain_graph: bool | None = None,
    create_graph: bool = False,
    inputs: Sequence[Tensor] | None = None,
) -> None:
    """Accumulate gradients of this tensor into the leaves behind it, as torch's backward."""
    backward.backward(
        [self],
        [gradient],
        retain_graph=retain_graph,
        create_graph=create_graph,
        inputs=inputs,
    )


_IN_PLACE: dict[str, Callable] = {
    "__setitem__": lambda self, at, value: _assign().setitem(self, at, value),
    "__iadd__": _augmented("add_"),
    "__isub__": _augmented("sub_"),
    "__imul__": _augmented("mul_"),
    "__itruediv__": _augmented("div_"),
    "__ifloordiv__": _augmented("floor_divide_"),
    "__imod__": _augmented("remainder_"),
    "__ipow__": _augmented("pow_"),
    "__iand__": _augmented("bitwise_and_"),
    "__ior__": _augmented("bitwise_or_"),
    "__ixor__": _augmented("bitwise_xor_"),
}
_PYTHON: dict[str, Callable] = {
    "__getattr__": _getattr,
    "__array__": lambda self, dtype=None, copy=None: np.array(self.data, dtype=dtype),
    "backward": _backward,
    "register_hook": hooks.register_hook,
    "register_post_accumulate_grad_hook": hooks.register_post_accumulate_grad_hook,
    "retain_grad": hooks.retain_grad,
}

for _name, _function in (_OPERATORS | _IN_PLACE | _PYTHON).items():
    setattr(Tensor, _name, _function)
for _name, _function in _OPERATORS.items():
    setattr(Symbol, _name, _function)
Tensor.to = cast  # type: ignore[attr-defined]
