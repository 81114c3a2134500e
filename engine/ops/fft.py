"""Fourier transforms from real numbers to real numbers: irfft and hfft in any number of axes.

Both are the same map, scaled differently: the real part of a transform whose input is half of a
spectrum, the other half its mirror image. The adjoint doubles what stood for two elements.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from .. import shapes
from ..errors import EngineIndexError, EngineRuntimeError
from ..kinds import Array, Setting
from ..modes import state
from ..registry import composite, linear
from .lead import ndim, shape_of
from .matrix import raw_of

# the scaling of the other direction; Any, since numpy takes literal strings only
_ADJOINT: dict[str, Any] = {"backward": "forward", "forward": "backward", "ortho": "ortho"}


def _to_real(self: Array, sizes: Setting, dims: Setting, norm: Setting) -> Any:
    shape = list(self.shape)
    for d, n in zip(dims, sizes, strict=True):
        shape[d] = n
    shapes.check_size(shape, 2 * self.itemsize)
    return np.fft.irfftn(self, sizes, dims, norm).astype(self.dtype, copy=False)


def _from_real(self: Array, kept: Setting, dims: Setting, norm: Setting) -> Any:
    """The adjoint: `kept` elements along each axis."""
    sizes = [self.shape[d] for d in dims]
    spectrum = np.fft.rfftn(self, sizes, dims, _ADJOINT[norm]).real
    last = dims[-1]
    twice = np.full(spectrum.shape[last], 2.0)
    twice[0] = 1
    if sizes[-1] % 2 == 0:
        twice[-1] = 1
    spectrum = spectrum * twice.reshape(-1, *(1,) * (-last - 1))
    return _fitted(spectrum, kept, dims).astype(self.dtype, copy=False)


def _fitted(array: np.ndarray, sizes: Any, dims: Any) -> np.ndarray:
    """`array` cut or filled up with zeros at the end of axes."""
    shape = list(array.shape)
    part: list[Any] = [slice(None)] * array.ndim
    for d, n in zip(dims, sizes, strict=True):
        shape[d] = n
        part[d] = slice(min(n, array.shape[d]))
    out = np.zeros(shape, array.dtype)
    out[tuple(part)] = array[tuple(part)]
    return out


to_real = linear(
    "_irfftn",
    _to_real,
    node="FftC2RBackward0",
    vjp=lambda g, self_shape, dims, norm: from_real(
        g, tuple(self_shape[d] for d in dims), dims, norm
    ),
    doc="The inverse real Fourier transform of real numbers.",
)
from_real = linear(
    "_irfftn_adjoint",
    _from_real,
    node="FftR2CBackward0",
    vjp=lambda g, self_shape, dims, norm: to_real(
        g, tuple(self_shape[d] for d in dims), dims, norm
    ),
    doc="The adjoint of the inverse real Fourier transform.",
)


# -- what programs call


def _norm(norm: str | None, hermitian: bool) -> str:
    """Which direction is scaled, as irfft names it; hfft runs the other way."""
    norm = norm or "backward"
    if norm not in _ADJOINT:
        raise EngineRuntimeError(f'Invalid normalization mode: "{norm}"')
    return _ADJOINT[norm] if hermitian else norm


def _floating(self: Any) -> Any:
    """Integers in the default dtype. Raises: torch's error for half precision."""
    from .convert import cast

    dtype = raw_of(self).dtype
    if dtype.char == "e":
        raise EngineRuntimeError("Unsupported dtype Half")
    return self if dtype.kind == "f" else cast(self, state.default_dtype)


def _run(self: Any, sizes: Any, dims: tuple[int, ...], norm: str | None, hermitian: bool) -> Any:
    """Transform axes that count from the end; a size None or -1 stands for the whole."""
    self = _floating(self)
    shape = shape_of(self)
    wanted = [-1] * len(dims) if sizes is None else list(sizes)
    for k, d in enumerate(dims):
        if wanted[k] == -1:
            wanted[k] = 2 * (shape[d] - 1) if k == len(dims) - 1 else shape[d]
        if wanted[k] < 1:
            raise EngineRuntimeError(f"Invalid number of data points ({wanted[k]}) specified")
    return to_real(self, tuple(wanted), dims, _norm(norm, hermitian))


def _axes(self: Any, sizes: Any, dims: Any) -> tuple[int, ...]:
    """The axes to transform: those given, or as many of the last as there are sizes."""
    count = ndim(self)
    if dims is None:
        if sizes is not None and len(sizes) > count:
            raise EngineRuntimeError(
                f"Got shape with {len(sizes)} values but input tensor only has {count} dimensions."
            )
        return tuple(range(-(count if sizes is None else len(sizes)), 0))
    listed = dims if isinstance(dims, list | tuple) else (dims,)
    found = tuple(shapes.negative_dim(d, count) for d in listed)
    if len(set(found)) != len(found):
        raise EngineRuntimeError("FFT dims must be unique")
    if sizes is not None and len(sizes) != len(found):
        raise EngineRuntimeError("When given, dim and shape arguments must have the same length")
    return found


def _listed(sizes: Any) -> Any:
    return (sizes,) if isinstance(sizes, int) else sizes


def _one(hermitian: bool) -> Callable:
    def function(self: Array, n: int | None = None, dim: int = -1, norm: str | None = None) -> Any:
        if not ndim(self):
            raise EngineIndexError(f"Dimension specified as {dim} but tensor has no dimensions")
        axes = (shapes.negative_dim(dim, ndim(self)),)
        return _run(self, None if n is None else (n,), axes, norm, hermitian)

    return function


def _two(hermitian: bool) -> Callable:
    def function(
        self: Array, s: Setting = None, dim: Setting = (-2, -1), norm: str | None = None
    ) -> Any:
        sizes = _listed(s)
        return _run(self, sizes, _axes(self, sizes, dim), norm, hermitian)

    return function


def _many(hermitian: bool) -> Callable:
    def function(
        self: Array, s: Setting = None, dim: Setting = None, norm: str | None = None
    ) -> Any:
        sizes = _listed(s)
        dims = _axes(self, sizes, dim)
        if not dims:
            raise EngineRuntimeError("irfftn must transform at least one axis")
        return _run(self, sizes, dims, norm, hermitian)

    return function


for _name, _hermitian, _what in (
    ("irfft", False, "The signal whose half spectrum is given, here of real numbers"),
    ("hfft", True, "The real spectrum of a signal of which half is given, here real numbers"),
):
    for _suffix, _make, _where in (
        ("", _one, "along one axis"),
        ("2", _two, "along two axes"),
        ("n", _many, "along several axes"),
    ):
        composite(
            f"fft.{_name}{_suffix}",
            _make(_hermitian),
            method=False,
            doc=f"{_what}, {_where}.",
        )
