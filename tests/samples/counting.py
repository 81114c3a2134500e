"""Samples of distinct elements and of histograms; there is nothing to differentiate."""

from __future__ import annotations

import numpy as np

from ..sampling import Sample

ROWS = np.array([[2, 1, 1], [0, 3, 3], [2, 1, 1]])
POINTS = np.array([[0.5, 1.0], [1.5, 0.0], [0.5, 2.0]])

SAMPLES = {
    "_unique2": [Sample((ROWS,))],
    "unique_dim": [Sample((ROWS, 0))],
    "_unique_consecutive": [Sample((ROWS,)), Sample((ROWS, -1))],
    "unique": [Sample((ROWS,), {"return_counts": True}), Sample((ROWS,), {"dim": 1})],
    "histogramdd": [Sample((POINTS, 2)), Sample((POINTS, [3, 1]), {"density": True})],
    "unique_consecutive": [Sample((ROWS,), {"return_inverse": True})],
}
