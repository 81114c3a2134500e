"""Parameters as written to the parameters of a function: Python's rules of order."""

from __future__ import annotations

from collections.abc import Callable

from .nodes import Parameter, Signature

Fault = Callable[..., Exception]


def signature(start: int, end: int, parameters: list[Parameter], fault: Fault) -> Signature:
    """Sort parameters by kind; `fault(message, node)` makes the error for a wrong order.

    Raises: LanguageError.
    """
    made = Signature(start, end, [], 0, None, [], None)
    seen: set[str] = set()
    named_only = False
    for parameter in parameters:
        kind, name = parameter.kind, parameter.name
        if made.named_rest is not None:
            raise fault("arguments cannot follow var-keyword argument", parameter)
        if not kind.endswith("_mark"):
            if name in seen:
                message = f"duplicate argument '{name}' in function definition"
                raise fault(message, parameter)
            seen.add(name)
        if kind == "plain":
            _plain(made, parameter, named_only, fault)
        elif kind == "named_rest":
            made.named_rest = name
        elif kind == "positional_mark":
            if named_only or made.positional_only or not made.positional:
                raise fault("/ must stand after parameters and before *", parameter)
            made.positional_only = len(made.positional)
        elif named_only:
            raise fault("* argument may appear only once", parameter)
        else:
            named_only = True
            made.rest = name if kind == "rest" else None
    if named_only and made.rest is None and not made.keyword_only:
        raise fault("named arguments must follow bare *", parameters[-1])
    return made


def _plain(made: Signature, parameter: Parameter, named_only: bool, fault: Fault) -> None:
    if named_only:
        made.keyword_only.append(parameter)
        return
    before = made.positional
    if before and before[-1].default is not None and parameter.default is None:
        raise fault("non-default argument follows default argument", parameter)
    before.append(parameter)
