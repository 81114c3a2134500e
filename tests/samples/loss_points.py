"""Ties, zeros and emptiness of losses and distances."""

from __future__ import annotations

import math

import numpy as np

from ..sampling import Special

INF, NAN = math.inf, math.nan

# Values and gradients as torch 2.13 gives them.
SPECIAL = {
    "nn.functional.mse_loss": [
        Special(
            (
                np.array([]),
                np.array([]),
            ),
            {},
            NAN,
            (
                [],
                [],
            ),
            "nothing has no mean",
        ),
        Special(
            (
                np.array([]),
                np.array([]),
            ),
            {"reduction": "sum"},
            0.0,
            (
                [],
                [],
            ),
            "nothing sums to 0",
        ),
    ],
    "nn.functional.l1_loss": [
        Special(
            (
                np.array([1.0, 2.0]),
                np.array([1.0, 3.0]),
            ),
            {"reduction": "sum"},
            1.0,
            (
                [0.0, -1.0],
                [-0.0, 1.0],
            ),
            "no slope at a tie",
        ),
    ],
    "nn.functional.huber_loss": [
        Special(
            (
                np.array([0.0, 1.0, -1.0, 2.0]),
                np.array([0.0, 0.0, 0.0, 0.0]),
            ),
            {"reduction": "sum"},
            2.5,
            (
                [0.0, 1.0, -1.0, 1.0],
                [0.0, -1.0, 1.0, -1.0],
            ),
            "smooth where it turns linear",
        ),
    ],
    "_smooth_l1_loss": [
        Special(
            (
                np.array([0.0, 1.0, -1.0, 2.0]),
                np.array([0.0, 0.0, 0.0, 0.0]),
            ),
            {"reduction": "sum"},
            2.5,
            (
                [0.0, 1.0, -1.0, 1.0],
                [0.0, -1.0, 1.0, -1.0],
            ),
            "smooth where it turns linear",
        ),
    ],
    "nn.functional.binary_cross_entropy": [
        Special(
            (
                np.array([0.0, 1.0]),
                np.array([0.0, 1.0]),
            ),
            {"reduction": "none"},
            [0.0, -0.0],
            (
                [0.0, 0.0],
                [INF, -INF],
            ),
            "logarithms are at least -100",
        ),
    ],
    "nn.functional.binary_cross_entropy_with_logits": [
        Special(
            (
                np.array([800.0, -800.0, 0.0]),
                np.array([0.0, 1.0, 0.5]),
            ),
            {"reduction": "none"},
            [800.0, 800.0, 0.6931471805599453],
            (
                [1.0, -1.0, 0.0],
                [-800.0, 800.0, -0.0],
            ),
            "does not overflow",
        ),
    ],
    "nn.functional.kl_div": [
        Special(
            (
                np.array([-1.0, 0.0]),
                np.array([0.0, 1.0]),
            ),
            {"reduction": "sum"},
            0.0,
            (
                [-0.0, -1.0],
                [NAN, 1.0],
            ),
            "a target of 0 counts for nothing",
        ),
    ],
    "nn.functional.soft_margin_loss": [
        Special(
            (
                np.array([800.0, 0.0]),
                np.array([1, 1]),
            ),
            {"reduction": "none"},
            [0.0, 0.6931471805599453],
            ([-0.0, -0.5],),
            "zero and far out",
        ),
    ],
    "nn.functional.margin_ranking_loss": [
        Special(
            (
                np.array([1.0, 2.0]),
                np.array([1.0, 0.0]),
                np.array([1, 1]),
            ),
            {"reduction": "sum"},
            0.0,
            (
                [-1.0, -0.0],
                [1.0, 0.0],
            ),
            "the slope at the margin is 1",
        ),
    ],
    "nn.functional.hinge_embedding_loss": [
        Special(
            (
                np.array([1.0, 2.0, 0.5]),
                np.array([-1, 1, -1]),
            ),
            {"reduction": "sum"},
            2.5,
            ([-1.0, 1.0, -1.0],),
            "the slope at the margin is 1",
        ),
    ],
    "nn.functional.poisson_nll_loss": [
        Special(
            (
                np.array([2.0, 3.0]),
                np.array([0.5, 1.0]),
            ),
            {"log_input": False, "full": True},
            1.7774070576092922,
            (
                [0.375000000625, 0.33333333388888886],
                [-0.34657359277997263, -0.5493061460007215],
            ),
            "no Stirling term up to 1",
        ),
    ],
    "nn.functional.gaussian_nll_loss": [
        Special(
            (
                np.array([1.0, 2.0]),
                np.array([1.0, 0.0]),
                np.array([0.0, 1.0]),
            ),
            {},
            -2.4538776394910684,
            (
                [0.0, 1.0],
                [-0.0, -1.0],
                [250000.0, -0.75],
            ),
            "variances are at least eps",
        ),
    ],
    "nn.functional.cosine_similarity": [
        Special(
            (
                np.array([0.0, 0.0]),
                np.array([1.0, 2.0]),
                0,
            ),
            {},
            0.0,
            (
                [44721359.549995795, 89442719.09999159],
                [0.0, 0.0],
            ),
            "a vector of zeros",
        ),
    ],
    "nn.functional.normalize": [
        Special(
            (
                np.array([0.0, 0.0]),
                2.0,
                0,
            ),
            {},
            [0.0, 0.0],
            ([1000000000000.0, 1000000000000.0],),
            "a vector of zeros",
        ),
    ],
    "nn.functional.pairwise_distance": [
        Special(
            (
                np.array([1.0, 2.0]),
                np.array([1.0, 2.0]),
            ),
            {"eps": 0.0},
            0.0,
            (
                [0.0, 0.0],
                [-0.0, -0.0],
            ),
            "equal vectors",
        ),
    ],
    "nn.functional.pdist": [
        Special(
            (np.array([[1.0, 2.0], [1.0, 2.0], [0.0, 0.0]]),),
            {},
            [0.0, 2.23606797749979, 2.23606797749979],
            (
                [
                    [0.4472135954999579, 0.8944271909999159],
                    [0.4472135954999579, 0.8944271909999159],
                    [-0.8944271909999159, -1.7888543819998317],
                ],
            ),
            "equal rows",
        ),
    ],
    "nn.functional.nll_loss": [
        Special(
            (
                np.array([[-1.0, -2.0], [-3.0, -4.0]]),
                np.array([1, -100]),
            ),
            {},
            2.0,
            ([[0.0, -1.0], [0.0, 0.0]],),
            "ignored samples do not count",
        ),
    ],
    "_nll_loss": [
        Special(
            (
                np.array([[-1.0, -2.0], [-3.0, -4.0]]),
                np.array([-100, -100]),
            ),
            {},
            NAN,
            ([[0.0, 0.0], [0.0, 0.0]],),
            "nan where all are ignored",
        ),
    ],
    "nn.functional.cross_entropy": [
        Special(
            (
                np.array([[800.0, 0.0], [0.0, 800.0]]),
                np.array([1, 1]),
            ),
            {},
            400.0,
            ([[0.5, -0.5], [0.0, 0.0]],),
            "does not overflow",
        ),
    ],
    "nn.functional.multi_margin_loss": [
        Special(
            (
                np.array([[1.0, 0.0, 2.0]]),
                np.array([0]),
            ),
            {},
            0.6666666666666666,
            ([[-0.3333333333333333, 0.0, 0.3333333333333333]],),
            "at a slack of 0 there is no slope",
        ),
    ],
    "nn.functional.multilabel_margin_loss": [
        Special(
            (
                np.array([1.0, 0.0, 2.0, 1.0]),
                np.array([3, 0, -1, 1]),
            ),
            {},
            1.0,
            ([-0.25, 0.0, 0.5, -0.25],),
            "at a slack of 0 there is no slope",
        ),
    ],
}
