"""Sampling images and volumes at the places of a grid: grid_sample.

A sample is the sum of the elements around its place, weighted: a product of one weight an axis,
each a function of how far the place lies behind an element. Rules are the product rule in
generic operations, so both inputs have derivatives of any order.
"""

from __future__ import annotations

import math
from typing import Any, NamedTuple

import numpy as np

from .. import shapes
from ..errors import EngineRuntimeError, EngineValueError
from ..kernels import grid as places
from ..kernels.resample import CUBIC, cubic_weights
from ..kinds import Array, Setting
from ..registry import composite, elementwise, plain, structural
from .choose import where
from .join import stack
from .lead import reshape_own, shape_of, sum_axes, unsqueeze_own, zeros_like
from .matrix import (
    add_tangents,
    constant_like,
    name_of,
    raw_of,
)
from .place import Box, Cells, Pieces, pick

F = "nn.functional."
MODES = ("bilinear", "nearest", "bicubic")


class Method(NamedTuple):
    """How to sample: torch's interpolation mode, padding mode and align_corners."""

    mode: str
    padding: str
    align: bool

    @property
    def moving(self) -> str:
        """The padding that a place itself goes through; bicubic pads the elements around it."""
        return "zeros" if self.mode == "bicubic" else self.padding


# -- the weights of one axis


def _part(self: Array, size: Setting, method: Setting) -> Any:
    place = places.located(self, size, method.moving, method.align)
    return (place - np.floor(place)).astype(self.dtype, copy=False)


def _slope(self: Array, size: Setting, method: Setting) -> Any:
    return places.slopes(self, size, method.moving, method.align)


slope = plain("_grid_slope", _slope, doc="How fast a place moves with its coordinate.")
part = elementwise(
    "_grid_part",
    _part,
    promote="none",
    self=lambda g, self, size, method: g * slope(self, size, method),
    doc="How far the place of a coordinate lies behind the element before it.",
)


def _weights(behind: Any, mode: str) -> Any:
    """The weights of the elements around a place, along a new axis before the last."""
    if mode == "bicubic":
        return stack(cubic_weights(behind), -2)
    return stack([1 - behind, behind], -2)


def _rates(behind: Any, mode: str) -> Any:
    """The derivatives of the weights."""
    if mode == "bicubic":
        x, y = behind, 1 - behind
        return stack([_outer_rate(x + 1), _inner_rate(x), -_inner_rate(y), -_outer_rate(y + 1)], -2)
    flat = zeros_like(behind)
    return stack([flat - 1, flat + 1], -2)


def _inner_rate(x: Any) -> Any:
    return (3 * (CUBIC + 2) * x - 2 * (CUBIC + 3)) * x


def _outer_rate(x: Any) -> Any:
    return (3 * CUBIC * x - 10 * CUBIC) * x + 8 * CUBIC


def _product(factors: list) -> Any:
    """The products of one weight an axis, for all combinations of elements."""
    total = factors[0]
    for factor in factors[1:]:
        pairs = unsqueeze_own(total, (-2,)) * unsqueeze_own(factor, (-3,))
        sizes = shape_of(pairs)[-3:]
        total = reshape_own(pairs, 3, (sizes[0] * sizes[1], sizes[2]))
    return total


# -- the sum


