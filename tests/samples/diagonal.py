"""Samples of diagonals and triangles."""

from __future__ import annotations

import numpy as np

from ..sampling import Sample, Special, draw

SCALAR = np.asarray(1.25)
VECTOR = draw(3, key="vector")
MATRIX = draw(3, 4, key="matrix")
CUBE = draw(2, 3, 4, key="cube")
EMPTY = np.zeros((0, 3))

_DIAGONALS = [
    Sample((MATRIX,)),
    Sample((MATRIX, -1)),
    Sample((CUBE, 1, 0, 2)),
    Sample((CUBE,), {"dim1": -1, "dim2": 1}),
    Sample((MATRIX, 9)),
    Sample((EMPTY,)),
]
_TRIANGLES = [Sample((MATRIX,)), Sample((CUBE, 1)), Sample((CUBE, -1)), Sample((EMPTY,))]

SAMPLES = {
    "diagonal": _DIAGONALS,
    "diagonal_copy": _DIAGONALS,
    "_set_diagonal": [Sample((VECTOR, (3, 4), 0, -2, -1)), Sample((VECTOR, (4, 3), 1, -1, -2))],
    "linalg.diagonal": [Sample((CUBE,)), Sample((CUBE,), {"offset": 1, "dim1": 0, "dim2": 1})],
    "diag_embed": [
        Sample((VECTOR,)),
        Sample((MATRIX, 1)),
        Sample((MATRIX, -2, 0, -1)),
        Sample((VECTOR, 0, 1, 0)),
    ],
    "diag": [Sample((VECTOR,)), Sample((VECTOR, -1)), Sample((MATRIX, 1)), Sample((MATRIX,))],
    "diagflat": [Sample((SCALAR,)), Sample((MATRIX, 1))],
    "tril": _TRIANGLES,
    "triu": _TRIANGLES,
}

SPECIAL = {
    "tril": [
        Special(
            (np.asarray([[np.inf, np.nan], [1.0, 2.0]]),),
            {},
            [[np.inf, 0.0], [1.0, 2.0]],
            ([[1.0, 0.0], [1.0, 1.0]],),
            "what is cut away may be nan",
        )
    ],
}
