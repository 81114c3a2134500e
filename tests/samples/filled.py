"""Samples of new tensors: they have no derivative, but each must be callable."""

from __future__ import annotations

import numpy as np

from ..sampling import Sample, draw

MATRIX = draw(2, 3, key="matrix")
_SIZES = [Sample((2, 3)), Sample(((2, 0),)), Sample(((),))]
_LIKE = [Sample((MATRIX,)), Sample((np.asarray(1.25),))]
_NEW = [Sample((MATRIX, 2, 2)), Sample((MATRIX, ()))]

SAMPLES = {
    "zeros": _SIZES,
    "ones": _SIZES,
    "empty": _SIZES,
    "full": [Sample(((2, 3), 1.5)), Sample(((), 2))],
    "scalar_tensor": [Sample((1.5,))],
    "eye": [Sample((3,)), Sample((2, 3)), Sample((0,))],
    "zeros_like": _LIKE,
    "ones_like": _LIKE,
    "empty_like": _LIKE,
    "full_like": [Sample((MATRIX, 2.5))],
    "new_zeros": _NEW,
    "new_ones": _NEW,
    "new_empty": _NEW,
    "new_full": [Sample((MATRIX, (2,), 1.5))],
    "arange": [Sample((1, 5)), Sample((1, 0, -0.25))],
    "arange:end": [Sample((4,))],
    "linspace": [Sample((0, 1, 5)), Sample((2.0, -1.0, 4))],
    "logspace": [Sample((0, 2, 3)), Sample((0, 2, 3, 2.0))],
    "tril_indices": [Sample((3, 4, -1))],
    "triu_indices": [Sample((3, 4, 1))],
    "tensor": [Sample(([1.0, 2.0],))],
    "as_tensor": [Sample((MATRIX,))],
    "array": [Sample(([draw(2, key="a"), draw(2, key="b")],))],
    "new_tensor": [Sample((MATRIX, [1, 2]))],
}
