"""Calling operations as programs do: torch's `out=` and `device=`, and its words for wrong calls.

Expressions are read generously (lists become tensors); programs get torch's TypeErrors instead.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from .. import door
from ..addresses import address
from ..errors import ArgumentMismatch, EngineRuntimeError, EngineTypeError
from ..modes import state
from ..row import Row
from ..tensor import Tensor, wants_grad
from . import signatures
from .device import check
from .forms import known
from .mismatch import explained
from .namespace import Function

# functions that take two numbers as well
_OF_NUMBERS = frozenset(
    [
        "add", "sub", "subtract", "mul", "multiply", "div", "divide", "true_divide",
        "floor_divide", "tensor", "as_tensor", "asarray", "scalar_tensor",
    ]
)  # fmt: skip
_TENSORS = ("Array", "Tensors", "Index")


class TorchFunction(Function):
    """A function of torch in a program."""

    __slots__ = ("__weakref__",)

    def __call__(self, *args: Any, **kwargs: Any) -> Any:
        if not kwargs and len(args) == self._arity:
            for a in args:
                if a.__class__ is not Tensor:
                    break
            else:
                return self._direct(*args)
        return enter(self.name, self.rows, args, kwargs, "function")

    @property
    def __name__(self) -> str:  # type: ignore[override]
        """Its name in torch, where functions of linalg and special carry their module's name."""
        return signatures.shown_name(self.name)

    def __repr__(self) -> str:
        if "functional" in self.name:
            return f"<function {self.name.rpartition('.')[2]}>"
        name = self.name.rpartition(".")[2]
        return f"<built-in method {name} of type object at {address(self)}>"


def method(name: str, rows: list[Row]) -> Callable:
    """A method of tensors: a function of the tensor and the method's arguments."""

    def call(self: Tensor, /, *args: Any, **kwargs: Any) -> Any:
        return enter(name, rows, (self, *args), kwargs, "method")

    return call


def enter(
    name: str,
    rows: Sequence[Row],
    args: tuple,
    kwargs: dict,
    kind: str,
    call: Callable = door.call,
) -> Any:
    """Call an operation by `call`. Raises: torch's TypeErrors for arguments that do not fit.

    kind: whether it is written as a 'function' or as a 'method'.
    """
    _check_strictly(name, rows, args, kwargs, kind)
    out = None
    if kwargs:
        check(kwargs.get("device"))
        if "out" in kwargs:
            kwargs = dict(kwargs)
            out = kwargs.pop("out")
    try:
        result = call(rows, args, kwargs)
    except ArgumentMismatch:
        place = 0 if kind == "function" else 1
        signatures.check(name, kind, args[place:], kwargs)
        raise explained(name, rows, args, kwargs, kind) from None
    return result if out is None else _into(out, result, name, args)


def _check_strictly(name: str, rows: Sequence[Row], args: tuple, kwargs: dict, kind: str) -> None:
    """Raise torch's error where a tensor is due and something else is given."""
    if len(args) + len(kwargs) < 2 and kind == "method":
        return  # nothing but the tensor itself; what is missing is found by who binds
    place = 0 if kind == "function" else 1
    if known(name if kind == "function" else "." + name):
        signatures.check(name, kind, args[place:], kwargs)
        return
    if not args or name.rpartition(".")[2] in _OF_NUMBERS:
        return
    for k, value in enumerate(args[place:], place):
        if value.__class__ is Tensor:
            continue
        if all(_refuses(row, k, value) for row in rows):
            raise explained(name, rows, args, kwargs, kind)


def _refuses(row: Row, place: int, value: Any) -> bool:
    """Whether torch would not take `value` in the place of a tensor."""
    if place >= len(row.params):
        return False
    param = row.params[place]
    if param.kind not in _TENSORS or (value is None and param.optional):
        return False
    if isinstance(value, int | float):
        return place == 0 and not _takes_number_first(row)
    return not isinstance(value, np.ndarray)


def _takes_number_first(row: Row) -> bool:
    """Whether a number may stand before a tensor, as in `pow(2, x)`."""
    tensors = [p for p in row.params if p.kind in (*_TENSORS, "Scalar")]
    return row.kind in ("elementwise", "zero", "plain", "composite") and len(tensors) > 1


# -- out=


def _into(out: Any, result: Any, name: str, args: tuple) -> Any:
    """Write results into the tensors given for them."""
    if state.grad_enabled and any(isinstance(a, Tensor) and wants_grad(a) for a in args):
        raise EngineRuntimeError(
            f"{name.rpartition('.')[2]}(): functions with out=... arguments don't support "
            "automatic differentiation, but one of the arguments requires grad."
        )
    if isinstance(out, tuple | list):
        if not isinstance(result, tuple) or len(out) != len(result):
            raise EngineTypeError(f"{name}() has {len(result)} results, not {len(out)}")
        structure: Any = type(result)  # a named tuple, which takes its fields one by one
        return structure(*[_written(o, r) for o, r in zip(out, result, strict=True)])
    return _written(out, result)


def _written(out: Tensor, value: Tensor) -> Tensor:
    from ..ops.inplace import store

    if value.dtype.category > out.dtype.category:
        from ..dtypes import SCALAR_TYPE_NAMES

        raise EngineRuntimeError(
            f"result type {SCALAR_TYPE_NAMES[value.dtype.name]} can't be cast to the desired "
            f"output type {SCALAR_TYPE_NAMES[out.dtype.name]}"
        )
    if out.shape != value.shape:
        out.data = np.zeros(value.shape, out.dtype.np)
    else:
        out.materialize()
    store(out, value.data)
    return out


def in_place_function(name: str) -> Callable | None:
    """torch.relu_ and kin: the in-place method of the same name, as a function."""
    from .members import tensor_method

    found = tensor_method(name.rpartition(".")[2])
    if found is None:
        return None

    def function(input: Tensor, *args: Any, **kwargs: Any) -> Any:
        return found(input, *args, **kwargs)

    function.__name__ = function.__qualname__ = name.rpartition(".")[2]
    return function


# -- methods that are no rows under their name


def _where(self: Tensor, condition: Any, other: Any) -> Any:
    from .namespace import in_torch

    return in_torch("where")(condition, self, other)


METHODS: dict[str, Callable] = {"where": _where}


def write_method(name: str, rows: list[Row], self: Tensor, /, *args: Any, **kwargs: Any) -> Any:
    """Run the in-place method `name`. Raises: torch's errors for its arguments and the leaf."""
    from ..ops.inplace import write

    _check_strictly(name, rows, (self, *args), kwargs, "method")
    check(kwargs.get("device"))
    try:
        row, canonical = door.choose(rows, (self, *args), kwargs)
    except ArgumentMismatch:
        signatures.check(name, "method", args, kwargs)
        raise explained(name, rows, (self, *args), kwargs, "method") from None
    return write(row, canonical)
