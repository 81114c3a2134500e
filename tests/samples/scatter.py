"""Samples of writing by index: scatter, index_add, index_put, masked fills and their kin."""

from __future__ import annotations

import numpy as np

from ..sampling import Sample, Special, draw

SCALAR = np.asarray(1.25)
OTHER = np.asarray(-0.5)
VECTOR = draw(5, key="vector")
MATRIX = draw(3, 4, key="matrix")
SOURCE = draw(3, 2, key="source")
EMPTY = np.zeros((0, 3))
NONE = np.zeros(0, int)
ONCE = np.array([[0, 3], [1, 2], [3, 0]])
OFTEN = np.array([[0, 0], [3, 0], [1, 1]])
MASK = np.array([True, False, True, True])
GRID = np.array([[True, False, True, True], [False] * 4, [False, False, True, False]])
_REDUCED = [
    Sample((MATRIX, 1, OFTEN, draw(3, 2, low=0.5, key="first")), {"reduce": how, **more})
    for how in ("sum", "prod", "mean", "amax", "amin")
    for more in ({}, {"include_self": False})
]
_SLICES = [
    Sample((MATRIX, dim, np.array([0, 2, 0]), source, how), more)
    for how in ("prod", "mean", "amax", "amin")
    for dim, source in ((0, draw(3, 4, key="rows")), (-1, draw(3, 3, key="columns")))
    for more in ({}, {"include_self": False})
]

SAMPLES = {
    "scatter": [
        Sample((MATRIX, 1, ONCE, SOURCE)),
        Sample((MATRIX, -2, np.array([[2, 0]]), SOURCE)),
        Sample((SCALAR, 0, np.asarray(0), OTHER)),
        Sample((VECTOR, 0, NONE, draw(2, key="unused"))),
    ],
    "scatter:value": [
        Sample((MATRIX, 1, OFTEN, 0.5)),
        Sample((SCALAR, 0, np.asarray(0), 2)),
        Sample((VECTOR, 0, NONE, 1)),
    ],
    "scatter:reduce": [
        Sample((MATRIX, 1, OFTEN, SOURCE), {"reduce": "add"}),
        Sample((MATRIX, 1, OFTEN, SOURCE), {"reduce": "multiply"}),
    ],
    "scatter:value_reduce": [
        Sample((MATRIX, 1, OFTEN, 0.5), {"reduce": "add"}),
        Sample((MATRIX, 1, OFTEN, -1.5), {"reduce": "multiply"}),
    ],
    "scatter_add": [
        Sample((MATRIX, 1, OFTEN, SOURCE)),
        Sample((MATRIX, 0, np.array([[2, 0], [2, 1]]), SOURCE)),
        Sample((SCALAR, 0, np.array([0, 0]), draw(2, key="pair"))),
    ],
    "scatter_reduce": [
        *_REDUCED,
        Sample((VECTOR, 0, np.array([0, 2, 0]), draw(4, key="longer"), "prod")),
        Sample((VECTOR, 0, np.array([0, 2, 0, 0]), np.array([0.0, 1.5, 0.0, 2.0]), "prod")),
        Sample((np.array([0.0, 2.0]), 0, np.array([0, 1, 0]), np.array([3.0, 0.0, 1.5]), "prod")),
        Sample((SCALAR, 0, np.asarray(0), OTHER, "mean")),
    ],
    "index_reduce": [*_SLICES, Sample((SCALAR, 0, np.array([0]), OTHER, "prod"))],
    "index_add": [
        Sample((MATRIX, 0, np.array([1, 1]), draw(2, 4, key="rows")), {"alpha": 2}),
        Sample((MATRIX, -1, np.array([3, 0]), SOURCE)),
        Sample((SCALAR, 0, np.array([0]), OTHER), {"alpha": -0.5}),
        Sample((VECTOR, 0, NONE, np.zeros(0))),
    ],
    "index_copy": [
        Sample((MATRIX, 0, np.array([2, 0]), draw(2, 4, key="rows"))),
        Sample((MATRIX, -1, np.array([3, 0]), SOURCE)),
        Sample((SCALAR, 0, np.array([0]), OTHER)),
        Sample((VECTOR, 0, np.array([4]), OTHER)),
    ],
    "index_fill": [
        Sample((MATRIX, 0, np.array([2, 0]), OTHER)),
        Sample((MATRIX, -1, np.array([1, 1, 3]), OTHER)),
        Sample((SCALAR, 0, np.asarray(0), OTHER)),
    ],
    "index_fill:number": [
        Sample((MATRIX, 1, np.array([-1, 0]), 2)),
        Sample((SCALAR, 0, np.asarray(0), -1.5)),
    ],
    "index_put": [
        Sample((MATRIX, (np.array([0, 2]), np.array([3, 1])), draw(2, key="pair"))),
        Sample((MATRIX, (np.array([1, 1]),), draw(4, key="row"), True)),
        Sample((MATRIX, (GRID,), OTHER)),
    ],
    "put": [
        Sample((MATRIX, np.array([[0, 11], [-2, 5]]), draw(4, key="row"))),
        Sample((MATRIX, np.array([3, 3]), draw(2, 1, key="column"), True)),
        Sample((SCALAR, np.array([0]), draw(1, key="one"))),
    ],
    "masked_fill": [
        Sample((MATRIX, MASK, OTHER)),
        Sample((SCALAR, GRID, OTHER)),
        Sample((EMPTY, np.zeros((0, 3), bool), OTHER)),
    ],
    "masked_fill:number": [Sample((MATRIX, GRID, 10)), Sample((SCALAR, np.asarray(True), -0.5))],
    "masked_scatter": [
        Sample((MATRIX, GRID, draw(5, key="vector"))),
        Sample((draw(4, key="row"), GRID, draw(3, 2, key="source"))),
        Sample((SCALAR, np.asarray(False), OTHER)),
    ],
    "_unsafe_masked_index_put_accumulate": [
        Sample(
            (
                MATRIX,
                np.array([True, False, True]),
                [np.array([0, 9, 0]), np.array([3, 0, 3])],
                draw(3, key="three"),
            )
        ),
    ],
    "select_scatter": [
        Sample((MATRIX, draw(3, key="column"), 1, -1)),
        Sample((VECTOR, OTHER, 0, 2)),
    ],
    "slice_scatter": [
        Sample((MATRIX, draw(3, 2, key="source"), 1, 0, 4, 2)),
        Sample((VECTOR, draw(2, key="pair")), {"start": -2}),
    ],
    "diagonal_scatter": [
        Sample((MATRIX, draw(3, key="diagonal"))),
        Sample((draw(2, 3, 2, key="cube"), draw(3, 1, key="short")), {"offset": 1, "dim2": 2}),
    ],
    "as_strided_scatter": [
        Sample((MATRIX, draw(2, 2, key="square"), (2, 2), (5, 2), 1)),
        Sample((VECTOR, draw(3, key="three"), (3,), (2,))),
    ],
}

