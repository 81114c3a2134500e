"""What torch.autograd.functional does around a function: fresh inputs, checks, results.

Source of the behaviour and the words: torch/autograd/functional.py of PyTorch 2.13.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from ..errors import EngineRuntimeError, EngineTypeError
from ..modes import enable_grad, set_grad_enabled, state
from ..ops.lead import zeros_like
from ..tensor import Tensor, wants_grad
from .autograd import grad
from .size import Size

OUTPUTS = "outputs of the user-provided function"
_NOT_STRICT = " This is not allowed in strict mode."
_INDEPENDENT = {
    "outputs": (
        "Output {i} of the user-provided function does not require gradients. The outputs must "
        "be computed in a differentiable manner from the input when running in strict mode."
    ),
    "grad_inputs": (
        "The gradient with respect to input {i} is independent of the inputs of the "
        "user-provided function." + _NOT_STRICT
    ),
    "jacobian": (
        "While computing the hessian, found that the jacobian of the user-provided function with "
        "respect to input {i} is independent of the input." + _NOT_STRICT + " You should ensure "
        "that your function is twice differentiable and that the jacobian depends on the inputs "
        "(this would be violated by a linear function for example)."
    ),
    "hessian": (
        "The hessian of the user-provided function with respect to input {i} is independent of "
        "the input." + _NOT_STRICT + " You should ensure that your function is thrice "
        "differentiable and that the hessian depends on the inputs."
    ),
}
_UNUSED = {
    "back": "The output of the user-provided function is independent of input {i}." + _NOT_STRICT,
    "back_trick": (
        "The gradient with respect to the input is independent of entry {i} in the grad_outputs "
        "when using the double backward trick to compute forward mode gradients." + _NOT_STRICT
    ),
    "double_back": (
        "The jacobian of the user-provided function is independent of input {i}." + _NOT_STRICT
    ),
    "double_back_trick": (
        "The hessian of the user-provided function is independent of entry {i} in the "
        "grad_jacobian. This is not allowed in strict mode as it prevents from using the double "
        "backward trick to replace forward mode AD."
    ),
}


def as_tuple(value: Any, what: str, name: str) -> tuple[bool, tuple]:
    """Whether a tuple was given, and the tensors. Raises: TypeError for anything else."""
    several = isinstance(value, tuple)
    items = value if several else (value,)
    for i, item in enumerate(items):
        if not isinstance(item, Tensor):
            where = f"value at index {i}" if several else f"given {what}"
            raise EngineTypeError(
                f"The {what} given to {name} must be either a Tensor or a tuple of Tensors but "
                f"the {where} has type {type(item)}."
            )
    return several, items


def fresh(inputs: Sequence[Tensor], *, create_graph: bool, tracked: bool) -> tuple:
    """New tensors for the inputs: views of tracked ones if the result is to lead back to them."""
    return tuple(
        t.view_as(t)  # type: ignore[attr-defined]
        if create_graph and wants_grad(t)
        else t.detach().requires_grad_(tracked)
        for t in inputs
    )


def finished(values: Any, *, create_graph: bool) -> Any:
    """Results as the user gets them: without history unless it was asked for."""
    if isinstance(values[0], Tensor):
        return tuple(values) if create_graph else tuple(v.detach() for v in values)
    return tuple(finished(v, create_graph=create_graph) for v in values)


def unpacked(values: Any, several: bool | tuple[bool, bool]) -> Any:
    """Results nested as the inputs and outputs were."""
    if isinstance(several, tuple):
        outer, inner = several
        if not inner:
            values = tuple(v[0] for v in values)
        return values if outer else values[0]
    return values if several else values[0]


def check_v(v: Sequence[Tensor], others: Sequence[Tensor], several: bool) -> None:
    """Raise torch's errors for a vector of another shape than what it multiplies."""
    if len(others) != len(v):
        if several:
            raise EngineRuntimeError(
                f"v is a tuple of invalid length: should be {len(others)} but got {len(v)}."
            )
        raise EngineRuntimeError("The given v should contain a single Tensor.")
    for i, (given, other) in enumerate(zip(v, others, strict=True)):
        if given.shape != other.shape:
            entry = f"Entry {i} in " if several else ""
            raise EngineRuntimeError(
                f"{entry}v has invalid size: should be {Size(other.shape)} but got "
                f"{Size(given.shape)}."
            )


