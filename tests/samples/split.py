"""Samples of the ways to take tensors apart."""

from __future__ import annotations

import numpy as np

from ..sampling import Sample, draw

VECTOR = draw(5, key="vector")
MATRIX = draw(3, 4, key="matrix")
CUBE = draw(2, 3, 4, key="cube")
EMPTY = np.zeros((0, 3))

_BY_SIZE = [Sample((VECTOR, 2)), Sample((CUBE, 3), {"dim": -1}), Sample((EMPTY, 1))]
_BY_SIZES = [Sample((VECTOR, (1, 4))), Sample((CUBE, (1, 0, 2), 1))]
_CHUNKS = [Sample((VECTOR, 3)), Sample((MATRIX, 2, 1)), Sample((EMPTY, 2))]
_SLICES = [Sample((VECTOR,)), Sample((CUBE, 1)), Sample((MATRIX,), {"dim": -1})]

SAMPLES = {
    "split": _BY_SIZE,
    "split_copy": _BY_SIZE,
    "unsafe_split": _BY_SIZE,
    "split:sizes": _BY_SIZES,
    "split_with_sizes": _BY_SIZES,
    "split_with_sizes_copy": _BY_SIZES,
    "unsafe_split_with_sizes": _BY_SIZES,
    "chunk": _CHUNKS,
    "unsafe_chunk": _CHUNKS,
    "tensor_split": [
        Sample((VECTOR, 3)),
        Sample((MATRIX, (1, 3), 1)),
        Sample((VECTOR, np.asarray([2, 1]))),
        Sample((VECTOR, 7)),
    ],
    "hsplit": [Sample((VECTOR, [2])), Sample((MATRIX, 2))],
    "vsplit": [Sample((MATRIX, 3)), Sample((CUBE, (1,)))],
    "dsplit": [Sample((CUBE, 2)), Sample((CUBE, [1, 3]))],
    "unbind": _SLICES,
    "unbind_copy": _SLICES,
}
