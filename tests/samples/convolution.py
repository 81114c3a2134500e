"""Samples of convolutions."""

from __future__ import annotations

import numpy as np

from gradcalc.engine.kernels.windows import Windows
from gradcalc.engine.ops.correlate import Geometry

from ..sampling import Sample, draw

LINE = draw(2, 4, 7, key="line")
PLANE = draw(2, 2, 4, 5, key="plane")
SPACE = draw(1, 2, 3, 3, 4, key="space")
KERNELS1 = draw(4, 2, 3, key="kernels1")
KERNELS2 = draw(3, 2, 2, 3, key="kernels2")
KERNELS3 = draw(2, 1, 2, 1, 2, key="kernels3")
BIAS = draw(4, key="bias")

ALONG = Geometry(Windows((7,), (3,), (2,), (1,), (1,), (4,)), 2)
WIDE = Geometry(Windows((4, 5), (2, 3), (1, 2), (0, 1), (2, 1), (2, 3)), 1)
RESULT1 = draw(2, 4, 4, key="result1")
RESULT2 = draw(2, 3, 2, 3, key="result2")

SAMPLES = {
    "_correlate": [
        Sample((LINE, KERNELS1, ALONG)),
        Sample((PLANE, KERNELS2, WIDE)),
        Sample((LINE, draw(3, 4, 2, 3, key="many kernels"), ALONG)),
        Sample((draw(2, 2, 4, 7, key="many lines"), draw(3, 1, 4, 2, 3, key="more"), ALONG)),
    ],
    "_spread": [
        Sample((RESULT1, KERNELS1, ALONG)),
        Sample((RESULT2, KERNELS2, WIDE)),
        Sample((draw(3, 2, 4, 4, key="many results"), KERNELS1, ALONG)),
    ],
    "_weigh": [
        Sample((LINE, RESULT1, ALONG)),
        Sample((PLANE, RESULT2, WIDE)),
        Sample((LINE, draw(3, 2, 4, 4, key="many results"), ALONG)),
    ],
    "_convolve": [
        Sample((LINE, KERNELS1, BIAS, ALONG, False)),
        Sample((RESULT1, KERNELS1, BIAS, ALONG, True)),
        Sample((PLANE, KERNELS2, None, WIDE, False)),
    ],
    "convolution": [
        Sample((LINE, KERNELS1, BIAS, (2,), (1,), (1,), False, (0,), 2)),
        Sample((LINE, KERNELS1, BIAS, (2,), (1,), (1,), True, (1,), 2)),
    ],
    "nn.functional.conv1d": [
        Sample((LINE, KERNELS1, BIAS), {"groups": 2, "padding": "same", "dilation": 2}),
        Sample((LINE[0], draw(3, 4, 4, key="even")), {"padding": "same"}),
        Sample((LINE, KERNELS1), {"groups": 2, "padding": "valid", "stride": 3}),
    ],
    "nn.functional.conv2d": [
        Sample((PLANE, KERNELS2, draw(3, key="bias2")), {"padding": (0, 2), "stride": (2, 1)}),
        Sample((PLANE[0], KERNELS2)),
        Sample((PLANE, draw(2, 2, 4, 5, key="whole"))),
        Sample((np.zeros((0, 2, 4, 5)), KERNELS2)),
    ],
    "nn.functional.conv3d": [
        Sample((SPACE, KERNELS3, draw(2, key="bias3")), {"groups": 2, "padding": 1, "stride": 2}),
        Sample((SPACE[0], KERNELS3), {"groups": 2, "dilation": (1, 1, 2)}),
    ],
    "nn.functional.conv_transpose1d": [
        Sample((LINE, KERNELS1), {"stride": 2, "padding": 1, "output_padding": 1}),
        Sample((LINE[0], KERNELS1, BIAS), {"groups": 2, "dilation": 2}),
    ],
    "nn.functional.conv_transpose2d": [
        Sample((draw(1, 3, 2, 3, key="small"), KERNELS2), {"stride": (2, 1)}),
        Sample((draw(3, 2, 3, key="alone"), KERNELS2, draw(2, key="bias"), 1, (0, 2))),
    ],
    "nn.functional.conv_transpose3d": [
        Sample((draw(1, 2, 2, 1, 2, key="cube"), KERNELS3), {"stride": 2, "groups": 2}),
    ],
}
