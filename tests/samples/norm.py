"""Samples of norms, distances and scaling down to a norm."""

from __future__ import annotations

import math

import numpy as np

from ..sampling import Sample, draw

CUBE = draw(2, 3, 2, key="norm")
MATRIX = draw(3, 4, key="norm")
VECTOR = draw(4, key="norm")
SCALAR = np.asarray(-1.5)
OTHER = draw(4, key="other")

_ORDERS = (0, 0.5, 1, 1.5, 2, 3, 4.5, math.inf, -math.inf, -1.5)

SAMPLES = {
    "linalg.vector_norm": [
        *(Sample((VECTOR, order)) for order in _ORDERS),
        Sample((SCALAR,)),
        Sample((CUBE, 3, (0, -1))),
        Sample((MATRIX, 2, 1, True)),
        Sample((np.zeros((0, 2)), 2, 0)),
    ],
    "_norm_along": [Sample((MATRIX, p, (-1,), True)) for p in (0, 1, 2, 3)],
    "dist": [
        Sample((VECTOR, OTHER)),
        Sample((MATRIX, OTHER, 3)),
        Sample((SCALAR, VECTOR, 1)),
        Sample((VECTOR, OTHER, math.inf)),
        Sample((VECTOR, OTHER, 0)),
    ],
    "renorm": [
        Sample((MATRIX, 2, 0, 2.5)),
        Sample((CUBE, 1, -1, 3.0)),
        Sample((MATRIX, 3, 1, 100.0)),
    ],
    "linalg.matrix_norm": [
        *(Sample((CUBE, order)) for order in ("fro", "nuc", 1, -1, 2, -2, math.inf, -math.inf)),
        Sample((CUBE, 1, (2, 0), True)),
        Sample((CUBE, "nuc", (0, -1), True)),
    ],
    "linalg.norm": [
        Sample((CUBE,)),
        Sample((VECTOR, 3)),
        Sample((MATRIX, "nuc")),
        Sample((CUBE, 2, (0, 1))),
        Sample((CUBE, 1, 1, True)),
    ],
    "norm": [
        Sample((CUBE,)),
        Sample((MATRIX, "nuc")),
        Sample((MATRIX, 1, 1)),
        Sample((CUBE, "fro", (0, 1), True)),
        Sample((SCALAR, 3)),
    ],
}
