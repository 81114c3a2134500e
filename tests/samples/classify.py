"""Samples of losses of class scores, of distances and of alignments."""

from __future__ import annotations

import math

import numpy as np

from ..sampling import Sample, draw

SCORES = draw(3, 4, key="scores")
IMAGE = draw(2, 3, 2, 2, key="scores")
LABELS = np.array([1, 3, 0])
PIXELS = np.array([[[0, 2], [1, 1]], [[2, 0], [0, 1]]])
COUNTS = np.array([1, 2, 3, 2])
WEIGHTS = draw(4, low=0.5, high=1.5, key="weights")
PROBABILITIES = draw(3, 4, low=0, high=1, key="scores")
CUBE = draw(2, 3, 4, key="vectors")
OTHER = draw(2, 3, 4, key="others")
STEPS = draw(5, 2, 3, low=-3, high=0, key="steps")
SCALAR = np.asarray(0.7)

F = "nn.functional."


def _reduced(*args: object, **settings: object) -> list[Sample]:
    return [Sample(args, {"reduction": r, **settings}) for r in ("mean", "sum", "none")]


_NLL = [
    *_reduced(SCORES, LABELS),
    *_reduced(SCORES, LABELS, weight=COUNTS, ignore_index=3),
    *_reduced(SCORES[0], np.asarray(2)),
]

SAMPLES = {
    "_nll_loss": _NLL,
    "_nll_loss2d": [*_reduced(IMAGE, PIXELS), *_reduced(IMAGE[..., 0], PIXELS[..., 0])],
    F + "nll_loss": [
        *_NLL,
        *_reduced(IMAGE, PIXELS, ignore_index=0),
        *_reduced(SCORES, LABELS, weight=WEIGHTS, ignore_index=3),
        *_reduced(SCORES[0], np.array([2])),
    ],
    F + "cross_entropy": [
        *_NLL,
        *_reduced(IMAGE, PIXELS, label_smoothing=0.2, ignore_index=0),
        *_reduced(SCORES, LABELS, weight=WEIGHTS, label_smoothing=0.1),
        *_reduced(SCORES, PROBABILITIES, weight=COUNTS),
        *_reduced(SCORES, PROBABILITIES, label_smoothing=0.3),
    ],
    F + "linear_cross_entropy": [
        *_reduced(SCORES, draw(5, 4, key="linear"), LABELS, linear_bias=draw(5, key="bias")),
        *_reduced(SCORES, draw(3, 2, 4, key="linear"), np.array([[1, 0], [2, 2], [0, 1]])),
    ],
    F + "multi_margin_loss": [
        *_reduced(SCORES, LABELS),
        *_reduced(SCORES, LABELS, p=2, margin=2.5, weight=COUNTS),
        *_reduced(SCORES[0], np.asarray(2)),
        *_reduced(SCORES[0], np.array([2]), p=2),
    ],
    F + "multilabel_margin_loss": [
        *_reduced(SCORES, np.array([[1, 3, -1, 0], [0, -1, 2, 2], [-1, 0, 1, 2]])),
        *_reduced(SCORES[0], np.array([3, 0, 1, -1])),
    ],
    F + "ctc_loss": [
        *_reduced(STEPS, np.array([[1, 2], [2, 2]]), (5, 4), (2, 1)),
        *_reduced(STEPS[:, 0], np.array([2, 2]), (5,), (2,), blank=1),
        *_reduced(STEPS, np.array([1, 2, 1]), (5, 2), (1, 2), zero_infinity=True),
    ],
    F + "normalize": [
        Sample((CUBE,)),
        Sample((CUBE, 1.0, -1)),
        Sample((CUBE, 3, (0, 2))),
        Sample((SCALAR, 2, 0)),
    ],
    F + "cosine_similarity": [
        Sample((CUBE, OTHER)),
        Sample((CUBE, OTHER[0], -1)),
        Sample((CUBE[0], OTHER, 2, 0.5)),
        Sample((SCALAR, np.asarray(-0.3), 0)),
    ],
    F + "pairwise_distance": [
        Sample((CUBE, OTHER)),
        Sample((CUBE, OTHER[0, 0], 1)),
        Sample((CUBE[0], OTHER, 3, 0.1, True)),
    ],
    F + "pdist": [Sample((SCORES,))] + [Sample((SCORES, p)) for p in (0, 1, 1.5, 3, math.inf)],
    "_pair_differences": [Sample((SCORES,)), Sample((SCORES[:1],))],
    "_scatter_pairs": [Sample((SCORES, 3))],
}
