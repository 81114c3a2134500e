"""Evenly spaced numbers, to the last bit of torch's."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from gradcalc.engine import dtypes, namespace, tensor


def call(name: str, *args: Any, **kwargs: Any) -> Any:
    return namespace.lookup(name)(*args, **kwargs)


# recorded from torch 2.13.0 on a processor with AVX2
def test_arange_counts_in_blocks_as_torch_does() -> None:
    numbers = call("arange", 0, 2, 0.1).tolist()
    assert numbers[3] == 0.30000001192092896
    assert numbers[9] == 0.9000000357627869
    assert numbers[19] == 1.899999976158142
    wide = call("arange", 0.3, 8.1, 0.17, dtype=dtypes.float64).tolist()
    assert wide[11:16] == [
        2.1700000000000004,
        2.3400000000000003,
        2.5100000000000002,
        2.68,
        2.8500000000000005,
    ]


def test_linspace_counts_from_both_ends() -> None:
    numbers = call("linspace", -3, 7.3, 14).tolist()
    assert numbers[3] == -0.6230767965316772
    assert numbers[-1] == np.float32(7.3)
    wide = call("linspace", 0, 1, 50, dtype=dtypes.float64).tolist()
    assert wide[13:16] == [0.26530612244897955, 0.2857142857142857, 0.3061224489795918]


@pytest.mark.parametrize(
    ("args", "expected"),
    [
        ((5,), [0, 1, 2, 3, 4]),
        ((0, 5, 2), [0, 2, 4]),
        ((5, 0, -2), [5, 3, 1]),
        ((0, 0), []),
        ((0, 1, 1 / 3), [0.0, np.float32(1 / 3), np.float32(2 / 3)]),
        ((tensor(3),), [0, 1, 2]),
    ],
)
def test_arange_stops_before_the_end(args: tuple, expected: list) -> None:
    assert call("arange", *args).tolist() == expected


def test_arange_of_an_integer_dtype_drops_fractions_first() -> None:
    assert call("arange", 0.9, 4.2, 1.3, dtype=dtypes.int64).tolist() == [0, 1, 2, 3]


def test_linspace_of_integers_rounds_towards_zero() -> None:
    made = call("linspace", -5, 5, 4, dtype=dtypes.int32)
    assert made.tolist() == [-5, -1, 1, 5]


def test_one_step_is_the_start() -> None:
    assert call("linspace", 2, 9, 1).tolist() == [2.0]
    assert call("linspace", 2, 9, 0).tolist() == []


def test_logspace_raises_the_base() -> None:
    assert call("logspace", 0, 3, 4, 2).tolist() == [1.0, 2.0, 4.0, 8.0]


def test_triangles_list_their_indices_by_row() -> None:
    assert call("tril_indices", 3, 3).tolist() == [[0, 1, 1, 2, 2, 2], [0, 0, 1, 0, 1, 2]]
    assert call("triu_indices", 3, 4, 2).tolist() == [[0, 0, 1], [2, 3, 3]]


def test_one_hot_puts_ones_at_the_classes() -> None:
    made = call("nn.functional.one_hot", tensor([0, 2]), num_classes=3)
    assert made.tolist() == [[1, 0, 0], [0, 0, 1]]
    with pytest.raises(RuntimeError, match=r"Class values must be smaller than num_classes\."):
        call("nn.functional.one_hot", tensor([0, 2]), 2)
