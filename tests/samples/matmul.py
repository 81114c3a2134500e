"""Samples of products of vectors and matrices, of contractions and of affine maps."""

from __future__ import annotations

import numpy as np

from ..sampling import Sample, draw

ROW = draw(3, key="row")
COLUMN = draw(4, key="column")
MATRIX = draw(3, 4, key="matrix")
OTHER = draw(4, 2, key="other")
SQUARE = draw(3, 3, key="square")
BATCH = draw(2, 3, 4, key="batch")
BATCH_OTHER = draw(2, 4, 2, key="batch other")
SCALAR = np.asarray(0.7)
SCALED = {"beta": 0.5, "alpha": -2.0}

_MULTIPLY = [
    Sample((MATRIX, OTHER)),
    Sample((draw(2, 0, key="empty"), draw(0, 3, key="empty"))),
    Sample((draw(1, 1, key="one"), draw(1, 1, key="one other"))),
]
_DOT = [Sample((ROW, draw(3, key="b"))), Sample((np.zeros(0), np.zeros(0)))]
_CROSS = [
    Sample((draw(2, 3, key="a"), draw(2, 3, key="b"))),
    Sample((draw(3, 2, key="a"), draw(3, 1, key="b"), 0)),
]

SAMPLES = {
    "_matmul": [
        Sample((MATRIX, BATCH_OTHER)),
        Sample((draw(5, 2, 3, 4, key="deep"), BATCH_OTHER)),
        Sample((BATCH, OTHER)),
    ],
    "_unsafe_view": [Sample((MATRIX, (2, 6))), Sample((BATCH, (4, 6)))],
    "_t": [Sample((MATRIX,))],
    "dot": _DOT,
    "vdot": _DOT,
    "mv": [Sample((MATRIX, COLUMN)), Sample((np.zeros((2, 0)), np.zeros(0)))],
    "mm": _MULTIPLY,
    "bmm": [Sample((BATCH, BATCH_OTHER)), Sample((np.zeros((0, 2, 3)), np.zeros((0, 3, 1))))],
    "matmul": [
        *_MULTIPLY[:1],
        Sample((ROW, MATRIX)),
        Sample((BATCH, COLUMN)),
        Sample((ROW, BATCH)),
        Sample((draw(5, 1, 2, 4, key="front"), BATCH_OTHER)),
    ],
    "outer": [Sample((ROW, COLUMN)), Sample((ROW, np.zeros(0)))],
    "inner": [
        Sample((MATRIX, COLUMN)),
        Sample((BATCH, draw(5, 4, key="five"))),
        Sample((SCALAR, MATRIX)),
    ],
    "tensordot": [
        Sample((BATCH, draw(3, 4, 2, key="b"))),
        Sample((BATCH, draw(4, 2, key="c"), ([2, 0], [0, 1]))),
        Sample((ROW, COLUMN, 0)),
    ],
    "linalg.vecdot": [
        Sample((MATRIX, draw(3, 4, key="d"))),
        Sample((MATRIX, draw(3, 1, key="e")), {"dim": 0}),
        Sample((ROW, draw(3, key="f"))),
    ],
    "kron": [Sample((MATRIX, draw(2, 2, key="g"))), Sample((ROW, BATCH))],
    "_cross": [
        Sample((draw(2, 3, key="a"), draw(2, 3, key="b"), -1)),
        Sample((draw(3, 2, key="a"), draw(4, 3, 1, key="b"), -2)),
    ],
    "cross": _CROSS,
    "linalg.cross": [Sample(s.args[:2], {"dim": (-1, 0)[k]}) for k, s in enumerate(_CROSS)],
    "trace": [Sample((MATRIX,)), Sample((np.zeros((0, 2)),))],
    "einsum": [
        Sample(("ij,jk->ki", MATRIX, OTHER)),
        Sample(("iij->j", draw(2, 2, 3, key="h"))),
        Sample(("...i,...i->...", MATRIX, draw(2, 1, 4, key="i"))),
        Sample(("a,ab,b", ROW, MATRIX, COLUMN)),
        Sample(("ij->ji", [MATRIX])),
    ],
    "einsum:sublists": [
        Sample((MATRIX, np.array([0, 1]), OTHER, np.array([1, 2]), np.array([2, 0])))
    ],
    "addmm": [
        Sample((draw(2, key="j"), MATRIX, OTHER), SCALED),
        Sample((SCALAR, MATRIX, OTHER)),
        Sample((draw(3, 2, key="k"), MATRIX, OTHER), {"beta": 0}),
    ],
    "addmv": [Sample((ROW, MATRIX, COLUMN), SCALED), Sample((SCALAR, MATRIX, COLUMN))],
    "addr": [Sample((MATRIX, ROW, COLUMN), SCALED), Sample((COLUMN, ROW, COLUMN))],
    "addbmm": [
        Sample((draw(3, 2, key="l"), BATCH, BATCH_OTHER), SCALED),
        Sample((SCALAR, BATCH, BATCH_OTHER)),
    ],
    "baddbmm": [
        Sample((draw(2, 3, 2, key="m"), BATCH, BATCH_OTHER), SCALED),
        Sample((draw(3, 1, key="n"), BATCH, BATCH_OTHER)),
    ],
    "linalg.multi_dot": [
        Sample(([MATRIX, OTHER, draw(2, 3, key="o")],)),
        Sample(([ROW, SQUARE, MATRIX, COLUMN],)),
    ],
    "chain_matmul": [Sample((MATRIX, OTHER, draw(2, 3, key="o"))), Sample(([MATRIX, OTHER],))],
    "nn.functional.linear": [
        Sample((BATCH, draw(2, 4, key="p"), draw(2, key="q"))),
        Sample((MATRIX, draw(2, 4, key="p"), draw(2, key="q"))),
        Sample((COLUMN, draw(2, 4, key="p"))),
    ],
    "nn.functional.bilinear": [
        Sample((MATRIX, draw(3, 2, key="r"), draw(5, 4, 2, key="s"), draw(5, key="t"))),
        Sample((BATCH, draw(2, 3, 2, key="u"), draw(1, 4, 2, key="v"))),
    ],
}
