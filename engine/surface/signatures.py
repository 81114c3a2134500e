"""torch's argument parsers: whether a call fits a form of the function, and the words if not.

Source of the rules: torch/csrc/utils/python_arg_parser.cpp.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from operator import index
from typing import Any

import numpy as np

from ..dtypes import DType
from ..errors import EngineTypeError
from ..tensor import Tensor, wants_grad
from .combinations import kind_name, listed
from .device import device
from .forms import Form, Parameter, forms, python_form

_ALIASES = {
    "dim": ("axis",),
    "keepdim": ("keepdims",),
    "input": ("x", "a", "x1"),
    "other": ("x2",),
}
# what these take for a tensor may be a plain number
_OF_NUMBERS = frozenset(
    name + ending
    for name in (
        "add", "sub", "subtract", "mul", "multiply", "div", "divide", "true_divide",
        "floor_divide", "copy",
    )
    for ending in ("", "_")
)  # fmt: skip
_SCALARS = (int, float, complex, np.number, np.bool_)
# calls that fitted, by name and the kinds of arguments: most calls are like an earlier one
_FITTING: set[tuple] = set()


def check(name: str, kind: str, args: tuple, kwargs: Mapping[str, Any]) -> None:
    """Check a call of a 'function', or of a 'method' whose arguments are `args`.

    Raises: TypeError in torch's words, if the function is known and takes no such arguments.
    """
    full = "." + name if kind == "method" else name
    kinds = (full, *map(_kind, args), *kwargs, *map(_kind, kwargs.values()))
    if kinds in _FITTING:
        return None
    own = forms(full)
    if not own:
        return _check_python(name, full, args, kwargs)
    shown = shown_name(name)
    if kind == "method" and not own[0].parameters and len(own) == 1 and (args or kwargs):
        count = f"arguments ({len(args)} given)" if args else "keyword arguments"
        raise EngineTypeError(f"TensorBase.{shown}() takes no {count}")
    problem: str | None = ""
    for form in own:
        problem = misfit(shown, form, args, kwargs)
        if problem is None:
            if form.parameters and not _depends_on_values(form, args, kwargs):
                _FITTING.add(kinds)
            return _check_lists(shown, form, args)
    if len(own) > 1:
        count = len(args) + len(kwargs)
        likely = [f for f in own if f.required <= count <= len(f.parameters) and not f.hidden]
        problem = misfit(shown, likely[0], args, kwargs) if len(likely) == 1 else None
        problem = problem or listed(shown, own, args, kwargs)
    raise EngineTypeError(problem)


def _kind(value: Any) -> Any:
    """What decides whether a value fits: its class, of a sequence also those of its items."""
    kind = value.__class__
    return (kind, *{item.__class__ for item in value}) if kind in (tuple, list) else kind


def _depends_on_values(form: Form, args: tuple, kwargs: Mapping[str, Any]) -> bool:
    """Whether a call fits by more than the kinds of its arguments: tensors for numbers, and lists
    of several kinds.
    """
    if form.positional == 1 and form.parameters[0].kind == "ints" and len(args) > 1:
        return any(a.__class__ is not int for a in args)
    wanted = {p.name: p.kind for p in form.parameters}
    given = [*zip(form.parameters, args, strict=False)]
    pairs = [(p.kind, v) for p, v in given] + [(wanted.get(k, ""), v) for k, v in kwargs.items()]
    return any(
        (v.__class__ is Tensor and kind != "Tensor")
        or (v.__class__ in (tuple, list) and (len(_kind(v)) > 2 or Tensor in _kind(v)))
        for kind, v in pairs
    )


def _check_python(name: str, full: str, args: tuple, kwargs: Mapping[str, Any]) -> None:
    """The same for a function that torch has in Python, if it is known."""
    form = python_form(full)
    if form is None:
        return
    from . import python_forms

    python_forms.check(shown_name(name), form, args, kwargs)
    python_forms.check_tensors(form, args, kwargs)


def shown_name(name: str) -> str:
    if name.startswith(("linalg.", "special.", "fft.")):
        return name.replace(".", "_")
    return name.rpartition(".")[2]


# -- one form


def misfit(name: str, form: Form, args: tuple, kwargs: Mapping[str, Any]) -> str | None:
    """What is wrong with a call of one form, in torch's words; None if it fits."""
    spread = form.positional == 1 and form.parameters[0].kind == "ints"
    if len(args) > form.positional and not spread:
        return _too_many(name, form, len(args))
    at, named = 0, len(kwargs)
    for number, p in enumerate(form.parameters):
        by_name = at >= len(args)
        if not by_name:
            if p.keyword_only:
                return _too_many(name, form, len(args))
            given, value = True, args[at]
        else:
            given, value = _by_name(p, kwargs)
        if given and not (value is None and p.nullable) and not _takes(p, value, name):
            if spread and not at and not by_name and _takes(p, args, name):
                at = len(args)
                continue
            return _wrong(name, p, None if by_name else at + 1, value)
        if not given and p.default is None:
            return _missing(name, form.parameters[number:])
        at += not by_name
        named -= by_name and given
    return _unexpected(name, form, kwargs, len(args)) if named else None


