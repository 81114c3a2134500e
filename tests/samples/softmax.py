"""Samples of softmax and its kin."""

from __future__ import annotations

import numpy as np

from ..sampling import Sample, draw

CUBE = draw(2, 3, 2, key="softmax")
MATRIX = draw(3, 4, low=-20, high=20, key="softmax")
SCALAR = np.asarray(0.7)
PROBABILITIES = draw(3, 4, low=0, high=1, key="softmax")

_ALONG = [
    Sample((CUBE, 1)),
    Sample((CUBE, -1)),
    Sample((MATRIX, 0)),
    Sample((SCALAR, 0)),
    Sample((np.zeros((0, 2)), 0)),
]
_ANY = [Sample((x,)) for x in (CUBE, MATRIX, SCALAR)] + [Sample((CUBE, 2))]

SAMPLES = {
    "softmax": _ALONG,
    "softmax:dtype": _ALONG[:2],
    "log_softmax": _ALONG,
    "log_softmax:dtype": _ALONG[:2],
    "_safe_softmax": _ALONG,
    "_safe_softmax:dtype": _ALONG[:2],
    "nn.functional.softmax": _ANY,
    "nn.functional.log_softmax": _ANY,
    "nn.functional.softmin": _ANY,
    "_softmax_backward_data": [
        Sample((MATRIX, PROBABILITIES, 1)),
        Sample((MATRIX, PROBABILITIES, 0, None)),
    ],
}
