"""Special points of reductions, scans, orders and norms: ties, zeros, nan, infinities, empty.

Values and gradients as torch 2.13.0 gives them; of several results, those of the first.
"""

from __future__ import annotations

import math

import numpy as np

from ..sampling import Special

INF, NAN = math.inf, math.nan

SPECIAL = {
    "sum": [
        Special((np.array([]),), {}, 0.0, ([],), "the empty sum is 0"),
        Special((np.array([INF, -INF]),), {}, NAN, ([1.0, 1.0],), "opposite infinities"),
    ],
    "sum:dim": [
        Special((np.array([[], []]), 1), {}, [0.0, 0.0], ([[], []],), "empty rows sum to 0"),
    ],
    "mean": [
        Special((np.array([]),), {}, NAN, ([],), "the empty mean is nan"),
    ],
    "nansum": [
        Special((np.array([NAN, 1.0, 2.0]),), {}, 3.0, ([0.0, 1.0, 1.0],), "nan has slope 0"),
        Special((np.array([NAN, NAN]),), {}, 0.0, ([0.0, 0.0],), "nothing but nan"),
    ],
    "nanmean": [
        Special((np.array([NAN, 1.0, 2.0]),), {}, 1.5, ([0.0, 0.5, 0.5],), "nan is not counted"),
        Special((np.array([NAN, NAN]),), {}, NAN, ([NAN, NAN],), "nothing but nan"),
    ],
    "logsumexp": [
        Special(
            (np.array([1000.0, 1000.0, 999.0]), 0),
            {},
            1000.8619948040582,
            ([0.42231879825153423, 0.42231879825153423, 0.1553624034969695],),
            "no overflow",
        ),
        Special(
            (np.array([-INF, 0.0, 1.0]), 0),
            {},
            1.3132616875182228,
            ([0.0, 0.2689414213699951, 0.7310585786300049],),
            "a term of 0",
        ),
        Special((np.array([-INF, -INF]), 0), {}, -INF, ([NAN, NAN],), "all terms 0"),
        Special((np.array([INF, 1.0]), 0), {}, INF, ([NAN, 0.0],), "an infinite term"),
        Special((np.array([]), 0), {}, -INF, ([],), "no terms"),
    ],
    "prod": [
        Special((np.array([2.0, 0.0, 3.0]),), {}, 0.0, ([0.0, 6.0, 0.0],), "one zero"),
        Special((np.array([0.0, 0.0, 3.0]),), {}, 0.0, ([0.0, 0.0, 0.0],), "two zeros"),
        Special((np.array([]),), {}, 1.0, ([],), "the empty product is 1"),
        Special((np.asarray(0.0),), {}, 0.0, (1.0,), "a single zero"),
    ],
    "prod:dim": [
        Special(
            (np.array([[2.0, 0.0], [3.0, 4.0], [0.0, 0.0]]), 1),
            {},
            [0.0, 12.0, 0.0],
            ([[0.0, 2.0], [4.0, 3.0], [0.0, 0.0]],),
            "rows with none, one and two zeros",
        ),
    ],
    "cumprod": [
        Special(
            (np.array([2.0, 0.0, 3.0, 4.0]), 0),
            {},
            [2.0, 0.0, 0.0, 0.0],
            ([1.0, 32.0, 0.0, 0.0],),
            "a zero",
        ),
        Special(
            (np.array([0.0, 2.0, 0.0]), 0),
            {},
            [0.0, 0.0, 0.0],
            ([3.0, 0.0, 0.0],),
            "two zeros",
        ),
    ],
    "max": [
        Special((np.array([2.0, 1.0, 2.0]),), {}, 2.0, ([0.5, 0.0, 0.5],), "ties share evenly"),
        Special(
            (np.array([NAN, 1.0, NAN]),),
            {},
            NAN,
            ([0.5, 0.0, 0.5],),
            "nan is largest and shares",
        ),
    ],
    "min": [
        Special(
            (np.array([1.0, 2.0, 1.0, 1.0]),),
            {},
            1.0,
            ([0.3333333333333333, 0.0, 0.3333333333333333, 0.3333333333333333],),
            "ties share evenly",
        ),
    ],
    "amax": [
        Special((np.array([2.0, 1.0, 2.0]),), {}, 2.0, ([0.5, 0.0, 0.5],), "ties share evenly"),
    ],
    "amin": [
        Special(
            (np.array([1.0, NAN, 3.0]), 0),
            {},
            NAN,
            ([NAN, NAN, NAN],),
            "nan has no element to equal",
        ),
    ],
    "max:dim": [
        Special(
            (np.array([[1.0, 3.0, 3.0], [2.0, 2.0, 0.0]]), 1),
            {},
            [3.0, 2.0],
            ([[0.0, 1.0, 0.0], [1.0, 0.0, 0.0]],),
            "the first of equal elements",
        ),
    ],
    "min:dim": [
        Special((np.array([NAN, 1.0, NAN]), 0), {}, NAN, ([1.0, 0.0, 0.0],), "the first nan"),
    ],
    "aminmax": [
        Special(
            (np.array([1.0, 2.0, 1.0]),),
            {},
            1.0,
            ([0.5, 0.0, 0.5],),
            "ties of the smallest share evenly",
        ),
    ],
    "var": [
        Special((np.array([1.0]),), {}, NAN, ([NAN],), "one element has no variance"),
        Special(
            (np.array([1.0, 2.0]),),
            {"correction": 2},
            INF,
            ([INF, INF],),
            "no degrees of freedom left",
        ),
        Special(
            (np.array([1.0, 2.0]), 0),
            {"correction": 2},
            INF,
            ([-INF, INF],),
            "no degrees of freedom left, by axis",
        ),
        Special((np.array([2.0, 2.0]),), {}, 0.0, ([0.0, 0.0],), "equal elements"),
    ],
    "std": [
        Special((np.array([1.0, 1.0, 1.0]),), {}, 0.0, ([0.0, 0.0, 0.0],), "the slope at 0 is 0"),
        Special((np.array([1.0]),), {"correction": 0}, 0.0, ([0.0],), "one element"),
    ],
    "linalg.vector_norm": [
        Special((np.array([0.0, 0.0]),), {}, 0.0, ([0.0, 0.0],), "the slope at 0 is 0"),
        Special(
            (np.array([0.0, -2.0, 1.0]), 1),
            {},
            3.0,
            ([0.0, -1.0, 1.0],),
            "the slope of abs at 0 is 0",
        ),
        Special(
            (np.array([2.0, -2.0, 1.0]), INF),
            {},
            2.0,
            ([0.5, -0.5, 0.0],),
            "the largest share evenly",
        ),
        Special(
            (np.array([2.0, -1.0, 1.0]), -INF),
            {},
            1.0,
            ([0.0, -0.5, 0.5],),
            "the smallest share evenly",
        ),
        Special(
            (np.array([0.0, 2.0]), 0.5),
            {},
            2.0000000000000004,
            ([0.0, 1.0],),
            "order below 1 at 0",
        ),
        Special((np.array([0.0, 0.0]), 3), {}, 0.0, ([0.0, 0.0],), "order above 2 at 0"),
        Special((np.array([NAN, 2.0]), INF), {}, NAN, ([0.0, 0.0],), "nan is largest"),
        Special((np.array([0.0, -2.0]), 0), {}, 1.0, (None,), "a count has no slope"),
    ],
    "dist": [
        Special(
            (np.array([1.0, 2.0]), np.array([1.0, 2.0])),
            {},
            0.0,
            ([0.0, 0.0], [-0.0, -0.0]),
            "no distance",
        ),
        Special(
            (np.array([1.0, 2.0]), np.array([1.0, 3.0]), 1),
            {},
            1.0,
            ([0.0, -1.0], [-0.0, 1.0]),
            "equal in one place",
        ),
    ],
    "median": [
        Special(
            (np.array([4.0, 1.0, 3.0, 2.0]),),
            {},
            2.0,
            ([0.0, 0.0, 0.0, 1.0],),
            "the lower of two",
        ),
        Special(
            (np.array([1.0, 2.0, 2.0, 3.0]),),
            {},
            2.0,
            ([0.0, 0.5, 0.5, 0.0],),
            "ties share evenly",
        ),
        Special((np.array([4.0, NAN, 3.0]),), {}, NAN, ([0.0, 1.0, 0.0],), "nan wins"),
    ],
    "nanmedian": [
        Special((np.array([4.0, NAN, 3.0]),), {}, 3.0, ([0.0, 0.0, 1.0],), "nan is not counted"),
    ],
    "median:dim": [
        Special(
            (np.array([2.0, 2.0, 1.0, 2.0]), 0),
            {},
            2.0,
            ([1.0, 0.0, 0.0, 0.0],),
            "the first of equal elements in order",
        ),
        Special((np.array([NAN, 1.0, NAN]), 0), {}, NAN, ([1.0, 0.0, 0.0],), "the first nan"),
    ],
    "nanmedian:dim": [
        Special(
            (np.array([NAN, 1.0, NAN, 2.0]), 0),
            {},
            1.0,
            ([0.0, 1.0, 0.0, 0.0],),
            "nan is not counted",
        ),
    ],
    "mode": [
        Special(
            (np.array([2.0, 1.0, 2.0, 1.0, 3.0]), 0),
            {},
            1.0,
            ([0.0, 0.0, 0.0, 1.0, 0.0],),
            "the smallest of equally frequent, its last place",
        ),
    ],
    "kthvalue": [
        Special(
            (np.array([1.0, 1.0, 1.0, 0.0]), 3),
            {},
            1.0,
            ([0.0, 0.0, 1.0, 0.0],),
            "torch's selection among equal elements",
        ),
        Special(
            (np.array([1.0, NAN, NAN, 2.0]), 3),
            {},
            NAN,
            ([0.0, 0.0, 1.0, 0.0],),
            "nan is largest",
        ),
    ],
    "topk": [
        Special(
            (np.array([1.0, 1.0, 0.0, 1.0]), 2),
            {},
            [1.0, 1.0],
            ([0.0, 1.0, 0.0, 1.0],),
            "torch's selection among equal elements",
        ),
    ],
    "sort": [
        Special(
            (np.array([NAN, 1.0, -INF, INF, 1.0]),),
            {},
            [-INF, 1.0, 1.0, INF, NAN],
            ([1.0, 1.0, 1.0, 1.0, 1.0],),
            "nan last, equal elements in order",
        ),
    ],
    "cummax": [
        Special(
            (np.array([1.0, 3.0, 3.0, 2.0]), 0),
            {},
            [1.0, 3.0, 3.0, 3.0],
            ([1.0, 1.0, 2.0, 0.0],),
            "the last of equal elements",
        ),
        Special(
            (np.array([1.0, NAN, 2.0, NAN]), 0),
            {},
            [1.0, NAN, NAN, NAN],
            ([1.0, 2.0, 0.0, 1.0],),
            "nan stays",
        ),
    ],
    "cummin": [
        Special(
            (np.array([2.0, 2.0, 1.0, 1.0]), 0),
            {},
            [2.0, 2.0, 1.0, 1.0],
            ([1.0, 1.0, 1.0, 1.0],),
            "the last of equal elements",
        ),
    ],
    "logcumsumexp": [
        Special(
            (np.array([-INF, 0.0, 1000.0, 1000.0]), 0),
            {},
            [-INF, 0.0, 1000.0, 1000.6931471805599],
            ([NAN, 1.0, 1.4999999999999936, 0.5000000000000275],),
            "a first term of 0, no overflow",
        ),
        Special(
            (np.array([0.0, INF, 1.0]), 0),
            {},
            [0.0, INF, INF],
            ([1.0, NAN, 0.0],),
            "an infinite term",
        ),
    ],
    "quantile": [
        Special((np.array([3.0, 1.0, 2.0]), 1.0), {}, 3.0, ([1.0, 0.0, 0.0],), "the largest"),
        Special((np.array([3.0, 1.0, NAN]), 0.5), {}, NAN, ([0.0, 0.0, 1.0],), "nan wins"),
    ],
    "nanquantile": [
        Special(
            (np.array([3.0, 1.0, NAN]), 0.5),
            {},
            2.0,
            ([0.5, 0.5, 0.0],),
            "nan is not counted",
        ),
    ],
    "trapezoid": [
        Special((np.array([3.0]),), {}, 0.0, ([0.0],), "a single sample"),
    ],
    "diff": [
        Special((np.array([3.0]),), {}, [], ([0.0],), "a single sample"),
    ],
    "masked.amax": [
        Special(
            (np.array([2.0, 1.0, 2.0]),),
            {"mask": np.array([True, True, False])},
            2.0,
            ([1.0, 0.0, 0.0],),
            "a masked tie",
        ),
    ],
    "masked.mean": [
        Special(
            (np.array([2.0, 1.0]),),
            {"mask": np.array([False, False])},
            NAN,
            ([0.0, 0.0],),
            "everything masked out",
        ),
    ],
    "masked.prod": [
        Special(
            (np.array([2.0, 0.0, 3.0]),),
            {"mask": np.array([True, False, True])},
            6.0,
            ([3.0, 0.0, 2.0],),
            "a zero masked out",
        ),
    ],
}
