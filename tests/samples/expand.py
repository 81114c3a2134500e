"""Samples of expansions, repetitions and grids."""

from __future__ import annotations

import numpy as np

from ..sampling import Sample, Special, draw

SCALAR = np.asarray(1.25)
VECTOR = draw(3, key="vector")
COLUMN = draw(2, 1, key="column")
MATRIX = draw(2, 3, key="matrix")
CUBE = draw(2, 1, 3, key="cube")
EMPTY = np.zeros((0, 3))

_SIZES = [
    Sample((SCALAR, (2, 2))),
    Sample((COLUMN, (3, 2, 4))),
    Sample((CUBE, (-1, 2, -1))),
    Sample((VECTOR, (3,))),
    Sample((COLUMN, (2, 0))),
]
_LIKE = [Sample((COLUMN, np.zeros((2, 2, 3), np.int64))), Sample((SCALAR, np.zeros(2, np.int64)))]

SAMPLES = {
    "expand": _SIZES,
    "expand_copy": _SIZES,
    "expand_as": _LIKE,
    "broadcast_to": [_SIZES[0], _SIZES[1], _SIZES[3]],
    "broadcast_tensors": [Sample((COLUMN, VECTOR)), Sample(([SCALAR, MATRIX],))],
    "meshgrid": [
        Sample((VECTOR, draw(2, key="short"))),
        Sample(([VECTOR, draw(2, key="short"), SCALAR],), {"indexing": "xy"}),
        Sample((VECTOR,)),
    ],
    "_tile_own": [Sample((VECTOR, (2,))), Sample((CUBE, (3, 1, 2))), Sample((CUBE, (2,)))],
    "repeat": [
        Sample((SCALAR, (2, 2))),
        Sample((SCALAR, ())),
        Sample((MATRIX, (2, 1))),
        Sample((MATRIX, (2, 1, 3))),
        Sample((VECTOR, (0,))),
        Sample((EMPTY, (2, 1))),
    ],
    "tile": [Sample((MATRIX, (2,))), Sample((VECTOR, (2, 2))), Sample((MATRIX, ()))],
    "repeat_interleave": [
        Sample((SCALAR, 3)),
        Sample((MATRIX, 2)),
        Sample((MATRIX, 2), {"dim": 0}),
        Sample((CUBE, np.asarray([2, 0, 1])), {"dim": -1, "output_size": 3}),
        Sample((VECTOR, np.asarray(2))),
    ],
    "repeat_interleave:places": [Sample((np.asarray([2, 0, 1]),))],
}

SPECIAL = {
    "repeat": [Special((VECTOR, (0,)), {}, np.zeros(0), (np.zeros(3),), "repeated 0 times")],
}
