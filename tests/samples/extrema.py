"""Samples of largest and smallest elements, away from ties."""

from __future__ import annotations

import numpy as np

from ..sampling import Sample, draw

CUBE = draw(2, 3, 2, key="extrema")
MATRIX = draw(3, 4, key="extrema")
SCALAR = np.asarray(-0.5)

_OVER_AXES = [
    Sample((SCALAR, 0)),
    Sample((MATRIX,)),
    Sample((CUBE, (0, -1))),
    Sample((CUBE, 1), {"keepdim": True}),
    Sample((np.zeros((2, 0)), 0)),
]
_ALONG_ONE = [
    Sample((SCALAR, 0)),
    Sample((MATRIX, 1)),
    Sample((CUBE, -2, True)),
    Sample((np.zeros((2, 0)), 0)),
]
_WHOLE = [Sample((SCALAR,)), Sample((CUBE,))]
_TWO = [Sample((MATRIX, draw(4, key="other"))), Sample((SCALAR, np.asarray(0.5)))]

SAMPLES = {
    "amax": _OVER_AXES,
    "amin": _OVER_AXES,
    "max": _WHOLE,
    "max:other": _TWO,
    "max:dim": _ALONG_ONE,
    "min": _WHOLE,
    "min:other": _TWO,
    "min:dim": _ALONG_ONE,
    "aminmax": [
        Sample((CUBE,)),
        Sample((MATRIX,), {"dim": 1, "keepdim": True}),
        Sample((SCALAR,), {"dim": 0}),
    ],
}
