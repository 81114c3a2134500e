"""Samples of reductions under masks and by segments."""

from __future__ import annotations

import numpy as np

from ..sampling import Sample, draw

MATRIX = draw(3, 4, key="masked")
SCALAR = np.asarray(1.5)
MASK = np.array([[True, False, True, True], [False, True, True, False], [True] * 4])
ROW = np.array([True, False, True, True])
VECTOR = draw(5, key="segments")
GAPS = np.array([1.5, 0.0, -2.0, 0.0, 0.5])
LENGTHS = np.array([2, 0, 3])
ROWS = np.array([[1, 3], [2, 2], [4, 0]])

_REDUCTIONS = [
    Sample((MATRIX,), {"mask": MASK}),
    Sample((MATRIX, 1), {"mask": MASK, "keepdim": True}),
    Sample((MATRIX, (0, 1)), {"mask": ROW}),
    Sample((MATRIX, 0)),
    Sample((SCALAR,)),
]
_SPREADS = [
    Sample((MATRIX, 1), {"mask": MASK, "correction": 0.5}),
    Sample((MATRIX, 0, False), {"keepdim": True}),
    Sample((MATRIX,), {"mask": ROW}),
]
_ALONG_ONE = [Sample((MATRIX, 1), {"mask": MASK}), Sample((MATRIX, 0), {"mask": MASK})]

SAMPLES = {
    **{
        f"masked.{name}": _REDUCTIONS
        for name in ("sum", "prod", "amax", "amin", "mean", "logsumexp")
    },
    "masked.argmax": [Sample((MATRIX, 1), {"mask": MASK})],
    "masked.argmin": [Sample((MATRIX,), {"mask": ROW})],
    "masked.median": [Sample((MATRIX, 1), {"mask": MASK}), Sample((MATRIX,), {"keepdim": True})],
    "masked.norm": [
        Sample((MATRIX, 2.0, 1), {"mask": MASK}),
        Sample((MATRIX, 1), {"mask": ROW, "keepdim": True}),
        Sample((MATRIX, 3.0, 0)),
    ],
    "masked.var": _SPREADS,
    "masked.std": _SPREADS,
    "masked.normalize": [
        Sample((MATRIX, 2.0, 1), {"mask": MASK}),
        Sample((MATRIX, 1.0, 0), {"mask": ROW}),
    ],
    **{f"masked.{name}": _ALONG_ONE for name in ("cumsum", "cumprod", "softmax", "softmin")},
    "masked.log_softmax": [Sample((MATRIX, 1)), Sample((MATRIX, 0), {"mask": MASK | True})],
    "segment_reduce": [
        *(Sample((VECTOR, how), {"lengths": LENGTHS}) for how in ("sum", "prod")),
        *(Sample((VECTOR, how), {"lengths": LENGTHS, "initial": 0.0}) for how in ("max", "min")),
        Sample((VECTOR, "mean"), {"lengths": LENGTHS, "initial": 1}),
        Sample((GAPS, "prod"), {"lengths": np.array([3, 2]), "initial": 2}),
        Sample((MATRIX, "mean"), {"lengths": np.array([1, 2])}),
        Sample((MATRIX, "max"), {"lengths": ROWS, "axis": 1, "initial": -1.0}),
        Sample((MATRIX, "sum"), {"offsets": np.array([1, 2, 3])}),
    ],
}
