"""torch.autograd.Function: operations that a program defines, and the context they share.

Source of the behaviour and the words: torch/autograd/function.py and
torch/csrc/autograd/custom_function.cpp of PyTorch 2.13.
"""

from __future__ import annotations

import functools
from collections.abc import Callable
from typing import Any

from ..addresses import address
from ..custom import CallState, DelayedError, FunctionNode, no_jvp
from ..errors import EngineAttributeError, EngineRuntimeError, EngineTypeError, NotOffered
from ..modes import no_grad, state
from ..ops.inplace import rebase
from ..tensor import Tensor, wants_grad

_NO_BACKWARD = (
    "You must implement either the backward or vjp method for your custom autograd.Function to "
    "use it with backward mode AD."
)
_NOT_RETURNED = (
    "Some elements marked as dirty during the forward method were not returned as output. The "
    "inputs that are modified inplace must all be outputs of the Function."
)


class FunctionCtx:
    """What a function's forward notes for its backward; a program may set anything on it."""

    __module__ = "torch.autograd.function"

    def __init__(self, function: type[Function], needs_input_grad: tuple[bool, ...]) -> None:
        self._name = f"{function.__name__}Backward"
        self._call = CallState(
            functools.partial(_backward_of(function), self),
            functools.partial(function.jvp, self),
        )
        self.needs_input_grad = needs_input_grad

    def __getattr__(self, name: str) -> Any:
        own = object.__getattribute__(self, "__dict__").get("_name", "FunctionCtx")
        raise EngineAttributeError(f"'{own}' object has no attribute '{name}'")

    def save_for_backward(self, *tensors: Tensor | None) -> None:
        """Keep tensors for backward. Raises: TypeError for what is no tensor."""
        for k, t in enumerate(tensors):
            if t is not None and not isinstance(t, Tensor):
                raise EngineTypeError(
                    "save_for_backward can only save variables, but argument "
                    f"{k} is of type {type(t).__name__}"
                )
        self._call.save(tensors)

    def save_for_forward(self, *tensors: Tensor | None) -> None:
        """Keep tensors for jvp."""
        if not self._call.saved:
            self.save_for_backward(*tensors)

    @property
    def saved_tensors(self) -> tuple:
        """What was saved. Raises: torch's errors if it was freed, or changed since."""
        return self._call.saved_tensors()

    def mark_dirty(self, *args: Tensor) -> None:
        """Say which inputs forward writes in place."""
        self._call.dirty = args

    def mark_non_differentiable(self, *args: Tensor) -> None:
        """Say through which outputs no gradient flows."""
        self._call.non_differentiable = args

    def set_materialize_grads(self, value: bool) -> None:
        """Choose whether backward gets zeros, or None, for an output without a gradient."""
        self._call.materialize_grads = bool(value)

    def __repr__(self) -> str:
        return f"<torch.autograd.function.{self._name} object at {address(self)}>"


class Function:
    """The base of a program's own operations: `forward`, `backward`, and `apply` to call it."""

    __module__ = "torch.autograd.function"

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        """Make an object that is of no use: operations are called by `apply`."""

    @staticmethod
    def forward(*args: Any, **kwargs: Any) -> Any:
        """Compute the results; a context comes first unless `setup_context` is given."""
        raise NotOffered("You must implement the forward function for custom autograd.Function.")

    @staticmethod
    def setup_context(ctx: Any, inputs: tuple, output: Any) -> None:
        """Note in the context what backward needs."""
        raise NotOffered("setup_context is not implemented.")

    @staticmethod
    def backward(ctx: Any, *grad_outputs: Any) -> Any:
        """The gradients of the inputs for those of the outputs."""
        raise NotOffered(_NO_BACKWARD)

    vjp = backward

    @staticmethod
    def jvp(ctx: Any, *grad_inputs: Any) -> Any:
        """The tangents of the outputs for those of the inputs."""
        raise no_jvp()

    def __call__(self, *args: Any, **kwargs: Any) -> Any:
        raise EngineRuntimeError(
            "Legacy autograd function with non-static forward method is deprecated. Please use "
            "new-style autograd function with static forward method. (Example: "
            "https://pytorch.org/docs/stable/autograd.html#torch.autograd.Function)"
        )

    @classmethod
    def apply(cls, *args: Any, **kwargs: Any) -> Any:
        """Run the operation and record it. Raises: torch's errors for a misuse of the context."""
        args = _positional(cls, args, kwargs)
        needs = tuple(isinstance(a, Tensor) and wants_grad(a) for a in args)
        ctx = FunctionCtx(cls, needs)
        node = None
        if state.grad_enabled and any(needs):
            node = FunctionNode(cls.__name__, ctx, ctx._call, args)
        with no_grad():
            if _separates(cls):
                output = cls.forward(*args)
                cls.setup_context(ctx, args, output)
            else:
                output = cls.forward(ctx, *args)
        return _recorded(ctx._call, node, args, output)


