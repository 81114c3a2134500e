"""Seeding and saving the stream of random numbers: torch.manual_seed, torch.Generator and kin."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import numpy as np

from .. import dtypes
from ..addresses import address
from ..errors import EngineRuntimeError, EngineTypeError
from ..generator import Generator as _Stream
from ..generator import default_generator
from ..modes import state
from ..tensor import Tensor, result
from .device import CPU, check, device

__all__ = [
    "Generator",
    "chosen",
    "default_generator",
    "fork_rng",
    "get_rng_state",
    "initial_seed",
    "manual_seed",
    "seed",
    "set_rng_state",
]


class Generator(_Stream):
    """A stream of random numbers of a program's own."""

    __module__ = "torch._C"

    def __init__(self, device: Any = "cpu") -> None:
        check(device)
        super().__init__()


def chosen(generator: Any) -> _Stream:
    """The stream to draw from: the one given, or torch's default.

    Raises: RuntimeError inside a vmap that allows no randomness.
    """
    if state.mapping == "error":
        raise EngineRuntimeError(
            "vmap: called random operation while in randomness error mode. Please either use the "
            "'same' or 'different' randomness flags on vmap or perform the randomness operation "
            "out of vmap"
        )
    if generator is not None and not isinstance(generator, _Stream):
        raise EngineTypeError(
            f"argument 'generator' must be torch.Generator, not {type(generator).__name__}"
        )
    return default_generator if generator is None else generator


def _device(self: _Stream) -> device:
    return CPU


def _repr(self: _Stream) -> str:
    return f"<torch._C.Generator object at {address(self)}>"


def _get_state(self: _Stream) -> Tensor:
    return result(self.state())


def _set_state(self: _Stream, state: Any) -> _Stream:
    if not isinstance(state, Tensor) or state.dtype is not dtypes.uint8:
        raise EngineTypeError("RNG state must be a torch.ByteTensor")
    return self.restore(np.asarray(state.array()))


def _clone_state(self: _Stream) -> _Stream:
    return Generator().restore(self.state())


_FOR_PROGRAMS: dict[str, Any] = {
    "device": property(_device),
    "__repr__": _repr,
    "get_state": _get_state,
    "set_state": _set_state,
    "clone_state": _clone_state,
}
for _name, _function in _FOR_PROGRAMS.items():
    setattr(_Stream, _name, _function)


def manual_seed(seed: Any) -> _Stream:
    """Start the default stream of a seed."""
    return default_generator.manual_seed(int(seed))


def seed() -> int:
    """Start another default stream and return its seed."""
    return default_generator.seed()


def initial_seed() -> int:
    """What the default stream began with."""
    return default_generator.initial_seed()


def get_rng_state() -> Tensor:
    """The place in the default stream, as a tensor of bytes."""
    return _get_state(default_generator)


def set_rng_state(new_state: Any) -> None:
    """Go to a place in the default stream that `get_rng_state` gave."""
    _set_state(default_generator, new_state)


@contextmanager
def fork_rng(
    devices: Any = None, enabled: bool = True, _caller: str = "", _devices_kw: str = ""
) -> Iterator[None]:
    """Let what is drawn inside the block not count for what is drawn behind it."""
    before = default_generator.state()
    try:
        yield
    finally:
        if enabled:
            default_generator.restore(before)
