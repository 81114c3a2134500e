"""The line search of LBFGS: a step that meets the strong Wolfe conditions.

A bracket around such a step is found by growing steps, then narrowed by cubic interpolation.
Source: Nocedal and Wright, Numerical Optimization, algorithms 3.5 and 3.6, with the constants
and the order of operations of torch/optim/lbfgs.py.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np

_ENOUGH = 1e-4  # of the decrease that the slope promises
_FLATTER = 0.9  # what part of the slope may be left


class Point(NamedTuple):
    """A step along the direction, the loss there, the gradient, and its slope along it."""

    step: Any
    loss: float
    grad: np.ndarray
    slope: Any


class _Search:
    """One line search: how to evaluate a step, and how often that was done."""

    def __init__(self, at: Callable, direction: np.ndarray, most: int) -> None:
        self.at = at
        self.direction = direction
        self.most = most
        self.evaluations = 0

    def point(self, step: Any) -> Point:
        """What is found at a step."""
        loss, grad = self.at(step)
        self.evaluations += 1
        return Point(step, loss, grad, grad.dot(self.direction))


def strong_wolfe(
    at: Callable, start: Point, step: Any, direction: np.ndarray, smallest: float, most: int
) -> tuple[Point, int]:
    """A point that meets the conditions, or the best in `most` tries; and how many were made.

    at: gives loss and gradient at a step. start: the point at step 0.
    """
    search = _Search(at, direction, most)
    bracket, done, tries = _bracketed(search, start, step)
    point = _narrowed(search, start, bracket, done, tries, smallest)
    return point, search.evaluations


def _bracketed(search: _Search, start: Point, step: Any) -> tuple[list[Point], bool, int]:
    """One point that meets the conditions, or two around one; whether it does; the tries."""
    before, new = start._replace(step=0), search.point(step)
    tries = 0
    while tries < search.most:
        allowed = start.loss + _ENOUGH * new.step * start.slope
        if new.loss > allowed or (tries > 1 and new.loss >= before.loss):
            return [before, new], False, tries
        if abs(new.slope) <= -_FLATTER * start.slope:
            return [new], True, tries
        if new.slope >= 0:
            return [before, new], False, tries
        bounds = (new.step + 0.01 * (new.step - before.step), new.step * 10)
        step = _between(before, new, bounds)
        before, new = new, search.point(step)
        tries += 1
    return [start._replace(step=0), new], False, tries


def _narrowed(
    search: _Search,
    start: Point,
    bracket: list[Point],
    done: bool,
    tries: int,
    smallest: float,
) -> Point:
    """The lowest point once the bracket is narrow enough."""
    low, high = (0, 1) if bracket[0].loss <= bracket[-1].loss else (1, 0)
    longest = np.abs(search.direction).max()
    stuck = False
    while not done and tries < search.most:
        if abs(bracket[1].step - bracket[0].step) * longest < smallest:
            break
        step, stuck = _next_step(bracket, stuck)
        new = search.point(step)
        tries += 1
        allowed = start.loss + _ENOUGH * new.step * start.slope
        if new.loss > allowed or new.loss >= bracket[low].loss:
            bracket[high] = new
            low, high = (0, 1) if bracket[0].loss <= bracket[1].loss else (1, 0)
            continue
        if abs(new.slope) <= -_FLATTER * start.slope:
            done = True
        elif new.slope * (bracket[high].step - bracket[low].step) >= 0:
            bracket[high] = bracket[low]
        bracket[low] = new
    return bracket[low]


def _next_step(bracket: list[Point], stuck: bool) -> tuple[Any, bool]:
    """A step inside the bracket, away from its ends where the last ones made no progress."""
    step = _between(bracket[0], bracket[1], None)
    least, most = (f(bracket[0].step, bracket[1].step) for f in (min, max))
    margin = 0.1 * (most - least)
    if min(most - step, step - least) >= margin:
        return step, False
    if not (stuck or step >= most or step <= least):
        return step, True
    nearer_most = abs(step - most) < abs(step - least)
    return (most - margin if nearer_most else least + margin), False


def _between(a: Point, b: Point, bounds: tuple | None) -> Any:
    """Where the cubic through two points with their slopes has its minimum, within bounds."""
    least, most = bounds or ((a.step, b.step) if a.step <= b.step else (b.step, a.step))
    mixed = a.slope + b.slope - 3 * (a.loss - b.loss) / (a.step - b.step)
    square = mixed**2 - a.slope * b.slope
    if not square >= 0:
        return (least + most) / 2.0
    root = np.sqrt(square)
    if a.step <= b.step:
        share = (b.slope + root - mixed) / (b.slope - a.slope + 2 * root)
        place = b.step - (b.step - a.step) * share
    else:
        share = (a.slope + root - mixed) / (a.slope - b.slope + 2 * root)
        place = a.step - (a.step - b.step) * share
    return min(max(place, least), most)
