"""Derivatives by central differences, extrapolated until they stop getting better.

Ridders' tableau: differences with falling steps, each column cancelling one more even power of the
step. Several starting steps are tried, since nobody knows the scale on which a function changes.
Source: C. J. F. Ridders, Accurate computation of F'(x) and F'(x)F''(x), Advances in Engineering
Software 4 (1982) 75-76.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

import numpy as np

Function = Callable[[np.ndarray], np.ndarray]

ROWS = 8
# Not a simple fraction: with it a periodic function cannot look constant on all steps.
SHRINK = 1.7320508
# Starting steps in units of the argument's size, and absolute ones for arguments at or near zero.
STEPS = (0.0731, 1.37e-3, 2.9e-5)
# An estimate this small, relative to the derivative, needs no second opinion.
CONVINCING = 1e-11
# How many units in the last place a function's own rounding is taken for.
NOISE = 4 * np.finfo(np.float64).eps
# Two distances to look for a jump from, in units of the argument's size.
NEAR, NEARER = 1e-7, 1e-11
# Jumps smaller than this, relative to the function, are not told from its rounding.
JUMP = 1e-3


def richardson(function: Function, point: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Return the derivative of a function at a point, and an estimate of its error.

    Shapes: both are value + point.  An estimate is infinite where no step gave a number.
    """
    value = np.asarray(function(point))
    found = np.full(value.shape + point.shape, np.nan)
    error = np.full(found.shape, np.inf)
    for index in np.ndindex(point.shape):
        place = (..., *index)
        found[place], error[place] = partial(function, point, index)
    return found, error


def jumps(function: Function, point: np.ndarray) -> np.ndarray:
    """Tell where a function's values on both sides of a point stay apart however near they are.

    There no difference means anything, whatever its estimated error.  Shape: value + point.
    """
    value = np.asarray(function(point))
    found = np.zeros(value.shape + point.shape, dtype=bool)
    for index in np.ndindex(point.shape):
        unit = abs(float(point[index])) or 1.0
        with np.errstate(all="ignore"):
            far, near = (across(function, point, index, d * unit) for d in (NEAR, NEARER))
            gap = abs(near.rise)
            found[(..., *index)] = (gap > JUMP * near.size) & (gap > abs(far.rise) / 2)
    return found


def partial(
    function: Function, point: np.ndarray, index: tuple[int, ...]
) -> tuple[np.ndarray, np.ndarray]:
    """Return the derivative along one coordinate: of several tableaux, the relatively best."""
    best = error = relative = np.empty(0)
    for number, step in enumerate(starting_steps(float(point[index]))):
        derivative, estimate = ridders(function, point, index, step)
        with np.errstate(all="ignore"):
            size = estimate / abs(derivative)
        if not number:
            best, error, relative = derivative, estimate, size
        # absolute errors would favour steps so long that nothing changes along them
        better = (size < relative) | ~np.isfinite(error)
        best = np.where(better, derivative, best)
        error = np.where(better, estimate, error)
        relative = np.where(better, size, relative)
        if np.all(relative < CONVINCING):
            break
    return best, error


def starting_steps(x: float) -> list[float]:
    """Return the steps worth trying at an argument: in units of its size, then absolute ones."""
    steps = [] if x == 0 else [size * abs(x) for size in STEPS]
    return steps if 0.1 < abs(x) < 10 else [*steps, *STEPS]


def ridders(
    function: Function, point: np.ndarray, index: tuple[int, ...], step: float
) -> tuple[np.ndarray, np.ndarray]:
    """Return the best entry of one tableau for each number of the value, and its error."""
    best = error = above = np.empty(0)
    last: list[np.ndarray] = []
    for number in range(ROWS):
        slope, noise = difference(function, point, index, step)
        if not number:
            best, error = slope, np.full(slope.shape, np.inf)
        row = [slope]
        power = 1.0
        for above in last:
            power *= SHRINK * SHRINK
            row.append(row[-1] + (row[-1] - above) / (power - 1))
            change = np.maximum(abs(row[-1] - row[-2]), abs(row[-1] - above)) + noise
            # a comparison with NaN is false: what is no number is never the best
            better = change < error
            best, error = np.where(better, row[-1], best), np.where(better, change, error)
        last = row
        step /= SHRINK
    return best, error


def difference(
    function: Function, point: np.ndarray, index: tuple[int, ...], step: float
) -> tuple[np.ndarray, np.ndarray]:
    """Return a central difference along one coordinate, and the rounding error in it."""
    with np.errstate(all="ignore"):
        rise, size, width = across(function, point, index, step)
        return rise / width, NOISE * size / width


class Sides(NamedTuple):
    """How much a function rises over a step, the larger of its two sizes, and the step's width."""

    rise: np.ndarray
    size: np.ndarray
    width: float


def across(function: Function, point: np.ndarray, index: tuple[int, ...], step: float) -> Sides:
    """Evaluate a function a step ahead and a step behind a point, along one coordinate."""
    ahead, behind = point.copy(), point.copy()
    ahead[index] += step
    behind[index] -= step
    # a function may give integers or truth values, which have no differences
    high, low = (np.asarray(function(p), dtype=np.float64) for p in (ahead, behind))
    # the width of the step that was really taken, after rounding
    width = ahead[index] - behind[index]
    return Sides(high - low, np.maximum(abs(high), abs(low)), width)
