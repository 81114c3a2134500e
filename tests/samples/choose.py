"""Samples of where, clamp and nan_to_num."""

from __future__ import annotations

import math

import numpy as np

from ..sampling import Sample, Special, draw

INF, NAN = math.inf, math.nan
SCALAR = np.asarray(1.25)
MATRIX = draw(2, 3, key="matrix")
LOW = draw(3, low=-1.5, high=-0.5, key="low")
HIGH = draw(2, 1, low=0.5, high=1.5, key="high")
MASK = np.array([True, False, True])

SAMPLES = {
    "where": [
        Sample((MASK, MATRIX, LOW)),
        Sample((np.asarray(False), SCALAR, MATRIX)),
        Sample((MASK, MATRIX, 0.5)),
        Sample((MASK, 2, LOW)),
        Sample((np.zeros((0, 3), bool), LOW, SCALAR)),
    ],
    "clamp": [
        Sample((SCALAR, -1, 1)),
        Sample((MATRIX, -0.5)),
        Sample((MATRIX,), {"max": 0.5}),
        Sample((MATRIX, 2, 1)),
    ],
    "clamp:tensor": [
        Sample((MATRIX, LOW, HIGH)),
        Sample((MATRIX, LOW)),
        Sample((SCALAR,), {"max": HIGH}),
        Sample((MATRIX, HIGH, LOW)),
    ],
    "clamp_min:scalar": [Sample((SCALAR, 2)), Sample((MATRIX, 0.25))],
    "clamp_max:scalar": [Sample((SCALAR, 2)), Sample((MATRIX, 0.25))],
    "nan_to_num": [Sample((SCALAR,)), Sample((MATRIX, 1.0, 2.0, 3.0))],
}

# Values and gradients as torch 2.13 gives them.
SPECIAL = {
    "maximum": [
        Special(
            (np.array([1.0, 3.0, 2.0, NAN]), np.array([1.0, 2.0, 4.0, 0.0])),
            {},
            [1.0, 3.0, 4.0, NAN],
            ([0.5, 1.0, 0.0, 1.0], [0.5, 0.0, 1.0, 1.0]),
            "a tie shares the gradient; nan wins",
        ),
    ],
    "minimum": [
        Special(
            (np.array([1.0, 3.0, 2.0, NAN]), np.array([1.0, 2.0, 4.0, 0.0])),
            {},
            [1.0, 2.0, 2.0, NAN],
            ([0.5, 0.0, 1.0, 1.0], [0.5, 1.0, 0.0, 1.0]),
            "a tie shares the gradient; nan wins",
        ),
    ],
    "fmax": [
        Special(
            (np.array([1.0, 3.0, NAN, 0.0]), np.array([1.0, 2.0, 4.0, NAN])),
            {},
            [1.0, 3.0, 4.0, 0.0],
            ([1.0, 1.0, 0.0, 1.0], [0.0, 0.0, 1.0, 0.0]),
            "self has a tie's gradient; nan loses",
        ),
    ],
    "fmin": [
        Special(
            (np.array([1.0, 3.0, NAN, 0.0]), np.array([1.0, 2.0, 4.0, NAN])),
            {},
            [1.0, 2.0, 4.0, 0.0],
            ([1.0, 0.0, 0.0, 1.0], [0.0, 1.0, 1.0, 0.0]),
            "self has a tie's gradient; nan loses",
        ),
    ],
    "clamp": [
        Special(
            (np.array([-1.0, 0.0, 0.5, 1.0, 2.0, NAN]), 0, 1),
            {},
            [0.0, 0.0, 0.5, 1.0, 1.0, NAN],
            ([0.0, 1.0, 1.0, 1.0, 0.0, 0.0],),
            "the gradient passes at both edges",
        ),
        Special(
            (np.array([0.0, 1.5, 3.0]), 2, 1),
            {},
            [1.0, 1.0, 1.0],
            ([0.0, 0.0, 0.0],),
            "the upper bound wins",
        ),
    ],
    "clamp:tensor": [
        Special(
            (
                np.array([0.0, 1.0, 1.5, 3.0]),
                np.array([1.0, 1.0, 2.0, 0.0]),
                np.array([2.0, 1.0, 1.0, 3.0]),
            ),
            {},
            [1.0, 1.0, 1.0, 3.0],
            ([0.0, 1.0, 0.0, 1.0], [1.0, 0.0, 0.0, 0.0], [0.0, 0.0, 1.0, 0.0]),
            "self has the gradient at edges",
        ),
    ],
    "clamp_min": [
        Special(
            (np.array([0.0, 1.0, 3.0]), np.array([1.0, 1.0, 1.0])),
            {},
            [1.0, 1.0, 3.0],
            ([0.0, 1.0, 1.0], [1.0, 0.0, 0.0]),
            "self has a tie's gradient",
        ),
    ],
    "clamp_max": [
        Special(
            (np.array([0.0, 1.0, 3.0]), np.array([1.0, 1.0, 1.0])),
            {},
            [0.0, 1.0, 1.0],
            ([1.0, 1.0, 0.0], [0.0, 0.0, 1.0]),
            "self has a tie's gradient",
        ),
    ],
    "nan_to_num": [
        Special(
            (np.array([NAN, INF, -INF, 1.0]),),
            {},
            [0.0, 1.7976931348623157e308, -1.7976931348623157e308, 1.0],
            ([0.0, 0.0, 0.0, 1.0],),
            "no slope where replaced",
        ),
    ],
}
