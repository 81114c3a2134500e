"""Samples of variances, covariances and correlations."""

from __future__ import annotations

import numpy as np

from ..sampling import Sample, draw

CUBE = draw(2, 3, 2, key="statistics")
MATRIX = draw(3, 4, key="statistics")
VECTOR = draw(5, key="statistics")
COUNTS = np.array([1, 2, 1, 3])
WEIGHTS = draw(4, low=0.5, high=2.0, key="weights")

_BY_CORRECTION = [
    Sample((VECTOR,)),
    Sample((CUBE, (0, -1)), {"correction": 0}),
    Sample((MATRIX, 1), {"keepdim": True, "correction": 1.5}),
]
_BY_CORRECTION_0D = [Sample((np.asarray(1.5), 0), {"correction": 0})]
_UNBIASED = [Sample((MATRIX, True)), Sample((VECTOR, False))]
_WITH_AXES = [Sample((MATRIX, 0, False)), Sample((CUBE, (0, 1), True, True))]

SAMPLES = {
    "var": _BY_CORRECTION + _BY_CORRECTION_0D,
    "std": _BY_CORRECTION,
    "_var_mean": _BY_CORRECTION + _BY_CORRECTION_0D,
    "_std_mean": _BY_CORRECTION,
    "var_mean": _BY_CORRECTION,
    "std_mean": _BY_CORRECTION,
    **{f"{name}:unbiased": _UNBIASED for name in ("var", "std", "var_mean", "std_mean")},
    **{f"{name}:dim": _WITH_AXES for name in ("var", "std", "var_mean", "std_mean")},
    "cov": [
        Sample((MATRIX,)),
        Sample((VECTOR,), {"correction": 0}),
        Sample((MATRIX,), {"fweights": COUNTS}),
        Sample((MATRIX,), {"aweights": WEIGHTS}),
        Sample((MATRIX,), {"aweights": WEIGHTS, "fweights": COUNTS, "correction": 2}),
    ],
    "corrcoef": [Sample((draw(2, 4, key="pair"),))],
}
