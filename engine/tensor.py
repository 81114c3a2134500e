"""The Tensor: a value, its place in the graph, and its gradient. No mathematics.

`data` is the raw value: a Python float for a 0-d float64 (scalars are the common case at a
command line and cost a tenth of a 0-d array), else a numpy array. Two tensors share memory
exactly if their arrays do; they then share a `Storage` too, which counts in-place writes.
Operators and methods come from the rows and are attached by `surface.methods`.
"""

from __future__ import annotations

import weakref
from collections.abc import Callable
from typing import Any

import numpy as np

from . import dtypes
from .dtypes import DType
from .errors import EngineRuntimeError, EngineTypeError, EngineValueError
from .modes import state
from .node import AccumulateGrad, Node
from .storage import Storage

_new = object.__new__
_DOUBLE = dtypes.float64.np


class Extra:
    """What few tensors have: a gradient, hooks, a base.

    grad: the accumulated gradient. accumulator: weak reference to the leaf's node.
    hooks, post_hooks: by number, in order. retains_grad: keep a gradient though no leaf.
    base: the tensor that this one is a view of. view_version: of the memory when the view's
        history was last looked at.
    creation: how a view was made where that forbids in-place writes ('no_grad', 'multi').
    role: what it is to a module: 'parameter', 'buffer', 'transient buffer', or None.
    grad_dtype: the dtype that gradients have to have: a DType, None for any, or 'own'.
    attributes: what a program has set on it, by name.
    """

    __slots__ = (
        "accumulator",
        "attributes",
        "base",
        "creation",
        "grad",
        "grad_dtype",
        "hooks",
        "inference",
        "post_hooks",
        "retains_grad",
        "role",
        "view_version",
    )

    def __init__(self) -> None:
        self.grad: Tensor | None = None
        self.accumulator: Callable[[], AccumulateGrad | None] | None = None
        self.hooks: dict | None = None
        self.post_hooks: dict | None = None
        self.retains_grad = False
        self.base: Tensor | None = None
        self.view_version = 0
        self.creation: str | None = None
        self.inference = False
        self.role: str | None = None
        self.grad_dtype: DType | str | None = "own"
        self.attributes: dict[str, Any] | None = None


