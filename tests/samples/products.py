"""Samples of products and running products, with and without zeros among the factors."""

from __future__ import annotations

import numpy as np

from ..sampling import Sample, draw

CUBE = draw(2, 3, 2, key="products")
MATRIX = draw(3, 4, key="products")
SCALAR = np.asarray(1.5)
ONE_ZERO = np.array([1.5, 0.0, -2.0, 0.5])
TWO_ZEROS = np.array([[0.0, 1.5, 0.0, 2.0, -1.0], [1.0, 2.0, -0.5, 1.5, 0.25]])

_ALONG_ONE = [
    Sample((SCALAR, 0)),
    Sample((CUBE, 1)),
    Sample((MATRIX, -1)),
    Sample((ONE_ZERO, 0)),
    Sample((TWO_ZEROS, 1)),
]

SAMPLES = {
    "prod": [
        Sample((SCALAR,)),
        Sample((MATRIX,)),
        Sample((ONE_ZERO,)),
        Sample((TWO_ZEROS,)),
        Sample((np.zeros((0, 2)),)),
    ],
    "prod:dim": [*_ALONG_ONE, Sample((CUBE, 0, True)), Sample((np.zeros((0, 2)), 0))],
    "cumprod": [*_ALONG_ONE, Sample((np.zeros((0, 2)), 0))],
}
