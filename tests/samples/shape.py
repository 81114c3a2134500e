"""Samples of reshape, flatten, squeeze and their kin."""

from __future__ import annotations

import numpy as np

from ..sampling import Sample, Special, draw

SCALAR = np.asarray(1.25)
VECTOR = draw(6, key="vector")
MATRIX = draw(3, 4, key="matrix")
CUBE = draw(2, 3, 2, key="cube")
ONES = draw(1, 3, 1, key="ones")
EMPTY = np.zeros((0, 3))

_SIZES = [
    Sample((SCALAR, (1, 1))),
    Sample((VECTOR, (2, -1))),
    Sample((CUBE, (3, 4))),
    Sample((EMPTY, (3, 0, 2))),
]
_LIKE = [Sample((MATRIX, np.arange(12).reshape(2, 6))), Sample((SCALAR, np.arange(1)))]
_SQUEEZE = [Sample((ONES,)), Sample((SCALAR,)), Sample((MATRIX,))]
_SQUEEZE_DIM = [Sample((ONES, 0)), Sample((ONES, -1)), Sample((SCALAR, 0)), Sample((MATRIX, 1))]
_SQUEEZE_DIMS = [Sample((ONES, (0, 2))), Sample((ONES, (0, 1))), Sample((MATRIX, ()))]
_UNSQUEEZE = [Sample((SCALAR, 0)), Sample((MATRIX, 1)), Sample((CUBE, -1)), Sample((EMPTY, 0))]
_FEWER = [Sample((SCALAR,)), Sample((VECTOR,)), Sample((MATRIX,)), Sample((CUBE,))]
_SEVERAL = [Sample((SCALAR, VECTOR)), Sample((MATRIX, CUBE))]

SAMPLES = {
    "view": _SIZES,
    "view_copy": _SIZES,
    "_reshape_alias": _SIZES,
    "_unsafe_view": _SIZES,
    "reshape": _SIZES,
    "_contiguous_clone": [Sample((SCALAR,)), Sample((MATRIX,))],
    "reshape_as": _LIKE,
    "view_as": _LIKE,
    "flatten": [
        Sample((SCALAR,)),
        Sample((CUBE,)),
        Sample((CUBE, 1)),
        Sample((CUBE,), {"start_dim": 0, "end_dim": -2}),
        Sample((EMPTY,)),
    ],
    "ravel": [Sample((SCALAR,)), Sample((CUBE,)), Sample((EMPTY,))],
    "unflatten": [Sample((VECTOR, 0, (2, 3))), Sample((CUBE, 1, (-1, 1, 3)))],
    "numel": [Sample((MATRIX,))],
    "squeeze": _SQUEEZE,
    "squeeze_copy": _SQUEEZE,
    "squeeze:dim": _SQUEEZE_DIM,
    "squeeze_copy:dim": _SQUEEZE_DIM,
    "squeeze:dims": _SQUEEZE_DIMS,
    "squeeze_copy:dims": _SQUEEZE_DIMS,
    "unsqueeze": _UNSQUEEZE,
    "unsqueeze_copy": _UNSQUEEZE,
    "atleast_1d": _FEWER,
    "atleast_2d": _FEWER,
    "atleast_3d": _FEWER,
    "atleast_1d:several": _SEVERAL,
    "atleast_2d:several": _SEVERAL,
    "atleast_3d:several": _SEVERAL,
}

SPECIAL = {
    "squeeze": [Special((np.asarray([[[2.0]]]),), {}, 2.0, ([[[1.0]]],), "all sizes are 1")],
    "reshape": [
        Special((EMPTY, (3, 0)), {}, np.zeros((3, 0)), (EMPTY,), "no elements"),
        Special((SCALAR, ()), {}, 1.25, (1.0,), "0-d to 0-d"),
    ],
}
