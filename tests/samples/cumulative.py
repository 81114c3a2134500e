"""Samples of running sums and extrema."""

from __future__ import annotations

import numpy as np

from ..sampling import Sample, draw

CUBE = draw(2, 3, 2, key="cumulative")
VECTOR = draw(5, key="cumulative")
SCALAR = np.asarray(1.5)

_ALONG_ONE = [
    Sample((SCALAR, 0)),
    Sample((VECTOR, -1)),
    Sample((CUBE, 1)),
    Sample((np.zeros((0, 2)), 0)),
]

SAMPLES = dict.fromkeys(("cumsum", "cummax", "cummin", "logcumsumexp"), _ALONG_ONE)
