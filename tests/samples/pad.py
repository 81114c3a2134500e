"""Samples of padding."""

from __future__ import annotations

import numpy as np

from ..sampling import Sample, Special, draw

VECTOR = draw(4, key="vector")
MATRIX = draw(2, 4, key="matrix")
CUBE = draw(2, 3, 4, key="cube")
FOUR = draw(1, 2, 3, 3, key="four")
FIVE = draw(1, 1, 2, 3, 3, key="five")

_CONSTANT = [
    Sample((VECTOR, (1, 2))),
    Sample((MATRIX, (1, -2, 0, 1), 2.5)),
    Sample((CUBE, (-1, -1))),
    Sample((np.zeros((0, 3)), (1, 1))),
]
_FIRST = [np.asarray([1, 0, 0, 1, 2, 3, 2])]

SAMPLES = {
    "constant_pad_nd": _CONSTANT,
    "nn.functional.pad": [
        Sample((MATRIX, (1, 1)), {"value": 1.5}),
        Sample((MATRIX, (2, 1), "reflect")),
        Sample((CUBE, (1, 1, 2, 0), "reflect")),
        Sample((FIVE, (1, 1, 1, 2, 1, 0), "reflect")),
        Sample((MATRIX, (-1, 2), "replicate")),
        Sample((FOUR, (1, 0, 2, 1), "replicate")),
        Sample((FIVE, (1, 1, 0, 1, 2, 2), "replicate")),
        Sample((MATRIX, (-1, 2), "circular")),
        Sample((FOUR, (1, 2, 0, 1)), {"mode": "circular"}),
        Sample((FIVE, (1, 1, 1, 1, 0, 1), "circular")),
    ],
} | {
    f"_{kind}_pad{count}d": [
        Sample((CUBE[0] if count == 1 else FOUR if count == 2 else FIVE, places))
    ]
    for kind in ("reflection", "replication", "circular")
    for count, places in (
        (1, _FIRST),
        (2, [np.asarray([0, 0, 2, 1]), np.asarray([1, 1])]),
        (3, [np.asarray([2, 0]), np.asarray([0, 1, 2, 1]), np.asarray([0, 1, 0])]),
    )
}

SPECIAL = {
    "nn.functional.pad": [
        Special(
            (np.asarray([[1.0, 2.0, 3.0]]), (1, 1), "replicate"),
            {},
            [[1.0, 1.0, 2.0, 3.0, 3.0]],
            ([[2.0, 1.0, 2.0]],),
            "the edge counts twice",
        )
    ],
}
