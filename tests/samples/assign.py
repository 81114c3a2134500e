"""Samples of the rows that only writes in place run."""

from __future__ import annotations

import numpy as np

from ..sampling import Sample, draw

MATRIX = draw(3, 4, key="matrix")
SCALAR = np.asarray(-0.5)

SAMPLES = {
    "_fill": [Sample((MATRIX, SCALAR)), Sample((np.asarray(1.25), SCALAR))],
    "_copy": [
        Sample((MATRIX, draw(3, 4, key="other"))),
        Sample((MATRIX, draw(4, key="row"))),
        Sample((np.asarray(1.25), SCALAR)),
    ],
}
