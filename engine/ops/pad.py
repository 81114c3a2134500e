"""Padding: constants, reflections, copies of the edge, and wrapping around.

Pads are given from the last axis to the first, two numbers an axis; negative ones crop.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from .. import shapes
from ..errors import EngineRuntimeError, NotOffered
from ..kinds import Array, Number, Setting, Shape
from ..registry import composite, linear, structural
from .lead import shape_of
from .place import Cells, Pieces, pick


def _pairs(pad: tuple[int, ...]) -> list[tuple[int, int]]:
    """The pads of the padded axes, the last axis first."""
    return list(zip(pad[::2], pad[1::2], strict=True))


def _constant_pad_nd(self: Array, pad: Shape, value: Number = 0) -> Any:
    array = np.asarray(self)
    _check_length(pad, array.ndim)
    sizes = list(array.shape)
    source: list[Any] = [...]
    target: list[Any] = [...]
    for axis, (left, right) in reversed(list(enumerate(_pairs(pad), start=1))):
        n = sizes[-axis]
        start, end = max(-left, 0), n - max(-right, 0)
        if end < start:
            raise EngineRuntimeError("narrow(): length must be non-negative.")
        source.append(slice(start, end))
        target.append(slice(max(left, 0), max(left, 0) + end - start))
        sizes[-axis] = n + left + right
    shapes.check_size(sizes, array.itemsize)
    out = np.full(sizes, value, array.dtype)
    out[tuple(target)] = array[tuple(source)]
    return out


def _check_length(pad: tuple[int, ...], count: int) -> None:
    if len(pad) % 2:
        raise EngineRuntimeError("Padding length must be divisible by 2")
    if len(pad) > 2 * count:
        raise EngineRuntimeError(
            "Padding length should be less than or equal to two times the input dimension but "
            f"got padding length {len(pad)} and input of dimension {count}"
        )


constant_pad_nd = structural(
    "constant_pad_nd",
    _constant_pad_nd,
    vjp=lambda g, pad: constant_pad_nd(g, tuple(-p for p in pad), 0),
    jvp=lambda self_t, pad: constant_pad_nd(self_t, pad, 0),
    method=False,
    derivative={"self": "constant_pad_nd(g, [-n for n in pad])"},
    doc="self with a border of one value; negative pads crop.",
)


# -- borders made of the tensor's own elements


def _reflected(n: int, left: int, right: int) -> np.ndarray:
    at = np.abs(np.arange(-left, n + right))
    return n - 1 - np.abs(n - 1 - at)


def _replicated(n: int, left: int, right: int) -> np.ndarray:
    return np.clip(np.arange(-left, n + right), 0, n - 1)


def _wrapped(n: int, left: int, right: int) -> np.ndarray:
    """Source: torch aten/src/ATen/native/PadNd.cpp, _pad_circular: crops first, then wraps."""
    out = np.arange(-left, n + right)
    before, after = max(left, 0), max(right, 0)
    end = len(out) - after
    if before:
        out[:before] = out[end - before : end]
    if after:
        out[end:] = out[before : before + after]
    return out


def _border(self: Array, places: Setting) -> Any:
    """Take the elements at `places`, one array of them for each padded axis, the last first."""
    array = np.asarray(self)
    out = array
    for axis, at in enumerate(places, start=1):
        sizes = list(out.shape)
        sizes[-axis] = len(at)
        shapes.check_size(sizes, out.itemsize)
        out = out.take(at, axis=-axis)
    return out


def _border_vjp(g: Any, self_shape: tuple, places: list) -> Any:
    """Add the border up where its elements came from."""
    own = list(self_shape)
    for axis, at in enumerate(places, start=1):
        own[-axis] = len(at)
    for axis, at in reversed(list(enumerate(places, start=1))):
        own[-axis] = self_shape[-axis]
        g = Pieces(g, tuple(own), Cells(at, (own[-axis],), axis - 1)).whole()
    return g


def _border_jvp(self_t: Any, self_shape: tuple, places: list) -> Any:
    for axis, at in enumerate(places, start=1):
        self_t = pick(self_t, Cells(at, (self_shape[-axis],), axis - 1))
    return self_t


def _declare(name: str, node: str) -> Any:
    return linear(
        name,
        _border,
        node=node,
        vjp=_border_vjp,
        jvp=_border_jvp,
        doc="A tensor with a border of its own elements.",
    )


_BORDERS = {
    (mode, count): _declare(f"_{word}_pad{count}d", f"{word.capitalize()}Pad{count}DBackward0")
    for mode, word in (("reflect", "reflection"), ("replicate", "replication"))
    for count in (1, 2, 3)
}
_BORDERS |= {("circular", n): _declare(f"_circular_pad{n}d", "CopySlices") for n in (1, 2, 3)}
_PLACES = {"reflect": _reflected, "replicate": _replicated, "circular": _wrapped}


def _pad(self: Array, pad: Shape, mode: str = "constant", value: Number | None = None) -> Any:
    if mode == "constant":
        return constant_pad_nd(self, pad, 0 if value is None else value)
    if mode not in _PLACES:
        raise NotOffered(f"Unrecognised padding mode {mode}")
    if value:
        raise EngineRuntimeError(f'Padding mode "{mode}" doesn\'t take in value argument')
    shape = shape_of(self)
    _check_length(pad, len(shape))
    count = len(pad) // 2
    if count not in (1, 2, 3) or len(shape) - count not in (1, 2):
        raise NotOffered(
            f"Padding size {len(pad)} is not supported for {len(shape)}D input tensor.\n"
            "Supported combinations for non-constant padding:\n"
            "  - 2D or 3D input: padding size = 2 (pads last dimension)\n"
            "  - 3D or 4D input: padding size = 4 (pads last 2 dimensions)\n"
            "  - 4D or 5D input: padding size = 6 (pads last 3 dimensions)"
        )
    _CHECKS[mode](shape, _pairs(pad))
    for axis, (left, right) in enumerate(_pairs(pad), start=1):
        shapes.check_size((shape[-axis] + left + right,))
    places = [
        _PLACES[mode](shape[-axis], left, right)
        for axis, (left, right) in enumerate(_pairs(pad), start=1)
    ]
    return _BORDERS[mode, count](self, places)


def _check_replicate(shape: tuple[int, ...], pairs: list) -> None:
    count = len(pairs)
    if 0 in shape[1:] or (not shape[0] and len(shape) == count + 1):
        raise EngineRuntimeError(
            f"Expected {count + 1}D or {count + 2}D (batch mode) tensor with possibly 0 batch "
            f"size and other non-zero dimensions for input, but got: {list(shape)}"
        )
    names = "DHW"[3 - count :]
    outs = [shape[-axis] + sum(pair) for axis, pair in enumerate(pairs, start=1)][::-1]
    if min(outs) < 1:
        given = " ".join(f"{k}: {n}" for k, n in zip(names, shape[-count:], strict=True))
        made = " ".join(f"{k}: {n}" for k, n in zip(names, outs, strict=True))
        raise EngineRuntimeError(f"input ({given}) is too small. Calculated output {made}")


def _check_reflect(shape: tuple[int, ...], pairs: list) -> None:
    for axis, (left, right) in enumerate(pairs, start=1):
        if max(left, right) >= shape[-axis] and shape[-axis]:
            raise EngineRuntimeError(
                f"Argument #{2 + 2 * axis}: Padding size should be less than the corresponding "
                f"input dimension, but got: padding ({left}, {right}) at dimension "
                f"{len(shape) - axis} of input {list(shape)}"
            )
    _check_replicate(shape, pairs)


def _check_circular(shape: tuple[int, ...], pairs: list) -> None:
    for axis, (left, right) in enumerate(pairs, start=1):
        n = shape[-axis]
        if left > n or right > n:
            raise EngineRuntimeError("Padding value causes wrapping around more than once.")
        if n + left + right < 0 or n + min(left, 0) + min(right, 0) < max(left, right, 0):
            raise EngineRuntimeError("Negative padding value is resulting in an empty dimension")


_CHECKS = {
    "reflect": _check_reflect,
    "replicate": _check_replicate,
    "circular": _check_circular,
}
composite(
    "nn.functional.pad",
    _pad,
    aliases=("pad",),
    method=False,
    doc="self with a border: a constant, its reflection, its edge, or wrapped around.",
)
