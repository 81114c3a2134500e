"""Box and Muller's normals in single precision, to the bit as torch's vector code makes them.

torch computes blocks of sixteen float32 normals with polynomial approximations of log, sin and
cos whose products and sums the compiler fused. Coefficients and range reductions are those of
Cephes (logf.c, sinf.c; S. L. Moshier), as in ATen/native/cpu/avx_mathfun.h. No numpy function
whose last digit depends on the processor takes part.
"""

from __future__ import annotations

import math

import numpy as np

from .fused import fused

single = np.float32
_LOG = (
    7.0376836292e-2,
    -1.1514610310e-1,
    1.1676998740e-1,
    -1.2420140846e-1,
    1.4249322787e-1,
    -1.6668057665e-1,
    2.0000714765e-1,
    -2.4999993993e-1,
    3.3333331174e-1,
)
_LN2_LOW, _LN2_HIGH = -2.12194440e-4, 0.693359375
_COS = (2.443315711809948e-5, -1.388731625493765e-3, 4.166664568298827e-2)
_SIN = (-1.9515295891e-4, 8.3321608736e-3, -1.6666654611e-1)
_QUARTER_PI = (-0.78515625, -2.4187564849853515625e-4, -3.77489497744594108e-8)
_PER_QUARTER = 1.27323954473516  # 4 / pi


def normals(unit: np.ndarray, mean: float, std: float) -> np.ndarray:
    """Normals from float32 uniform numbers, whose count is a multiple of sixteen.

    In each sixteen the first eight pair with the last eight.
    """
    pairs = unit.astype(single).reshape(-1, 2, 8)
    radius = np.sqrt(single(-2) * _log(single(1) - pairs[:, 0]))
    sine, cosine = _sin_cos(single(2 * math.pi) * pairs[:, 1])
    made = np.stack([radius * cosine, radius * sine], axis=1).reshape(-1)
    return fused(made, single(std), single(mean))


def _polynomial(x: np.ndarray, coefficients: tuple[float, ...]) -> np.ndarray:
    value = np.full_like(x, single(coefficients[0]))
    for c in coefficients[1:]:
        value = fused(value, x, single(c))
    return value


def _log(x: np.ndarray) -> np.ndarray:
    """The natural logarithm of numbers in (0, 1]."""
    fraction, exponent = np.frexp(x)
    low = fraction < single(math.sqrt(0.5))
    e = exponent.astype(single) - low.astype(single)
    m = (fraction - single(1)) + np.where(low, fraction, single(0))
    square = m * m
    value = _polynomial(m, _LOG) * m
    value = fused(value, square, e * single(_LN2_LOW))
    value = fused(square, single(-0.5), value)
    return fused(e, single(_LN2_HIGH), m + value)


def _sin_cos(x: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Sine and cosine of angles from 0 to 2 pi."""
    octant = ((x * single(_PER_QUARTER)).astype(np.int32) + 1) & ~1
    quarters = octant.astype(single)
    for part in _QUARTER_PI:
        x = fused(quarters, single(part), x)
    square = x * x
    cosine = _polynomial(square, _COS) * square
    cosine = fused(cosine, square, -(square * single(0.5))) + single(1)
    sine = fused(_polynomial(square, _SIN) * square, x, x)
    exchanged = (octant & 2) != 0
    negative_sine = (octant & 4) != 0
    negative_cosine = (~(octant - 2) & 4) != 0
    s, c = np.where(exchanged, cosine, sine), np.where(exchanged, sine, cosine)
    return np.where(negative_sine, -s, s), np.where(negative_cosine, -c, c)
