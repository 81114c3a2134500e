"""Kinks, tails and infinities of activations and of softmax."""

from __future__ import annotations

import math

import numpy as np

from ..sampling import Special

INF, NAN = math.inf, math.nan

# Values and gradients as torch 2.13 gives them.
SPECIAL = {
    "relu": [
        Special(
            (np.array([-1.0, 0.0, -0.0, 2.0, INF, NAN]),),
            {},
            [0.0, 0.0, -0.0, 2.0, INF, NAN],
            ([0.0, 0.0, 0.0, 1.0, 1.0, 1.0],),
            "the slope at 0 is 0, at nan 1",
        ),
    ],
    "nn.functional.relu6": [
        Special(
            (np.array([-1.0, 0.0, 6.0, 7.0, NAN]),),
            {},
            [0.0, 0.0, 6.0, 6.0, NAN],
            ([0.0, 0.0, 0.0, 0.0, 1.0],),
            "both edges have slope 0",
        ),
    ],
    "nn.functional.hardtanh": [
        Special(
            (np.array([-1.0, 0.0, 1.0, INF, NAN]),),
            {},
            [-1.0, 0.0, 1.0, 1.0, NAN],
            ([0.0, 1.0, 0.0, 0.0, 1.0],),
            "both edges have slope 0",
        ),
    ],
    "nn.functional.leaky_relu": [
        Special(
            (np.array([0.0, -0.0, -INF, NAN]),),
            {"negative_slope": 0.1},
            [0.0, -0.0, -INF, NAN],
            ([0.1, 0.1, 0.1, 0.1],),
            "the slope at 0 and at nan is the negative one",
        ),
    ],
    "nn.functional.elu": [
        Special(
            (np.array([0.0, -INF, INF, -800.0]),),
            {},
            [0.0, -1.0, INF, -1.0],
            ([1.0, 0.0, 1.0, 0.0],),
            "the slope at 0 is alpha",
        ),
        Special(
            (np.array([0.0, -1.0]),),
            {"alpha": 2.0},
            [0.0, -1.2642411176571153],
            ([2.0, 0.7357588823428847],),
            "the slope at 0 is alpha",
        ),
    ],
    "nn.functional.celu": [
        Special(
            (np.array([0.0, -INF, 800.0]),),
            {"alpha": 0.5},
            [0.0, -0.5, 800.0],
            ([1.0, 0.0, 1.0],),
            "smooth at 0",
        ),
    ],
    "nn.functional.selu": [
        Special(
            (np.array([0.0, -0.0]),),
            {},
            [0.0, -0.0],
            ([1.7580993408473766, 1.7580993408473766],),
            "the left slope at 0",
        ),
    ],
    "hardshrink": [
        Special(
            (np.array([-0.5, 0.5, 0.6, 0.0, NAN]),),
            {},
            [0.0, 0.0, 0.6, 0.0, NAN],
            ([0.0, 0.0, 1.0, 0.0, 1.0],),
            "edges have slope 0",
        ),
    ],
    "nn.functional.softshrink": [
        Special(
            (np.array([-0.5, 0.5, 1.0, INF, NAN]),),
            {},
            [-0.0, 0.0, 0.5, INF, NAN],
            ([0.0, 0.0, 1.0, 1.0, 1.0],),
            "edges have slope 0",
        ),
    ],
    "threshold": [
        Special(
            (np.array([0.5, 0.6, NAN]),),
            {"threshold": 0.5, "value": 7.0},
            [7.0, 0.6, NAN],
            ([0.0, 1.0, 1.0],),
            "the slope at the threshold is 0",
        ),
    ],
    "nn.functional.hardsigmoid": [
        Special(
            (np.array([-3.0, 3.0, NAN, INF]),),
            {},
            [0.0, 1.0, NAN, 1.0],
            ([0.0, 0.0, 0.0, 0.0],),
            "edges have slope 0",
        ),
    ],
    "nn.functional.hardswish": [
        Special(
            (np.array([-3.0, 3.0, -4.0, 4.0]),),
            {},
            [-0.0, 3.0, -0.0, 4.0],
            ([0.0, 1.0, 0.0, 1.0],),
            "the slope at -3 is 0, at 3 it is 1",
        ),
    ],
    "nn.functional.softplus": [
        Special(
            (np.array([-800.0, 800.0, -40.0, INF, -INF]),),
            {},
            [0.0, 800.0, 4.248354255291589e-18, INF, 0.0],
            ([0.0, 1.0, 4.248354255291589e-18, 1.0, 0.0],),
            "neither overflows nor cancels",
        ),
        Special(
            (np.array([0.1, 0.3]),),
            {"beta": 2, "threshold": 0.4},
            [0.3990694346907959, 0.3],
            ([0.549833997312478, 1.0],),
            "linear beyond the threshold",
        ),
    ],
    "nn.functional.logsigmoid": [
        Special(
            (np.array([-800.0, -40.0, 40.0, INF, -INF]),),
            {},
            [-800.0, -40.0, -4.248354255291589e-18, 0.0, -INF],
            ([1.0, 1.0, 4.248354255291589e-18, 0.0, 1.0],),
            "accurate in both tails",
        ),
    ],
    "sigmoid": [
        Special(
            (np.array([-800.0, -40.0, 800.0, INF, -INF]),),
            {},
            [0.0, 4.248354255291589e-18, 1.0, 1.0, 0.0],
            ([0.0, 4.248354255291589e-18, 0.0, 0.0, 0.0],),
            "underflow, not nan",
        ),
    ],
    "nn.functional.silu": [
        Special(
            (np.array([0.0, -800.0, 800.0, -INF, INF]),),
            {},
            [0.0, -0.0, 800.0, NAN, INF],
            ([0.5, -0.0, 1.0, NAN, NAN],),
            "nan at minus infinity",
        ),
    ],
    "nn.functional.gelu": [
        Special(
            (np.array([0.0, 40.0, INF, -INF]),),
            {},
            [0.0, 40.0, INF, NAN],
            ([0.5, 1.0, NAN, NAN],),
            "nan at minus infinity",
        ),
        Special(
            (np.array([0.0, 40.0, -40.0, INF]),),
            {"approximate": "tanh"},
            [0.0, 40.0, -0.0, INF],
            ([0.5, 1.0, 0.0, NAN],),
            "the tails of the approximation",
        ),
    ],
    "nn.functional.mish": [
        Special(
            (np.array([0.0, -800.0, 40.0, INF, -INF]),),
            {},
            [0.0, -0.0, 40.0, INF, NAN],
            ([0.6, 0.0, 1.0, NAN, NAN],),
            "nan at minus infinity",
        ),
    ],
    "nn.functional.softsign": [
        Special(
            (np.array([0.0, -0.0, 1e200, -INF]),),
            {},
            [0.0, -0.0, 1.0, NAN],
            ([1.0, 1.0, 0.0, NAN],),
            "nan at infinity",
        ),
    ],
    "nn.functional.tanhshrink": [
        Special(
            (np.array([0.0, INF, -INF, 40.0]),),
            {},
            [0.0, INF, -INF, 39.0],
            ([0.0, 1.0, 1.0, 1.0],),
            "zero and infinity",
        ),
    ],
    "nn.functional.rrelu": [
        Special(
            (np.array([0.0, -1.0, 2.0, NAN]),),
            {},
            [0.0, -0.22916666666666666, 2.0, NAN],
            ([0.22916666666666666, 0.22916666666666666, 1.0, 0.22916666666666666],),
            "the mean slope at 0",
        ),
    ],
    "_prelu_kernel": [
        Special(
            (
                np.array([0.0, -1.0, 2.0]),
                0.25,
            ),
            {},
            [0.0, -0.25, 2.0],
            ([0.25, 0.25, 1.0],),
            "the negative slope at 0",
        ),
    ],
    "softmax": [
        Special(
            (
                np.array([1000.0, 0.0, -1000.0]),
                0,
            ),
            {},
            [1.0, 0.0, 0.0],
            ([0.0, 0.0, 0.0],),
            "does not overflow",
        ),
        Special(
            (
                np.array([-INF, 0.0, -INF]),
                0,
            ),
            {},
            [0.0, 1.0, 0.0],
            ([0.0, 0.0, 0.0],),
            "masked elements",
        ),
        Special(
            (
                np.array([-INF, -INF]),
                0,
            ),
            {},
            [NAN, NAN],
            ([NAN, NAN],),
            "nan where all is masked",
        ),
        Special(
            (
                np.array([INF, 1.0]),
                0,
            ),
            {},
            [NAN, NAN],
            ([NAN, NAN],),
            "nan at infinity",
        ),
    ],
    "log_softmax": [
        Special(
            (
                np.array([1000.0, 0.0, -INF]),
                0,
            ),
            {},
            [0.0, -1000.0, -INF],
            ([-2.0, 1.0, 1.0],),
            "does not overflow",
        ),
        Special(
            (
                np.array([-INF, -INF]),
                0,
            ),
            {},
            [NAN, NAN],
            ([NAN, NAN],),
            "nan where all is masked",
        ),
    ],
    "_safe_softmax": [
        Special(
            (
                np.array([-INF, -INF]),
                0,
            ),
            {},
            [0.0, 0.0],
            ([0.0, 0.0],),
            "zeros where all is masked",
        ),
        Special(
            (
                np.array([0.0, -INF]),
                0,
            ),
            {},
            [1.0, 0.0],
            ([0.0, 0.0],),
            "masked elements",
        ),
    ],
}
