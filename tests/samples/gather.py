"""Samples of gather, index_select, take, masked_select and embeddings."""

from __future__ import annotations

import numpy as np

from ..sampling import Sample, Special, draw

SCALAR = np.asarray(1.25)
VECTOR = draw(5, key="vector")
MATRIX = draw(3, 4, key="matrix")
CUBE = draw(2, 3, 2, key="cube")
EMPTY = np.zeros((0, 3))
MASK = np.array([True, False, True, True])
GRID = np.array([[True, False, True, True], [False] * 4, [False, False, True, False]])
TABLE = draw(4, 3, key="table")
NONE = np.zeros(0, int)

_PICKED = np.array([[0, 1], [2, 0], [1, 1]])

SAMPLES = {
    "gather": [
        Sample((MATRIX, 1, np.array([[0, 3, 3], [1, 0, 2]]))),
        Sample((MATRIX, -2, np.array([[2, 2], [0, 1], [1, 1], [0, 0]]))),
        Sample((SCALAR, 0, np.asarray(0))),
        Sample((VECTOR, 0, NONE)),
    ],
    "take_along_dim": [
        Sample((MATRIX, np.array([[3, 0], [1, 1], [2, 2]]), 1)),
        Sample((MATRIX, np.array([[0, 2, 1, 1]]), 0)),
        Sample((CUBE, np.array([[[1], [0], [0]]]), -1)),
        Sample((MATRIX, np.array([11, 0, 0]))),
    ],
    "index_select": [
        Sample((MATRIX, 1, np.array([3, 0, 0]))),
        Sample((CUBE, -2, np.array([2, 2]))),
        Sample((SCALAR, 0, np.array([0]))),
        Sample((VECTOR, 0, NONE)),
    ],
    "take": [
        Sample((MATRIX, np.array([[0, 11], [-1, 5]]))),
        Sample((SCALAR, np.array([0, 0]))),
        Sample((MATRIX, NONE)),
    ],
    "masked_select": [
        Sample((MATRIX, MASK)),
        Sample((draw(4, key="row"), GRID)),
        Sample((SCALAR, GRID)),
        Sample((MATRIX, np.zeros((3, 4), bool))),
    ],
    "_unsafe_masked_index": [
        Sample(
            (
                MATRIX,
                np.array([True, False, True]),
                [np.array([0, 9, 2]), np.array([3, 0, 3])],
                -1.5,
            )
        ),
        Sample((MATRIX, np.array([[True], [False]]), [np.array([1, 7])], 0.5)),
    ],
    "embedding": [
        Sample((TABLE, np.array([[1, 3], [3, 0]]))),
        Sample((TABLE, np.asarray(2))),
        Sample((TABLE, np.array([3, 1, 3]))),
        Sample((TABLE, NONE)),
    ],
    "nn.functional.embedding": [
        Sample((np.array([[1, 3], [3, 0]]), TABLE)),
        Sample((np.array([2, 2]), TABLE), {"sparse": True}),
    ],
    "_embedding_bag": [
        Sample((TABLE, None, np.array([0, 1, 1, 3]), np.array([0, 1]), "mean", False, False, -1)),
        Sample(
            (
                TABLE,
                draw(4, key="weights"),
                np.array([0, 1, 1, 3]),
                np.array([0, 1, 1]),
                "sum",
                False,
                False,
                3,
            )
        ),
    ],
    "nn.functional.embedding_bag": [
        Sample((np.array([[1, 3, 0], [2, 2, 1]]), TABLE)),
        Sample((np.array([1, 3, 0, 2]), TABLE, np.array([0, 3, 3])), {"mode": "max"}),
        Sample(
            (np.array([1, 3, 0, 2]), TABLE, np.array([0, 2, 4])),
            {"mode": "sum", "include_last_offset": True, "padding_idx": 0},
        ),
        Sample(
            (np.array([[1, 3], [2, 2]]), TABLE),
            {"mode": "sum", "per_sample_weights": draw(2, 2, key="weights")},
        ),
    ],
}

SPECIAL = {
    "gather": [
        Special(
            (np.array([0.1, 7.0]), 0, np.array([0, 0])),
            {},
            [0.1, 0.1],
            ([2.0, 0.0],),
            "repeated indices add up",
        )
    ],
    "embedding": [
        Special(
            (np.array([[1.0, 2.0], [3.0, 4.0]]), np.array([1, 0, 1]), 0),
            {},
            [[3.0, 4.0], [1.0, 2.0], [3.0, 4.0]],
            ([[0.0, 0.0], [2.0, 2.0]],),
            "the padding row gets no gradient",
        ),
        Special(
            (np.array([[1.0, 2.0], [3.0, 4.0]]), np.array([1, 0, 1]), -1, True),
            {},
            [[3.0, 4.0], [1.0, 2.0], [3.0, 4.0]],
            ([[1.0, 1.0], [1.0, 1.0]],),
            "scaled by frequency each row gets the mean",
        ),
    ],
    "nn.functional.embedding_bag": [
        Special(
            (np.array([1, 0]), np.array([[1.0, 2.0], [1.0, 4.0]]), np.array([0, 2])),
            {"mode": "max"},
            [[1.0, 4.0], [0.0, 0.0]],
            ([[0.0, 0.0], [1.0, 1.0]],),
            "of equals the first in the bag is chosen; an empty bag is zero",
        )
    ],
}
