"""Samples of flips, rolls, turns and shuffles."""

from __future__ import annotations

import numpy as np

from ..sampling import Sample, draw

SCALAR = np.asarray(1.25)
VECTOR = draw(5, key="vector")
MATRIX = draw(3, 4, key="matrix")
CUBE = draw(2, 3, 4, key="cube")
CHANNELS = draw(2, 4, 2, 3, key="channels")
EMPTY = np.zeros((0, 3))

_SHIFTS = [
    Sample((VECTOR,)),
    Sample((MATRIX,)),
    Sample((CUBE,), {"dim": (0, -1)}),
    Sample((CUBE, 1)),
]
_SHUFFLES = [Sample((CHANNELS, 2)), Sample((CHANNELS[0], 2)), Sample((CHANNELS, 1))]

SAMPLES = {
    "flip": [
        Sample((SCALAR, (0,))),
        Sample((CUBE, (0, -1))),
        Sample((MATRIX, ())),
        Sample((EMPTY, (0,))),
    ],
    "fliplr": [Sample((MATRIX,)), Sample((CUBE,))],
    "flipud": [Sample((VECTOR,)), Sample((MATRIX,))],
    "roll": [
        Sample((SCALAR, 1)),
        Sample((MATRIX, 2)),
        Sample((CUBE, (1, -2), (0, -1))),
        Sample((VECTOR, (1, 2), (0, 0))),
        Sample((EMPTY, 1, 1)),
    ],
    "fft.fftshift": _SHIFTS,
    "fft.ifftshift": _SHIFTS,
    "rot90": [
        Sample((MATRIX,)),
        Sample((CUBE, -1, (0, 2))),
        Sample((CUBE,), {"k": 6, "dims": [-1, 1]}),
    ],
    "nn.functional.channel_shuffle": [Sample((CHANNELS, 2)), Sample((draw(1, 6, 2, key="c"), 3))],
    "nn.functional.native_channel_shuffle": [Sample((CHANNELS, 2))],
    "nn.functional.pixel_shuffle": _SHUFFLES,
    "nn.functional.pixel_unshuffle": [Sample((draw(3, 4, 2, key="p"), 2)), Sample((CUBE, 1))],
}
