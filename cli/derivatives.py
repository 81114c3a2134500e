"""The derivatives of an evaluated expression: gradients, Jacobians, Hessians and their products.

Each is one call of an engine transform.  What the value does not depend on gets zeros, and is
listed: "the derivative is 0" and "there is no path" are different answers.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from ..engine import Tensor
from ..engine.backward import gradients
from ..engine.errors import EngineError
from ..parser.errors import LanguageError
from .request import Answer, Evaluation, floating, wrapped

Found = list[Tensor | None]
# A part that is None is zero: nothing flows there.
Parts = dict[tuple[str, ...], Tensor | None]
# what people who write max(x, 0) mostly want
PAIRWISE = {"max": "maximum", "min": "minimum"}


def differentiate(evaluation: Evaluation) -> Answer:
    """Compute what the request asks for.

    Raises: LanguageError where value, vectors or operations do not allow it.
    """
    output = output_of(evaluation)
    do = evaluation.request.do
    try:
        parts = WAYS[do](evaluation, output)
        no_path = unreached(evaluation, output, parts)
    except EngineError as problem:
        raise engine_fault(evaluation, problem) from None
    full = {
        names: zeros(*blank(evaluation, output, names)) if part is None else part
        for names, part in parts.items()
    }
    return Answer(do, evaluation.value, evaluation.wrt, full, no_path, evaluation)


def engine_fault(evaluation: Evaluation, problem: EngineError) -> LanguageError:
    """Name an error of the engine by the Python exception that it also is."""
    kinds = [kind.__name__ for kind in type(problem).__mro__ if kind.__module__ == "builtins"]
    return evaluation.trouble(kinds[0], str(problem))


def output_of(evaluation: Evaluation) -> Tensor:
    """Return the value as a tensor.

    Raises: LanguageError for several values and for what is no number.
    """
    value = evaluation.value
    if isinstance(value, Tensor):
        return value
    if isinstance(value, (bool, int, float)):
        return floating(value, evaluation.request.dtype)
    if isinstance(value, tuple):
        message = f"the expression gives {len(value)} values; a derivative needs one of them"
        helps = ["pick one: (…)[0], or by its name"]
        if pairwise := PAIRWISE.get(type(value).__name__):
            helps.append(f"the second argument is an axis; of two numbers: {pairwise}(a, b)")
        raise evaluation.trouble("TypeError", message, *helps)
    raise evaluation.trouble("TypeError", f"the expression gives {described(value)}, no number")


def described(value: Any) -> str:
    """Say what a value is that is no number."""
    if isinstance(value, str):
        return "text"
    return "nothing" if value is None else "a " + type(value).__name__


def unreached(evaluation: Evaluation, output: Tensor, parts: Parts) -> list[str]:
    """Return the names that the value does not depend on.

    First derivatives tell; of a second one that is missing, the first may be there.
    """
    if evaluation.request.do in ("grad", "vjp", "jac") or not output.requires_grad:
        return [name for name in evaluation.wrt if parts.get((name,)) is None]
    ones = wrapped(np.ones(output.shape, output.dtype.np))
    found = gradients([output], inputs_of(evaluation), [ones], retain_graph=True)
    return [name for name, part in zip(evaluation.wrt, found, strict=True) if part is None]


def blank(evaluation: Evaluation, output: Tensor, names: tuple[str, ...]) -> list[Tensor]:
    """Return the tensors whose shapes, one after the other, are the shape of a part."""
    before = [output] if evaluation.request.do in ("jac", "jvp") else []
    return [*before, *(evaluation.inputs[name] for name in names)]


def zeros(*tensors: Tensor) -> Tensor:
    """Return zeros of the shapes of some tensors one after the other."""
    shape = tuple(size for one in tensors for size in one.shape)
    return wrapped(np.zeros(shape, tensors[-1].dtype.np))


def by_name(evaluation: Evaluation, found: Found) -> Parts:
    """Label what was found with the variables."""
    return {(name,): part for name, part in zip(evaluation.wrt, found, strict=True)}


def inputs_of(evaluation: Evaluation) -> list[Tensor]:
    """Return the tensors to differentiate by, in the order asked for."""
    return [evaluation.inputs[name] for name in evaluation.wrt]


def need_one_number(evaluation: Evaluation, output: Tensor) -> None:
    """Refuse a value of several numbers where only one has the derivative asked for."""
    if output.numel() == 1:
        return
    do, shape = evaluation.request.do, list(output.shape)
    message = f"{do} needs an expression that gives one number, not the shape {shape}"
    raise evaluation.trouble(
        "ValueError",
        message,
        "for all derivatives of all its numbers: gradcalc jac",
        "for one number out of them: sum(…)",
    )


def vector_like(evaluation: Evaluation, vector: Any, like: Tensor, what: str) -> Tensor:
    """Return a vector of a product in the dtype of what it goes with; refuse another shape."""
    if not isinstance(vector, (Tensor, bool, int, float)):
        raise evaluation.trouble("TypeError", f"{what} is no number or tensor")
    made = floating(vector, like.dtype.name)
    if made.shape != like.shape:
        message = f"{what} has the shape {list(made.shape)}, but it needs {list(like.shape)}"
        raise evaluation.trouble("ValueError", message)
    return made


def tangents_of(evaluation: Evaluation) -> list[Tensor]:
    """Return a tangent for each variable, zero for those without one."""
    given, inputs = evaluation.request.tangents, evaluation.inputs
    for name in given:
        if name not in inputs:
            message = f"a direction is given for '{name}', which is not differentiated by"
            raise evaluation.trouble("ValueError", message)
    return [
        vector_like(evaluation, given[name], inputs[name], f"the direction of '{name}'")
        if name in given
        else zeros(inputs[name])
        for name in evaluation.wrt
    ]


def grad(evaluation: Evaluation, output: Tensor) -> Parts:
    """The gradient of one number."""
    need_one_number(evaluation, output)
    inputs = inputs_of(evaluation)
    found = gradients([output], inputs, retain_graph=True) if output.requires_grad else no(inputs)
    return by_name(evaluation, found)


def no(inputs: list[Tensor]) -> Found:
    """Find nothing for any input."""
    return [None] * len(inputs)


def vjp(evaluation: Evaluation, output: Tensor) -> Parts:
    """The cotangent times the Jacobian."""
    cotangent = evaluation.request.cotangent
    if cotangent is None and output.numel() != 1:
        message = f"vjp needs a cotangent of the shape {list(output.shape)} of the value"
        raise evaluation.trouble("ValueError", message, "give it one: --cotangent VALUE")
    if cotangent is not None:
        cotangent = [vector_like(evaluation, cotangent, output, "the cotangent")]
    inputs = inputs_of(evaluation)
    tracked = output.requires_grad
    found = gradients([output], inputs, cotangent, retain_graph=True) if tracked else no(inputs)
    return by_name(evaluation, found)


def jac(evaluation: Evaluation, output: Tensor) -> Parts:
    """The Jacobian by each variable, of the value's shape followed by the variable's."""
    from ..engine.functional import jacobian_of

    inputs = inputs_of(evaluation)
    found = jacobian_of(output, inputs) if output.requires_grad else no(inputs)
    return by_name(evaluation, found)


def jvp(evaluation: Evaluation, output: Tensor) -> Parts:
    """The Jacobian times the tangents: one tensor of the value's shape."""
    from ..engine.forward import tangents as push

    directions = tangents_of(evaluation)
    pushed = push([output], inputs_of(evaluation), directions) if output.requires_grad else [None]
    return {(): pushed[0]}


def hess(evaluation: Evaluation, output: Tensor) -> Parts:
    """The blocks of the Hessian, of the shape of the first variable followed by the second's."""
    from ..engine.functional import hessian_of

    need_one_number(evaluation, output)
    inputs = inputs_of(evaluation)
    found = hessian_of(output, inputs) if output.requires_grad else [no(inputs)] * len(inputs)
    parts: Parts = {}
    for first, row in zip(evaluation.wrt, found, strict=True):
        blocks = by_name(evaluation, row)
        parts |= {(first, *second): block for second, block in blocks.items()}
    return parts


def hvp(evaluation: Evaluation, output: Tensor) -> Parts:
    """The Hessian times the tangents, by each variable."""
    from ..engine.functional import hvp_of

    need_one_number(evaluation, output)
    inputs, directions = inputs_of(evaluation), tangents_of(evaluation)
    found = hvp_of(output, inputs, directions) if output.requires_grad else no(inputs)
    return by_name(evaluation, found)


WAYS: dict[str, Callable[[Evaluation, Tensor], Parts]] = {
    "grad": grad,
    "jac": jac,
    "hess": hess,
    "vjp": vjp,
    "jvp": jvp,
    "hvp": hvp,
}
