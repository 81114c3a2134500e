"""Samples of resizing, of sampling at grids, and of windows as columns."""

from __future__ import annotations

import numpy as np

from gradcalc.engine.kernels import resample
from gradcalc.engine.kernels.windows import Windows
from gradcalc.engine.ops.grid_sample import Method

from ..sampling import Sample, Special, draw

LINE = draw(2, 2, 5, key="line")
PLANE = draw(1, 2, 4, 5, key="plane")
SPACE = draw(1, 1, 3, 4, 2, key="space")
DOUBLE = np.dtype(np.float64)

CUBIC = resample.cubic(5, 8, False, None, DOUBLE)
LINEAR = resample.linear(4, 3, False, None, DOUBLE)
NEAREST = resample.nearest(2, 3, None, DOUBLE)
WIDE = resample.filtered("bicubic", 5, 2, False, None, DOUBLE)
FILTERS = {
    mode: (
        resample.filtered(mode, 4, 2, False, None, DOUBLE),
        resample.filtered(mode, 5, 3, False, None, DOUBLE),
    )
    for mode in resample.FILTERS
}

# places between elements and between borders, so that nothing is at a kink
FLAT = draw(1, 3, 2, 2, low=-0.9, high=0.9, key="flat")
FAR = draw(1, 2, 3, 2, low=-2.3, high=2.3, key="far")
DEEP = draw(1, 2, 1, 2, 3, low=-1.7, high=1.7, key="deep")
COORDINATES = draw(2, 5, low=-1.9, high=1.9, key="coordinates")

WINDOWS = Windows((4, 5), (2, 2), (1, 2), (1, 0), (2, 1), (4, 2))

SAMPLES = {
    "_resample": [Sample((PLANE, (LINEAR, CUBIC))), Sample((LINE, (WIDE,)))],
    "_upsample_nearest1d": [Sample((LINE, (resample.nearest(5, 3, None, DOUBLE),)))],
    "_upsample_nearest2d": [Sample((PLANE, (LINEAR, resample.nearest(5, 7, None, DOUBLE))))],
    "_upsample_nearest3d": [Sample((SPACE, (NEAREST,)))],
    "_upsample_nearest_exact1d": [Sample((LINE, (resample.nearest_exact(5, 3, None, DOUBLE),)))],
    "_upsample_nearest_exact2d": [Sample((PLANE, (resample.nearest_exact(5, 9, None, DOUBLE),)))],
    "_upsample_nearest_exact3d": [Sample((SPACE, (NEAREST,)))],
    "_upsample_linear1d": [Sample((LINE, (resample.linear(5, 7, True, None, DOUBLE),)))],
    "_upsample_bilinear2d": [Sample((PLANE, (LINEAR, resample.linear(5, 8, False, 1.6, DOUBLE))))],
    "_upsample_trilinear3d": [Sample((SPACE, (LINEAR, NEAREST)))],
    "_upsample_bicubic2d": [Sample((PLANE, (LINEAR, CUBIC)))],
    "_upsample_bilinear2d_aa": [Sample((PLANE, FILTERS["bilinear"]))],
    "_upsample_bicubic2d_aa": [Sample((PLANE, FILTERS["bicubic"]))],
    "_upsample_lanczos2d_aa": [Sample((PLANE, FILTERS["lanczos"]))],
    "nn.functional.interpolate": [
        Sample((LINE,), {"size": 3}),
        Sample((LINE,), {"scale_factor": 1.7, "mode": "linear"}),
        Sample((PLANE,), {"size": (3, 7), "mode": "bilinear", "align_corners": True}),
        Sample((PLANE,), {"scale_factor": (0.7, 1.3), "mode": "bicubic"}),
        Sample((PLANE,), {"size": (2, 3), "mode": "bicubic", "antialias": True}),
        Sample((SPACE,), {"size": (2, 5, 3), "mode": "trilinear"}),
        Sample((SPACE,), {"scale_factor": 1.5, "mode": "nearest-exact"}),
        Sample((LINE,), {"scale_factor": 0.6, "mode": "area"}),
        Sample((np.zeros((0, 2, 4, 5)),), {"scale_factor": 2}),
    ],
    "nn.functional.upsample": [Sample((PLANE,), {"scale_factor": 2, "mode": "bilinear"})],
    "nn.functional.upsample_nearest": [Sample((LINE, 3))],
    "nn.functional.upsample_bilinear": [Sample((PLANE, (3, 3)))],
    "_grid_part": [
        Sample((COORDINATES, 4, Method("bilinear", padding, align)))
        for padding in ("zeros", "border", "reflection")
        for align in (False, True)
    ],
    "_grid_sample_2d": [
        Sample((PLANE, FLAT, Method("bilinear", "zeros", True))),
        Sample((PLANE, FAR, Method("bicubic", "reflection", False))),
        Sample((PLANE, FAR, Method("nearest", "border", False))),
    ],
    "_grid_sample_3d": [Sample((SPACE, DEEP, Method("bilinear", "border", False)))],
    "nn.functional.grid_sample": [
        Sample((PLANE, FLAT)),
        Sample((PLANE, FAR, "bilinear", "border", True)),
        Sample((PLANE, FAR, "bilinear", "reflection")),
        Sample((PLANE, FAR, "bicubic", "zeros", True)),
        Sample((SPACE, DEEP, "bilinear", "reflection", True)),
        Sample((SPACE, DEEP, "nearest")),
    ],
    "grid_sampler": [Sample((PLANE, FLAT, 2, 1, True)), Sample((SPACE, DEEP, 0, 0, False))],
    "grid_sampler_2d": [Sample((PLANE, FAR, 0, 2, False))],
    "grid_sampler_3d": [Sample((SPACE, DEEP, 0, 1, True))],
    "_affine_grid": [Sample((draw(2, 2, 3, key="theta"), (2, 1, 3, 4), False))],
    "affine_grid_generator": [Sample((draw(1, 3, 4, key="theta"), (1, 1, 2, 3, 1), True))],
    "nn.functional.affine_grid": [
        Sample((draw(2, 2, 3, key="theta"), (2, 1, 3, 4), True)),
        Sample((draw(1, 3, 4, key="theta"), (1, 1, 2, 3, 2))),
    ],
    "_im2col": [Sample((PLANE, WINDOWS))],
    "_col2im": [Sample((draw(1, 8, 8, key="columns"), WINDOWS))],
    "nn.functional.unfold": [
        Sample((PLANE, 2)),
        Sample((PLANE[0], (2, 3), (2, 1), (1, 0), (1, 2))),
    ],
    "nn.functional.fold": [
        Sample((draw(1, 8, 12, key="columns"), (4, 5), 2)),
        Sample((draw(12, 6, key="columns"), (4, 4), (2, 3))),
        Sample((draw(2, 4, 4, key="columns"), (3, 5), 2, 1, (1, 0), 2)),
    ],
}

SPECIAL = {
    "nn.functional.grid_sample": [
        Special(
            (
                np.asarray([[[[1.0, 2.0], [3.0, 5.0]]]]),
                np.asarray([[[[-1.0, -1.0], [1.0, 1.0], [0.0, 0.0]]]]),
                "bilinear",
                "border",
                True,
            ),
            {},
            [[[[1.0, 5.0, 2.75]]]],
            (
                [[[[1.25, 0.25], [0.25, 1.25]]]],
                [[[[0.0, 0.0], [0.0, 0.0], [0.75, 1.25]]]],
            ),
            "a place that is held at the border does not move",
        )
    ],
}
