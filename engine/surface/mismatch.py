"""torch's words for a call whose arguments do not fit.

Source: torch/csrc/utils/python_arg_parser.cpp of PyTorch 2.13. A function of one form names the
argument that is wrong; one of several forms lists them.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from ..dtypes import DType
from ..errors import EngineTypeError
from ..row import Param, Row
from ..tensor import Tensor
from .combinations import kind_name

_KINDS = {
    "Array": "Tensor",
    "Tensors": "Tensor",
    "Index": "Tensor",
    "Arrays": "tuple of Tensors",
    "Dim": "int",
    "NewDim": "int",
    "Dims": "tuple of ints",
    "SomeDims": "tuple of ints",
    "Shape": "tuple of ints",
    "Number": "Number",
    "Scalar": "Number",
    "int": "int",
    "float": "float",
    "bool": "bool",
    "str": "str",
    "DType": "torch.dtype",
}


def explained(
    name: str, rows: Sequence[Row], args: tuple, kwargs: dict, kind: str
) -> EngineTypeError:
    """The error for a call that no form of an operation takes.

    kind: whether it is written as a 'function' or as a 'method'.
    """
    skipped = 0 if kind == "function" else 1
    shown = name.replace(".", "_") if name.startswith(("linalg.", "special.")) else name
    shown = shown.rpartition(".")[2]
    if len(rows) == 1:
        text = _of_one(shown, rows[0], args, kwargs, skipped)
        if text is not None:
            return EngineTypeError(text)
    elif args and not skipped and not isinstance(args[0], Tensor | int | float):
        first = rows[0].params[0]
        if first.kind in ("Array", "Tensors", "Index"):
            return EngineTypeError(
                f"{shown}(): argument '{_shown_name(first)}' (position 1) must be Tensor, not "
                f"{kind_name(args[0])}"
            )
    return EngineTypeError(_of_several(shown, rows, args[skipped:], kwargs, skipped))


def _of_one(name: str, row: Row, args: tuple, kwargs: dict, skipped: int) -> str | None:
    """What is wrong with a call of the one form, if it is plain to see."""
    positional = [p for p in row.params if not p.keyword_only]
    given = args[skipped:]
    own = positional[skipped:]
    known = {p.name for p in row.params} | {_shown_name(p) for p in row.params}
    for keyword in kwargs:
        if keyword not in known and keyword != "out":
            return f"{name}() got an unexpected keyword argument '{keyword}'"
    packed = any(p.kind in ("Shape", "Dims", "SomeDims", "Arrays") for p in own)
    if len(given) > len(own) and not packed:
        if skipped and not own:
            return f"TensorBase.{name}() takes no arguments ({len(given)} given)"
        least = sum(p.required for p in own)
        count = f"from {least} to {len(own)}" if least != len(own) else str(len(own))
        plural = "" if count == "1" else "s"
        verb = "was" if len(given) == 1 else "were"
        return f"{name}() takes {count} positional argument{plural} but {len(given)} {verb} given"
    for place, (param, value) in enumerate(zip(own, given, strict=False), 1):
        if not _fits(param, value):
            return (
                f"{name}(): argument '{_shown_name(param)}' (position {place}) must be "
                f"{_KINDS[param.kind]}, not {kind_name(value)}"
            )
    missing = [_shown_name(p) for p in own[len(given) :] if p.required and not _named(p, kwargs)]
    if missing:
        names = ", ".join(f'"{m}"' for m in missing)
        return f"{name}() missing {len(missing)} required positional arguments: {names}"
    for param in row.params:
        if param.name in kwargs and not _fits(param, kwargs[param.name]):
            return (
                f"{name}(): argument '{param.name}' must be {_KINDS[param.kind]}, not "
                f"{kind_name(kwargs[param.name])}"
            )
    return None


def _named(param: Param, kwargs: dict) -> bool:
    return param.name in kwargs or _shown_name(param) in kwargs


def _shown_name(param: Param) -> str:
    return "input" if param.name == "self" else param.name


def _fits(param: Param, value: Any) -> bool:
    """Whether a value is of the kind that a parameter takes."""
    if value is None:
        return param.optional or not param.required
    wanted = _KINDS.get(param.kind)
    if wanted is None:
        return True
    if wanted == "Tensor":
        return isinstance(value, Tensor | np.ndarray | int | float)
    if wanted == "tuple of Tensors":
        return isinstance(value, list | tuple)
    if wanted == "torch.dtype":
        return isinstance(value, DType | str)
    if wanted == "str":
        return isinstance(value, str)
    if isinstance(value, Tensor):
        return True
    if wanted == "tuple of ints":
        return isinstance(value, int | list | tuple)
    if wanted == "int":
        return isinstance(value, int) and not isinstance(value, bool)
    if wanted == "bool":
        return isinstance(value, bool)
    return isinstance(value, int | float)


def _of_several(name: str, rows: Sequence[Row], given: tuple, kwargs: dict, skipped: int) -> str:
    got = [kind_name(v) for v in given]
    got_named = "".join(f"{k}={kind_name(v)}, " for k, v in kwargs.items())
    joint = ", " if got and got_named else ""
    text = f"{name}() received an invalid combination of arguments - got ("
    text += ", ".join(got) + joint + got_named + "), but expected "
    forms = [f"({', '.join(_forms(row.params[skipped:]))})" for row in rows]
    if len(forms) == 1:
        return text + forms[0]
    return text + "one of:\n" + "".join(f" * {form}\n" for form in forms)


def _forms(params: Sequence[Param]) -> list[str]:
    """The parameters of one form, with a star before those that take a name only."""
    forms = [_form(p) for p in params]
    first = next((k for k, p in enumerate(params) if p.keyword_only), None)
    return forms if first is None else [*forms[:first], "*", *forms[first:]]


def _form(param: Param) -> str:
    kind = _KINDS.get(param.kind, "object")
    name = _shown_name(param)
    return f"{kind} {name}" if param.required else f"{kind} {name} = {param.default}"
