"""torch's window functions for signals: hann, hamming, blackman, bartlett and kaiser.

Source: ATen/native/TensorFactories.cpp: the numbers are computed in the dtype of the result,
step by step as torch does it.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from ..dtypes import DType
from ..errors import EngineRuntimeError
from ..modes import state
from ..ops.filled import made
from ..ops.public import call as enter
from ..tensor import Tensor
from .device import check


def _places(name: str, length: int, periodic: bool, kind: DType) -> np.ndarray | None:
    """0, 1, 2 and so on, one more if periodic; None where the window is trivial."""
    if length < 0:
        raise EngineRuntimeError(
            f"{name} requires non-negative window_length, got window_length={length}"
        )
    if length < 2:
        return None
    return np.arange(length + 1 if periodic else length, dtype=kind.np)


def _window(name: str, shape: Callable) -> Callable:
    def function(
        window_length: int,
        periodic: bool = True,
        *settings: float,
        dtype: DType | None = None,
        layout: Any = None,
        device: Any = None,
        requires_grad: bool = False,
        pin_memory: bool = False,
        **named: float,
    ) -> Tensor:
        check(device)
        kind = dtype or state.default_dtype
        places = _places(name, window_length, periodic, kind)
        if places is None:
            return made(np.ones(window_length, kind.np), requires_grad)
        values = shape(places, places.size - 1, *settings, **named)
        return made(np.asarray(values, kind.np)[:window_length], requires_grad)

    function.__name__ = function.__qualname__ = name
    return function


def _hamming(places: np.ndarray, last: int, alpha: float = 0.54, beta: float = 0.46) -> np.ndarray:
    number = places.dtype.type
    return _cosine(places * number(2 * np.pi / last)) * number(-beta) + number(alpha)


def _cosine(angle: np.ndarray) -> np.ndarray:
    return np.cos(angle.astype(np.float64)).astype(angle.dtype)


def _blackman(places: np.ndarray, last: int) -> np.ndarray:
    number = places.dtype.type
    angle = places * number(np.pi / last)
    twice, once = _cosine(angle * number(4)), _cosine(angle * number(2))
    return twice * number(0.08) - once * number(0.5) + number(0.42)


def _bartlett(places: np.ndarray, last: int) -> np.ndarray:
    rising = places * places.dtype.type(2.0 / last)
    return np.where(rising <= 1, rising, 2 - rising)


def _kaiser(places: np.ndarray, last: int, beta: float = 12.0) -> np.ndarray:
    middle = last / 2
    within = 1 - ((places.astype(np.float64) - middle) / middle) ** 2
    bessel = enter("special.i0", _double(beta * np.sqrt(np.maximum(within, 0))))
    return bessel.array() / enter("special.i0", _double(np.asarray(beta))).array()


def _double(values: np.ndarray) -> Tensor:
    return made(np.asarray(values, np.float64), False)


hann_window = _window("hann_window", lambda p, last: _hamming(p, last, 0.5, 0.5))
hamming_window = _window("hamming_window", _hamming)
blackman_window = _window("blackman_window", _blackman)
bartlett_window = _window("bartlett_window", _bartlett)
kaiser_window = _window("kaiser_window", _kaiser)
