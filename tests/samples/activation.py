"""Samples of activations that have settings."""

from __future__ import annotations

import numpy as np

from ..sampling import Sample, draw

VECTOR = draw(5, key="activation")
CUBE = draw(2, 1, 3, low=-6, high=6, key="activation")
SCALAR = np.asarray(0.7)
EMPTY = np.zeros((0, 2))

F = "nn.functional."


def _with(*settings: tuple) -> list[Sample]:
    """The inputs of several shapes, with the defaults and with other settings."""
    defaults = [Sample((x,)) for x in (VECTOR, CUBE, SCALAR, EMPTY)]
    return defaults + [Sample((VECTOR, *s)) for s in settings]


SAMPLES = {
    F + "softplus": _with((2.0,), (3, 0.2), (0.5, 1)),
    F + "hardtanh": _with((-0.4, 2.5), (0.0, 0.0)),
    F + "leaky_relu": _with((0.5,), (-0.3,)),
    F + "gelu": [*_with(), *(Sample((x,), {"approximate": "tanh"}) for x in (VECTOR, CUBE))],
    F + "elu": _with((0.8,), (-0.5,)),
    F + "celu": _with((0.8,), (2.5,)),
    "hardshrink": _with((0.0,), (1.5,), (-0.5,)),
    F + "softshrink": _with((0.0,), (1.5,)),
    "threshold": [Sample((x, 0.25, -9)) for x in (VECTOR, CUBE, SCALAR)],
    F + "softsign": _with(),
    F + "tanhshrink": _with(),
    F + "rrelu": _with((0.2, 0.6)),
}
