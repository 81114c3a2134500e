"""torch's words for a call that none of several forms fits: it lists them, and says of those with
as many arguments what differs.

Source: torch/csrc/utils/invalid_arguments.cpp.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from ..dtypes import DType
from ..tensor import Tensor
from .device import device
from .forms import Form


def kind_name(value: Any) -> str:
    """Python's name for the type of an argument."""
    if isinstance(value, Tensor):
        parameter = value.extra is not None and value.extra.role == "parameter"
        return "Parameter" if parameter else "Tensor"
    if isinstance(value, DType):
        return "torch.dtype"
    if isinstance(value, device):
        return "torch.device"
    if isinstance(value, np.ndarray):
        return "numpy.ndarray"
    return type(value).__name__


def listed(name: str, own: Sequence[Form], args: tuple, kwargs: Mapping[str, Any]) -> str:
    """torch's message for a call that none of the forms fits."""
    shown = [f for f in own if not f.hidden]
    text = f"{name}() received an invalid combination of arguments - "
    given = "got " + _described(args, kwargs)
    if len(shown) == 1:
        wanted = str(shown[0])
        strange = _strange(wanted, kwargs)
        if strange:
            return f"{text}got unrecognized keyword arguments: {', '.join(strange)}"
        if _counts_match(wanted, args, kwargs):
            given = "got " + _compared(wanted, args, kwargs)
        return f"{text}{given}, but expected {wanted}"
    return f"{text}{given}, but expected one of:\n" + "".join(
        f" * {form}\n{_reason(str(form), args, kwargs)}" for form in shown
    )


def _described(args: tuple, kwargs: Mapping[str, Any]) -> str:
    """The kinds of the arguments of a call; torch goes through names from the last to the first."""
    parts = [f"{kind_name(a)}, " for a in args]
    parts += [f"{k}={kind_name(v)}, " for k, v in reversed(list(kwargs.items()))]
    text = "".join(parts)
    return f"({text[:-2] if args else text})"


def _words(form: str) -> list[tuple[str, str]]:
    """Kind and name of each argument as torch reads them off the text of a form: a star counts as
    one, so does nothing at all, and a default stands for the name.
    """
    parts = form[1:-1].split(", ")
    return [(part.rpartition(" ")[0] or part, part.rpartition(" ")[2]) for part in parts]


def _counts_match(form: str, args: tuple, kwargs: Mapping[str, Any]) -> bool:
    return len(_words(form)) == len(args) + len(kwargs)


def _strange(form: str, kwargs: Mapping[str, Any]) -> list[str]:
    """The names of a call that are not among the last arguments of a form."""
    words = _words(form)
    names = {name for _, name in words[max(0, len(words) - len(kwargs)) :]}
    return [k for k in reversed(list(kwargs)) if k not in names]


def _reason(form: str, args: tuple, kwargs: Mapping[str, Any]) -> str:
    """Why a form with as many arguments as were given does not fit."""
    if not _counts_match(form, args, kwargs):
        return ""
    start = "      didn't match because some of the "
    strange = _strange(form, kwargs)
    if strange:
        return f"{start}keywords were incorrect: {', '.join(strange)}\n"
    return f"{start}arguments have invalid types: {_compared(form, args, kwargs)}\n"


def _compared(form: str, args: tuple, kwargs: Mapping[str, Any]) -> str:
    """The kinds of the arguments, those that differ from the form between exclamation marks."""
    shown = []
    for k, (kind, name) in enumerate(_words(form)):
        value = args[k] if k < len(args) else kwargs[name]
        text = _with_elements(value)
        if k >= len(args):
            text = f"{name}={text}"
        own = kind_name(value)
        fits = own == kind or (kind == "float" and own == "int")
        shown.append(text if fits else f"!{text}!")
    return f"({', '.join(shown)})"


def _with_elements(value: Any) -> str:
    if not isinstance(value, tuple | list):
        return kind_name(value)
    inner = ", ".join(map(kind_name, value))
    if isinstance(value, list):
        return f"{kind_name(value)} of [{inner}]"
    return f"{kind_name(value)} of ({inner}{',' if len(value) == 1 else ''})"
