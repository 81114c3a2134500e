"""Samples of normalizations."""

from __future__ import annotations

import numpy as np

from gradcalc.engine import Tensor, float32

from ..sampling import Sample, Special, draw

ROWS = draw(4, 3, key="rows")
LINES = draw(2, 3, 4, key="lines")
PLANES = draw(2, 4, 2, 3, key="planes")
WEIGHT = draw(3, low=0.5, high=2, key="weight")
BIAS = draw(3, key="bias")
FOUR = draw(4, low=0.5, high=2, key="four")

# statistics are no inputs, so they are whole numbers until the call
MEAN = np.asarray([1, -1, 0])
VAR = np.asarray([2, 1, 3])


def _float(statistics: Tensor) -> Tensor:
    return statistics.to(float32)


_BATCH = [
    Sample((ROWS, WEIGHT, BIAS, None, None, True, 1e-5)),
    Sample((LINES, WEIGHT, None, None, None, True, 0.1)),
    Sample(
        (LINES, WEIGHT, BIAS, MEAN, VAR, False, 0.1),
        prepare=(None, None, None, _float, _float),
    ),
]
_LAYER = [
    Sample((LINES, FOUR, draw(4, key="bias4"), (4,), 1e-5)),
    Sample((LINES, draw(3, 4, key="wide"), None, (3, 4), 0.1)),
    Sample((draw(5, key="one"), None, None, (5,), 1e-5)),
]
_GROUP = [
    Sample((PLANES, FOUR, draw(4, key="bias4"), 2, 1e-5)),
    Sample((PLANES, None, None, 4, 0.1)),
    Sample((draw(2, 4, key="flat"), FOUR, None, 2, 0.5)),
]

SAMPLES = {
    "_batch_norm": _BATCH,
    "_batch_norm_legit": _BATCH[:1],
    "_batch_norm_no_stats": _BATCH[:1],
    "_layer_norm": _LAYER,
    "_group_norm": _GROUP,
    "native_batch_norm": [Sample((LINES, WEIGHT, BIAS, None, None, True, 0.1, 1e-5))],
    "_native_batch_norm_legit": [Sample((LINES, WEIGHT, BIAS, None, None, True, 0.1, 1e-5))],
    "_native_batch_norm_legit:no_stats": [Sample((LINES, WEIGHT, BIAS, True, 0.1, 1e-5))],
    "native_layer_norm": [Sample((LINES, (4,), FOUR, None, 1e-5))],
    "native_group_norm": [Sample((PLANES, FOUR, None, 2, 4, 6, 2, 1e-5))],
    "nn.functional.batch_norm": [
        Sample((ROWS, None, None, WEIGHT, BIAS, True)),
        Sample((LINES, None, None), {"training": True, "eps": 0.1}),
        Sample((np.zeros((0, 3)), None, None, WEIGHT, BIAS, True)),
    ],
    "nn.functional.instance_norm": [
        Sample((LINES, None, None, WEIGHT, BIAS)),
        Sample((PLANES,), {"eps": 0.1}),
    ],
    "nn.functional.layer_norm": [
        Sample((LINES, (3, 4), draw(3, 4, key="wide"), draw(3, 4, key="shift"))),
        Sample((ROWS, (3,))),
        Sample((np.zeros((0, 3)), (3,), WEIGHT)),
    ],
    "nn.functional.group_norm": [
        Sample((PLANES, 2, FOUR, draw(4, key="bias4"))),
        Sample((LINES, 3)),
    ],
    "nn.functional.rms_norm": [
        Sample((LINES, (4,), FOUR)),
        Sample((LINES, (3, 4)), {"eps": 0.1}),
    ],
    "nn.functional.local_response_norm": [
        Sample((LINES, 2)),
        Sample((PLANES, 3), {"alpha": 0.1, "beta": 0.5, "k": 2.0}),
    ],
}

SPECIAL = {
    "nn.functional.layer_norm": [
        Special(
            (np.asarray([[2.0, 2.0], [1.0, -1.0]]), (2,)),
            {"eps": 0.0},
            [[float("nan")] * 2, [1.0, -1.0]],
            ([[float("nan")] * 2, [0.0, 0.0]],),
            "equal elements have no deviation to divide by",
        )
    ],
}