class Tensor:
    """An n-dimensional array that may be part of a graph.

    data: the raw value. requires_grad: whether gradients are wanted for it or through it.
    grad_fn, output_nr: the node that made it and which of its outputs it is; None for a leaf.
    storage: the version counter of its memory, or None (version 0, shared with nobody).
    """

    __module__ = "torch"  # where programs know it from
    __slots__ = (
        "__weakref__",
        "data",
        "extra",
        "grad_fn",
        "output_nr",
        "requires_grad",
        "storage",
    )
    data: Any
    extra: Extra | None
    grad_fn: Node | None
    output_nr: int
    requires_grad: bool
    storage: Storage | None

    def __init__(self, data: Any, requires_grad: bool = False) -> None:
        """Wrap a raw value (not copied). Use `tensor` to make one from numbers or lists."""
        self.data = data
        self.requires_grad = requires_grad
        self.grad_fn = None
        self.output_nr = 0
        self.storage = None
        self.extra = None

    # -- what it is

    @property
    def shape(self) -> tuple[int, ...]:
        data = self.data
        return () if data.__class__ is float else data.shape

    @property
    def dtype(self) -> DType:
        return dtypes.of(self.data)

    @property
    def ndim(self) -> int:
        data = self.data
        return 0 if data.__class__ is float else data.ndim

    @property
    def is_leaf(self) -> bool:
        return history(self) is None

    @property
    def version(self) -> int:
        """How often its memory was written in place."""
        return self.storage.version if self.storage is not None else 0

    def numel(self) -> int:
        data = self.data
        return 1 if data.__class__ is float else data.size

    def array(self) -> np.ndarray:
        """The value as an array, sharing memory where it has some; never a Python float."""
        data = self.data
        return np.asarray(data) if data.__class__ is float else data

    def numpy(self) -> np.ndarray:
        """The value as a numpy array that shares its memory."""
        return self.materialize()

    def item(self) -> float | int | bool:
        """The one value as a Python number. Raises: RuntimeError unless there is one element."""
        if state.mapping:
            raise EngineRuntimeError(
                "vmap: It looks like you're calling .item() on a Tensor. We don't support vmap "
                "over calling .item() on a Tensor, please try to rewrite what you're doing with "
                "other operations. If error is occurring somewhere inside PyTorch internals, "
                "please file a bug report."
            )
        data = self.data
        if data.__class__ is float:
            return data
        if data.size != 1:
            raise EngineRuntimeError(
                f"a Tensor with {data.size} elements cannot be converted to Scalar"
            )
        return data.item()

    def tolist(self) -> Any:
        """The values as nested lists of Python numbers; one number for a 0-d tensor."""
        data = self.data
        return data if data.__class__ is float else data.tolist()

    # -- memory

    def share_storage(self) -> Storage:
        """The version counter, made on first use.

        The node that saved this tensor as its result is told, so that it sees later writes.
        """
        storage = self.storage
        if storage is None:
            storage = self.storage = Storage()
            node = self.grad_fn
            if node is not None and node.row.saves_result and node.result_storage is None:
                saved = [number for _, number in node.row.result_positions]
                node.result_storage = storage if self.output_nr in saved else None
        return storage

    def materialize(self) -> np.ndarray:
        """The value as an array that later writes go to: gives a scalar its memory."""
        if self.data.__class__ is float:
            self.data = np.asarray(self.data)
        return self.data

    def detach(self) -> Tensor:
        """A leaf without history that shares the memory and the version counter."""
        out = Tensor(self.materialize())
        out.storage = self.share_storage()
        if state.on_apply is not None:
            from .recorder import DETACH  # a row, which stands above this file

            state.on_apply(DETACH, (self,), out)
        return out

    # -- the gradient

    def extras(self) -> Extra:
        """The rare attributes, made on first use."""
        extra = self.extra
        if extra is None:
            extra = self.extra = Extra()
        return extra

    @property
    def grad(self) -> Tensor | None:
        return self.extra.grad if self.extra is not None else None

    @grad.setter
    def grad(self, value: Tensor | None) -> None:
        if value is not None:
            self._check_grad(value)
        self.extras().grad = value

    def _check_grad(self, value: Any) -> None:
        """Raise torch's errors for what cannot be the gradient of this tensor."""
        if not isinstance(value, Tensor):
            raise EngineTypeError(
                "assigned grad expected to be a Tensor or None but got grad of type "
                f"{type(value).__name__}"
            )
        if value is self:
            raise EngineRuntimeError("can't assign Variable as its own grad")
        wanted = self.grad_dtype
        if wanted is not None and value.dtype is not wanted:
            raise EngineRuntimeError(
                f"attempting to assign a gradient with dtype '{value.dtype.c_name}' to a tensor "
                f"with grad_dtype '{dtypes.SCALAR_TYPE_NAMES[wanted.name]}'. The gradient must "
                "match the tensor's grad_dtype (defaults to the tensor's dtype). You can set the "
                "tensor's grad_dtype attribute with a specific dtype, or None to allow any dtype. "
                "Set grad_dtype with caution. Diverging the dtypes of a tensor and its gradient "
                "may break downstream systems that assume they match."
            )
        if value.shape != self.shape:
            raise EngineRuntimeError(
                f"attempting to assign a gradient of size '{list(value.shape)}' to a tensor of "
                f"size '{list(self.shape)}'. Please ensure that the gradient and the tensor are "
                "the same size"
            )

    @property
    def grad_dtype(self) -> DType | None:
        """The dtype that its gradient has to have; None for any."""
        wanted = self.extra.grad_dtype if self.extra is not None else "own"
        return self.dtype if isinstance(wanted, str) else wanted

    def requires_grad_(self, requires_grad: bool = True) -> Tensor:
        """Ask for gradients of this leaf, in place. Raises torch's errors for other tensors."""
        if requires_grad and not self.dtype.is_floating_point:
            raise EngineRuntimeError("only Tensors of floating point dtype can require gradients")
        if not requires_grad and self.grad_fn is not None:
            raise EngineRuntimeError(
                "you can only change requires_grad flags of leaf variables. If you want to use a "
                "computed variable in a subgraph that doesn't require differentiation use "
                "var_no_grad = var.detach()."
            )
        if self.grad_fn is None:
            self.requires_grad = requires_grad
        return self

    # -- Python's conversions

    def __bool__(self) -> bool:
        if state.mapping:
            raise EngineRuntimeError(
                "vmap: It looks like you're attempting to use a Tensor in some data-dependent "
                "control flow. We don't support that yet, please file an issue at "
                "https://github.com/pytorch/pytorch/issues ."
            )
        data = self.data
        if data.__class__ is float:
            return data != 0.0
        if data.size != 1:
            raise EngineRuntimeError(
                "Boolean value of Tensor with "
                f"{'no values' if data.size == 0 else 'more than one value'} is ambiguous"
            )
        return bool(data.item())

    def _number(self) -> float | int | bool:
        if self.numel() != 1:
            raise EngineValueError("only one element tensors can be converted to Python scalars")
        return self.item()

    def __float__(self) -> float:
        return float(self._number())

    def __int__(self) -> int:
        return int(self._number())

    def __index__(self) -> int:
        if self.dtype.category > 1 or self.numel() != 1:
            raise EngineTypeError(
                "only integer tensors of a single element can be converted to an index"
            )
        return int(self.item())

    def __len__(self) -> int:
        if not self.ndim:
            raise EngineTypeError("len() of a 0-d tensor")
        return self.shape[0]

    def __hash__(self) -> int:
        return id(self)

    def __repr__(self) -> str:
        return f"tensor({self.tolist()}, dtype={self.dtype})"


