"""Samples of the moves that rules make along an operation's own axes."""

from __future__ import annotations

import numpy as np

from ..sampling import Sample, draw

SCALAR = np.asarray(1.25)
MATRIX = draw(2, 3, key="matrix")
CUBE = draw(2, 1, 3, key="cube")

SAMPLES = {
    "_sum_axes": [Sample((MATRIX, (-1,))), Sample((CUBE, (-3, -1), True)), Sample((SCALAR, ()))],
    "_expand_own": [Sample((CUBE, (4, 3))), Sample((MATRIX, (2, 3))), Sample((SCALAR, ()))],
    "_unsqueeze_own": [Sample((MATRIX, (-1, -3))), Sample((SCALAR, (-1,)))],
    "_squeeze_own": [Sample((CUBE, (-2,))), Sample((MATRIX, ()))],
    "_reshape_own": [Sample((CUBE, 2, (3,))), Sample((MATRIX, 2, (3, 1, 2)))],
    "_permute_own": [Sample((CUBE, (-1, -2))), Sample((MATRIX, (-1, -2)))],
}
