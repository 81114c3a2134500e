"""Samples of conversions and copies."""

from __future__ import annotations

import numpy as np

from gradcalc.engine import float64, int64
from gradcalc.engine.layouts import channels_last

from ..sampling import Sample, draw

SCALAR = np.asarray(1.25)
MATRIX = draw(2, 3, key="matrix")
IMAGES = draw(1, 2, 2, 3, key="images")
WHOLE = np.array([[1, 2, 3]])

_SAME = [Sample((SCALAR,)), Sample((MATRIX,))]

SAMPLES = {
    "_cast": [Sample((MATRIX, float64)), Sample((SCALAR, float64))],
    "to:dtype": [Sample((MATRIX, float64), {"copy": True}), Sample((MATRIX, int64))],
    "to:other": [Sample((MATRIX, SCALAR)), Sample((MATRIX, WHOLE))],
    "to:device": [Sample((MATRIX, "cpu")), Sample((MATRIX,), {"device": "cpu", "copy": True})],
    **dict.fromkeys(("double", "long", "int", "short", "char", "byte", "bool"), _SAME),
    # differences in less than double precision say nothing
    **{name: [Sample((WHOLE,))] for name in ("float", "half")},
    "type": [Sample((MATRIX, float64)), Sample((MATRIX,)), Sample((MATRIX, "torch.LongTensor"))],
    "type_as": [Sample((MATRIX, SCALAR)), Sample((MATRIX, WHOLE))],
    "clone:memory_format": [
        Sample((MATRIX,), {"memory_format": None}),
        Sample((IMAGES,), {"memory_format": channels_last}),
    ],
    "_in_order": [Sample((MATRIX,)), Sample((IMAGES, channels_last))],
    "contiguous": [*_SAME, Sample((IMAGES,), {"memory_format": channels_last})],
    **dict.fromkeys(("conj", "resolve_conj", "resolve_neg", "real", "cpu"), _SAME),
    "fill:scalar": [Sample((SCALAR, 2)), Sample((MATRIX, -0.5))],
    "fill:tensor": [Sample((MATRIX, SCALAR)), Sample((SCALAR, np.asarray(-2.0)))],
}
