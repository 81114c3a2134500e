"""Samples of distinct elements; of integers, since there is nothing to differentiate."""

from __future__ import annotations

import numpy as np

from ..sampling import Sample

ROWS = np.array([[2, 1, 1], [0, 3, 3], [2, 1, 1]])

SAMPLES = {
    "_unique2": [Sample((ROWS,))],
    "unique_dim": [Sample((ROWS, 0))],
    "_unique_consecutive": [Sample((ROWS,)), Sample((ROWS, -1))],
    "unique": [Sample((ROWS,), {"return_counts": True}), Sample((ROWS,), {"dim": 1})],
    "unique_consecutive": [Sample((ROWS,), {"return_inverse": True})],
}
