"""Samples of logarithms that take a number, and of the masked logaddexp."""

from __future__ import annotations

import math

import numpy as np

from ..sampling import Sample, Special, draw

INF, NAN = math.inf, math.nan
SCALAR = np.asarray(1.25)
ROW = draw(3, key="row")
POSITIVE = draw(2, 3, low=0.4, high=2.5, key="positive")
MASK = np.array([True, False, True])

SAMPLES = {
    "xlogy:scalar_other": [Sample((ROW, 2.5)), Sample((SCALAR, 3))],
    "xlogy:scalar_self": [Sample((1.5, POSITIVE)), Sample((-2, SCALAR))],
    "masked.logaddexp": [
        Sample((ROW, POSITIVE)),
        Sample((ROW, ROW[::-1]), {"input_mask": MASK}),
        Sample((POSITIVE, ROW), {"input_mask": MASK, "other_mask": ~MASK}),
    ],
}

# Values and gradients as torch 2.13 gives them.
SPECIAL = {
    "exp": [
        Special(
            (np.array([710.0, -800.0, -INF, 0.0]),),
            {},
            [INF, 0.0, 0.0, 1.0],
            ([INF, 0.0, 0.0, 1.0],),
            "overflow and underflow",
        ),
    ],
    "exp2": [
        Special(
            (np.array([1024.0, -1100.0, 0.0]),),
            {},
            [INF, 0.0, 1.0],
            ([INF, 0.0, 0.6931471805599453],),
            "overflow and underflow",
        ),
    ],
    "expm1": [
        Special(
            (np.array([1e-20, -INF, 800.0, -0.0]),),
            {},
            [1e-20, -1.0, INF, -0.0],
            ([1.0, 0.0, INF, 1.0],),
            "exact near 0",
        ),
    ],
    "log": [
        Special(
            (np.array([0.0, 1.0, INF, -1.0]),),
            {},
            [-INF, 0.0, INF, NAN],
            ([INF, 1.0, 0.0, -1.0],),
            "outside the domain the value is nan, the slope is not",
        ),
    ],
    "log1p": [
        Special(
            (np.array([-1.0, 1e-20, -2.0, INF]),),
            {},
            [-INF, 1e-20, NAN, INF],
            ([INF, 1.0, -1.0, 0.0],),
            "exact near 0",
        ),
    ],
    "logaddexp": [
        Special(
            (np.array([INF, -INF, -INF, 1000.0]), np.array([INF, 2.0, -INF, 999.0])),
            {},
            [INF, 2.0, -INF, 1000.3132616875182],
            ([NAN, 0.0, NAN, 0.7310585786300049], [NAN, 1.0, NAN, 0.2689414213699951]),
            "equal infinities have no slope",
        ),
    ],
    "logaddexp2": [
        Special(
            (np.array([-INF, 2000.0]), np.array([-INF, 2000.0])),
            {},
            [-INF, 2001.0],
            ([NAN, 0.5], [NAN, 0.5]),
            "equal infinities have no slope",
        ),
    ],
    "xlogy": [
        Special(
            (np.array([0.0, 0.0, 0.0, 2.0]), np.array([0.0, -1.0, NAN, 3.0])),
            {},
            [0.0, 0.0, NAN, 2.1972245773362196],
            ([0.0, 0.0, NAN, 1.0986122886681098], [NAN, 0.0, NAN, 0.6666666666666666]),
            "0 where self is 0, except for nan",
        ),
    ],
}
