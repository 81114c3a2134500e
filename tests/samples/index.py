"""Samples of selecting, indexing and of the operations on places."""

from __future__ import annotations

import numpy as np

from gradcalc.engine.ops.place import Box, Cells

from ..sampling import Sample, Special, draw

SCALAR = np.asarray(1.25)
VECTOR = draw(5, key="vector")
MATRIX = draw(3, 4, key="matrix")
CUBE = draw(2, 3, 2, key="cube")
EMPTY = np.zeros((0, 3))
MIDDLE = Box(slice(None), slice(1, 3))
REPEATED = Cells(np.array([[0, 2], [2, 1]]), (3,), 1)
FLAT = Cells(np.array([11, 0, 5]), (3, 4))

SAMPLES = {
    "select": [Sample((VECTOR, 0, 2)), Sample((CUBE, 1, -1)), Sample((CUBE, -3, 0))],
    "select_copy": [Sample((VECTOR, 0, 2)), Sample((CUBE, 1, -1))],
    "slice": [
        Sample((VECTOR,)),
        Sample((CUBE, 1, 1)),
        Sample((MATRIX, -1, None, -1, 2)),
        Sample((MATRIX, 0, 2, 1)),
    ],
    "slice_copy": [Sample((VECTOR, 0, 1, 4)), Sample((MATRIX, 1, -3, None, 2))],
    "narrow": [Sample((VECTOR, 0, 1, 3)), Sample((CUBE, 1, -2, 2)), Sample((CUBE, 2, 2, 0))],
    "narrow_copy": [Sample((VECTOR, 0, 1, 3)), Sample((CUBE, 1, -2, 2))],
    "nonzero": [Sample((MATRIX,)), Sample((SCALAR,), {"as_tuple": True})],
    "_alias": [Sample((SCALAR,)), Sample((MATRIX,)), Sample((EMPTY,))],
    "_index": [Sample((MATRIX, REPEATED)), Sample((MATRIX, FLAT))],
    "_pick": [
        Sample((MATRIX, MIDDLE)),
        Sample((MATRIX, REPEATED)),
        Sample((SCALAR, Cells(np.zeros(3, int), ()))),
        Sample((EMPTY, Cells(np.array([2, 0]), (3,)))),
    ],
    "_clear": [Sample((MATRIX, MIDDLE)), Sample((MATRIX, REPEATED))],
    "_put_at": [
        Sample((MATRIX, draw(3, 2, key="part"), MIDDLE)),
        Sample((MATRIX, draw(3, key="cells"), FLAT)),
    ],
    "_add_at": [
        Sample((MATRIX, draw(3, 2, key="part"), MIDDLE)),
        Sample((MATRIX, draw(2, 2, 4, key="rows"), REPEATED)),
    ],
    "_place_all": [
        Sample(([draw(3, 2, key="part")], (3, 4), [MIDDLE])),
        Sample(
            (
                [MATRIX, draw(2, 2, 4, key="rows"), draw(3, key="cells")],
                (3, 4),
                [None, REPEATED, FLAT],
            )
        ),
    ],
    "_index_put": [
        Sample((MATRIX, draw(4, key="row"), REPEATED, True)),
        Sample((MATRIX, draw(3, key="cells"), FLAT)),
        Sample((MATRIX, SCALAR, FLAT)),
    ],
}

SPECIAL = {
    "slice": [
        Special(
            (np.array([1.0, -0.0, 3.0]), 0, 1, 2),
            {},
            [-0.0],
            ([0.0, 1.0, 0.0],),
            "a slice keeps the sign of zero and gives the rest a zero gradient",
        ),
        Special((np.array([1.0, 2.0]), 0, 5, 9), {}, [], ([0.0, 0.0],), "bounds outside are cut"),
    ],
    "select": [
        Special(
            (np.array([[1.0, np.inf], [np.nan, 4.0]]), 1, 1),
            {},
            [np.inf, 4.0],
            ([[0.0, 1.0], [0.0, 1.0]],),
            "what is not selected does not spread",
        )
    ],
}
