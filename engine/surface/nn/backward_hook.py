"""Full backward hooks: seeing the gradients of a module's outputs and inputs together.

The tensors going in pass through one identity node, those coming out through another. The hook
of the second notes the gradients of the outputs; the hook of the first, which runs last, calls
the user's with both. Source: torch/utils/hooks.py of PyTorch 2.13.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

from ... import hooks
from ...modes import state
from ...ops.lead import zeros_like
from ...tensor import Tensor, wants_grad
from ..function import Function

if TYPE_CHECKING:
    from .module import Module


class BackwardHookFunction(Function):
    """The identity, with a node of its own."""

    @staticmethod
    def forward(ctx: Any, *args: Tensor) -> tuple:
        """The tensors themselves."""
        ctx.mark_non_differentiable(*[a for a in args if not wants_grad(a)])
        return args

    @staticmethod
    def backward(ctx: Any, *args: Any) -> tuple:
        """The gradients themselves."""
        return args


class BackwardHook:
    """The two identities around one call of a module, and what their hooks tell each other.

    places_in, places_out: where the tensors are among the arguments and the outputs; None where
    no input is tracked. seen: the gradients of the outputs, once they are known.
    """

    def __init__(self, module: Module, full: list[Callable], before: list[Callable]) -> None:
        self.module = module
        self.full = full
        self.before = before
        self.seen: tuple | None = None
        self.places_in: list[int] | None = None
        self.places_out: list[int] | None = None
        self.count_in = self.count_out = 0
        self.inputs: list[Tensor] = []

    def enter(self, args: tuple) -> tuple:
        """The arguments after the identity."""
        self.inputs = [a for a in args if isinstance(a, Tensor)]
        args, self.places_in = self._through(args, self._inputs_done)
        self.count_in = len(args)
        return args

    def leave(self, output: Any) -> Any:
        """The output after the identity."""
        several = output if isinstance(output, tuple) else (output,)
        passed, self.places_out = self._through(several, self._outputs_done)
        self.count_out = len(passed)
        return passed if isinstance(output, tuple) else passed[0]

    def _through(self, values: tuple, hook: Callable) -> tuple[tuple, list[int] | None]:
        places = [k for k, v in enumerate(values) if isinstance(v, Tensor)]
        tensors = [values[k] for k in places]
        if not (state.grad_enabled and any(wants_grad(t) for t in tensors)):
            return values, None
        passed = BackwardHookFunction.apply(*tensors)
        node = next(t.grad_fn for t in passed if t.grad_fn is not None)
        hooks.register_node_hook(node, hook)
        out = list(values)
        for place, tensor in zip(places, passed, strict=True):
            out[place] = tensor
        return tuple(out), places

    def _outputs_done(self, _: tuple, grad_outputs: tuple) -> tuple:
        assert self.places_out is not None
        self.seen = _spread(self.places_out, grad_outputs, self.count_out)
        for hook in self.before:
            changed = hook(self.module, self.seen)
            if changed is None:
                continue
            changed = changed if isinstance(changed, tuple) else (changed,)
            self._check_count(changed, self.seen, "pre hook", "grad_output")
            self.seen = changed
        passed_on = self.seen
        assert passed_on is not None
        if self.places_in is None:
            self._call_without_inputs()
        return tuple(passed_on[k] for k in self.places_out)

    def _call_without_inputs(self) -> None:
        """No input is tracked: the user's hooks get None for each."""
        nothing = (None,) * self.count_in
        for hook in self.full:
            got = hook(self.module, nothing, self.seen)
            if got is not None and not (isinstance(got, tuple) and all(g is None for g in got)):
                raise RuntimeError(
                    "Backward hook for Modules where no input requires gradient should always "
                    "return None or None for all gradients."
                )
        self.seen = None

    def _inputs_done(self, grad_inputs: tuple, _: tuple) -> tuple | None:
        if self.seen is None or self.places_in is None:
            return None  # the gradient came past the module's outputs
        grads = [  # torch gives zeros for inputs that want no gradient
            zeros_like(t) if g is None else g for g, t in zip(grad_inputs, self.inputs, strict=True)
        ]
        passed_on = _spread(self.places_in, grads, self.count_in)
        for hook in self.full:
            changed = hook(self.module, passed_on, self.seen)
            if changed is None:
                continue
            changed = changed if isinstance(changed, tuple) else (changed,)
            self._check_count(changed, passed_on, "hook", "grad_input")
            passed_on = changed
        self.seen = None
        return tuple(passed_on[k] for k in self.places_in)

    def _check_count(self, got: tuple, expected: tuple, hook: str, what: str) -> None:
        if len(got) != len(expected):
            raise RuntimeError(
                f"Backward {hook} returned an invalid number of {what}, got {len(got)}, but "
                f"expected {len(expected)}"
            )


def _spread(places: list[int], values: Sequence, count: int) -> tuple:
    """`count` values, those given at their places and None elsewhere."""
    out: list = [None] * count
    for place, value in zip(places, values, strict=True):
        out[place] = value
    return tuple(out)
