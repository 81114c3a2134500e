"""Samples of sums, means and their kin."""

from __future__ import annotations

import numpy as np

from ..sampling import Sample, draw

SCALAR = np.asarray(1.25)
CUBE = draw(2, 3, 2, key="cube")
MATRIX = draw(3, 4, key="matrix")
VECTOR = draw(4, key="vector")

_OVER_AXES = [
    Sample((SCALAR, 0)),
    Sample((CUBE, (0, -1))),
    Sample((MATRIX, 1), {"keepdim": True}),
    Sample((np.zeros((0, 3)), 0)),
]

SAMPLES = {
    "sum": [Sample((SCALAR,)), Sample((CUBE,)), Sample((np.zeros((0, 3)),))],
    "sum:dim": [*_OVER_AXES, Sample((MATRIX,), {"dim": None})],
    "mean": [Sample((SCALAR,)), Sample((CUBE,))],
    "mean:dim": [*_OVER_AXES[:3], Sample((MATRIX,), {"dim": None})],
    "nansum": [*_OVER_AXES, Sample((MATRIX,))],
    "nanmean": [*_OVER_AXES[:3], Sample((MATRIX,))],
    "logsumexp": [*_OVER_AXES[:3], Sample((VECTOR, -1))],
    "sum_to_size": [
        Sample((CUBE, (3, 1))),
        Sample((CUBE, (2, 1, 2))),
        Sample((MATRIX, (1,))),
        Sample((MATRIX, (3, 4))),
    ],
}
