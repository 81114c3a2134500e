"""Samples of the ways to put tensors together."""

from __future__ import annotations

import numpy as np

from ..sampling import Sample, Special, draw

SCALAR = np.asarray(1.25)
OTHER = np.asarray(-0.5)
VECTOR = draw(3, key="vector")
SHORT = draw(2, key="short")
MATRIX = draw(2, 3, key="matrix")
ROW = draw(1, 3, key="row")
CUBE = draw(2, 3, 2, key="cube")
NOTHING = np.zeros(0)

SAMPLES = {
    "stack": [
        Sample(([SCALAR, OTHER],)),
        Sample(([MATRIX, MATRIX + 1], 1)),
        Sample(([VECTOR, VECTOR + 1],), {"dim": -1}),
    ],
    "_unstack": [Sample((VECTOR, -1)), Sample((CUBE, -2))],
    "_cut": [Sample((VECTOR, (1, 2), -1)), Sample((CUBE, (2, 0, 1), -2))],
    "cat": [
        Sample(([VECTOR, SHORT],)),
        Sample(([MATRIX, ROW],)),
        Sample(([CUBE, CUBE + 1],), {"dim": -1}),
        Sample(([NOTHING, MATRIX, ROW], 0)),
    ],
    "hstack": [Sample(([SCALAR, VECTOR],)), Sample(([MATRIX, MATRIX],)), Sample(([CUBE],))],
    "vstack": [Sample(([VECTOR, MATRIX],)), Sample(([SCALAR, OTHER],))],
    "dstack": [Sample(([VECTOR, VECTOR],)), Sample(([MATRIX, CUBE],))],
    "column_stack": [Sample(([SHORT, MATRIX],)), Sample(([SCALAR, OTHER],))],
    "block_diag": [
        Sample((MATRIX, VECTOR, SCALAR)),
        Sample(([ROW, NOTHING, MATRIX],)),
    ],
    "cartesian_prod": [Sample((VECTOR, SHORT)), Sample((VECTOR,)), Sample((SHORT, SHORT, SHORT))],
    "combinations": [
        Sample((VECTOR,)),
        Sample((VECTOR, 3)),
        Sample((VECTOR,), {"r": 2, "with_replacement": True}),
        Sample((SHORT, 3)),
    ],
}

SPECIAL = {
    "cat": [
        Special(
            ([NOTHING, np.asarray([1.0, 2.0])],),
            {},
            [1.0, 2.0],
            (NOTHING, [1.0, 1.0]),
            "an empty tensor gets an empty gradient",
        )
    ],
}
