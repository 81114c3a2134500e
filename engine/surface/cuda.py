"""torch.cuda and torch.backends as a build for the CPU has them."""

from __future__ import annotations

from ..errors import EngineAssertionError


def is_available() -> bool:
    """Whether there is such a device: there is not."""
    return False


def device_count() -> int:
    """How many devices there are."""
    return 0


def current_device() -> int:
    """Raise torch's error: there is no device to be current."""
    raise EngineAssertionError("Torch not compiled with CUDA enabled")


def synchronize(device: object = None) -> None:
    """Raise torch's error: there is no device to wait for."""
    current_device()


def empty_cache() -> None:
    """Give back memory of devices: nothing to do."""


def manual_seed(seed: int) -> None:
    """Seed the devices' generators: nothing to do."""
    int(seed)


manual_seed_all = manual_seed


def is_built() -> bool:
    """Whether this build could use such a device: it could not."""
    return False
