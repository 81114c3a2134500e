"""Special points of products, inverses, determinants and distances.

Values and gradients as torch 2.13.0 gives them.
"""

from __future__ import annotations

import math

import numpy as np

from ..sampling import Special

INF, NAN = math.inf, math.nan

SPECIAL = {
    "linalg.det": [
        Special(
            (np.array([[1.0, 2.0], [2.0, 4.0]]),),
            {},
            -0.0,
            ([[0.0, -0.0], [-0.0, 0.0]],),
            "singular: torch's slope is 0 unless it is recorded",
        ),
        Special(
            (np.array([[0.0]]),),
            {},
            0.0,
            ([[1.0]],),
            "one by one: the slope is 1",
        ),
        Special(
            (np.array([[[1.0, 0.0], [0.0, 1.0]], [[1.0, 1.0], [1.0, 1.0]]]),),
            {},
            [1.0, 0.0],
            ([[[1.0, 0.0], [0.0, 1.0]], [[0.0, 0.0], [0.0, 0.0]]],),
            "one singular matrix of two",
        ),
        Special(
            (np.array([[1.0, NAN], [2.0, 4.0]]),),
            {},
            NAN,
            ([[NAN, NAN], [NAN, NAN]],),
            "nan",
        ),
    ],
    "logdet": [
        Special(
            (np.array([[0.0, 1.0], [1.0, 0.0]]),),
            {},
            NAN,
            ([[0.0, 0.0], [0.0, 0.0]],),
            "negative determinant",
        ),
        Special(
            (np.array([[1.0, 1.0], [1.0, 1.0]]),),
            {},
            -INF,
            ([[INF, -INF], [-INF, INF]],),
            "singular",
        ),
    ],
    "linalg.pinv": [
        Special(
            (np.array([[0.0, 0.0], [0.0, 0.0]]),),
            {},
            [[0.0, 0.0], [0.0, 0.0]],
            ([[0.0, 0.0], [0.0, 0.0]],),
            "zero",
        ),
        Special(
            (np.array([[2.0, 0.0], [0.0, 0.0]]),),
            {},
            [[0.5, 0.0], [0.0, 0.0]],
            ([[-0.25, 0.25], [0.25, 0.0]],),
            "rank one",
        ),
    ],
    "linalg.matrix_power": [
        Special(
            (
                np.array([[1.0, 2.0], [3.0, 4.0]]),
                0,
            ),
            {},
            [[1.0, 0.0], [0.0, 1.0]],
            ([[0.0, 0.0], [0.0, 0.0]],),
            "power zero",
        ),
    ],
    "linalg.matrix_exp": [
        Special(
            (np.array([[0.0, 0.0], [0.0, 0.0]]),),
            {},
            [[1.0, 0.0], [0.0, 1.0]],
            ([[1.0, 1.0], [1.0, 1.0]],),
            "zero",
        ),
        Special(
            (np.array([[1.0, 1.0], [0.0, 1.0]]),),
            {},
            [[2.7182818284590455, 2.7182818284590455], [0.0, 2.7182818284590455]],
            ([[4.077422742688567, 2.7182818284590446], [5.889610628327931, 4.077422742688566]],),
            "not diagonalisable",
        ),
    ],
    "addmm": [
        Special(
            (
                np.array([[NAN]]),
                np.array([[1.0, 2.0]]),
                np.array([[3.0], [4.0]]),
            ),
            {"beta": 0},
            [[11.0]],
            (
                [[0.0]],
                [[3.0, 4.0]],
                [[1.0], [2.0]],
            ),
            "beta 0 hides nan in self",
        ),
    ],
    "addmv": [
        Special(
            (
                np.array([NAN]),
                np.array([[1.0, 2.0]]),
                np.array([3.0, 4.0]),
            ),
            {"beta": 0},
            [11.0],
            (
                [0.0],
                [[3.0, 4.0]],
                [1.0, 2.0],
            ),
            "beta 0 hides nan in self",
        ),
    ],
    "dot": [
        Special(
            (
                np.array([INF, 1.0]),
                np.array([0.0, 2.0]),
            ),
            {},
            NAN,
            (
                [0.0, 2.0],
                [INF, 1.0],
            ),
            "infinity times 0",
        ),
    ],
    "cdist": [
        Special(
            (
                np.array([[0.0, 0.0], [3.0, 4.0]]),
                np.array([[0.0, 0.0]]),
                2.0,
            ),
            {},
            [[0.0], [5.0]],
            (
                [[0.0, 0.0], [0.6, 0.8]],
                [[-0.6, -0.8]],
            ),
            "coinciding rows, p 2",
        ),
        Special(
            (
                np.array([[0.0, 0.0], [3.0, 4.0]]),
                np.array([[0.0, 1.0]]),
                0.5,
            ),
            {},
            [[1.0], [11.999999999999998]],
            (
                [[0.0, -1.0], [1.9999999999999996, 1.9999999999999996]],
                [[-1.9999999999999996, -0.9999999999999996]],
            ),
            "equal elements, p 0.5",
        ),
        Special(
            (
                np.array([[0.0, 0.0], [3.0, 4.0]]),
                np.array([[0.0, 1.0]]),
                1.0,
            ),
            {},
            [[1.0], [6.0]],
            (
                [[0.0, -1.0], [1.0, 1.0]],
                [[-1.0, 0.0]],
            ),
            "equal elements, p 1",
        ),
        Special(
            (
                np.array([[0.0, 0.0], [3.0, 4.0]]),
                np.array([[0.0, 1.0]]),
                3.0,
            ),
            {},
            [[1.0], [3.7797631496846193]],
            (
                [[0.0, -1.0], [0.6299605249474367, 0.6299605249474367]],
                [[-0.6299605249474367, 0.3700394750525633]],
            ),
            "equal elements, p 3",
        ),
        Special(
            (
                np.array([[0.0, 0.0], [3.0, 3.0]]),
                np.array([[0.0, 0.0]]),
                INF,
            ),
            {},
            [[0.0], [3.0]],
            (
                [[0.0, 0.0], [1.0, 1.0]],
                [[-1.0, -1.0]],
            ),
            "ties of the largest difference",
        ),
        Special(
            (
                np.array([[0.0, 0.0], [3.0, 3.0]]),
                np.array([[0.0, 1.0]]),
                0.0,
            ),
            {},
            [[1.0], [2.0]],
            (
                [[0.0, 0.0], [0.0, 0.0]],
                [[0.0, 0.0]],
            ),
            "p 0 counts what differs",
        ),
    ],
    "linalg.cross": [
        Special(
            (
                np.array([0.0, 0.0, 0.0]),
                np.array([1.0, 2.0, 3.0]),
            ),
            {},
            [0.0, 0.0, 0.0],
            (
                [-1.0, 2.0, -1.0],
                [0.0, 0.0, 0.0],
            ),
            "a zero vector",
        ),
    ],
    "trace": [
        Special(
            (np.array([[1.0, INF], [2.0, 3.0]]),),
            {},
            4.0,
            ([[1.0, 0.0], [0.0, 1.0]],),
            "infinity off the diagonal",
        ),
    ],
    "linalg.solve_triangular": [
        Special(
            (
                np.array([[1.0, 2.0], [0.0, 0.0]]),
                np.array([[1.0], [1.0]]),
            ),
            {"upper": True},
            [[-INF], [INF]],
            (
                [[INF, -INF], [0.0, INF]],
                [[1.0], [-INF]],
            ),
            "a zero on the diagonal",
        ),
    ],
}
