"""What anomaly mode asks of each node of a reverse pass. Source: torch's anomaly mode."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from .errors import EngineRuntimeError, Places
from .node import Node
from .tensor import Tensor


def stop_at_nan(node: Node, g: Any, ds: Any) -> None:
    """Raise torch's error for a rule that gave a NaN."""
    for k, d in enumerate(ds):
        if d is not None and np.isnan(d.data if d.__class__ is Tensor else d).any():
            error = EngineRuntimeError(
                f"Function '{node.name()}' returned nan values in its {k}th output."
            )
            error.places = Places(node.name(), node.origin, None)
            raise error


def stopping(watch: Callable) -> Callable:
    """A watch of a reverse pass that stops at a NaN once it has seen it."""

    def watch_and_stop(node: Node, g: Any, ds: list) -> None:
        watch(node, g, ds)
        stop_at_nan(node, g, ds)

    return watch_and_stop