def _by_name(p: Parameter, kwargs: Mapping[str, Any]) -> tuple[bool, Any]:
    """Whether an argument is given by name, and it."""
    if kwargs:
        for name in (p.name, *_ALIASES.get(p.name, ())):
            if name in kwargs:
                return True, kwargs[name]
    return False, None


def _too_many(name: str, form: Form, count: int) -> str:
    most = form.positional
    if form.required != most:
        return (
            f"{name}() takes from {form.required} to {most} positional arguments but {count} "
            "were given"
        )
    plural, verb = ("" if most == 1 else "s"), ("was" if count == 1 else "were")
    return f"{name}() takes {most} positional argument{plural} but {count} {verb} given"


def _missing(name: str, parameters: Sequence[Parameter]) -> str:
    missing = [f'"{p.name}"' for p in parameters if p.default is None]
    plural = "s" if len(missing) == 1 else ""  # sic
    return (
        f"{name}() missing {len(missing)} required positional argument{plural}: "
        f"{', '.join(missing)}"
    )


def _unexpected(name: str, form: Form, kwargs: Mapping[str, Any], count: int) -> str:
    places = {p.name: k for k, p in enumerate(form.parameters)}
    for keyword in kwargs:
        if keyword not in places:
            return f"{name}() got an unexpected keyword argument '{keyword}'"
        if places[keyword] < count:
            return f"{name}() got multiple values for argument '{keyword}'"
    return "invalid keyword arguments"


def _wrong(name: str, p: Parameter, place: int | None, value: Any) -> str:
    """An argument of another kind; `place` counts from one, None where it goes by name."""
    what = f"{name}(): argument '{p.name}'"
    if place is None:
        return f"{what} must be {p.words}, not {kind_name(value)}"
    what += f" (position {place}) must be {p.words}"
    if p.kind == "ints" and isinstance(value, tuple | list):
        return f"{what}, but found element of type {kind_name(value[0])} at pos 0"
    return f"{what}, not {kind_name(value)}"


def _check_lists(name: str, form: Form, args: tuple) -> None:
    """Raise torch's error for a list of ints with something else in it, after the first."""
    if not args or not form.parameters:
        return
    given = zip(form.parameters, args, strict=False)
    if form.positional == 1 and form.parameters[0].kind == "ints" and not _is_list(args[0]):
        given = [(form.parameters[0], args)]
    for p, value in given:
        if p.kind == "ints" and _is_list(value):
            for k, item in enumerate(value, 1):
                if not _is_index(item):
                    raise EngineTypeError(
                        f"{name}(): argument '{p.name}' failed to unpack the object at pos {k} "
                        f'with error "type must be {p.words},but got {kind_name(item)}"'
                    )


# -- kinds of values


def _takes(p: Parameter, value: Any, name: str) -> bool:
    """Whether torch takes a value for a parameter.

    Raises: TypeError for a list of tensors with something else in it.
    """
    if p.kind == "Tensor":
        return value.__class__ is Tensor or (name in _OF_NUMBERS and isinstance(value, _SCALARS))
    if p.kind in ("Tensors", "indices"):
        return _is_list(value) and (p.kind == "indices" or _all_tensors(value))
    if p.kind == "ints":
        if _is_list(value):
            return not len(value) or _is_index(value[0])
        return p.size > 0 and _is_index(value)
    test = _TESTS.get(p.kind)
    return test is None or test(value)


def _is_list(value: Any) -> bool:
    return isinstance(value, tuple | list)


def _all_tensors(value: Sequence) -> bool:
    for k, item in enumerate(value):
        if item.__class__ is not Tensor:
            raise EngineTypeError(
                f"expected Tensor as element {k} in argument 0, but got {kind_name(item)}"
            )
    return True


def _is_index(value: Any) -> bool:
    if value.__class__ is Tensor:
        return value.dtype.category == 1 and value.numel() == 1
    if isinstance(value, bool | np.bool_):
        return False
    try:
        index(value)
    except TypeError:
        return False
    return True


def _is_lone_tensor(value: Any) -> bool:
    return value.__class__ is Tensor and not value.ndim and not wants_grad(value)


_TESTS: dict[str, Callable[[Any], bool]] = {
    "Number": lambda v: isinstance(v, _SCALARS) or _is_lone_tensor(v),
    "float": lambda v: isinstance(v, int | float | np.number) or _is_lone_tensor(v),
    "complex": lambda v: isinstance(v, _SCALARS) or _is_lone_tensor(v),
    "int": lambda v: _is_index(v) and (v.__class__ is not Tensor or not v.ndim),
    "bool": lambda v: isinstance(v, bool | np.bool_),
    "str": lambda v: isinstance(v, str),
    "dtype": lambda v: isinstance(v, DType) or v in (float, int, bool),
    "Generator": lambda v: type(v).__name__ == "Generator",
    "device": lambda v: isinstance(v, device | str) or _is_index(v),
    "floats": _is_list,
    "Numbers": _is_list,
}
