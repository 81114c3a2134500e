"""torch.utils.checkpoint: running a part of the forward pass again instead of saving for it.

Source of the behaviour: torch/utils/checkpoint.py of PyTorch 2.13. Without re-entry, saving
counts and unpacking runs the function again; with re-entry, an operation of its own does so in
its backward.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, nullcontext, suppress
from typing import Any

from ..backward import backward
from ..errors import EngineRuntimeError, EngineValueError
from ..modes import enable_grad
from ..tensor import Tensor, wants_grad
from .function import Function
from .saved_hooks import saved_tensors_hooks
from .seeds import default_generator


def checkpoint(
    function: Callable,
    *args: Any,
    use_reentrant: bool | None = None,
    context_fn: Callable | None = None,
    determinism_check: str = "default",
    debug: bool = False,
    early_stop: bool = True,
    **kwargs: Any,
) -> Any:
    """Call a function; what its backward needs is computed again when it is needed.

    Raises: ValueError for named arguments with `use_reentrant`.
    """
    preserve = kwargs.pop("preserve_rng_state", True)
    if use_reentrant is None:
        use_reentrant = True
    if not use_reentrant:
        return _Recomputed(function, args, kwargs, preserve).run()
    if kwargs:
        raise EngineValueError("Unexpected keyword arguments: " + ",".join(kwargs))
    return CheckpointFunction.apply(function, preserve, *args)


@contextmanager
def _stream_at(state: Any) -> Iterator[None]:
    """Draw from a place in the stream inside the block, then go on from where it was."""
    before = default_generator.state()
    default_generator.restore(state)
    try:
        yield
    finally:
        default_generator.restore(before)


class _StopRecomputationError(Exception):
    """All that backward needs was computed again; the rest of the function need not run."""

    __module__ = "torch.utils.checkpoint"  # so that programs let it pass as it is


class _Recomputed:
    """One call whose saved tensors are computed again when the first of them is asked for."""

    def __init__(self, function: Callable, args: tuple, kwargs: dict, preserve: bool) -> None:
        self.function = function
        self.args = args
        self.kwargs = kwargs
        self.stream = default_generator.state() if preserve else None
        self.count = 0
        self.found: list[Tensor] = []

    def run(self) -> Any:
        """Call the function; of what it saves only the number is kept."""
        with saved_tensors_hooks(self._number, self._again):
            return self.function(*self.args, **self.kwargs)

    def _number(self, value: Tensor) -> int:
        self.count += 1
        return self.count - 1

    def _again(self, number: int) -> Tensor:
        if not self.found:
            self._recompute()
        return self.found[number]

    def _recompute(self) -> None:
        fresh = tuple(_detached(a) for a in self.args)
        stream = nullcontext() if self.stream is None else _stream_at(self.stream)
        hooks = saved_tensors_hooks(self._take, _never)
        with suppress(_StopRecomputationError), enable_grad(), stream, hooks:
            self.function(*fresh, **self.kwargs)

    def _take(self, value: Tensor) -> None:
        self.found.append(value.detach())
        if len(self.found) == self.count:
            raise _StopRecomputationError


def _never(value: Any) -> Any:
    raise EngineRuntimeError("a recomputed tensor is not saved again")


def _detached(value: Any) -> Any:
    if not isinstance(value, Tensor):
        return value
    out = value.detach()
    out.requires_grad = wants_grad(value)
    return out


class CheckpointFunction(Function):
    """The operation behind `use_reentrant=True`."""

    @staticmethod
    def forward(ctx: Any, run_function: Callable, preserve: bool, *args: Any) -> Any:
        """Call the function without recording."""
        ctx.run_function = run_function
        ctx.stream = default_generator.state() if preserve else None
        ctx.inputs = args
        ctx.save_for_backward(*[a for a in args if isinstance(a, Tensor)])
        return run_function(*args)

    @staticmethod
    def backward(ctx: Any, *grads: Any) -> tuple:
        """Call it again, recording, and run backward from its results."""
        ctx.saved_tensors  # noqa: B018 -- raises where it was freed
        inputs = tuple(_detached(a) for a in ctx.inputs)
        stream = nullcontext() if ctx.stream is None else _stream_at(ctx.stream)
        with enable_grad(), stream:
            output = ctx.run_function(*inputs)
        outputs = output if isinstance(output, tuple) else (output,)
        live = [
            (out, g)
            for out, g in zip(outputs, grads, strict=True)
            if isinstance(out, Tensor) and wants_grad(out)
        ]
        if not live:
            raise EngineRuntimeError(
                "none of output has requires_grad=True, this checkpoint() is not necessary"
            )
        backward([out for out, _ in live], [g for _, g in live])
        return (None, None, *(a.grad if isinstance(a, Tensor) else None for a in inputs))


def checkpoint_sequential(
    functions: Any, segments: int, input: Any, use_reentrant: bool | None = None, **kwargs: Any
) -> Any:
    """Run functions one after another in segments, all but the last checkpointed."""
    preserve = kwargs.pop("preserve_rng_state", True)
    if kwargs:
        raise EngineValueError("Unexpected keyword arguments: " + ",".join(kwargs))
    steps = list(functions.children()) if hasattr(functions, "children") else list(functions)
    size = len(steps) // segments
    end = -1
    for start in range(0, size * (segments - 1), size):
        end = start + size - 1
        input = checkpoint(
            _chain(steps[start : end + 1]),
            input,
            use_reentrant=use_reentrant,
            preserve_rng_state=preserve,
        )
    return _chain(steps[end + 1 :])(input)


def _chain(steps: Sequence[Callable]) -> Callable:
    def run(value: Any) -> Any:
        for step in steps:
            value = step(value)
        return value

    return run
