"""Samples of losses of pairs: differences, likelihoods, margins."""

from __future__ import annotations

import numpy as np

from ..sampling import Sample, draw

X = draw(2, 3, key="loss")
Y = draw(2, 3, key="target")
W = draw(2, 3, low=0.5, high=1.5, key="weight")
ROW = draw(3, key="target")
SCALAR = (np.asarray(0.7), np.asarray(-0.4))
EMPTY = (np.zeros((0, 2)), np.zeros((0, 2)))
P = draw(2, 3, low=0.1, high=0.9, key="p")
Q = draw(2, 3, low=0.1, high=0.9, key="q")
SIGNS = np.array([[1, -1, 1], [-1, -1, 1]])

F = "nn.functional."


def _reduced(*args: object, **settings: object) -> list[Sample]:
    return [Sample(args, {"reduction": r, **settings}) for r in ("mean", "sum", "none")]


def _pairs(**settings: object) -> list[Sample]:
    """Both inputs of one shape, of broadcasting shapes, 0-d and empty."""
    return [
        *_reduced(X, Y, **settings),
        *_reduced(X, ROW, **settings),
        *_reduced(*SCALAR, **settings),
        *_reduced(*EMPTY, **settings)[1:],
    ]


SAMPLES = {
    F + "mse_loss": _pairs(),
    F + "mse_loss:weight": _reduced(X, Y, weight=W),
    F + "l1_loss": _pairs() + _reduced(X, Y, weight=W),
    F + "huber_loss": _pairs() + _reduced(X, Y, delta=0.3),
    F + "huber_loss:weight": _reduced(X, Y, weight=W),
    "_smooth_l1_loss": _pairs() + _reduced(X, Y, beta=0.3),
    F + "smooth_l1_loss": [*_reduced(X, Y), *_reduced(X, Y, beta=0)],
    F + "binary_cross_entropy": [
        *_reduced(P, Q),
        *_reduced(P, Q, weight=W),
        *_reduced(P[0], Q[0], weight=W),
        *_reduced(P[0, 0:1].reshape(()), Q[0, 0:1].reshape(())),
    ],
    F + "binary_cross_entropy_with_logits": [
        *_reduced(X, Q),
        *_reduced(X, Q, weight=W),
        *_reduced(X, Q, weight=W, pos_weight=W[0]),
        *_reduced(*SCALAR, pos_weight=W[0]),
    ],
    F + "kl_div": [
        *_reduced(X, Q),
        *_reduced(X, Y, log_target=True),
        Sample((X, Q), {"reduction": "batchmean"}),
    ],
    F + "poisson_nll_loss": [
        *_reduced(X, P),
        *_reduced(P, P + 1, log_input=False, full=True, eps=1e-3),
    ],
    "_at_least": [Sample((P + 1, 0.5)), Sample((np.asarray(1.5), 0.5))],
    F + "gaussian_nll_loss": [
        *_reduced(X, Y, P),
        *_reduced(X, Y, P[:, :1], full=True),
        *_reduced(X, Y, P[:, 0]),
        *_reduced(X, Y, 0.5),
    ],
    F + "soft_margin_loss": _reduced(X, Y),
    F + "hinge_embedding_loss": [*_reduced(X, SIGNS), *_reduced(X, SIGNS, margin=0.3)],
    F + "margin_ranking_loss": [*_reduced(X, Y, SIGNS), *_reduced(X, Y, SIGNS, margin=0.3)],
    F + "cosine_embedding_loss": [
        *_reduced(X, Y, np.array([1, -1])),
        *_reduced(X, Y, np.array([-1, -1]), margin=-0.8),
        *_reduced(X[0], Y[0], np.asarray(1)),
    ],
    F + "triplet_margin_loss": [
        *_reduced(X, Y, W),
        *_reduced(X, Y, W, swap=True, margin=3.0),
        *_reduced(X, Y, W, p=1, margin=3.0),
    ],
    F + "triplet_margin_with_distance_loss": _reduced(X, Y, W, margin=3.0),
    F + "multilabel_soft_margin_loss": [*_reduced(X, Q), *_reduced(X, Q, weight=W)],
}
