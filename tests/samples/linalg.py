"""Samples of inverses, systems, factors and functions of matrices.

Matrices are drawn well away from singular ones; those that must be symmetric, positive-definite
or triangular are made so from any matrix, so that differences can move each element alone.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from gradcalc.engine import Tensor
from gradcalc.engine.ops.diagonal import tril, triu
from gradcalc.engine.ops.matrix import matmul_own, transpose

from ..sampling import Sample, draw


def _shifted(*shape: int, key: str) -> np.ndarray:
    """Matrices with a heavy diagonal."""
    return draw(*shape, low=-1, high=1, key=key) + 2 * np.eye(*shape[-2:])


def constant(whole: Tensor) -> Tensor:
    """A matrix without history, for what has no derivative."""
    return Tensor(whole.array().astype(np.float64))


def symmetric(matrix: Any) -> Any:
    """A symmetric matrix from any."""
    return matrix + transpose(matrix)


def positive(matrix: Any) -> Any:
    """A positive-definite matrix from a regular one."""
    return matmul_own(matrix, transpose(matrix))


def lower(matrix: Any) -> Any:
    """The lower triangle."""
    return tril(matrix, 0)


def upper(matrix: Any) -> Any:
    """The upper triangle."""
    return triu(matrix, 0)


SQUARE = _shifted(3, 3, key="square")
PAIR = _shifted(2, 3, 3, key="pair")
ONE = np.array([[1.5]])
EMPTY = np.zeros((0, 0))
WHOLE = np.array([[4, 1], [1, 3]])
TALL = draw(4, 3, key="tall")
TALLS = draw(2, 4, 3, key="talls")
WIDE = draw(2, 4, key="wide")
WIDES = draw(2, 3, 4, key="wides")
VECTOR = draw(3, key="vector")
RIGHT = draw(3, 2, key="right")
RIGHTS = draw(4, 2, 3, 2, key="rights")
PIVOTS = np.array([2, 3, 3], np.int32)

_SQUARES = [Sample((SQUARE,)), Sample((PAIR,)), Sample((ONE,))]
_SHAPES = [Sample((SQUARE,)), Sample((TALLS,)), Sample((WIDES,)), Sample((WIDE,))]
_DEFINITE = [
    Sample((SQUARE,), {}, (positive,)),
    Sample((PAIR,), {"upper": True}, (positive,)),
]
_SYMMETRIC = [
    Sample((SQUARE,), {}, (symmetric,)),
    Sample((PAIR,), {"UPLO": "U"}, (symmetric,)),
]
_SYSTEMS = [
    Sample((SQUARE, VECTOR)),
    Sample((PAIR, RIGHTS)),
    Sample((PAIR, RIGHT)),
    Sample((PAIR, draw(2, 3, key="vectors"))),
    Sample((SQUARE, draw(2, 3, key="left")), {"left": False}),
]
_TRIANGULAR = [
    Sample((PAIR, RIGHT), {"upper": True}),
    Sample((SQUARE, RIGHTS), {"upper": False, "unitriangular": True}),
    Sample((PAIR, draw(2, 3, key="left")), {"upper": False, "left": False}),
]

SAMPLES = {
    "_inverse": _SQUARES,
    "linalg.inv": [*_SQUARES, Sample((EMPTY,))],
    "linalg.inv_ex": _SQUARES,
    "linalg.tensorinv": [Sample((_shifted(4, 4, key="four").reshape(4, 2, 2), 1))],
    "linalg.det": [*_SQUARES, Sample((EMPTY,))],
    "_cofactor": [*_SQUARES, Sample((np.diag([1.0, 2.0, 0.0]),))],
    "linalg.slogdet": _SQUARES,
    "_slogdet": _SQUARES,
    "logdet": [Sample((SQUARE,), {}, (positive,)), Sample((PAIR,), {}, (positive,))],
    "_solve": [Sample((SQUARE, RIGHTS)), Sample((PAIR, RIGHT)), Sample((PAIR, RIGHTS))],
    "linalg.solve": _SYSTEMS,
    "linalg.solve_ex": _SYSTEMS,
    "linalg.tensorsolve": [
        Sample((_shifted(4, 4, key="four").reshape(2, 2, 4), draw(2, 2, key="b"))),
        Sample((_shifted(4, 4, key="four").reshape(2, 2, 4), draw(4, key="c"), (0, 1))),
    ],
    "_solve_triangular": [
        Sample((SQUARE, RIGHTS, True, False)),
        Sample((PAIR, RIGHT, False, True)),
    ],
    "linalg.solve_triangular": _TRIANGULAR,
    "triangular_solve": [
        Sample((RIGHT, SQUARE)),
        Sample((RIGHTS, PAIR, False, True)),
        Sample((RIGHT, SQUARE, True, False, True)),
    ],
    "linalg.cholesky": _DEFINITE,
    "linalg.cholesky_ex": _DEFINITE,
    "cholesky": _DEFINITE,
    "cholesky_solve": [
        Sample((RIGHT, PAIR), {}, (None, lower)),
        Sample((RIGHTS, SQUARE, True), {}, (None, upper)),
    ],
    "cholesky_inverse": [
        Sample((SQUARE,), {}, (lower,)),
        Sample((PAIR, True), {}, (upper,)),
    ],
    "linalg.lu": _SHAPES,
    "linalg.lu_factor": _SHAPES,
    "linalg.lu_factor_ex": _SHAPES,
    "lu": _SHAPES,
    "_lower_factor": _SHAPES,
    "_upper_factor": _SHAPES,
    "lu_unpack": [
        Sample((SQUARE, PIVOTS)),
        Sample((TALL, PIVOTS)),
        Sample((WIDE, np.array([2, 2], np.int32))),
    ],
    "linalg.lu_solve": [
        Sample((SQUARE, PIVOTS, RIGHT)),
        Sample((SQUARE, PIVOTS, RIGHTS), {"adjoint": True}),
        Sample((SQUARE, PIVOTS, draw(2, 3, key="left")), {"left": False}),
    ],
    "lu_solve": [Sample((RIGHT, SQUARE, PIVOTS))],
    "linalg.qr": _SHAPES,
    "qr": [*_SHAPES[:3], Sample((WIDE, False))],
    "geqrf": [Sample((np.array([[1, 2], [3, 4], [5, 7]]),), prepare=(constant,))],
    "linalg.ldl_factor": [Sample((WHOLE,), prepare=(constant,))],
    "linalg.ldl_factor_ex": [Sample((WHOLE,), prepare=(constant,))],
    "linalg.ldl_solve": [
        Sample((WHOLE, np.array([2, 2]), WHOLE), prepare=(constant, None, constant))
    ],
    "linalg.householder_product": [
        Sample((TALL, draw(2, key="tau"))),
        Sample((TALLS, draw(2, 3, key="tau"))),
    ],
    "ormqr": [
        Sample((TALL, VECTOR, draw(4, 2, key="d"))),
        Sample((TALL, VECTOR, draw(2, 4, key="e"), False, True)),
    ],
    "linalg.svd": [Sample((TALLS, False)), Sample((WIDE, False)), Sample((SQUARE,))],
    "linalg.svdvals": _SHAPES,
    "svd": [Sample((TALL,)), Sample((WIDES,)), Sample((SQUARE, True, False))],
    "linalg.eigh": _SYMMETRIC,
    "linalg.eigvalsh": _SYMMETRIC,
    "linalg.pinv": [
        *_SHAPES[:3],
        Sample((SQUARE,), {"hermitian": True}, (symmetric,)),
    ],
    "linalg.pinv:rcond": [Sample((TALL, 0.01)), Sample((WIDES, 1e-9))],
    "pinverse": [Sample((TALL,)), Sample((WIDE, 1e-9))],
    "linalg.cond": [
        *_SHAPES[:2],
        Sample((PAIR, 1)),
        Sample((SQUARE, "fro")),
        Sample((SQUARE, "nuc")),
        Sample((TALL, -2)),
    ],
    "linalg.matrix_power": [
        *(Sample((SQUARE, n)) for n in (0, 1, 3, -2)),
        Sample((PAIR, 5)),
    ],
    "_identity_like": [Sample((PAIR,))],
    "linalg.matrix_exp": [*_SQUARES, Sample((EMPTY,))],
    "_doubled": [Sample((SQUARE, PAIR)), Sample((PAIR, PAIR + 1))],
    "linalg.vander": [Sample((VECTOR,)), Sample((RIGHT,), {"N": 4})],
    "vander": [Sample((VECTOR,)), Sample((VECTOR, 2, True))],
    "linalg.lstsq": [
        Sample((TALL, draw(4, 2, key="f"))),
        Sample((TALLS, draw(2, 4, key="g")), {"driver": "gels"}),
        Sample((WIDE, draw(2, 3, key="h")), {"driver": "gelsd"}),
    ],
    "cdist": [
        *(Sample((TALL, draw(2, 3, key="i"), p)) for p in (0.5, 1.0, 1.5, 2.0, 3.0)),
        Sample((draw(2, 4, 3, key="j"), draw(2, 3, key="i"))),
        Sample((TALL, draw(2, 3, key="i"), np.inf)),
    ],
    "_fill_diagonal": [Sample((SQUARE, 1)), Sample((WIDES, 0))],
}
