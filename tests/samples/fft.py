"""Samples of Fourier transforms."""

from __future__ import annotations

from ..sampling import Sample, draw

LINE = draw(5, key="line")
PLANE = draw(3, 4, key="plane")
SPACE = draw(2, 3, 4, key="space")

_ONE = [
    Sample((LINE,)),
    Sample((PLANE, 5, 0, "ortho")),
    Sample((PLANE,), {"n": 9, "norm": "forward"}),
]
_TWO = [Sample((PLANE,)), Sample((SPACE, (4, 3), (0, 2), "ortho"))]
_MANY = [
    Sample((SPACE,)),
    Sample((SPACE,), {"dim": (1, 0), "norm": "forward"}),
    Sample((SPACE, (5,))),
]

SAMPLES = {
    "_irfftn": [Sample((SPACE, (2, 5), (-3, -1), "ortho"))],
    "_irfftn_adjoint": [Sample((SPACE, (3, 2), (-3, -1), "backward"))],
    "fft.irfft": _ONE,
    "fft.hfft": _ONE,
    "fft.irfft2": _TWO,
    "fft.hfft2": _TWO,
    "fft.irfftn": _MANY,
    "fft.hfftn": _MANY,
}
