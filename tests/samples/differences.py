"""Samples of differences, integrals and gradients of samples."""

from __future__ import annotations

import numpy as np

from ..sampling import Sample, draw

MATRIX = draw(3, 4, key="differences")
VECTOR = draw(5, key="differences")
POINTS = np.array([0.0, 0.5, 1.25, 3.0])

SAMPLES = {
    "diff": [
        Sample((VECTOR,)),
        Sample((MATRIX, 2, 0)),
        Sample((MATRIX, 1, 1, draw(3, 1, key="before"), draw(3, 2, key="after"))),
        Sample((VECTOR, 0)),
        Sample((VECTOR, 9)),
    ],
    "trapezoid": [
        Sample((VECTOR,)),
        Sample((MATRIX, POINTS)),
        Sample((MATRIX,), {"dx": 0.5, "dim": 0}),
        Sample((MATRIX, draw(3, 4, key="points")), {"dim": 0}),
        Sample((np.zeros((2, 0)),)),
    ],
    "cumulative_trapezoid": [
        Sample((VECTOR,)),
        Sample((MATRIX, POINTS)),
        Sample((MATRIX,), {"dx": 0.5, "dim": 0}),
    ],
    "gradient": [
        Sample((VECTOR,)),
        Sample((MATRIX,), {"spacing": [0.5, 2.0], "edge_order": 2}),
        Sample((MATRIX,), {"spacing": 2.0, "dim": 1}),
        Sample((MATRIX,), {"spacing": [POINTS], "dim": (1,)}),
        Sample((MATRIX,), {"spacing": [POINTS], "dim": (1,), "edge_order": 2}),
    ],
}
