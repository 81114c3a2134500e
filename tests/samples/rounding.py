"""Samples of rounding to decimals and of signs taken from a number."""

from __future__ import annotations

import math

import numpy as np

from ..sampling import Sample, Special, draw

INF, NAN = math.inf, math.nan
SCALAR = np.asarray(1.2345)
MATRIX = draw(2, 3, low=-40, high=40, key="matrix")

SAMPLES = {
    "round:decimals": [Sample((MATRIX,), {"decimals": n}) for n in (0, 2, -1)],
    "copysign:scalar": [Sample((SCALAR, -2)), Sample((MATRIX, 1.5)), Sample((MATRIX, -0.0))],
}

# Values and gradients as torch 2.13 gives them.
SPECIAL = {
    "floor": [
        Special(
            (np.array([-0.5, 2.0, 2.5]),),
            {},
            [-1.0, 2.0, 2.0],
            ([0.0, 0.0, 0.0],),
            "flat, at the jumps too",
        ),
    ],
    "ceil": [
        Special(
            (np.array([-0.5, 2.0, 2.1]),),
            {},
            [-0.0, 2.0, 3.0],
            ([0.0, 0.0, 0.0],),
            "-0.0 for what is just below 0",
        ),
    ],
    "trunc": [
        Special(
            (np.array([-1.7, 1.7, -0.3]),),
            {},
            [-1.0, 1.0, -0.0],
            ([0.0, 0.0, 0.0],),
            "towards zero",
        ),
    ],
    "round": [
        Special(
            (np.array([0.5, 1.5, -0.5, 2.5]),),
            {},
            [0.0, 2.0, -0.0, 2.0],
            ([0.0, 0.0, 0.0, 0.0],),
            "halves to the even number",
        ),
    ],
    "frac": [
        Special(
            (np.array([-1.5, 2.0, -0.0, INF]),),
            {},
            [-0.5, 0.0, 0.0, NAN],
            ([1.0, 1.0, 1.0, 1.0],),
            "the slope is 1 at the jumps too",
        ),
    ],
    "sign": [
        Special(
            (np.array([-2.0, 0.0, -0.0, NAN]),),
            {},
            [-1.0, 0.0, 0.0, 0.0],
            ([0.0, 0.0, 0.0, 0.0],),
            "0 for 0 and nan",
        ),
    ],
    "sgn": [
        Special(
            (np.array([-2.0, 0.0, -0.0, NAN]),),
            {},
            [-1.0, 0.0, 0.0, 0.0],
            ([0.0, 0.0, 0.0, 0.0],),
            "0 for 0 and nan",
        ),
    ],
    "round:decimals": [
        Special(
            (np.array([1234.5678, -0.125, 2500.0]),),
            {"decimals": -3},
            [1000.0, -0.0, 2000.0],
            ([0.0, 0.0, 0.0],),
            "to thousands",
        ),
    ],
    "copysign": [
        Special(
            (np.array([1.5, 1.5, 0.0, -2.0]), np.array([-0.0, 0.0, -1.0, 3.0])),
            {},
            [-1.5, 1.5, -0.0, 2.0],
            ([-1.0, 1.0, 0.0, -1.0], [0.0, 0.0, 0.0, 0.0]),
            "the sign of -0.0 counts",
        ),
    ],
    "nextafter": [
        Special(
            (np.array([1.0, 0.0, 2.0]), np.array([2.0, -1.0, 2.0])),
            {},
            [1.0000000000000002, -5e-324, 2.0],
            ([1.0, 1.0, 0.0], [0.0, 0.0, 0.0]),
            "the slope is 1, and 0 where both are equal",
        ),
    ],
}
