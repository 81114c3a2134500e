"""Samples of scaled products, interpolation and exponents."""

from __future__ import annotations

import math

import numpy as np

from ..sampling import Sample, Special, draw

INF, NAN = math.inf, math.nan
SCALAR = np.asarray(1.25)
ROW = draw(3, key="row")
MATRIX = draw(2, 3, key="matrix")
DIVISOR = draw(2, 1, low=0.6, high=2.5, key="divisor")

SAMPLES = {
    "addcmul": [
        Sample((SCALAR, SCALAR, SCALAR)),
        Sample((ROW, MATRIX, DIVISOR), {"value": -2}),
        Sample((MATRIX, ROW, SCALAR), {"value": 0.5}),
    ],
    "addcdiv": [
        Sample((SCALAR, SCALAR, SCALAR)),
        Sample((ROW, MATRIX, DIVISOR), {"value": -2}),
        Sample((MATRIX, ROW, SCALAR), {"value": 0.5}),
    ],
    "lerp:scalar": [Sample((ROW, MATRIX, 0.3)), Sample((SCALAR, ROW, 0.8)), Sample((ROW, ROW, 2))],
    "frexp": [Sample((SCALAR,)), Sample((MATRIX,)), Sample((np.zeros((0, 2)),))],
}

# Values and gradients as torch 2.13 gives them.
SPECIAL = {
    "hypot": [
        Special(
            (np.array([0.0, 3.0, 1e200, INF]), np.array([0.0, 4.0, 1e200, 1.0])),
            {},
            [0.0, 5.0, 1.414213562373095e200, INF],
            ([NAN, 0.6, 0.7071067811865475, NAN], [NAN, 0.8, 0.7071067811865475, 0.0]),
            "no overflow; no slope at 0",
        ),
    ],
    "addcdiv": [
        Special(
            (np.array([1.0]), np.array([2.0]), np.array([0.0])),
            {"value": 0.5},
            [INF],
            ([1.0], [INF], [-INF]),
            "division by 0",
        ),
    ],
    "lerp": [
        Special(
            (np.array([0.0, 1.0, 1.0]), np.array([2.0, 3.0, 1e17]), np.array([0.5, 1.0, 0.0])),
            {},
            [1.0, 3.0, 1.0],
            ([0.5, 0.0, 1.0], [0.5, 1.0, 0.0], [2.0, 2.0, 1e17]),
            "both ends are met exactly",
        ),
    ],
    "ldexp": [
        Special(
            (np.array([1.5, 0.0]), np.array([3.0, 2000.0])),
            {},
            [12.0, NAN],
            ([8.0, INF], [8.317766166719343, NAN]),
            "0 times an overflow is nan",
        ),
    ],
}
