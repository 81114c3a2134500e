"""The door: from what a caller wrote to the canonical arguments of an overload.

Binds positions and names, fills defaults, stacks lists into tensors, counts axes from the end
and packs sizes written one by one. Overloads are tried in order; the first that takes the
arguments runs. Rules never come through here: they call operations canonically.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from . import dtypes
from .errors import ArgumentMismatch, EngineError, EngineTypeError
from .extent import Extent
from .modes import state
from .ops.create import tensor
from .registry import operation
from .row import Param, Row
from .shapes import GivenAxis, given_axis, negative_dims
from .symbol import Symbol
from .tensor import Tensor

ALIASES = {
    "axis": "dim",
    "axes": "dims",
    "axis0": "dim0",
    "axis1": "dim1",
    "axis2": "dim2",
    "shape": "size",
    "newshape": "shape",
    "reps": "dims",
    "shift": "shifts",
    "num": "steps",
    "stop": "end",
    "k": "diagonal",
    "split_size_or_sections": "split_size",
    "indices": "indices_or_sections",
    "sections": "indices_or_sections",
    "keepdims": "keepdim",
    "input": "self",
    "a": "self",
    "x": "self",
    "x1": "self",
    "x2": "other",
    "ddof": "correction",
}
NUMBERS = (int, float, bool)
_PYTHON_DTYPES: dict[Any, Any] = {float: dtypes.float64, int: dtypes.int64, bool: dtypes.bool_}
_CARRIERS = (Tensor, Symbol)
_PACKED = ("Shape", "SomeDims", "Dims")
_AXES = ("Dim", "NewDim", "Dims", "SomeDims")
_MORE_THAN_INTS = (Extent, GivenAxis)


class _Mismatch(Exception):
    """This overload does not take these arguments; the next may."""


def call(rows: Sequence[Row], args: Sequence[Any], kwargs: dict[str, Any]) -> Any:
    """Call an operation as users do. Raises: TypeError if no overload takes the arguments, and
    whatever the operation itself raises.
    """
    row, canonical = choose(rows, args, kwargs)
    try:
        return operation(row)(*canonical)
    except EngineError as problem:
        if not state.lenient:
            raise
        from .lenient import promoted  # few expressions need it

        again = promoted(row, canonical, problem)
        if again is None:
            raise
        try:
            return operation(row)(*again)
        except EngineError:
            raise problem from None


def choose(
    rows: Sequence[Row], args: Sequence[Any], kwargs: dict[str, Any]
) -> tuple[Row, list[Any]]:
    """The first overload that takes the arguments, and them in canonical form.

    Raises: TypeError if there is none.
    """
    reason = ""
    for row in rows:
        try:
            return row, bind(row, args, kwargs)
        except _Mismatch as mismatch:
            reason = reason or str(mismatch)
    raise ArgumentMismatch(_no_overload(rows, args, kwargs, reason))


def _no_overload(rows: Sequence[Row], args: Any, kwargs: dict, reason: str) -> str:
    if len(rows) == 1:
        return f"{rows[0].name}(): {reason}; it is called as {rows[0].signature}"
    got = ", ".join(
        [_type_name(a) for a in args] + [f"{k}={_type_name(v)}" for k, v in kwargs.items()]
    )
    forms = " or ".join(r.signature for r in rows)
    return f"{rows[0].name}() takes no ({got}); it is called as {forms}"


def _type_name(value: Any) -> str:
    return "Tensor" if value.__class__ is Tensor else type(value).__name__


def bind(row: Row, args: Sequence[Any], kwargs: dict[str, Any]) -> list[Any]:
    """The canonical arguments of one overload, in the order of its parameters."""
    positional, places = row.positional, row.places
    given = list(args)
    if len(given) > len(positional):
        given = _pack(positional, given)
    elif row.variadic and _are_tensors(given):
        given = [given]
    values: dict[str, Any] = {p.name: v for p, v in zip(positional, given, strict=False)}
    for name, value in kwargs.items():
        known = name if name in places else ALIASES.get(name, name)
        if known == "dim" and "dim" not in places and "dims" in places:
            known = "dims"
        if known not in places:
            raise _Mismatch(f"no argument is called '{name}'")
        if known in values:
            raise _Mismatch(f"the argument '{name}' is given twice")
        values[known] = value
    return _convert(row, values)


def _pack(positional: Sequence[Param], given: list[Any]) -> list[Any]:
    """Gather sizes or axes that were written one by one."""
    last = len(positional) - 1
    for place in range(min(1, last), last + 1):
        if (
            place >= 0
            and positional[place].kind in _PACKED
            and all(_is_int(v) for v in given[place:])
        ):
            return [*given[:place], tuple(given[place:])]
    if positional and positional[0].kind in ("Arrays", "Operands"):
        return [given]
    if positional and positional[0].kind in _PACKED and all(_is_int(v) for v in given):
        return [tuple(given)]
    if positional and positional[last].kind == "Arrays":
        return [*given[:last], list(given[last:])]
    raise _Mismatch(f"takes at most {len(positional)} positional arguments, got {len(given)}")


def _are_tensors(given: list[Any]) -> bool:
    """Whether tensors were given one by one, to an operation that takes a list of them."""
    return bool(given) and all(v.__class__ is Tensor for v in given)


def _is_int(value: Any) -> bool:
    if value.__class__ is Tensor:
        return value.ndim == 0 and value.dtype.category == 1
    return isinstance(value, int) and not isinstance(value, bool)


def _convert(row: Row, values: dict[str, Any]) -> list[Any]:
    out: list[Any] = []
    for p in row.params:
        if p.name not in values:
            if p.required:
                raise _Mismatch(f"the argument '{p.name}' is missing")
            if p.kind in _AXES and (p.default is not None or p.kind == "Dims"):
                out.append(_CONVERT[p.kind](p.default, out, p))
            else:
                out.append(p.default)
            continue
        value = values[p.name]
        if value is None and (p.optional or (p.default is None and not p.required)):
            out.append(_dims(None, out, p) if p.kind == "Dims" else None)
            continue
        convert = _CONVERT.get(p.kind)
        out.append(value if convert is None else convert(value, out, p))
    if row.kind in ("elementwise", "zero", "plain", "composite") or row.promote != "none":
        _need_a_tensor(row, out)
    else:
        for i in row.arrays:
            if out[i].__class__ in NUMBERS:
                out[i] = tensor(out[i])
    return out


def _need_a_tensor(row: Row, out: list[Any]) -> None:
    """Make the first input a tensor where only Python numbers were given."""
    if row.arrays and not any(out[i].__class__ in _CARRIERS for i in row.arrays):
        for i in row.arrays:
            if out[i] is not None and row.params[i].kind != "Scalar":
                out[i] = tensor(out[i])
                return


def _array(value: Any, out: list, p: Param) -> Any:
    if value.__class__ is Tensor or value.__class__ in NUMBERS:
        return value
    return _tensor(value, out, p)


def _tensor(value: Any, out: list, p: Param) -> Any:
    if value.__class__ is Tensor:
        return value
    if isinstance(value, list | tuple | np.ndarray):
        return tensor(value)
    if value.__class__ is Symbol:
        return value
    raise _Mismatch(f"argument '{p.name}' must be a tensor, not {_type_name(value)}")


def _index(value: Any, out: list, p: Param) -> Any:
    if value.__class__ in NUMBERS:
        return tensor(value)
    return _tensor(value, out, p)


def _arrays(value: Any, out: list, p: Param) -> list[Any]:
    if value.__class__ is Tensor:
        if out:  # after other arguments, as einsum has it, a lone tensor is a list of one
            return [value]
        if not value.ndim:
            raise _Mismatch(f"argument '{p.name}' must be a list of tensors, not a 0-d tensor")
        return list(value)  # type: ignore[call-overload]
    if not isinstance(value, list | tuple):
        raise _Mismatch(f"argument '{p.name}' must be a list of tensors")
    return [v if v.__class__ in _CARRIERS else tensor(v) for v in value]


def _first_ndim(out: list) -> int:
    first: Any = out[0] if out else None
    if first.__class__ is list:
        return max((t.ndim for t in first), default=0)
    return first.ndim if first.__class__ in _CARRIERS else 0


def _integer(value: Any, out: list, p: Param) -> int:
    if not _is_int(value):
        raise _Mismatch(f"argument '{p.name}' must be an int, not {_type_name(value)}")
    return value if value.__class__ in _MORE_THAN_INTS else int(value)


def _dim(value: Any, out: list, p: Param) -> int:
    return given_axis(_integer(value, out, p), _first_ndim(out))


def _new_dim(value: Any, out: list, p: Param) -> int:
    return given_axis(_integer(value, out, p), _first_ndim(out) + 1)


def _int_tuple(value: Any, p: Param) -> tuple[int, ...]:
    if _is_int(value):
        return (_integer(value, [], p),)
    if value.__class__ is Tensor and value.ndim == 1 and value.dtype.category == 1:
        return tuple(value.tolist())
    if isinstance(value, list | tuple) and all(_is_int(v) for v in value):
        return tuple(_integer(v, [], p) for v in value)
    raise _Mismatch(f"argument '{p.name}' must be an int or a tuple of ints")


def _dims(value: Any, out: list, p: Param) -> tuple[int, ...]:
    ndim = _first_ndim(out)
    dims = () if value is None else _int_tuple(value, p)
    if not dims:
        return tuple(range(-ndim, 0))
    checked = negative_dims(dims, ndim)
    return checked if ndim else ()


def _some_dims(value: Any, out: list, p: Param) -> tuple[int, ...]:
    return negative_dims(_int_tuple(value, p), _first_ndim(out))


def _shape(value: Any, out: list, p: Param) -> tuple[int, ...]:
    return _int_tuple(value, p)


def _number(value: Any, out: list, p: Param) -> Any:
    if value.__class__ is Tensor and value.numel() == 1:
        return value.item()
    if value.__class__ not in NUMBERS:
        raise _Mismatch(f"argument '{p.name}' must be a number, not {_type_name(value)}")
    return value


def _scalar(value: Any, out: list, p: Param) -> Any:
    if value.__class__ not in NUMBERS:
        raise _Mismatch(f"argument '{p.name}' must be a number, not {_type_name(value)}")
    return value


def _boolean(value: Any, out: list, p: Param) -> bool:
    if value.__class__ is Tensor and value.numel() == 1:
        value = value.item()
    if value not in (0, 1):
        raise _Mismatch(f"argument '{p.name}' must be True or False, not {_type_name(value)}")
    return bool(value)


def _string(value: Any, out: list, p: Param) -> str:
    if not isinstance(value, str):
        raise _Mismatch(f"argument '{p.name}' must be a string, not {_type_name(value)}")
    return value


def _dtype(value: Any, out: list, p: Param) -> Any:
    if isinstance(value, str) and value in dtypes.BY_NAME:
        return dtypes.BY_NAME[value]
    if value in _PYTHON_DTYPES:
        return _PYTHON_DTYPES[value]
    if not isinstance(value, dtypes.DType):
        raise _Mismatch(f"argument '{p.name}' must be a dtype, not {_type_name(value)}")
    return value


_CONVERT: dict[str, Callable[[Any, list, Param], Any]] = {
    "Array": _array,
    "Tensors": _tensor,
    "Index": _index,
    "Arrays": _arrays,
    "Dim": _dim,
    "NewDim": _new_dim,
    "Dims": _dims,
    "SomeDims": _some_dims,
    "Shape": _shape,
    "Number": _number,
    "Scalar": _scalar,
    "int": _integer,
    "float": _number,
    "bool": _boolean,
    "str": _string,
    "DType": _dtype,
}

__all__ = ["EngineError", "EngineTypeError", "bind", "call", "choose"]