class _Around:
    """The elements around the places of a grid: which ones, and whether they exist.

    Batch, elements around, and places are the axes of all that is computed here; channels come
    after the batch.
    """

    def __init__(self, input: Any, grid: Any, method: Method) -> None:
        self.shape = shape_of(input)
        self.sizes = self.shape[2:]
        self.outs = shape_of(grid)[1:-1]
        self.method = method
        self.grid = grid
        batch, count = self.shape[0], math.prod(self.outs)
        flat = raw_of(grid).reshape(batch, count, len(self.sizes))
        number = np.zeros((batch, 1, count), np.int64)
        inside = np.ones((batch, 1, count), bool)
        for axis, size in enumerate(self.sizes):
            at, here = places.taps(flat[..., -axis - 1], size, *method)
            shape = (batch, number.shape[1] * at.shape[1], count)
            number = (number[:, :, None] * size + at[:, None]).reshape(shape)
            inside = (inside[:, :, None] & here[:, None]).reshape(shape)
        self.inside = None if inside.all() else inside[:, None]
        channels = self.shape[1]
        shapes.check_size((channels, *number.shape))
        planes = np.arange(batch * channels).reshape(batch, channels, 1, 1)
        self.cells = Cells(planes * math.prod(self.sizes) + number[:, None], self.shape)

    def pick(self, input: Any) -> Any:
        """The elements, zero where there are none."""
        return self.masked(pick(input, self.cells))

    def masked(self, values: Any) -> Any:
        """Values with zeros where there is no element, whatever stands there."""
        if self.inside is None:
            return values
        return where(constant_like(self.inside, values), values, 0.0)

    def coordinates(self, grid: Any) -> list:
        """The parts of the grid, or of its tangent, in the order of the spatial axes."""
        axes = len(self.sizes)
        count = math.prod(self.outs)
        return [
            reshape_own(pick(grid, Box(axes - 1 - k)), len(self.outs), (count,))
            for k in range(axes)
        ]

    def factors(self) -> tuple[list, list]:
        """The weights of each axis, and how they change with the grid's coordinates."""
        mode = self.method.mode
        weights, rates = [], []
        for x, size in zip(self.coordinates(self.grid), self.sizes, strict=True):
            behind = part(x, size, self.method)
            weights.append(_weights(behind, mode))
            speed = unsqueeze_own(slope(x, size, self.method), (-2,))
            rates.append(_rates(behind, mode) * speed)
        return weights, rates

    def joined(self, flat: Any) -> Any:
        """Values at all places, with the axes of the grid."""
        return reshape_own(flat, 1, self.outs)


def _sample(input: Array, grid: Array, method: Setting) -> Any:
    shapes.check_size(input.shape[:2] + grid.shape[1:-1], input.itemsize)
    around = _Around(input, grid, method)
    picked = around.pick(input)
    if method.mode != "nearest":
        weights, _ = around.factors()
        picked = picked * unsqueeze_own(_product(weights), (-3,))
    return around.joined(sum_axes(picked, (-2,)))


def _sample_vjp(g: Any, input: Any, grid: Any, method: Method, needs: tuple) -> tuple:
    around = _Around(input, grid, method)
    axes = len(around.sizes)
    flat = reshape_own(g, axes, (math.prod(around.outs),))
    g = unsqueeze_own(flat, (-2,))
    if method.mode == "nearest":
        moved = [zeros_like(sum_axes(flat, (-2,)))] * axes
        spread = g
    else:
        weights, rates = around.factors()
        spread = g * unsqueeze_own(_product(weights), (-3,)) if needs[0] else g
        along = sum_axes(around.pick(input) * g, (-3,)) if needs[1] else None
        moved = (
            []
            if along is None
            else [
                sum_axes(along * _product(with_rate), (-2,))
                for with_rate in _replaced(weights, rates)
            ]
        )
    return (
        Pieces(around.masked(spread), around.shape, around.cells) if needs[0] else None,
        reshape_own(stack(moved[::-1], -1), 2, (*around.outs, axes)) if needs[1] else None,
    )


def _replaced(weights: list, rates: list) -> list[list]:
    """The weights with those of one axis replaced by their rates, for each axis."""
    return [[*weights[:k], rate, *weights[k + 1 :]] for k, rate in enumerate(rates)]


def _sample_jvp(input: Any, grid: Any, method: Method, input_t: Any, grid_t: Any) -> Any:
    around = _Around(input, grid, method)
    if method.mode == "nearest":
        total = None if input_t is None else around.pick(input_t)
        return None if total is None else around.joined(sum_axes(total, (-2,)))
    weights, rates = around.factors()
    terms = []
    if input_t is not None:
        terms.append(around.pick(input_t) * unsqueeze_own(_product(weights), (-3,)))
    if grid_t is not None:
        moved = add_tangents(
            *(
                _product(with_rate) * unsqueeze_own(t, (-2,))
                for t, with_rate in zip(
                    around.coordinates(grid_t), _replaced(weights, rates), strict=True
                )
            )
        )
        terms.append(around.pick(input) * unsqueeze_own(moved, (-3,)))
    return around.joined(sum_axes(add_tangents(*terms), (-2,)))


