"""Samples of fake quantization, whose levels are so fine that differences see the slope."""

from __future__ import annotations

import numpy as np

from gradcalc.engine import Tensor

from ..sampling import Sample, draw

MATRIX = draw(2, 3, key="matrix")
FINE = np.float32(2.0**-46)
RANGE = (-(2**60), 2**46)  # numbers above one lie outside


def fine(whole: Tensor) -> Tensor:
    """Scales, so many times the finest one."""
    return Tensor(whole.array().astype(np.float32) * FINE)


def narrow(whole: Tensor) -> Tensor:
    """Zero points as torch takes them."""
    return Tensor(whole.array().astype(np.int32))


_CHANNELS = (np.array([1, 2, 4]), np.array([0, 7, -3]), 1, *RANGE)
_RAW = [Sample((MATRIX, FINE, np.int64(5), *RANGE)), Sample((MATRIX, FINE, np.float32(0), *RANGE))]

SAMPLES = {
    "_fake_quantize_tensoraffinecachemask": _RAW,
    "_fake_quantize_tensoraffinecachemasktensorqparams": _RAW,
    "_fake_quantize_channelaffinecachemask": _RAW,
    "fake_quantize_per_tensor_affine": [Sample((MATRIX, float(FINE), 3, *RANGE))],
    "fake_quantize_per_tensor_affine:tensors": [
        Sample((MATRIX, np.array(1), np.array(0), *RANGE), prepare=(None, fine, None, None, None))
    ],
    "fake_quantize_per_channel_affine": [
        Sample((MATRIX, *_CHANNELS), prepare=(None, fine, narrow, None, None, None))
    ],
}
