"""Samples of special functions that have settings, or inputs without derivative."""

from __future__ import annotations

import numpy as np

from ..sampling import Sample, draw

UNIT = draw(4, low=0.05, high=0.95, key="special")
POSITIVE = draw(2, 3, low=0.3, high=4, key="special")
SCALAR = np.asarray(1.3)
LARGE = draw(3, low=4, high=60, key="special")

_POLYNOMIALS = (
    "chebyshev_polynomial_t",
    "chebyshev_polynomial_u",
    "chebyshev_polynomial_v",
    "chebyshev_polynomial_w",
    "shifted_chebyshev_polynomial_t",
    "shifted_chebyshev_polynomial_u",
    "shifted_chebyshev_polynomial_v",
    "shifted_chebyshev_polynomial_w",
    "hermite_polynomial_h",
    "hermite_polynomial_he",
    "laguerre_polynomial_l",
    "legendre_polynomial_p",
)
_OVER_POWER = [
    Sample((x, n)) for n in (0, 1, 3) for x in (POSITIVE, np.asarray(-0.4), np.asarray(0.0), LARGE)
]
_INCOMPLETE = [Sample((a, x)) for a, x in ((0.5, POSITIVE), (2.5, SCALAR), (30.0, LARGE))]

SAMPLES = {
    "logit": [Sample((UNIT,)), Sample((UNIT, 0.2)), Sample((np.asarray(0.5),))],
    "polygamma": [Sample((n, x)) for n in (0, 1, 2, 5) for x in (POSITIVE, SCALAR)],
    "polygamma:method": [Sample((POSITIVE, 1)), Sample((SCALAR, 2))],
    "mvlgamma": [Sample((POSITIVE + 2, 3)), Sample((SCALAR, 1)), Sample((POSITIVE, 1))],
    "special.zeta": [Sample((2.5, POSITIVE)), Sample((1.1, SCALAR)), Sample((7.0, LARGE))],
    "igamma": _INCOMPLETE,
    "igammac": _INCOMPLETE,
    "_scaled_integral": [
        Sample((x, n)) for n in (1, 2) for x in (draw(4, key="integral"), SCALAR, LARGE)
    ],
    "_modified_over_power": [s for s in _OVER_POWER if s.args[0] is not LARGE],
    "_scaled_over_power": [s for s in _OVER_POWER if np.all(s.args[0])],
    "_bessel_over_power": _OVER_POWER,
    "_spherical_over_power": _OVER_POWER,
    "_polynomial_derivative": [
        Sample((POSITIVE / 4, 5, name, order)) for name in _POLYNOMIALS for order in (0, 1, 2)
    ],
    **{
        f"special.{name}": [
            Sample((POSITIVE / 4, 4)),
            Sample((SCALAR, 1)),
            Sample((UNIT, np.array([0, 2, 3, 6]))),
        ]
        for name in _POLYNOMIALS
    },
}
