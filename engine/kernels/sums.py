"""Sums of floats in the order in which torch's CPU adds them up, so that the last digit is torch's.

A long sum is a cascade: elements are added into blocks, blocks into larger blocks, and four such
sums run side by side; elements that lie next to each other in memory are taken by vectors of 32
bytes. Which of them applies depends on how the axes lie in memory.
Source: torch aten/src/ATen/native/cpu/SumKernel.cpp (the AVX2 build, which newer processors run
as well) and TensorIterator.cpp. From 32768 elements on torch divides them among its threads, and
the last digit depends on the machine; numpy's quicker sum stands in there.
"""

from __future__ import annotations

import math
from typing import Any

import numpy as np

_SIDE_BY_SIDE = 4
_LEVELS = 4
_FEW = 16  # below, doubles are added as Python's floats, which is quicker than arrays
_DIVIDED = 32768
_SMALL = 4096  # below, running sums are quicker than a loop over rows
Axis = tuple[int, int]  # size, stride in elements


def total(array: np.ndarray, dims: tuple[int, ...], keepdim: bool) -> Any:
    """The sums over the axes `dims`, counted from the end, of a float32 or float64 array."""
    ndim = array.ndim
    if not dims or not 0 < array.size < _DIVIDED:
        return np.add.reduce(array, axis=dims, keepdims=keepdim)
    if ndim == 1 and array.size < _FEW and array.itemsize == 8:
        out: Any = np.float64(_few(array.tolist()))
        return out.reshape(1) if keepdim else out
    shape = array.shape
    if array.flags.c_contiguous and min(dims) == -len(dims):
        rows = array.reshape(-1, math.prod(shape[ndim - len(dims) :])).T
        if len(rows) >= 32 // array.itemsize:
            out = _by_vectors(rows, 32 // array.itemsize)
        else:
            out = _side_by_side(rows)
    else:
        out = _strided(array, dims)
    out = out + 0.0  # torch adds to zero, which is how negative zeros add up to zero
    if keepdim:
        return out.reshape([1 if d in dims else shape[d] for d in range(-ndim, 0)])
    return out.reshape([shape[d] for d in range(-ndim, 0) if d not in dims])[()]


def _few(numbers: list[float]) -> float:
    """What `_by_vectors` gives for so few doubles that they make up no four vectors."""
    whole = len(numbers) // 4 * 4
    out = 0.0
    for number in numbers[whole:]:
        out += number
    for lane in range(4 if whole else 0):
        own = 0.0
        for number in numbers[lane:whole:4]:
            own += number
        out += own
    return out


# -- how the axes lie in memory


def _strided(array: np.ndarray, dims: tuple[int, ...]) -> np.ndarray:
    """The sums over axes that are not the last ones of an array in order."""
    summed = sorted(dims, key=lambda d: abs(array.strides[d]), reverse=True)
    kept = [d for d in range(-array.ndim, 0) if d not in dims]
    reduced, free = _joined(array, summed), _joined(array, kept)
    parts = array.transpose([*kept, *summed])
    parts = parts.reshape([n for n, _ in free] + [n for n, _ in reduced])
    out = _along(parts, reduced[-1], (reduced[:-1] or free or [(1, 0)])[-1])
    if len(reduced) == 1:
        return out
    rows = out.reshape(*out.shape[: len(free)], -1)
    return np.add.accumulate(rows, axis=-1)[..., -1]


def _joined(array: np.ndarray, axes: list[int]) -> list[Axis]:
    """Axes, the slowest first, with those joined that are one in memory."""
    out: list[Axis] = []
    for d in axes:
        size, stride = array.shape[d], array.strides[d] // array.itemsize
        if size == 1 and out:
            continue
        if out and out[-1][0] == 1:
            out[-1] = (size, stride)
        elif out and out[-1][1] == size * stride:
            out[-1] = (out[-1][0] * size, stride)
        else:
            out.append((size, stride))
    return out


def _along(parts: np.ndarray, axis: Axis, across: Axis) -> np.ndarray:
    """The sums along the last axis of `parts`, which lies in memory as `axis` says.

    across: the axis that torch goes along at the same time, the last but one of `parts`.
    """
    lanes = 32 // parts.itemsize
    size, stride = axis
    rows = parts.transpose(-1, *range(parts.ndim - 1))
    if stride == 1 and size >= lanes:
        return _by_vectors(rows, lanes)
    if across[1] == 1 and across[0] >= lanes:
        together = across[0] - across[0] % (_SIDE_BY_SIDE * lanes)
    elif stride < across[1]:
        together = 0
    else:
        together = across[0] - across[0] % _SIDE_BY_SIDE
    if not together:
        return _side_by_side(rows)
    if together == across[0]:
        return _cascade(rows)
    left, right = _cascade(rows[..., :together]), _side_by_side(rows[..., together:])
    return np.concatenate([left, right], axis=-1)


# -- orders of adding up rows, the first axis


def _by_vectors(rows: np.ndarray, lanes: int) -> np.ndarray:
    """What fills no vector of `lanes` rows, and to it the lanes of the sum of the vectors."""
    whole = len(rows) - len(rows) % lanes
    vectors = _side_by_side(rows[:whole].reshape(-1, lanes, *rows.shape[1:]))
    return _in_turn(np.concatenate([rows[whole:], vectors]) if whole < len(rows) else vectors)


def _side_by_side(rows: np.ndarray) -> np.ndarray:
    """The sum of the rows as four sums of every fourth, what is left over in the first."""
    whole = len(rows) - len(rows) % _SIDE_BY_SIDE
    if not whole:
        return _in_turn(rows)
    sums = _cascade(rows[:whole].reshape(-1, _SIDE_BY_SIDE, *rows.shape[1:]))
    return _in_turn(np.concatenate([sums[:1], rows[whole:], sums[1:]]))


def _cascade(rows: np.ndarray) -> np.ndarray:
    """The sum of the rows by blocks, blocks of blocks and so on; what fills no block is added."""
    step = 1 << max(4, (len(rows) - 1).bit_length() // _LEVELS)
    out = None
    for _ in range(_LEVELS - 1):
        blocks = len(rows) // step
        left = rows[blocks * step :]
        if len(left):
            out = _in_turn(left) if out is None else out + _in_turn(left)
        if not blocks:
            break
        grouped = rows[: blocks * step].reshape(blocks, step, *rows.shape[1:])
        rows = _in_turn(grouped.swapaxes(0, 1))
    else:
        out = _in_turn(rows) if out is None else out + _in_turn(rows)
    return out  # type: ignore[return-value]


def _in_turn(rows: np.ndarray) -> np.ndarray:
    """One row after the other added to the first."""
    if rows.size < _SMALL:
        return np.add.accumulate(rows, axis=0)[-1]
    out = rows[0].copy(order="K")
    for row in rows[1:]:
        out += row
    return out
