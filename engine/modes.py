"""The switches that change what an operation does: grad, inference, default dtype, limits.

Operations read `state`; users change it through the context managers below, which restore what
they found. All that the engine holds by module besides is the random generator, counters that
only grow, caches, and the stacks of what is open at the moment: reverse passes and dual levels.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager

import numpy as np

from . import dtypes
from .dtypes import DType


class State:
    """What operations look up at every call.

    grad_enabled: whether results of tracked inputs record a node.
    grad_layout: whether a leaf's first gradient is laid out in memory as the leaf is.
    inference: whether results are inference tensors (never recorded, no version counter).
    anomaly: whether the reverse pass stops at the first NaN, naming the forward operation.
    default_dtype: the dtype of float literals and of integers under a float function.
    tensor_bytes: the largest tensor that may be allocated, in bytes.
    origin: what the caller is evaluating (a source span); nodes keep it for reports.
    saved_tensor_hooks: pairs of functions that pack and unpack what is saved, innermost last.
    on_apply: called with the row, the arguments and the result of each operation, or None.
    on_pass: called with the seeds and the targets of each reverse pass, gives a context whose
        value is called as `backward.gradients` calls `watch`; or None.
    implemented_only: whether a derivative that torch does not implement is an error, as programs
        expect; expressions get what it is.
    lenient: whether an operation that refuses integers, or dtypes that differ, is given its
        inputs in one floating dtype instead: expressions want the number, programs torch's error.
    mapping: None but where a function runs for one of many indices and must not depend on values;
        there what drawing random numbers is to be: 'error', 'different' or 'same'.
    saved_hooks_refused: why hooks on saved tensors may not be used, or None.
    decide: what answers when a rule asks whether a symbol is true; None raises an error.
    """

    __slots__ = (
        "anomaly",
        "decide",
        "default_dtype",
        "grad_enabled",
        "grad_layout",
        "implemented_only",
        "inference",
        "lenient",
        "mapping",
        "on_apply",
        "on_pass",
        "origin",
        "saved_hooks_refused",
        "saved_tensor_hooks",
        "tensor_bytes",
    )

    def __init__(self) -> None:
        self.grad_enabled = True
        self.grad_layout = True
        self.inference = False
        self.implemented_only = False
        self.mapping: str | None = None
        self.saved_hooks_refused: str | None = None
        self.anomaly = False
        self.default_dtype: DType = dtypes.float32
        self.tensor_bytes = 4 << 30
        self.origin: object = None
        self.on_apply: Callable | None = None
        self.on_pass: Callable | None = None
        self.lenient = False
        self.decide: Callable | None = None
        self.saved_tensor_hooks: list[tuple] = []


state = State()
Block = AbstractContextManager[None]


@contextmanager
def _switched(name: str, value: object) -> Iterator[None]:
    before = getattr(state, name)
    setattr(state, name, value)
    try:
        yield
    finally:
        setattr(state, name, before)


def no_grad() -> Block:
    """Record nothing inside the block."""
    return _switched("grad_enabled", False)


def enable_grad() -> Block:
    """Record inside the block, also where no_grad surrounds it."""
    return _switched("grad_enabled", True)


def set_grad_enabled(mode: bool) -> Block:
    """Record inside the block if `mode` is true."""
    return _switched("grad_enabled", bool(mode))


def default_dtype(dtype: DType) -> Block:
    """Make `dtype` (float32 or float64) the default floating-point dtype inside the block."""
    return _switched("default_dtype", dtype)


def implemented_only() -> Block:
    """Refuse derivatives that torch does not implement, inside the block."""
    return _switched("implemented_only", True)


def lenient() -> Block:
    """Promote the inputs of operations that refuse their dtypes, inside the block."""
    return _switched("lenient", True)


def tensor_bytes(limit: int) -> Block:
    """Refuse tensors of more than `limit` bytes inside the block."""
    return _switched("tensor_bytes", limit)


def mapping(randomness: str) -> Block:
    """Let vmap's rules hold inside the block: for randomness, and against looking at values."""
    return _switched("mapping", randomness)


def refusing_saved_hooks(message: str) -> Block:
    """Let hooks on saved tensors raise an error inside the block."""
    return _switched("saved_hooks_refused", message)


@contextmanager
def fresh(tensor_bytes: int) -> Iterator[None]:
    """All switches as at the start of a process inside the block; floats overflow in silence."""
    before = {name: getattr(state, name) for name in State.__slots__}
    state.__init__()
    state.tensor_bytes = tensor_bytes
    try:
        with np.errstate(all="ignore"):
            yield
    finally:
        for name, value in before.items():
            setattr(state, name, value)
