"""Samples of the derivatives of sinc, on both sides of where the series ends."""

from __future__ import annotations

import math

import numpy as np

from ..sampling import Sample, Special

INF, NAN = math.inf, math.nan
POINTS = np.array([-2.3, -0.5, 0.0, 1e-5, 0.62, 0.65, 1.8])

SAMPLES = {"_sinc_slopes": [Sample((POINTS, n)) for n in (1, 2, 3)]}

# Values and gradients as torch 2.13 gives them.
SPECIAL = {
    "asin": [
        Special(
            (np.array([1.0, -1.0, 0.0, 1.5]),),
            {},
            [1.5707963267948966, -1.5707963267948966, 0.0, NAN],
            ([INF, INF, 1.0, NAN],),
            "vertical at the ends",
        ),
    ],
    "acos": [
        Special(
            (np.array([1.0, -1.0, 0.0, 2.0]),),
            {},
            [0.0, 3.141592653589793, 1.5707963267948966, NAN],
            ([-INF, -INF, -1.0, NAN],),
            "vertical at the ends",
        ),
    ],
    "atan": [
        Special(
            (np.array([INF, -INF, -0.0]),),
            {},
            [1.5707963267948966, -1.5707963267948966, -0.0],
            ([0.0, 0.0, 1.0],),
            "flat at infinity",
        ),
    ],
    "atan2": [
        Special(
            (np.array([0.0, 0.0, -0.0, 1.0, INF]), np.array([0.0, -1.0, -1.0, 0.0, INF])),
            {},
            [0.0, 3.141592653589793, -3.141592653589793, 1.5707963267948966, 0.7853981633974483],
            ([0.0, -1.0, -1.0, 0.0, NAN], [0.0, 0.0, 0.0, -1.0, NAN]),
            "the slope at the origin is 0",
        ),
    ],
    "sinc": [
        Special(
            (np.array([0.0, 1.0, 0.5, INF]),),
            {},
            [1.0, 3.8981718325193755e-17, 0.6366197723675814, NAN],
            ([0.0, -1.0, -1.2732395447351625, NAN],),
            "1 at 0",
        ),
    ],
    "sin": [
        Special(
            (np.array([INF, 1000000000000000.0, -0.0]),),
            {},
            [NAN, 0.8582727931702359, -0.0],
            ([NAN, -0.5131937377869703, 1.0],),
            "large and infinite angles",
        ),
    ],
    "angle": [
        Special(
            (np.array([-1.0, 0.0, -0.0, 2.0, NAN]),),
            {},
            [3.141592653589793, 0.0, 0.0, 0.0, NAN],
            ([0.0, 0.0, 0.0, 0.0, 0.0],),
            "pi where negative",
        ),
    ],
}
