"""Samples of gated activations and of dropout where nothing is left to chance."""

from __future__ import annotations

import numpy as np

from ..sampling import Sample, draw

CUBE = draw(2, 3, 4, key="gate")
MATRIX = draw(3, 4, key="gate")
SCALAR = np.asarray(-0.7)

F = "nn.functional."
_DROPPED = [
    Sample((MATRIX,), {"training": False}),
    Sample((CUBE, 0.0, True)),
    Sample((CUBE, 1.0, True)),
]

SAMPLES = {
    F + "glu": [Sample((CUBE,)), Sample((CUBE, 0)), Sample((MATRIX, -1))],
    "_prelu_kernel": [
        Sample((CUBE, draw(3, 1, key="slopes"))),
        Sample((MATRIX, np.asarray(0.3))),
        Sample((SCALAR, np.asarray(0.3))),
    ],
    "prelu": [
        Sample((CUBE, draw(3, key="slopes"))),
        Sample((CUBE, draw(1, key="slopes"))),
        Sample((MATRIX[0], np.asarray(0.3))),
        Sample((SCALAR, draw(1, key="slopes"))),
    ],
    **{
        F + name: _DROPPED
        for name in (
            "dropout",
            "dropout1d",
            "dropout2d",
            "dropout3d",
            "alpha_dropout",
            "feature_alpha_dropout",
        )
    },
}
