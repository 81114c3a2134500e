"""Special points of the hyperbolic functions."""

from __future__ import annotations

import math

import numpy as np

from ..sampling import Special

INF, NAN = math.inf, math.nan

# Values and gradients as torch 2.13 gives them.
SPECIAL = {
    "tanh": [
        Special(
            (np.array([1000.0, -1000.0, 1e-10]),),
            {},
            [1.0, -1.0, 1e-10],
            ([0.0, 0.0, 1.0],),
            "saturated",
        ),
    ],
    "cosh": [
        Special(
            (np.array([710.0, 720.0, 0.0]),),
            {},
            [1.1169973830808557e308, INF, 1.0],
            ([1.1169973830808557e308, INF, 0.0],),
            "overflow",
        ),
    ],
    "acosh": [
        Special(
            (np.array([1.0, 2.0, 0.5]),),
            {},
            [0.0, 1.3169578969248166, NAN],
            ([INF, 0.5773502691896258, NAN],),
            "vertical at 1",
        ),
    ],
    "atanh": [
        Special(
            (np.array([1.0, -1.0, 0.5, 2.0]),),
            {},
            [INF, -INF, 0.5493061443340548, NAN],
            ([INF, INF, 1.3333333333333333, -0.3333333333333333],),
            "poles at the ends; outside the value is nan",
        ),
    ],
    "asinh": [
        Special(
            (np.array([-1e-20, 0.0, INF]),),
            {},
            [-1e-20, 0.0, INF],
            ([1.0, 1.0, 0.0],),
            "exact near 0",
        ),
    ],
}
