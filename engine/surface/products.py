"""torch.autograd.functional's products: vjp, jvp, vhp and hvp.

Source: torch/autograd/functional.py of PyTorch 2.13. The forward products come from two passes
backward, as torch's do, so that the numbers are the same.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from ..modes import enable_grad
from ..ops.lead import zeros_like
from .arguments import Call, check_tracked, gradients

_NUMBER_IN = (
    "The vector v can only be None if the input to the user-provided function is a single Tensor "
    "with a single element."
)
_NUMBER_OUT = (
    "The vector v can only be None if the user-provided function returns a single Tensor with a "
    "single element."
)


def vjp(
    func: Callable, inputs: Any, v: Any = None, create_graph: bool = False, strict: bool = False
) -> tuple[Any, Any]:
    """The value of a function, and a vector times its Jacobian."""
    with enable_grad():
        call = Call("vjp", func, inputs, create_graph=create_graph, strict=strict)
        call.run()
        call.take(v, call.outputs, call.several_out, _NUMBER_OUT)
    with call.recording():
        found = gradients(call.outputs, call.inputs, call.v, create_graph=create_graph)
        product = call.zeros_for(found, call.inputs, "back")
    return call.results(product, call.several_in)


def jvp(
    func: Callable, inputs: Any, v: Any = None, create_graph: bool = False, strict: bool = False
) -> tuple[Any, Any]:
    """The value of a function, and its Jacobian times a vector."""
    with enable_grad():
        call = Call("jvp", func, inputs, create_graph=create_graph, strict=strict)
        call.take(v, call.inputs, call.several_in, _NUMBER_IN)
        call.run()
        seeds = tuple(zeros_like(out.detach()).requires_grad_() for out in call.outputs)
        pulled = gradients(call.outputs, call.inputs, seeds, create_graph=True)
        check_tracked(pulled, "grad_inputs", strict)
    with call.recording():
        found = gradients(pulled, seeds, call.v, create_graph=create_graph)
        product = call.zeros_for(found, call.outputs, "back_trick")
    return call.results(product, call.several_out)


def vhp(
    func: Callable, inputs: Any, v: Any = None, create_graph: bool = False, strict: bool = False
) -> tuple[Any, Any]:
    """The value of a function of numbers, and a vector times its Hessian."""
    with enable_grad():
        call = _scalar_call("vhp", func, inputs, v, create_graph, strict)
        slopes = gradients(call.outputs, call.inputs, create_graph=True)
        check_tracked(slopes, "jacobian", strict)
    with call.recording():
        found = gradients(slopes, call.inputs, call.v, create_graph=create_graph)
        product = call.zeros_for(found, call.inputs, "double_back")
    return call.results(product, call.several_in)


def hvp(
    func: Callable, inputs: Any, v: Any = None, create_graph: bool = False, strict: bool = False
) -> tuple[Any, Any]:
    """The value of a function of numbers, and its Hessian times a vector."""
    with enable_grad():
        call = _scalar_call("hvp", func, inputs, v, create_graph, strict)
        slopes = gradients(call.outputs, call.inputs, create_graph=True)
        check_tracked(slopes, "jacobian", strict)
        seeds = tuple(zeros_like(t.detach()).requires_grad_() for t in call.inputs)
        pulled = gradients(slopes, call.inputs, seeds, create_graph=True)
        check_tracked(slopes, "hessian", strict)
    with call.recording():
        found = gradients(pulled, seeds, call.v, create_graph=create_graph)
        product = call.zeros_for(found, call.inputs, "double_back_trick")
    return call.results(product, call.several_in)


def _scalar_call(
    name: str, func: Callable, inputs: Any, v: Any, create_graph: bool, strict: bool
) -> Call:
    call = Call(name, func, inputs, create_graph=create_graph, strict=strict)
    call.take(v, call.inputs, call.several_in, _NUMBER_IN)
    call.run()
    call.need_number()
    return call
