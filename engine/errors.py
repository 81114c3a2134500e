"""Exception types of the engine, and torch's wording where several operations share it.

Each type derives from the Python exception that torch raises in the same place, so that
programs catch them as they would torch's. Texts used once stand beside their check.
"""

from __future__ import annotations

from typing import Any, NamedTuple


class Places(NamedTuple):
    """Where the reverse pass met an error, as origins (see `modes.State`), None where unknown.

    node: the name of the node. operation: what made the node. write: the in-place write that
    changed what the node had saved; None where the error is another.
    """

    node: str
    operation: object
    write: object


class EngineError(Exception):
    """Base of what the engine raises for a user's mistake. places: see `Places`."""

    places: Places | None = None


class EngineTypeError(EngineError, TypeError):
    """A wrong type or dtype of argument."""


class EngineValueError(EngineError, ValueError):
    """A value outside what an operation takes."""


class EngineIndexError(EngineError, IndexError):
    """An index or an axis out of range."""


class EngineRuntimeError(EngineError, RuntimeError):
    """Shapes that do not fit, a misuse of the graph, and the rest of torch's RuntimeErrors."""


class EngineBufferError(EngineError, BufferError):
    """A BufferError that PyTorch raises, too."""


class EngineAttributeError(EngineError, AttributeError):
    """An attribute that a value has not, or that cannot be set or deleted."""


class EngineAssertionError(EngineError, AssertionError):
    """What torch asserts, such as that it was built for a device."""


class LinAlgError(EngineRuntimeError):
    """A singular matrix, or one that is not positive-definite; torch.linalg.LinAlgError."""


class NotOffered(EngineRuntimeError, NotImplementedError):
    """A combination of arguments that torch does not implement either."""


class UnsupportedDType(EngineRuntimeError, NotImplementedError):
    """An operation on a dtype that torch has no kernel for."""


class NotDifferentiable(EngineError, NotImplementedError):
    """An operation or an input that has no derivative rule."""


def derivative_missing(name: str) -> EngineRuntimeError:
    """torch's error for an operation whose derivative it does not implement."""
    return EngineRuntimeError(f"derivative for aten::{name} is not implemented")


class LimitExceeded(EngineError, MemoryError):
    """A tensor larger than the limit, refused before it is allocated."""


class ArgumentMismatch(EngineTypeError):
    """Arguments that none of an operation's overloads takes."""


def dim_out_of_range(dim: int, ndim: int) -> EngineIndexError:
    """torch's message for an axis that a tensor of `ndim` axes does not have."""
    least, most = (-ndim, ndim - 1) if ndim else (-1, 0)
    return EngineIndexError(
        f"Dimension out of range (expected to be in range of [{least}, {most}], but got {dim})"
    )


def sizes_differ(a: int, b: int, axis: int) -> EngineRuntimeError:
    """torch's message for two sizes that do not broadcast."""
    return EngineRuntimeError(
        f"The size of tensor a ({a}) must match the size of tensor b ({b}) "
        f"at non-singleton dimension {axis}"
    )


def freed_graph() -> EngineRuntimeError:
    """torch's message for a second pass through a graph whose saved tensors were freed."""
    return EngineRuntimeError(
        "Trying to backward through the graph a second time (or directly access saved tensors "
        "after they have already been freed). Saved intermediate values of the graph are freed "
        "when you call .backward() or autograd.grad(). Specify retain_graph=True if you need to "
        "backward through the graph a second time or if you need to access saved tensors after "
        "calling backward."
    )


def inference_saved() -> EngineRuntimeError:
    """torch's message for recording an operation that needs an inference tensor later."""
    return EngineRuntimeError(
        "Inference tensors cannot be saved for backward. Please do not use Tensors created in "
        "inference mode in computation tracked by autograd. To work around this, you can make a "
        "clone to get a normal tensor and use it in autograd, or use `torch.no_grad()` instead of "
        "`torch.inference_mode()`."
    )


def no_grad_fn(which: int = 0) -> EngineRuntimeError:
    """torch's message for differentiating what was not tracked."""
    return EngineRuntimeError(
        f"element {which} of tensors does not require grad and does not have a grad_fn"
    )


def kernel_missing(kernel: str, dtype: Any) -> UnsupportedDType:
    """torch's message for a kernel that it has not for a dtype."""
    name = dtype.tensor_type.removeprefix("torch.").removesuffix("Tensor")
    return UnsupportedDType(f"\"{kernel}\" not implemented for '{name}'")


def overlapping() -> EngineRuntimeError:
    """torch's message for writing to a tensor whose elements share memory, as after expand."""
    return EngineRuntimeError(
        "unsupported operation: more than one element of the written-to tensor refers to a "
        "single memory location. Please clone() the tensor before performing the operation."
    )
