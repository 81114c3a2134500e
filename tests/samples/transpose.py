"""Samples of permutations of axes."""

from __future__ import annotations

import numpy as np

from ..sampling import Sample, draw

SCALAR = np.asarray(1.25)
VECTOR = draw(4, key="vector")
MATRIX = draw(3, 4, key="matrix")
CUBE = draw(2, 3, 4, key="cube")
EMPTY = np.zeros((0, 3))

_ORDERS = [Sample((SCALAR, ())), Sample((CUBE, (2, 0, 1))), Sample((MATRIX, (-1, 0)))]
_PAIRS = [
    Sample((SCALAR, 0, 0)),
    Sample((CUBE, 0, -1)),
    Sample((MATRIX, 1, 0)),
    Sample((EMPTY, 0, 1)),
]
_UP_TO_MATRICES = [Sample((SCALAR,)), Sample((VECTOR,)), Sample((MATRIX,))]
_MATRICES = [Sample((MATRIX,)), Sample((CUBE,)), Sample((EMPTY,))]

SAMPLES = {
    "permute": _ORDERS,
    "permute_copy": _ORDERS,
    "transpose": _PAIRS,
    "transpose_copy": _PAIRS,
    "transpose:axes": [Sample((CUBE,)), Sample((CUBE, (1, 0, 2)))],
    "t": _UP_TO_MATRICES,
    "t_copy": _UP_TO_MATRICES,
    "_T": [*_UP_TO_MATRICES, Sample((CUBE,))],
    "_mT": _MATRICES,
    "_mH": _MATRICES,
    "_H": [Sample((SCALAR,)), Sample((MATRIX,))],
    "adjoint": _MATRICES,
    "movedim": [
        Sample((CUBE, 0, 2)),
        Sample((CUBE, (0, 1), (-1, 0))),
        Sample((MATRIX, (), ())),
        Sample((SCALAR, 0, 0)),
    ],
}
