"""Samples of sorting, selecting and quantiles, away from ties."""

from __future__ import annotations

import numpy as np

from ..sampling import Sample, draw


def spaced(*shape: int) -> np.ndarray:
    """Values half apart in random order, so that small steps keep the order."""
    ranks = np.argsort(draw(*shape, key="order"), axis=None)
    return ranks.reshape(shape) * 0.5 - 2.0


CUBE = spaced(2, 3, 2)
MATRIX = spaced(3, 4)
VECTOR = spaced(5)
SCALAR = np.asarray(1.5)
FRACTIONS = np.array([0.1, 0.45, 0.8])

_ALONG_ONE = [
    Sample((SCALAR, 0)),
    Sample((VECTOR, -1)),
    Sample((CUBE, 1)),
    Sample((np.zeros((2, 0)), 0)),
]
_KEPT = [*_ALONG_ONE, Sample((MATRIX, 0, True))]
_QUANTILES = [
    Sample((VECTOR, 0.3)),
    Sample((MATRIX, FRACTIONS), {"dim": 1}),
    Sample((MATRIX, FRACTIONS), {"keepdim": True}),
    Sample((CUBE, 0.4, 1, True), {"interpolation": "midpoint"}),
    Sample((CUBE, 0.4, 0), {"interpolation": "lower"}),
    Sample((MATRIX, 0.4, 0), {"interpolation": "higher"}),
    Sample((MATRIX, 0.4, -1), {"interpolation": "nearest"}),
    Sample((SCALAR, 0.4)),
]

SAMPLES = {
    "sort": [*_ALONG_ONE, Sample((MATRIX, 0, True))],
    "sort:stable": [Sample((MATRIX,), {"stable": True, "descending": True})],
    "msort": [Sample((CUBE,)), Sample((SCALAR,))],
    "topk": [
        Sample((VECTOR, 2)),
        Sample((CUBE, 2, 1, False)),
        Sample((VECTOR, 4), {"sorted": False}),
        Sample((MATRIX, 0)),
        Sample((SCALAR, 1)),
    ],
    "median": [Sample((SCALAR,)), Sample((MATRIX,))],
    "nanmedian": [Sample((SCALAR,)), Sample((MATRIX,))],
    "median:dim": _KEPT,
    "nanmedian:dim": _KEPT,
    "mode": _KEPT,
    "kthvalue": [
        Sample((SCALAR, 1)),
        Sample((VECTOR, 2)),
        Sample((CUBE, 3, 1, True)),
        Sample((MATRIX, 2, 0)),
    ],
    "quantile": _QUANTILES,
    "nanquantile": _QUANTILES,
    "_drop_last": [Sample((draw(3, 1, key="drop"),))],
}
