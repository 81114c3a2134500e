"""Samples of attention."""

from __future__ import annotations

import numpy as np

from gradcalc.engine import float32

from ..sampling import Sample, Special, draw

QUERY = draw(1, 2, 3, 4, key="query")
KEY = draw(1, 2, 5, 4, key="key")
VALUE = draw(1, 2, 5, 4, key="value")
MASK = np.asarray([[1, 0, 1, 1, 0], [1, 1, 1, 1, 1], [0, 0, 1, 0, 0]], bool)

SEQUENCE = draw(3, 2, 4, key="sequence")
OTHER = draw(5, 2, 4, key="other")
PROJECTION = draw(12, 4, low=-1, high=1, key="projection")
SHIFT = draw(12, key="shift")
LAST = draw(4, 4, low=-1, high=1, key="last")

SAMPLES = {
    "_fused_attention": [
        Sample((QUERY, KEY, VALUE, None, 0.5)),
        Sample(
            (QUERY, KEY, VALUE, np.asarray([0, -2, 1, 0, 0]), 0.3),
            prepare=(None, None, None, lambda mask: mask.to(float32)),
        ),
    ],
    "nn.functional.scaled_dot_product_attention": [
        Sample((QUERY, KEY, VALUE)),
        Sample((QUERY, KEY, VALUE, MASK)),
        Sample((QUERY, KEY, VALUE), {"is_causal": True, "scale": 0.3}),
        Sample((QUERY[0], KEY[0], VALUE[0], draw(3, 5, key="mask"))),
        Sample((QUERY[0, 0], KEY[0, 0], draw(5, 3, key="values")), {"is_causal": True}),
        Sample((draw(1, 4, 3, 4, key="more"), KEY, VALUE), {"enable_gqa": True}),
    ],
    "nn.functional.multi_head_attention_forward": [
        Sample(
            (SEQUENCE, OTHER, OTHER, 4, 2, PROJECTION, SHIFT, None, None, False, 0.0, LAST, None),
            {"attn_mask": ~MASK},
        ),
        Sample(
            (SEQUENCE, OTHER, OTHER, 4, 2, PROJECTION, None, None, None, True, 0.0, LAST, None),
            {"need_weights": False},
        ),
    ],
}

SPECIAL = {
    "nn.functional.scaled_dot_product_attention": [
        Special(
            (
                np.asarray([[1.0, 2.0], [0.0, 1.0]]),
                np.asarray([[1.0, -1.0], [2.0, 0.0]]),
                np.asarray([[1.0], [3.0]]),
                np.asarray([[False, False], [True, False]]),
            ),
            {},
            [[0.0], [1.0]],
            (np.zeros((2, 2)), np.zeros((2, 2)), [[1.0], [0.0]]),
            "a place that may attend to nothing gets zeros",
        )
    ],
}
