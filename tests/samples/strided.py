"""Samples of views by strides."""

from __future__ import annotations

import numpy as np

from ..sampling import Sample, Special, draw

SCALAR = np.asarray(1.25)
VECTOR = draw(5, key="vector")
MATRIX = draw(3, 4, key="matrix")
CUBE = draw(2, 4, 3, key="cube")

_VIEWS = [
    Sample((MATRIX, (2, 2), (1, 4))),
    Sample((MATRIX, (3, 2), (2, 1), 1)),
    Sample((VECTOR, (2, 3), (1, 1))),
    Sample((VECTOR, (), (), 2)),
]
_WINDOWS = [
    Sample((VECTOR, 0, 3, 1)),
    Sample((CUBE, 1, 2, 2)),
    Sample((CUBE, -1, 3, 1)),
    Sample((SCALAR, 0, 1, 1)),
    Sample((VECTOR, 0, 0, 2)),
]
_DENSE = ((3, 4), (4, 1), 0)
_TALL = ((2, 2), (1, 2), 1)

SAMPLES = {
    "as_strided": _VIEWS,
    "as_strided_copy": _VIEWS,
    "_as_strided": [Sample((MATRIX, _TALL, _DENSE))],
    "_as_strided_copy": [Sample((MATRIX, _TALL, _DENSE))],
    "_as_strided_copied": [Sample((MATRIX, _TALL, _DENSE))],
    "_divided": [Sample((VECTOR, np.asarray([1, 2, 1, 3, 1])))],
    "unfold": _WINDOWS,
    "unfold_copy": _WINDOWS,
}

SPECIAL = {
    "unfold": [
        Special(
            (np.asarray([1.0, 2.0, 3.0]), 0, 2, 1),
            {},
            [[1.0, 2.0], [2.0, 3.0]],
            ([1.0, 2.0, 1.0],),
            "windows that overlap add up",
        )
    ],
}