SPECIAL = {
    "index_add": [
        Special(
            (np.array([1.0, 2.0]), 0, np.array([1, 1, 0]), np.array([3.0, 4.0, 5.0])),
            {},
            [6.0, 9.0],
            ([1.0, 1.0], [1.0, 1.0, 1.0]),
            "repeats add up",
        )
    ],
    "scatter_reduce": [
        Special(
            (np.array([1.0, 2.0]), 0, np.array([0, 0, 1]), np.array([1.0, 1.0, 0.0]), "amax"),
            {},
            [1.0, 2.0],
            ([1 / 3, 1.0], [1 / 3, 1 / 3, 0.0]),
            "ties share the gradient",
        ),
        Special(
            (np.array([2.0, 3.0]), 0, np.array([0, 0, 1]), np.array([0.0, 0.0, 4.0]), "prod"),
            {},
            [0.0, 12.0],
            ([0.0, 4.0], [0.0, 0.0, 3.0]),
            "a product with two zeros has no slope",
        ),
        Special(
            (np.array([2.0, 0.0]), 0, np.array([0, 0, 1]), np.array([0.0, 3.0, 4.0]), "prod"),
            {},
            [0.0, 0.0],
            ([0.0, 4.0], [6.0, 0.0, 0.0]),
            "a product with one zero has a slope there",
        ),
    ],
    "scatter": [
        Special(
            (np.array([1.0, 2.0]), 0, np.array([0, 0]), np.array([5.0, 6.0])),
            {},
            [6.0, 2.0],
            ([0.0, 1.0], [1.0, 1.0]),
            "of repeats the last is written, and each gets the gradient",
        )
    ],
    "masked_fill:number": [
        Special(
            (np.array([np.nan, 2.0]), np.array([True, False]), 0),
            {},
            [0.0, 2.0],
            ([0.0, 1.0],),
            "what is filled over does not spread",
        )
    ],
}