def check_tracked(values: Sequence[Tensor | None], what: str, strict: bool) -> None:
    """Raise torch's error in strict mode for a value that depends on no input."""
    if not strict:
        return
    for i, value in enumerate(values):
        if value is None:
            raise EngineRuntimeError(_UNUSED["back"].format(i=i))
        if not wants_grad(value):
            raise EngineRuntimeError(_INDEPENDENT[what].format(i=i))


def gradients(
    outputs: Sequence[Tensor | None],
    inputs: Sequence[Tensor],
    v: Sequence[Tensor | None] | None = None,
    **options: Any,
) -> tuple:
    """The gradients for `inputs`, None for unused ones; outputs without history count nothing."""
    given = v if v is not None else (None,) * len(outputs)
    live = [
        (out, g)
        for out, g in zip(outputs, given, strict=True)
        if out is not None and wants_grad(out)
    ]
    if not live:
        return (None,) * len(inputs)
    tracked = tuple(out for out, _ in live)
    return grad(tracked, inputs, tuple(g for _, g in live), allow_unused=True, **options)


def with_zeros(
    grads: Sequence[Tensor | None],
    refs: Sequence[Tensor],
    stage: str,
    *,
    strict: bool,
    create_graph: bool,
) -> tuple:
    """Zeros for what was unused; in strict mode torch's errors instead."""
    found = []
    for i, (g, ref) in enumerate(zip(grads, refs, strict=True)):
        if g is None:
            if strict:
                raise EngineRuntimeError(_UNUSED[stage].format(i=i))
            g = zeros_like(ref.detach())
        elif strict and create_graph and not wants_grad(g):
            what = "hessian" if "double" in stage else "jacobian"
            raise EngineRuntimeError(
                f"The {what} of the user-provided function is independent of input {i}. This is "
                "not allowed in strict mode when create_graph=True."
            )
        found.append(g)
    return tuple(found)


class Call:
    """One call of a user's function on fresh inputs, and the vector that goes with it.

    inputs, outputs, v: tuples. several_in, several_out: whether the user has them as tuples.
    """

    def __init__(
        self, name: str, func: Callable, inputs: Any, *, create_graph: bool, strict: bool
    ) -> None:
        self.name = name
        self.func = func
        self.create_graph = create_graph
        self.strict = strict
        self.several_in, given = as_tuple(inputs, "inputs", name)
        self.inputs = fresh(given, create_graph=create_graph, tracked=True)
        self.outputs: tuple = ()
        self.several_out = False
        self.v: tuple | None = None

    def run(self) -> None:
        """Call the function."""
        out = self.func(*self.inputs)
        self.several_out, self.outputs = as_tuple(out, OUTPUTS, self.name)
        check_tracked(self.outputs, "outputs", self.strict)

    def take(self, v: Any, others: Sequence[Tensor], several: bool, otherwise: str) -> None:
        """Take the vector; without one, `others` has to be a single number."""
        if v is None:
            if len(others) != 1 or others[0].numel() != 1:
                raise EngineRuntimeError(otherwise)
            return
        _, given = as_tuple(v, "v", self.name)
        self.v = fresh(given, create_graph=self.create_graph, tracked=False)
        check_v(self.v, others, several)

    def need_number(self) -> None:
        """Raise torch's errors unless the function gave one tensor of one element."""
        if self.several_out:
            raise EngineRuntimeError(
                f"The function given to {self.name} should return a single Tensor"
            )
        if self.outputs[0].numel() != 1:
            raise EngineRuntimeError(
                f"The Tensor returned by the function given to {self.name} should contain a "
                "single element"
            )

    def zeros_for(self, grads: Sequence, refs: Sequence[Tensor], stage: str) -> tuple:
        """The gradients with zeros where something was unused."""
        return with_zeros(grads, refs, stage, strict=self.strict, create_graph=self.create_graph)

    def results(self, products: Sequence[Tensor], several: bool) -> tuple[Any, Any]:
        """The value and the product as the user gets them."""
        value = finished(self.outputs, create_graph=self.create_graph)
        product = finished(products, create_graph=self.create_graph)
        return unpacked(value, self.several_out), unpacked(product, several)

    def recording(self) -> Any:
        """Recording as the second part wants it: only where the result is to have a history."""
        return enable_grad() if self.create_graph else set_grad_enabled(state.grad_enabled)
