"""Fractional max pooling as programs call it: the places of the windows are drawn.

Source: torch/nn/functional.py, fractional_max_pool2d_with_indices and its kin.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from ..errors import EngineIndexError, EngineRuntimeError, EngineValueError
from ..ops.public import call
from ..tensor import Tensor
from .draws import rand


def _each(value: Any, axes: int) -> tuple:
    """One setting for each axis."""
    return tuple(value) if isinstance(value, list | tuple) else (value,) * axes


def _pool(axes: int, input: Tensor, kernel_size: Any, size: Any, ratio: Any, samples: Any) -> Any:
    """The largest elements and where they are."""
    if size is None and ratio is None:
        raise EngineValueError(
            f"fractional_max_pool{axes}d requires specifying either an output_size or an "
            "output_ratio"
        )
    if input.ndim <= axes:
        raise EngineIndexError(
            f"Dimension out of range (expected to be in range of [{-input.ndim}, "
            f"{input.ndim - 1}], but got {-axes - 1})"
        )
    if size is None:
        own = input.shape[input.ndim - axes :]
        size = [int(n * part) for n, part in zip(own, _each(ratio, axes), strict=True)]
    if samples is None:
        batch = 1 if input.ndim == axes + 1 else input.shape[0]
        samples = rand(batch, input.shape[-axes - 1], axes, dtype=input.dtype)
    if samples.dtype is not input.dtype:
        raise EngineRuntimeError("Expect _random_samples to have the same dtype as input")
    name = f"_fractional_max_pool{axes}d_at"
    return call(name, input, _each(kernel_size, axes), _each(size, axes), samples)


def _functions(axes: int) -> tuple[Callable, Callable]:
    def with_indices(
        input: Tensor,
        kernel_size: Any,
        output_size: Any = None,
        output_ratio: Any = None,
        return_indices: bool = False,
        _random_samples: Any = None,
    ) -> Any:
        """The largest elements of windows at random places, and where they are."""
        found = _pool(axes, input, kernel_size, output_size, output_ratio, _random_samples)
        return tuple(found)

    def largest(
        input: Tensor,
        kernel_size: Any,
        output_size: Any = None,
        output_ratio: Any = None,
        return_indices: bool = False,
        _random_samples: Any = None,
    ) -> Any:
        """The largest elements of windows at random places; where they are, if asked for."""
        found = _pool(axes, input, kernel_size, output_size, output_ratio, _random_samples)
        return tuple(found) if return_indices else found[0]

    largest.__name__ = largest.__qualname__ = f"fractional_max_pool{axes}d"
    with_indices.__name__ = with_indices.__qualname__ = f"{largest.__name__}_with_indices"
    return largest, with_indices


fractional_max_pool2d, fractional_max_pool2d_with_indices = _functions(2)
fractional_max_pool3d, fractional_max_pool3d_with_indices = _functions(3)
