"""Fractional max pooling as modules: each call pools windows at other places."""

from __future__ import annotations

from typing import Any

from ...errors import EngineValueError
from ...tensor import Tensor
from .functional import F
from .module import Module
from .sizes import for_each


class _FractionalMaxPool(Module):
    """The largest element of windows at random places, so many of them along each axis."""

    _init_shown = "_FractionalMaxPoolNd"
    _forward_shown = "each"
    _axes: int

    def __init__(
        self,
        kernel_size: Any,
        output_size: Any = None,
        output_ratio: Any = None,
        return_indices: bool = False,
        _random_samples: Any = None,
    ) -> None:
        super().__init__()
        self.kernel_size = for_each(kernel_size, self._axes)
        self.return_indices = return_indices
        self.output_size = None if output_size is None else for_each(output_size, self._axes)
        self.output_ratio = None if output_ratio is None else for_each(output_ratio, self._axes)
        self._samples = _random_samples
        if output_size is None and output_ratio is None:
            raise EngineValueError(
                f"{type(self).__name__} requires specifying either an output size, or a pooling "
                "ratio"
            )
        if output_size is not None and output_ratio is not None:
            raise EngineValueError("only one of output_size and output_ratio may be specified")
        if self.output_ratio is not None and not all(0 < r < 1 for r in self.output_ratio):
            raise EngineValueError(f"output_ratio must be between 0 and 1 (got {output_ratio})")

    def forward(self, input: Tensor) -> Any:
        """The largest elements, and where they are if `return_indices`."""
        return getattr(F, f"fractional_max_pool{self._axes}d")(
            input,
            self.kernel_size,
            self.output_size,
            self.output_ratio,
            self.return_indices,
            _random_samples=self._samples,
        )


class FractionalMaxPool2d(_FractionalMaxPool):
    """Windows of images."""

    _axes = 2


class FractionalMaxPool3d(_FractionalMaxPool):
    """Windows of volumes."""

    _axes = 3
