"""The exponential of matrices, over batches of them.

Source: Higham, "The Scaling and Squaring Method for the Matrix Exponential Revisited" (2005),
algorithm 2.3 with the Padé approximant of degree 13 throughout.
"""

from __future__ import annotations

import numpy as np

_PADE = (
    64764752532480000.0,
    32382376266240000.0,
    7771770303897600.0,
    1187353796428800.0,
    129060195264000.0,
    10559470521600.0,
    670442572800.0,
    33522128640.0,
    1323241920.0,
    40840800.0,
    960960.0,
    16380.0,
    182.0,
    1.0,
)
_THETA = 5.371920351148152  # up to this norm the approximant is exact to double precision


def expm(matrices: np.ndarray) -> np.ndarray:
    """e to the power of each square matrix; computed in double precision."""
    n = matrices.shape[-1]
    if not matrices.size:
        return np.zeros_like(matrices)
    a = matrices.astype(np.float64).reshape(-1, n, n)
    norm = np.abs(a).sum(axis=-2).max(axis=-1)
    with np.errstate(all="ignore"):
        wanted = np.ceil(np.log2(norm / _THETA))
    halvings = np.where(np.isfinite(wanted), np.maximum(wanted, 0), 0).astype(int)
    out = _approximant(np.ldexp(a, -halvings[:, None, None]))
    for step in range(halvings.max(initial=0)):
        more = halvings > step
        out[more] = out[more] @ out[more]
    return out.reshape(matrices.shape).astype(matrices.dtype)


def _approximant(a: np.ndarray) -> np.ndarray:
    identity = np.eye(a.shape[-1])
    b = [c / _PADE[0] for c in _PADE]  # so that zero gives the identity exactly
    a2 = a @ a
    a4 = a2 @ a2
    a6 = a4 @ a2
    odd = a6 @ (b[13] * a6 + b[11] * a4 + b[9] * a2)
    odd = a @ (odd + b[7] * a6 + b[5] * a4 + b[3] * a2 + b[1] * identity)
    even = a6 @ (b[12] * a6 + b[10] * a4 + b[8] * a2)
    even = even + b[6] * a6 + b[4] * a4 + b[2] * a2 + b[0] * identity
    try:
        return np.linalg.solve(even - odd, even + odd)
    except np.linalg.LinAlgError:  # only where elements are not finite
        return np.full_like(a, np.nan)
