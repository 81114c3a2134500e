"""Samples of powers."""

from __future__ import annotations

import math

import numpy as np

from ..sampling import Sample, Special, draw

INF, NAN = math.inf, math.nan
SCALAR = np.asarray(1.25)
ROW = draw(3, key="row")
POSITIVE = draw(2, 3, low=0.4, high=2.5, key="positive")

SAMPLES = {
    "pow:scalar": [
        *[Sample((POSITIVE, n)) for n in (2, 3, -1, -2, 0.5, -0.5, 1.7)],
        Sample((ROW, 1)),
        Sample((ROW, 0)),
        Sample((SCALAR, 4)),
        Sample((np.zeros((0, 2)), 2)),
    ],
    "pow:base": [Sample((2, ROW)), Sample((0.3, SCALAR)), Sample((1, ROW))],
    "square": [Sample((SCALAR,)), Sample((ROW,)), Sample((np.zeros((0, 2)),))],
    "float_power": [
        Sample((POSITIVE, ROW)),
        Sample((POSITIVE, 2)),
        Sample((3, SCALAR)),
    ],
}

# Values and gradients as torch 2.13 gives them.
SPECIAL = {
    "sqrt": [
        Special(
            (np.array([0.0, 4.0, -1.0, INF]),),
            {},
            [0.0, 2.0, NAN, INF],
            ([INF, 0.25, NAN, 0.0],),
            "the slope at 0 is infinite",
        ),
    ],
    "rsqrt": [
        Special(
            (np.array([0.0, 4.0, -1.0, INF]),),
            {},
            [INF, 0.5, NAN, 0.0],
            ([-INF, -0.0625, NAN, 0.0],),
            "a pole at 0",
        ),
    ],
    "pow:scalar": [
        Special(
            (np.array([0.0, -2.0]), 1),
            {},
            [0.0, -2.0],
            ([1.0, 1.0],),
            "the first power at 0",
        ),
        Special(
            (np.array([0.0, -2.0, INF]), 2),
            {},
            [0.0, 4.0, INF],
            ([0.0, -4.0, INF],),
            "the square at 0",
        ),
        Special(
            (np.array([0.0, -2.0, NAN]), 0),
            {},
            [1.0, 1.0, 1.0],
            ([0.0, 0.0, 0.0],),
            "the power 0 is 1, of nan too",
        ),
        Special(
            (np.array([0.0, -0.0, 4.0, -INF]), 0.5),
            {},
            [0.0, -0.0, 2.0, NAN],
            ([INF, -INF, 0.25, NAN],),
            "as sqrt, also at -0.0 and -inf",
        ),
        Special(
            (np.array([0.0, -0.0, 2.0]), -1),
            {},
            [INF, -INF, 0.5],
            ([-INF, -INF, -0.25],),
            "as reciprocal",
        ),
    ],
    "pow:base": [
        Special(
            (0, np.array([0.0, 1.0, 2.5, -1.0])),
            {},
            [1.0, 0.0, 0.0, INF],
            ([0.0, 0.0, 0.0, -INF],),
            "powers of 0 have slope 0, or -inf",
        ),
        Special(
            (-2.0, np.array([2.0, 3.0])),
            {},
            [4.0, -8.0],
            ([NAN, NAN],),
            "the slope of powers of a negative number is nan",
        ),
    ],
    "pow": [
        Special(
            (np.array([0.0, 0.0, 0.0, 0.0, 0.0]), np.array([0.0, 1.0, 2.0, 0.5, -1.0])),
            {},
            [1.0, 0.0, 0.0, 0.0, INF],
            ([0.0, 1.0, 0.0, INF, -INF], [0.0, 0.0, 0.0, 0.0, -INF]),
            "base 0",
        ),
        Special(
            (np.array([-2.0, -2.0, INF, 2.0]), np.array([3.0, -1.0, 2.0, INF])),
            {},
            [-8.0, -0.5, INF, INF],
            ([12.0, -0.25, INF, INF], [NAN, NAN, INF, INF]),
            "negative and infinite bases",
        ),
    ],
}
