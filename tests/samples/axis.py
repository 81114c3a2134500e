"""Samples of the moves along one axis that rules are made of."""

from __future__ import annotations

import numpy as np

from ..sampling import Sample, draw

CUBE = draw(2, 3, 2, key="axis")
VECTOR = draw(4, key="axis")
SCALAR = np.asarray(0.75)
REPEATED = np.array([[0, 2], [2, 2]])
KEPT = np.array([[[1, 0]], [[2, 2]]])

SAMPLES = {
    "_slice_axis": [
        Sample((CUBE, -2, (1, 3, 1))),
        Sample((VECTOR, -1, (None, None, -1))),
        Sample((CUBE, -3, (0, 0, 1))),
    ],
    "_place_axis": [Sample((CUBE, -2, (1, 4, 1), 5)), Sample((VECTOR, -1, (0, 7, 2), 7))],
    "_pick_along": [
        Sample((CUBE, REPEATED, (2, 3, 2), -2, False)),
        Sample((CUBE, KEPT, (2, 3, 2), -2, True)),
        Sample((SCALAR, np.asarray(0), (), -1, False)),
    ],
    "_put_along": [
        Sample((draw(2, 2, key="put"), REPEATED, (2, 3, 2), -2, False)),
        Sample((draw(2, 1, 2, key="put"), KEPT, (2, 3, 2), -2, True)),
        Sample((draw(4, key="put"), np.array([0, 2, 2, 1]), (3,), -1, True)),
        Sample((SCALAR, np.asarray(0), (), -1, False)),
    ],
}
