"""Grids of affine maps, for sampling images and volumes: affine_grid."""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from .. import shapes
from ..errors import EngineValueError, NotOffered
from ..kinds import Array, Setting, Shape
from ..registry import composite, linear
from .lead import ndim, reshape_own, shape_of
from .matrix import constant_like, matmul_own, raw_of, transpose

F = "nn.functional."


def _base_grid(size: tuple[int, ...], align: bool, dtype: np.dtype) -> np.ndarray:
    """The places of all elements in homogeneous coordinates, x first, one a row."""
    axes = []
    for n in size[2:]:
        line = np.linspace(-1, 1, n, dtype=dtype) if n > 1 else np.zeros(n, dtype)
        axes.append(line if align else line * dtype.type(n - 1) / dtype.type(n))
    grid = np.meshgrid(*axes, indexing="ij")
    return np.stack([*(g.ravel() for g in reversed(grid)), np.ones(grid[0].size, dtype)], -1)


def _affine_grid(theta: Array, size: Setting, align: Setting) -> Any:
    axes = len(size) - 2
    shapes.check_size((*theta.shape[:-2], *size[2:], axes), theta.itemsize)
    base = _base_grid(size, align, theta.dtype)
    product = np.matmul(base, theta.swapaxes(-1, -2))
    return product.reshape(*theta.shape[:-2], *size[2:], axes)


def _affine_grid_vjp(g: Any, size: tuple, align: bool) -> Any:
    axes = len(size) - 2
    flat = reshape_own(g, axes + 1, (math.prod(size[2:]), axes))
    return matmul_own(transpose(flat), constant_like(_base_grid(size, align, raw_of(g).dtype), g))


affine_grid = linear(
    "_affine_grid",
    _affine_grid,
    node="AffineGridGeneratorBackward0",
    vjp=_affine_grid_vjp,
    doc="The places of the elements of a signal under affine maps.",
)


def _affine_grid_generator(theta: Array, size: Shape, align_corners: bool) -> Any:
    return affine_grid(theta, size, align_corners)


composite(
    "affine_grid_generator",
    _affine_grid_generator,
    method=False,
    doc="The grid for grid_sample that affine maps give.",
)


def _functional_affine(theta: Array, size: Shape, align_corners: bool | None = None) -> Any:
    """Source: torch nn/functional.py, affine_grid."""
    dtype = raw_of(theta).dtype
    shape = shape_of(theta)
    if dtype.kind != "f":
        raise EngineValueError(
            f"Expected theta to have floating point type, but got torch.{dtype.name}"
        )
    if len(size) not in (4, 5):
        raise NotOffered(
            "affine_grid only supports 4D and 5D sizes, for 2D and 3D affine transforms, "
            f"respectively. Got size {size}."
        )
    axes = len(size) - 2
    if ndim(theta) != 3 or shape[1:] != (axes, axes + 1):
        raise EngineValueError(
            f"Expected a batch of {axes}D affine matrices of shape Nx{axes}x{axes + 1} for size "
            f"{size}. Got torch.Size({list(shape)})."
        )
    if min(size) <= 0 and not (align_corners and min(size[2:]) == 1):
        raise EngineValueError(f"Expected non-zero, positive output size. Got {size}")
    return affine_grid(theta, size, bool(align_corners))


composite(
    f"{F}affine_grid",
    _functional_affine,
    method=False,
    doc="The grid for grid_sample that affine maps give, one for each of the batch.",
)