def _backward_of(cls: type[Function]) -> Callable:
    """The user's backward, which may be called vjp."""
    return cls.vjp if cls.backward is Function.backward else cls.backward


def _separates(cls: type[Function]) -> bool:
    return cls.setup_context is not Function.setup_context


def _positional(cls: type[Function], args: tuple, kwargs: dict) -> tuple:
    """The arguments in order; names are taken in the order in which they are written."""
    if not kwargs:
        return args
    if not _separates(cls):
        name = next(iter(kwargs))
        raise EngineTypeError(f"apply() got an unexpected keyword argument '{name}'")
    return (*args, *kwargs.values())


def _recorded(call: CallState, node: FunctionNode | None, args: tuple, output: Any) -> Any:
    """The results with their history."""
    several = isinstance(output, tuple)
    outs = list(output) if several else [output]
    for t in call.dirty:
        if not any(t is o for o in outs):
            raise EngineRuntimeError(_NOT_RETURNED)
        t.share_storage().count_write()
    made = []
    for o in outs:
        if not isinstance(o, Tensor):
            made.append(o)
        elif node is None or any(o is t for t in call.non_differentiable):
            made.append(_untracked(o, args, call))
        else:
            made.append(_tracked(o, node, len(made), args, call))
    if node is not None:
        node.finish([o if isinstance(o, Tensor) else Tensor(0.0) for o in outs])
    return tuple(made) if several else made[0]


def _untracked(o: Tensor, args: tuple, call: CallState) -> Tensor:
    is_input = any(o is a for a in args)
    if is_input and not any(o is t for t in call.dirty):
        return o.detach() if state.grad_enabled or not wants_grad(o) else o
    return o.detach() if wants_grad(o) else o


def _tracked(o: Tensor, node: FunctionNode, number: int, args: tuple, call: CallState) -> Tensor:
    """An output that `node` made; an input that comes back is a view of itself."""
    if not o.dtype.is_floating_point:
        return o
    if any(o is t for t in call.dirty):
        return _rewritten(o, node, number)
    if any(o is a for a in args):
        with no_grad():
            view = o.view_as(o)  # type: ignore[attr-defined]
        o = view
    o.requires_grad, o.grad_fn, o.output_nr = True, node, number
    if o.extra is not None and o.extra.base is not None:
        o.extra.creation = "function"
        if o.storage is not None:
            o.extra.view_version = o.storage.version
    return o


def _rewritten(o: Tensor, node: FunctionNode, number: int) -> Tensor:
    """An input that was written in place, with its new history."""
    if o.grad_fn is None and o.requires_grad:
        raise EngineRuntimeError(
            "a leaf Variable that requires grad has been used in an in-place operation."
        )
    rebase(o, node)
    if o.grad_fn is node:
        o.output_nr = number
    return o


def once_differentiable(fn: Callable) -> Callable:
    """A backward that is not recorded; differentiating its results is an error."""

    @functools.wraps(fn)
    def wrapper(ctx: Any, *args: Any) -> Any:
        with no_grad():
            outputs = fn(ctx, *args)
        if not state.grad_enabled:
            return outputs
        if not any(isinstance(a, Tensor) and wants_grad(a) for a in args):
            return outputs
        several = outputs if isinstance(outputs, tuple) else (outputs,)
        delayed = tuple(_delayed(o) for o in several)
        return delayed if isinstance(outputs, tuple) else delayed[0]

    return wrapper


def _delayed(value: Any) -> Any:
    if not isinstance(value, Tensor):
        return value
    out = value.detach()
    out.requires_grad = True
    out.grad_fn = DelayedError(
        "trying to differentiate twice a function that was marked with @once_differentiable"
    )
    return out
