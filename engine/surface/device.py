"""torch.device: names of devices, of which there is one, the CPU."""

from __future__ import annotations

import re
from typing import Any

from ..errors import EngineAssertionError, EngineAttributeError, EngineRuntimeError, EngineTypeError

_KINDS = (
    "cpu, cuda, ipu, xpu, mkldnn, opengl, opencl, ideep, hip, ve, fpga, maia, xla, lazy, vulkan, "
    "mps, meta, hpu, mtia, privateuseone"
)
_FORM = re.compile(r"([a-z]+)(?::(0|[1-9][0-9]*))?")
_CALLED = ", but expected one of:\n * (torch.device device)\n{note} * (str type, int index = -1)\n"


class device:  # noqa: N801 -- torch's name
    """The name of a device, such as `device(type='cpu')`. Any name may be made; using one other
    than the CPU is what fails.
    """

    __slots__ = ("index", "type")
    __module__ = "torch"
    type: str
    index: int | None

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        place = args[0] if args else kwargs.get("type", kwargs.get("device"))
        if isinstance(place, device):
            kind, index = place.type, place.index
        elif isinstance(place, str):
            kind, index = _parsed(place)
            number = args[1] if len(args) > 1 else kwargs.get("index")
            if number is not None:
                index = _checked_index(number)
        elif isinstance(place, int) and not isinstance(place, bool):
            raise EngineRuntimeError("Cannot access accelerator device when none is available.")
        else:
            raise _not_taken(args)
        object.__setattr__(self, "type", kind)
        object.__setattr__(self, "index", index)

    def __setattr__(self, name: str, value: Any) -> None:
        raise EngineAttributeError(f"attribute '{name}' of 'torch.device' objects is not writable")

    def __eq__(self, other: object) -> bool:
        return isinstance(other, device) and self.type == other.type and self.index == other.index

    def __hash__(self) -> int:
        return hash((self.type, self.index))

    def __repr__(self) -> str:
        index = "" if self.index is None else f", index={self.index}"
        return f"device(type='{self.type}'{index})"

    def __str__(self) -> str:
        return self.type if self.index is None else f"{self.type}:{self.index}"

    def __format__(self, spec: str) -> str:
        if spec:
            raise EngineTypeError("unsupported format string passed to torch.device.__format__")
        return str(self)

    def __enter__(self) -> device:
        check(self)
        return self

    def __exit__(self, *exception: object) -> None:
        return None


def _parsed(text: str) -> tuple[str, int | None]:
    if not text:
        raise EngineRuntimeError("Device string must not be empty")
    form = _FORM.fullmatch(text)
    if form is None:
        raise EngineRuntimeError(f"Invalid device string: '{text}'")
    if form[1] not in _KINDS.split(", "):
        raise EngineRuntimeError(
            f"Expected one of {_KINDS} device type at start of device string: {form[1]}"
        )
    return form[1], None if form[2] is None else int(form[2])


def _checked_index(number: Any) -> int:
    if not isinstance(number, int):
        kind = type(number).__name__
        raise EngineTypeError(f"device(): argument 'index' (position 2) must be int, not {kind}")
    return number


def _not_taken(args: tuple) -> EngineTypeError:
    kinds = ", ".join(type(a).__name__ for a in args)
    note = f"      didn't match because some of the arguments have invalid types: (!{kinds}!)\n"
    return EngineTypeError(
        f"device() received an invalid combination of arguments - got ({kinds})"
        + _CALLED.format(note=note if args else "")
    )


CPU = device("cpu")


def check(place: Any) -> None:
    """Raise torch's error for a device (or its name) that a CPU build cannot use; None is fine."""
    if place is None:
        return
    kind = (place if isinstance(place, device) else device(place)).type
    if kind == "cuda":
        raise EngineAssertionError("Torch not compiled with CUDA enabled")
    if kind != "cpu":
        raise EngineRuntimeError(f"PyTorch is not linked with support for {kind} devices")


def set_default_device(place: Any) -> None:
    """Choose where tensors are made. Raises: torch's error for another device than the CPU."""
    check(place)


def get_default_device() -> device:
    """Where tensors are made: the CPU."""
    return CPU
