"""Samples of the predicates that answer with one bool."""

from __future__ import annotations

import numpy as np

from ..sampling import Sample, draw

MATRIX = draw(2, 3, key="matrix")

SAMPLES = {
    "allclose": [Sample((MATRIX, MATRIX)), Sample((MATRIX, 0.5), {"atol": 10.0})],
    "equal": [Sample((MATRIX, MATRIX)), Sample((MATRIX, MATRIX[:1]))],
    "is_nonzero": [Sample((np.asarray(1.5),))],
}
