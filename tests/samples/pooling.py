"""Samples of poolings: all elements differ, so that no window has two largest ones."""

from __future__ import annotations

import numpy as np

from gradcalc.engine import Tensor
from gradcalc.engine.kernels.windows import Windows

from ..sampling import Sample, Special, draw

LINE = draw(2, 3, 7, key="line")
PLANE = draw(2, 2, 5, 6, key="plane")
SPACE = draw(1, 2, 3, 4, 5, key="space")

WINDOWS2 = Windows((5, 6), (2, 3), (2, 1), (1, 0), (1, 2), (3, 2))
WINDOWS3 = Windows((3, 4, 5), (2, 2, 3), (1, 2, 2), (0, 0, 1), (1, 1, 1), (2, 2, 3))
DIVISORS2 = np.asarray([[3, 6], [6, 6], [6, 2]])
NUMBERS = np.asarray([[0, 5, 9], [11, 2, 4]])
BEGINS = [np.asarray([[0, 2, 3], [0, 1, 3], [0, 2, 3], [1, 2, 3]]), np.asarray([[0, 3]] * 4)]
VOLUME_BEGINS = [np.asarray([[0, 1], [1, 1]]), np.asarray([[0, 2]] * 2), np.asarray([[0, 1]] * 2)]
TENTHS = np.asarray([[[1, 7], [9, 3]], [[0, 5], [4, 8]]])
VOLUME_TENTHS = np.asarray([[[1, 7, 2], [9, 3, 4]]])


def arrays(tensors: list[Tensor]) -> list[np.ndarray]:
    """Arrays as the row takes them, which samples write down as tensors."""
    return [t.array() for t in tensors]


def tenths(whole: Tensor) -> Tensor:
    """Random samples, written as tenths."""
    return Tensor(whole.array() / 10)


_MAX = [
    Sample((PLANE, 2)),
    Sample((PLANE[0], (2, 3), (2, 1), (1, 0))),
    Sample((PLANE, 3, 2, 1), {"dilation": (1, 2), "ceil_mode": True}),
    Sample((np.zeros((0, 2, 5, 6)), 2)),
]
_MAX_LINE = [Sample((LINE, 3, 2, 1)), Sample((LINE[0], 2), {"dilation": 2, "stride": 1})]
_MAX_SPACE = [Sample((SPACE, 2)), Sample((SPACE[0], (2, 3, 2), 1, (1, 0, 1), 1, True))]

