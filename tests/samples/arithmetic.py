"""Samples of sums, products, quotients and remainders."""

from __future__ import annotations

import math

import numpy as np

from ..sampling import Sample, Special, draw

INF, NAN = math.inf, math.nan
SCALAR = np.asarray(1.25)
ROW = draw(3, key="row")
COLUMN = draw(2, 1, key="column")
DIVISOR = draw(3, low=0.6, high=2.5, key="divisor")
EMPTY = np.zeros((0, 2))

_WITH_ALPHA = [
    Sample((SCALAR, np.asarray(-0.5)), {"alpha": 2}),
    Sample((COLUMN, ROW), {"alpha": -1.5}),
    Sample((EMPTY, ROW[:2]), {"alpha": 3}),
    Sample((ROW, 2), {"alpha": 0.25}),
]
_BY_NUMBER = [Sample((SCALAR, 2)), Sample((ROW, -1.3)), Sample((EMPTY, 0.5))]

SAMPLES = {
    "add:alpha": _WITH_ALPHA,
    "sub:alpha": _WITH_ALPHA,
    "rsub": [*_WITH_ALPHA, Sample((COLUMN, ROW))],
    "rsub:scalar": _BY_NUMBER,
    "remainder:scalar": _BY_NUMBER,
    "fmod:scalar": _BY_NUMBER,
    "div:rounding_mode": [
        Sample((COLUMN, DIVISOR), {"rounding_mode": "floor"}),
        Sample((ROW, -DIVISOR), {"rounding_mode": "trunc"}),
        Sample((COLUMN, DIVISOR), {"rounding_mode": None}),
        Sample((SCALAR, 0.7), {"rounding_mode": "floor"}),
    ],
    "_add_number": [Sample((SCALAR, 4)), Sample((ROW, 3)), Sample((EMPTY, 2))],
    "_div_number": [Sample((SCALAR, 4)), Sample((ROW, 3)), Sample((EMPTY, 2))],
    "_mul_number": [Sample((SCALAR, 4)), Sample((ROW, 3)), Sample((EMPTY, 2))],
    "positive": [Sample((SCALAR,)), Sample((COLUMN,))],
}

# Values and gradients as torch 2.13 gives them.
SPECIAL = {
    "abs": [
        Special(
            (np.array([-1.5, 0.0, -0.0, NAN]),),
            {},
            [1.5, 0.0, 0.0, NAN],
            ([-1.0, 0.0, 0.0, 0.0],),
            "the slope at 0 is 0",
        ),
    ],
    "reciprocal": [
        Special(
            (np.array([0.0, -0.0, INF]),),
            {},
            [INF, -INF, 0.0],
            ([-INF, -INF, 0.0],),
            "poles and infinity",
        ),
    ],
    "div": [
        Special(
            (np.array([1.0, 0.0, -1.0, INF]), np.array([0.0, 0.0, 0.0, INF])),
            {},
            [INF, NAN, -INF, NAN],
            ([INF, INF, INF, 0.0], [-INF, NAN, INF, NAN]),
            "division by 0 and of infinities",
        ),
    ],
    "sub": [
        Special(
            (np.array([INF, INF]), np.array([INF, 1.0])),
            {},
            [NAN, INF],
            ([1.0, 1.0], [-1.0, -1.0]),
            "infinity minus infinity is nan",
        ),
    ],
    "remainder": [
        Special(
            (
                np.array([5.5, -5.5, 5.5, -6.0, 1.0, -5.0]),
                np.array([3.0, 3.0, -3.0, 3.0, 0.0, INF]),
            ),
            {},
            [2.5, 0.5, -0.5, -0.0, NAN, INF],
            ([1.0, 1.0, 1.0, 1.0, 1.0, 1.0], [-1.0, 2.0, 2.0, 2.0, -INF, 1.0]),
            "the sign of the divisor",
        ),
    ],
    "fmod": [
        Special(
            (
                np.array([5.5, -5.5, 5.5, -6.0, 1.0, -5.0]),
                np.array([3.0, 3.0, -3.0, 3.0, 0.0, INF]),
            ),
            {},
            [2.5, -2.5, 2.5, -0.0, NAN, -5.0],
            ([1.0, 1.0, 1.0, 1.0, 1.0, 1.0], [-1.0, 1.0, 1.0, 2.0, -INF, 0.0]),
            "the sign of the dividend",
        ),
    ],
    "div:rounding_mode": [
        Special(
            (np.array([-7.0, 7.0, 1.0]), np.array([2.0, -2.0, 0.0])),
            {"rounding_mode": "trunc"},
            [-3.0, -3.0, INF],
            ([0.0, 0.0, 0.0], [0.0, 0.0, 0.0]),
            "towards zero",
        ),
        Special(
            (np.array([-7.0, 7.0, 1.0]), np.array([2.0, -2.0, 0.0])),
            {"rounding_mode": "floor"},
            [-4.0, -4.0, INF],
            ([0.0, 0.0, 0.0], [0.0, 0.0, 0.0]),
            "down",
        ),
    ],
}