def result(data: Any) -> Tensor:
    """A new untracked tensor around the raw result of a kernel."""
    out: Tensor = _new(Tensor)
    out.data = raw(data)
    out.requires_grad = False
    out.grad_fn = None
    out.output_nr = 0
    out.storage = None
    out.extra = None
    if state.inference:
        out.extras().inference = True
    return out


def raw(value: Any) -> Any:
    """`value` in the form that tensors carry: a Python float or an array."""
    kind = value.__class__
    if kind is float or kind is np.ndarray:
        return value
    if kind is np.float64:
        return float(value)
    return np.asarray(value)


def as_tensor(value: Any) -> Tensor | None:
    """What a pass found, raw or recorded, as a tensor; None stays None."""
    return value if value is None or value.__class__ is Tensor else result(value)


def element(t: Tensor) -> float | None:
    """The number in a 0-d float64 tensor whose memory was never written; None for others."""
    storage = t.storage
    if storage is not None and storage.version:
        return None
    data = t.data
    if data.__class__ is float:
        return data
    return data.item() if not data.ndim and data.dtype is _DOUBLE else None


def history(t: Tensor) -> Node | None:
    """The node that made `t`, brought up to date if it is a view whose memory was written."""
    extra = t.extra
    if extra is not None and extra.base is not None:
        storage = t.storage
        if storage is not None and extra.view_version != storage.version:
            from .ops.inplace import renew

            renew(t)
    return t.grad_fn


def wants_grad(t: Tensor) -> bool:
    """Whether gradients are wanted for `t`: for itself, or for the tensor it is a view of."""
    if t.requires_grad:
        return True
    extra = t.extra
    return extra is not None and extra.base is not None and extra.base.requires_grad


def edge(t: Tensor) -> Node | None:
    """The node that gradients for `t` go to: its grad_fn, or the accumulator of a leaf."""
    node = t.grad_fn if t.extra is None else history(t)
    if node is not None:
        return node
    if not t.requires_grad:
        return None
    extra = t.extra
    if extra is None:
        extra = t.extras()
    if extra.base is not None and extra.base.requires_grad:
        return None  # a view made without recording, as in torch
    if extra.accumulator is not None:
        node = extra.accumulator()
        if node is not None:
            return node
    node = AccumulateGrad(t)
    extra.accumulator = weakref.ref(node)
    return node


def tracked(data: Any, node: Node, output_nr: int = 0) -> Tensor:
    """A new tensor that `node` made."""
    out = result(data)
    out.requires_grad = True
    out.grad_fn = node
    out.output_nr = output_nr
    return out