_ROWS = {
    axes: structural(
        f"_grid_sample_{axes}d",
        _sample,
        node=f"GridSampler{axes}DBackward0",
        vjp=_sample_vjp,
        jvp=_sample_jvp,
        doc="The elements of a batch of signals at the places of a grid.",
    )
    for axes in (2, 3)
}


# -- torch's checks and names


def _sampler(axes: int | None, input: Any, grid: Any, method: Method) -> Any:
    """Source: torch aten/src/ATen/native/GridSamplerUtils.h."""
    size, places_size = shape_of(input), shape_of(grid)
    got = f"input with sizes {list(size)} and grid with sizes {list(places_size)}"
    if size[:1] != places_size[:1]:
        raise EngineRuntimeError(
            f"grid_sampler(): expected grid and input to have same batch size, but got {got}"
        )
    if places_size[-1:] != (len(size) - 2,):
        raise EngineRuntimeError(
            f"grid_sampler(): expected grid to have size {len(size) - 2} in last dimension, but "
            f"got grid with sizes {list(places_size)}"
        )
    if 0 in size[2:]:
        axis = size.index(0, 2)
        raise EngineRuntimeError(
            "grid_sampler(): expected input to have non-empty spatial dimensions, but input "
            f"has sizes {list(size)} with dimension {axis} being empty"
        )
    wanted = (4 if len(size) == 4 else 5) if axes is None else axes + 2
    if len(size) != wanted or len(places_size) != wanted:
        raise EngineRuntimeError(
            f"grid_sampler(): expected {wanted}D input and grid with same number of dimensions, "
            f"but got {got}"
        )
    if method.mode == "bicubic" and len(size) == 5:
        raise EngineRuntimeError("grid_sampler(): bicubic interpolation only supports 4D input")
    if raw_of(input).dtype != raw_of(grid).dtype:
        raise EngineRuntimeError(
            f"expected scalar type {name_of(raw_of(input))} but found {name_of(raw_of(grid))}"
        )
    return _ROWS[len(size) - 2](input, grid, method)


def _declare(name: str, axes: int | None, doc: str) -> None:
    def numbered(
        input: Array,
        grid: Array,
        interpolation_mode: int,
        padding_mode: int,
        align_corners: bool,
    ) -> Any:
        method = Method(MODES[interpolation_mode], places.PADDINGS[padding_mode], align_corners)
        return _sampler(axes, input, grid, method)

    composite(name, numbered, method=False, doc=doc)


_declare("grid_sampler", None, "grid_sample with its modes given by number.")
_declare("grid_sampler_2d", 2, "grid_sample of images, with its modes given by number.")
_declare("grid_sampler_3d", 3, "grid_sample of volumes, with its modes given by number.")


def _functional(
    input: Array,
    grid: Array,
    mode: str = "bilinear",
    padding_mode: str = "zeros",
    align_corners: bool | None = None,
) -> Any:
    if mode not in MODES:
        raise EngineValueError(
            "nn.functional.grid_sample(): expected mode to be 'bilinear', 'nearest' or "
            f"'bicubic', but got: '{mode}'"
        )
    if padding_mode not in places.PADDINGS:
        raise EngineValueError(
            "nn.functional.grid_sample(): expected padding_mode to be 'zeros', 'border', or "
            f"'reflection', but got: '{padding_mode}'"
        )
    return _sampler(None, input, grid, Method(mode, padding_mode, bool(align_corners)))


composite(
    f"{F}grid_sample",
    _functional,
    method=False,
    doc="Images or volumes sampled at coordinates between -1 and 1, the last axis of grid.",
)
