"""Derivatives checked against finite differences, component by component.

Central differences with Richardson extrapolation in float64: steps halve, the table of
extrapolations gives an estimate and an error for every component, and the step with the
smallest error wins. Source: Ridders, Advances in Engineering Software 4 (1982) 75-76.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple

import numpy as np

STEPS = 8
SHRINK = 2.0


class Component(NamedTuple):
    """One component of a derivative, as a rule gives it and as differences give it.

    which: the number of the input. place: the indices into output then input.
    exact, numeric: the two values. error: the estimated error of the numeric one.
    """

    which: int
    place: tuple[int, ...]
    exact: float
    numeric: float
    error: float

    @property
    def difference(self) -> float:
        return abs(self.exact - self.numeric)


def richardson(
    function: Callable[[np.ndarray], np.ndarray], x: np.ndarray
) -> tuple[np.ndarray, np.ndarray]:
    """The Jacobian of `function` at `x` by extrapolated differences, and its error estimate.

    x: float64 of any shape. Returns two arrays of shape `function(x).shape + x.shape`.
    """
    x = np.asarray(x, np.float64)
    out_shape = np.shape(function(x))
    value = np.zeros((*out_shape, x.size))
    error = np.zeros((*out_shape, x.size))
    for k in range(x.size):
        value[..., k], error[..., k] = _one_column(function, x, k)
    shape = out_shape + x.shape
    return value.reshape(shape), error.reshape(shape)


def _one_column(
    function: Callable[[np.ndarray], np.ndarray], x: np.ndarray, k: int
) -> tuple[np.ndarray, np.ndarray]:
    """One column of the Jacobian by Ridders' table."""
    at = x.ravel()[k]
    step = 0.1 * max(abs(at), 0.1)
    best = np.full(np.shape(function(x)), np.nan)
    least = np.full(best.shape, np.inf)
    last: list[np.ndarray] = []
    for i in range(STEPS):
        h = step / SHRINK**i
        row = [_central(function, x, k, h)]
        for j in range(1, i + 1):
            factor = SHRINK ** (2 * j)
            row.append((factor * row[j - 1] - last[j - 1]) / (factor - 1))
            off = np.maximum(abs(row[j] - row[j - 1]), abs(row[j] - last[j - 1]))
            better = off < least
            best = np.where(better, row[j], best)
            least = np.where(better, off, least)
        last = row
    return best, least


def _central(
    function: Callable[[np.ndarray], np.ndarray], x: np.ndarray, k: int, h: float
) -> np.ndarray:
    up, down = x.copy(), x.copy()
    up.reshape(-1)[k] += h
    down.reshape(-1)[k] -= h
    width = up.reshape(-1)[k] - down.reshape(-1)[k]  # what h became in floating point
    return (np.asarray(function(up)) - np.asarray(function(down))) / width


def compare(
    function: Callable[[Sequence[np.ndarray]], np.ndarray],
    primals: Sequence[np.ndarray],
    jacobians: Sequence[np.ndarray],
    rtol: float = 1e-7,
) -> list[Component]:
    """The components where `jacobians` disagree with differences of `function`.

    function: of a list of arrays, one per primal. A component disagrees if it is off by more
    than `rtol` of the derivative's scale and more than ten times the estimated error.
    """
    found = []
    for which, (x, exact) in enumerate(zip(primals, jacobians, strict=True)):

        def of_one(value: np.ndarray, which: int = which) -> np.ndarray:
            return function([value if j == which else p for j, p in enumerate(primals)])

        numeric, error = richardson(of_one, x)
        exact = np.broadcast_to(np.asarray(exact, np.float64), numeric.shape)
        for place in np.ndindex(*numeric.shape):
            part = Component(
                which, place, float(exact[place]), float(numeric[place]), float(error[place])
            )
            if _disagrees(part, rtol):
                found.append(part)
    return found


def _disagrees(part: Component, rtol: float) -> bool:
    if not np.isfinite(part.numeric) or not np.isfinite(part.exact):
        return not (np.isnan(part.numeric) or part.exact == part.numeric)
    scale = max(abs(part.exact), abs(part.numeric), 1e-3)
    return part.difference > max(rtol * scale, 10 * part.error)