SAMPLES = {
    "_max_pool2d": [Sample((PLANE, WINDOWS2))],
    "_max_pool3d": [Sample((SPACE, WINDOWS3))],
    "_adaptive_max_pool2d": [Sample((PLANE, (3, 4)))],
    "_adaptive_max_pool3d": [Sample((SPACE, (2, 3, 2)))],
    "nn.functional.max_pool1d": _MAX_LINE,
    "nn.functional.max_pool2d": _MAX,
    "nn.functional.max_pool3d": _MAX_SPACE,
    "nn.functional.max_pool1d_with_indices": _MAX_LINE,
    "nn.functional.max_pool2d_with_indices": _MAX,
    "nn.functional.max_pool3d_with_indices": _MAX_SPACE,
    "nn.functional.adaptive_max_pool1d": [Sample((LINE, 3)), Sample((LINE[0], 9))],
    "nn.functional.adaptive_max_pool2d": [Sample((PLANE, (3, None))), Sample((PLANE[0], 2))],
    "nn.functional.adaptive_max_pool3d": [Sample((SPACE, (2, 3, 7)))],
    "nn.functional.adaptive_max_pool1d_with_indices": [Sample((LINE, 3))],
    "nn.functional.adaptive_max_pool2d_with_indices": [Sample((PLANE, (3, 1)))],
    "nn.functional.adaptive_max_pool3d_with_indices": [Sample((SPACE, 2))],
    "_max_unpool2d": [Sample((draw(2, 1, 3, key="found"), NUMBERS.reshape(2, 1, 3), (3, 4)))],
    "_max_unpool3d": [
        Sample((draw(2, 1, 1, 3, key="found"), NUMBERS.reshape(2, 1, 1, 3), (1, 3, 4)))
    ],
    "nn.functional.max_unpool1d": [
        Sample((draw(2, 3, key="found"), np.asarray([[0, 2, 4], [1, 3, 5]]), 2)),
        Sample((draw(2, 3, key="found"), np.asarray([[0, 2, 6], [1, 3, 5]]), 2, 2, 0, (7,))),
    ],
    "nn.functional.max_unpool2d": [
        Sample((draw(1, 2, 2, key="found"), np.asarray([[[0, 3], [9, 15]]]), 2)),
        Sample((draw(1, 1, 2, 2, key="found"), np.asarray([[[[0, 3], [9, 15]]]]), (2, 3), (2, 2))),
    ],
    "nn.functional.max_unpool3d": [
        Sample((draw(1, 1, 2, 2, key="found"), np.asarray([[[[0, 3], [9, 15]]]]), (1, 2, 2)))
    ],
    "_avg_pool2d": [Sample((PLANE, WINDOWS2, DIVISORS2)), Sample((PLANE, WINDOWS2, 4))],
    "_avg_pool3d": [Sample((SPACE, WINDOWS3, 4))],
    "_avg_spread": [Sample((draw(2, 2, 3, 2, key="made"), WINDOWS2, DIVISORS2))],
    "_adaptive_avg_pool2d": [Sample((PLANE, (5, 6), (3, 4))), Sample((PLANE, (5, 6), (7, 9)))],
    "_adaptive_avg_pool3d": [Sample((SPACE, (3, 4, 5), (2, 3, 2)))],
    "_adaptive_avg_spread": [Sample((draw(2, 3, 4, key="made"), (5, 6), (3, 4)))],
    "nn.functional.avg_pool1d": [
        Sample((LINE, 3, 2, 1)),
        Sample((LINE[0], 3, 2, 1, True, False)),
    ],
    "nn.functional.avg_pool2d": [
        Sample((PLANE, (2, 3), 2, 1, True, False)),
        Sample((PLANE[0], 3), {"divisor_override": 5}),
        Sample((np.zeros((0, 2, 5, 6)), 2)),
    ],
    "nn.functional.avg_pool3d": [Sample((SPACE, 2, 1, 1)), Sample((SPACE[0], (1, 2, 3), None))],
    "nn.functional.adaptive_avg_pool1d": [Sample((LINE, 3)), Sample((LINE[0], 1))],
    "nn.functional.adaptive_avg_pool2d": [
        Sample((PLANE, (3, None))),
        Sample((PLANE[0], 7)),
        Sample((PLANE, 1)),
    ],
    "nn.functional.adaptive_avg_pool3d": [Sample((SPACE, (2, 3, 7))), Sample((SPACE, 1))],
    "_fractional_max_pool2d": [Sample((PLANE, BEGINS, (2, 3)), prepare=(None, arrays, None))],
    "_fractional_max_pool3d": [
        Sample((SPACE, VOLUME_BEGINS, (2, 2, 2)), prepare=(None, arrays, None))
    ],
    "_fractional_max_pool2d_at": [
        Sample((PLANE, (2, 2), (3, 4), TENTHS), prepare=(None, None, None, tenths))
    ],
    "_fractional_max_pool3d_at": [
        Sample((SPACE, (1, 2, 2), (2, 2, 3), VOLUME_TENTHS), prepare=(None, None, None, tenths))
    ],
    "nn.functional.lp_pool1d": [Sample((LINE, 2, 3)), Sample((LINE[0], 2.0, 2, 1))],
    "nn.functional.lp_pool2d": [Sample((PLANE, 2, (2, 3)))],
    "nn.functional.lp_pool3d": [Sample((SPACE, 2, 2))],
}

NAN, INF = float("nan"), float("inf")
SPECIAL = {
    "nn.functional.max_pool1d": [
        Special(
            (np.asarray([[1.0, 1.0, 0.0, 2.0, 2.0, 2.0]]), 3),
            {},
            [[1.0, 2.0]],
            ([[1.0, 0.0, 0.0, 1.0, 0.0, 0.0]],),
            "the first of equal ones",
        ),
        Special(
            (np.asarray([[NAN, 1.0, NAN, -INF, -INF, -INF]]), 3),
            {},
            [[NAN, -INF]],
            ([[0.0, 0.0, 1.0, 1.0, 0.0, 0.0]],),
            "the last nan; the first of elements none of which is above -inf",
        ),
        Special(
            (np.asarray([[-INF, -INF]]), 2, 1, 1),
            {},
            [[-INF, -INF, -INF]],
            ([[2.0, 1.0]],),
            "padding is never chosen",
        ),
    ],
    "nn.functional.adaptive_max_pool1d": [
        Special(
            (np.asarray([[1.0, 1.0, NAN, 1.0, NAN]]), 2),
            {},
            [[NAN, NAN]],
            ([[0.0, 0.0, 1.0, 0.0, 1.0]],),
            "the last nan of a window",
        )
    ],
    "nn.functional.avg_pool1d": [
        Special(
            (np.asarray([[1.0, INF, 2.0, NAN]]), 2),
            {},
            [[INF, NAN]],
            ([[0.5, 0.5, 0.5, 0.5]],),
            "infinities and nan stay in their windows",
        )
    ],
    "nn.functional.adaptive_avg_pool1d": [
        Special(
            (np.asarray([[1.0, INF, 2.0, NAN, 1.0]]), 2),
            {},
            [[INF, NAN]],
            ([[1 / 3, 1 / 3, 2 / 3, 1 / 3, 1 / 3]],),
            "infinities and nan stay in their windows",
        )
    ],
    "nn.functional.lp_pool1d": [
        Special(
            (np.asarray([[0.0, 0.0, 3.0, 4.0]]), 2, 2),
            {},
            [[0.0, 5.0]],
            ([[0.0, 0.0, 0.6, 0.8]],),
            "the root of zero",
        )
    ],
}
