"""torch.func's transforms: grad, grad_and_value, vjp, jvp, linearize and functional_call.

Source of the behaviour and the words: torch/_functorch/eager_transforms.py of PyTorch 2.13.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from ..errors import EngineRuntimeError
from ..forward import tangents as pushed
from ..modes import enable_grad
from ..ops.lead import zeros_like
from ..tensor import Tensor, wants_grad
from . import trees
from .levels import Level, named_as, picked, pulled_back, replaced, split_aux, tensors_in

_GRAD = "grad_and_value(f)(*args)"
_VJP = "vjp(f, *primals)"
_JVP = "jvp(f, primals, tangents)"


def grad(func: Callable, argnums: Any = 0, has_aux: bool = False) -> Callable:
    """The function that gives the gradient of `func`, which gives a number."""

    def wrapper(*args: Any, **kwargs: Any) -> Any:
        found, value = _grad_and_value(func, argnums, has_aux, args, kwargs)
        return (found, value[1]) if has_aux else found

    return named_as(func, wrapper)


def grad_and_value(func: Callable, argnums: Any = 0, has_aux: bool = False) -> Callable:
    """The function that gives the gradient of `func` and its value."""

    def wrapper(*args: Any, **kwargs: Any) -> Any:
        return _grad_and_value(func, argnums, has_aux, args, kwargs)

    return named_as(func, wrapper)


def _grad_and_value(
    func: Callable, argnums: Any, has_aux: bool, args: tuple, kwargs: dict
) -> tuple[Any, Any]:
    level = Level()
    with enable_grad():
        inputs = level.enter(picked(args, argnums))
        output = func(*replaced(args, argnums, inputs), **kwargs)
        output, aux = split_aux(output, has_aux, _GRAD)
        if not isinstance(output, Tensor):
            raise EngineRuntimeError(
                f"{_GRAD}: Expected f(*args) to return a Tensor, got {type(output)}"
            )
        if output.ndim:
            raise EngineRuntimeError(
                f"{_GRAD}: Expected f(*args) to return a scalar Tensor, got tensor with "
                f"{output.ndim} dims. Maybe you wanted to use the vjp or jacrev APIs instead?"
            )
        flat, structure = trees.flatten(inputs)
        found = trees.unflatten(pulled_back([output], flat), structure)
        found, output = level.leave(found), level.leave(output)
        if has_aux:
            return found, (output, level.leave(aux))
    return found, output


def vjp(func: Callable, *primals: Any, has_aux: bool = False) -> tuple:
    """The value of a function, and the function that pulls cotangents back."""
    output, pull, aux, _ = pull_back_function(func, primals, None, has_aux)
    return (output, pull, aux) if has_aux else (output, pull)


def pull_back_function(
    func: Callable, primals: tuple, argnums: Any, has_aux: bool
) -> tuple[Any, Callable, Any, tuple]:
    """The value, the pull-back, what goes with the value, and the tensors between which it runs.

    argnums: which primals to pull back to; None for all.
    """
    level = Level()
    with enable_grad():
        inputs = level.enter(primals if argnums is None else picked(primals, argnums))
        args = inputs if argnums is None else replaced(primals, argnums, inputs)
        output, aux = split_aux(func(*args), has_aux, _VJP)
        flat, structure = tensors_in(output, _VJP)
        for value in flat:
            if not value.dtype.is_floating_point:
                raise EngineRuntimeError(
                    "vjp(f, ...): All outputs of f must be floating-point or complex Tensors, got "
                    f"Tensor with dtype {value.dtype}"
                )
        sources, source_structure = trees.flatten(inputs)
        shown = level.leave(output)
        aux = level.leave(aux) if has_aux else None

    def pull(cotangents: Any, retain_graph: bool = True, create_graph: Any = None) -> Any:
        given, given_structure = trees.flatten(cotangents)
        if given_structure != structure:
            raise EngineRuntimeError(
                "Expected pytree structure of cotangents to be the same as pytree structure of "
                f"outputs to the function. cotangents: {trees.pictured(given_structure)}, primal "
                f"output: {trees.pictured(structure)}"
            )
        found = pulled_back(flat, sources, given)
        return level.leave(trees.unflatten(found, source_structure))

    return shown, pull, aux, (level, flat, structure, sources, source_structure)


# -- forward


def jvp(
    func: Callable, primals: Any, tangents: Any, *, strict: bool = False, has_aux: bool = False
) -> tuple:
    """The value of a function and the tangent of its result."""
    if not isinstance(primals, tuple):
        raise EngineRuntimeError(
            f"{_JVP}: Expected primals to be a tuple. E.g. it should be valid to call f(*primals)."
        )
    flat_tangents, structure = trees.flatten(tangents)
    flat_primals, primal_structure = trees.flatten(primals)
    if structure != primal_structure:
        raise EngineRuntimeError(
            f"{_JVP}: Expected primals and tangents to have the same python structure. For "
            "example, if primals is a tuple of 3 tensors, tangents also must be. Got primals with "
            f"structure {trees.shown(primal_structure)} and tangents with structure "
            f"{trees.shown(structure)}"
        )
    _need_tensors(flat_primals, "primals")
    _need_tensors(flat_tangents, "tangents")
    level = Level()
    with enable_grad():
        inputs = level.enter(primals)
        output, aux = split_aux(func(*inputs), has_aux, _JVP)
        flat, structure = tensors_in(output, _JVP)
        found = push_forward(flat, trees.flatten(inputs)[0], flat_tangents, strict=strict)
        value = level.leave(output)
        tangent = level.leave(trees.unflatten(found, structure))
        return (value, tangent, level.leave(aux)) if has_aux else (value, tangent)


def _need_tensors(values: list, what: str) -> None:
    if not values:
        raise EngineRuntimeError(f"{_JVP}: Expected {what} to contain at least one Tensor.")
    for value in values:
        if not isinstance(value, Tensor):
            raise EngineRuntimeError(
                f"{_JVP}: Expected {what} to only contain Tensors, got {type(value)}"
            )


def push_forward(
    outputs: list[Tensor],
    inputs: list[Tensor],
    seeds: list[Any],
    *,
    lead: int = 0,
    strict: bool = False,
) -> list[Tensor]:
    """The recorded tangents of `outputs`, zeros where they depend on no input with a seed."""
    for t, seed in zip(inputs, seeds, strict=True):
        if seed is not None and seed.shape[lead:] != t.shape:
            raise EngineRuntimeError(
                "Trying to set a forward gradient that has a different size than that of the "
                f"original Tensor, this is not supported. Tensor is of size {list(t.shape)} while "
                f"the given forward gradient is of size {list(seed.shape)}."
            )
    live = [out for out in outputs if wants_grad(out)]
    found = iter(pushed(live, inputs, seeds, create_graph=True, lead=lead) if live else ())
    out: list[Tensor] = []
    for value in outputs:
        tangent = next(found) if wants_grad(value) else None
        if tangent is None:
            if strict:
                raise EngineRuntimeError(
                    "jvp(f, primals, tangents, strict=True): The output of f is independent of the "
                    "inputs. This is not allowed with strict=True."
                )
            tangent = zeros_like(value.detach())
        out.append(tangent)
    return out


def linearize(func: Callable, *primals: Any) -> tuple[Any, Callable]:
    """The value of a function, and the function that pushes tangents forward from there."""
    level = Level()
    with enable_grad():
        inputs = level.enter(primals)
        output = func(*inputs)
        flat, structure = tensors_in(output, _JVP)
        sources, source_structure = trees.flatten(inputs)

    def push(*tangents: Any) -> Any:
        given, given_structure = trees.flatten(tangents)
        if given_structure != source_structure:
            raise EngineRuntimeError(
                f"Expected the tangents {trees.shown(given_structure)} to have the same argspec as "
                f"the primals {trees.shown(source_structure)}"
            )
        with enable_grad():
            return level.leave(trees.unflatten(push_forward(flat, sources, given), structure))

    return level.leave(output), push


def functionalize(func: Callable, *, remove: str = "mutations") -> Callable:
    """The function itself: to whom traces it no more, its writes and views show no difference.

    Raises: RuntimeError for what torch cannot remove.
    """
    if remove not in ("mutations", "mutations_and_views"):
        raise EngineRuntimeError(
            f"functionalize(f, remove='mutations'): received invalid argument for remove={remove}."
            " Valid options are:\n"
            "     remove='mutations': all inplace and out= operators will be removed from the "
            "program, and replaced with their out-of-place equivalents.\n"
            "     remove='mutations_and_views': In addition to the above, all aliasing operators "
            "{view} will be replaced with their non-aliasing counterparts, {view}_copy.\n"
        )

    def wrapper(*args: Any, **kwargs: Any) -> Any:
        return func(*args, **kwargs)

    return named_as(func, wrapper)
